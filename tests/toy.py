"""The smallest service that has everything: a counter that says what it counts, and hears another's."""

from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import Column, MetaData, Table, Text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from shared.contracts.envelope import seal
from shared.contracts.registration import EntryWithdrawn
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.handling import Context, Kernel, Projection, Recorded, Unit
from shared.eventsourcing.refusal import Conflicting
from shared.messaging.subscription import Heard, HeardProjection, Subscriptions
from shared.service import ServiceDefinition

AT = datetime(2026, 5, 24, 12, 0, tzinfo=UTC)
CONTEXT = Context(actor="tester", at=AT)


class Counted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """One more."""

    by: UUID
    note: str = ""


class Closed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """No more."""


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """Count `times` more."""

    by: UUID
    times: int = 1
    note: str = ""


class Close(msgspec.Struct, frozen=True, kw_only=True):
    """Stop counting."""


class CounterClosed(Conflicting):
    """A closed counter counts no more."""


CounterEvent: TypeAlias = Counted | Closed
CounterCommand: TypeAlias = Count | Close


class Counter(msgspec.Struct, frozen=True):
    """How many, and whether there will be more."""

    count: int = 0
    open: bool = True


def decide(command: CounterCommand, state: Counter) -> list[CounterEvent]:
    """Decide."""
    if not state.open:
        raise CounterClosed("the counter is closed")
    match command:
        case Count():
            return [Counted(by=command.by, note=command.note) for _ in range(command.times)]
        case Close():
            return [Closed()]


def evolve(state: Counter, event: CounterEvent) -> Counter:
    """Evolve."""
    match event:
        case Counted():
            return Counter(state.count + 1, open=state.open)
        case Closed():
            return Counter(state.count, open=False)


counter: Decider[CounterCommand, Counter, CounterEvent] = Decider("counter", Counter, decide, evolve)


def publication(event: Any, _state: Any) -> EntryWithdrawn | None:
    """Say every count in public; closing is private."""
    if not isinstance(event, Counted):
        return None
    return EntryWithdrawn(championship=event.by, player=event.by, withdrawn_at=AT)


METADATA = MetaData()
own = Table("own_counts", METADATA, Column("event_id", Text, primary_key=True), Column("note", Text))
heard_counts = Table("heard_counts", METADATA, Column("event_id", Text, primary_key=True))


async def project_own(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    """Write one row for each count."""
    if isinstance(recorded.event, Counted):
        await connection.execute(
            insert(own).values(event_id=str(recorded.event_id), note=recorded.event.note)
        )


async def project_heard(connection: AsyncConnection, heard: Heard[Any]) -> None:
    """Write one row for each count heard; twice would break the key."""
    await connection.execute(insert(heard_counts).values(event_id=str(heard.event_id)))


async def when_entry_withdrawn_then_count(unit: Unit, heard: Heard[EntryWithdrawn]) -> None:
    """Count what others withdrew, on a counter of its own."""
    await unit.handle(counter, heard.event.player, Count(by=heard.event.player))


KERNEL = Kernel(
    service="registration",
    codecs={"counter": EventCodec(CounterEvent)},
    publish=publication,
    seal=seal,
    projections=(Projection("what_was_counted", (own,), project_own),),
)
PUBLISHER = ServiceDefinition(kernel=KERNEL, subscriptions=Subscriptions(()), metadata=METADATA)
HEARER = ServiceDefinition(
    kernel=Kernel(
        service="scoring", codecs={"counter": EventCodec(CounterEvent)}, publish=publication, seal=seal
    ),
    subscriptions=Subscriptions(
        sources=("registration",),
        projections=(HeardProjection("what_was_heard", (heard_counts,), project_heard),),
        policies={EntryWithdrawn: (when_entry_withdrawn_then_count,)},
    ),
    metadata=METADATA,
)


async def create_tables(owner_url: str, role: str) -> None:
    """Make the toy's read models."""
    from sqlalchemy.ext.asyncio import create_async_engine  # noqa: PLC0415

    engine = create_async_engine(owner_url.replace("postgresql://", "postgresql+asyncpg://", 1))
    async with engine.begin() as connection:
        await connection.run_sync(METADATA.create_all)
        for table in METADATA.tables:
            await connection.exec_driver_sql(f"GRANT ALL ON {table} TO {role}")
    await engine.dispose()
