"""`consigliere audit`: I1 to I9 on a data folder, and what clients were told against all of it."""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.ext.asyncio import AsyncEngine

from deploy.audit.heard import heard_whole, settled
from deploy.audit.journal import Told, read_journal
from deploy.audit.told import Violation, compare, stored_in
from deploy.local.stack import SERVICES, Servers, servers
from deploy.local.verification import Checked, verified_on
from shared.eventsourcing.postgres import open_engine
from shared.service import load_definition
from shared.verify import INVARIANTS

PATIENCE_SECONDS = 60.0
POLL_SECONDS = 0.1


@dataclass
class Audit:
    """What was found, and how much was looked at."""

    checked: list[Checked] = field(default_factory=list)
    violations: list[Violation] = field(default_factory=list)
    told: dict[str, int] = field(default_factory=dict)
    """Commands in the journals, by service."""
    events: int = 0
    messages: int = 0

    @property
    def broken(self) -> list[Checked]:
        """The promises that are not kept."""
        return [one for one in self.checked if one.wrong is not None]


async def audited(folder: Path, journals: Iterable[Path]) -> Audit:
    """Audit a data folder. Where its stack runs, what was said is given a minute to be heard.

    Raises ProgramFailed where there is nothing to audit, and AlreadyRunning where a stack is just starting.
    """
    told: dict[str, list[Told]] = {service: [] for service in SERVICES}
    for journal in journals:
        for one in read_journal(journal):
            told[one.service].append(one)
    async with servers(folder) as running:
        return await audited_on(running, told)


async def audited_on(running: Servers, told: Mapping[str, list[Told]]) -> Audit:
    """Audit what lies on running servers."""
    audit = Audit(told={service: len(of) for service, of in told.items()})
    sources = {
        service: load_definition(f"services.{service}.composition").subscriptions.sources
        for service in SERVICES
    }
    async with AsyncExitStack() as open_engines:
        engines: dict[str, AsyncEngine] = {}
        for service in SERVICES:
            engines[service] = open_engine(running.databases[service], application_name="audit", pool_size=2)
            open_engines.push_async_callback(engines[service].dispose)
        whole = running.working and await _until_settled(sources, engines)
        audit.checked = await verified_on(running)
        for service in SERVICES:
            found = await heard_whole(service, sources[service], engines, to_the_end=running.working)
            wrong = found.wrong
            if running.working and not whole and wrong is not None:
                wrong += f" within {PATIENCE_SECONDS:g} seconds"
            audit.checked.append(Checked(service, "I9", INVARIANTS["I9"], found.checked, wrong))
            stored = await stored_in(engines[service])
            audit.events += len(stored.events)
            audit.messages += stored.outbox_seq
            audit.violations += compare(service, told[service], stored)
    return audit


async def _until_settled(sources: Mapping[str, tuple[str, ...]], engines: Mapping[str, AsyncEngine]) -> bool:
    """Wait until everything said was heard. A consumer's nudge cannot be waited for here: it is polled."""
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await settled(sources, engines):  # noqa: ASYNC110 - it happens in other processes
                await asyncio.sleep(POLL_SECONDS)
    except TimeoutError:
        return False
    return True
