"""Whose own place can a ruling on a protest change? Heard of scoring; the last assessment holds."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, Row, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.projections import METADATA
from shared.contracts.scoring import ProtestAssessed
from shared.messaging.subscription import Heard, HeardProjection

stakes = Table(
    "stakes",
    METADATA,
    Column("protest", Uuid, primary_key=True),
    Column("materiality", Text, nullable=False),
    Column("places", ARRAY(Uuid), nullable=False),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    assessed = heard.event
    if not isinstance(assessed, ProtestAssessed):
        return
    row = {"materiality": assessed.materiality, "places": list(assessed.places)}
    await connection.execute(
        insert(stakes)
        .values(protest=assessed.protest, **row)
        .on_conflict_do_update(index_elements=["protest"], set_=row)
    )


projection = HeardProjection("what is at stake", (stakes,), _project)


async def stake_of(connection: AsyncConnection, protest: UUID) -> Row[Any] | None:
    """Return the most that a ruling on a protest can change, and whose place; None: it was not assessed."""
    return (await connection.execute(select(stakes).where(stakes.c.protest == protest))).one_or_none()


async def placed_by(connection: AsyncConnection, protest: UUID) -> frozenset[UUID]:
    """Return those whose own place a ruling on a protest can change."""
    places = await connection.scalar(select(stakes.c.places).where(stakes.c.protest == protest))
    return frozenset(places or ())
