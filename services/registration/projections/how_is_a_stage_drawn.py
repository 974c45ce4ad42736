"""How is a stage drawn, and which seed was committed to? Only what is public lies here."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.draw.events import DrawPublished, SeedCommitted
from services.registration.domain.draw.state import draw_id
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

draws = Table(
    "draws",
    METADATA,
    Column("draw", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("published", Text, nullable=False),
)
commitments = Table(
    "seed_commitments",
    METADATA,
    Column("draw", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("committed_at", DateTime(timezone=True), nullable=False),
)
_decoder = msgspec.json.Decoder(DrawPublished)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, SeedCommitted):
        await connection.execute(
            insert(commitments).values(
                draw=recorded.id,
                championship=event.championship,
                stage=event.stage,
                version=recorded.version,
                commitment=event.commitment,
                committed_at=event.committed_at,
            )
        )
    if isinstance(event, DrawPublished):
        await connection.execute(
            insert(draws).values(
                draw=recorded.id,
                championship=event.championship,
                stage=event.inputs.stage,
                version=recorded.version,
                published=msgspec.json.encode(event, order="deterministic").decode(),
            )
        )


projection = Projection("how is a stage drawn", (draws, commitments), _project)


def of_stage(championship: UUID, stage: str) -> Select[Any]:
    """Select the published draw of a stage."""
    return select(draws).where(draws.c.draw == draw_id(championship, stage))


def of_championship(championship: UUID) -> Select[Any]:
    """Select every published draw of a championship."""
    return select(draws).where(draws.c.championship == championship)


def commitment_of(championship: UUID, stage: str) -> Select[Any]:
    """Select what was published of a stage's seed before its draw."""
    return select(commitments).where(commitments.c.draw == draw_id(championship, stage))


def published_of(text: str) -> DrawPublished:
    """Return the draw behind the column `published`."""
    return _decoder.decode(text)
