"""Who takes part in a championship, and who did and no longer does? Entries, heard of registration."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Table, Uuid, any_, false, select
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
    Column("is_out", Boolean, nullable=False, server_default=false()),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case EntryAccepted(championship=championship, player=player):
            is_out = False
        case (
            EntryWithdrawn(championship=championship, player=player)
            | PlayerDisqualified(championship=championship, player=player)
        ):
            is_out = True
        case _:
            return
    await connection.execute(
        insert(entrants)
        .values(championship=championship, player=player, is_out=is_out)
        .on_conflict_do_update(index_elements=["championship", "player"], set_={"is_out": is_out})
    )


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
        .where(games.c.game == game, entrants.c.player.in_(players), ~entrants.c.is_out)
    )
    return frozenset(rows.scalars())


async def left_of_game(connection: AsyncConnection, game: UUID) -> frozenset[UUID]:
    """Return who of those seated at a game takes part no more: withdrawn, or disqualified."""
    rows = await connection.execute(
        select(entrants.c.player)
        .join(games, games.c.championship == entrants.c.championship)
        .where(games.c.game == game, entrants.c.player == any_(games.c.seats), entrants.c.is_out)
    )
    return frozenset(rows.scalars())
