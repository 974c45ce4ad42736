"""How are standings published? Provisional, final or revised, and where the public view stands still."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.publishing.events import (
    ChangesReleased,
    StandingsFinalized,
    StandingsFrozen,
    StandingsReleased,
    StandingsRevised,
)
from services.scoring.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

publishing = Table(
    "publishing",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("state", Text, nullable=False, server_default="provisional"),
    Column("edition", Integer, nullable=False, server_default="0"),
    Column("final_revision", Integer),
    Column("frozen_revision", Integer),
    Column("frozen_positions", JSONB(none_as_null=True)),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    changed: dict[str, Any] = {"version": recorded.version}
    match recorded.event:
        case StandingsFrozen() as event:
            changed |= {"frozen_revision": event.revision, "frozen_positions": event.positions}
        case StandingsReleased() as event:
            changed |= {"frozen_revision": None, "frozen_positions": None}
        case ChangesReleased() as event:
            pass
        case StandingsFinalized() as event:
            changed |= {"state": "final", "edition": event.edition, "final_revision": event.revision}
        case StandingsRevised() as event:
            changed |= {"state": "revised"}
        case _:
            return
    await connection.execute(
        insert(publishing)
        .values(championship=event.championship, **changed)
        .on_conflict_do_update(index_elements=["championship"], set_=changed)
    )


projection = Projection("how are standings published", (publishing,), _project)


async def is_frozen(connection: AsyncConnection, championship: UUID) -> bool:
    """Tell whether the public table stands still."""
    row = (await connection.execute(of(championship))).one_or_none()
    return row is not None and row.frozen_revision is not None


def of(championship: UUID) -> Select[Any]:
    """Select how the standings of a championship are published; no row: nothing was said yet."""
    return select(publishing).where(publishing.c.championship == championship)
