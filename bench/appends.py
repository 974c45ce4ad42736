"""Appends a second, against pgbench's bare single-row insert on the same server."""

import asyncio
import re
import time
from pathlib import Path

from uuid_utils.compat import uuid4, uuid7

from deploy.local.databases import Database
from deploy.local.postgres import binaries
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.eventsourcing.store import EventToAppend, OutboxEntry

CLIENTS = 16
SECONDS = 6
BODY = '{"by":"0190a5c1-0000-7000-8000-000000000000","note":"' + "x" * 200 + '"}'


async def ours(database: Database) -> float:
    """Return events appended a second by 16 clients of one process, each to streams of its own."""
    engine = open_engine(database.service_url, application_name="bench", pool_size=CLIENTS)
    store = PostgresStore(engine)
    done = 0
    end = time.perf_counter() + SECONDS

    async def client() -> None:
        nonlocal done
        stream, version = f"counter-{uuid4()}", 0
        while time.perf_counter() < end:
            event = EventToAppend(
                uuid7(),
                "Counted",
                1,
                BODY,
                '{"actor":"bench"}',
                OutboxEntry("evt.registration.a.Counted", BODY),
            )
            async with store.transaction() as transaction:
                transaction.append(stream, version, [event])
            version += 1
            done += 1

    started = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    elapsed = time.perf_counter() - started
    await engine.dispose()
    return done / elapsed


async def bare_inserts(database: Database, folder: Path) -> float:
    """Return bare single-row inserts a second by pgbench with as many clients."""
    engine = open_engine(database.owner_url, application_name="bench")
    async with engine.begin() as connection:
        await connection.exec_driver_sql(
            "CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, data text NOT NULL)"
        )
    await engine.dispose()
    script = folder / "insert.sql"
    script.write_text(f"INSERT INTO bare (data) VALUES ('{BODY}');\n")  # noqa: S608 - a constant
    process = await asyncio.create_subprocess_exec(
        binaries() / "pgbench",
        *("-n", "-c", str(CLIENTS), "-j", "2", "-T", str(SECONDS), "-M", "prepared", "-f", str(script)),
        database.owner_url,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    found = re.search(r"tps = ([0-9.]+)", output.decode())
    if found is None:
        raise SystemExit(f"pgbench said: {output.decode()}")
    return float(found[1])
