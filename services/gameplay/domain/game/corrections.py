"""A protocol that a ruling puts right: which facts it changes, and what follows from them."""

from msgspec.structs import replace

from services.gameplay.domain.game.state import Setting
from services.gameplay.domain.game.summary import checked
from shared.contracts.appeals import CorrectResult
from shared.contracts.gameplay import Ending, Result, SeatResult
from shared.eventsourcing.refusal import Refusal


def corrected(result: Result, remedy: CorrectResult, setting: Setting) -> Result:
    """Return the result with the facts of a ruling, as it is recorded.

    The ending stays where it can, else follows from the facts, else is the commission's decision. Raises
    the refusal of the first rule that the corrected protocol breaks however it ended.
    """
    entrants = {seat.player for seat in result.seats}
    put_right = _with_facts(result, remedy)
    for ending in (result.ending, None, Ending(kind="team_defeat", reason=remedy.reason)):
        try:
            return checked(replace(put_right, ending=ending), setting, entrants)
        except Refusal:
            continue
    decided = Ending(kind="judge_decision", reason=remedy.reason)
    return checked(replace(put_right, ending=decided), setting, entrants)


def _with_facts(result: Result, remedy: CorrectResult) -> Result:
    named = {
        name: value
        for name in (
            "eliminations",
            "first_killed",
            "best_move",
            "best_players",
            "extra_points",
            "penalties",
            "team_defeat",
        )
        if (value := getattr(remedy, name)) is not None
    }
    if remedy.winner is not None:
        named["winner"] = None if remedy.winner == "nobody" else remedy.winner
    seats = tuple(_seat(seat, remedy) for seat in result.seats)
    return replace(result, seats=seats, **named, **dict.fromkeys(remedy.struck))


def _seat(seat: SeatResult, remedy: CorrectResult) -> SeatResult:
    for facts in remedy.seats:
        if facts.seat == seat.seat:
            seat = replace(
                seat,
                role=seat.role if facts.role is None else facts.role,
                fouls=seat.fouls if facts.fouls is None else facts.fouls,
            )
    return seat
