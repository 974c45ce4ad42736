"""Which protests hold a draw? Open ones of which scoring said that a ruling can change a cut.

Scoring tells of the cuts and appeals of the end, in any order: a row keeps what either has said.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Table, Text, Uuid, any_, false, literal, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.projections import METADATA
from shared.contracts.appeals import ProtestClosed
from shared.contracts.scoring import ProtestAssessed
from shared.messaging.subscription import Heard, HeardProjection

protests = Table(
    "protests_at_stake",
    METADATA,
    Column("protest", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("cuts", ARRAY(Text), nullable=False, server_default="{}"),
    Column("closed", Boolean, nullable=False, server_default=false()),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    event = heard.event
    row: dict[str, Any]
    match event:
        case ProtestAssessed():
            row = {"cuts": [cut.stage for cut in event.cuts]}
        case ProtestClosed():
            row = {"closed": True}
        case _:
            return
    await connection.execute(
        insert(protests)
        .values(protest=event.protest, championship=event.championship, **row)
        .on_conflict_do_update(index_elements=["protest"], set_=row)
    )


projection = HeardProjection("which protests hold a draw", (protests,), _project)


async def at_cut(connection: AsyncConnection, championship: UUID, stage: str) -> tuple[UUID, ...]:
    """Return the open protests whose ruling can change who goes on from a stage, sorted."""
    query = (
        select(protests.c.protest)
        .where(
            protests.c.championship == championship,
            ~protests.c.closed,
            literal(stage) == any_(protests.c.cuts),
        )
        .order_by(protests.c.protest)
    )
    return tuple((await connection.execute(query)).scalars())
