"""A store in memory, under the same contract suite as the real one. For tests of the kit and of deciders."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace

from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.eventsourcing.store import (
    GENESIS,
    EventToAppend,
    Head,
    History,
    LoadedEvent,
    OutboxMessage,
    Reached,
    StoredEvent,
    chained,
)


class MemoryTransaction:
    """A unit of work on a MemoryStore; holds the locks of the streams it loaded."""

    def __init__(self, store: "MemoryStore") -> None:
        self._store = store
        self._locks: dict[str, asyncio.Lock] = {}
        self.pending: list[StoredEvent] = []
        self.outbox: list[OutboxMessage] = []
        self.appends: list[tuple[str, int, int]] = []
        self.reached = Reached()

    async def load(self, stream: str) -> History:
        """Lock and return a stream."""
        if stream not in self._locks:
            lock = self._store.locks.setdefault(stream, asyncio.Lock())
            await lock.acquire()
            self._locks[stream] = lock
        events = [
            LoadedEvent(event.version, event.type, event.schema_version, event.data)
            for event in [*self._store.events, *self.pending]
            if event.stream == stream
        ]
        return History(version=len(events), events=events)

    def append(self, stream: str, expected_version: int, events: Sequence[EventToAppend]) -> None:
        """Collect events for the commit."""
        self.appends.append((stream, expected_version, len(events)))
        for offset, event in enumerate(events, start=1):
            self.pending.append(
                StoredEvent(
                    position=0,
                    event_id=event.event_id,
                    stream=stream,
                    version=expected_version + offset,
                    type=event.type,
                    schema_version=event.schema_version,
                    data=event.data,
                    metadata=event.metadata,
                    hash=GENESIS,
                )
            )
            if event.outbox is not None:
                self.outbox.append(
                    OutboxMessage(0, event.event_id, event.outbox.subject, event.outbox.payload)
                )

    def release(self) -> None:
        """Let go of every lock."""
        for lock in self._locks.values():
            lock.release()


class MemoryStore:
    """Events and outbox in two lists."""

    def __init__(self) -> None:
        self.events: list[StoredEvent] = []
        self.outbox: list[OutboxMessage] = []
        self.locks: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[MemoryTransaction]:
        """Begin a unit of work."""
        transaction = MemoryTransaction(self)
        try:
            yield transaction
            self._commit(transaction)
        finally:
            transaction.release()

    def _commit(self, transaction: MemoryTransaction) -> None:
        versions: dict[str, int] = {}
        for stream, expected, count in transaction.appends:
            stored = sum(1 for event in self.events if event.stream == stream)
            actual = versions.get(stream, stored)
            if actual != expected:
                raise ConcurrencyConflict(stream, expected, actual)
            versions[stream] = expected + count
        previous = self.events[-1].hash if self.events else GENESIS
        for event in transaction.pending:
            placed = replace(event, position=len(self.events) + 1)
            previous = chained(previous, placed)
            self.events.append(replace(placed, hash=previous))
        for message in transaction.outbox:
            self.outbox.append(replace(message, seq=len(self.outbox) + 1))
        transaction.reached.position = len(self.events)
        transaction.reached.outbox_seq = len(self.outbox)
        transaction.reached.appended = bool(transaction.pending)

    async def read(self, after: int, limit: int) -> Sequence[StoredEvent]:
        """Return events after a position."""
        return self.events[after : after + limit]

    async def read_outbox(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Return outbox rows after a sequence."""
        return self.outbox[after : after + limit]

    async def head(self) -> Head:
        """Return where the store stands."""
        last = self.events[-1].hash if self.events else GENESIS
        return Head(position=len(self.events), outbox_seq=len(self.outbox), hash=last)
