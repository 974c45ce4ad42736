"""Which rules hold for protests of a championship, and in which zone is each stage? Heard of registration."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.facts import Rules
from services.appeals.projections import METADATA
from shared.contracts.registration import ChampionshipAnnounced
from shared.contracts.regulations import ProtestRules
from shared.messaging.subscription import Heard, HeardProjection

protest_rules = Table(
    "protest_rules",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("protests", Text, nullable=False),
    Column("clauses", Text, nullable=False),
    Column("zones", Text, nullable=False),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    event = heard.event
    if not isinstance(event, ChampionshipAnnounced):
        return
    zones = {venue.key: venue.zone for venue in event.venues}
    row = {
        "protests": _json(event.regulations.protests),
        "clauses": _json({k: v for k, v in event.regulations.clauses.items() if k.startswith("protests.")}),
        "zones": _json({stage.key: zones.get(stage.venue) for stage in event.stages}),
    }
    await connection.execute(
        insert(protest_rules)
        .values(championship=event.championship, **row)
        .on_conflict_do_update(index_elements=["championship"], set_=row)
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


projection = HeardProjection("which rules hold", (protest_rules,), _project)


async def rules_of(connection: AsyncConnection, championship: UUID, stage: str) -> Rules | None:
    """Return what a championship's document says of protests, None before it was heard."""
    query = select(protest_rules).where(protest_rules.c.championship == championship)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        return None
    zones = msgspec.json.decode(row.zones, type=dict[str, str | None])
    return Rules(
        protests=msgspec.json.decode(row.protests, type=ProtestRules),
        clauses=msgspec.json.decode(row.clauses, type=dict[str, str]),
        zone=zones.get(stage),
    )


def known(championship: UUID) -> Select[Any]:
    """Select a championship's id if it was announced."""
    return select(protest_rules.c.championship).where(protest_rules.c.championship == championship)
