"""Saves and restores the four databases: `python -m deploy.backup save|restore FOLDER`.

A backup is one folder with a dump of each database and a note of how far each had come. PostgreSQL is the
record: streams are filled again from it, so NATS needs none.

The four dumps fit together. What one service has heard of another must not be newer than what that other one
remembers having said; so for a moment nobody may move a checkpoint, and in that moment all four snapshots are
taken. Commands go on all the while.
"""

import asyncio
import subprocess
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import asyncpg
import msgspec
from sqlalchemy import make_url

NOTE = "backup.json"
LOCK_SECONDS = "10s"


class BackupFailed(Exception):  # noqa: N818 - named as what happened
    """A backup could not be made or restored; the message says what to do."""


class Saved(msgspec.Struct, frozen=True, kw_only=True):
    """How far one service had come: its positions, and what it had heard of others."""

    position: int
    outbox_seq: int
    heard: dict[str, int]


class Note(msgspec.Struct, frozen=True, kw_only=True):
    """What lies beside the dumps."""

    at: datetime
    services: dict[str, Saved]


@dataclass(frozen=True, kw_only=True)
class Server:
    """A PostgreSQL server under a superuser's address, and the folder of its client programs."""

    admin_url: str
    programs: Path | None = None
    """None: they are on the path."""

    def url(self, database: str) -> str:
        """Return the superuser's address of a database."""
        return make_url(self.admin_url).set(database=database).render_as_string(hide_password=False)

    async def run(self, program: str, database: str, *arguments: str) -> None:
        """Run a client program on a database. Raises BackupFailed with the last of what it said."""
        command = str(self.programs / program) if self.programs else program
        done = await asyncio.to_thread(
            subprocess.run,
            [command, "--dbname", self.url(database), *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise BackupFailed(f"{program} of {database}: {done.stderr.strip()[-500:]}")


async def save(server: Server, services: Sequence[str], folder: Path) -> Note:
    """Save all databases into a new folder. Raises BackupFailed where it is there already."""
    try:
        await asyncio.to_thread(folder.mkdir, mode=0o700, parents=True)
    except FileExistsError:
        raise BackupFailed(f"{folder} exists already; a backup gets a folder of its own") from None
    async with _snapshots(server, services) as taken:
        for service, (snapshot, _) in taken.items():
            await server.run(
                "pg_dump",
                service,
                "--format=custom",
                f"--snapshot={snapshot}",
                f"--file={folder / service}.dump",
            )
        note = Note(at=datetime.now(UTC), services={service: saved for service, (_, saved) in taken.items()})
    (folder / NOTE).write_bytes(msgspec.json.format(msgspec.json.encode(note)))
    return note


async def restore(server: Server, folder: Path, *, suffix: str = "", replace: bool = False) -> Note:
    """Restore all databases of a folder, each under its name and `suffix`.

    The roles must be there. With `replace`, a database that is there is kept beside, under another name;
    without it, that is refused. Raises BackupFailed.
    """
    note = read_note(folder)
    connection = await asyncpg.connect(server.admin_url)
    try:
        for service in note.services:
            name = service + suffix
            await _make_room(connection, name, replace=replace)
            await connection.execute(f"CREATE DATABASE {name} OWNER {service}_owner TEMPLATE template0")
            await connection.execute(
                f"REVOKE ALL ON DATABASE {name} FROM PUBLIC;"
                f"GRANT CONNECT, TEMPORARY ON DATABASE {name} TO {service}_service"
            )
            await server.run("pg_restore", name, "--exit-on-error", str(folder / f"{service}.dump"))
    finally:
        await connection.close()
    return note


def read_note(folder: Path) -> Note:
    """Read what lies beside the dumps. Raises BackupFailed where this is no whole backup."""
    try:
        return msgspec.json.decode((folder / NOTE).read_bytes(), type=Note)
    except (OSError, msgspec.DecodeError) as error:
        raise BackupFailed(f"{folder} holds no whole backup: {error}") from error


async def standing(server: Server, database: str) -> Saved:
    """Tell how far a service's database has come."""
    connection = await asyncpg.connect(server.url(database))
    try:
        return await _standing(connection)
    finally:
        await connection.close()


@asynccontextmanager
async def _snapshots(server: Server, services: Sequence[str]) -> AsyncIterator[dict[str, tuple[str, Saved]]]:
    """Hold a snapshot of every database, all of one moment as far as services have heard each other."""
    async with AsyncExitStack() as holding:
        taken: dict[str, tuple[str, Saved]] = {}
        async with AsyncExitStack() as locks:
            for service in services:
                lock = await locks.enter_async_context(_transaction(server.url(service), "read_committed"))
                await lock.execute(f"SET LOCAL lock_timeout = '{LOCK_SECONDS}'")
                await lock.execute("LOCK TABLE es.checkpoints IN SHARE MODE")
            for service in services:
                held = await holding.enter_async_context(_transaction(server.url(service), "repeatable_read"))
                taken[service] = (await held.fetchval("SELECT pg_export_snapshot()"), await _standing(held))
        yield taken


@asynccontextmanager
async def _transaction(url: str, isolation: str) -> AsyncIterator[Any]:
    connection = await asyncpg.connect(url)
    try:
        async with connection.transaction(isolation=isolation):
            yield connection
    finally:
        await connection.close()


async def _standing(connection: Any) -> Saved:
    head = await connection.fetchrow("SELECT position, outbox_seq FROM es.head")
    heard = await connection.fetch("SELECT source, seq FROM es.checkpoints ORDER BY source")
    return Saved(
        position=head["position"],
        outbox_seq=head["outbox_seq"],
        heard={row["source"]: row["seq"] for row in heard},
    )


async def _make_room(connection: Any, name: str, *, replace: bool) -> None:
    """Move a database of the name aside. Raises BackupFailed where that is not wanted."""
    if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", name):
        return
    if not replace:
        raise BackupFailed(
            f"the database {name} is there already; stop the services, then restore with --replace,"
            " which keeps it beside under another name"
        )
    beside = f"{name}_before_{datetime.now(UTC):%Y%m%d_%H%M%S}"
    await connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", name
    )
    await connection.execute(f"ALTER DATABASE {name} RENAME TO {beside}")
    await connection.execute(f"ALTER DATABASE {beside} ALLOW_CONNECTIONS false")
