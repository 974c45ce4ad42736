"""Who may sit on a championship's commissions? Who stands ready, who declared what, who is barred."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, func, or_, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.facts import People
from services.appeals.domain.register.events import InterestDeclared, PersonBarred, StandingCommissionNamed
from services.appeals.projections import METADATA
from services.appeals.projections.what_is_at_stake import placed_by
from services.appeals.projections.who_is_suspended import suspended_from
from services.appeals.projections.who_is_who import records_of_people
from services.appeals.projections.who_officiates import officials
from services.appeals.projections.who_takes_part import entrants, homes_of
from shared.eventsourcing.handling import Projection, Recorded

standing_commissions = Table(
    "standing_commissions",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("members", ARRAY(Uuid), nullable=False),
    Column("reserves", ARRAY(Uuid), nullable=False),
    Column("named_by", Uuid, nullable=False),
    Column("named_at", DateTime(timezone=True), nullable=False),
)
interests = Table(
    "interests",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("person", Uuid, primary_key=True),
    Column("club", Text),
    Column("city", Text),
    Column("related", ARRAY(Uuid), nullable=False),
)
barred = Table(
    "barred",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("person", Uuid, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("until", DateTime(timezone=True)),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    match recorded.event:
        case StandingCommissionNamed() as event:
            row: dict[str, Any] = {
                "members": list(event.members),
                "reserves": list(event.reserves),
                "named_by": event.named_by,
                "named_at": event.named_at,
            }
            await _write(connection, standing_commissions, {"championship": event.championship}, row)
        case InterestDeclared() as event:
            row = {"club": event.club, "city": event.city, "related": list(event.related)}
            key = {"championship": event.championship, "person": event.person}
            await _write(connection, interests, key, row)
        case PersonBarred() as event:
            row = {"reason": event.reason, "until": event.until}
            key = {"championship": event.championship, "person": event.person}
            await _write(connection, barred, key, row)
        case _:
            pass


async def _write(
    connection: AsyncConnection, table: Table, key: dict[str, UUID], row: dict[str, Any]
) -> None:
    await connection.execute(
        insert(table).values(key | row).on_conflict_do_update(index_elements=list(key), set_=row)
    )


projection = Projection("who may sit", (standing_commissions, interests, barred), _project)


def standing(championship: UUID) -> Select[Any]:
    """Select the standing commission of a championship."""
    return select(standing_commissions).where(standing_commissions.c.championship == championship)


async def people_of(connection: AsyncConnection, championship: UUID, at: datetime, protest: UUID) -> People:
    """Return what is known of those who might sit on the commission of a protest.

    A person's own declaration comes before his entry.
    """
    clubs, cities = await homes_of(connection, championship)
    related: dict[UUID, frozenset[UUID]] = {}
    query = select(interests).where(interests.c.championship == championship)
    for row in (await connection.execute(query)).all():
        related[row.person] = frozenset(row.related)
        clubs |= {row.person: row.club} if row.club else {}
        cities |= {row.person: row.city} if row.city else {}
    out = select(barred.c.person).where(
        barred.c.championship == championship, or_(barred.c.until.is_(None), barred.c.until > at)
    )
    return People(
        clubs=clubs,
        cities=cities,
        related=related,
        barred=frozenset((await connection.execute(out)).scalars())
        | await suspended_from(connection, championship, at),
        placed=await placed_by(connection, protest),
        records=await records_of_people(connection),
        known=await _known(connection, championship),
    )


async def _known(connection: AsyncConnection, championship: UUID) -> frozenset[UUID]:
    """Return who plays or officiates in a championship, stands ready for it, or has declared something."""
    found: set[UUID] = set()
    for query in (
        select(entrants.c.player).where(entrants.c.championship == championship),
        select(officials.c.person).where(officials.c.championship == championship),
        select(interests.c.person).where(interests.c.championship == championship),
        select(func.unnest(standing_commissions.c.members + standing_commissions.c.reserves)).where(
            standing_commissions.c.championship == championship
        ),
    ):
        found |= set((await connection.execute(query)).scalars())
    return frozenset(found)
