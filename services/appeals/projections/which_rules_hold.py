"""Which rules hold for protests of a championship, and in which zone is each stage? Heard of registration."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, func, select, update
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.facts import Rules
from services.appeals.projections import METADATA
from shared.contracts.registration import (
    ChampionshipAnnounced,
    DrawPublished,
    PlanChanged,
    RegulationsRebound,
    StagePlan,
    Venue,
)
from shared.contracts.regulations import ProtestRules, Regulations
from shared.messaging.subscription import Heard, HeardProjection

protest_rules = Table(
    "protest_rules",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("protests", Text, nullable=False),
    Column("clauses", Text, nullable=False),
    Column("zones", Text, nullable=False),
    Column("stages", ARRAY(Text), nullable=False, server_default="{}"),
    Column("in_game", Text, nullable=False, server_default="refused"),
)

drawn_stages = Table(
    "drawn_stages",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("stage", Text, primary_key=True),
    Column("group", Text, primary_key=True, server_default=""),
    Column("published_at", DateTime(timezone=True), nullable=False),
)
KEPT = ("protests.", "play.protest_in_game")


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case ChampionshipAnnounced() as event:
            await _announced(connection, event)
        case PlanChanged() as plan:
            await _changed(connection, plan.championship, _of_plan(plan.venues, plan.stages))
        case RegulationsRebound() as rebound:
            await _changed(connection, rebound.championship, _of_regulations(rebound.regulations))
        case DrawPublished(championship=championship, stage=stage, group=group, published_at=at):
            await connection.execute(
                insert(drawn_stages)
                .values(championship=championship, stage=stage, group=group or "", published_at=at)
                .on_conflict_do_nothing()
            )
        case _:
            pass


async def _announced(connection: AsyncConnection, event: ChampionshipAnnounced) -> None:
    row = _of_regulations(event.regulations) | _of_plan(event.venues, event.stages)
    await connection.execute(
        insert(protest_rules)
        .values(championship=event.championship, **row)
        .on_conflict_do_update(index_elements=["championship"], set_=row)
    )


async def _changed(connection: AsyncConnection, championship: UUID, row: dict[str, Any]) -> None:
    """Let something else hold from now on; what was filed keeps what held then."""
    await connection.execute(
        update(protest_rules).where(protest_rules.c.championship == championship).values(**row)
    )


def _of_regulations(document: Regulations) -> dict[str, Any]:
    return {
        "protests": _json(document.protests),
        "clauses": _json({k: v for k, v in document.clauses.items() if k.startswith(KEPT)}),
        "in_game": document.play.protest_in_game,
    }


def _of_plan(venues: Sequence[Venue], stages: Sequence[StagePlan]) -> dict[str, Any]:
    zones = {venue.key: venue.zone for venue in venues}
    return {
        "zones": _json(
            {stage.key: zones.get(stage.venue) for stage in stages}
            | {
                f"{stage.key}/{group.key}": zones.get(group.venue)
                for stage in stages
                for group in stage.groups
            }
        ),
        "stages": [stage.key for stage in stages],
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


projection = HeardProjection("which rules hold", (protest_rules, drawn_stages), _project)


async def rules_of(
    connection: AsyncConnection, championship: UUID, stage: str, group: str | None = None
) -> Rules | None:
    """Return what a championship's document says of protests, None before it was heard.

    `group`: which one of the stage played the game, where it has groups.
    """
    query = select(protest_rules).where(protest_rules.c.championship == championship)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    zones = msgspec.json.decode(row.zones, type=dict[str, str | None])
    return Rules(
        protests=msgspec.json.decode(row.protests, type=ProtestRules),
        clauses=msgspec.json.decode(row.clauses, type=dict[str, str]),
        zone=zones.get(stage if group is None else f"{stage}/{group}"),
        next_drawn_at=await _next_drawn_at(connection, championship, row.stages, stage, group),
        in_game=row.in_game,
    )


async def stage_before(connection: AsyncConnection, championship: UUID, stage: str) -> str | None:
    """Return the stage before one in the plan; None for the first, and before the plan was heard."""
    query = select(protest_rules.c.stages).where(protest_rules.c.championship == championship)
    stages: list[str] = await connection.scalar(query) or []
    return stages[stages.index(stage) - 1] if stage in stages[1:] else None


async def _next_drawn_at(
    connection: AsyncConnection, championship: UUID, stages: list[str], stage: str, group: str | None
) -> datetime | None:
    """Return when the stage after was drawn: whole, or for the same group."""
    if stage not in stages[:-1]:
        return None
    query = select(func.min(drawn_stages.c.published_at)).where(
        drawn_stages.c.championship == championship,
        drawn_stages.c.stage == stages[stages.index(stage) + 1],
        drawn_stages.c.group.in_(["", group or ""]),
    )
    at: datetime | None = await connection.scalar(query)
    return at


def known(championship: UUID) -> Select[Any]:
    """Select a championship's id if it was announced."""
    return select(protest_rules.c.championship).where(protest_rules.c.championship == championship)
