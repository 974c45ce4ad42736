"""How far the search for a draw is: one row for each draw, the last search that was begun for it.

This table is no read model: nothing of a search is a fact before its draw is published. Whoever searches
says now and then that he still does; of whom nothing was heard for a while, the search is lost. A row is
locked after the streams of its championship.
"""

from datetime import timedelta
from typing import Any, Literal, TypeAlias, get_args
from uuid import UUID

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Integer,
    MetaData,
    Row,
    Select,
    Table,
    Text,
    Uuid,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.draw.annealing import Progress
from services.registration.domain.errors import SearchUnderway

SILENT_AFTER = timedelta(seconds=20)
"""After how long without a sign a search is lost: its process has died."""
State: TypeAlias = Literal["searching", "published", "refused", "cancelled", "lost"]
STATES: frozenset[str] = frozenset(get_args(State))

draw_searches = Table(
    "draw_searches",
    MetaData(),
    Column("draw", Uuid, primary_key=True),
    Column("search", Uuid, nullable=False),
    Column("number", Integer, nullable=False),
    Column("championship", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("group", Text),
    Column("ask", Text, nullable=False),
    Column("made", Text, nullable=False),
    Column("begun_by", Uuid, nullable=False),
    Column("begun_at", DateTime(timezone=True), nullable=False),
    Column("state", Text, nullable=False),
    Column("stop_asked", Boolean, nullable=False, server_default="false"),
    Column("fields", Integer, nullable=False, server_default="0"),
    Column("part", Text),
    Column("done", BigInteger, nullable=False, server_default="0"),
    Column("moves", BigInteger, nullable=False, server_default="0"),
    Column("c2", BigInteger),
    Column("bound", BigInteger),
    Column("forbidden", BigInteger),
    Column("beats", BigInteger, nullable=False, server_default="0"),
    Column("heard_at", DateTime(timezone=True), nullable=False, server_default=func.clock_timestamp()),
    Column("ended_at", DateTime(timezone=True)),
    Column("code", Text),
    Column("detail", Text),
)


def of_draw(draw: UUID) -> Select[Any]:
    """Select the last search for a draw; `silent` where nothing is heard of it any more."""
    silent = func.clock_timestamp() - draw_searches.c.heard_at > SILENT_AFTER
    return select(draw_searches, silent.label("silent")).where(draw_searches.c.draw == draw)


async def locked(connection: AsyncConnection, draw: UUID) -> Row[Any] | None:
    """Return the last search for a draw, locked until commit."""
    found: Row[Any] | None = (await connection.execute(of_draw(draw).with_for_update())).one_or_none()
    return found


def state_of(row: Row[Any]) -> State:
    """Return what has become of a search: of one that fell silent, that it is lost."""
    return "lost" if row.state == "searching" and row.silent else row.state


async def demand_none(connection: AsyncConnection, draw: UUID) -> None:
    """Raise SearchUnderway where a draw is being searched for."""
    row = (await connection.execute(of_draw(draw))).one_or_none()
    if row is not None and state_of(row) == "searching":
        raise underway(row)


def underway(row: Row[Any]) -> SearchUnderway:
    """Return the refusal of whatever would draw a stage that is being searched for."""
    return SearchUnderway(
        f"Search {row.search} for the draw of stage {row.stage!r} is under way, asked for otherwise than now;"
        " stop or cancel it first.",
        search=str(row.search),
    )


async def begin(connection: AsyncConnection, **row: Any) -> None:
    """Write a search down in place of the last one for its draw; the row must be locked, or not there."""
    fresh = {
        column.name: None for column in draw_searches.c if column.nullable and column.name not in row
    } | {"done": 0, "moves": 0, "fields": 0, "beats": 0, "stop_asked": False, "state": "searching"}
    fresh |= {"heard_at": func.clock_timestamp()} | row
    await connection.execute(
        insert(draw_searches).values(**fresh).on_conflict_do_update(index_elements=["draw"], set_=fresh)
    )


async def beat(
    connection: AsyncConnection, search: UUID, progress: Progress | None, fields: int
) -> bool | None:
    """Say that a search goes on, and how far it is; return whether it is to stop, None if it is over."""
    beaten = (
        _still(search)
        .values(
            heard_at=func.clock_timestamp(),
            beats=draw_searches.c.beats + 1,
            fields=fields,
            **_reached(progress),
        )
        .returning(draw_searches.c.stop_asked)
    )
    stop: bool | None = (await connection.execute(beaten)).scalar_one_or_none()
    return stop


async def begin_anew(connection: AsyncConnection, search: UUID, fields: int) -> None:
    """Write down that the field changed and another one is searched: nobody has asked to stop that."""
    await connection.execute(
        _still(search).values(
            stop_asked=False,
            fields=fields,
            beats=draw_searches.c.beats + 1,
            **dict.fromkeys(("part", "c2", "bound", "forbidden")),
            done=0,
            moves=0,
        )
    )


async def ask_to_stop(connection: AsyncConnection, search: UUID) -> None:
    """Write down that a search is to stop."""
    await connection.execute(_still(search).values(stop_asked=True, beats=draw_searches.c.beats + 1))


async def end(
    connection: AsyncConnection,
    search: UUID,
    state: State,
    *,
    progress: Progress | None = None,
    code: str | None = None,
    detail: str | None = None,
) -> bool:
    """Write down what has become of a search; return False where it was over already."""
    ended = _still(search).values(
        state=state,
        code=code,
        detail=detail,
        ended_at=func.clock_timestamp(),
        beats=draw_searches.c.beats + 1,
        **_reached(progress),
    )
    return (await connection.execute(ended)).rowcount == 1


def _still(search: UUID) -> Any:
    return draw_searches.update().where(
        draw_searches.c.search == search, draw_searches.c.state == "searching"
    )


def _reached(progress: Progress | None) -> dict[str, Any]:
    return {} if progress is None else msgspec.structs.asdict(progress)
