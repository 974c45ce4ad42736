"""What runs on a data folder, on disk: for `consigliere status`, for tests, and to clean up after a crash.

The lock says whether a supervisor lives (the system drops it with the process); the file says what it
started. The file holds addresses with passwords and is the owner's alone.
"""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from typing import IO

import msgspec
import psutil

CLOCK_TOLERANCE = 2.0
"""Seconds by which a process's start time may look different after the clock was set."""

STOP_SECONDS = 5


class AlreadyRunning(Exception):  # noqa: N818 - named as what is the case
    """Another supervisor lives on the data folder."""


class Process(msgspec.Struct, frozen=True, kw_only=True):
    """One process, named for good by its pid and the moment it began."""

    pid: int
    created_at: float
    serves: bool = True
    starts: int = 1

    def found(self) -> bool:
        """Whether this very process is still there."""
        try:
            created_at = psutil.Process(self.pid).create_time()
        except psutil.Error:
            return False
        return abs(created_at - self.created_at) < CLOCK_TOLERANCE


class Running(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of the state file."""

    supervisor: Process
    programs: dict[str, Process] = {}
    base_url: str = ""
    nats_url: str = ""
    databases: dict[str, str] = {}
    """The address of each service's database, as the service's own role."""
    renewals: int = 0
    """How often everything of ours was started again, one after the other."""
    renewal_failed: str = ""
    """Why the last time it could not be, where it could not."""


def this_process() -> Process:
    """Describe the process that asks."""
    return Process(pid=os.getpid(), created_at=psutil.Process().create_time())


class StateFile:
    """The lock and the state file of one data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "state.json"
        self._lock: IO[str] | None = None

    def take(self) -> None:
        """Take the folder for this process. Raises AlreadyRunning where another one has it."""
        lock = (self.folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.close()
            raise AlreadyRunning(self._who()) from None
        self._lock = lock

    def release(self) -> None:
        """Forget what ran and let the folder go."""
        if self._lock is not None:
            self.path.unlink(missing_ok=True)
            self._lock.close()
            self._lock = None

    def read(self) -> Running | None:
        """Return what the file says, which may be stale; None where there is none to read."""
        with suppress(FileNotFoundError, msgspec.DecodeError):
            return msgspec.json.decode(self.path.read_bytes(), type=Running)
        return None

    def write(self, running: Running) -> None:
        """Replace the file, at once or not at all."""
        new = self.path.with_suffix(".new")
        new.touch(mode=0o600)
        new.write_bytes(msgspec.json.format(msgspec.json.encode(running)))
        new.replace(self.path)

    def clean_up(self) -> list[str]:
        """End what a supervisor that was killed has left running; return the programs' names."""
        stale = self.read()
        left = {name: one for name, one in stale.programs.items() if one.found()} if stale else {}
        processes: list[psutil.Process] = []
        for one in left.values():
            with suppress(psutil.Error):
                leader = psutil.Process(one.pid)
                processes += [leader, *leader.children(recursive=True)]
                leader.terminate()
        for process in psutil.wait_procs(processes, timeout=STOP_SECONDS)[1]:
            with suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(processes, timeout=STOP_SECONDS)
        return list(left)

    def _who(self) -> str:
        """Name the one who has the folder."""
        running = self.read()
        who = (
            f"pid {running.supervisor.pid}, {running.base_url or 'starting'}" if running else "just starting"
        )
        return (
            f"Consigliere runs already on {self.folder} ({who}). "
            "Stop it there with Ctrl-C, or choose another folder with --data."
        )
