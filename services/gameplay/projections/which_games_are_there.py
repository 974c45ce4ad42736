"""Which games are there, where and how far? Public columns only: nothing of a result lies here."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import (
    Column,
    DateTime,
    Index,
    Integer,
    Select,
    Table,
    Text,
    Uuid,
    and_,
    any_,
    func,
    literal,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEnded,
    GameReinstated,
    GameReseated,
    GameScheduled,
    GameStarted,
    PlayerSubstituted,
    ProtocolSigned,
    SeatsCorrected,
)
from services.gameplay.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

Status: TypeAlias = Literal["scheduled", "running", "ended", "signed", "annulled"]

games = Table(
    "games",
    METADATA,
    Column("game", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("stage_kind", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("judge", Uuid, nullable=False),
    Column("seats", ARRAY(Uuid), nullable=False),
    Column("document", Text, nullable=False),
    Column("document_version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("scheduled_at", DateTime(timezone=True), nullable=False),
    Column("started_at", DateTime(timezone=True)),
    Column("ended_at", DateTime(timezone=True)),
    Column("signed_at", DateTime(timezone=True)),
    Column("annulled_at", DateTime(timezone=True)),
    Column("version", Integer, nullable=False),
    Column("group", Text),
    Index("games_in_order", "championship", "scheduled_at", "round", "table_number", "game"),
)
_ORDER = (games.c.scheduled_at, games.c.round, games.c.table_number, games.c.game)


class Place(NamedTuple):
    """Where a page of the list ends: the sort key of its last game."""

    scheduled_at: Annotated[datetime, msgspec.Meta(tz=True)]
    round: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    table_number: Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
    game: UUID


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    changed = _changes(recorded.event) | {"version": recorded.version}
    if isinstance(recorded.event, GameScheduled):
        await connection.execute(insert(games).values(game=recorded.id, **changed))
    else:
        await connection.execute(games.update().where(games.c.game == recorded.id).values(changed))
        if isinstance(recorded.event, PlayerSubstituted):
            seat = {games.c.seats[recorded.event.seat]: recorded.event.player}
            await connection.execute(games.update().where(games.c.game == recorded.id).values(seat))


def _changes(event: object) -> dict[str, Any]:  # noqa: PLR0911 - a table of contents
    """Return what an event changes in a game's row, besides its version."""
    match event:
        case GameScheduled():
            return {
                "championship": event.championship,
                "stage": event.stage,
                "stage_kind": event.stage_kind,
                "round": event.round,
                "table_number": event.table,
                "judge": event.judge,
                "seats": list(event.seats),
                "document": event.rules.document,
                "document_version": event.rules.version,
                "status": "scheduled",
                "scheduled_at": event.scheduled_at,
                "group": event.group,
            }
        case GameStarted():
            return {"status": "running", "started_at": event.started_at}
        case GameEnded():
            return {"status": "ended", "ended_at": event.ended_at}
        case ProtocolSigned():
            return {"status": "signed", "signed_at": event.signed_at}
        case GameAnnulled():
            return {"status": "annulled", "annulled_at": event.annulled_at}
        case SeatsCorrected():
            return {"seats": list(event.seats)}
        case GameReseated():
            return {"seats": list(event.seats), "judge": event.judge}
        case GameReinstated():
            return {"status": "signed", "annulled_at": None}
        case _:
            return {}


projection = Projection("which games are there", (games,), _project)


def one(game: UUID) -> Select[Any]:
    """Select a game."""
    return select(games).where(games.c.game == game)


_here, _there = games.alias("here"), games.alias("there")
_SAME_ROUND = and_(
    _here.c.championship == _there.c.championship,
    _here.c.stage == _there.c.stage,
    _here.c.round == _there.c.round,
    _here.c.game != _there.c.game,
    or_(
        _there.c.status == "running",
        and_(_there.c.status == "scheduled", _here.c.group.is_not_distinct_from(_there.c.group)),
    ),
)
"""Groups of a stage play at times of their own: their rounds of one number clash only while both run."""


def started_elsewhere(game: UUID, person: UUID) -> Select[Any]:
    """Select the game of the same round, under way, at which somebody plays or judges."""
    is_there = or_(literal(person) == any_(_there.c.seats), _there.c.judge == person)
    return (
        select(_there.c.game)
        .join(_here, _SAME_ROUND)
        .where(_here.c.game == game, is_there, _there.c.status == "running")
        .limit(1)
    )


def at_two_tables(game: UUID) -> Select[Any]:
    """Select those of a game's players who play or judge at another game of the round that is not over."""
    seats = select(func.unnest(games.c.seats).label("player")).where(games.c.game == game).subquery()
    is_there = or_(seats.c.player == any_(_there.c.seats), _there.c.judge == seats.c.player)
    return (
        select(seats.c.player)
        .select_from(seats)
        .join(_here, _here.c.game == game)
        .join(_there, and_(_SAME_ROUND, is_there))
    )


def of_championship(
    championship: UUID,
    *,
    stage: str | None,
    group: str | None,
    round_number: int | None,
    judge: UUID | None,
    status: Status | None,
    after: Place | None,
    limit: int,
) -> Select[Any]:
    """Select a championship's games in the order they were drawn, from after a place on."""
    wanted: Sequence[tuple[Column[Any], Any]] = (
        (games.c.stage, stage),
        (games.c.group, group),
        (games.c.round, round_number),
        (games.c.judge, judge),
        (games.c.status, status),
    )
    query = select(games).where(games.c.championship == championship)
    for column, value in wanted:
        if value is not None:
            query = query.where(column == value)
    if after is not None:
        query = query.where(tuple_(*_ORDER) > tuple_(*after))
    return query.order_by(*_ORDER).limit(limit)
