"""Real names and contacts of people: never in an event, and erasable without touching one.

This table is no read model: nothing can rebuild it. It is written in the transaction that registers
the person or replaces the data, and its row goes when it is erased.
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, MetaData, Select, Table, Text, Uuid, exists, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.projections.who_officiates import officials
from services.registration.projections.who_takes_part import entries
from shared.contracts.registration import OfficialRole

personal_data = Table(
    "personal_data",
    MetaData(),
    Column("person", Uuid, primary_key=True),
    Column("real_name", Text),
    Column("contacts", Text, nullable=False),
)
READERS: tuple[OfficialRole, ...] = ("organizer", "chief_judge", "secretary")
"""Officials who may read the data of those who take part or officiate in their championship."""


async def keep(
    connection: AsyncConnection, person: UUID, real_name: str | None, contacts: dict[str, str]
) -> None:
    """Keep a person's data, in place of what was kept."""
    row = {"real_name": real_name, "contacts": msgspec.json.encode(contacts).decode()}
    await connection.execute(
        insert(personal_data)
        .values(person=person, **row)
        .on_conflict_do_update(index_elements=["person"], set_=row)
    )


async def erase(connection: AsyncConnection, person: UUID) -> None:
    """Erase what is kept of a person."""
    await connection.execute(personal_data.delete().where(personal_data.c.person == person))


def of(person: UUID) -> Select[Any]:
    """Select a person's data."""
    return select(personal_data).where(personal_data.c.person == person)


def may_read(reader: UUID, person: UUID, registered_by: UUID) -> Select[Any]:
    """Select whether the reader is such an official of a championship in which the person has a part.

    It must be one that whoever registered the person organizes: anybody can be entered or appointed
    anywhere, without being asked, and that must open nobody's data.
    """
    own, host = officials.alias("own"), officials.alias("host")
    has_part = or_(
        exists().where(entries.c.championship == own.c.championship, entries.c.player == person),
        exists().where(officials.c.championship == own.c.championship, officials.c.person == person),
    )
    hosted = exists().where(
        host.c.championship == own.c.championship, host.c.person == registered_by, host.c.role == "organizer"
    )
    return select(exists().where(own.c.person == reader, own.c.role.in_(READERS), has_part, hosted))
