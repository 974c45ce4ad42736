"""Everything of ours is started again, in turn, while clients read and write: none of them notices."""

import asyncio
from itertools import count
from typing import Any

import httpx
import pytest

from deploy.local.foreground import renewing_on_signal
from deploy.local.program import ProgramFailed
from deploy.local.renewal import renewed
from deploy.local.stack import SERVICES, TIMED, WORKERS, Stack
from deploy.local.state import StateFile
from tests.eventually import PATIENCE_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="session")

OURS = {f"{service}-{kind}" for service in SERVICES for kind in ("api", *WORKERS)} | {
    f"{service}-timer" for service in TIMED
}


class Clients:
    """Readers of every service and a writer, who send once and never again."""

    def __init__(self, stack: Stack) -> None:
        self._client = httpx.AsyncClient(base_url=stack.base_url, timeout=PATIENCE_SECONDS, trust_env=False)
        self._admin = stack.keys.admin
        self._enough = False
        self.answered = 0
        self.written: list[str] = []
        self.failed: list[str] = []

    async def work(self) -> None:
        """Read and write until told that it is enough."""
        await asyncio.gather(*(self._read(service) for service in SERVICES), self._write())

    def enough(self) -> None:
        """Let everyone finish what he is at."""
        self._enough = True

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def read_back(self) -> set[str]:
        """Return which of the written are there."""
        bearer = await self._bearer()
        answers = [
            await self._client.get(f"/registration/v1/people/{person}", headers=bearer)
            for person in self.written
        ]
        return {answer.json()["id"] for answer in answers if answer.is_success}

    async def _read(self, service: str) -> None:
        while not self._enough:
            await self._once("GET", f"/{service}/v1/events")

    async def _write(self) -> None:
        bearer = await self._bearer()
        for number in count():
            if self._enough:
                return
            answer = await self._once(
                "POST",
                "/registration/v1/people",
                json={"nick": f"Restarted {number}"},
                headers=bearer | {"Idempotency-Key": f"rolling-restart-{number}"},
            )
            if answer is not None:
                self.written.append(answer.json()["id"])

    async def _once(self, method: str, path: str, **more: Any) -> httpx.Response | None:
        """Send once; keep what went wrong."""
        try:
            answer = await self._client.request(method, path, **more)
        except httpx.TransportError as error:
            self.failed.append(f"{method} {path}: {error!r}")
            return None
        self.answered += 1
        if answer.is_success:
            return answer
        self.failed.append(f"{method} {path}: {answer.status_code} {answer.text[:200]}")
        return None

    async def _bearer(self) -> dict[str, str]:
        """Sign in as the admin."""
        grant = {"client_id": str(self._admin.id), "client_secret": self._admin.secret}
        answer = await self._client.post("/registration/v1/tokens", json=grant)
        return {"Authorization": f"Bearer {answer.json()['access_token']}"}


async def test_no_request_fails_while_everything_of_ours_is_started_again(stack: Stack) -> None:
    """Every API, relay, consumer and timer becomes another process; each request is answered with 2xx."""
    before = dict(stack.pids)
    said: list[str] = []
    clients = Clients(stack)
    working = asyncio.create_task(clients.work())
    try:
        async with renewing_on_signal(stack):
            await asyncio.wait_for(renewed(stack.folder, said.append), 2 * PATIENCE_SECONDS)
    finally:
        clients.enough()
        await working
    assert clients.failed == []
    assert clients.answered > len(OURS)
    assert await clients.read_back() == set(clients.written)
    await clients.close()
    assert {name for name, pid in stack.pids.items() if pid != before[name]} == OURS
    assert len(said) == len(OURS)


async def test_where_nothing_runs_nothing_can_be_started_again(stack: Stack) -> None:
    """The refusal names the folder and says how to start."""
    with pytest.raises(ProgramFailed, match="make run"):
        await renewed(stack.folder / "elsewhere", lambda _message: None)
    assert StateFile(stack.folder).read() is not None
