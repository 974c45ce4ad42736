"""The table of a series: each player's championships as lines, the best of them summed, places by metrics.

A pure function of the championships' overall tables and the series' rules. Whoever shares every metric
shares the place; nothing else ever decides.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, Protocol, TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.canonical import Shown, shown
from shared.contracts.primitives import Points, exact, points_text
from shared.contracts.series import SeriesMetric, SeriesRules

PODIUM = 3
Why: TypeAlias = Literal["counts", "not_among_the_best"]


class Result(Protocol):
    """What a series reads of a row of a championship's table."""

    @property
    def player(self) -> UUID:
        """Whose row it is."""

    @property
    def nick(self) -> str | None:
        """The name in that championship."""

    @property
    def place(self) -> int | None:
        """The place, shared or not; None: outside the ranking."""

    @property
    def total(self) -> Points:
        """The points scored."""


class Leg(msgspec.Struct, frozen=True, kw_only=True):
    """One championship of a series, with its overall table."""

    championship: UUID
    rows: Sequence[Result]


class SeriesLine(msgspec.Struct, frozen=True, kw_only=True):
    """What one championship brings a player. `of`: how many had a place. `scored`: his points in it."""

    championship: UUID
    place: int | None
    of: int
    scored: Points
    points: Points
    why: Why


class SeriesDecided(msgspec.Struct, frozen=True, kw_only=True):
    """What set a row apart from the one above: the metric, and both values."""

    by: SeriesMetric
    neighbor: UUID
    own: Points
    theirs: Points


class SeriesRow(msgspec.Struct, frozen=True, kw_only=True):
    """A player in the table of a series: `total` is the sum of the lines that count."""

    place: int | None
    shared: bool
    player: UUID
    nick: str | None
    total: Points
    shown: Shown
    metrics: dict[SeriesMetric, Points]
    above: SeriesDecided | None
    lines: tuple[SeriesLine, ...]


class Qualification(msgspec.Struct, frozen=True, kw_only=True):
    """The best of a series, and who would be next. `tied`: who shares the place across the line."""

    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    tied: tuple[UUID, ...]
    tied_reserves: tuple[tuple[UUID, ...], ...]


def table_of(rules: SeriesRules, legs: Sequence[Leg]) -> tuple[SeriesRow, ...]:
    """Return the rows of a series, best first; who played in too few comes last, without a place."""
    lines: dict[UUID, list[SeriesLine]] = {}
    nicks: dict[UUID, str | None] = {}
    for leg in legs:
        for line, row in _lines(rules, leg):
            lines.setdefault(row.player, []).append(line)
            nicks[row.player] = row.nick or nicks.get(row.player)
    chosen = {player: _best(rules, own) for player, own in lines.items()}
    last = legs[-1].championship if legs else None
    measured = {player: _measure(own, last) for player, own in chosen.items()}
    few = {player for player, own in chosen.items() if len(own) < rules.minimum}

    def standing(player: UUID) -> tuple[bool, list[Fraction], str, UUID]:
        metrics = [-measured[player][metric] for metric in rules.order]
        return player in few, metrics, (nicks[player] or "").casefold(), player

    listed = sorted(chosen, key=standing)
    places: dict[UUID, int | None] = {}
    above: dict[UUID, SeriesDecided | None] = {}
    for index, player in enumerate(listed):
        neighbor = listed[index - 1] if index else None
        own = None if neighbor is None else _decided(rules.order, player, neighbor, measured)
        above[player] = None if player in few else own
        level = neighbor is not None and own is None
        places[player] = None if player in few else places[neighbor] if level and neighbor else index + 1
    taken = Counter(places.values())
    return tuple(
        SeriesRow(
            place=places[player],
            shared=places[player] is not None and taken[places[player]] > 1,
            player=player,
            nick=nicks[player],
            total=points_text(measured[player]["points"]),
            shown=shown(measured[player]["points"]),
            metrics={metric: points_text(value) for metric, value in measured[player].items()},
            above=above[player],
            lines=tuple(chosen[player]),
        )
        for player in listed
    )


def qualification(rows: Sequence[SeriesRow], places: int) -> Qualification:
    """Return who is among the best, so many; a tie across the line is named, not decided."""
    ranked = [row for row in rows if row.place is not None]
    line = min(places, len(ranked))
    level: dict[int | None, list[UUID]] = {}
    for row in ranked:
        level.setdefault(row.place, []).append(row.player)
    across = line < len(ranked) and ranked[line - 1].place == ranked[line].place
    tied = tuple(level[ranked[line].place]) if across else ()
    reserves = tuple(row.player for row in ranked[line:])
    return Qualification(
        qualifiers=tuple(row.player for row in ranked[:line]),
        reserves=reserves,
        tied=tied,
        tied_reserves=tuple(
            tuple(group) for group in level.values() if len(group) > 1 and set(group) <= set(reserves)
        ),
    )


def _lines(rules: SeriesRules, leg: Leg) -> list[tuple[SeriesLine, Result]]:
    ranked = [row for row in leg.rows if row.place is not None]
    sharing = Counter(row.place for row in ranked)
    found = []
    for row in leg.rows:
        brings = _brought(rules, row, len(ranked), sharing[row.place])
        line = SeriesLine(
            championship=leg.championship,
            place=row.place,
            of=len(ranked),
            scored=row.total,
            points=points_text(brings),
            why="counts",
        )
        found.append((line, row))
    return found


def _brought(rules: SeriesRules, row: Result, size: int, sharing: int) -> Fraction:
    if rules.count == "points":
        return exact(row.total)
    fitting = [table for table in rules.tables if table.players <= size]
    if row.place is None or not fitting:
        return Fraction(0)
    points = max(fitting, key=lambda table: table.players).points
    filled = range(row.place, row.place + (sharing if rules.shared_places == "average" else 1))
    brought = [exact(points[place - 1]) if place <= len(points) else Fraction(0) for place in filled]
    return sum(brought, Fraction(0)) / len(brought)


def _best(rules: SeriesRules, lines: Sequence[SeriesLine]) -> list[SeriesLine]:
    """Mark which lines count; of equal ones the earlier does."""
    if rules.best is None:
        return list(lines)
    ranked = sorted(range(len(lines)), key=lambda index: (-exact(lines[index].points), index))
    counted = set(ranked[: rules.best])
    return [
        line if index in counted else msgspec.structs.replace(line, why="not_among_the_best")
        for index, line in enumerate(lines)
    ]


def _measure(lines: Sequence[SeriesLine], last: UUID | None) -> dict[SeriesMetric, Fraction]:
    results = [exact(line.points) for line in lines]
    places = [line.place for line in lines if line.place is not None]
    return {
        "points": sum((exact(line.points) for line in lines if line.why == "counts"), Fraction(0)),
        "victories": Fraction(sum(place == 1 for place in places)),
        "podiums": Fraction(sum(place <= PODIUM for place in places)),
        "best_result": max(results),
        "last_result": sum((exact(line.points) for line in lines if line.championship == last), Fraction(0)),
        "championships": Fraction(len(lines)),
    }


def _decided(
    order: Sequence[SeriesMetric],
    player: UUID,
    neighbor: UUID,
    measured: Mapping[UUID, Mapping[SeriesMetric, Fraction]],
) -> SeriesDecided | None:
    for metric in order:
        own, theirs = measured[player][metric], measured[neighbor][metric]
        if own != theirs:
            return SeriesDecided(
                by=metric, neighbor=neighbor, own=points_text(own), theirs=points_text(theirs)
            )
    return None
