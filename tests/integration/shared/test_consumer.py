"""The consumer against a real NATS server and database: once, in order, with no hole."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest
from nats.aio.client import Client
from nats.js.errors import NotFoundError
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from deploy.local.databases import Database
from deploy.local.nats import EmbeddedNats
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.messaging.connecting import connect
from shared.messaging.consumer import ACK_WAIT_SECONDS, Arrived, Consumer, GapNotFilled
from shared.messaging.relay import Relay
from shared.messaging.subscription import Heard, HeardProjection, Subscriptions
from shared.service import ServiceDefinition
from tests import toy
from tests.eventually import eventually

Databases = Callable[[str], Awaitable[Database]]


@pytest.fixture
async def stores(databases: Databases) -> AsyncIterator[tuple[PostgresStore, PostgresStore]]:
    """Give a publisher's and a hearer's store."""
    engines = []
    for _ in range(2):
        database = await databases("kit")
        await toy.create_tables(database.owner_url, database.service_role)
        engines.append(open_engine(database.service_url, application_name="test"))
    yield PostgresStore(engines[0]), PostgresStore(engines[1])
    for engine in engines:
        await engine.dispose()


async def count(store: PostgresStore, times: int, identity: UUID | None = None) -> None:
    """Let the publisher count `times` more."""
    who = identity or uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, who, toy.Count(by=who, times=times))

    await CommandLoop(toy.KERNEL, store).run(toy.CONTEXT, work)


async def heard(store: PostgresStore) -> int:
    """Return how many counts the hearer's read model holds."""
    async with store.engine.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(toy.heard_counts)) or 0)


async def caught_up(store: PostgresStore, number: int) -> bool:
    """Tell whether the hearer has read so many."""
    return await heard(store) == number


@asynccontextmanager
async def working(
    stores: tuple[PostgresStore, PostgresStore],
    url: str,
    definition: ServiceDefinition = toy.HEARER,
    consumer: type[Consumer] = Consumer,
) -> AsyncIterator[Consumer]:
    """Run a relay and a consumer in the background."""
    relay_client, consumer_client = await connect(url, "relay"), await connect(url, "consumer")
    stop = asyncio.Event()
    hearing = consumer(definition, stores[1], consumer_client)
    tasks = [
        asyncio.create_task(Relay("registration", stores[0], relay_client).run(stop)),
        asyncio.create_task(hearing.run(stop)),
    ]
    try:
        yield hearing
    finally:
        stop.set()
        await asyncio.gather(*tasks)
        await relay_client.close()
        await consumer_client.close()


async def test_what_is_said_is_heard_once_and_acted_on_once(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """Each event gives one inbox row, one read-model row and one command of the policy."""
    async with working(stores, nats_server.url) as consumer:
        await count(stores[0], 70)
        await eventually(lambda: caught_up(stores[1], 70), "70 heard")
        assert await consumer.checkpoint("registration") == 70
    assert (await stores[1].head()).position == 70


async def test_the_server_may_be_killed_at_any_time(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """With the server killed with -9 twice, everything said is heard once."""
    async with working(stores, nats_server.url):
        for number in range(1, 4):
            await count(stores[0], 100)
            if number < 3:
                await nats_server.kill()
                await nats_server.start()
        await eventually(lambda: caught_up(stores[1], 300), "300 heard")
    assert (await stores[1].head()).position == 300


async def test_a_consumer_started_again_goes_on_at_its_checkpoint(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """Stopping and starting neither repeats nor skips."""
    for number in range(1, 4):
        async with working(stores, nats_server.url):
            await count(stores[0], 40)
            await eventually(lambda n=number: caught_up(stores[1], 40 * n), "40 more")  # type: ignore[misc]
    assert (await stores[1].head()).position == 120


async def test_two_consumers_at_once_apply_each_event_once(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """A second consumer of the same service changes nothing: the checkpoint row decides."""
    async with working(stores, nats_server.url), working(stores, nats_server.url):
        await count(stores[0], 200)
        await eventually(lambda: caught_up(stores[1], 200), "200 heard")
    assert (await stores[1].head()).position == 200


async def test_a_deleted_stream_and_its_consumers_come_back(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """Deleting the stream loses nothing: it is refilled, and the consumer goes on behind its checkpoint."""
    async with working(stores, nats_server.url):
        await count(stores[0], 30)
        await eventually(lambda: caught_up(stores[1], 30), "30 heard")
        client = await connect(nats_server.url, "vandal")
        await client.jetstream().delete_stream("REGISTRATION")
        await client.close()
        await count(stores[0], 30)
        await eventually(lambda: caught_up(stores[1], 60), "60 heard")
    assert (await stores[1].head()).position == 60


async def test_a_gap_is_filled_from_the_feed_and_a_duplicate_does_nothing(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """An event that arrives too early waits for those before it, fetched where they can be had."""
    await count(stores[0], 4)
    said = await stores[0].read_outbox(0, 10)
    client = await connect(nats_server.url, "test")

    async def feed(_source: str, seq: int) -> bytes | None:
        return said[seq - 1].payload.encode()

    consumer = Consumer(toy.HEARER, stores[1], client, repair=feed)
    await client.jetstream().add_stream(name="REGISTRATION", subjects=["evt.registration.>"])
    await consumer.apply("registration", Arrived(4, said[3].payload.encode()))
    await consumer.apply("registration", Arrived(2, said[1].payload.encode()))
    assert await heard(stores[1]) == 4
    assert await consumer.checkpoint("registration") == 4
    await client.close()


async def test_a_gap_that_cannot_be_filled_applies_nothing(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """Rather than skip an event the consumer stands still."""
    await count(stores[0], 2)
    said = await stores[0].read_outbox(0, 10)
    client = await connect(nats_server.url, "test")
    await client.jetstream().add_stream(name="REGISTRATION", subjects=["evt.registration.>"])
    consumer = Consumer(toy.HEARER, stores[1], client)
    with pytest.raises(GapNotFilled):
        await consumer.apply("registration", Arrived(2, said[1].payload.encode()))
    assert await heard(stores[1]) == 0
    await client.close()


async def test_a_poisoned_event_freezes_the_consumer_which_says_so_and_goes_on_when_mended(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """The checkpoint row names the event that cannot be applied; after a mend everything follows."""
    broken = asyncio.Event()
    broken.set()

    async def project(connection: AsyncConnection, one: Heard[object]) -> None:
        if one.seq == 3 and broken.is_set():
            raise KeyError("a mistake in a projection")
        await toy.project_heard(connection, one)

    definition = ServiceDefinition(
        kernel=toy.HEARER.kernel,
        subscriptions=Subscriptions(
            sources=("registration",), projections=(HeardProjection("frail", (toy.heard_counts,), project),)
        ),
        metadata=toy.METADATA,
    )

    async def frozen() -> bool:
        async with stores[1].engine.connect() as connection:
            rows = await connection.exec_driver_sql("SELECT seq, frozen_at, error FROM es.checkpoints")
            row = rows.one_or_none()
        return row is not None and row.frozen_at == 3 and "mistake" in row.error and row.seq == 2

    async with working(stores, nats_server.url, definition):
        await count(stores[0], 5)
        await eventually(frozen, "the consumer frozen at 3")
        assert await heard(stores[1]) == 2
        broken.clear()
        await eventually(lambda: caught_up(stores[1], 5), "all five after the mend")


async def test_a_failure_that_another_consumer_has_gone_past_freezes_nothing(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """Two consumers may run for a moment: what one could not apply and the other did is no standstill."""
    client = await connect(nats_server.url, "test")
    other = Consumer(toy.HEARER, stores[1], client)
    failed = asyncio.Event()

    class Beaten(Consumer):
        """Fails at its first event, just when the other one has applied it."""

        async def apply(self, source: str, arrived: Arrived) -> None:
            await other.apply(source, arrived)
            if not failed.is_set():
                failed.set()
                raise KeyError("beaten")
            await super().apply(source, arrived)

    async with working(stores, nats_server.url, consumer=Beaten):
        await count(stores[0], 1)
        await eventually(lambda: acknowledged(client, 1), "the event acknowledged")
    assert failed.is_set()
    async with stores[1].engine.connect() as connection:
        rows = await connection.exec_driver_sql("SELECT seq, frozen_at, error FROM es.checkpoints")
        assert tuple(rows.one()) == (1, None, None)
    await client.close()


async def acknowledged(client: Client, seq: int) -> bool:
    """Tell whether the hearer has acknowledged everything up to a sequence."""
    try:
        info = await client.jetstream().consumer_info("REGISTRATION", "scoring")
    except NotFoundError:
        return False
    return bool(info.ack_floor and info.ack_floor.stream_seq == seq)


async def test_another_history_under_the_same_numbers_is_not_taken_for_a_duplicate(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore], databases: Databases
) -> None:
    """A publisher set back and gone on says other things under numbers that were heard: the hearer stops."""
    async with working(stores, nats_server.url):
        await count(stores[0], 3)
        await eventually(lambda: caught_up(stores[1], 3), "3 heard")
    client = await connect(nats_server.url, "vandal")
    await client.jetstream().delete_stream("REGISTRATION")
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    engine = open_engine(database.service_url, application_name="test")
    await count(PostgresStore(engine), 5)

    async def frozen() -> bool:
        async with stores[1].engine.connect() as connection:
            rows = await connection.exec_driver_sql("SELECT frozen_at, error FROM es.checkpoints")
            at, error = tuple(rows.one())
        return bool(at == 4 and error.startswith("HeardOtherwise: registration:3 was heard otherwise"))

    async with working((PostgresStore(engine), stores[1]), nats_server.url):
        await eventually(frozen, "the hearer stopped at 4")
    assert await heard(stores[1]) == 3
    await engine.dispose()
    await client.close()


async def test_messages_lost_with_their_connection_are_asked_for_again(
    nats_server: EmbeddedNats, stores: tuple[PostgresStore, PostgresStore]
) -> None:
    """What the server counts as delivered, and nobody has, is not waited for until its time is over."""
    client = await connect(nats_server.url, "thief")
    js = client.jetstream()

    class Robbed(Consumer):
        """Is robbed of what was said once: somebody fetches it in its name, and is gone."""

        async def apply(self, source: str, arrived: Arrived) -> None:
            await super().apply(source, arrived)
            if arrived.seq == 1:
                robbing = await js.pull_subscribe_bind(durable="scoring", stream="REGISTRATION")
                await count(stores[0], 9)
                stolen = await robbing.fetch(9, timeout=5)
                assert stolen
                await robbing.unsubscribe()

    async with working(stores, nats_server.url, consumer=Robbed):
        await count(stores[0], 1)
        async with asyncio.timeout(ACK_WAIT_SECONDS - 10):
            await eventually(lambda: caught_up(stores[1], 10), "10 heard")
    await client.close()
