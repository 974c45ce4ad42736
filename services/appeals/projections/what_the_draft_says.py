"""What does the draft of a ruling say? For the commission's chairman only, and only until it is published."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Boolean, Column, DateTime, Select, Table, Text, Uuid, delete, false, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import ReasonsWritten, RulingPublished, VotesTallied
from services.appeals.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

drafts = Table(
    "drafts",
    METADATA,
    Column("protest", Uuid, primary_key=True),
    Column("verdict", Text, nullable=False),
    Column("remedy", Text, nullable=False),
    Column("reasons", Text),
    Column("tallied_at", DateTime(timezone=True), nullable=False),
    Column("in_part", Boolean, nullable=False, server_default=false()),
    Column("warn", Boolean, nullable=False, server_default=false()),
    Column("grounds", Text),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    match recorded.event:
        case VotesTallied() as tallied:
            await connection.execute(
                insert(drafts).values(
                    protest=recorded.id,
                    verdict=tallied.verdict,
                    remedy=msgspec.json.encode(tallied.remedy).decode(),
                    tallied_at=tallied.tallied_at,
                    in_part=tallied.in_part,
                    warn=tallied.warn,
                )
            )
        case ReasonsWritten(reasons=reasons, grounds=grounds):
            written = msgspec.json.encode(grounds).decode() if grounds else None
            await connection.execute(
                drafts.update()
                .where(drafts.c.protest == recorded.id)
                .values(reasons=reasons, grounds=written)
            )
        case RulingPublished():
            await connection.execute(delete(drafts).where(drafts.c.protest == recorded.id))
        case _:
            pass


projection = Projection("what the draft says", (drafts,), _project)


def one(protest: UUID) -> Select[Any]:
    """Select the draft of a ruling. Whoever reads it must be the chairman."""
    return select(drafts).where(drafts.c.protest == protest)
