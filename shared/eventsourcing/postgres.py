"""The store on PostgreSQL. The promises are kept by `schema.sql`; this is its client."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.eventsourcing.store import EventToAppend, Head, History, OutboxMessage, Reached, StoredEvent

CONFLICT = "ES001"
_EVENT_COLUMNS = "position, event_id, stream, version, type, schema_version, data, metadata, hash"


def open_engine(url: str, *, application_name: str, pool_size: int = 10) -> AsyncEngine:
    """Return an engine on a `postgresql://` URL; its timeouts keep a stuck session from holding locks."""
    return create_async_engine(
        url.replace("postgresql://", "postgresql+asyncpg://", 1),
        pool_size=pool_size,
        max_overflow=pool_size,
        pool_pre_ping=True,
        connect_args={
            "server_settings": {
                "application_name": application_name,
                "idle_in_transaction_session_timeout": "10000",
                "lock_timeout": "10000",
                "jit": "off",
            }
        },
    )


def sqlstate(error: DBAPIError) -> str | None:
    """Return the five-character SQLSTATE behind a database error."""
    state: str | None = getattr(error.orig, "sqlstate", None)
    return state


def unavailable(error: DBAPIError) -> bool:
    """Tell whether the database was away (connection, resources, shutdown), not the statement wrong."""
    return error.connection_invalidated or (sqlstate(error) or "")[:2] in {"08", "53", "57"}


class PostgresTransaction:
    """A unit of work. Own read models are written on `connection`, in the same transaction."""

    def __init__(self, connection: AsyncConnection) -> None:
        self.connection = connection
        self.reached = Reached()
        self.idempotency: tuple[str, str] | None = None
        """Principal and key of a row of es.idempotency that waits for the position reached."""
        self._appends: list[tuple[str, int, Sequence[EventToAppend]]] = []

    async def load(self, stream: str) -> History:
        """Lock a stream until commit and return it."""
        rows = await self.connection.exec_driver_sql(
            f"SELECT {_EVENT_COLUMNS} FROM es.load($1)",  # noqa: S608 - a constant
            (stream,),
        )
        events = [StoredEvent(*tuple(row)) for row in rows.all()]
        version = events[-1].version if events else 0
        for appended, expected, pending in self._appends:
            if appended != stream:
                continue
            version = expected + len(pending)
            events.extend(
                StoredEvent(
                    0, e.event_id, stream, expected + n, e.type, e.schema_version, e.data, e.metadata, b""
                )
                for n, e in enumerate(pending, start=1)
            )
        return History(version=version, events=events)

    def append(self, stream: str, expected_version: int, events: Sequence[EventToAppend]) -> None:
        """Collect events for the one append at commit."""
        self._appends.append((stream, expected_version, events))

    async def flush(self) -> None:
        """Write what was collected: the head is locked here, and nothing may come after but the commit."""
        if not self._appends:
            head = await read_head(self.connection)
            self.reached.position, self.reached.outbox_seq = head.position, head.outbox_seq
            return
        first: dict[str, int] = {}
        counts: dict[str, int] = {}
        placed: list[tuple[str, int, EventToAppend]] = []
        for stream, expected, events in self._appends:
            at = first.setdefault(stream, expected) + counts.get(stream, 0)
            if at != expected:
                raise ConcurrencyConflict(stream, expected, at)
            counts[stream] = counts.get(stream, 0) + len(events)
            placed.extend((stream, expected + n, event) for n, event in enumerate(events, start=1))
        streams = sorted(first)
        principal, key = self.idempotency or (None, None)
        parameters = (
            streams,
            [first[stream] for stream in streams],
            [counts[stream] for stream in streams],
            [event.event_id for _, _, event in placed],
            [stream for stream, _, _ in placed],
            [version for _, version, _ in placed],
            [event.type for _, _, event in placed],
            [event.schema_version for _, _, event in placed],
            [event.data for _, _, event in placed],
            [event.metadata for _, _, event in placed],
            [event.outbox.subject if event.outbox else None for _, _, event in placed],
            [event.outbox.payload if event.outbox else None for _, _, event in placed],
            principal,
            key,
        )
        try:
            result = await self.connection.exec_driver_sql(
                "SELECT reached_position, reached_seq"
                " FROM es.append($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14)",
                parameters,
            )
        except DBAPIError as error:
            if sqlstate(error) != CONFLICT:
                raise
            raise _conflict(error, first) from error
        self.reached.position, self.reached.outbox_seq = tuple(result.one())
        self.reached.appended = True


class PostgresStore:
    """One service's events and outbox in its own database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self.engine = engine

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[PostgresTransaction]:
        """Begin a unit of work; leaving it without an exception appends and commits."""
        async with self.engine.connect() as connection, connection.begin():
            transaction = PostgresTransaction(connection)
            yield transaction
            await transaction.flush()

    async def read(self, after: int, limit: int) -> Sequence[StoredEvent]:
        """Return events after a position, in commit order."""
        async with self.engine.connect() as connection:
            return await read_events(connection, after, limit)

    async def read_outbox(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Return outbox rows after a sequence."""
        async with self.engine.connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT seq, event_id, subject, payload FROM es.outbox WHERE seq > $1 ORDER BY seq LIMIT $2",
                (after, limit),
            )
            return [OutboxMessage(*tuple(row)) for row in rows.all()]

    async def head(self) -> Head:
        """Return where the store stands."""
        async with self.engine.connect() as connection:
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


def _conflict(error: DBAPIError, first: dict[str, int]) -> ConcurrencyConflict:
    """Read stream and actual version out of what es.append raised."""
    cause = error.orig.__cause__ if error.orig else None
    stream = str(getattr(cause, "column_name", "") or "")
    return ConcurrencyConflict(stream, first.get(stream, 0), int(getattr(cause, "detail", 0) or 0))
