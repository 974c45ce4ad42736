"""Who officiates at a championship? Heard of registration."""

from collections import defaultdict
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Table, Text, Uuid, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.facts import Officials
from services.appeals.projections import METADATA
from shared.contracts.registration import (
    ChampionshipAnnounced,
    OfficialAppointed,
    OfficialDismissed,
    OfficialRole,
)
from shared.messaging.subscription import Heard, HeardProjection

officials = Table(
    "officials",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("person", Uuid, primary_key=True),
    Column("role", Text, primary_key=True),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case ChampionshipAnnounced(championship=championship, organizer=organizer):
            await _appoint(connection, championship, organizer, "organizer")
        case OfficialAppointed(championship=championship, person=person, role=role):
            await _appoint(connection, championship, person, role)
        case OfficialDismissed(championship=championship, person=person, role=role):
            await connection.execute(
                delete(officials).where(
                    officials.c.championship == championship,
                    officials.c.person == person,
                    officials.c.role == role,
                )
            )
        case _:
            pass


async def _appoint(connection: AsyncConnection, championship: UUID, person: UUID, role: OfficialRole) -> None:
    await connection.execute(
        insert(officials).values(championship=championship, person=person, role=role).on_conflict_do_nothing()
    )


projection = HeardProjection("who officiates", (officials,), _project)


async def officials_of(connection: AsyncConnection, championship: UUID) -> Officials:
    """Return who acts for a championship."""
    query = select(officials.c.person, officials.c.role).where(officials.c.championship == championship)
    by_role: dict[str, set[UUID]] = defaultdict(set)
    for row in await connection.execute(query):
        by_role[row.role].add(row.person)
    chief_judges, organizers = by_role.pop("chief_judge", set()), by_role.pop("organizer", set())
    return Officials(
        chief_judges=frozenset(chief_judges),
        organizers=frozenset(organizers),
        others=frozenset[UUID]().union(*by_role.values()),
    )


async def officiates_at(connection: AsyncConnection, person: UUID) -> frozenset[UUID]:
    """Return the championships of which a person is chief judge or organizer."""
    return await _where(connection, person, "chief_judge", "organizer")


async def chief_judge_at(connection: AsyncConnection, person: UUID) -> frozenset[UUID]:
    """Return the championships of which a person is chief judge."""
    return await _where(connection, person, "chief_judge")


async def _where(connection: AsyncConnection, person: UUID, *roles: OfficialRole) -> frozenset[UUID]:
    query = select(officials.c.championship).where(officials.c.person == person, officials.c.role.in_(roles))
    return frozenset((await connection.execute(query)).scalars())
