"""The store on PostgreSQL. The promises are kept by `schema.sql`; this is its client.

A unit of work runs on one connection of SQLAlchemy's pool, which never begins a transaction there by
itself: the store begins and commits on the driver, and speaks to it directly for its two statements,
load and append. Read models are written through SQLAlchemy on the same connection, and so in the
same transaction.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import asyncpg
from asyncpg.transaction import Transaction
from sqlalchemy import Engine, event
from sqlalchemy.exc import DBAPIError, InvalidatePoolError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.eventsourcing.store import (
    EventToAppend,
    Head,
    History,
    LoadedEvent,
    OutboxMessage,
    Reached,
    StoredEvent,
)
from shared.telemetry.watch import UNWATCHED, Watch

Answer = TypeVar("Answer")
CONFLICT = "ES001"
DRIVER_ERRORS = (asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What the driver raises of itself, where SQLAlchemy does not stand between."""
IDLE_SECONDS = 0.5
_AWAY = {"57P01", "57P02", "57P03", "55P03", "25P03"}
"""Shut down, crashed, starting; a lock that did not come in time; a session ended for idling."""
_EVENT_COLUMNS = "position, event_id, stream, version, type, schema_version, data, metadata, hash"
_LOAD = "SELECT version, type, schema_version, data FROM es.load($1)"
_APPEND = (
    "SELECT reached_position, reached_seq FROM es.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)"
)


def open_engine(url: str, *, application_name: str, pool_size: int = 10) -> AsyncEngine:
    """Return an engine on a `postgresql://` URL; its timeouts keep a stuck session from holding locks.

    A connection that lay idle is probed before it is used again. In steady use none is, which saves
    a round trip; whoever still finds one dead tries once more on a new one.
    """
    engine = create_async_engine(
        url.replace("postgresql://", "postgresql+asyncpg://", 1),
        hide_parameters=True,  # what fails may be a secret, and errors are logged
        pool_size=pool_size,
        max_overflow=pool_size,
        connect_args={
            "server_settings": {
                "application_name": application_name,
                "idle_in_transaction_session_timeout": "10000",
                "lock_timeout": "10000",
                "jit": "off",
            }
        },
    )
    _probe_idle(engine.sync_engine)
    return engine


def _probe_idle(engine: Engine) -> None:
    """Probe at checkout what has been idle, and throw all connections away when one of them is dead."""

    @event.listens_for(engine, "connect")
    @event.listens_for(engine, "checkin")
    def used(_connection: object, record: ConnectionPoolEntry) -> None:
        record.info["used"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def probe(connection: Any, record: ConnectionPoolEntry, _proxy: object) -> None:
        if time.monotonic() - record.info["used"] < IDLE_SECONDS:
            return
        try:
            alive = engine.dialect.do_ping(connection)
        except (DBAPIError, engine.dialect.loaded_dbapi.Error, OSError):
            alive = False
        if not alive:
            raise InvalidatePoolError


def sqlstate(error: BaseException) -> str | None:
    """Return the five-character SQLSTATE behind a database error, of the driver or of SQLAlchemy."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    state: str | None = getattr(origin, "sqlstate", None)
    return state


def unavailable(error: BaseException) -> bool:
    """Tell whether the database was away (connection, resources, shutdown), not the statement wrong."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    if isinstance(error, asyncpg.InternalClientError):
        return True  # asyncpg lost count of what a dying connection was doing; that one is of no more use
    if isinstance(error, asyncpg.InterfaceError):
        return "closed" in str(error) or "connection" in str(error)
    state = sqlstate(error) or ""
    return state[:2] in {"08", "53"} or state in _AWAY


_alone: WeakKeyDictionary[AsyncEngine, AsyncEngine] = WeakKeyDictionary()


def alone(engine: AsyncEngine) -> AsyncEngine:
    """Return the engine for statements that stand alone: each is its own transaction, in one round trip."""
    if engine not in _alone:
        _alone[engine] = engine.execution_options(isolation_level="AUTOCOMMIT")
    return _alone[engine]


async def reading(engine: AsyncEngine, read: Callable[[AsyncConnection], Awaitable[Answer]]) -> Answer:
    """Read by one statement on a connection of the pool, and once more on a new one where that was dead."""
    try:
        async with alone(engine).connect() as connection:
            return await read(connection)
    except (DBAPIError, *DRIVER_ERRORS) as error:
        if not unavailable(error):
            raise
        async with alone(engine).connect() as connection:
            return await read(connection)


class PostgresTransaction:
    """A unit of work. Own read models are written on `connection`, in the same transaction.

    It begins with the first `load` or `begin`. One that only appends never does: its one statement
    is a transaction by itself, in one round trip.
    """

    def __init__(
        self, connection: AsyncConnection, driver: "asyncpg.Connection[Any]", watch: Watch = UNWATCHED
    ) -> None:
        self._watch = watch
        self.connection = connection
        self.reached = Reached()
        self.idempotency: tuple[str, str] | None = None
        """Principal and key of a row of es.idempotency that waits for the position reached."""
        self.flushing = False
        """Whether what was collected may have reached the database: from then on a retry is no retry."""
        self._driver = driver
        self._begun: Transaction | None = None
        self._appends: list[tuple[str, int, Sequence[EventToAppend]]] = []

    async def begin(self) -> None:
        """Begin the transaction where it has not begun."""
        if self._begun is None:
            self._begun = self._driver.transaction()
            await self._begun.start()

    async def load(self, stream: str) -> History:
        """Lock a stream until commit and return it."""
        await self.begin()
        rows = await self._driver.fetch(_LOAD, stream)
        events = [LoadedEvent(*row) for row in rows]
        version = events[-1].version if events else 0
        for appended, expected, pending in self._appends:
            if appended != stream:
                continue
            version = expected + len(pending)
            events.extend(
                LoadedEvent(expected + n, e.type, e.schema_version, e.data)
                for n, e in enumerate(pending, start=1)
            )
        return History(version=version, events=events)

    def append(self, stream: str, expected_version: int, events: Sequence[EventToAppend]) -> None:
        """Collect events for the one append at commit."""
        self._appends.append((stream, expected_version, events))

    async def finish(self) -> None:
        """Append what was collected, the head locked last, and commit."""
        if not self._appends:
            await self._stand()
            await self._commit()
            return
        with self._watch.appending():
            await self._append()
            await self._commit()

    async def _commit(self) -> None:
        self.flushing = True
        if self._begun is not None:
            await self._begun.commit()

    async def undo(self) -> None:
        """Roll back what has begun."""
        if self._begun is not None and self._driver.is_in_transaction():
            await self._begun.rollback()

    async def _stand(self) -> None:
        """Without events: tell where the store stands, and keep that with the answer's key."""
        rows = await self._driver.fetch("SELECT position, outbox_seq FROM es.head WHERE id = 1")
        self.reached.position, self.reached.outbox_seq = rows[0]
        if self.idempotency is not None:
            await self._driver.execute(
                "UPDATE es.idempotency SET outbox_seq = $3 WHERE principal = $1 AND key = $2",
                *self.idempotency,
                self.reached.outbox_seq,
            )

    async def _append(self) -> None:
        first: dict[str, int] = {}
        counts: dict[str, int] = {}
        placed: list[tuple[str, int, EventToAppend]] = []
        for stream, expected, events in self._appends:
            at = first.setdefault(stream, expected) + counts.get(stream, 0)
            if at != expected:
                raise ConcurrencyConflict(stream, expected, at)
            counts[stream] = counts.get(stream, 0) + len(events)
            placed.extend((stream, expected + n, one) for n, one in enumerate(events, start=1))
        streams = sorted(first)
        principal, key = self.idempotency or (None, None)
        self.flushing = self._begun is None
        try:
            row = await self._driver.fetchrow(
                _APPEND,
                streams,
                [first[stream] for stream in streams],
                [counts[stream] for stream in streams],
                [one.event_id for _, _, one in placed],
                [stream for stream, _, _ in placed],
                [version for _, version, _ in placed],
                [one.type for _, _, one in placed],
                [one.schema_version for _, _, one in placed],
                [one.data for _, _, one in placed],
                [one.metadata for _, _, one in placed],
                [one.outbox.subject if one.outbox else None for _, _, one in placed],
                [one.outbox.payload if one.outbox else None for _, _, one in placed],
                principal,
                key,
            )
        except asyncpg.PostgresError as error:
            if error.sqlstate != CONFLICT:
                raise
            stream = str(error.column_name)
            raise ConcurrencyConflict(stream, first[stream], int(error.detail)) from error
        self.reached.position, self.reached.outbox_seq = row
        self.reached.appended = True


class PostgresStore:
    """One service's events and outbox in its own database."""

    def __init__(self, engine: AsyncEngine, watch: Watch = UNWATCHED) -> None:
        self.engine = engine
        self.watch = watch
        self._alone = alone(engine)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Begin a unit of work; leaving it without an exception appends and commits."""
        async with self._alone.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            if driver is None:
                raise AssertionError("asyncpg always gives its connection")
            transaction = PostgresTransaction(connection, driver, self.watch)
            try:
                yield transaction
                await transaction.finish()
            except BaseException as error:
                if not isinstance(error, Exception):
                    # Cancelled: nobody knows whether the driver's last word was heard, a BEGIN among them.
                    # In the pool again, such a session would swallow what the next one commits.
                    driver.terminate()
                    await connection.invalidate()
                elif driver.is_closed() or unavailable(error):
                    await connection.invalidate()
                    await self.engine.dispose(close=False)
                else:
                    await transaction.undo()
                raise

    async def read(self, after: int, limit: int) -> Sequence[StoredEvent]:
        """Return events after a position, in commit order."""
        async with self._alone.connect() as connection:
            return await read_events(connection, after, limit)

    async def read_outbox(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Return outbox rows after a sequence."""
        async with self._alone.connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT seq, event_id, subject, payload FROM es.outbox WHERE seq > $1 ORDER BY seq LIMIT $2",
                (after, limit),
            )
            return [OutboxMessage(*tuple(row)) for row in rows.all()]

    async def read_traceparents(self, after: int, limit: int) -> dict[int, str]:
        """Return the W3C contexts of what was said after a sequence, by sequence, where there are any."""
        async with self._alone.connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT o.seq, e.metadata::json ->> 'traceparent' AS traceparent"
                " FROM es.outbox o JOIN es.events e ON e.position = o.position"
                " WHERE o.seq > $1 ORDER BY o.seq LIMIT $2",
                (after, limit),
            )
            return {row.seq: row.traceparent for row in rows.all() if row.traceparent is not None}

    async def head(self) -> Head:
        """Return where the store stands."""
        async with self._alone.connect() as connection:
            return await read_head(connection)


async def read_events(connection: AsyncConnection, after: int, limit: int) -> Sequence[StoredEvent]:
    """Return up to `limit` events after a position, on an open connection."""
    rows = await connection.exec_driver_sql(
        f"SELECT {_EVENT_COLUMNS} FROM es.events WHERE position > $1 ORDER BY position LIMIT $2",  # noqa: S608
        (after, limit),
    )
    return [StoredEvent(*tuple(row)) for row in rows.all()]


async def read_head(connection: AsyncConnection) -> Head:
    """Return the head row, on an open connection."""
    result = await connection.exec_driver_sql("SELECT position, outbox_seq, hash FROM es.head WHERE id = 1")
    return Head(*tuple(result.one()))
