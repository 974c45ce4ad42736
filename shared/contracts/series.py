"""The rules of a series: how several championships make one table, as data."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

import msgspec

from shared.contracts.primitives import Points, exact

SeriesMetric: TypeAlias = Literal[
    "points", "victories", "podiums", "best_result", "last_result", "championships"
]
"""What a series can be ordered by; more is better in each.

`victories`, `podiums`: championships in which the place was the first, or one of the first three;
`best_result`, `last_result`: the points of the best championship, and of the last one of the series;
`championships`: how many were played. All but `points` are of every championship, counted or not.
"""


class PointsTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points by place, in championships with at least so many players in the ranking."""

    players: Annotated[int, msgspec.Meta(ge=1, le=10_000)]
    points: Annotated[tuple[Points, ...], msgspec.Meta(min_length=1, max_length=10_000)]
    """The first place's first; places beyond bring 0."""


class SeriesRules(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the championships of a series count."""

    count: Literal["places", "points"] = "places"
    """A championship brings the points of a table for the place, or the points that were scored in it."""
    tables: tuple[PointsTable, ...] = ()
    """Of places: the one for the most players that the championship has; none: it brings 0."""
    shared_places: Literal["average", "each"] = "average"
    """Players who share a place share the points of the places that they fill, or have its points each."""
    best: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """How many of a player's championships count, the best ones; None: all."""
    minimum: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    """Whoever played fewer championships has no place."""
    order: Annotated[tuple[SeriesMetric, ...], msgspec.Meta(min_length=1)] = (
        "points",
        "victories",
        "podiums",
        "best_result",
    )


def problems_of_series(rules: SeriesRules) -> Iterator[str]:
    """Yield what cannot be meant in the rules of a series, all at once."""
    if rules.count == "places" and not rules.tables:
        yield "tables: places count, and no table says what they bring"
    if rules.count == "points" and rules.tables:
        yield "tables: points count, and nothing ever reads a table"
    if rules.count == "points" and rules.shared_places != "average":
        yield "shared_places: points count, and places bring nothing to share"
    sizes = [table.players for table in rules.tables]
    if len(set(sizes)) != len(sizes):
        yield "tables: two are for the same number of players"
    if len(set(rules.order)) != len(rules.order):
        yield "order: a metric stands in it twice"
    for number, table in enumerate(rules.tables):
        values = [exact(points) for points in table.points]
        if values != sorted(values, reverse=True):
            yield f"tables[{number}].points: a better place brings less than a worse one"
