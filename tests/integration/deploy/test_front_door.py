"""The front door: the real Caddy with the Caddyfile of production, before services that tests play."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
import pytest

from deploy.local.caddy import caddy_program
from deploy.local.ports import HOST, free_ports
from deploy.local.stack import SERVICES
from deploy.local.supervisor import Supervisor


@dataclass
class Door:
    """A running front door, the client to use it, and the ports behind it."""

    client: httpx.AsyncClient
    upstreams: dict[str, int]


@asynccontextmanager
async def front_door(tmp_path: Path, patience: str) -> AsyncIterator[Door]:
    """Run a front door behind which no service runs yet, and which waits so long for one."""
    port, *own = free_ports(1 + len(SERVICES))
    upstreams = dict(zip(SERVICES, own, strict=True))
    async with Supervisor(tmp_path) as supervisor:
        caddy = caddy_program(tmp_path / "caddy", port, upstreams)
        environment = {**caddy.environment, "CONSIGLIERE_PATIENCE": patience}
        await supervisor.start(replace(caddy, environment=environment))
        async with httpx.AsyncClient(base_url=f"http://{HOST}:{port}", trust_env=False) as client:
            yield Door(client, upstreams)


@pytest.fixture
async def door(tmp_path: Path) -> AsyncIterator[Door]:
    """Give a front door that waits as long as in production."""
    async with front_door(tmp_path, "20s") as door:
        yield door


@asynccontextmanager
async def service(port: int, *, rude: bool = False, whole: bool = False) -> AsyncIterator[None]:
    """Answer every request with its own first line, or its whole head; a rude service hangs up instead."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        if not rude:
            line = head if whole else head.split(b"\r\n")[0]
            length = str(len(line)).encode()
            writer.write(
                b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: " + length + b"\r\n\r\n" + line
            )
        writer.close()

    async with await asyncio.start_server(answer, HOST, port):
        yield


@pytest.mark.parametrize("name", SERVICES)
async def test_each_service_answers_under_its_name(door: Door, name: str) -> None:
    """The prefix chooses the service, which does not see it."""
    async with service(door.upstreams[name]):
        answer = await door.client.get(f"/{name}/v1/things", params={"after": 3})
    assert answer.text == "GET /v1/things?after=3 HTTP/1.1"


async def test_a_service_that_is_being_started_again_is_waited_for(door: Door) -> None:
    """A request that comes while nobody listens is answered as soon as somebody does."""
    request = asyncio.ensure_future(door.client.post("/scoring/v1/stages"))
    front_page = await door.client.get("/")
    assert not request.done()
    async with service(door.upstreams["scoring"]):
        assert (await request).text == "POST /v1/stages HTTP/1.1"
    assert sorted(front_page.json()["services"]) == sorted(SERVICES)


async def test_a_service_that_dies_over_a_request_gives_a_problem_document(door: Door) -> None:
    """Whether the command was done is unknown, so the client is told to repeat it under its key."""
    async with service(door.upstreams["gameplay"], rude=True):
        answer = await door.client.post("/gameplay/v1/games")
    assert answer.status_code == 502
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "service_unreachable"


async def test_an_unknown_address_gives_a_problem_document(door: Door) -> None:
    """Beside the four services nothing is served."""
    answer = await door.client.get("/metrics")
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "no_such_service"


async def test_a_service_that_is_gone_gives_a_problem_document(tmp_path: Path) -> None:
    """With nobody listening for as long as the door waits: no empty page, and when to come again."""
    async with front_door(tmp_path, "200ms") as door:
        answer = await door.client.get("/appeals/v1/events")
    assert answer.status_code == 502
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["retry-after"] == "1"
    assert answer.json()["code"] == "service_unreachable"


async def test_the_door_says_for_whom_it_asks_and_clients_cannot(door: Door) -> None:
    """Who a request comes from is what the door saw: rate limits go by it."""
    said = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Prefix": "/elsewhere"}
    async with service(door.upstreams["gameplay"], whole=True):
        head = (await door.client.get("/gameplay/livez", headers=said)).text.lower()
    assert "x-forwarded-for: 127.0.0.1\r\n" in head
    assert "x-forwarded-prefix: /gameplay\r\n" in head
    assert "203.0.113.9" not in head
