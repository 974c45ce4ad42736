"""Which ties stand at the cuts? By stage, those that were last said to stand across its lines."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.ties.events import CutTied
from services.scoring.projections import METADATA
from shared.contracts.scoring import TieAtCut
from shared.eventsourcing.handling import Projection, Recorded

cut_ties = Table(
    "cut_ties",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("ties", JSONB, nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if not isinstance(event, CutTied):
        return
    said = {"ties": msgspec.to_builtins(event.ties)}
    await connection.execute(
        insert(cut_ties)
        .values(championship=event.championship, stage=event.stage, **said)
        .on_conflict_do_update(index_elements=["championship", "stage"], set_=said)
    )


projection = Projection("which ties stand at cuts", (cut_ties,), _project)


async def said(connection: AsyncConnection, championship: UUID) -> dict[str, tuple[TieAtCut, ...]]:
    """Return by stage what was last said of its ties."""
    rows = await connection.execute(select(cut_ties).where(cut_ties.c.championship == championship))
    return {row.stage: msgspec.convert(row.ties, tuple[TieAtCut, ...]) for row in rows}
