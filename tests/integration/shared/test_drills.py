"""What an operator may have to go through: the servers' data lost, or set back. See docs/operations.md."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import uuid4

import pytest

from deploy.local.databases import Database, PostgresServer
from deploy.local.nats import EmbeddedNats
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.messaging.connecting import connect
from shared.messaging.consumer import Consumer
from shared.messaging.relay import Relay, StreamAheadOfOutbox, StreamOfAnotherHistory
from tests import toy
from tests.eventually import eventually

Databases = Callable[[str], Awaitable[Database]]


@pytest.fixture
async def two(databases: Databases) -> tuple[Database, Database]:
    """Give the databases of a publisher and a hearer."""
    made = await databases("kit"), await databases("kit")
    for database in made:
        await toy.create_tables(database.owner_url, database.service_role)
    return made


@asynccontextmanager
async def store(database: Database) -> AsyncIterator[PostgresStore]:
    """Open a store."""
    engine = open_engine(database.service_url, application_name="drill")
    try:
        yield PostgresStore(engine)
    finally:
        await engine.dispose()


async def count(publisher: PostgresStore, times: int) -> None:
    """Let the publisher count `times` more."""
    who = uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, who, toy.Count(by=who, times=times))

    await CommandLoop(toy.KERNEL, publisher).run(toy.CONTEXT, work)


@asynccontextmanager
async def at_work(said: PostgresStore, heard: PostgresStore, url: str) -> AsyncIterator[None]:
    """Run the publisher's relay and the hearer's consumer."""
    client, stop = await connect(url, "drill", "test"), asyncio.Event()
    tasks = [
        asyncio.create_task(Relay("registration", said, client).run(stop)),
        asyncio.create_task(Consumer(toy.HEARER, heard, client).run(stop)),
    ]
    try:
        yield
    finally:
        stop.set()
        await asyncio.gather(*tasks)
        await client.close()


async def heard_all(said: PostgresStore, heard: PostgresStore) -> bool:
    """Tell whether the hearer has heard, byte for byte, all that was said."""
    async with heard.engine.connect() as connection:
        rows = await connection.exec_driver_sql("SELECT seq, payload FROM es.inbox ORDER BY seq")
        inbox = [tuple(row) for row in rows.all()]
    return inbox == [(message.seq, message.payload) for message in await said.read_outbox(0, 1000)]


async def test_the_data_folder_of_nats_is_deleted(
    nats_server: EmbeddedNats, two: tuple[Database, Database]
) -> None:
    """The stream is made anew and filled from PostgreSQL; the hearer goes on behind its checkpoint."""
    async with store(two[0]) as said, store(two[1]) as heard, at_work(said, heard, nats_server.url):
        await count(said, 40)
        await eventually(lambda: heard_all(said, heard), "40 heard")
        await nats_server.kill()
        await nats_server.lose_data()
        await count(said, 10)
        await nats_server.start()
        await eventually(lambda: heard_all(said, heard), "10 more heard")


async def test_a_database_restored_to_an_earlier_moment_halts_its_relay_until_all_are_restored(
    nats_server: EmbeddedNats, two: tuple[Database, Database], postgres_server: PostgresServer
) -> None:
    """Whether it has gone on from there or not, nothing more is sent; the repair of the runbook works."""
    backups = []
    async with store(two[0]) as said, store(two[1]) as heard, at_work(said, heard, nats_server.url):
        await count(said, 5)
        await eventually(lambda: heard_all(said, heard), "5 heard")
    for database in two:
        name = f"t_backup_{uuid4().hex[:12]}"
        backups.append(await postgres_server.create_database(name, template=database))
    async with store(two[0]) as said, store(two[1]) as heard, at_work(said, heard, nats_server.url):
        await count(said, 3)
        await eventually(lambda: heard_all(said, heard), "8 heard")
    client = await connect(nats_server.url, "operator", "test")
    async with store(backups[0]) as said, store(backups[1]) as heard:
        relay = Relay("registration", said, client)
        with pytest.raises(StreamAheadOfOutbox, match="is at 8, the outbox only at 5"):
            await relay.send_once()
        await count(said, 4)  # clients go on: the restored database overtakes the stream
        with pytest.raises(StreamOfAnotherHistory, match="both have 8"):
            await relay.send_once()
        # The repair: every database from the same backup, and streams made anew.
        await client.jetstream().delete_stream("REGISTRATION")
        async with at_work(said, heard, nats_server.url):
            await eventually(lambda: heard_all(said, heard), "all that the restored publisher says")
    await client.close()
    for backup in backups:
        await postgres_server.drop_database(backup, keep_roles=True)


async def test_commands_are_taken_while_nats_is_away_for_longer_than_any_retry(
    nats_server: EmbeddedNats, two: tuple[Database, Database]
) -> None:
    """Nothing is given up or set aside as dead: what was said meanwhile arrives when it is back."""
    async with store(two[0]) as said, store(two[1]) as heard, at_work(said, heard, nats_server.url):
        await count(said, 2)
        await eventually(lambda: heard_all(said, heard), "2 heard")
        await nats_server.kill()
        for _ in range(300):
            await count(said, 1)
        assert not await heard_all(said, heard)
        await nats_server.start()
        await eventually(lambda: heard_all(said, heard), "300 more heard")
