"""Which championships are there, and what does each promise now? All of it is public."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Index, Integer, Select, Table, Text, Uuid, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    ChampionshipDrafted,
    PhaseEntered,
    PlanChanged,
    RegulationsRebound,
)
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
    Column("phase", Text, nullable=False),
    Index("championships_in_order", "announced_at", "championship"),
)
_decoder = msgspec.json.Decoder(ChampionshipAnnounced)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    if recorded.category != "championship" or isinstance(recorded.event, ChampionshipDrafted):
        return
    event = recorded.event
    if isinstance(event, ChampionshipAnnounced):
        row = _row(event) | {"announced_at": event.announced_at, "phase": event.phase}
        await connection.execute(
            insert(championships).values(championship=event.championship, version=recorded.version, **row)
        )
        return
    this = championships.c.championship == recorded.id
    row = {"version": recorded.version}
    if isinstance(event, PhaseEntered):
        row |= {"phase": event.phase}
    elif isinstance(event, PlanChanged | RegulationsRebound):
        told = await connection.execute(select(championships.c.announcement).where(this))
        row |= _row(_changed(announcement_of(told.scalar_one()), event))
    await connection.execute(championships.update().where(this).values(row))


def _row(promise: ChampionshipAnnounced) -> dict[str, Any]:
    return {
        "title": promise.title,
        "host_club": promise.host_club,
        "regulations": promise.regulations.id,
        "announcement": msgspec.json.encode(promise, order="deterministic").decode(),
    }


def _changed(
    promise: ChampionshipAnnounced, event: PlanChanged | RegulationsRebound
) -> ChampionshipAnnounced:
    if isinstance(event, RegulationsRebound):
        return msgspec.structs.replace(promise, regulations=event.regulations)
    return msgspec.structs.replace(
        promise,
        title=event.title,
        host_club=event.host_club,
        venues=event.venues,
        stages=event.stages,
        preliminary_deadline=event.preliminary_deadline,
        final_deadline=event.final_deadline,
        capacity=event.capacity,
        waitlist=event.waitlist,
        partner_clubs=event.partner_clubs,
        fee=event.fee,
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
        championships.c.phase,
    )
    if after is not None:
        last = select(*order).where(championships.c.championship == after)
        query = query.where(tuple_(*order) < last.scalar_subquery())
    return query.order_by(*(column.desc() for column in order)).limit(limit)


def announcement_of(text: str) -> ChampionshipAnnounced:
    """Return what is promised now, behind the column `announcement`, as if it had been announced so."""
    return _decoder.decode(text)
