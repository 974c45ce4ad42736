"""The supervisor, with real processes: small Python programs that serve, die and misbehave."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import psutil
import pytest

from deploy.local.ports import accepts, free_ports
from deploy.local.program import Program, ProgramFailed
from deploy.local.state import AlreadyRunning, Process, Running, StateFile
from deploy.local.supervisor import QUICK_DEATHS, Supervisor

SERVE = """
import socket, sys
listening = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    listening.accept()
"""
SERVE_WITH_A_CHILD = """
import subprocess, sys
open(sys.argv[1], "w").write(str(subprocess.Popen(["sleep", "600"]).pid))
subprocess.Popen(["sleep", "600"]).wait()
"""
FRAGILE = """
import os, signal, sys
first = not os.path.exists(sys.argv[1])
with open(sys.argv[1], "a") as note:
    note.write(".")
if first:
    signal.pause()
sys.exit("no such table: players")
"""
SUPERVISE = """
import asyncio, sys
from pathlib import Path
from deploy.local.program import Program
from deploy.local.supervisor import Supervisor

async def main():
    async with Supervisor(Path(sys.argv[1])) as supervisor:
        await supervisor.start(*(Program(name=f"sleep-{n}", command=("sleep", "600")) for n in range(3)))
        print(*supervisor.pids.values(), flush=True)
        await supervisor.until_given_up()

asyncio.run(main())
"""


def server(name: str, port: int) -> Program:
    """Return a program that accepts connections on a port."""

    async def ready() -> bool:
        return await accepts(port)

    return Program(name=name, command=(sys.executable, "-c", SERVE, str(port)), ready=ready)


def gone(pid: int) -> bool:
    """Tell whether a process has ended, even where nobody has asked how."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


async def all_gone(pids: Iterable[int]) -> None:
    """Wait until all of the processes have ended; the test's own timeout is the limit."""
    for pid in pids:
        while not gone(pid):  # noqa: ASYNC110 - another process tells nobody of its end
            await asyncio.sleep(0.01)


async def test_programs_serve_when_start_returns_and_are_gone_afterwards(tmp_path: Path) -> None:
    """Start waits for readiness; leaving the supervisor leaves no process."""
    ports = free_ports(2)
    async with Supervisor(tmp_path) as supervisor:
        await supervisor.start(*(server(f"server-{port}", port) for port in ports))
        assert [await accepts(port) for port in ports] == [True, True]
        pids = supervisor.pids.values()
        running = StateFile(tmp_path).read()
        assert running is not None
        assert {name: one.pid for name, one in running.programs.items()} == supervisor.pids
    assert not any(psutil.pid_exists(pid) for pid in pids)
    assert StateFile(tmp_path).read() is None


async def test_a_killed_program_is_started_again(tmp_path: Path) -> None:
    """After kill -9 the program serves again, as another process, and the supervisor has said so."""
    said: list[str] = []
    (port,) = free_ports(1)
    async with Supervisor(tmp_path, say=said.append) as supervisor:
        await supervisor.start(server("server", port))
        killed = supervisor.kill("server")
        assert await supervisor.until_back("server", killed) != killed
        assert await accepts(port)
    assert said == ["server ended (killed by SIGKILL); starting it again."]


async def test_what_a_killed_program_leaves_behind_is_killed_too(tmp_path: Path) -> None:
    """A child of a program does not outlive it."""
    note = tmp_path / "child.pid"

    async def ready() -> bool:
        return note.exists() and note.read_text() != ""

    program = Program(
        name="parent", command=(sys.executable, "-c", SERVE_WITH_A_CHILD, str(note)), ready=ready
    )
    async with Supervisor(tmp_path) as supervisor:
        await supervisor.start(program)
        child = int(note.read_text())
        killed = supervisor.kill("parent")
        await supervisor.until_back("parent", killed)
        await all_gone([child])


async def test_a_program_that_keeps_dying_is_given_up_with_its_last_words(tmp_path: Path) -> None:
    """The supervisor names the program, how it ended, and quotes its log."""
    note = tmp_path / "runs"

    async def ready() -> bool:
        return note.exists()

    program = Program(name="fragile", command=(sys.executable, "-c", FRAGILE, str(note)), ready=ready)
    async with Supervisor(tmp_path, first_pause=0.001) as supervisor:
        await supervisor.start(program)
        supervisor.kill("fragile")
        with pytest.raises(ProgramFailed, match=r"(?s)fragile died 5 times.*exit code 1.*no such table"):
            await supervisor.until_given_up()
    assert len(note.read_text()) == QUICK_DEATHS


async def test_a_program_that_never_serves_fails_the_start(tmp_path: Path) -> None:
    """Start raises with the program's last words, and what was started beside it is stopped."""
    (port,) = free_ports(1)
    broken = Program(name="broken", command=(sys.executable, "-c", "raise SystemExit('no key')"), ready=never)
    with pytest.raises(ProgramFailed, match=r"(?s)broken ended before it was ready.*no key"):
        async with Supervisor(tmp_path) as supervisor:
            await supervisor.start(server("server", port), broken)
    assert not await accepts(port)


async def never() -> bool:
    """Never be ready."""
    return False


async def test_a_program_that_is_not_ready_in_time_fails_the_start(tmp_path: Path) -> None:
    """Start gives a program so many seconds and then says that they are over."""
    slow = Program(name="slow", command=("sleep", "600"), ready=never)
    with pytest.raises(ProgramFailed, match=r"slow was not ready within 0\.1 seconds"):
        async with Supervisor(tmp_path) as supervisor:
            await supervisor.start(slow, patience=0.1)


async def test_a_failing_run_is_reported(tmp_path: Path) -> None:
    """A program that ends by itself must end with 0."""
    failing = Program(name="migrate", command=(sys.executable, "-c", "raise SystemExit('locked')"))
    async with Supervisor(tmp_path) as supervisor:
        await supervisor.run(Program(name="fine", command=("true",)))
        with pytest.raises(ProgramFailed, match=r"(?s)migrate failed \(exit code 1\).*locked"):
            await supervisor.run(failing)


async def test_a_stubborn_program_is_killed_in_the_end(tmp_path: Path) -> None:
    """A program that ignores the request to end is killed."""
    note = tmp_path / "ignoring"
    script = f"import signal; signal.signal(15, 1); open({str(note)!r}, 'w'); signal.pause(); signal.pause()"

    async def ready() -> bool:
        return note.exists()

    supervisor = Supervisor(tmp_path, patience=0.1)
    async with supervisor:
        await supervisor.start(Program(name="stubborn", command=(sys.executable, "-c", script), ready=ready))
        pid = supervisor.pids["stubborn"]
    assert not psutil.pid_exists(pid)


async def test_a_second_supervisor_on_the_same_folder_is_refused(tmp_path: Path) -> None:
    """The message says who has the folder; the first goes on."""
    async with Supervisor(tmp_path) as first:
        await first.start(Program(name="sleep", command=("sleep", "600")))
        with pytest.raises(AlreadyRunning, match=rf"{tmp_path} \(pid {os.getpid()},"):
            await Supervisor(tmp_path).__aenter__()
        assert psutil.pid_exists(first.pids["sleep"])
    async with Supervisor(tmp_path):
        pass


def started_elsewhere(folder: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """Start a supervisor in a process of its own; return it and its children's pids."""
    process = subprocess.Popen(
        [sys.executable, "-c", SUPERVISE, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[3])},
    )
    assert process.stdout is not None
    with process.stdout:
        return process, [int(pid) for pid in process.stdout.readline().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells children of their parent's death")
async def test_nothing_survives_a_supervisor_killed_with_9(tmp_path: Path) -> None:
    """Its programs end with it, and the next one can have the folder."""
    process, pids = started_elsewhere(tmp_path)
    process.kill()
    process.wait()
    assert len(pids) == 3
    await all_gone(pids)
    async with Supervisor(tmp_path) as supervisor:
        assert supervisor.pids == {}


@pytest.fixture
def sleepers() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Give two processes that nobody supervises."""
    started = [subprocess.Popen(["sleep", "600"], process_group=0) for _ in range(2)]
    yield started
    for one in started:
        one.kill()
        one.wait()


async def test_what_a_crash_left_is_ended_at_the_next_start(
    tmp_path: Path, sleepers: list[subprocess.Popen[bytes]]
) -> None:
    """A program named in a stale state file is ended; a process that only has its pid is not."""
    left, other = sleepers
    began = psutil.Process(left.pid).create_time()
    StateFile(tmp_path).write(
        Running(
            supervisor=Process(pid=1, created_at=1),
            programs={
                "left": Process(pid=left.pid, created_at=began),
                "other": Process(pid=other.pid, created_at=began - 3600),
            },
        )
    )
    said: list[str] = []
    async with Supervisor(tmp_path, say=said.append):
        assert left.poll() is not None
        assert other.poll() is None
    assert said == ["Ended what an earlier run had left: left."]
