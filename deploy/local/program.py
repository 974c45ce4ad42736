"""A program of the stack and its running child process.

A child has a process group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then
stops the children in order, and what a child leaves behind can be killed with it. Waiting polls, so that a
child may be started under one event loop and stopped under another, as tests do. Start children from the
main thread only: Linux takes the end of the thread that started a child for the death of its parent.
"""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import psutil

LAUNCHER = Path(__file__).with_name("launch.py")
ROOT = Path(__file__).parents[2]
"""Where the packages lie: a child finds them as this process did."""
POLL = 0.02
READY_POLL = 0.05
LAST_LINES = 15


async def running() -> bool:
    """Be ready at once: for programs with nothing to ask."""
    return True


def prepared() -> None:
    """Be prepared: for programs that find everything in its place."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """What to start, and how to know that it serves."""

    name: str
    command: tuple[str, ...]
    environment: Mapping[str, str] = field(default_factory=dict)
    """On top of the supervisor's own."""
    ready: Callable[[], Awaitable[bool]] = running
    prepare: Callable[[], None] = prepared
    """What to do before every start."""
    user: str = ""
    """Whom to run as, where the supervisor is root and the program refuses to be."""
    stop_signal: signal.Signals = signal.SIGTERM
    death_signal: signal.Signals = signal.SIGKILL
    """What Linux sends it when the supervisor dies: no program here loses anything by -9."""


class ProgramFailed(Exception):  # noqa: N818 - named as what happened
    """A program ended, or did not get ready in time; the message carries the last lines of its log."""


class Child:
    """One run after another of a program; its output goes to the log."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program = program
        self.log = log
        self.created_at = 0.0
        """When the process began, as psutil tells it: with the pid, it names the process for good."""
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The pid of the latest run."""
        if self._process is None:
            raise RuntimeError(f"{self.program.name} has not been started")
        return self._process.pid

    @property
    def alive(self) -> bool:
        """Whether the latest run goes on."""
        return self._process is not None and self._process.poll() is None

    @property
    def exit_code(self) -> int | None:
        """How the latest run ended: negative is a signal."""
        return self._process.poll() if self._process else None

    def start(self) -> None:
        """Begin a run."""
        if self.alive:
            raise RuntimeError(f"{self.program.name} runs already, with pid {self.pid}")
        program = self.program
        program.prepare()
        self.log.parent.mkdir(parents=True, exist_ok=True)
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own programs, no shell
                [
                    *(sys.executable, "-I", "-S", str(LAUNCHER)),
                    *(str(os.getpid()), str(int(program.death_signal)), program.user),
                    *program.command,
                ],
                env={**os.environ, **program.environment},
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                process_group=0,
            )
        self.created_at = psutil.Process(self.pid).create_time()

    async def until_ready(self, patience: float = 30) -> None:
        """Wait until the program serves. Raises ProgramFailed where it ends or its seconds are over first."""
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self.alive:
                    if await self.program.ready():
                        return
                    await asyncio.sleep(READY_POLL)
        if self.alive:
            raise ProgramFailed(self.report(f"was not ready within {patience:g} seconds"))
        raise ProgramFailed(self.report("ended before it was ready"))

    async def ended(self, poll: float = POLL) -> int:
        """Wait for the end of the run and return its exit code."""
        while (code := self.exit_code) is None:  # noqa: ASYNC110 - see the module
            await asyncio.sleep(poll)
        return code

    async def stop(self, patience: float = 10) -> None:
        """Ask the program to end, then insist; whatever it has left in its group goes too."""
        if self._process is None:
            return
        if self.alive:
            self._process.send_signal(self.program.stop_signal)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await self.ended()
        self.kill()
        await self.ended()

    def kill(self) -> None:
        """Kill the process group with -9."""
        if self._process is not None:
            kill_group(self.pid)

    def tail(self, lines: int = LAST_LINES) -> str:
        """Return the last lines of the log."""
        if not self.log.exists():
            return ""
        with self.log.open("rb") as log:
            log.seek(max(0, self.log.stat().st_size - 20_000))
            return "\n".join(log.read().decode(errors="replace").splitlines()[-lines:])

    def report(self, what: str) -> str:
        """Say what happened, with the exit code and the last lines of the log."""
        code = self.exit_code
        how = "" if code is None else f" ({describe_exit(code)})"
        return f"{self.program.name} {what}{how}. The end of {self.log}:\n{self.tail() or '(nothing)'}"


async def run_to_end(program: Program, log: Path) -> None:
    """Run a program that ends by itself. Raises ProgramFailed unless it ends with 0."""
    child = Child(program, log)
    child.start()
    try:
        code = await child.ended()
    finally:
        child.kill()
    if code != 0:
        raise ProgramFailed(child.report("failed"))


def kill_group(pid: int) -> None:
    """Kill a child's process group with -9, whether or not its leader still lives."""
    with suppress(ProcessLookupError, PermissionError):  # macOS says the latter of zombies
        os.killpg(pid, signal.SIGKILL)


def describe_exit(code: int) -> str:
    """Put an exit code in words."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
