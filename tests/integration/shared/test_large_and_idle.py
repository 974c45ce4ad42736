"""What holds others up: large tables that are read from end to end, and transactions that nobody ends."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest

from deploy.local.databases import Database
from services.scoring.inbox import heard_of
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.web.reads import reached_positions
from shared.webhooks import book
from tests import toy
from tests.eventually import eventually

ROWS = 300_000
WATCHED = "watched for readings from end to end"
TABLES = ("events", "outbox", "inbox", "streams", "idempotency")
FILLED = """
CREATE TEMP VIEW n AS SELECT generate_series(1, 300000) AS n;
INSERT INTO es.events
    SELECT n, gen_random_uuid(), 'a-' || n / 100, n % 100 + 1, 'Counted', 1, '{}', '{}', '' FROM n;
INSERT INTO es.outbox SELECT n, gen_random_uuid(), n, 'evt.scoring.' || n / 100 || '.X', '{}' FROM n;
INSERT INTO es.inbox SELECT 'gameplay', n, gen_random_uuid(), 'X', (n / 100)::text, '{}' FROM n;
INSERT INTO es.streams SELECT 'a-' || n, 100 FROM n WHERE n <= 3000;
INSERT INTO es.idempotency SELECT 'who', n::text, '', 200, '', '', n FROM n;
UPDATE es.head SET position = 300000, outbox_seq = 300000;
ANALYZE es.events, es.outbox, es.inbox, es.streams, es.idempotency;
"""


async def scanned(url: str) -> dict[str, int]:
    """Return how often each table of the store was read from end to end, ever.

    A session tells what it did when it ends, so those that are watched are waited for.
    """
    engine = open_engine(url, application_name="test")

    async def told() -> bool:
        async with engine.connect() as connection:
            left = await connection.exec_driver_sql(
                "SELECT count(*) FROM pg_stat_activity WHERE application_name = $1", (WATCHED,)
            )
            return bool(left.scalar_one() == 0)

    await eventually(told, "the end of all sessions that are watched")
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT relname, seq_scan FROM pg_stat_user_tables WHERE schemaname = 'es'"
        )
        found = {row.relname: row.seq_scan for row in rows}
    await engine.dispose()
    return {name: found[name] for name in TABLES}


async def test_no_table_that_grows_is_read_from_end_to_end(
    databases: Callable[[str], Awaitable[Database]],
) -> None:
    """Relay, feed, consumer, loads, webhooks and recomputations go by an index, however much there is."""
    database = await databases("scoring")
    owner = open_engine(database.owner_url, application_name=WATCHED)
    async with owner.begin() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None
        await driver.execute(FILLED)
    await owner.dispose()
    before = await scanned(database.service_url)
    engine = open_engine(database.service_url, application_name=WATCHED)
    store = PostgresStore(engine)
    assert len(await store.read_outbox(ROWS - 50, 128)) == 50
    assert len(await store.read(ROWS // 2, 100)) == 100
    assert len(await store.read_traceparents(ROWS - 50, 128)) == 0
    assert (await store.head()).position == ROWS
    assert await reached_positions(engine, "scoring")
    async with store.transaction() as transaction:
        assert len((await transaction.load("a-7")).events) == 100
    async with engine.connect() as connection:
        assert await heard_of(connection, uuid4(), {"gameplay": ROWS}) == []
    assert not await book.lease(engine, toy.CONTEXT.at, 8)
    await engine.dispose()
    assert await scanned(database.service_url) == before
    async with engine.connect() as connection:
        await connection.exec_driver_sql("SELECT count(*) FROM es.outbox WHERE payload = 'x'")
    await engine.dispose()
    assert await scanned(database.service_url) != before, "such a reading is not seen at all"


async def test_a_forgotten_transaction_holds_nobody_up(
    databases: Callable[[str], Awaitable[Database]],
) -> None:
    """One that wrote and never ends, here and in a database beside: positions stay dense, readers see all."""
    here, beside = await databases("kit"), await databases("kit")
    await toy.create_tables(here.owner_url, here.service_role)
    engine, other = (open_engine(one.service_url, application_name="test") for one in (here, beside))
    store = PostgresStore(engine)

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, uuid4(), toy.Count(by=uuid4(), times=1))

    async with engine.connect() as idle, other.connect() as idle_beside:
        for connection in (idle, idle_beside):
            await connection.exec_driver_sql(
                "INSERT INTO es.inbox (source, seq, event_id, type, subject, payload)"
                " VALUES ('nobody', 1, gen_random_uuid(), 'X', 'all', '{}')"
            )
        loop = CommandLoop(toy.KERNEL, store)
        await asyncio.gather(*(loop.run(toy.CONTEXT, work) for _ in range(20)))
        assert [one.position for one in await store.read(0, 100)] == list(range(1, 21))
        assert [one.seq for one in await store.read_outbox(0, 100)] == list(range(1, 21))
    await engine.dispose()
    await other.dispose()


@pytest.mark.parametrize("word", ["NOTIFY", "LISTEN", "now()", "CURRENT_TIMESTAMP", "nextval", "txid"])
async def test_no_clock_no_sequence_and_no_notification_decides_an_order(
    kit_store: PostgresStore, word: str
) -> None:
    """What lost events or stood still elsewhere is in no function of the store."""
    async with kit_store.engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT pg_get_functiondef(oid) AS text FROM pg_proc WHERE pronamespace = 'es'::regnamespace"
        )
        texts = [row.text for row in rows]
    assert len(texts) >= 3
    assert not [text for text in texts if word.lower() in text.lower()]
