"""`make bench`: prints every figure as a ratio in one run, against its limit or its peer.

`make bench ARGS=draws` measures only the draws, `ARGS="store latency"` only the two.
"""

import asyncio
import os
import platform
import sys
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench import appends, commands, draws, games, latency, standings
from deploy.local.postgres import embedded_postgres
from shared.eventsourcing.migrate import migrate

console = Console(width=120)
PARTS = ("store", "latency", "standings", "games", "draws")


async def store_figures(table: Table, folder: Path) -> None:
    """Measure the event store on a durable server of its own."""
    async with embedded_postgres(folder / "postgres") as server:
        database = await server.create_database("bench")
        await migrate(database.owner_url, database.service_role, None)
        console.print("appends, 16 clients in one process…")
        ours, bare = await appends.ours(database), await appends.bare_inserts(database, folder)
        table.add_row(
            "append one event, 16 clients",
            f"{ours:,.0f} /s",
            "pgbench, bare insert",
            f"{bare:,.0f} /s",
            f"{ours / bare:.2f}",
            "",
        )
        for clients in (1, 16):
            console.print(f"load, decide, append on 100-event streams, {clients} client(s)…")
            mine = await commands.ours(database, clients)
            peer = await asyncio.to_thread(commands.peers, database, clients)
            table.add_row(
                f"load-decide-append, 100 events, {clients} client{'s' * (clients > 1)}",
                f"{mine:,.0f} /s",
                "eventsourcing library",
                f"{peer:,.0f} /s",
                f"{mine / peer:.1f}",
                "≥ 5",
            )


async def latency_figures(table: Table, folder: Path) -> None:
    """Measure how long a signed game takes into the standings."""
    console.print("signature to standings, two championships of 52 games…")
    taken = await latency.signature_to_standings(folder / "stack")
    for name, percent, limit in (("median", 50, 50), ("p99", 99, None)):
        value = latency.percentile(taken, percent)
        table.add_row(
            f"signature accepted to standings, {name} of {len(taken)}",
            f"{value:,.0f} ms",
            "limit" if limit else "",
            f"{limit} ms" if limit else "",
            f"{value / limit:.2f}" if limit else "",
            "≤ 1" if limit else "",
        )


async def measure(parts: Sequence[str]) -> None:
    """Measure these parts and print them as ratios."""
    table = Table("what", "ours", "peer or limit", "peer's", "ratio", "aim", title="Ratios of this run")
    folder = Path(mkdtemp(prefix="consigliere-bench-"))
    try:
        if "store" in parts:
            await store_figures(table, folder)
        if "latency" in parts:
            await latency_figures(table, folder)
        if "standings" in parts:
            await standings.figures(table, folder, console)
        if "games" in parts:
            console.print("ten thousand games by chance…")
            games.figures(table)
    finally:
        rmtree(folder, ignore_errors=True)
    if table.rows:
        console.print(table)
    if "standings" in parts:
        console.print(standings.growth())
    if "draws" in parts:
        draws.evenness(console)
    console.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")


if __name__ == "__main__":
    chosen = sys.argv[1:] or PARTS
    if not set(chosen) <= set(PARTS):
        sys.exit(f"There are the parts {', '.join(PARTS)}; {' '.join(chosen)!r} names another.")
    asyncio.run(measure(chosen))
