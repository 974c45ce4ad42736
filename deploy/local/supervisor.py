"""The supervisor: starts programs, keeps them running, and leaves nothing behind.

Programs given to one `start` begin together and are waited for together; `stop` goes through the starts in
reverse order. A program that dies is started again, later each time, and one that keeps dying ends
the whole stack with a report. Why not an existing supervisor: docs/decisions/own-supervisor.md.
"""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec
import psutil

from deploy.local.program import Child, Program, ProgramFailed, describe_exit, run_to_end
from deploy.local.state import Process, Running, StateFile, this_process

WATCH_SECONDS = 0.1
QUICK_SECONDS = 10.0
"""A run shorter than this counts as a quick death."""
QUICK_DEATHS = 5
FIRST_PAUSE = 0.1
LONGEST_PAUSE = 5.0
STOP_SECONDS = 10.0
"""How long a program may take to end when asked, before it is killed."""
LARGEST_LOG = 10_000_000


def say_nothing(_message: str) -> None:
    """Keep silent."""


async def together(work: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Do all of it at once. Raises the first ProgramFailed, and lets go of the rest."""
    try:
        async with asyncio.TaskGroup() as group:
            for one in work:
                group.create_task(one)
    except ExceptionGroup as failed:
        raise first_of(failed) from None


def first_of(error: Exception) -> Exception:
    """Return the first exception of a group, however deep."""
    return first_of(error.exceptions[0]) if isinstance(error, ExceptionGroup) else error


class Kept:
    """A program under supervision."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.serves = asyncio.Event()
        self.starts = 0
        self.began = 0.0
        self.quick_deaths = 0
        self.asked = False
        """Whether it was asked to end, to be started again."""
        self.watch: asyncio.Task[None] | None = None

    @property
    def name(self) -> str:
        """The program's name."""
        return self.child.program.name

    def start(self) -> None:
        """Begin a run."""
        self.serves.clear()
        self.child.start()
        self.began = time.monotonic()
        self.starts += 1

    def died(self, first_pause: float) -> float | None:
        """Count a death; return the pause before the next run in seconds, or None to give up."""
        self.serves.clear()
        self.child.kill()  # what it has left in its group
        if self.asked:
            self.asked = False
            return 0.0
        quick = time.monotonic() - self.began < QUICK_SECONDS
        self.quick_deaths = self.quick_deaths + 1 if quick else 1
        if self.quick_deaths >= QUICK_DEATHS:
            return None
        return float(min(LONGEST_PAUSE, first_pause * 4 ** (self.quick_deaths - 1)))


class Supervisor:
    """Keeps programs running on one data folder, while its `async with` lasts.

    `patience` is how many seconds a program may take to end when asked; `first_pause`, how many pass before
    one that died is started again for the first time.
    """

    def __init__(
        self,
        folder: Path,
        *,
        say: Callable[[str], None] = say_nothing,
        patience: float = STOP_SECONDS,
        first_pause: float = FIRST_PAUSE,
    ) -> None:
        self.folder = folder
        self.logs = folder / "logs"
        self._say = say
        self._patience = patience
        self._first_pause = first_pause
        self._state = StateFile(folder)
        self._running = Running(supervisor=this_process())
        self._starts: list[list[Kept]] = []
        self._gave_up = asyncio.Event()
        self._failure = ProgramFailed()

    async def __aenter__(self) -> Self:
        """Take the folder; end what an earlier supervisor has left. Raises AlreadyRunning."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._state.take()
        left = await asyncio.to_thread(self._state.clean_up)
        if left:
            self._say(f"Ended what an earlier run had left: {', '.join(left)}.")
        self._write()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop everything and let the folder go."""
        try:
            await self.stop()
        finally:
            self.kill_all()
            self._state.release()

    async def start(self, *programs: Program, patience: float = 60) -> None:
        """Start programs together and wait until all of them serve. Raises ProgramFailed."""
        started = [Kept(self._child(program)) for program in programs]
        self._starts.append(started)
        for kept in started:
            kept.start()
        self._write()
        await together(self._first_run(kept, patience) for kept in started)
        self._write()

    async def run(self, *programs: Program) -> None:
        """Run programs that end by themselves, together. Raises ProgramFailed."""
        children = [self._child(program) for program in programs]
        await together(run_to_end(child.program, child.log) for child in children)

    async def stop(self) -> None:
        """Stop all programs, the last started first."""
        while self._starts:
            stopped = self._starts[-1]
            watches = [kept.watch for kept in stopped if kept.watch is not None]
            for watch in watches:
                watch.cancel()
            await asyncio.gather(*watches, return_exceptions=True)
            await asyncio.gather(*(kept.child.stop(self._patience) for kept in stopped))
            self._starts.pop()
            self._write()

    def kill_all(self) -> None:
        """Kill all that runs with -9."""
        for kept in self._all():
            kept.child.kill()

    async def until_given_up(self) -> None:
        """Wait as long as programs can be kept running. Raises ProgramFailed for one that cannot."""
        await self._gave_up.wait()
        raise self._failure

    @property
    def pids(self) -> dict[str, int]:
        """The pid of each program, by name."""
        return {kept.name: kept.child.pid for kept in self._all()}

    def kill(self, name: str) -> int:
        """Kill a program's process with -9, as an accident would; return its pid."""
        kept = self._named(name)
        kept.serves.clear()
        pid = kept.child.pid
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return pid

    def signal(self, name: str, number: signal.Signals) -> None:
        """Send a signal to a program's process and all that it has started."""
        with suppress(psutil.Error):
            leader = psutil.Process(self._named(name).child.pid)
            for process in (leader, *leader.children(recursive=True)):
                with suppress(psutil.Error):
                    process.send_signal(number)

    async def restart(self, name: str) -> int:
        """Ask a program to end, start it again, and return its new pid when it serves."""
        kept = self._named(name)
        pid, kept.asked = kept.child.pid, True
        with suppress(ProcessLookupError):
            os.kill(pid, kept.child.program.stop_signal)
        return await self.until_back(name, pid)

    async def until_back(self, name: str, killed: int) -> int:
        """Wait until a program serves again as another process than `killed`; return its pid."""
        kept = self._named(name)
        while kept.child.pid == killed or not kept.serves.is_set():
            if self._gave_up.is_set():
                await self.until_given_up()
            await asyncio.sleep(WATCH_SECONDS)
        return kept.child.pid

    def describe(self, *, base_url: str, nats_url: str, databases: dict[str, str]) -> None:
        """Add addresses to the state file."""
        self._running = msgspec.structs.replace(
            self._running, base_url=base_url, nats_url=nats_url, databases=databases
        )
        self._write()

    def renewed(self, failure: str = "") -> None:
        """Add to the state file that everything was started again, or why it could not be."""
        count = self._running.renewals + 1
        self._running = msgspec.structs.replace(self._running, renewals=count, renewal_failed=failure)
        self._write()

    def _child(self, program: Program) -> Child:
        """Return a child with its log; a log that has grown large moves aside."""
        log = self.logs / f"{program.name}.log"
        if log.exists() and log.stat().st_size > LARGEST_LOG:
            log.replace(log.with_suffix(".old.log"))
        return Child(program, log)

    def _all(self) -> list[Kept]:
        return [kept for started in self._starts for kept in started]

    def _named(self, name: str) -> Kept:
        for kept in self._all():
            if kept.name == name:
                return kept
        raise KeyError(f"no program is called {name!r}; there are {', '.join(self.pids)}")

    async def _first_run(self, kept: Kept, patience: float) -> None:
        await kept.child.until_ready(patience)
        kept.serves.set()
        kept.watch = asyncio.create_task(self._keep(kept, patience), name=f"keep {kept.name}")

    async def _keep(self, kept: Kept, patience: float) -> None:
        """Start a program again whenever it ends, until it dies too quickly too often."""
        while True:
            code = await kept.child.ended(WATCH_SECONDS)
            pause = kept.died(self._first_pause)
            if pause is None:
                self._give_up(kept)
                return
            self._say(f"{kept.name} ended ({describe_exit(code)}); starting it again.")
            await asyncio.sleep(pause)
            kept.start()
            self._write()
            try:
                await kept.child.until_ready(patience)
            except ProgramFailed:
                kept.child.kill()
                continue
            kept.serves.set()
            self._write()

    def _give_up(self, kept: Kept) -> None:
        if not self._gave_up.is_set():
            report = kept.child.report(f"died {QUICK_DEATHS} times in a row and was given up")
            self._failure = ProgramFailed(report)
            self._gave_up.set()

    def _write(self) -> None:
        programs = {
            kept.name: Process(
                pid=kept.child.pid,
                created_at=kept.child.created_at,
                serves=kept.serves.is_set(),
                starts=kept.starts,
            )
            for kept in self._all()
        }
        self._running = msgspec.structs.replace(self._running, programs=programs)
        try:
            self._state.write(self._running)
        except OSError as error:  # the disk is full: what runs matters more than what is said of it
            self._say(f"The state file could not be written: {error}.")
