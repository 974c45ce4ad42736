"""A running stack asked from outside to start everything of ours again: `consigliere restart`."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path

from deploy.local.foreground import RENEW
from deploy.local.program import ProgramFailed
from deploy.local.state import Running, StateFile

POLL_SECONDS = 0.1


async def renewed(folder: Path, say: Callable[[str], None]) -> None:
    """Ask the supervisor of a data folder, and wait until it has done so; say what it is at.

    Raises ProgramFailed where nothing runs there, where the supervisor ends meanwhile, and where a program
    could not be started again.
    """
    state = StateFile(folder)
    before = _found(state)
    pids = {name: process.pid for name, process in before.programs.items()}
    os.kill(before.supervisor.pid, RENEW)
    while (now := _found(state)).renewals == before.renewals:
        for name, process in now.programs.items():
            if process.serves and process.pid != pids.get(name):
                pids[name] = process.pid
                say(f"{name} serves again, as pid {process.pid}.")
        await asyncio.sleep(POLL_SECONDS)
    if now.renewal_failed:
        raise ProgramFailed(f"Not everything was started again; what ran goes on. {now.renewal_failed}")


def _found(state: StateFile) -> Running:
    running = state.read()
    if running is None or not running.supervisor.found() or not running.base_url:
        raise ProgramFailed(f"Nothing runs on {state.folder}. Start it with: make run")
    return running
