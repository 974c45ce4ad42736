"""Who officiates at a championship, and in which role? Heard of registration."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, Select, Table, Text, Uuid, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.projections import METADATA
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


def roles_of(championship: UUID, person: UUID) -> Select[Any]:
    """Select the roles of a person at a championship."""
    return select(officials.c.role).where(
        officials.c.championship == championship, officials.c.person == person
    )
