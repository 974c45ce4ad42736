"""What changed after the announcement, and why? All of it is public."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import PhaseEntered, PlanChanged, RegulationsRebound
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

changes = Table(
    "championship_changes",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("changed", ARRAY(Text), nullable=False),
    Column("reason", Text),
    Column("changed_by", Uuid, nullable=False),
    Column("changed_at", DateTime(timezone=True), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    row: dict[str, Any]
    match event:
        case PlanChanged():
            row = {"kind": "plan", "changed": list(event.changed), "changed_at": event.changed_at}
        case RegulationsRebound():
            pinned = f"{event.regulations.id} version {event.regulations.version} {event.digest}"
            row = {"kind": "regulations", "changed": [pinned], "changed_at": event.rebound_at}
        case PhaseEntered():
            row = {"kind": "phase", "changed": [event.phase], "changed_at": event.entered_at}
        case _:
            return
    row |= {"reason": event.reason, "changed_by": event.by}
    await connection.execute(
        insert(changes).values(championship=recorded.id, version=recorded.version, **row)
    )


projection = Projection("what changed", (changes,), _project)


def of_championship(championship: UUID) -> Select[Any]:
    """Select a championship's changes, in order."""
    return select(changes).where(changes.c.championship == championship).order_by(changes.c.version)
