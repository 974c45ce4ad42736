"""How do stages stand? Closed or open, who qualified, which ties were decided."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Row, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.domain.facts import Decision
from services.scoring.domain.stage.events import (
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    StageEvent,
    TieDecided,
)
from services.scoring.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

stages = Table(
    "stages",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("closed_by", Uuid),
    Column("closed_at", DateTime(timezone=True)),
    Column("next_stage", Text),
    Column("qualifiers", ARRAY(Uuid)),
    Column("reserves", ARRAY(Uuid)),
    Column("named", JSONB(none_as_null=True)),
)
tie_decisions = Table(
    "tie_decisions",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("event", Uuid, nullable=False),
    Column("players", ARRAY(Uuid), nullable=False),
    Column("decided_by", Uuid, nullable=False),
    Column("reason", Text, nullable=False),
    Column("decided_at", DateTime(timezone=True), nullable=False),
    Column("seed", Text),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    changed: dict[str, Any] = {"version": recorded.version}
    match recorded.event:
        case TieDecided() as event:
            await connection.execute(
                tie_decisions.insert().values(
                    championship=event.championship,
                    stage=event.stage,
                    version=recorded.version,
                    event=recorded.event_id,
                    players=list(event.order),
                    decided_by=event.decided_by,
                    reason=event.reason,
                    decided_at=event.decided_at,
                    seed=event.seed,
                )
            )
        case StageClosed() as event:
            changed |= {"closed_by": event.closed_by, "closed_at": event.closed_at}
        case QualifiersNamed() | QualifiersRenamed() as event:
            changed |= {
                "next_stage": event.next_stage,
                "qualifiers": list(event.qualifiers),
                "reserves": list(event.reserves),
                "named": msgspec.to_builtins(event, str_keys=True),
            }
        case _:
            return
    await connection.execute(
        insert(stages)
        .values(championship=event.championship, stage=event.stage, **changed)
        .on_conflict_do_update(index_elements=["championship", "stage"], set_=changed)
    )


projection = Projection("how do stages stand", (stages, tie_decisions), _project)


def of(championship: UUID, stage: str) -> Select[Any]:
    """Select what was decided about one stage."""
    return select(stages).where(stages.c.championship == championship, stages.c.stage == stage)


def all_of(championship: UUID) -> Select[Any]:
    """Select what was decided about every stage of a championship."""
    return select(stages).where(stages.c.championship == championship)


def named_of(row: Row[Any] | None) -> QualifiersNamed | QualifiersRenamed | None:
    """Return who goes on from a stage as it was last said."""
    if row is None or row.named is None:
        return None
    event = msgspec.convert(row.named, StageEvent)
    assert isinstance(event, QualifiersNamed | QualifiersRenamed)  # noqa: S101 - written so
    return event


async def closed(connection: AsyncConnection, championship: UUID) -> frozenset[str]:
    """Return the keys of the closed stages."""
    query = select(stages.c.stage).where(
        stages.c.championship == championship, stages.c.closed_at.is_not(None)
    )
    return frozenset((await connection.execute(query)).scalars())


async def decisions(connection: AsyncConnection, championship: UUID) -> tuple[Decision, ...]:
    """Return all decisions of ties, those of a stage in the order in which they were made."""
    query = (
        select(tie_decisions)
        .where(tie_decisions.c.championship == championship)
        .order_by(tie_decisions.c.stage, tie_decisions.c.version)
    )
    return tuple(_decision(row) for row in await connection.execute(query))


def _decision(row: Row[Any]) -> Decision:
    return Decision(
        stage=row.stage,
        order=tuple(row.players),
        decided_by=row.decided_by,
        reason=row.reason,
        event=row.event,
        seed=row.seed,
    )
