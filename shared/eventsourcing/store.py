"""What a store promises, and the records it keeps.

- Positions are dense from 1 and equal commit order: a reader may keep a plain cursor, and a hole
  is an alarm. The same holds for `seq` of the outbox.
- Versions of a stream are dense from 1.
- A transaction is all or nothing; the head is locked last and held to commit.
- The stored text is what is hashed: `chained` is the chain's one definition in Python.

Two stores keep this contract and share one suite: `PostgresStore` and `MemoryStore`.
"""

import hashlib
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol
from uuid import UUID

GENESIS = bytes(32)
"""The hash before the first event."""


@dataclass(frozen=True, slots=True)
class OutboxEntry:
    """A public event as it will be sent: the subject and the frozen bytes of a CloudEvent."""

    subject: str
    payload: str


@dataclass(frozen=True, slots=True)
class EventToAppend:
    """An encoded event, with what is said of it in public, if anything."""

    event_id: UUID
    type: str
    schema_version: int
    data: str
    metadata: str
    outbox: OutboxEntry | None = None


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as it lies in the store."""

    position: int
    event_id: UUID
    stream: str
    version: int
    type: str
    schema_version: int
    data: str
    metadata: str
    hash: bytes


@dataclass(frozen=True, slots=True)
class OutboxMessage:
    """An outbox row: `seq` equals the sequence of the message in its JetStream stream."""

    seq: int
    event_id: UUID
    subject: str
    payload: str


@dataclass(frozen=True, slots=True)
class Head:
    """Where a store stands."""

    position: int
    outbox_seq: int
    hash: bytes


class LoadedEvent(NamedTuple):
    """As much of an event as a state is folded from."""

    version: int
    type: str
    schema_version: int
    data: str


@dataclass(frozen=True, slots=True)
class History:
    """A stream as a transaction found it."""

    version: int
    events: Sequence[LoadedEvent]


@dataclass(slots=True)
class Reached:
    """What a committed transaction reached; filled at commit."""

    position: int = 0
    outbox_seq: int = 0
    appended: bool = field(default=False)


class Transaction(Protocol):
    """One unit of work. Appends are collected and written, head last, when it commits."""

    reached: Reached

    async def load(self, stream: str) -> History:
        """Lock a stream until commit and return it; events appended in this transaction included."""
        ...

    def append(self, stream: str, expected_version: int, events: Sequence[EventToAppend]) -> None:
        """Add events to a stream that is at `expected_version`; a conflict shows at commit."""
        ...


class EventStore(Protocol):
    """A service's events and outbox."""

    def transaction(self) -> AbstractAsyncContextManager[Transaction]:
        """Begin a unit of work; leaving it without an exception commits.

        Raises ConcurrencyConflict at commit where a stream was not at its expected version.
        """
        ...

    async def read(self, after: int, limit: int) -> Sequence[StoredEvent]:
        """Return up to `limit` events after a position, in order."""
        ...

    async def read_outbox(self, after: int, limit: int) -> Sequence[OutboxMessage]:
        """Return up to `limit` outbox rows after a sequence, in order."""
        ...

    async def head(self) -> Head:
        """Return the last position, outbox sequence and hash."""
        ...


def chained(previous: bytes, event: StoredEvent) -> bytes:
    """Return the hash that `event` must carry after `previous` (SHA-256, 32 bytes).

    Variable-length parts are hashed before they are joined, so that no two events give one input.
    """

    def digest(text: str) -> bytes:
        return hashlib.sha256(text.encode()).digest()

    return hashlib.sha256(
        previous
        + event.position.to_bytes(8, "big")
        + event.event_id.bytes
        + digest(event.stream)
        + event.version.to_bytes(4, "big")
        + digest(event.type)
        + event.schema_version.to_bytes(2, "big")
        + digest(event.data)
        + digest(event.metadata)
    ).digest()
