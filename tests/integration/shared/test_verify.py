"""The verifier finds what was tampered with, and nothing where nothing was."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from uuid import uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from deploy.local.databases import Database
from shared.eventsourcing.handling import CommandLoop, Projection, Recorded, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.verify import verify
from tests import toy


@pytest.fixture
async def database(databases: Callable[[str], Awaitable[Database]]) -> Database:
    """Give a toy's database with three counters of four counts each."""
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    engine = open_engine(database.service_url, application_name="test")
    for _ in range(3):
        who = uuid4()

        async def work(unit: Unit, who: object = who) -> None:
            await unit.handle(toy.counter, who, toy.Count(by=who, times=4, note="as said"))  # type: ignore[arg-type]

        await CommandLoop(toy.KERNEL, PostgresStore(engine)).run(toy.CONTEXT, work)
    await engine.dispose()
    return database


@pytest.fixture
async def engine(database: Database) -> AsyncIterator[AsyncEngine]:
    """Give an engine as the service's role."""
    engine = open_engine(database.service_url, application_name="test")
    yield engine
    await engine.dispose()


async def wrong(engine: AsyncEngine) -> dict[str, str]:
    """Return what the verifier finds wrong; tests run PostgreSQL without fsync, which I1 says."""
    findings = await verify(toy.PUBLISHER, engine)
    return {f.invariant: f.wrong for f in findings if f.wrong is not None and f.invariant != "I1"}


async def tamper(database: Database, *statements: str) -> None:
    """Change stored rows as only a superuser can who switches the triggers off."""
    engine = open_engine(database.admin_url, application_name="vandal")
    async with engine.begin() as connection:
        await connection.exec_driver_sql("SET LOCAL session_replication_role = replica")
        for statement in statements:
            await connection.exec_driver_sql(statement)
    await engine.dispose()


async def test_an_untouched_store_is_clean(engine: AsyncEngine) -> None:
    """Nothing is found where nothing was done, and I1 names the test server's own settings."""
    assert await wrong(engine) == {}
    findings = await verify(toy.PUBLISHER, engine)
    assert [f.invariant for f in findings] == ["I1", "I2", "I3", "I4", "I5", "I6", "I7", "I8"]
    assert "fsync=off" in str(findings[0].wrong)


@pytest.mark.parametrize(
    ("statement", "invariant", "says"),
    [
        (
            "UPDATE es.events SET data = replace(data, 'as said', 'as sa1d') WHERE position = 5",
            "I7",
            "position 5",
        ),
        (
            "UPDATE es.events SET metadata = replace(metadata, 'tester', 'nobody') WHERE position = 12",
            "I7",
            "12",
        ),
        ("UPDATE es.head SET hash = decode(repeat('11', 32), 'hex')", "I7", "head"),
        ("DELETE FROM es.events WHERE position = 7", "I3", "position 7 is missing"),
        ("UPDATE es.events SET version = 9 WHERE position = 4", "I2", "version 9 where 4 belongs"),
        ("UPDATE es.streams SET version = version + 1", "I2", "the stream says 5"),
        ("DELETE FROM es.outbox WHERE seq = 3", "I4", "outbox sequence 3 is missing"),
        ("DELETE FROM es.outbox WHERE seq = 12", "I4", "the head says 12"),
        ("INSERT INTO es.checkpoints VALUES ('gameplay', 3)", "I5", "checkpoint says 3"),
        (
            "UPDATE own_counts SET note = 'other' WHERE event_id = (SELECT min(event_id) FROM own_counts)",
            "I6",
            "own",
        ),
        (
            "DELETE FROM own_counts WHERE event_id = (SELECT min(event_id) FROM own_counts)",
            "I6",
            "own_counts",
        ),
    ],
)
async def test_every_tampering_is_found(
    database: Database, engine: AsyncEngine, statement: str, invariant: str, says: str
) -> None:
    """One changed byte, one missing row, one number too many: the verifier names it."""
    await tamper(database, statement)
    assert says in (await wrong(engine))[invariant]


async def test_what_the_stream_holds_is_compared_byte_by_byte(engine: AsyncEngine) -> None:
    """A message that differs from its outbox row, is missing, or is one too many is found."""
    messages = {m.seq: m.payload.encode() for m in await PostgresStore(engine).read_outbox(0, 100)}

    async def found() -> str | None:
        async def read(_service: str, seq: int) -> bytes | None:
            return messages.get(seq)

        return next(f.wrong for f in await verify(toy.PUBLISHER, engine, read) if f.invariant == "I4")

    assert await found() is None
    messages[13] = b"surplus"
    assert "goes on after" in str(await found())
    messages[6] = messages[6].replace(b"EntryWithdrawn", b"EntryWithdrawm")
    assert "differs at sequence 6" in str(await found())
    del messages[6]
    assert "lacks sequence 6" in str(await found())


async def test_a_rebuild_that_does_anything_else_is_found(engine: AsyncEngine) -> None:
    """A projection that writes to a table it does not build has an effect, which a rebuild must not have."""

    async def project(connection: AsyncConnection, recorded: Recorded[object]) -> None:
        await toy.project_own(connection, recorded)
        await connection.exec_driver_sql(
            "INSERT INTO es.checkpoints VALUES ('gameplay', 0) ON CONFLICT DO NOTHING"
        )

    kernel = replace(toy.KERNEL, projections=(Projection("effects", (toy.own,), project),))
    found = {f.invariant: f.wrong for f in await verify(replace(toy.PUBLISHER, kernel=kernel), engine)}
    assert found["I8"] == "the rebuild wrote to es.checkpoints"
    assert found["I6"] is None
