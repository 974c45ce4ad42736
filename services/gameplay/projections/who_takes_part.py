"""Who takes part in a championship? The accepted entries, heard of registration."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Column, Table, Uuid, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.projections import METADATA
from services.gameplay.projections.which_games_are_there import games
from shared.contracts.registration import EntryAccepted, EntryWithdrawn, PlayerDisqualified
from shared.messaging.subscription import Heard, HeardProjection

entrants = Table(
    "entrants",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case EntryAccepted(championship=championship, player=player):
            await connection.execute(
                insert(entrants).values(championship=championship, player=player).on_conflict_do_nothing()
            )
        case (
            EntryWithdrawn(championship=championship, player=player)
            | PlayerDisqualified(championship=championship, player=player)
        ):
            await connection.execute(
                delete(entrants).where(entrants.c.championship == championship, entrants.c.player == player)
            )
        case _:
            pass


projection = HeardProjection("who takes part", (entrants,), _project)


async def entrants_of_game(
    connection: AsyncConnection, game: UUID, players: Collection[UUID]
) -> frozenset[UUID]:
    """Return which of these players take part in the championship of a game."""
    if not players:
        return frozenset()
    rows = await connection.execute(
        select(entrants.c.player)
        .join(games, games.c.championship == entrants.c.championship)
        .where(games.c.game == game, entrants.c.player.in_(players))
    )
    return frozenset(rows.scalars())
