"""Backups are whole, fit together, and come back as they were."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from deploy.backup.saving import BackupFailed, Server, restore, save, standing
from deploy.local.databases import Database, PostgresServer
from deploy.local.postgres import binaries
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.migrate import migrate
from shared.eventsourcing.postgres import PostgresStore, open_engine
from tests import toy

SUFFIX = "_again"


async def count(store: PostgresStore, times: int) -> None:
    """Append events, each of them spoken."""
    who = uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, who, toy.Count(by=who, times=times))

    await CommandLoop(toy.KERNEL, store).run(toy.CONTEXT, work)


@pytest.fixture
async def pair(postgres_server: PostgresServer) -> AsyncIterator[Sequence[Database]]:
    """Give two services' databases with roles of their own, and remove them with their copies."""
    made = [await postgres_server.create_database(f"kept_{uuid4().hex[:8]}") for _ in range(2)]
    for database in made:
        await migrate(database.owner_url, database.service_role, None)
        await toy.create_tables(database.owner_url, database.service_role)
    yield made
    for database in made:
        copy = Database(**{**vars(database), "name": database.name + SUFFIX})
        await postgres_server.drop_database(copy, keep_roles=True)
        await postgres_server.drop_database(database)


async def test_a_backup_taken_at_work_fits_together_and_comes_back(
    pair: Sequence[Database], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """No service's copy has heard more than the other's copy has said, and each copy is as it was noted."""
    server = Server(admin_url=postgres_server.admin_url, programs=binaries())
    engines = [open_engine(database.service_url, application_name="test") for database in pair]
    publisher, hearer = map(PostgresStore, engines)
    names = [database.name for database in pair]
    await count(publisher, 3)
    over = asyncio.Event()

    async def speaking_and_hearing() -> None:
        """Say one more, and let it be heard at once, over and over."""
        while not over.is_set():
            await count(publisher, 1)
            seq = (await publisher.head()).outbox_seq
            async with hearer.engine.begin() as connection:
                await connection.exec_driver_sql(
                    "INSERT INTO es.checkpoints (source, seq) VALUES ($1, $2)"
                    " ON CONFLICT (source) DO UPDATE SET seq = $2",
                    ("publisher", seq),
                )

    working = asyncio.create_task(speaking_and_hearing())
    notes = [await save(server, names, tmp_path / f"backup-{n}") for n in range(3)]
    over.set()
    await working
    for note in notes:
        said, heard = (note.services[name] for name in names)
        assert heard.heard.get("publisher", 0) <= said.outbox_seq
    assert notes[0].services[names[0]].position < notes[2].services[names[0]].position

    await restore(server, tmp_path / "backup-1", suffix=SUFFIX)
    for name in names:
        assert await standing(server, name + SUFFIX) == notes[1].services[name]
    for engine in engines:
        await engine.dispose()


async def test_a_backup_overwrites_nothing(
    pair: Sequence[Database], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    """A folder is used once, a database that is there is kept, and half a backup is none."""
    server = Server(admin_url=postgres_server.admin_url, programs=binaries())
    names = [database.name for database in pair]
    await save(server, names, tmp_path / "backup")
    with pytest.raises(BackupFailed, match="exists already"):
        await save(server, names, tmp_path / "backup")
    with pytest.raises(BackupFailed, match="is there already"):
        await restore(server, tmp_path / "backup")
    (tmp_path / "half").mkdir()
    with pytest.raises(BackupFailed, match="no whole backup"):
        await restore(server, tmp_path / "half")
