"""Who is known? Nicks only: real names and contacts lie apart, in `personal_data`."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Index, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.account.events import (
    AccreditationRevoked,
    JudgeAccredited,
    PersonalDataErased,
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonEdited,
    PersonMerged,
    PersonRegistered,
    PersonUnmerged,
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
    Column("language", Text),
    Column("merged_into", Uuid),
    Index("people_merged", "merged_into"),
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
                    language=event.language,
                )
            )
        case (
            PersonalLinkIssued()
            | PersonalLinkRevoked()
            | PersonEdited()
            | PersonMerged()
            | PersonUnmerged()
            | PersonalDataErased()
            | JudgeAccredited()
            | AccreditationRevoked()
        ):
            row = {"version": recorded.version} | _changes(event)
            await connection.execute(people.update().where(people.c.person == event.person).values(row))
        case _:
            pass


def _changes(event: Any) -> dict[str, Any]:
    match event:
        case PersonEdited():
            return {
                "nick": event.nick,
                "club": event.club,
                "city": event.city,
                "language": event.language,
            }
        case PersonMerged():
            return {"merged_into": event.into}
        case PersonUnmerged():
            return {"merged_into": None}
        case _:
            return {}


projection = Projection("who is known", (people,), _project)


def one(person: UUID) -> Select[Any]:
    """Select a person."""
    return select(people).where(people.c.person == person)


def nicks_of(people_ids: Collection[UUID]) -> Select[Any]:
    """Select people's nicks."""
    return select(people.c.person, people.c.nick).where(people.c.person.in_(people_ids))


def among(people_ids: Collection[UUID]) -> Select[Any]:
    """Select those of these people who are known."""
    return select(people).where(people.c.person.in_(people_ids))


def second_records(people_ids: Collection[UUID]) -> Select[Any]:
    """Select the records that are merged into any of these people."""
    return select(people.c.person, people.c.merged_into).where(people.c.merged_into.in_(people_ids))


async def records_of(connection: AsyncConnection, person: UUID) -> tuple[UUID, ...]:
    """Return all ids that a person is known by, the given one first."""
    row = (await connection.execute(one(person))).one_or_none()
    survivor = row.merged_into if row is not None and row.merged_into is not None else person
    others = sorted(row.person for row in await connection.execute(second_records([survivor])))
    return tuple(dict.fromkeys((person, survivor, *others)))
