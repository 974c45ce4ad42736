"""A command whose task is cancelled anywhere leaves no open transaction in the pool for the next one."""

import asyncio
from collections.abc import Awaitable, Callable
from uuid import uuid4

from deploy.local.databases import Database
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.eventsourcing.store import EventToAppend
from tests import toy

TURNS = 40
"""A command takes fewer turns of the event loop than that."""


async def test_what_follows_a_cancelled_command_is_kept(
    databases: Callable[[str], Awaitable[Database]],
) -> None:
    """After each cancellation an append by itself succeeds, and others see it."""
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    engine = open_engine(database.service_url, application_name="test", pool_size=1)
    others = PostgresStore(open_engine(database.service_url, application_name="others"))
    store = PostgresStore(engine)
    for turns in range(TURNS):
        who = uuid4()

        async def count(unit: Unit) -> None:
            await unit.handle(toy.counter, who, toy.Count(by=who))  # noqa: B023 - done before the next turn

        cancelled = asyncio.create_task(CommandLoop(toy.KERNEL, store).run(toy.CONTEXT, count))
        for _ in range(turns):
            await asyncio.sleep(0)
        cancelled.cancel()
        await asyncio.wait([cancelled])
        async with store.transaction() as transaction:
            transaction.append(f"alone-{who}", 0, [event()])
        assert (await others.head()).position == transaction.reached.position, f"cancelled after {turns}"
    await others.engine.dispose()
    await engine.dispose()


def event() -> EventToAppend:
    """Return an event that says nothing."""
    return EventToAppend(
        event_id=uuid4(), type="Counted", schema_version=1, data="{}", metadata="{}", outbox=None
    )
