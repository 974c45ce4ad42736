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
    Column("group", Text),
    Column("version", Integer, nullable=False),
    Column("published", Text, nullable=False),
)
commitments = Table(
    "seed_commitments",
    METADATA,
    Column("draw", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("group", Text),
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
                group=event.group,
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
                group=event.group,
                version=recorded.version,
                published=msgspec.json.encode(event, order="deterministic").decode(),
            )
        )


projection = Projection("how is a stage drawn", (draws, commitments), _project)


def of_stage(championship: UUID, stage: str, group: str | None = None) -> Select[Any]:
    """Select the published draw of a stage, or of one of its groups."""
    return select(draws).where(draws.c.draw == draw_id(championship, stage, group))


def of_championship(championship: UUID) -> Select[Any]:
    """Select every published draw of a championship."""
    return select(draws).where(draws.c.championship == championship)


def drawn_stages(championship: UUID) -> Select[Any]:
    """Select the stages of which a draw is public: a group's is enough."""
    return select(draws.c.stage).where(draws.c.championship == championship).distinct()


def commitment_of(championship: UUID, stage: str, group: str | None = None) -> Select[Any]:
    """Select what was published of the seed of a stage, or of one of its groups, before its draw."""
    return select(commitments).where(commitments.c.draw == draw_id(championship, stage, group))


def published_of(text: str) -> DrawPublished:
    """Return the draw behind the column `published`."""
    return _decoder.decode(text)
