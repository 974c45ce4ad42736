"""How a game goes on from one move to the next. Total: whatever the judge records is followed.

Nothing is refused here, since a judge may overrule a rule; `legality` refuses. Moves that make no
sense where they stand change nothing beyond the record.
"""

from collections.abc import Callable
from typing import Any

import msgspec

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.days import opener_after, order_from
from services.gameplay.domain.game.discipline import fouled, removed, technically_fouled
from services.gameplay.domain.game.eliminations import FIRST_DAY, moment
from services.gameplay.domain.game.leaving import checked_end, finished, leave, other
from services.gameplay.domain.game.night import MISSES_IN_A_ROW, Check, aimed, anybody_shot, why_missed
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Silence, Table
from services.gameplay.domain.game.votes import (
    asked_all_leave,
    asked_for_draw,
    begin_vote,
    count_hands,
    put_up,
    settle_votes,
    taken_back,
    voted_again,
)
from shared.contracts.gameplay import BestMove, Ending
from shared.contracts.primitives import TEAM_OF, SeatNumber

FOUR = 4


def apply(table: Table, move: moves.Move, rules: TableRules) -> Table:
    """Return the table after a move."""
    if table.news:
        table = msgspec.structs.replace(table, news=False)
    follow = _FOLLOW.get(type(move))
    return table if follow is None else follow(table, move, rules)


def replay(played: "tuple[moves.Move, ...]", rules: TableRules) -> Table:
    """Return the table after moves, from an empty one."""
    table = Table()
    for move in played:
        table = apply(table, move, rules)
    return table


def _dealt(table: Table, move: moves.RolesDealt, _: TableRules) -> Table:
    phase = "first_night" if table.phase == "dealing" else table.phase
    return msgspec.structs.replace(table, roles=move.roles, phase=phase)


def _ordered(table: Table, move: moves.ShootingOrdered, _: TableRules) -> Table:
    return msgspec.structs.replace(table, ordered=move.order)


def _day(table: Table, _: moves.DayBegan, __: TableRules) -> Table:
    if not table.alive or table.phase == "over":
        return table
    opener = opener_after(table.opener, table.alive)
    number = table.number + 1
    return msgspec.structs.replace(
        table,
        phase="speeches",
        number=number,
        opener=opener,
        queue=order_from(opener, table.alive),
        candidates=(),
        voting=None,
        tied=(),
        leaving=(),
        entitled=None,
        removed_tonight=(),
        costs_vote=table.costs_next_vote,
        costs_next_vote=(),
        silences=tuple(s for s in table.silences if s.day >= number),
        news=True,
    )


def _spoken(table: Table, move: moves.SpeechGiven | moves.SpeechSkipped, rules: TableRules) -> Table:
    if move.seat not in table.queue:
        return table
    queue = tuple(seat for seat in table.queue if seat != move.seat)
    return after_speeches(msgspec.structs.replace(table, queue=queue), rules)


def after_speeches(table: Table, rules: TableRules) -> Table:
    """Go on to what follows where nobody has the word any more."""
    if table.queue:
        return table
    match table.phase:
        case "speeches":
            return begin_vote(table, rules)
        case "tie_speeches":
            return voted_again(table) if table.then == "vote" else _at(table, "dusk")
        case "last_words":
            return _at(table, "dusk")
        case _:
            return table


def _at(table: Table, phase: Any) -> Table:
    return msgspec.structs.replace(table, phase=phase, queue=(), voting=None, tied=())


def _night(table: Table, _: moves.NightFell, __: TableRules) -> Table:
    if table.phase == "over":
        return table
    return msgspec.structs.replace(
        table,
        phase="night",
        queue=(),
        voting=None,
        tied=(),
        shots=None,
        aimed=None,
        missed=None,
        don_checked=False,
        sheriff_checked=False,
        removed_tonight=(),
        costs_vote=(),
        news=True,
    )


def _shot(table: Table, move: moves.ShotsFired, _: TableRules) -> Table:
    blacks = table.blacks()
    target = aimed(move.shots, blacks)
    hit = target if target in table.alive or target in table.removed_tonight else None
    return msgspec.structs.replace(
        table, shots=move.shots, aimed=hit, missed=why_missed(move.shots, blacks, hit)
    )


def _don_checked(table: Table, move: moves.DonChecked, _: TableRules) -> Table:
    don = table.holder("don")
    if don is None:
        return table
    check = Check(night=table.number, by=don, target=move.target, yes=table.role(move.target) == "sheriff")
    return msgspec.structs.replace(table, don_checked=True, checks=(*table.checks, check))


def _sheriff_checked(table: Table, move: moves.SheriffChecked, _: TableRules) -> Table:
    sheriff = table.holder("sheriff")
    if sheriff is None:
        return table
    role = table.role(move.target)
    check = Check(
        night=table.number,
        by=sheriff,
        target=move.target,
        yes=TEAM_OF[role] == "black",
        don=role == "don" if move.asks_don else None,
    )
    return msgspec.structs.replace(table, sheriff_checked=True, checks=(*table.checks, check))


def _morning(table: Table, _: moves.MorningCame, rules: TableRules) -> Table:
    if table.phase != "night":
        return table
    victim = table.aimed if table.aimed in table.alive else None
    table = _vote_after_shot_removal(table, rules)
    if victim is None:
        table = msgspec.structs.replace(table, phase="morning", news=True)
        return _quiet_night(table, rules)
    first = not any(e.cause == "kill" for e in table.gone)
    entitled = _entitled(table, victim, rules, first_kill=first)
    table = msgspec.structs.replace(table, quiet=0, entitled=entitled)
    table = leave(table, (victim,), "kill")
    table = msgspec.structs.replace(table, phase="morning", queue=(victim,))
    return checked_end(table)


def _vote_after_shot_removal(table: Table, rules: TableRules) -> Table:
    """Hold the next vote after all where the removed player is shot in that night too."""
    if rules.play.removed_and_shot == "no_vote" or table.aimed not in table.costs_next_vote:
        return table
    return msgspec.structs.replace(
        table, costs_next_vote=tuple(s for s in table.costs_next_vote if s != table.aimed)
    )


def _quiet_night(table: Table, rules: TableRules) -> Table:
    """Count nights for an ending without kills; three in a row end the game (O-END-3)."""
    at_four = rules.play.no_kills == "red_wins_at_four"
    counts = not at_four or (len(table.alive) == FOUR and not anybody_shot(table.shots or ()))
    quiet = table.quiet + 1 if counts else 0
    table = msgspec.structs.replace(table, quiet=quiet)
    if quiet < MISSES_IN_A_ROW or rules.play.no_kills == "play_on":
        return table
    return finished(table, "red" if at_four else None, Ending(kind="no_kills"))


def _entitled(table: Table, victim: SeatNumber, rules: TableRules, *, first_kill: bool) -> SeatNumber | None:
    play = rules.play
    entitled = {
        "none": False,
        "first_night": table.number == 1,
        "first_kill": first_kill,
    }[play.best_move]
    if play.best_move_lost_with is not None:
        entitled = entitled and sum(moment(e) <= FIRST_DAY for e in table.gone) < play.best_move_lost_with
    if not play.best_move_by_black:
        entitled = entitled and victim not in table.blacks()
    return victim if entitled else None


def _best_move(table: Table, move: moves.BestMoveMade, _: TableRules) -> Table:
    return msgspec.structs.replace(table, best_move=BestMove(seat=move.by, named=move.named), entitled=None)


def _foul(table: Table, move: moves.FoulGiven, rules: TableRules) -> Table:
    last = table.foul_count(move.seat) + 1 >= rules.play.fouls_to_removal
    if table.phase == "over" and last and move.seat in table.alive:
        return table  # it stands in the protocol; after the end it removes nobody
    spoke = table.phase != "speeches" or move.seat not in table.queue
    table = fouled(table, move.seat)
    count = table.foul_count(move.seat)
    if move.seat not in table.alive:
        return _last_word_lost(table, move.seat, rules) if count >= rules.play.fouls_to_removal else table
    if count >= rules.play.fouls_to_removal:
        return _removed(table, move.seat, "fouls", rules)
    if count == rules.play.fouls_to_removal - 1:
        return _third_foul(table, move.seat, rules, spoke=spoke)
    return table


def _third_foul(table: Table, seat: SeatNumber, rules: TableRules, *, spoke: bool) -> Table:
    if spoke:
        day = table.number + 1
    elif rules.play.third_foul == "this_or_next_round":
        day = table.number
    else:
        return table
    return msgspec.structs.replace(table, silences=(*table.silences, Silence(seat, day)))


def _technical_foul(table: Table, move: moves.TechnicalFoulGiven, rules: TableRules) -> Table:
    table = technically_fouled(table, move.seat)
    limit = rules.play.technical_fouls_to_removal
    if limit is None or table.technical_fouls[move.seat - 1] < limit or move.seat not in table.alive:
        return table
    return _removed(table, move.seat, "technical fouls", rules)


def _removal(table: Table, move: moves.PlayerRemoved, rules: TableRules) -> Table:
    return _removed(table, move.seat, move.offense or move.note, rules)


def _protested(table: Table, move: moves.ProtestRaised, rules: TableRules) -> Table:
    return _removed(table, move.seat, "protest-in-game", rules)


def _removed(table: Table, seat: SeatNumber, reason: str | None, rules: TableRules) -> Table:
    if seat not in table.alive:
        return _last_word_lost(table, seat, rules)
    if table.phase == "over":
        return table
    return after_speeches(removed(table, seat, reason, rules), rules)


def _last_word_lost(table: Table, seat: SeatNumber, rules: TableRules) -> Table:
    """Take the last word, and the best move with it, from who is out already (O-OUT-2, C-LAW-27)."""
    if seat not in table.queue or table.phase == "over":
        return table
    queue = tuple(s for s in table.queue if s != seat)
    entitled = None if table.entitled == seat else table.entitled
    return after_speeches(msgspec.structs.replace(table, queue=queue, entitled=entitled), rules)


def _team_defeat(table: Table, move: moves.TeamDefeatCalled, _: TableRules) -> Table:
    if not table.roles:
        return table
    ending = Ending(kind="team_defeat", reason=move.note or move.offense, offense=move.offense)
    best_move = table.best_move
    if best_move is not None and best_move.seat == move.seat:
        best_move = None
    table = msgspec.structs.replace(table, best_move=best_move)
    return finished(table, other(TEAM_OF[table.role(move.seat)]), ending, move.seat)


def _stopped(table: Table, move: moves.GameStopped, _: TableRules) -> Table:
    return finished(table, None, Ending(kind="stopped", reason=move.note))


def _declared(table: Table, move: moves.WinnerDeclared, _: TableRules) -> Table:
    return finished(table, move.team, Ending(kind="judge_decision", reason=move.note))


_FOLLOW: dict[type, Callable[[Table, Any, TableRules], Table]] = {
    moves.RolesDealt: _dealt,
    moves.ShootingOrdered: _ordered,
    moves.DayBegan: _day,
    moves.CandidatePutUp: put_up,
    moves.CandidateWithdrawn: taken_back,
    moves.SpeechGiven: _spoken,
    moves.SpeechSkipped: _spoken,
    moves.HandsCounted: count_hands,
    moves.CastVotesSettled: settle_votes,
    moves.AllLeaveVoted: asked_all_leave,
    moves.DrawVoted: asked_for_draw,
    moves.NightFell: _night,
    moves.ShotsFired: _shot,
    moves.DonChecked: _don_checked,
    moves.SheriffChecked: _sheriff_checked,
    moves.MorningCame: _morning,
    moves.BestMoveMade: _best_move,
    moves.FoulGiven: _foul,
    moves.TechnicalFoulGiven: _technical_foul,
    moves.PlayerRemoved: _removal,
    moves.TeamDefeatCalled: _team_defeat,
    moves.ProtestRaised: _protested,
    moves.GameStopped: _stopped,
    moves.WinnerDeclared: _declared,
}
