"""Which games were there, under whom, by whom, and how far are they? Heard of gameplay."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Row, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.facts import Game
from services.appeals.projections import METADATA
from shared.contracts.gameplay import (
    GameAnnulled,
    GameEnded,
    GameReinstated,
    GameScheduled,
    GameStarted,
    ProtocolSigned,
    Result,
    ResultAmended,
)
from shared.messaging.subscription import Heard, HeardProjection

games = Table(
    "games",
    METADATA,
    Column("game", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("judge", Uuid, nullable=False),
    Column("players", ARRAY(Uuid), nullable=False),
    Column("status", Text, nullable=False),
    Column("signed_at", DateTime(timezone=True)),
    Column("group", Text),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case GameScheduled() as event:
            seated = {"players": list(event.seats), "group": event.group}
            await _write(connection, event, status="scheduled", **seated)
        case ProtocolSigned() as event:
            signed = {"players": _seated(event.result), "status": "signed", "signed_at": event.signed_at}
            await _write(connection, event, **signed)
        case ResultAmended(game=game, result=result):
            await _update(connection, game, players=_seated(result))
        case GameStarted(game=game):
            await _update(connection, game, status="running")
        case GameEnded(game=game):
            await _update(connection, game, status="ended")
        case GameAnnulled(game=game):
            await _update(connection, game, status="annulled")
        case GameReinstated(game=game):
            await _update(connection, game, status="signed")
        case _:
            pass


def _seated(result: Result) -> list[UUID]:
    return [seat.player for seat in sorted(result.seats, key=lambda seat: seat.seat)]


async def _write(connection: AsyncConnection, event: GameScheduled | ProtocolSigned, **facts: Any) -> None:
    row = {"championship": event.championship, "stage": event.stage, "judge": event.judge} | facts
    await connection.execute(
        insert(games).values(game=event.game, **row).on_conflict_do_update(index_elements=["game"], set_=row)
    )


async def _update(connection: AsyncConnection, game: UUID, **facts: Any) -> None:
    await connection.execute(games.update().where(games.c.game == game).values(**facts))


projection = HeardProjection("which games were played", (games,), _project)


async def has_begun(connection: AsyncConnection, championship: UUID) -> bool:
    """Tell whether any game of a championship has been opened."""
    query = select(games.c.game).where(games.c.championship == championship, games.c.status != "scheduled")
    return (await connection.execute(query.limit(1))).one_or_none() is not None


async def signed_games(
    connection: AsyncConnection, championship: UUID, stages: Collection[str] | None = None
) -> list[Game]:
    """Return the games of a championship, or of some of its stages, that were signed."""
    query = select(games).where(games.c.championship == championship, games.c.signed_at.is_not(None))
    if stages is not None:
        query = query.where(games.c.stage.in_(stages))
    return [_game(row) for row in (await connection.execute(query.order_by(games.c.game))).all()]


async def game_facts(connection: AsyncConnection, game: UUID, *, alone: bool = False) -> Game | None:
    """Return a game as it was heard, None if it was not.

    `alone` keeps others who ask so out until commit: what is decided over all protests on one game
    is decided by one at a time.
    """
    query = select(games).where(games.c.game == game)
    row = (await connection.execute(query.with_for_update() if alone else query)).one_or_none()
    return None if row is None else _game(row)


def _game(row: Row[Any]) -> Game:
    return Game(
        championship=row.championship,
        game=row.game,
        stage=row.stage,
        judge=row.judge,
        players=tuple(row.players),
        status=row.status,
        signed_at=row.signed_at,
        group=row.group,
    )
