"""One chaos run: championships played while things go wrong, held against an undisturbed run."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp
from typing import Any

from rich.console import Console
from rich.progress import Progress

from deploy.audit.auditing import Audit, audited
from deploy.audit.journal import Journal
from deploy.local.championship.front import Front
from deploy.local.championship.performance import Performance
from deploy.local.ports import free_ports
from deploy.local.stack import JOURNAL, Stack
from shared.contracts.regulations import shipped
from tests.chaos.faults import Fault, Kind
from tests.chaos.shaken import ShakenStack

POLL_SECONDS = 0.02


@dataclass(frozen=True)
class Show:
    """One championship of a run: a document and a seed."""

    regulations: str
    seed: int


@dataclass
class Outcome:
    """What a run came to."""

    seed: int
    struck: Counter[Kind] = field(default_factory=Counter)
    commands: int = 0
    seconds: float = 0.0
    audit: Audit = field(default_factory=Audit)
    unlike: list[Show] = field(default_factory=list)
    """Championships that ended otherwise than undisturbed."""

    def violations(self, *, durable: bool) -> list[str]:
        """Return everything that does not hold; a server without fsync breaks I1 by itself."""
        found = [
            f"{one.service} {one.invariant}: {one.wrong}"
            for one in self.audit.broken
            if durable or one.invariant != "I1"
        ]
        found += [f"{one.service} {one.kind}: {one.what}" for one in self.audit.violations]
        return found + [f"{show.regulations}, seed {show.seed}: ended otherwise" for show in self.unlike]


async def undisturbed(shows: Sequence[Show]) -> dict[Show, Any]:
    """Play championships on a stack of their own and return how each ended."""
    folder = Path(mkdtemp(prefix="consigliere-calm-"))
    try:
        async with Stack(folder, port=free_ports(1)[0], durable=False) as stack:
            fronts = {show: Front(stack.base_url, keyed=repr(show)) for show in shows}
            ends = await asyncio.gather(*(_play(stack, show, front) for show, front in fronts.items()))
            for front in fronts.values():
                await front.close()
            return dict(zip(shows, ends, strict=True))
    finally:
        rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, kw_only=True)
class Shaking:
    """How a run is disturbed: a step of the plan after every so many commands."""

    steps: Sequence[Sequence[Fault]]
    every: int
    durable: bool
    say: Callable[[str], None]


async def disturbed(seed: int, expected: Mapping[Show, Any], shaking: Shaking) -> Outcome:
    """Play the championships again while things go wrong; audit, and compare with how they should end.

    Where the run itself fails, the logs are kept and named.
    """
    outcome = Outcome(seed)
    began = time.monotonic()
    folder = Path(mkdtemp(prefix="consigliere-chaos-"))
    try:
        async with ShakenStack(folder, durable=shaking.durable, say=shaking.say) as stack:
            journal = Journal(folder / JOURNAL)
            fronts = {show: Front(stack.base_url, keyed=repr(show), journal=journal) for show in expected}
            ends = await _shaken(stack, fronts, shaking, outcome)
            outcome.commands = sum(front.commands for front in fronts.values())
            outcome.audit = await audited(stack.folder, [journal.path])
            outcome.unlike = [show for show, end in ends.items() if end != expected[show]]
            for front in fronts.values():
                await front.close()
            journal.close()
    except Exception:
        kept = copytree(folder / "logs", Path(mkdtemp(prefix="consigliere-chaos-logs-"), "logs"))
        shaking.say(f"The run failed; its logs: {kept}")
        raise
    finally:
        rmtree(folder, ignore_errors=True)
    outcome.seconds = time.monotonic() - began
    return outcome


async def _shaken(
    stack: ShakenStack, fronts: dict[Show, Front], shaking: Shaking, outcome: Outcome
) -> dict[Show, Any]:
    """Play and shake at once; return how each championship ended."""
    things_go_wrong = asyncio.create_task(_shake(stack, list(fronts.values()), shaking, outcome))
    given_up = asyncio.create_task(stack.until_given_up())
    playing = {show: asyncio.create_task(_play(stack, show, front)) for show, front in fronts.items()}
    try:
        waiting = {*playing.values(), things_go_wrong, given_up}
        while any(not task.done() for task in playing.values()):
            done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        return {show: task.result() for show, task in playing.items()}
    finally:
        tasks = [*playing.values(), things_go_wrong, given_up]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _play(stack: Stack, show: Show, front: Front) -> dict[str, Any]:
    """Play one championship; return its standings and rulings without ids and moments."""
    progress = Progress(console=Console(quiet=True))
    performance = Performance(front, shipped()[show.regulations], show.seed, progress)
    going = await performance.run(stack)
    path = f"v1/championships/{going.championship}"
    standings = await front.get(f"/scoring/{path}/standings")
    rulings = (await front.get(f"/appeals/{path}/rulings"))["rulings"]
    return {
        "rows": sorted(
            (row["place"], row["nick"], row["total"], row["games"], sorted(row["metrics"].items()))
            for row in standings["rows"]
        ),
        "rulings": sorted((one["verdict"], one["reasons"], len(one["changes"])) for one in rulings),
    }


async def _shake(stack: ShakenStack, fronts: Sequence[Front], shaking: Shaking, outcome: Outcome) -> None:
    """Let the plan happen."""
    for number, step in enumerate(shaking.steps, start=1):
        while sum(front.commands for front in fronts) < number * shaking.every:  # noqa: ASYNC110
            await asyncio.sleep(POLL_SECONDS)
        what = " and ".join(f"{fault.where} {fault.kind}" for fault in step)
        shaking.say(f"{number}/{len(shaking.steps)}: {what}")
        done = await asyncio.gather(*(fault.strike(stack) for fault in step))
        outcome.struck.update(fault.kind for fault, could in zip(step, done, strict=True) if could)
