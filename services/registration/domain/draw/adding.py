"""One player more, where byes leave room: the fewest seats that give him his games and take none from others.

A new table of a round seats him and nine who rest in it. Each of the nine gives him his seat in one game of
another round. So he plays ten games, all others as many as before, and ten games differ in one seat each, the
new one aside: that works for stages of ten games, and nothing smaller does.
"""

from collections.abc import Sequence
from itertools import combinations
from uuid import UUID, uuid5

from msgspec.structs import replace

from services.registration.domain.draw.assignment import FORBIDDEN, assigned
from services.registration.domain.draw.inputs import DrawInputs
from services.registration.domain.draw.measures import meetings_in, seats_of
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS
from services.registration.domain.draw.separations import separated
from services.registration.domain.draw.wishes import Meanwhile
from services.registration.domain.errors import NoRoomByByes
from shared.contracts.registration import DrawnTable

_GIVING = SEATS - 1


def added(
    player: UUID, tables: Sequence[DrawnTable], inputs: DrawInputs, meanwhile: Meanwhile
) -> tuple[DrawnTable, ...]:
    """Return the seating with one player more; the same whoever makes it. Raises NoRoomByByes."""
    if inputs.games != SEATS:
        raise NoRoomByByes(
            f"In stage {inputs.stage!r} everybody plays {inputs.games} games; one player more fills whole"
            " tables only where everybody plays ten. Let him play in somebody's place.",
            games=inputs.games,
        )
    random = Randomness(f"{inputs.draw}\n{player}")
    for number in sorted({table.round for table in tables}):
        seating = _with_table(number, player, tables, inputs, meanwhile, random)
        if seating is not None:
            return seating
    raise NoRoomByByes(
        f"No round of stage {inputs.stage!r} that has not started has nine who rest, a table and a judge for"
        " them, and nine other games in which they can make room; let him play in somebody's place."
    )


def _with_table(
    number: int,
    player: UUID,
    tables: Sequence[DrawnTable],
    inputs: DrawInputs,
    meanwhile: Meanwhile,
    random: Randomness,
) -> tuple[DrawnTable, ...] | None:
    """Return the seating with a new table in this round, or None where it has no room."""
    of_round = [table for table in tables if table.round == number]
    everyone = sorted({one for table in tables for one in table.seats})
    there = {one for table in of_round for one in (*table.seats, table.judge)}
    most = (len(everyone) + 1) // SEATS if inputs.tables is None else inputs.tables
    judges = sorted(set(meanwhile.judges) - set(meanwhile.busy) - there - {player})
    begun = any(table.game in meanwhile.started for table in of_round)
    if begun or player in there or len(of_round) >= most or not judges:
        return None
    resting = _apart([one for one in everyone if one not in there], player, tables, inputs)
    related = {*inputs.relations, *meanwhile.relations}
    judge = next(
        (one for one in judges if one not in resting and not any((one, p) in related for p in resting)), None
    )
    if len(resting) < _GIVING or judge is None:
        return None
    giving = _games_given(player, resting, number, tables, inputs, meanwhile, random)
    if giving is None:
        return None
    kept = [
        replace(t, seats=tuple(player if one == giving.get(t.game) else one for one in t.seats))
        for t in tables
    ]
    place = max(table.table for table in of_round) + 1
    sat = seats_of(kept, {*everyone, player})
    ten = [player, *resting]
    seats = assigned([[2 * sat[one].count(s) + 1 for s in range(1, SEATS + 1)] for one in ten], random)
    new = DrawnTable(
        game=uuid5(inputs.draw, f"{number}/{place}"),
        round=number,
        table=place,
        judge=judge,
        seats=tuple(one for _, one in sorted(zip(seats, ten, strict=True))),
    )
    return (*kept, new)


def _apart(
    resting: Sequence[UUID], player: UUID, tables: Sequence[DrawnTable], inputs: DrawInputs
) -> list[UUID]:
    """Choose nine who rest and may meet: one after the other who has met those before him least."""
    met, never = meetings_in(tables), separated(inputs)
    chosen: list[UUID] = []

    def times(one: UUID) -> int:
        return sum(met[min(one, other), max(one, other)] for other in chosen)

    left = list(resting)
    while left and len(chosen) < _GIVING:
        one = min(left, key=lambda candidate: (times(candidate), candidate))
        left.remove(one)
        pairs = combinations(sorted((one, player, *chosen)), 2)
        if not any(pair in never for pair in pairs):
            chosen.append(one)
    return chosen


def _games_given(
    player: UUID,
    giving: Sequence[UUID],
    number: int,
    tables: Sequence[DrawnTable],
    inputs: DrawInputs,
    meanwhile: Meanwhile,
    random: Randomness,
) -> dict[UUID, UUID] | None:
    """Return, by game, who gives his seat: each once, in nine rounds, to somebody who is free in them."""
    never, related = separated(inputs), {*inputs.relations, *meanwhile.relations}
    rounds: dict[int, dict[UUID, DrawnTable]] = {}
    for table in tables:
        if table.round == number or table.game in meanwhile.started or table.judge == player:
            continue
        for one in giving:
            others = [other for other in table.seats if other != one]
            if one not in table.seats or (table.judge, player) in related:
                continue
            if not any((min(player, other), max(player, other)) in never for other in others):
                rounds.setdefault(table.round, {})[one] = table
    numbers = sorted(rounds)
    if len(numbers) < _GIVING:
        return None
    costs = [
        [_shared(rounds[at][one], giving) if one in rounds[at] else FORBIDDEN for at in numbers]
        for one in giving
    ]
    columns = assigned(costs, random)
    if any(costs[row][column] == FORBIDDEN for row, column in enumerate(columns)):
        return None
    return {rounds[numbers[column]][one].game: one for one, column in zip(giving, columns, strict=True)}


def _shared(table: DrawnTable, giving: Sequence[UUID]) -> int:
    """Count whom the new player meets at a table beside the new one as well."""
    return sum(one in giving for one in table.seats)
