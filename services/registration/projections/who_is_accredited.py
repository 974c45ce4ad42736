"""Who is accredited to judge what, and until when? All of it is public."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.account.events import AccreditationRevoked, JudgeAccredited
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

accreditations = Table(
    "accreditations",
    METADATA,
    Column("person", Uuid, primary_key=True),
    Column("category", Text, nullable=False),
    Column("rights", ARRAY(Text), nullable=False),
    Column("valid_from", DateTime(timezone=True), nullable=False),
    Column("valid_until", DateTime(timezone=True), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, JudgeAccredited):
        row = {
            "category": event.category,
            "rights": list(event.rights),
            "valid_from": event.valid_from,
            "valid_until": event.valid_until,
        }
        await connection.execute(
            insert(accreditations)
            .values(person=event.person, **row)
            .on_conflict_do_update(index_elements=["person"], set_=row)
        )
    elif isinstance(event, AccreditationRevoked):
        await connection.execute(accreditations.delete().where(accreditations.c.person == event.person))


projection = Projection("who is accredited", (accreditations,), _project)


def one(person: UUID) -> Select[Any]:
    """Select a person's accreditation."""
    return select(accreditations).where(accreditations.c.person == person)


def holding(right: str, at: datetime) -> Select[Any]:
    """Select who holds a right at a moment."""
    return select(accreditations.c.person).where(
        literal(right) == any_(accreditations.c.rights),
        accreditations.c.valid_from <= at,
        accreditations.c.valid_until >= at,
    )
