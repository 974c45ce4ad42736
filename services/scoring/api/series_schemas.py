"""What the API of series takes and gives."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from services.scoring.domain.series_table import SeriesRow
from shared.contracts.series import SeriesRules

Reason = Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]
LeftOut = Literal["not_final", "frozen"]


class SeriesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A series to open."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=200, pattern=r"\S")]
    rules: SeriesRules


class SeriesRulesBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Other rules, and why."""

    rules: SeriesRules
    reason: Reason


class SeriesChampionshipBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A championship to add."""

    championship: UUID


class RemovalBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why a championship is removed."""

    reason: Reason


class LegView(msgspec.Struct, frozen=True, kw_only=True):
    """A championship of a series. `left_out`: why it does not count here; null: it does."""

    championship: UUID
    title: str
    state: Literal["provisional", "final", "revised"]
    revision: int
    players: int
    """How many have a place in it."""
    left_out: LeftOut | None


class SeriesView(msgspec.Struct, frozen=True, kw_only=True):
    """A series and its championships, in the order in which they were added."""

    series: UUID
    version: int
    title: str
    rules: SeriesRules
    opened_by: UUID
    opened_at: datetime
    championships: tuple[LegView, ...]


class SeriesListView(msgspec.Struct, frozen=True, kw_only=True):
    """Series, in the order in which they were opened. `next`: give it as `after`; null: there are no more."""

    series: tuple[SeriesView, ...]
    next: UUID | None


class SeriesStandingsView(SeriesView, frozen=True, kw_only=True):
    """The table of a series: a row's `total` is the sum of its lines that count.

    Only championships whose standings were final count, unless `provisional` ones were asked for too; those
    whose public table is frozen never do.
    """

    provisional: bool
    rows: tuple[SeriesRow, ...]


class SeriesQualificationView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is among the best of a series, so many as there are places, and who would be next.

    `tied`: who shares the place across the line; the series does not say who of them goes on.
    """

    series: UUID
    version: int
    places: int
    provisional: bool
    complete: bool
    """Whether every championship of the series counts in it."""
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    tied: tuple[UUID, ...]
    tied_reserves: tuple[tuple[UUID, ...], ...]
    nicks: dict[UUID, str | None]
