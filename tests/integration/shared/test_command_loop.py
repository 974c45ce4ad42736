"""The command loop: one transaction for events, read models and outbox; again on a conflict only."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from uuid import UUID, uuid4

import pytest
from sqlalchemy import func, select

from deploy.local.databases import Database
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.eventsourcing.refusal import ConcurrencyConflict
from tests import toy


@pytest.fixture
async def loop(databases: Callable[[str], Awaitable[Database]]) -> AsyncIterator[CommandLoop]:
    """Give the toy's command loop on a fresh database."""
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    engine = open_engine(database.service_url, application_name="test", pool_size=30)
    yield CommandLoop(toy.KERNEL, PostgresStore(engine))
    await engine.dispose()


async def rows(loop: CommandLoop) -> int:
    """Return how many counts the read model holds."""
    async with loop.store.engine.connect() as connection:
        return int(await connection.scalar(select(func.count()).select_from(toy.own)) or 0)


async def test_events_read_model_and_outbox_commit_together(loop: CommandLoop) -> None:
    """A handled command is in the stream, in the read model and in the outbox, and tells its position."""
    identity = uuid4()

    async def work(unit: Unit) -> int:
        return (await unit.handle(toy.counter, identity, toy.Count(by=identity, times=2))).version

    version, reached = await loop.run(toy.CONTEXT, work)
    assert (version, reached.position, reached.outbox_seq) == (2, 2, 2)
    assert await rows(loop) == 2


async def test_a_refusal_leaves_nothing(loop: CommandLoop) -> None:
    """What was staged before a refusal in the same unit is not kept."""
    identity = uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, identity, toy.Count(by=identity))
        await unit.handle(toy.counter, identity, toy.Close())
        await unit.handle(toy.counter, identity, toy.Count(by=identity))

    with pytest.raises(toy.CounterClosed):
        await loop.run(toy.CONTEXT, work)
    assert (await loop.store.head()).position == 0
    assert await rows(loop) == 0


async def test_creation_by_many_at_once_is_retried_until_all_are_in(loop: CommandLoop) -> None:
    """Writers that race to make one stream all get their turn within the bounded retries."""
    identity = uuid4()

    async def count(unit: Unit) -> None:
        await unit.handle(toy.counter, identity, toy.Count(by=identity))

    await asyncio.gather(*(loop.run(toy.CONTEXT, count) for _ in range(20)))
    assert await rows(loop) == 20


async def test_a_demanded_version_is_not_retried(loop: CommandLoop) -> None:
    """A caller who demands a version that is gone is told so at once."""
    identity = uuid4()
    attempts: list[UUID] = []

    async def work(unit: Unit) -> None:
        attempts.append(identity)
        await unit.handle(toy.counter, identity, toy.Count(by=identity), expected_version=7)

    with pytest.raises(ConcurrencyConflict):
        await loop.run(toy.CONTEXT, work)
    assert len(attempts) == 1
