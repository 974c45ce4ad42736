"""What may happen at a table now. A move is legal where one of these fits it, and only then.

So the judge's view and the decider cannot disagree: both ask here. `legality` puts into words why a
move does not fit.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.days import seconds
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import ALL, SPEAKING, Table
from services.gameplay.domain.game.voting import NOBODY
from shared.contracts.primitives import COMPOSITION, SeatNumber
from shared.contracts.regulations import Consequence

VICTIMS_ORDERED = 3
_HANDS = ("voters", "late", "withdrawn")


class Allowed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A move that may be recorded now, with what its fields may hold.

    A field that is a list takes different members of its choices, `at_least` to `at_most`, and no member
    stands in two lists of one move. Shots are listed by who shoots. A field without choices is free.
    """

    move: str
    choices: dict[str, tuple[Any, ...]] = {}
    at_least: int = 0
    at_most: int = 10
    barred: tuple[str, ...] = ()
    """Offenses for which the regulations have something else."""
    reason_needed: bool = False
    """Whether an offense or a note must be given."""
    seconds: int | None = None
    """How long the speech may be."""


def allowed_now(table: Table, rules: TableRules) -> list[Allowed]:
    """Return everything that may be recorded now."""
    return [allowed for kind in _KINDS for allowed in allowed_of(kind, table, rules)]


def allowed_of(kind: type, table: Table, rules: TableRules) -> Iterator[Allowed]:
    """Yield in which ways a kind of move may be recorded now; nothing: it may not."""
    return _KINDS[kind](table, rules)


def fits(allowed: Allowed, move: moves.Move) -> bool:
    """Tell whether a move of that kind keeps to what is allowed."""
    if isinstance(move, moves.RolesDealt) and Counter(move.roles) != COMPOSITION:
        return False
    offense = getattr(move, "offense", None)
    if offense in allowed.barred:
        return False
    if allowed.reason_needed and offense is None and getattr(move, "note", None) is None:
        return False
    return _chosen(allowed, move)


def _chosen(allowed: Allowed, move: moves.Move) -> bool:
    """Tell whether every field holds one of its choices, and the lists no member twice."""
    listed: list[Any] = []
    for name, choices in allowed.choices.items():
        value = getattr(move, name)
        if not isinstance(value, tuple):
            if value not in choices:
                return False
            continue
        members = [member.by if isinstance(member, moves.Shot) else member for member in value]
        few_or_many = not allowed.at_least <= len(members) <= allowed.at_most
        if few_or_many or not all(member in choices for member in members):
            return False
        listed += members
    return len(set(listed)) == len(listed)


def barred_from(consequence: Consequence, rules: TableRules) -> tuple[str, ...]:
    """Return the named offenses for which the regulations have other consequences than this."""
    return tuple(
        offense for offense, given in rules.sanctions.consequences.items() if consequence not in given
    )


def voters_left(table: Table) -> tuple[SeatNumber, ...]:
    """Return who is alive and has not voted in this round."""
    if table.voting is None:
        return ()
    return tuple(seat for seat in table.alive if table.voting.votes[seat - 1] == NOBODY)


def _roles(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "dealing":
        yield Allowed(move="RolesDealt")


def _order(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "first_night" and not table.ordered:
        yield Allowed(
            move="ShootingOrdered",
            choices={"order": ALL},
            at_least=VICTIMS_ORDERED,
            at_most=VICTIMS_ORDERED,
        )


def _day(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "first_night" or (table.phase == "morning" and not table.queue):
        yield Allowed(move="DayBegan")


def _put_up(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if table.phase != "speeches" or not table.queue:
        return
    speaker = table.queue[0]
    if any(c.by == speaker for c in table.candidates):
        return
    if table.is_silent(speaker, rules) and not rules.play.silenced_puts_up:
        return
    up = {c.seat for c in table.candidates}
    candidates = tuple(seat for seat in table.alive if seat not in up)
    if candidates:
        yield Allowed(move="CandidatePutUp", choices={"by": (speaker,), "candidate": candidates})


def _take_back(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if table.phase != "speeches" or not table.queue or not rules.play.candidates_withdrawn:
        return
    if any(c.by == table.queue[0] for c in table.candidates):
        yield Allowed(move="CandidateWithdrawn", choices={"by": (table.queue[0],)})


def _speak(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if table.phase in SPEAKING and table.queue and not table.is_silent(table.queue[0], rules):
        seat = table.queue[0]
        costly = table.is_costly(seat, table.number)
        may = seconds(rules.play, SPEAKING[table.phase], costs_speech=costly)
        yield Allowed(move="SpeechGiven", choices={"seat": (seat,)}, seconds=may)


def _skip(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase in SPEAKING and table.queue:
        yield Allowed(move="SpeechSkipped", choices={"seat": (table.queue[0],)})


def _hands(table: Table, _: TableRules) -> Iterator[Allowed]:
    voting = table.voting
    if table.phase != "vote" or voting is None or voting.unsettled:
        return
    left = voters_left(table)
    candidate = voting.ballot[voting.called]
    yield Allowed(move="HandsCounted", choices={"candidate": (candidate,)} | dict.fromkeys(_HANDS, left))


def _settle(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "vote" and table.voting is not None and table.voting.unsettled:
        yield Allowed(move="CastVotesSettled", choices={"treatment": ("may_vote_again", "restart_round")})


def _all_leave(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "all_leave":
        yield Allowed(move="AllLeaveVoted", choices={"voters": table.alive})


def _draw(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "draw":
        yield Allowed(move="DrawVoted", choices={"voters": table.alive})


def _night(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "dusk":
        yield Allowed(move="NightFell")


def _shots(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "night" and table.shots is None:
        yield Allowed(move="ShotsFired", choices={"shots": table.blacks()})


def _don(table: Table, _: TableRules) -> Iterator[Allowed]:
    checked = table.don_checked or table.sheriff_checked
    if table.phase == "night" and table.shots is not None and not checked and table.holder("don"):
        yield Allowed(move="DonChecked", choices={"target": ALL})


def _sheriff(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if table.phase != "night" or table.shots is None or table.sheriff_checked:
        return
    if table.holder("sheriff") is None:
        return
    yield Allowed(move="SheriffChecked", choices={"target": ALL, "asks_don": (False,)})
    if rules.play.sheriff_second_question:
        black = tuple(seat for seat in ALL if table.role(seat) in {"mafia", "don"})
        yield Allowed(move="SheriffChecked", choices={"target": black, "asks_don": (True,)})


def _morning(table: Table, _: TableRules) -> Iterator[Allowed]:
    if table.phase == "night" and table.shots is not None:
        yield Allowed(move="MorningCame")


def _best_move(table: Table, rules: TableRules) -> Iterator[Allowed]:
    by = table.entitled
    if by is not None and table.phase in {"morning", "over"}:
        named = tuple(seat for seat in ALL if seat != by)
        yield Allowed(
            move="BestMoveMade",
            choices={"by": (by,), "named": named},
            at_most=rules.play.best_move_names,
        )


def _foul(table: Table, rules: TableRules) -> Iterator[Allowed]:
    limit = rules.play.fouls_to_removal
    seats = tuple(seat for seat in ALL if table.foul_count(seat) < limit)
    if seats:
        yield Allowed(
            move="FoulGiven",
            choices={"seat": seats},
            barred=barred_from("foul", rules),
            reason_needed=table.moment == "day",
        )


def _technical_foul(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if not rules.play.technical_fouls:
        return
    limit = rules.play.technical_fouls_to_removal or 10
    seats = tuple(seat for seat in ALL if table.technical_fouls[seat - 1] < limit)
    if seats:
        yield Allowed(
            move="TechnicalFoulGiven",
            choices={"seat": seats},
            barred=barred_from("technical_foul", rules),
            reason_needed=True,
        )


def _being_played(table: Table) -> bool:
    return table.phase not in {"dealing", "over"}


def _removal(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if _being_played(table):
        waiting = tuple(seat for seat in table.queue if seat not in table.alive)
        yield Allowed(
            move="PlayerRemoved",
            choices={"seat": (*table.alive, *waiting)},
            barred=barred_from("removal", rules),
            reason_needed=True,
        )


def _team_defeat(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if _being_played(table):
        offenses = rules.sanctions.team_defeat
        yield Allowed(
            move="TeamDefeatCalled",
            choices={"seat": ALL} | ({"offense": offenses} if offenses else {}),
            barred=barred_from("team_defeat", rules),
            reason_needed=True,
        )


def _protest(table: Table, rules: TableRules) -> Iterator[Allowed]:
    if _being_played(table) and rules.play.protest_in_game == "filer_leaves":
        yield Allowed(move="ProtestRaised", choices={"seat": table.alive})


def _conduct(_: Table, __: TableRules) -> Iterator[Allowed]:
    yield Allowed(move="ConductNoted")


def _spectator(_: Table, __: TableRules) -> Iterator[Allowed]:
    yield Allowed(move="SpectatorSentOut")


def _stop(table: Table, _: TableRules) -> Iterator[Allowed]:
    if _being_played(table):
        yield Allowed(move="GameStopped")


def _declare(table: Table, _: TableRules) -> Iterator[Allowed]:
    if _being_played(table):
        yield Allowed(move="WinnerDeclared", choices={"team": ("red", "black")})


_KINDS: dict[type, Callable[[Table, TableRules], Iterator[Allowed]]] = {
    moves.RolesDealt: _roles,
    moves.ShootingOrdered: _order,
    moves.DayBegan: _day,
    moves.CandidatePutUp: _put_up,
    moves.CandidateWithdrawn: _take_back,
    moves.SpeechGiven: _speak,
    moves.SpeechSkipped: _skip,
    moves.HandsCounted: _hands,
    moves.CastVotesSettled: _settle,
    moves.AllLeaveVoted: _all_leave,
    moves.DrawVoted: _draw,
    moves.NightFell: _night,
    moves.ShotsFired: _shots,
    moves.DonChecked: _don,
    moves.SheriffChecked: _sheriff,
    moves.MorningCame: _morning,
    moves.BestMoveMade: _best_move,
    moves.FoulGiven: _foul,
    moves.TechnicalFoulGiven: _technical_foul,
    moves.PlayerRemoved: _removal,
    moves.TeamDefeatCalled: _team_defeat,
    moves.ProtestRaised: _protest,
    moves.ConductNoted: _conduct,
    moves.SpectatorSentOut: _spectator,
    moves.GameStopped: _stop,
    moves.WinnerDeclared: _declare,
}
