"""Who takes part, and how far is each entry? Only rows with status accepted are public."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Index, Integer, Select, Table, Text, Uuid, select, tuple_
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.roster.events import (
    ApplicationReceived,
    EntryAccepted,
    EntryWithdrawn,
    FeeRecorded,
)
from services.registration.domain.texts import comparable
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

entries = Table(
    "entries",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("nick", Text, nullable=False),
    Column("sort_key", Text, nullable=False),
    Column("club", Text),
    Column("city", Text),
    Column("attributes", Text, nullable=False),
    Column("applied_by", Uuid, nullable=False),
    Column("applied_at", DateTime(timezone=True), nullable=False),
    Column("receipt", Text),
    Column("fee_recorded_at", DateTime(timezone=True)),
    Column("accepted_at", DateTime(timezone=True)),
    Column("withdrawn_at", DateTime(timezone=True)),
    Index("entries_in_order", "championship", "sort_key", "player"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, ApplicationReceived):
        row = _applied(event) | {"version": recorded.version}
        await connection.execute(
            insert(entries)
            .values(championship=event.championship, player=event.player, **row)
            .on_conflict_do_update(index_elements=["championship", "player"], set_=row)
        )
    elif isinstance(event, FeeRecorded | EntryAccepted | EntryWithdrawn):
        await connection.execute(
            entries.update()
            .where(entries.c.championship == event.championship, entries.c.player == event.player)
            .values(_changes(event) | {"version": recorded.version})
        )


def _applied(event: ApplicationReceived) -> dict[str, Any]:
    return {
        "status": "applied",
        "nick": event.nick,
        "sort_key": comparable(event.nick),
        "club": event.club,
        "city": event.city,
        "attributes": msgspec.json.encode(event.attributes, order="deterministic").decode(),
        "applied_by": event.by,
        "applied_at": event.received_at,
        "receipt": None,
        "fee_recorded_at": None,
        "accepted_at": None,
        "withdrawn_at": None,
    }


def _changes(event: FeeRecorded | EntryAccepted | EntryWithdrawn) -> dict[str, Any]:
    match event:
        case FeeRecorded():
            return {"status": "paid", "receipt": event.receipt, "fee_recorded_at": event.recorded_at}
        case EntryAccepted():
            return {"status": "accepted", "accepted_at": event.accepted_at}
        case EntryWithdrawn():
            return {"status": "withdrawn", "withdrawn_at": event.withdrawn_at}


projection = Projection("who takes part", (entries,), _project)


def one(championship: UUID, player: UUID) -> Select[Any]:
    """Select an entry."""
    return select(entries).where(entries.c.championship == championship, entries.c.player == player)


def of_championship(championship: UUID, *, status: str | None, after: UUID | None, limit: int) -> Select[Any]:
    """Select a championship's entries by nick, from after a player on."""
    order = (entries.c.sort_key, entries.c.player)
    query = select(entries).where(entries.c.championship == championship)
    if status is not None:
        query = query.where(entries.c.status == status)
    if after is not None:
        last = select(*order).where(entries.c.championship == championship, entries.c.player == after)
        query = query.where(tuple_(*order) > last.scalar_subquery())
    return query.order_by(*order).limit(limit)
