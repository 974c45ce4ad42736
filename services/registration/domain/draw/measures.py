"""How even a seating is: the measures of every draw, imported ones too. Counted from the seating alone.

`c2` is the sum over all pairs of m(m-1)/2, where m is in how many games the two meet; the fewer, the evener.
Sums of squares measure the same of seats, neighbors and tables. Fractions are written "7/3".
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any
from uuid import UUID

import msgspec

from services.registration.domain.draw import bounds
from services.registration.domain.draw.rounds import SEATS
from shared.contracts.registration import DrawnTable, SeatingCost

_HALF = SEATS // 2
Pair = tuple[UUID, UUID]
"""Two players, the smaller id first."""


class Meetings(msgspec.Struct, frozen=True, kw_only=True):
    """Who meets whom. `pairs_by_times["3"]` is how many pairs meet three times."""

    c2: int
    bound: int
    proved_best: bool
    mean: str
    variance: str
    least: int
    most: int
    never: int
    pairs_by_times: dict[str, int]
    fairest_player: str
    """The least of the players' own sums of (m - mean)²."""
    least_fair_player: str
    """The largest of them."""


class Seats(msgspec.Struct, frozen=True, kw_only=True):
    """Where players sit. `repeats`: times somebody sat in a seat again before he had been in all ten."""

    squares: int
    bound: int
    repeats: int
    halves: int
    """Sum over players of (games in seats 1-5 minus games in seats 6-10)²."""
    neighboring_seats: int
    """Sum of squares of (player, seats 1-2, 3-4, …) counts."""


class Byes(msgspec.Struct, frozen=True, kw_only=True):
    """Who rests. Where everybody always plays, all is 0."""

    least: int
    most: int
    back_to_back: int


class Quality(msgspec.Struct, frozen=True, kw_only=True):
    """All measures of one seating. Sums of squares stand beside the least that could be."""

    meetings: Meetings
    seats: Seats
    neighbors: int
    neighbors_bound: int
    tables: int
    tables_bound: int
    judges: int
    """Sum of squares of (player, judge) counts."""
    byes: Byes


def quality_of(seating: Sequence[DrawnTable], players: Collection[UUID]) -> Quality:
    """Measure a seating. Where a change left some with more games than others, the bounds are for those."""
    games = Counter(dict.fromkeys(players, 0))
    games.update(player for table in seating for player in table.seats)
    players = tuple(games)
    tables = tuple(Counter(table.round for table in seating).values())
    return Quality(
        meetings=_meetings(seating, players, games, tables),
        seats=_seats(seating, players, games),
        neighbors=_squares(neighbors_in(seating)),
        neighbors_bound=bounds.least_squares(len(seating) * SEATS, len(players) * (len(players) - 1) // 2),
        tables=_squares(Counter((player, table.table) for table in seating for player in table.seats)),
        tables_bound=sum(bounds.least_squares(of_one, max(tables)) for of_one in games.values()),
        judges=_squares(Counter((player, table.judge) for table in seating for player in table.seats)),
        byes=_byes(seating, players),
    )


def cost_of(seating: Sequence[DrawnTable]) -> SeatingCost:
    """Measure any seating, where some may play more games than others: of all who sit in it."""
    people = {player for table in seating for player in table.seats}
    seats = seats_of(seating, people)
    return SeatingCost(
        c2=sum(m * (m - 1) // 2 for m in meetings_in(seating).values()),
        seats=sum(_squares(Counter(of_one)) for of_one in seats.values()),
        repeats=_repeats(seats),
        neighbors=_squares(neighbors_in(seating)),
        tables=_squares(Counter((player, table.table) for table in seating for player in table.seats)),
        judges=_squares(Counter((player, table.judge) for table in seating for player in table.seats)),
    )


def _repeats(seats: Mapping[UUID, Sequence[int]]) -> int:
    return sum(
        len(ten) - len(set(ten))
        for of_one in seats.values()
        for ten in (of_one[start : start + SEATS] for start in range(0, len(of_one), SEATS))
    )


def meetings_in(seating: Sequence[DrawnTable]) -> Counter[Pair]:
    """Count how often each pair meets that meets at all."""
    return Counter(pair for table in seating for pair in combinations(sorted(table.seats), 2))


def neighbors_in(seating: Sequence[DrawnTable]) -> Counter[Pair]:
    """Count how often each pair sits side by side; the table is round."""
    return Counter(
        (min(one, other), max(one, other))
        for table in seating
        for one, other in zip(table.seats, (*table.seats[1:], table.seats[0]), strict=True)
    )


def _squares(counts: Mapping[Any, int]) -> int:
    return sum(count * count for count in counts.values())


def _meetings(
    seating: Sequence[DrawnTable], players: Collection[UUID], games: Counter[UUID], tables: Sequence[int]
) -> Meetings:
    met = meetings_in(seating)
    times = [met[pair] for pair in combinations(sorted(players), 2)]
    c2 = sum(m * (m - 1) // 2 for m in times)
    bound = _bound(games, tables)
    mean = Fraction(sum(times), len(times))
    squares = dict.fromkeys(players, 0)
    for (one, other), m in met.items():
        squares[one] += m * m
        squares[other] += m * m
    # The sum over the others of (m - mean)², whose m sum up to nine for each of his games.
    own = [
        squares[player] - 2 * mean * (SEATS - 1) * games[player] + (len(players) - 1) * mean**2
        for player in players
    ]
    return Meetings(
        c2=c2,
        bound=bound,
        proved_best=c2 == bound,
        mean=str(mean),
        variance=str(sum(own, Fraction(0)) / (2 * len(times))),
        least=min(times),
        most=max(times),
        never=times.count(0),
        pairs_by_times={str(m): count for m, count in sorted(Counter(times).items())},
        fairest_player=str(min(own)),
        least_fair_player=str(max(own)),
    )


def _bound(games: Counter[UUID], tables: Sequence[int]) -> int:
    """Return the bound of draws, or, where not all play as many games, the part of it that still holds."""
    players = len(games)
    if len(set(games.values())) == 1:
        return bounds.c2_bound(players, max(games.values()), tables)
    return bounds.least_pairs(sum(tables) * bounds.PAIRS_AT_A_TABLE, players * (players - 1) // 2)


def _seats(seating: Sequence[DrawnTable], players: Collection[UUID], games: Counter[UUID]) -> Seats:
    seats = seats_of(seating, players)
    return Seats(
        squares=sum(_squares(Counter(of_one)) for of_one in seats.values()),
        bound=sum(bounds.least_squares(of_one, SEATS) for of_one in games.values()),
        repeats=_repeats(seats),
        halves=sum(sum(1 if seat <= _HALF else -1 for seat in of_one) ** 2 for of_one in seats.values()),
        neighboring_seats=sum(
            _squares(Counter((seat + 1) // 2 for seat in of_one)) for of_one in seats.values()
        ),
    )


def seats_of(seating: Sequence[DrawnTable], players: Collection[UUID]) -> dict[UUID, list[int]]:
    """Return each player's seats, 1 to 10, in the order of his games."""
    seats: dict[UUID, list[int]] = {player: [] for player in players}
    for table in sorted(seating, key=lambda table: table.round):
        for seat, player in enumerate(table.seats, start=1):
            seats[player].append(seat)
    return seats


def byes_of(seating: Sequence[DrawnTable], players: Collection[UUID]) -> dict[UUID, list[int]]:
    """Return the rounds in which each player rests."""
    byes: dict[UUID, list[int]] = {player: [] for player in players}
    for number in sorted({table.round for table in seating}):
        playing = {player for table in seating if table.round == number for player in table.seats}
        for player in players:
            if player not in playing:
                byes[player].append(number)
    return byes


def _byes(seating: Sequence[DrawnTable], players: Collection[UUID]) -> Byes:
    byes = byes_of(seating, players)
    counts = [len(rounds) for rounds in byes.values()]
    return Byes(
        least=min(counts),
        most=max(counts),
        back_to_back=sum(
            after == before + 1 for rounds in byes.values() for before, after in pairwise(rounds)
        ),
    )
