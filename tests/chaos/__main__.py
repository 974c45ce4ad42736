"""`make chaos`: play, shake, audit, compare, for each seed; print a table and fail on any violation."""

import asyncio
import sys

from rich.console import Console
from rich.table import Table

from tests.chaos.faults import KINDS, plan
from tests.chaos.run import Outcome, Shaking, Show, disturbed, undisturbed

EVERY = 32
console = Console(highlight=False, width=120)


def shows_of(seed: int) -> list[Show]:
    """Return the championships of a run: three, under different documents."""
    return [
        Show("onore-2014", seed),
        Show("chnu-2016", seed),
        Show("onore-2014", seed + 1_000),
    ]


async def run(seed: int) -> Outcome:
    """Run one seed."""
    shows, steps = shows_of(seed), plan(seed)
    console.print(f"Seed {seed}: {len(shows)} championships undisturbed…")
    expected = await undisturbed(shows)
    console.print(f"Seed {seed}: the same while {sum(map(len, steps))} things go wrong…")
    shaking = Shaking(steps=steps, every=EVERY, durable=True, say=lambda text: console.print(f"  {text}"))
    return await disturbed(seed, expected, shaking)


def main() -> None:
    """Run the seeds named on the command line."""
    seeds = [int(argument) for argument in sys.argv[1:]] or [1]
    table = Table("", *(f"seed {seed}" for seed in seeds), box=None, title="Chaos")
    outcomes = []
    for seed in seeds:
        outcome = asyncio.run(run(seed))
        outcomes.append(outcome)
        for violation in outcome.violations(durable=True):
            console.print(f"[red]seed {seed}:[/red] {violation}", markup=True)
    for kind in KINDS:
        table.add_row(kind, *(str(outcome.struck[kind]) for outcome in outcomes))
    table.add_row("commands acknowledged", *(str(outcome.commands) for outcome in outcomes))
    table.add_row("events", *(str(outcome.audit.events) for outcome in outcomes))
    table.add_row("messages", *(str(outcome.audit.messages) for outcome in outcomes))
    table.add_row("seconds", *(f"{outcome.seconds:.0f}" for outcome in outcomes))
    table.add_row("violations", *(str(len(outcome.violations(durable=True))) for outcome in outcomes))
    console.print(table)
    if any(outcome.violations(durable=True) for outcome in outcomes):
        sys.exit(1)


if __name__ == "__main__":
    main()
