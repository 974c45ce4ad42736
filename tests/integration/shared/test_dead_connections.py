"""A PostgreSQL server that was killed and is back is used at once, through pools full of dead connections."""

import asyncio
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from uuid import uuid4

from deploy.local.postgres import embedded_postgres
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.migrate import migrate
from shared.eventsourcing.postgres import PostgresStore, open_engine
from tests import toy


async def test_a_restarted_server_costs_no_command_and_no_read() -> None:
    """After kill -9 and a restart the first commands and reads of every pooled connection succeed."""
    folder = Path(mkdtemp(prefix="consigliere-test-"))
    try:
        async with embedded_postgres(folder, durable=False) as server:
            database = await server.create_database("toy")
            await migrate(database.owner_url, database.service_role, None)
            await toy.create_tables(database.owner_url, database.service_role)
            engine = open_engine(database.service_url, application_name="test")
            loop = CommandLoop(toy.KERNEL, PostgresStore(engine))

            async def count(unit: Unit) -> None:
                who = uuid4()
                await unit.handle(toy.counter, who, toy.Count(by=who))

            await asyncio.gather(*(loop.run(toy.CONTEXT, count) for _ in range(10)))
            await server.kill()
            await server.start()
            await asyncio.gather(*(loop.run(toy.CONTEXT, count) for _ in range(10)))
            assert (await loop.store.head()).position == 20
            await engine.dispose()
    finally:
        rmtree(folder, ignore_errors=True)
