"""Who is suspended, from what and until when? What was lifted stays, and says so."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Index, Select, Table, Text, Uuid, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.suspension.events import (
    SuspendedFromChampionship,
    SuspendedUntil,
    SuspensionLifted,
)
from services.registration.projections import METADATA, who_is_known, who_takes_part
from shared.eventsourcing.handling import Projection, Recorded

suspensions = Table(
    "suspensions",
    METADATA,
    Column("suspension", Uuid, primary_key=True),
    Column("person", Uuid, nullable=False),
    Column("championship", Uuid),
    Column("scope", Text, nullable=False),
    Column("capacity", Text, nullable=False),
    Column("until", DateTime(timezone=True)),
    Column("until_local", DateTime),
    Column("zone", Text),
    Column("offense", Text),
    Column("reason", Text, nullable=False),
    Column("authority", Text, nullable=False),
    Column("ruling", Uuid),
    Column("clause", Text),
    Column("suspended_by", Uuid, nullable=False),
    Column("suspended_at", DateTime(timezone=True), nullable=False),
    Column("lifted_at", DateTime(timezone=True)),
    Column("lifted_because", Text),
    Index("suspensions_of_people", "person"),
    Index("suspensions_of_championships", "championship"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, SuspendedFromChampionship | SuspendedUntil):
        await connection.execute(insert(suspensions).values(_row(event)))
    elif isinstance(event, SuspensionLifted):
        await connection.execute(
            suspensions.update()
            .where(suspensions.c.suspension == event.suspension)
            .values(lifted_at=event.lifted_at, lifted_because=event.reason)
        )


def _row(event: SuspendedFromChampionship | SuspendedUntil) -> dict[str, Any]:
    row = {
        "suspension": event.suspension,
        "person": event.person,
        "championship": event.championship,
        "offense": event.offense,
        "reason": event.reason,
        "authority": event.authority,
        "ruling": event.ruling,
        "clause": event.clause,
        "suspended_by": event.by,
        "suspended_at": event.suspended_at,
    }
    if isinstance(event, SuspendedUntil):
        until = {"until": event.until.instant, "until_local": event.until.local, "zone": event.until.zone}
        return row | until | {"scope": "everywhere", "capacity": "player"}
    return row | {"scope": "championship", "capacity": event.capacity}


projection = Projection("who is suspended", (suspensions,), _project)


def of_people(people: Collection[UUID]) -> Select[Any]:
    """Select what people are or were suspended from, the newest first."""
    return (
        select(suspensions)
        .where(suspensions.c.person.in_(people))
        .order_by(suspensions.c.suspended_at.desc(), suspensions.c.suspension)
    )


def of_championship(championship: UUID) -> Select[Any]:
    """Select the suspensions that a championship gave, the newest first."""
    return (
        select(suspensions)
        .where(suspensions.c.championship == championship)
        .order_by(suspensions.c.suspended_at.desc(), suspensions.c.suspension)
    )


def barred(championship: UUID, people: Collection[UUID], at: datetime) -> Select[Any]:
    """Select those of the people who may not take part in a championship at a moment."""
    here = suspensions.c.championship == championship
    return (
        select(suspensions.c.person)
        .where(
            suspensions.c.person.in_(people),
            suspensions.c.lifted_at.is_(None),
            or_((suspensions.c.scope == "championship") & here, suspensions.c.until > at),
        )
        .distinct()
    )


async def barred_waiting(connection: AsyncConnection, championship: UUID, at: datetime) -> frozenset[UUID]:
    """Return which of those who wait for a place in a championship are suspended from it."""
    rows = (await connection.execute(who_takes_part.waiting(championship))).all()
    waiting = {row.player: row.player for row in rows}
    if not waiting:
        return frozenset()
    for row in (await connection.execute(who_is_known.second_records(list(waiting)))).all():
        waiting[row.person] = row.merged_into
    found = await connection.execute(barred(championship, list(waiting), at))
    return frozenset(waiting[row.person] for row in found.all())
