"""What a service hears of others, and what it does about it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeAlias, TypeVar
from uuid import UUID

from sqlalchemy import Table
from sqlalchemy.ext.asyncio import AsyncConnection

from shared.eventsourcing.handling import Unit

Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Heard(Generic[Event]):
    """A public event of another service; `seq` is its place in that service's stream."""

    source: str
    seq: int
    event_id: UUID
    at: datetime
    event: Event


@dataclass(frozen=True, slots=True)
class HeardProjection:
    """A read model of what was heard: one question, its tables.

    The same rules as for a projection of own events hold. Streams of different services arrive in
    any interleaving, so what `project` writes must not depend on it: rows are keyed by the facts,
    and an update that may come before its row inserts the row.
    """

    question: str
    tables: tuple[Table, ...]
    project: Callable[[AsyncConnection, Heard[Any]], Awaitable[None]]


Policy: TypeAlias = Callable[[Unit, Heard[Any]], Awaitable[None]]
"""`when_<event>_then_<command>`: issues commands in the transaction that hears the event.

Runs exactly once for each event heard. A refusal that can be expected is handled in the policy; any
other error freezes the consumer at the event until it is mended.
"""


@dataclass(frozen=True)
class Subscriptions:
    """All that a service hears: the sources, its read models of them, its policies by event."""

    sources: tuple[str, ...]
    projections: tuple[HeardProjection, ...] = ()
    policies: Mapping[type, tuple[Policy, ...]] = field(default_factory=dict)
