"""Who officiates in which championship? All of it is public."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import OfficialAppointed, OfficialDismissed
from services.registration.projections import METADATA
from shared.contracts.registration import OfficialRole
from shared.eventsourcing.handling import Projection, Recorded

officials = Table(
    "officials",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("person", Uuid, primary_key=True),
    Column("role", Text, primary_key=True),
    Column("appointed_at", DateTime(timezone=True), nullable=False),
    Column("category", Text),
    Column("rights", ARRAY(Text), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    match event:
        case OfficialAppointed():
            await connection.execute(
                insert(officials).values(
                    championship=event.championship,
                    person=event.person,
                    role=event.role,
                    appointed_at=event.appointed_at,
                    category=event.category,
                    rights=list(event.rights),
                )
            )
        case OfficialDismissed():
            await connection.execute(
                officials.delete().where(
                    officials.c.championship == event.championship,
                    officials.c.person == event.person,
                    officials.c.role == event.role,
                )
            )
        case _:
            pass


projection = Projection("who officiates", (officials,), _project)


def of_championship(championship: UUID) -> Select[Any]:
    """Select a championship's officials."""
    return (
        select(officials)
        .where(officials.c.championship == championship)
        .order_by(officials.c.role, officials.c.appointed_at, officials.c.person)
    )


def holds(championship: UUID, person: UUID, roles: Collection[OfficialRole]) -> Select[Any]:
    """Select the person's roles among those, in a championship."""
    return select(officials.c.role).where(
        officials.c.championship == championship,
        officials.c.person == person,
        officials.c.role.in_(roles),
    )
