"""How is a stage drawn, and which seed was committed to? Only what is public lies here."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Row, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.draw.events import (
    DrawPublished,
    SeatingCarriedOut,
    SeatingChanged,
    SeatingRestored,
    SeedCommitted,
)
from services.registration.domain.draw.state import Change, Published, changed, draw_id
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
    Column("changes", Text, nullable=False, server_default="[]"),
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
_changes = msgspec.json.Decoder(tuple[Change, ...])


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
    if isinstance(event, SeatingChanged | SeatingCarriedOut | SeatingRestored):
        query = select(draws).where(draws.c.draw == recorded.id)
        standing = changed(standing_of((await connection.execute(query)).one()), event)
        changes = msgspec.json.encode(standing.changes, order="deterministic").decode()
        await connection.execute(
            draws.update()
            .where(draws.c.draw == recorded.id)
            .values(version=recorded.version, changes=changes)
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


def standing_of(row: Row[Any]) -> Published:
    """Return the draw of a row with all that became of it: its `tables` are the seating of now."""
    return Published(drawn=published_of(row.published), changes=_changes.decode(row.changes))
