"""Load, decide, append on streams of 100 events, against the `eventsourcing` library on the same server."""

import asyncio
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event
from sqlalchemy import make_url
from uuid_utils.compat import uuid7

from bench.counters import KERNEL, Count, counter
from deploy.local.databases import Database
from shared.eventsourcing.handling import CommandLoop, Context, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine

LENGTH = 100
STREAMS = 16
ROUNDS = 25
NOTE = "x" * 200
BY = UUID("0190a5c1-0000-7000-8000-000000000000")


class PeerCounter(Aggregate):
    """The peer's counter."""

    def __init__(self) -> None:
        self.count = 0

    @event("Counted")
    def add(self, by: UUID, note: str) -> None:  # noqa: ARG002 - the peer records what it is given
        """Count."""
        self.count += 1


async def ours(database: Database, clients: int) -> float:
    """Return commands a second on streams that begin with 100 events."""
    engine = open_engine(database.service_url, application_name="bench", pool_size=STREAMS)
    loop = CommandLoop(KERNEL, PostgresStore(engine))
    context = Context(actor="bench", at=datetime.now(UTC))
    streams = [uuid7() for _ in range(STREAMS)]

    def work(stream: UUID, times: int) -> Callable[[Unit], Any]:
        async def count(unit: Unit) -> None:
            for _ in range(times):
                await unit.handle(counter, stream, Count(by=BY, note=NOTE))

        return count

    async def fill(stream: UUID) -> None:
        from bench.counters import Counted  # noqa: PLC0415

        async def many(unit: Unit) -> None:
            wide = type(counter)(
                "counter", int, lambda _c, _s: [Counted(by=BY, note=NOTE)] * LENGTH, counter.evolve
            )
            await unit.handle(wide, stream, Count(by=BY, note=NOTE))

        await loop.run(context, many)

    for stream in streams:
        await fill(stream)

    async def client(mine: list[UUID]) -> None:
        for _ in range(ROUNDS):
            for stream in mine:
                await loop.run(context, work(stream, 1))

    started = time.perf_counter()
    await asyncio.gather(*(client(streams[n::clients]) for n in range(clients)))
    elapsed = time.perf_counter() - started
    await engine.dispose()
    return ROUNDS * STREAMS / elapsed


def peers(database: Database, clients: int) -> float:
    """Return the same of the `eventsourcing` library with its PostgreSQL recorder, in threads."""
    url = make_url(database.owner_url)
    application: Application[UUID] = Application(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": database.name,
            "POSTGRES_HOST": str(url.query["host"]),
            "POSTGRES_PORT": "5432",
            "POSTGRES_USER": url.username or "",
            "POSTGRES_PASSWORD": url.password or "",
            "POSTGRES_POOL_SIZE": str(STREAMS),
            **{k: v for k, v in os.environ.items() if k.startswith("EVENTSOURCING_")},
        }
    )
    identities = []
    for _ in range(STREAMS):
        aggregate = PeerCounter()
        for _ in range(LENGTH - 1):
            aggregate.add(BY, NOTE)
        application.save(aggregate)
        identities.append(aggregate.id)

    def client(mine: list[UUID]) -> None:
        for _ in range(ROUNDS):
            for identity in mine:
                aggregate: PeerCounter = application.repository.get(identity)
                aggregate.add(BY, NOTE)
                application.save(aggregate)

    started = time.perf_counter()
    with ThreadPoolExecutor(clients) as pool:
        list(pool.map(client, [identities[n::clients] for n in range(clients)]))
    elapsed = time.perf_counter() - started
    application.close()
    return ROUNDS * STREAMS / elapsed
