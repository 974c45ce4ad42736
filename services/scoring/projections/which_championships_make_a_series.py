"""Which championships make a series, by which rules, in which order, and who keeps it."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, delete, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.series.events import (
    SeriesChampionshipAdded,
    SeriesChampionshipRemoved,
    SeriesOpened,
    SeriesRulesChanged,
)
from services.scoring.projections import METADATA
from shared.contracts.series import SeriesRules
from shared.eventsourcing.handling import Projection, Recorded

series = Table(
    "series",
    METADATA,
    Column("series", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("rules", JSONB, nullable=False),
    Column("opened_by", Uuid, nullable=False),
    Column("opened_at", DateTime(timezone=True), nullable=False),
)
series_championships = Table(
    "series_championships",
    METADATA,
    Column("series", Uuid, primary_key=True),
    Column("championship", Uuid, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("added_at", DateTime(timezone=True), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    head: dict[str, Any] = {"version": recorded.version}
    match recorded.event:
        case SeriesOpened() as event:
            opened = {
                "title": event.title,
                "rules": msgspec.to_builtins(event.rules),
                "opened_by": event.opened_by,
                "opened_at": event.opened_at,
            }
            await connection.execute(insert(series).values(series=event.series, **head, **opened))
            return
        case SeriesRulesChanged() as event:
            head |= {"rules": msgspec.to_builtins(event.rules)}
        case SeriesChampionshipAdded() as event:
            await connection.execute(
                insert(series_championships).values(
                    series=event.series,
                    championship=event.championship,
                    number=recorded.version,
                    added_at=event.added_at,
                )
            )
        case SeriesChampionshipRemoved() as event:
            await connection.execute(
                delete(series_championships).where(
                    series_championships.c.series == event.series,
                    series_championships.c.championship == event.championship,
                )
            )
        case _:
            return
    await connection.execute(series.update().where(series.c.series == event.series).values(**head))


projection = Projection("which championships make a series", (series, series_championships), _project)


def of(name: UUID) -> Select[Any]:
    """Select one series."""
    return select(series).where(series.c.series == name)


def listed(after: UUID | None, limit: int) -> Select[Any]:
    """Select series in the order in which they were opened."""
    query = select(series).order_by(series.c.series).limit(limit)
    return query if after is None else query.where(series.c.series > after)


def championships(name: UUID) -> Select[Any]:
    """Select the championships of a series in the order in which they were added."""
    return (
        select(series_championships)
        .where(series_championships.c.series == name)
        .order_by(series_championships.c.number)
    )


def rules_of(row: Any) -> SeriesRules:
    """Return the rules of a series."""
    return msgspec.convert(row.rules, SeriesRules)
