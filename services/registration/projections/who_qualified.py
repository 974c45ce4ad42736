"""Who qualified? What scoring said of each stage's close and of those who go on."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.draw.qualification import Named
from services.registration.projections import METADATA
from shared.contracts.scoring import CutTied, QualifiersNamed, QualifiersRenamed, StageClosed, TieAtCut
from shared.messaging.subscription import Heard, HeardProjection

qualifications = Table(
    "qualifications",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("closed_at", DateTime(timezone=True)),
    Column("qualifiers", ARRAY(Uuid)),
    Column("reserves", ARRAY(Uuid)),
    Column("named_at", DateTime(timezone=True)),
    Column("tied_reserves", JSONB, nullable=False, server_default="[]"),
    Column("ties", JSONB, nullable=False, server_default="[]"),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    event = heard.event
    row: dict[str, Any]
    match event:
        case StageClosed():
            row = {"closed_at": event.closed_at}
        case QualifiersNamed() | QualifiersRenamed():
            said_at = event.named_at if isinstance(event, QualifiersNamed) else event.renamed_at
            row = {
                "qualifiers": list(event.qualifiers),
                "reserves": list(event.reserves),
                "tied_reserves": msgspec.to_builtins(event.tied_reserves),
                "named_at": said_at,
            }
        case CutTied():
            row = {"ties": msgspec.to_builtins(event.ties)}
        case _:
            return
    await connection.execute(
        insert(qualifications)
        .values(championship=event.championship, stage=event.stage, **row)
        .on_conflict_do_update(index_elements=["championship", "stage"], set_=row)
    )


projection = HeardProjection("who qualified", (qualifications,), _project)


async def named(connection: AsyncConnection, championship: UUID, stage: str) -> Named:
    """Return what is known of those whom a stage sends to the next."""
    query = select(qualifications).where(
        qualifications.c.championship == championship, qualifications.c.stage == stage
    )
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return Named()
    return Named(
        closed=row.closed_at is not None,
        qualifiers=None if row.qualifiers is None else tuple(row.qualifiers),
        reserves=tuple(row.reserves or ()),
        tied_reserves=msgspec.convert(row.tied_reserves, tuple[tuple[UUID, ...], ...]),
        ties=msgspec.convert(row.ties, tuple[TieAtCut, ...]),
    )
