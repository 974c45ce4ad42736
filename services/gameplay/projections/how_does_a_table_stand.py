"""How does a table stand? For the hall without secrets, and for its judge whole.

`game_state` is the situation of the game with everything in it: only for who judges it. `hall` is
made by the same function as what is said in public.
"""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.domain.game.state import Game, evolve, initial
from services.gameplay.projections import METADATA
from services.gameplay.publications import publication
from shared.contracts.gameplay import TableProgressed
from shared.eventsourcing.handling import Projection, Recorded

tables = Table(
    "tables",
    METADATA,
    Column("game", Uuid, primary_key=True),
    Column("game_state", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("hall", Text),
    Column("progressed_at", DateTime(timezone=True)),
)
_state = msgspec.json.Decoder(Game)
_hall = msgspec.json.Decoder(TableProgressed)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    before = await connection.scalar(select(tables.c.game_state).where(tables.c.game == recorded.id))
    state = evolve(initial() if before is None else _state.decode(before), event)
    row: dict[str, Any] = {"game_state": _written(state), "version": recorded.version}
    spoken = publication(event, state)
    if isinstance(spoken, TableProgressed):
        row |= {"hall": _written(spoken), "progressed_at": spoken.progressed_at}
    await connection.execute(
        insert(tables)
        .values(game=recorded.id, **row)
        .on_conflict_do_update(index_elements=["game"], set_=row)
    )


def _written(value: Game | TableProgressed) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


projection = Projection("how does a table stand", (tables,), _project)


def one(game: UUID) -> Select[Any]:
    """Select how one table stands."""
    return select(tables).where(tables.c.game == game)


def state_of(text: str) -> Game:
    """Return the situation behind the column `game_state`."""
    return _state.decode(text)


def hall_of(text: str) -> TableProgressed:
    """Return what the hall may see, behind the column `hall`."""
    return _hall.decode(text)
