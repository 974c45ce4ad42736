"""How players leave the table, and whether the game is over then (O-END-1, O-END-2)."""

import msgspec

from services.gameplay.domain.game.night import is_black
from services.gameplay.domain.game.table import Finish, Table
from shared.contracts.gameplay import Elimination, EliminationCause, Ending
from shared.contracts.primitives import SeatNumber, Team


def other(team: Team) -> Team:
    """Return the opposing team."""
    return "black" if team == "red" else "red"


def out(table: Table) -> frozenset[SeatNumber]:
    """Return who has left."""
    return frozenset(elimination.seat for elimination in table.gone)


def leave(
    table: Table, seats: tuple[SeatNumber, ...], cause: EliminationCause, reason: str | None = None
) -> Table:
    """Take players from the table, together; `checked_end` says what it leads to."""
    gone = tuple(
        Elimination(seat=seat, cause=cause, time=table.moment, number=table.number, reason=reason)
        for seat in seats
        if seat in table.alive
    )
    alive = tuple(seat for seat in table.alive if seat not in seats)
    quiet = 0 if gone else table.quiet
    return msgspec.structs.replace(table, alive=alive, gone=(*table.gone, *gone), quiet=quiet, news=True)


def checked_end(table: Table) -> Table:
    """End the game where a team has won by who is left."""
    if not table.roles or table.phase == "over":
        return table
    blacks = sum(is_black(table.roles[seat - 1]) for seat in table.alive)
    if blacks == 0:
        return finished(table, "red", Ending(kind="blacks_out"))
    if 2 * blacks >= len(table.alive):
        return finished(table, "black", Ending(kind="parity"))
    return table


def finished(table: Table, winner: Team | None, ending: Ending, offender: SeatNumber | None = None) -> Table:
    """End the game: whatever was under way is void."""
    if table.phase == "over":
        return table
    return msgspec.structs.replace(
        table,
        phase="over",
        queue=(),
        voting=None,
        tied=(),
        finish=Finish(winner=winner, ending=ending, offender=offender),
        news=True,
    )
