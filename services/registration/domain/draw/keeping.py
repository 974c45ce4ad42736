"""What holds of every seating, however often it was changed: checked by what made none of it."""

from collections import Counter
from collections.abc import Collection, Sequence
from uuid import UUID

from services.registration.domain.draw.inputs import DrawInputs, Pair
from services.registration.domain.draw.rounds import SEATS
from services.registration.domain.draw.separations import separated
from services.registration.domain.errors import (
    JudgeRelated,
    JudgeRepeated,
    PlayerRepeated,
    SeatsNotTen,
    SeparatedWouldMeet,
)
from shared.contracts.registration import DrawnTable


def demand_kept(
    tables: Sequence[DrawnTable],
    changed: Collection[UUID],
    inputs: DrawInputs,
    relations: Collection[Pair] = (),
) -> None:
    """Raise the first hard rule that one of the changed games breaks in the whole seating.

    Ten different players at a table, nobody in two places of a round, nobody with whom he must not meet, no
    judge with somebody he is related to. `inputs` are those of the draw: what it kept, its changes keep;
    `relations` those that are declared now.
    """
    busy = Counter(
        (table.round, person) for table in tables for person in (*dict.fromkeys(table.seats), table.judge)
    )
    pairs, related = separated(inputs), {*inputs.relations, *relations}
    for table in sorted(tables, key=lambda one: (one.round, one.table)):
        if table.game not in changed:
            continue
        where = f"Round {table.round}, table {table.table}"
        _check_people(table, where, busy)
        for one, other in pairs:
            if one in table.seats and other in table.seats:
                raise SeparatedWouldMeet(
                    f"{where}: {one} and {other} must not meet; choose another change.", game=str(table.game)
                )
        for player in table.seats:
            if (table.judge, player) in related:
                raise JudgeRelated(
                    f"{where}: the judge {table.judge} is related to {player}; let another one judge.",
                    game=str(table.game),
                )


def _check_people(table: DrawnTable, where: str, busy: Counter[tuple[int, UUID]]) -> None:
    if len(set(table.seats)) != SEATS or len(table.seats) != SEATS:
        raise SeatsNotTen(f"{where} has {len(set(table.seats))} players; a table seats ten.")
    for player in table.seats:
        if busy[table.round, player] > 1:
            raise PlayerRepeated(
                f"{where}: {player} plays or judges in that round already; nobody is twice in a round.",
                game=str(table.game),
            )
    if busy[table.round, table.judge] > 1:
        raise JudgeRepeated(
            f"{where}: the judge {table.judge} plays or judges in that round already; name another.",
            game=str(table.game),
        )
