"""Why a move is not legal: each rule of the table as a named refusal, with its clause.

Messages name no seat where that would tell a role.
"""

from collections.abc import Callable, Iterator
from typing import Any

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import allowed_of, barred_from, fits, voters_left
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import SPEAKING, Table
from shared.contracts.primitives import COMPOSITION, SeatNumber
from shared.eventsourcing.refusal import Refusal

_EXPECTED = {
    "dealing": "the cards to be dealt",
    "first_night": "the first day to begin",
    "speeches": "the speeches of the day",
    "vote": "the vote",
    "tie_speeches": "the speeches of the tied",
    "all_leave": "the vote on whether all tied leave",
    "draw": "the vote on a draw",
    "last_words": "the last words of the voted out",
    "dusk": "night to fall",
    "night": "shots, checks and the morning",
    "morning": "the last word of the killed, and the next day",
    "over": "awards and signature: the game is over",
}


def check(table: Table, move: moves.Move, rules: TableRules) -> None:
    """Refuse a move that the rules do not allow now. Raises the refusals of `domain.errors`."""
    if any(fits(allowed, move) for allowed in allowed_of(type(move), table, rules)):
        return
    explain = _EXPLAIN.get(type(move))
    if explain is not None:
        for refusal in explain(table, move, rules):
            raise refusal
    raise _out_of_place(table, move)


def _out_of_place(table: Table, move: moves.Move) -> Refusal:
    return errors.MoveOutOfPlace(
        f"{type(move).__name__} does not happen now: the table expects {_EXPECTED[table.phase]}.",
        phase=table.phase,
    )


def _roles(_: Table, move: moves.RolesDealt, rules: TableRules) -> Iterator[Refusal]:
    if sorted(move.roles) != sorted(role for role, count in COMPOSITION.items() for _ in range(count)):
        yield errors.WrongComposition(
            "The cards must be 6 civilian, 1 sheriff, 2 mafia, 1 don.",
            clause=rules.clause("play.composition"),
        )


def _order(table: Table, _: moves.ShootingOrdered, rules: TableRules) -> Iterator[Refusal]:
    if table.phase == "first_night" and not table.ordered:
        yield errors.ShootingOrderNotThree(
            "The don names the victims of the first three nights: three different numbers.",
            clause=rules.clause("play.first_night"),
        )


def _put_up(table: Table, move: moves.CandidatePutUp, rules: TableRules) -> Iterator[Refusal]:
    clause = rules.clause("play.candidates")
    if table.phase != "speeches":
        return
    if move.by != table.queue[0]:
        yield errors.OutOfTurn(
            f"Seat {move.by} does not have the word; seat {table.queue[0]} has.", clause=clause
        )
    if table.is_silent(move.by, rules) and not rules.play.silenced_puts_up:
        yield errors.PlayerSilent(
            f"Seat {move.by} is silent today and puts nobody up.", clause=rules.clause("play.third_foul")
        )
    if any(c.by == move.by for c in table.candidates):
        yield errors.CandidatePutUpTwice(
            f"Seat {move.by} put somebody up already; one candidate a day.", clause=clause
        )
    if any(c.seat == move.candidate for c in table.candidates):
        yield errors.CandidateStandsAlready(
            f"Seat {move.candidate} stands in the vote already; the first who put him up counts.",
            clause=clause,
        )
    yield from _is_out(table, move.candidate)


def _take_back(_: Table, __: moves.CandidateWithdrawn, rules: TableRules) -> Iterator[Refusal]:
    if not rules.play.candidates_withdrawn:
        yield errors.WithdrawalNotInRegulations(
            f"By {rules.document} a candidate who is put up stays.", clause=rules.clause("play.candidates")
        )


def _speak(
    table: Table, move: moves.SpeechGiven | moves.SpeechSkipped, rules: TableRules
) -> Iterator[Refusal]:
    if table.phase not in SPEAKING or not table.queue:
        return
    if move.seat != table.queue[0]:
        key = "play.first_speeches" if table.number == 1 else "play.opener"
        yield errors.OutOfTurn(
            f"Seat {move.seat} does not have the word; seat {table.queue[0]} has.",
            clause=rules.clause(key if table.phase == "speeches" else "play.tie"),
        )
    if table.is_silent(move.seat, rules):
        yield errors.PlayerSilent(
            f"Seat {move.seat} is silent for a third foul; skip the speech.",
            clause=rules.clause("play.third_foul"),
        )


def _hands(table: Table, move: moves.HandsCounted, rules: TableRules) -> Iterator[Refusal]:
    voting = table.voting
    if voting is None or table.phase != "vote":
        return
    if voting.unsettled:
        yield errors.CastVotesUnsettled(
            "A candidate left in the middle of the vote: say first what becomes of the votes for him.",
            clause=rules.clause("play.vote_after_removal"),
        )
    if move.candidate not in voting.ballot:
        yield errors.NotACandidate(
            f"Seat {move.candidate} is not put up; candidates are {', '.join(map(str, voting.ballot))}.",
            clause=rules.clause("play.vote"),
        )
    if move.candidate != voting.ballot[voting.called]:
        yield errors.CandidateOutOfOrder(
            f"Seat {voting.ballot[voting.called]} is called now, in the order in which they were put up.",
            clause=rules.clause("play.vote"),
        )
    for seat in (*move.voters, *move.late, *move.withdrawn):
        yield from _is_out(table, seat)
    yield errors.VotedTwice(
        f"A player has one vote; those without one so far are {', '.join(map(str, voters_left(table)))}.",
        clause=rules.clause("play.one_vote"),
    )


def _question(
    table: Table, move: moves.AllLeaveVoted | moves.DrawVoted, rules: TableRules
) -> Iterator[Refusal]:
    if table.phase not in {"all_leave", "draw"}:
        return
    for seat in move.voters:
        yield from _is_out(table, seat)
    if len(set(move.voters)) != len(move.voters):
        yield errors.VotedTwice("A player has one vote.", clause=rules.clause("play.one_vote"))


def _shots(table: Table, move: moves.ShotsFired, rules: TableRules) -> Iterator[Refusal]:
    if table.phase == "first_night":
        yield _first_night(rules)
    if table.phase != "night":
        return
    if table.shots is not None:
        yield errors.ShotTwice("The shots of this night are entered.", clause=rules.clause("play.shots"))
    if len({shot.by for shot in move.shots}) != len(move.shots):
        yield errors.ShotTwice(
            "A player is entered with two shots; enter one, with the fault 'twice'.",
            clause=rules.clause("play.misses"),
        )
    yield errors.NotAShooter(
        "A shot is entered for a seat that does not shoot this night.", clause=rules.clause("play.shots")
    )


def _first_night(rules: TableRules) -> Refusal:
    return errors.FirstNightQuiet(
        "In the first night nobody is shot and nobody is checked.", clause=rules.clause("play.first_night")
    )


def _check(
    table: Table, move: moves.DonChecked | moves.SheriffChecked, rules: TableRules
) -> Iterator[Refusal]:
    if table.phase == "first_night":
        yield _first_night(rules)
    if table.phase != "night":
        return
    don = isinstance(move, moves.DonChecked)
    clause = rules.clause("play.don_check" if don else "play.sheriff_check")
    if table.shots is None:
        yield errors.ShotsMissing("The shots come first in a night; enter them, or that there were none.")
    if table.holder("don" if don else "sheriff") is None:
        yield errors.CheckerIsOut("Who would check is out of the game.", clause=clause)
    if don and table.sheriff_checked and not table.don_checked:
        yield errors.CheckOutOfOrder("The don checks before the sheriff.", clause=clause)
    if table.don_checked if don else table.sheriff_checked:
        yield errors.CheckedTwice("One check a night.", clause=clause)
    if isinstance(move, moves.SheriffChecked) and not rules.play.sheriff_second_question:
        yield errors.SecondQuestionNotInRegulations(
            f"{rules.document} knows no second question of the sheriff.",
            clause=rules.clause("play.sheriff_second_question"),
        )
    yield errors.SecondQuestionAfterNo(
        "The second question follows a yes only.", clause=rules.clause("play.sheriff_second_question")
    )


def _morning(table: Table, _: moves.MorningCame, __: TableRules) -> Iterator[Refusal]:
    if table.phase == "night":
        yield errors.ShotsMissing(
            "Enter the shots of the night, or that there were none, before the morning."
        )


def _best_move(table: Table, move: moves.BestMoveMade, rules: TableRules) -> Iterator[Refusal]:
    clause = rules.clause("play.best_move")
    if rules.play.best_move == "none":
        yield errors.BestMoveNotInRegulations(f"{rules.document} knows no best move.", clause=clause)
    if table.best_move is not None:
        yield errors.BestMoveMadeAlready("A game has one best move.", clause=clause)
    if table.entitled is None:
        yield errors.BestMoveNotEntitled(
            "Nobody has the best move now; it belongs to who was killed first, if the document gives it.",
            clause=clause,
        )
    if move.by != table.entitled:
        yield errors.BestMoveNotEntitled(
            f"The best move is seat {table.entitled}'s, who was killed first.", clause=clause
        )
    if move.by in move.named:
        yield errors.BestMoveNamesItself(f"Seat {move.by} names itself.", clause=clause)
    if len(set(move.named)) != len(move.named):
        yield errors.BestMoveRepeatsNumber("The best move names a number twice.", clause=clause)
    yield errors.BestMoveTooLong(
        f"The best move names {len(move.named)}; at most {rules.play.best_move_names}.", clause=clause
    )


def _offense(
    move: moves.FoulGiven | moves.TechnicalFoulGiven | moves.PlayerRemoved | moves.TeamDefeatCalled,
    barred: tuple[str, ...],
    rules: TableRules,
) -> Iterator[Refusal]:
    if move.offense in barred:
        listed = rules.sanctions.consequences[move.offense or ""]
        yield errors.OffenseHasOtherConsequence(
            f"For {move.offense} {rules.document} has {' or '.join(listed)}.",
            clause=rules.clause(f"sanctions.consequences.{move.offense}"),
        )


def _reason(
    move: moves.FoulGiven | moves.TechnicalFoulGiven | moves.PlayerRemoved | moves.TeamDefeatCalled,
    rules: TableRules,
) -> Iterator[Refusal]:
    if move.offense is None and move.note is None:
        yield errors.ReasonMissing(
            "Say for what: name the offense or give a note.", clause=rules.clause("play.warnings")
        )


def _foul(table: Table, move: moves.FoulGiven, rules: TableRules) -> Iterator[Refusal]:
    if table.foul_count(move.seat) >= rules.play.fouls_to_removal:
        yield errors.TooManyFouls(
            f"Seat {move.seat} has {table.foul_count(move.seat)} fouls; there are no more.",
            clause=rules.clause("play.fouls_to_removal"),
            seat=move.seat,
        )
    yield from _offense(move, barred_from("foul", rules), rules)
    yield from _reason(move, rules)


def _technical_foul(_: Table, move: moves.TechnicalFoulGiven, rules: TableRules) -> Iterator[Refusal]:
    if not rules.play.technical_fouls:
        yield errors.TechnicalFoulsNotInRegulations(f"{rules.document} knows no technical fouls.")
    yield from _offense(move, barred_from("technical_foul", rules), rules)
    yield from _reason(move, rules)
    yield errors.TooManyFouls(f"Seat {move.seat} has the technical fouls that remove.", seat=move.seat)


def _removal(table: Table, move: moves.PlayerRemoved, rules: TableRules) -> Iterator[Refusal]:
    yield from _over(table)
    if table.phase == "dealing":
        return
    if move.seat not in table.queue:
        yield from _is_out(table, move.seat)
    yield from _offense(move, barred_from("removal", rules), rules)
    yield from _reason(move, rules)


def _team_defeat(table: Table, move: moves.TeamDefeatCalled, rules: TableRules) -> Iterator[Refusal]:
    if table.finish is not None and table.finish.offender is not None:
        yield errors.TeamDefeatTwice(
            "A game has one team defeat; correct the first if the offender was another.",
            clause=rules.clause("sanctions.team_defeat"),
        )
    yield from _over(table)
    if table.phase == "dealing":
        return
    yield from _reason(move, rules)
    offenses = rules.sanctions.team_defeat
    if offenses and move.offense not in offenses:
        yield errors.OffenseNotInRegulations(
            f"{rules.document} gives the win to the other team for: {', '.join(offenses)}.",
            clause=rules.clause("sanctions.team_defeat"),
        )
    yield from _offense(move, barred_from("team_defeat", rules), rules)


def _protest(table: Table, move: moves.ProtestRaised, rules: TableRules) -> Iterator[Refusal]:
    if rules.play.protest_in_game == "refused":
        yield errors.ProtestDuringGame(
            f"{rules.document} takes protests after the game only.",
            clause=rules.clause("play.protest_in_game"),
        )
    yield from _over(table)
    if table.phase != "dealing":
        yield from _is_out(table, move.seat)


def _ending(table: Table, _: moves.GameStopped | moves.WinnerDeclared, __: TableRules) -> Iterator[Refusal]:
    yield from _over(table)


def _over(table: Table) -> Iterator[Refusal]:
    if table.phase == "over":
        yield errors.GameIsOver("The game is over; correct what ended it if it is not.")


def _is_out(table: Table, seat: SeatNumber) -> Iterator[Refusal]:
    if seat not in table.alive:
        yield errors.PlayerIsOut(f"Seat {seat} is out of the game.", seat=seat)


_EXPLAIN: dict[type, Callable[[Table, Any, TableRules], Iterator[Refusal]]] = {
    moves.RolesDealt: _roles,
    moves.ShootingOrdered: _order,
    moves.CandidatePutUp: _put_up,
    moves.CandidateWithdrawn: _take_back,
    moves.SpeechGiven: _speak,
    moves.SpeechSkipped: _speak,
    moves.HandsCounted: _hands,
    moves.AllLeaveVoted: _question,
    moves.DrawVoted: _question,
    moves.ShotsFired: _shots,
    moves.DonChecked: _check,
    moves.SheriffChecked: _check,
    moves.MorningCame: _morning,
    moves.BestMoveMade: _best_move,
    moves.FoulGiven: _foul,
    moves.TechnicalFoulGiven: _technical_foul,
    moves.PlayerRemoved: _removal,
    moves.TeamDefeatCalled: _team_defeat,
    moves.ProtestRaised: _protest,
    moves.GameStopped: _ending,
    moves.WinnerDeclared: _ending,
}
