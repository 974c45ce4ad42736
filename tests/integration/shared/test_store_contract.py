"""What every store promises, on memory and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID

import pytest
from sqlalchemy.exc import DBAPIError
from uuid_utils.compat import uuid7

from deploy.local.databases import Database
from shared.eventsourcing.memory import MemoryStore
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.eventsourcing.store import GENESIS, EventStore, EventToAppend, OutboxEntry, chained


def event(note: str = "x", *, spoken: bool = True, event_id: UUID | None = None) -> EventToAppend:
    """Return an event, spoken of in public or not."""
    return EventToAppend(
        event_id=event_id or uuid7(),
        type="Counted",
        schema_version=1,
        data=f'{{"note":"{note}"}}',
        metadata='{"actor":"tester"}',
        outbox=OutboxEntry("evt.registration.all.Counted", f'{{"said":"{note}"}}') if spoken else None,
    )


@pytest.fixture(params=["memory", "postgres"])
async def store(
    request: pytest.FixtureRequest, databases: Callable[[str], Awaitable[Database]]
) -> AsyncIterator[EventStore]:
    """Give each store in turn."""
    if request.param == "memory":
        yield MemoryStore()
        return
    engine = open_engine((await databases("kit")).service_url, application_name="test", pool_size=20)
    yield PostgresStore(engine)
    await engine.dispose()


async def append(store: EventStore, stream: str, expected: int, *events: EventToAppend) -> None:
    """Append in a transaction of its own."""
    async with store.transaction() as transaction:
        transaction.append(stream, expected, events)


async def test_events_come_back_as_they_went_in(store: EventStore) -> None:
    """A stream's events are read in order with dense versions, positions and unchanged text."""
    await append(store, "counter-a", 0, event("one"), event("два 🎭", spoken=False))
    await append(store, "counter-b", 0, event("three"))
    stored = await store.read(0, 100)
    assert [(e.position, e.stream, e.version) for e in stored] == [
        (1, "counter-a", 1),
        (2, "counter-a", 2),
        (3, "counter-b", 1),
    ]
    assert [e.data for e in stored] == ['{"note":"one"}', '{"note":"два 🎭"}', '{"note":"three"}']
    async with store.transaction() as transaction:
        history = await transaction.load("counter-a")
    assert history.version == 2
    assert [e.version for e in history.events] == [1, 2]


async def test_the_outbox_is_dense_over_what_is_spoken(store: EventStore) -> None:
    """Only events that are spoken of take a sequence, and the sequences have no hole."""
    await append(store, "counter-a", 0, event("1"), event("2", spoken=False), event("3"))
    await append(store, "counter-a", 3, event("4"))
    assert [m.seq for m in await store.read_outbox(0, 10)] == [1, 2, 3]
    assert [m.payload for m in await store.read_outbox(1, 1)] == ['{"said":"3"}']
    head = await store.head()
    assert (head.position, head.outbox_seq) == (4, 3)


async def test_another_expected_version_is_a_conflict_that_names_both(store: EventStore) -> None:
    """A stream that moved on refuses an append, says where it stands, and keeps nothing of it."""
    await append(store, "counter-a", 0, event())
    for expected in (0, 2):
        with pytest.raises(ConcurrencyConflict) as caught:
            await append(store, "counter-a", expected, event())
        assert (caught.value.stream, caught.value.expected, caught.value.actual) == ("counter-a", expected, 1)
    assert (await store.head()).position == 1


async def test_a_transaction_over_streams_is_all_or_nothing(store: EventStore) -> None:
    """A conflict on one stream leaves the other streams of the transaction as they were."""
    await append(store, "counter-b", 0, event())

    async def both() -> None:
        async with store.transaction() as transaction:
            transaction.append("counter-a", 0, [event()])
            transaction.append("counter-b", 0, [event()])

    with pytest.raises(ConcurrencyConflict):
        await both()
    assert [e.stream for e in await store.read(0, 10)] == ["counter-b"]


async def test_a_transaction_reads_its_own_appends(store: EventStore) -> None:
    """Loading a stream again in a transaction shows what it has appended, and both appends land."""
    async with store.transaction() as transaction:
        await transaction.load("counter-a")
        transaction.append("counter-a", 0, [event("one")])
        assert (await transaction.load("counter-a")).version == 1
        transaction.append("counter-a", 1, [event("two")])
    assert [e.version for e in await store.read(0, 10)] == [1, 2]


async def test_a_rollback_leaves_no_hole(store: EventStore) -> None:
    """What a failed transaction would have written leaves no trace in positions or sequences."""
    await append(store, "counter-a", 0, event())

    async def fail() -> None:
        async with store.transaction() as transaction:
            transaction.append("counter-a", 1, [event()])
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    await append(store, "counter-a", 1, event())
    assert [e.position for e in await store.read(0, 10)] == [1, 2]
    assert [m.seq for m in await store.read_outbox(0, 10)] == [1, 2]


async def test_concurrent_writers_leave_dense_positions_in_commit_order(store: EventStore) -> None:
    """Many writers on many streams: a cursor that follows along sees every position exactly once."""
    seen: list[int] = []
    done = asyncio.Event()

    async def write(stream: str) -> None:
        for version in range(10):
            await append(store, stream, version, event())

    async def follow() -> None:
        while True:
            finished = done.is_set()
            batch = await store.read(seen[-1] if seen else 0, 7)
            seen.extend(e.position for e in batch)
            if finished and not batch:
                return
            await asyncio.sleep(0)

    follower = asyncio.create_task(follow())
    await asyncio.gather(*(write(f"counter-{n}") for n in range(12)))
    done.set()
    await follower
    assert seen == list(range(1, 121))


async def test_writers_of_one_stream_wait_for_each_other(store: EventStore) -> None:
    """Loading locks a stream, so that fifty who load and append all succeed, one after the other."""

    async def add() -> None:
        async with store.transaction() as transaction:
            history = await transaction.load("counter-a")
            transaction.append("counter-a", history.version, [event()])

    await append(store, "counter-a", 0, event())
    await asyncio.gather(*(add() for _ in range(50)))
    assert [e.version for e in await store.read(0, 100)] == list(range(1, 52))


async def test_an_uncommitted_write_is_unseen_and_never_skipped(store: EventStore) -> None:
    """While another client has written and not committed, readers see nothing of it, and later all of it."""
    entered, leave = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        async with store.transaction() as transaction:
            transaction.append("counter-slow", 0, [event("slow")])
            entered.set()
            await leave.wait()

    writer = asyncio.create_task(slow())
    await entered.wait()
    await append(store, "counter-fast", 0, event("fast"))
    assert [e.stream for e in await store.read(0, 10)] == ["counter-fast"]
    leave.set()
    await writer
    assert [(e.position, e.stream) for e in await store.read(0, 10)] == [
        (1, "counter-fast"),
        (2, "counter-slow"),
    ]


async def test_the_hash_chain_covers_every_stored_event(store: EventStore) -> None:
    """Each event's hash follows from its stored text and the hash before it, from the first one on."""
    await append(store, "counter-a", 0, event("1"), event("2", spoken=False))
    await append(store, "counter-b", 0, event("Ї"))
    previous = GENESIS
    for stored in await store.read(0, 10):
        previous = chained(previous, stored)
        assert stored.hash == previous
    assert (await store.head()).hash == previous


async def test_a_restart_finds_everything(databases: Callable[[str], Awaitable[Database]]) -> None:
    """A store opened anew on the same database goes on where the last one stopped."""
    database = await databases("kit")
    for round_number in range(3):
        engine = open_engine(database.service_url, application_name="test")
        await append(PostgresStore(engine), "counter-a", round_number, event())
        await engine.dispose()
    engine = open_engine(database.service_url, application_name="test")
    assert (await PostgresStore(engine).head()).position == 3
    await engine.dispose()


@pytest.mark.parametrize("table", ["es.events", "es.outbox", "es.inbox", "es.head", "es.streams"])
@pytest.mark.parametrize("statement", ["UPDATE {} SET {} = {}", "DELETE FROM {}", "TRUNCATE {}"])
async def test_the_service_role_may_not_change_what_is_stored(
    kit_store: PostgresStore, table: str, statement: str
) -> None:
    """The role a service connects with has no right to update, delete or truncate the store's tables."""
    column = {"es.head": "position", "es.streams": "version"}.get(table, "event_id")
    async with kit_store.engine.connect() as connection:
        with pytest.raises(DBAPIError, match="permission denied"):
            await connection.exec_driver_sql(statement.format(table, column, column))


@pytest.mark.parametrize("table", ["events", "outbox", "inbox"])
async def test_even_the_owner_is_refused_by_the_second_line(
    databases: Callable[[str], Awaitable[Database]], table: str
) -> None:
    """A trigger refuses changes of events, outbox and inbox whoever asks."""
    engine = open_engine((await databases("kit")).owner_url, application_name="test")
    async with engine.connect() as connection:
        with pytest.raises(DBAPIError, match="append-only"):
            await connection.exec_driver_sql(f"DELETE FROM es.{table}")  # noqa: S608
    await engine.dispose()
