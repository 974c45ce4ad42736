"""Who is suspended, from where, until when? Heard of registration; suspended people judge nobody."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Table, Uuid, delete, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.projections import METADATA
from shared.contracts.registration import PlayerSuspended, PlayerSuspensionLifted
from shared.messaging.subscription import Heard, HeardProjection

suspended = Table(
    "suspended",
    METADATA,
    Column("suspension", Uuid, primary_key=True),
    Column("person", Uuid, nullable=False),
    Column("only_in", Uuid),
    Column("until", DateTime(timezone=True)),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case PlayerSuspended() as event:
            row = {
                "person": event.player,
                "only_in": event.only_in,
                "until": event.until.instant if event.until else None,
            }
            await connection.execute(
                insert(suspended).values(suspension=event.suspension, **row).on_conflict_do_nothing()
            )
        case PlayerSuspensionLifted(suspension=suspension):
            await connection.execute(delete(suspended).where(suspended.c.suspension == suspension))
        case _:
            pass


projection = HeardProjection("who is suspended", (suspended,), _project)


async def suspended_from(connection: AsyncConnection, championship: UUID, at: datetime) -> frozenset[UUID]:
    """Return who is suspended from a championship at a moment, as a player or as a spectator."""
    here = or_(suspended.c.only_in.is_(None), suspended.c.only_in == championship)
    lasting = or_(suspended.c.until.is_(None), suspended.c.until > at)
    query = select(suspended.c.person).where(here, lasting)
    return frozenset((await connection.execute(query)).scalars())
