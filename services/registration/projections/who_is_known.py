"""Who is known? Nicks only: real names and contacts lie apart, in `personal_data`."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.account.events import (
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonRegistered,
)
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

people = Table(
    "people",
    METADATA,
    Column("person", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("nick", Text, nullable=False),
    Column("club", Text),
    Column("city", Text),
    Column("registered_by", Uuid, nullable=False),
    Column("registered_at", DateTime(timezone=True), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    match event:
        case PersonRegistered():
            await connection.execute(
                insert(people).values(
                    person=event.person,
                    version=recorded.version,
                    nick=event.nick,
                    club=event.club,
                    city=event.city,
                    registered_by=event.by,
                    registered_at=event.registered_at,
                )
            )
        case PersonalLinkIssued() | PersonalLinkRevoked():
            await connection.execute(
                people.update().where(people.c.person == event.person).values(version=recorded.version)
            )
        case _:
            pass


projection = Projection("who is known", (people,), _project)


def one(person: UUID) -> Select[Any]:
    """Select a person."""
    return select(people).where(people.c.person == person)
