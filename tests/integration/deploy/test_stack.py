"""The whole embedded stack: started once for these tests, asked, killed in parts, and stopped."""

import os
import socket
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import psutil
import pytest
import pytest_asyncio
from typer.testing import CliRunner

from deploy.local.cli import app
from deploy.local.keys import keys_in
from deploy.local.ports import HOST
from deploy.local.stack import SERVICES, TIMED, WORKERS, Stack
from deploy.local.state import AlreadyRunning
from deploy.local.verification import verified

pytestmark = pytest.mark.asyncio(loop_scope="module")


@dataclass
class Started:
    """A running stack, the port it was asked to take, and what it has said."""

    stack: Stack
    wanted_port: int
    said: list[str] = field(default_factory=list)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def started(folder_of_module: Path) -> AsyncIterator[Started]:
    """Give a stack that was asked for a port somebody else has."""
    said: list[str] = []
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        async with Stack(folder_of_module, port=port, durable=False, say=said.append) as stack:
            yield Started(stack, port, said)
            pids = stack.pids.values()
        assert not any(psutil.pid_exists(pid) for pid in pids)


async def readiness(stack: Stack, service: str) -> dict[str, object]:
    """Return what a service says of itself, through the front door."""
    async with httpx.AsyncClient(base_url=stack.base_url, trust_env=False) as client:
        answer = await client.get(f"/{service}/readyz")
        assert answer.status_code == 200
        said: dict[str, object] = answer.json()
        return said


async def test_every_service_is_ready_behind_one_address(started: Started) -> None:
    """Starting returns when all four services answer."""
    for service in SERVICES:
        said = await readiness(started.stack, service)
        assert said["service"] == service
        assert said["status"] == "ready"


async def test_every_program_has_a_process(started: Started) -> None:
    """Three servers, an API and two workers for each service, and timers where something is due."""
    expected = {"postgres", "nats", "caddy"}
    expected |= {f"{service}-{kind}" for service in SERVICES for kind in ("api", *WORKERS)}
    expected |= {f"{service}-timer" for service in TIMED}
    assert set(started.stack.pids) == expected


async def test_a_taken_port_gives_way_and_is_named(started: Started) -> None:
    """Another port is picked, and the user is told so."""
    assert started.stack.base_url != f"http://{HOST}:{started.wanted_port}"
    assert any(str(started.wanted_port) in message for message in started.said)


async def test_secrets_are_the_owners_alone(started: Started) -> None:
    """What holds a key or a password cannot be read by other users."""
    folder = started.stack.folder
    files = [*(folder / "keys").iterdir(), folder / "state.json", folder / "nats" / "nats.conf"]
    assert {path.stat().st_mode & 0o077 for path in files} == {0}


@pytest.mark.parametrize(
    "program", ["scoring-api", "gameplay-relay", "appeals-consumer", "nats", "postgres", "caddy"]
)
async def test_a_killed_program_is_back(started: Started, program: str) -> None:
    """Each kind of program is started again after kill -9, and all services are ready then."""
    stack = started.stack
    killed = stack.kill(program)
    assert await stack.until_back(program, killed) != killed
    for service in SERVICES:
        assert (await readiness(stack, service))["status"] == "ready"


async def test_a_second_stack_on_the_folder_is_refused(started: Started) -> None:
    """It says who has the folder, and leaves it as it is."""
    with pytest.raises(AlreadyRunning, match=str(os.getpid())):
        await Stack(started.stack.folder, fresh=True).__aenter__()
    assert (await readiness(started.stack, "gameplay"))["status"] == "ready"


async def test_status_lists_every_program(started: Started) -> None:
    """The command line finds the running stack by its folder."""
    result = CliRunner().invoke(app, ["status", "--data", str(started.stack.folder)])
    assert result.exit_code == 0
    for program, pid in started.stack.pids.items():
        assert program in result.stdout
        assert str(pid) in result.stdout
    assert started.stack.base_url in result.stdout


async def test_verify_uses_the_running_servers(started: Started) -> None:
    """All promises of all services are checked; without fsync, as in tests, I1 is the one that is broken."""
    checked = await verified(started.stack.folder)
    assert len(checked) == 8 * len(SERVICES)
    assert {one.invariant for one in checked if one.wrong} == {"I1"}


async def test_keys_survive(started: Started) -> None:
    """The admin's secret and the signing key are made once for a folder."""
    assert keys_in(started.stack.folder / "keys") == started.stack.keys
