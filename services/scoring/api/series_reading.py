"""A series as it is now: its rules, and the tables of its championships that count."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.api.series_schemas import LegView, SeriesView
from services.scoring.domain.canonical import read_rows
from services.scoring.domain.errors import SeriesUnknown
from services.scoring.domain.series_table import Leg
from services.scoring.domain.tables import OVERALL
from services.scoring.inbox import titles
from services.scoring.projections import how_are_standings_published, how_do_players_stand
from services.scoring.projections import which_championships_make_a_series as kept


class SeriesNow:
    """One series with its championships; `legs` are those that count."""

    def __init__(self, row: Row[Any], found: list[tuple[LegView, Leg]]) -> None:
        self._row = row
        self._found = found
        self.version: int = row.version
        self.rules = kept.rules_of(row)
        self.legs = [leg for shown, leg in found if shown.left_out is None]

    @property
    def stands_on(self) -> dict[str, int]:
        """What an answer depends on: the version of the series, and the revisions of what counts."""
        revisions = {
            str(shown.championship): shown.revision for shown, _ in self._found if not shown.left_out
        }
        return {"series": self.version} | revisions

    def head(self) -> dict[str, Any]:
        """Return the fields that every view of a series has."""
        return {
            "series": self._row.series,
            "version": self.version,
            "title": self._row.title,
            "rules": self.rules,
            "opened_by": self._row.opened_by,
            "opened_at": self._row.opened_at,
            "championships": tuple(shown for shown, _ in self._found),
        }

    def view(self) -> SeriesView:
        """Return the series without its table."""
        return SeriesView(**self.head())


async def series_now(connection: AsyncConnection, series: UUID, *, provisional: bool) -> SeriesNow:
    """Return a series. Raises SeriesUnknown."""
    row = (await connection.execute(kept.of(series))).one_or_none()
    if row is None:
        raise SeriesUnknown(f"There is no series {series}.")
    names = [one.championship for one in await connection.execute(kept.championships(series))]
    called = await titles(connection, names)
    return SeriesNow(row, [await _leg(connection, one, called, provisional=provisional) for one in names])


async def _leg(
    connection: AsyncConnection, championship: UUID, called: Mapping[UUID, str], *, provisional: bool
) -> tuple[LegView, Leg]:
    table = (await connection.execute(how_do_players_stand.of(championship, OVERALL))).one()
    published = (await connection.execute(how_are_standings_published.of(championship))).one_or_none()
    state: Any = published.state if published is not None else "provisional"
    frozen = published is not None and published.frozen_revision is not None
    final = state != "provisional" or provisional
    rows = read_rows(table.rows) if table.rows is not None else ()
    shown = LegView(
        championship=championship,
        title=called.get(championship, ""),
        state=state,
        revision=0 if frozen else table.revision,
        players=0 if frozen else sum(row.place is not None for row in rows),
        left_out="frozen" if frozen else None if final else "not_final",
    )
    return shown, Leg(championship=championship, rows=rows)
