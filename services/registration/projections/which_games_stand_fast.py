"""Which games stand fast, having started, and who really sits at a table? What gameplay said of games."""

from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Index, Table, Uuid, false, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.projections import METADATA
from shared.contracts.gameplay import (
    GameEnded,
    GameReseated,
    GameStarted,
    ProtocolSigned,
    SeatsCorrected,
)
from shared.messaging.subscription import Heard, HeardProjection

games = Table(
    "games_at_tables",
    METADATA,
    Column("game", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("started", Boolean, nullable=False, server_default=false()),
    Column("seats", ARRAY(Uuid)),
    Index("games_at_tables_of", "championship"),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    event = heard.event
    row: dict[str, Any]
    match event:
        case GameStarted() | GameEnded() | ProtocolSigned():
            row = {"started": True}
        case SeatsCorrected() | GameReseated():
            row = {"seats": list(event.seats)}
        case _:
            return
    await connection.execute(
        insert(games)
        .values(game=event.game, championship=event.championship, **row)
        .on_conflict_do_update(index_elements=["game"], set_=row)
    )


projection = HeardProjection("which games stand fast", (games,), _project)


async def of_championship(
    connection: AsyncConnection, championship: UUID
) -> tuple[frozenset[UUID], dict[UUID, tuple[UUID, ...]]]:
    """Return the games that have started, and by game who sits there where the table said so."""
    rows = (await connection.execute(select(games).where(games.c.championship == championship))).all()
    return (
        frozenset(row.game for row in rows if row.started),
        {row.game: tuple(row.seats) for row in rows if row.seats is not None},
    )
