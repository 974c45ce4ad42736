"""The one command loop: load, decide, append, project; again on a conflict and on nothing else."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

import msgspec
from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection
from uuid_utils.compat import uuid7

from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.postgres import (
    DRIVER_ERRORS,
    PostgresStore,
    PostgresTransaction,
    sqlstate,
    unavailable,
)
from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.eventsourcing.store import EventToAppend, OutboxEntry, Reached, StoredEvent

Command = TypeVar("Command")
State = TypeVar("State")
Event = TypeVar("Event")
Answer = TypeVar("Answer")

ATTEMPTS = 5
_RETRIED = {"40P01", "40001"}
"""SQLSTATEs of deadlock and serialization failure: the other transaction won, nothing was done."""


class Context(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who does something, when, and in answer to what; stored with every event as its metadata."""

    actor: str
    at: datetime
    correlation_id: str | None = None
    causation_id: str | None = None
    request_id: str | None = None
    traceparent: str | None = None
    """The W3C context of what did it, where that is followed."""


@dataclass(frozen=True, slots=True)
class Recorded(Generic[Event]):
    """An own event on its way into a read model."""

    category: str
    id: UUID
    version: int
    event_id: UUID
    event: Event
    context: Context


@dataclass(frozen=True, slots=True)
class Projection:
    """A read model of own events, written in the append transaction: one question, its tables.

    `project` writes only rows of `tables`, which nothing else writes; it names tables without a
    schema, so that a rebuild can write beside the live ones. It must not read other read models.
    """

    question: str
    tables: tuple[Table, ...]
    project: Callable[[AsyncConnection, Recorded[Any]], Awaitable[None]]


class Publish(Protocol):
    """What a service says of its own events in public: at most one public event each."""

    def __call__(self, event: Any, state: Any, /) -> Any | None:
        """Return the public event for an own event and the state after it, or None."""
        ...


class Seal(Protocol):
    """Puts a public event into its envelope; `shared.contracts.envelope.seal` in production."""

    def __call__(
        self,
        service: str,
        event: Any,
        *,
        event_id: UUID,
        at: datetime,
        correlation_id: str | None,
        causation_id: str | None,
    ) -> tuple[str, str]:
        """Return subject and payload."""
        ...


@dataclass(frozen=True, slots=True)
class Handled(Generic[State, Event]):
    """What a command did: the new version of the stream, the state after it, the new events."""

    version: int
    state: State
    events: list[Event]


@dataclass(frozen=True)
class Kernel:
    """What one service is made of, as far as its own events go."""

    service: str
    codecs: Mapping[str, EventCodec[Any]]
    """By category: every aggregate of the service."""
    publish: Publish
    seal: Seal
    projections: Sequence[Projection] = field(default=())

    def recorded(self, stored: StoredEvent) -> Recorded[Any]:
        """Decode a stored event for a read model."""
        category, _, identity = stored.stream.partition("-")
        event = self.codecs[category].decode(stored.type, stored.schema_version, stored.data)
        context = msgspec.json.decode(stored.metadata, type=Context)
        return Recorded(category, UUID(identity), stored.version, stored.event_id, event, context)


class Unit:
    """One unit of work: everything handled in it commits together or not at all."""

    def __init__(self, kernel: Kernel, transaction: PostgresTransaction, context: Context) -> None:
        self._kernel = kernel
        self.transaction = transaction
        self.context = context

    @property
    def connection(self) -> AsyncConnection:
        """The transaction's connection, for looking facts up before a command is made."""
        return self.transaction.connection

    async def state(self, decider: Decider[Any, State, Any], identity: UUID) -> tuple[int, State]:
        """Lock a stream until commit and return its version (0: it does not exist) and state."""
        history = await self.transaction.load(f"{decider.category}-{identity}")
        codec = self._kernel.codecs[decider.category]
        events = [codec.decode(e.type, e.schema_version, e.data) for e in history.events]
        return history.version, decider.fold(events)

    async def handle(
        self,
        decider: Decider[Command, State, Event],
        identity: UUID,
        command: Command,
        *,
        expected_version: int | None = None,
    ) -> Handled[State, Event]:
        """Decide a command on one stream and stage its events with their projections.

        Raises the decider's refusals, and ConcurrencyConflict where the stream is not at
        `expected_version`.
        """
        version, state = await self.state(decider, identity)
        if expected_version is not None and version != expected_version:
            raise ConcurrencyConflict(f"{decider.category}-{identity}", expected_version, version)
        events = decider.decide(command, state)
        codec = self._kernel.codecs[decider.category]
        staged: list[EventToAppend] = []
        recorded: list[Recorded[Event]] = []
        for offset, event in enumerate(events, start=1):
            state = decider.evolve(state, event)
            event_id = uuid7()
            event_type, schema_version, data = codec.encode(event)
            staged.append(
                EventToAppend(
                    event_id=event_id,
                    type=event_type,
                    schema_version=schema_version,
                    data=data,
                    metadata=msgspec.json.encode(self.context).decode(),
                    outbox=self._spoken(event, state, event_id),
                )
            )
            recorded.append(
                Recorded(decider.category, identity, version + offset, event_id, event, self.context)
            )
        if staged:
            self.transaction.append(f"{decider.category}-{identity}", version, staged)
            for record in recorded:
                for projection in self._kernel.projections:
                    await projection.project(self.connection, record)
        return Handled(version + len(events), state, events)

    def _spoken(self, event: Any, state: Any, event_id: UUID) -> OutboxEntry | None:
        public = self._kernel.publish(event, state)
        if public is None:
            return None
        subject, payload = self._kernel.seal(
            self._kernel.service,
            public,
            event_id=event_id,
            at=self.context.at,
            correlation_id=self.context.correlation_id,
            causation_id=self.context.causation_id,
        )
        return OutboxEntry(subject, payload)


class CommandLoop:
    """Runs units of work of one service against its store."""

    def __init__(self, kernel: Kernel, store: PostgresStore) -> None:
        self.kernel = kernel
        self.store = store

    async def run(
        self, context: Context, work: Callable[[Unit], Awaitable[Answer]], *, attempts: int = ATTEMPTS
    ) -> tuple[Answer, Reached]:
        """Do `work` in one transaction and commit it; begin again, up to `attempts` times, on a conflict.

        Also begins again on a deadlock, and where a connection was found dead before the commit.

        A conflict with a version that the caller demanded is the caller's affair: `work` raises it
        from `handle`, before anything is written, and it is not retried.
        """
        watch = self.store.watch
        traceparent = watch.traceparent()
        if traceparent is not None:
            context = msgspec.structs.replace(context, traceparent=traceparent)
        for attempt in range(1, attempts + 1):
            demanded, transaction = True, None
            try:
                async with self.store.transaction() as transaction:
                    await transaction.begin()
                    answer = await work(Unit(self.kernel, transaction, context))
                    demanded = False
                return answer, transaction.reached  # noqa: TRY300 - the commit belongs inside
            except ConcurrencyConflict as conflict:
                watch.conflicted(conflict.stream)
                if demanded or attempt == attempts:
                    raise
            except (DBAPIError, *DRIVER_ERRORS) as error:
                flushing = transaction is not None and transaction.flushing
                again = sqlstate(error) in _RETRIED or (unavailable(error) and not flushing)
                if not again or attempt == attempts:
                    raise
        raise AssertionError("unreachable: the last attempt returns or raises")
