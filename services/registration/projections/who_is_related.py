"""Which judges do not judge which players? Shown to officials only."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import RelationDeclared, RelationRetracted
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

relations = Table(
    "relations",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("judge", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("declared_by", Uuid, nullable=False),
    Column("declared_at", DateTime(timezone=True), nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, RelationDeclared):
        await connection.execute(
            insert(relations).values(
                championship=event.championship,
                judge=event.judge,
                player=event.player,
                kind=event.kind,
                declared_by=event.by,
                declared_at=event.declared_at,
            )
        )
    elif isinstance(event, RelationRetracted):
        await connection.execute(
            relations.delete().where(
                relations.c.championship == event.championship,
                relations.c.judge == event.judge,
                relations.c.player == event.player,
            )
        )


projection = Projection("who is related", (relations,), _project)


def of_championship(championship: UUID) -> Select[Any]:
    """Select the declared relations of a championship."""
    return (
        select(relations)
        .where(relations.c.championship == championship)
        .order_by(relations.c.judge, relations.c.player)
    )
