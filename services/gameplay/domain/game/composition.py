"""Who sits at the table and with which cards (O-GAME-1, O-GAME-2, C-GAME-1)."""

from collections import Counter
from collections.abc import Collection
from uuid import UUID

from services.gameplay.domain.errors import (
    JudgeAtOwnTable,
    PlayerTwice,
    SeatsIncomplete,
    StrangerAtTheTable,
    SubstituteNotEntered,
    TableNotTen,
    WrongComposition,
)
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result
from shared.contracts.primitives import COMPOSITION

TEN = 10


def check_table(judge: UUID, seats: tuple[UUID, ...], rules: TableRules) -> None:
    """Refuse a table that is not ten different players with a judge who is none of them."""
    if len(seats) != TEN or len(set(seats)) != TEN:
        raise TableNotTen(
            f"The table has {len(set(seats))} different players in {len(seats)} seats; ten are needed.",
            clause=rules.clause("play.seats"),
        )
    if judge in seats:
        raise JudgeAtOwnTable(
            f"The judge {judge} plays at seat {seats.index(judge) + 1} of his own table; appoint another.",
        )


def check_seats(
    result: Result, judge: UUID, drawn: tuple[UUID, ...], rules: TableRules, entrants: Collection[UUID]
) -> None:
    """Refuse a result that does not hold exactly the ten seated players, each in his seat.

    A seat marked as `substitute` may hold somebody else, who must be among `entrants`.
    """
    numbers = sorted(seat.seat for seat in result.seats)
    if numbers != list(range(1, TEN + 1)):
        raise SeatsIncomplete(
            f"The protocol has the seats {numbers}; it needs the seats 1 to 10, once each.",
            clause=rules.clause("play.seats"),
        )
    for player, times in Counter(seat.player for seat in result.seats).items():
        if times > 1:
            raise PlayerTwice(f"Player {player} stands in {times} seats; a player sits in one.")
    for seat in result.seats:
        expected = drawn[seat.seat - 1]
        if seat.player == expected:
            continue
        if not seat.substitute or seat.player in drawn:
            raise StrangerAtTheTable(
                f"Seat {seat.seat} holds {seat.player}; the draw put {expected} there."
                " Correct the seat, or mark it as a substitute's.",
                seat=seat.seat,
                expected=expected,
            )
        if seat.player == judge:
            raise JudgeAtOwnTable(f"The judge {judge} cannot be the substitute at seat {seat.seat}.")
        if seat.player not in entrants:
            raise SubstituteNotEntered(
                f"The substitute {seat.player} at seat {seat.seat} has no entry in this championship;"
                " have the entry accepted first.",
                seat=seat.seat,
            )


def check_roles(result: Result, rules: TableRules) -> None:
    """Refuse any other composition than six civilians, a sheriff, two mafia and a don."""
    counted = Counter(seat.role for seat in result.seats)
    if counted != COMPOSITION:
        dealt = ", ".join(f"{counted[role]} {role}" for role in COMPOSITION)
        raise WrongComposition(
            f"The cards are {dealt}; they must be 6 civilian, 1 sheriff, 2 mafia, 1 don.",
            clause=rules.clause("play.composition"),
        )
