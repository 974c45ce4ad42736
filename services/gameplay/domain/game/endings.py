"""How a game ended and who won it: what the eliminations tell, and what the judge says beyond them."""

from typing import NamedTuple

from services.gameplay.domain.errors import (
    EliminatedAfterTheEnd,
    EndingMissing,
    EndingNotInRegulations,
    EndingReasonMissing,
    OffenderMissing,
    OffenseNotInRegulations,
    WinnerContradictsEliminations,
    WinnerContradictsEnding,
)
from services.gameplay.domain.game.eliminations import departures, known_whole
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Ending, EndingKind, Result
from shared.contracts.primitives import TEAM_OF, SeatNumber, Team

FOUR = 4
_WINNER_BY_TABLE: dict[EndingKind, Team] = {"blacks_out": "red", "parity": "black"}
_CLAUSE: dict[EndingKind, str] = {
    "blacks_out": "play.blacks_out",
    "parity": "play.parity",
    "no_kills": "play.no_kills",
    "team_defeat": "sanctions.team_defeat",
}


class Told(NamedTuple):
    """What the eliminations tell: the end they lead to (None: none), and how many are left."""

    kind: EndingKind | None
    left: int


def other(team: Team) -> Team:
    """Return the opposing team."""
    return "black" if team == "red" else "red"


def team_at(result: Result, seat: SeatNumber) -> Team:
    """Return the team of a seat of a checked table."""
    return next(TEAM_OF[s.role] for s in result.seats if s.seat == seat)


def told(result: Result, rules: TableRules) -> Told:
    """Follow the eliminations to the end of the game.

    Parity can be told only where all eliminations are known; that all blacks are out can always.
    Raises EliminatedAfterTheEnd where somebody leaves a game that is over.
    """
    whole = known_whole(result)
    left = {"red": 7, "black": 3}
    kind: EndingKind | None = None
    for group in departures(result):
        if kind is not None:
            raise EliminatedAfterTheEnd(
                f"Seat {group[0].seat} leaves on {group[0].time} {group[0].number}, but the game was over"
                f" before, by {kind}. Correct the eliminations, or give them in the order they happened.",
                clause=rules.clause(_CLAUSE[kind]),
                seat=group[0].seat,
            )
        for elimination in group:
            left[team_at(result, elimination.seat)] -= 1
        if left["black"] == 0:
            kind = "blacks_out"
        elif whole and left["black"] >= left["red"]:
            kind = "parity"
    return Told(kind, left["red"] + left["black"])


def ending_of(result: Result, rules: TableRules) -> Ending | None:
    """Return how the game ended, derived from the eliminations where the judge did not say.

    None where too little is known to tell. Raises the refusals of a result whose winner, ending and
    eliminations do not agree.
    """
    table = told(result, rules)
    if (result.team_defeat is None) == (result.ending is not None and result.ending.kind == "team_defeat"):
        raise OffenderMissing(
            "A team defeat needs both: the offender's seat in team_defeat, and the ending team_defeat"
            " with a reason.",
            clause=rules.clause("sanctions.team_defeat"),
        )
    if result.ending is None:
        return _derived(result, table, rules)
    _check_winner(result, result.ending, rules)
    _check_record(result, result.ending, table, rules)
    _check_reason(result.ending, rules)
    return result.ending


def _derived(result: Result, table: Told, rules: TableRules) -> Ending | None:
    if table.kind is not None:
        if result.winner != _WINNER_BY_TABLE[table.kind]:
            raise _contradiction(result, table.kind, rules)
        return Ending(kind=table.kind)
    if result.winner is None or known_whole(result):
        raise EndingMissing(
            f"By the eliminations {table.left} players are left and the game goes on"
            f" (winner entered: {result.winner}). Complete the eliminations, or enter the ending:"
            " no_kills, team_defeat, stopped or judge_decision.",
        )
    return None


def _check_winner(result: Result, ending: Ending, rules: TableRules) -> None:
    match ending.kind:
        case "blacks_out" | "parity":
            winners: tuple[Team | None, ...] = (_WINNER_BY_TABLE[ending.kind],)
        case "no_kills":
            if rules.play.no_kills == "play_on":
                raise EndingNotInRegulations(
                    f"{rules.document} does not end a game for want of kills; enter another ending.",
                )
            winners = ("red",) if rules.play.no_kills == "red_wins_at_four" else (None,)
        case "team_defeat":
            offender = result.team_defeat
            winners = (other(team_at(result, offender)),) if offender is not None else ()
        case "stopped":
            winners = (None,)
        case "judge_decision":
            return
    if result.winner not in winners:
        raise WinnerContradictsEnding(
            f"The ending {ending.kind} makes the winner {winners[0]}, not {result.winner}.",
            clause=rules.clause(_CLAUSE.get(ending.kind, "")),
        )


def _check_record(result: Result, ending: Ending, table: Told, rules: TableRules) -> None:
    """Refuse an ending that the eliminations would show and do not, and the other way round."""
    if ending.kind in {"team_defeat", "judge_decision"}:
        return
    if table.kind not in {None, ending.kind}:
        raise _contradiction(result, table.kind, rules)
    if not known_whole(result):
        return
    missed = ending.kind in _WINNER_BY_TABLE and table.kind is None
    if missed or (
        ending.kind == "no_kills" and rules.play.no_kills == "red_wins_at_four" and table.left != FOUR
    ):
        raise WinnerContradictsEliminations(
            f"The eliminations leave {table.left} players and do not lead to the ending {ending.kind}.",
            clause=rules.clause(_CLAUSE[ending.kind]),
        )


def _check_reason(ending: Ending, rules: TableRules) -> None:
    if ending.kind in {"team_defeat", "stopped", "judge_decision"} and ending.reason is None:
        raise EndingReasonMissing(f"The ending {ending.kind} is the judge's decision; enter its reason.")
    offenses = rules.sanctions.team_defeat
    if ending.kind == "team_defeat" and offenses and ending.offense not in offenses:
        raise OffenseNotInRegulations(
            f"{ending.offense or 'No offense'} is not what {rules.document} gives the win to the other team"
            f" for: {', '.join(offenses)}.",
            clause=rules.clause("sanctions.team_defeat"),
        )


def _contradiction(
    result: Result, kind: EndingKind | None, rules: TableRules
) -> WinnerContradictsEliminations:
    assert kind is not None  # noqa: S101 - the callers hold an end told by the table
    return WinnerContradictsEliminations(
        f"The eliminations end the game by {kind}: {_WINNER_BY_TABLE[kind]} won, not {result.winner}."
        " Correct the winner or the eliminations, or enter the ending judge_decision with a reason.",
        clause=rules.clause(_CLAUSE[kind]),
    )
