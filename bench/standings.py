"""Standings: recomputed whole, rebuilt from what was heard, read; and how all that grows."""

import asyncio
import gc
import os
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from uuid import UUID, uuid4

import httpx
from nats.aio.client import Client
from rich.console import Console
from rich.table import Table

from deploy.local.championship.games import plausible_game
from deploy.local.databases import Database
from deploy.local.ports import free_ports
from deploy.local.postgres import embedded_postgres
from services.scoring.composition import DEFINITION
from services.scoring.domain.facts import Facts
from services.scoring.domain.hearing import HeardEvent, gather
from services.scoring.projections.how_do_players_stand import compute
from shared.contracts.envelope import seal
from shared.contracts.gameplay import ProtocolSigned
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import ChampionshipAnnounced, EntryAccepted, StagePlan
from shared.contracts.regulations import shipped
from shared.eventsourcing.migrate import migrate
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.garbage import settle
from shared.messaging.consumer import Arrived, Consumer
from shared.rebuild import rebuild

REGULATIONS = "fiim"
PLAYERS, GAMES = 500, 1_000
GROWTH = ((50, 100), (500, 1_000), (5_000, 10_000))
ROUNDS, READS, CLIENTS = 7, 600, 16
AT = datetime(2026, 5, 23, 9, tzinfo=UTC)
CHAMPIONSHIP, JUDGE = UUID(int=0xBE), UUID(int=0xAB)


def heard(players: int, games: int, seed: int = 1) -> list[PublicEvent]:
    """Return everything that scoring hears of a championship of one stage."""
    rng, regulations = Random(seed), shipped()[REGULATIONS]  # noqa: S311 - games, no secrets
    people = [UUID(int=(seed << 64) + number) for number in range(players)]
    rounds = -(-games * 10 // players)
    stage = StagePlan(
        key="main", title="Main", kind="qualification", games=rounds, players=players, venue="hall"
    )
    events: list[PublicEvent] = [
        ChampionshipAnnounced(
            championship=CHAMPIONSHIP,
            title="A large one",
            host_club="Consigliere",
            regulations=regulations,
            venues=(),
            stages=(stage,),
            organizer=JUDGE,
            announced_at=AT,
        )
    ]
    events += [
        EntryAccepted(
            championship=CHAMPIONSHIP,
            player=player,
            nick=f"Player {number}",
            club=None,
            city=None,
            accepted_at=AT,
        )
        for number, player in enumerate(people)
    ]
    for number in range(games):
        at = number * 10 % players
        if at == 0:
            rng.shuffle(people)
        events.append(
            ProtocolSigned(
                championship=CHAMPIONSHIP,
                game=UUID(int=1_000_000 + number),
                stage="main",
                stage_kind="qualification",
                round=number * 10 // players + 1,
                table=at // 10 + 1,
                judge=JUDGE,
                result=plausible_game(rng, people[at : at + 10], regulations),
                signed_at=AT,
            )
        )
    return events


def facts_of(events: Sequence[PublicEvent]) -> Facts:
    """Return the facts that events come to."""
    return gather(
        HeardEvent(publisher(event), number, UUID(int=number), event)
        for number, event in enumerate(events, start=1)
    )


def publisher(event: PublicEvent) -> str:
    """Return the service that says such an event."""
    return type(event).__module__.rpartition(".")[2]


def seconds_of_computing(players: int, games: int, times: int) -> float:
    """Return the shortest of some whole computations: facts, tables, lines, all of it written.

    Each is of another championship, so that nothing of it was computed before.
    """
    taken = []
    for seed in range(2, 2 + times):
        events = heard(players, games, seed)
        gc.collect()
        began = time.perf_counter()
        compute(facts_of(events))
        taken.append(time.perf_counter() - began)
    return min(taken)


def growth() -> Table:
    """Return how the cost of a recomputation grows with players and games, tenfold and tenfold."""
    table = Table(
        *("players", "games", "seconds", "microseconds a seat", "grew", "linear"),
        title="A whole recomputation, as players and games grow tenfold",
    )
    before: tuple[int, float] | None = None
    seconds_of_computing(*GROWTH[0], 1)  # the first of all is slower
    settle()  # as in every process that serves
    for players, games in GROWTH:
        seconds = seconds_of_computing(players, games, 3 if games <= GAMES else 1)
        grew = "" if before is None else f"{seconds / before[1]:.1f}"
        linear = "" if before is None else f"{games / before[0]:.0f}"
        table.add_row(
            f"{players:,}", f"{games:,}", f"{seconds:.2f}", f"{seconds / games / 10 * 1e6:,.0f}", grew, linear
        )
        before = games, seconds
    return table


async def figures(table: Table, folder: Path, console: Console) -> None:
    """Measure on a scoring service of its own, with its API and the bare server in processes of their own."""
    console.print(f"{PLAYERS} players, {GAMES:,} games…")
    events = heard(PLAYERS, GAMES)
    seconds = seconds_of_computing(PLAYERS, GAMES, 3)
    async with embedded_postgres(folder / "postgres") as server:
        database = await server.create_database("scoring")
        await migrate(database.owner_url, database.service_role, DEFINITION.migrations)
        engine = open_engine(database.service_url, application_name="bench")
        store = PostgresStore(engine)
        rows = await fill(store, events)
        raw = await rows_a_second(database, rows)
        table.add_row(
            f"recompute {PLAYERS} players, {GAMES:,} games",
            f"{rows / seconds:,.0f} events/s",
            "cursor over the same rows",
            f"{raw:,.0f} /s",
            f"{rows / seconds / raw:.3f}",
            "",
        )
        began = time.perf_counter()
        built = await rebuild(DEFINITION, engine)
        rate = rows / (time.perf_counter() - began)
        assert not any(model.differed for model in built.models)  # noqa: S101 - else nothing was measured
        table.add_row(
            "rebuild scoring from its inbox",
            f"{rate:,.0f} events/s",
            "cursor over the same rows",
            f"{raw:,.0f} /s",
            f"{rate / raw:.3f}",
            "",
        )
        await engine.dispose()
        await reads(table, database, folder, console)


async def fill(store: PostgresStore, events: Sequence[PublicEvent]) -> int:
    """Put all but the last event into the inbox as if heard; hear the last, and return how many there are."""
    last: dict[str, int] = {}
    rows = []
    for event in events:
        source = publisher(event)
        last[source] = last.get(source, 0) + 1
        event_id = uuid4()
        _, payload = seal(source, event, event_id=event_id, at=AT, correlation_id=None, causation_id=None)
        rows.append((source, last[source], event_id, type(event).__name__, str(CHAMPIONSHIP), payload))
    async with store.engine.begin() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None  # noqa: S101 - asyncpg always gives its connection
        await driver.executemany(
            "INSERT INTO es.inbox (source, seq, event_id, type, subject, payload) VALUES ($1,$2,$3,$4,$5,$6)",
            rows[:-1],
        )
        for source, seq in last.items():
            await connection.exec_driver_sql(
                "INSERT INTO es.checkpoints (source, seq) VALUES ($1, $2)",
                (source, seq - (source == rows[-1][0])),
            )
    source, seq, *_, payload = rows[-1]
    await Consumer(DEFINITION, store, Client()).apply(source, Arrived(seq, payload.encode()))
    return len(rows)


async def rows_a_second(database: Database, rows: int) -> float:
    """Return how many rows a second a bare cursor reads of the same inbox."""
    engine = open_engine(database.service_url, application_name="bench")
    best = 0.0
    async with engine.connect() as connection:
        driver = (await connection.get_raw_connection()).driver_connection
        assert driver is not None  # noqa: S101 - asyncpg always gives its connection
        for _ in range(ROUNDS):
            began, read = time.perf_counter(), 0
            async with driver.transaction():
                async for _row in driver.cursor(
                    "SELECT source, seq, event_id, type, payload FROM es.inbox ORDER BY source, seq",
                    prefetch=500,
                ):
                    read += 1
            assert read == rows  # noqa: S101 - else another thing was measured
            best = max(best, read / (time.perf_counter() - began))
    await engine.dispose()
    return best


async def reads(table: Table, database: Database, folder: Path, console: Console) -> None:
    """Read the table of all players as often as one can, in turns of the service and the bare server."""
    console.print(f"standings of {PLAYERS} players read by {CLIENTS} clients, in {ROUNDS} turns each…")
    ours, bare = free_ports(2)
    path = f"/v1/championships/{CHAMPIONSHIP}/standings"
    environment = os.environ | {
        "CONSIGLIERE_DATABASE_URL": database.service_url,
        "CONSIGLIERE_LOG_LEVEL": "warning",
    }
    async with serving("shared.web.serve", "services.scoring.app", environment=environment, port=ours):
        async with httpx.AsyncClient(trust_env=False) as client:
            first = await client.get(f"http://127.0.0.1:{ours}{path}")
        file = folder / "body.json"
        file.write_bytes(first.content)
        asked = {
            "ready": (ours, path, None),
            "unchanged": (ours, path, first.headers["ETag"]),
            "bare": (bare, "/v1/bare", None),
            "litestar": (bare, "/", None),
        }
        async with serving("bench.bare", str(file), environment=environment, port=bare):
            taken: dict[str, list[float]] = {what: [] for what in asked}
            for _ in range(ROUNDS):
                for what, one in asked.items():
                    taken[what].append(await rate_of(*one))
    rates = {what: statistics.median(values) for what, values in taken.items()}
    size = f"{len(first.content) / 1000:,.0f} kB"
    for what, peer, called, aim in (
        ("ready", "bare", "bare handler of the same server", "≥ 0.8"),
        ("ready", "litestar", "litestar alone", ""),
        ("unchanged", "ready", "the same, in full", "> 1"),
    ):
        table.add_row(
            f"standings of {PLAYERS} players, {size}, {what}",
            f"{rates[what]:,.0f} /s",
            called,
            f"{rates[peer]:,.0f} /s",
            f"{rates[what] / rates[peer]:.2f}",
            aim,
        )


@asynccontextmanager
async def serving(
    module: str, *arguments: str, environment: dict[str, str], port: int
) -> AsyncIterator[None]:
    """Run a server in a process of its own, until the block ends."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", module, *arguments),
        env=environment | {"CONSIGLIERE_PORT": str(port)},
        cwd=Path(__file__).parents[1],
    )
    try:
        async with httpx.AsyncClient(trust_env=False) as client, asyncio.timeout(60):
            while True:
                try:
                    await client.get(f"http://127.0.0.1:{port}/")
                    break
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
        yield
    finally:
        process.terminate()
        await process.wait()


async def rate_of(port: int, path: str, etag: str | None = None) -> float:
    """Return how many answers a second clients get that ask one after the other, each on its connection.

    They speak HTTP themselves: a client library costs more than the server that is measured.
    """
    header = f"If-None-Match: {etag}\r\n" if etag else ""
    request = f"GET {path} HTTP/1.1\r\nHost: bench\r\n{header}\r\n".encode()

    async def client() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20)
        for _ in range(READS // CLIENTS):
            writer.write(request)
            head = (await reader.readuntil(b"\r\n\r\n")).lower()
            _, _, length = head.partition(b"content-length: ")
            if length:
                await reader.readexactly(int(length.split(b"\r\n", 1)[0]))
        writer.close()
        await writer.wait_closed()

    began = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(CLIENTS)))
    return READS // CLIENTS * CLIENTS / (time.perf_counter() - began)
