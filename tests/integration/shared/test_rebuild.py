"""Read models are built anew beside the live ones and switched, while commands go on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from itertools import count
from uuid import uuid4

import pytest
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from deploy.local.databases import Database
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.rebuild import Rebuilt, rebuild
from shared.verify import verify
from tests import toy

BEFORE = 30
WHILE = 40


@pytest.fixture
async def engine(databases: Callable[[str], Awaitable[Database]]) -> AsyncIterator[AsyncEngine]:
    """Give a toy's store with some counts, as the service's role."""
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    engine = open_engine(database.service_url, application_name="test")
    await counted(engine, BEFORE)
    yield engine
    await engine.dispose()


async def counted(engine: AsyncEngine, times: int) -> None:
    """Count so often, in one command."""
    who = uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, who, toy.Count(by=who, times=times))

    await CommandLoop(toy.KERNEL, PostgresStore(engine)).run(toy.CONTEXT, work)


async def spoiled(engine: AsyncEngine) -> None:
    """Make the read model wrong, as a faulty projection did before it was mended."""
    async with engine.begin() as connection:
        await connection.execute(toy.own.update().values(note="wrong"))


async def rows(engine: AsyncEngine) -> int:
    """Return how many rows a reader sees."""
    async with engine.connect() as connection:
        number: int = (await connection.execute(select(func.count()).select_from(toy.own))).scalar_one()
        return number


def differing(done: Rebuilt) -> list[str]:
    """Return the tables that were not what the events give."""
    return [model.table for model in done.models if model.differed]


async def broken(engine: AsyncEngine) -> list[str]:
    """Return which promises are broken; the test server itself breaks I1."""
    return [
        one.invariant for one in await verify(toy.PUBLISHER, engine) if one.wrong and one.invariant != "I1"
    ]


async def test_what_is_right_stays_as_it_is(engine: AsyncEngine) -> None:
    """Checksums are equal, and nothing is replaced."""
    done = await rebuild(toy.PUBLISHER, engine)
    assert differing(done) == []
    assert done.position == BEFORE
    assert next((model.table, model.rows) for model in done.models) == ("own_counts", BEFORE)


async def test_a_check_replaces_nothing(engine: AsyncEngine) -> None:
    """The difference is found and left."""
    await spoiled(engine)
    assert differing(await rebuild(toy.PUBLISHER, engine, switch=False)) == ["own_counts"]
    assert await broken(engine) == ["I6"]


async def test_a_wrong_read_model_is_switched_while_commands_go_on(engine: AsyncEngine) -> None:
    """What is appended meanwhile is in it, no command fails, and no reader ever sees fewer rows."""
    await spoiled(engine)
    seen = [await rows(engine)]
    done = asyncio.Event()

    async def writing() -> int:
        """Count until the switch is done, and then some more."""
        for number in count(1):
            await counted(engine, 1)
            if done.is_set() and number >= WHILE:
                return number
        raise AssertionError

    async def reading() -> None:
        while not done.is_set():
            seen.append(await rows(engine))

    writer, reader = asyncio.create_task(writing()), asyncio.create_task(reading())
    rebuilt = await rebuild(toy.PUBLISHER, engine)
    done.set()
    written = await writer
    await reader
    assert differing(rebuilt) == ["own_counts"]
    assert seen == sorted(seen)
    assert await rows(engine) == BEFORE + written
    assert await broken(engine) == []


async def test_a_rebuild_leaves_nothing_behind_on_its_connection(engine: AsyncEngine) -> None:
    """The next one on the same pool begins anew."""
    await rebuild(toy.PUBLISHER, engine)
    await spoiled(engine)
    assert differing(await rebuild(toy.PUBLISHER, engine)) == ["own_counts"]
    assert differing(await rebuild(toy.PUBLISHER, engine)) == []


async def test_a_session_that_wrote_meanwhile_builds_beside_the_live_tables(engine: AsyncEngine) -> None:
    """Plans that PostgreSQL kept for a statement lead to the table that was there when they were made."""
    one = create_async_engine(engine.url, pool_size=1, max_overflow=0)
    for _ in range(3):
        await counted(one, 1)
        assert differing(await rebuild(toy.PUBLISHER, one)) == []
        await counted(one, 1)
        assert await broken(one) == []
    assert await rows(one) == BEFORE + 6
    await one.dispose()
