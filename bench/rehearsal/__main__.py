"""`make rehearsal`: three cities, 12 tables and 500 readers; `ARGS="--sizes 1 2 4 8"` for larger ones too.

Prints what writes and reads took (milliseconds), how far feed and standings were behind, errors and memory.
"""

import argparse
import asyncio
import os
import platform
import statistics
from collections.abc import Sequence
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from bench.rehearsal.day import Day, Taken
from bench.rehearsal.hall import Hall
from deploy.local.ports import free_ports
from deploy.local.stack import Stack

console = Console(width=120)
KINDS = (
    "write",
    "draw",
    "read standings",
    "read feed",
    "read games",
    "read release",
    "feed lag",
    "signature to standings",
)
MEGABYTE = 1 << 20


async def rehearse(size: int, readers: int, pause: float) -> Taken:
    """Rehearse on a stack of its own, with disks that are waited for."""
    taken = Taken(Hall(size), readers)
    folder = Path(mkdtemp(prefix="consigliere-rehearsal-"))
    columns = (TextColumn("{task.description:16}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    try:
        async with Stack(folder, port=free_ports(1)[0]) as stack:
            with Progress(*columns, console=console) as progress:
                await Day(stack, taken, readers, pause, progress).hold()
    finally:
        rmtree(folder, ignore_errors=True)
    return taken


def times(all_taken: Sequence[Taken]) -> Table:
    """Return the table of milliseconds."""
    table = Table("tables", "what", "how many", "p50", "p95", "p99", "largest", title="Milliseconds")
    for taken in all_taken:
        for kind in KINDS:
            values = taken.milliseconds.get(kind, [])
            if len(values) > 1:
                percents = statistics.quantiles(values, n=100, method="inclusive")
                numbers = [f"{percents[at - 1]:,.0f}" for at in (50, 95, 99)]
                row = [str(taken.hall.tables), kind, f"{len(values):,}", *numbers, f"{max(values):,.0f}"]
                table.add_row(*row, end_section=kind == KINDS[-1])
    return table


def wholes(all_taken: Sequence[Taken]) -> Table:
    """Return the table of what each size came to."""
    table = Table(
        *(
            "tables",
            "players",
            "readers",
            "games",
            "seconds",
            "writes/s",
            "reads/s",
            "304",
            "sent again",
            "errors",
        ),
        title="Wholes",
    )
    for taken in all_taken:
        reads = sum(len(values) for kind, values in taken.milliseconds.items() if kind.startswith("read"))
        table.add_row(
            *(str(taken.hall.tables), str(taken.hall.players), str(taken.readers), str(taken.games)),
            f"{taken.seconds:,.0f}",
            f"{len(taken.milliseconds['write']) / taken.seconds:,.0f}",
            f"{reads / taken.seconds:,.0f}",
            *(f"{taken.unchanged:,}", str(taken.resent), str(len(taken.errors))),
        )
    return table


def memories(all_taken: Sequence[Taken]) -> Table:
    """Return the table of memory at the start and at the end, by program."""
    heads = [f"{taken.hall.tables} tables" for taken in all_taken]
    table = Table("program", *heads, title="Megabytes, before the first entry and after the final")
    for name in all_taken[0].memory_before:
        cells = [
            f"{taken.memory_before[name] / MEGABYTE:,.0f} → {taken.memory_after[name] / MEGABYTE:,.0f}"
            for taken in all_taken
        ]
        table.add_row(name, *cells)
    return table


def main() -> None:
    """Rehearse every size asked for; end with 1 where something went wrong."""
    parser = argparse.ArgumentParser(prog="make rehearsal", description="A championship day under load.")
    parser.add_argument("--sizes", type=int, nargs="+", default=[1], help="1 is 12 tables; as 1 2 4 8")
    parser.add_argument("--readers", type=int, default=500)
    parser.add_argument("--pause", type=float, default=10.0, help="seconds between two looks of a reader")
    given = parser.parse_args()
    all_taken = []
    for size in given.sizes:
        console.print(f"{Hall(size).tables} tables, {Hall(size).players} players, {given.readers} readers…")
        all_taken.append(asyncio.run(rehearse(size, given.readers, given.pause)))
    for table in (times(all_taken), wholes(all_taken), memories(all_taken)):
        console.print(table)
    for taken in all_taken:
        for error in taken.errors[:5]:
            console.print(f"{taken.hall.tables} tables: {error}", markup=False)
    console.print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    raise SystemExit(1 if any(taken.errors for taken in all_taken) else 0)


if __name__ == "__main__":
    main()
