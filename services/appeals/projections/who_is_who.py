"""Which records are of one person? Heard of registration; who has two is one person here as well."""

from typing import Any
from uuid import UUID

from sqlalchemy import Column, Table, Uuid, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.projections import METADATA
from shared.contracts.registration import PlayersMerged, PlayersUnmerged
from shared.messaging.subscription import Heard, HeardProjection

second_records = Table(
    "second_records",
    METADATA,
    Column("player", Uuid, primary_key=True),
    Column("into", Uuid, nullable=False),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case PlayersMerged(player=player, into=into):
            await connection.execute(
                insert(second_records)
                .values(player=player, into=into)
                .on_conflict_do_update(index_elements=["player"], set_={"into": into})
            )
        case PlayersUnmerged(player=player):
            await connection.execute(delete(second_records).where(second_records.c.player == player))
        case _:
            pass


projection = HeardProjection("who is who", (second_records,), _project)


async def records_of_people(connection: AsyncConnection) -> dict[UUID, UUID]:
    """Return every second record with the one it was merged into; there are few."""
    return {row.player: row.into for row in await connection.execute(select(second_records))}
