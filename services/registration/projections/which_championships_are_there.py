"""Which championships are there, and what did each promise? All of it is public."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Index, Integer, Select, Table, Text, Uuid, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import ChampionshipAnnounced
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

championships = Table(
    "championships",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("host_club", Text, nullable=False),
    Column("regulations", Text, nullable=False),
    Column("announced_at", DateTime(timezone=True), nullable=False),
    Column("announcement", Text, nullable=False),
    Index("championships_in_order", "announced_at", "championship"),
)
_decoder = msgspec.json.Decoder(ChampionshipAnnounced)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    if recorded.category != "championship":
        return
    event = recorded.event
    if isinstance(event, ChampionshipAnnounced):
        await connection.execute(
            insert(championships).values(
                championship=event.championship,
                version=recorded.version,
                title=event.title,
                host_club=event.host_club,
                regulations=event.regulations.id,
                announced_at=event.announced_at,
                announcement=msgspec.json.encode(event, order="deterministic").decode(),
            )
        )
    else:
        await connection.execute(
            championships.update()
            .where(championships.c.championship == recorded.id)
            .values(version=recorded.version)
        )


projection = Projection("which championships are there", (championships,), _project)


def one(championship: UUID) -> Select[Any]:
    """Select a championship."""
    return select(championships).where(championships.c.championship == championship)


def listed(after: UUID | None, limit: int) -> Select[Any]:
    """Select championships, the newest first, from after one on."""
    order = (championships.c.announced_at, championships.c.championship)
    query = select(
        championships.c.championship,
        championships.c.version,
        championships.c.title,
        championships.c.host_club,
        championships.c.regulations,
        championships.c.announced_at,
    )
    if after is not None:
        last = select(*order).where(championships.c.championship == after)
        query = query.where(tuple_(*order) < last.scalar_subquery())
    return query.order_by(*(column.desc() for column in order)).limit(limit)


def announcement_of(text: str) -> ChampionshipAnnounced:
    """Return the announcement behind the column `announcement`."""
    return _decoder.decode(text)
