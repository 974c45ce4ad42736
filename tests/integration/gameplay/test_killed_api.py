"""Three tables played live through one API process that is killed in the middle: the protocols are whole."""

import asyncio
import os
import signal
import socket
import sys
from asyncio.subprocess import DEVNULL, Process
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import httpx
import msgspec

from deploy.local.championship.table import played_game
from services.gameplay.domain.game.rules import binding
from shared.contracts.registration import DrawnTable, DrawPublished
from shared.contracts.regulations import shipped
from shared.verify import verify
from tests.eventually import eventually
from tests.integration.gameplay.championship import announced
from tests.running import RunningService
from tests.unit.gameplay.tables import CHAMPIONSHIP, DIGEST, DRAW, chance

RULES = binding(shipped()["onore-2014"], DIGEST)
SHORT_GAMES = (111, 138, 281)
"""Seeds of games that end early."""
KILLED_AFTER = 60
"""Commands that are answered before the process is killed."""


class Killable:
    """An API process on a database of its own, on one port, killed and started again."""

    def __init__(self, api: RunningService) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]
        self.environment = {
            **os.environ,
            "CONSIGLIERE_DATABASE_URL": api.store.engine.url.set(drivername="postgresql").render_as_string(
                hide_password=False
            ),
            "CONSIGLIERE_JWKS": str(api.keys.jwks),
            "CONSIGLIERE_PORT": str(self.port),
        }
        self.client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=30)
        self.process: Process | None = None
        self.answered = 0
        self.up = asyncio.Event()

    async def start(self) -> None:
        """Start the process, and return when it answers."""
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "shared.web.serve", "services.gameplay.app",
            env=self.environment, stdout=DEVNULL, stderr=DEVNULL,
        )  # fmt: skip

        async def answers() -> bool:
            try:
                return (await self.client.get("/livez")).status_code == 200
            except httpx.TransportError:
                return False

        await eventually(answers, "an answer of the API process")
        self.up.set()

    async def kill(self, number: int = signal.SIGKILL) -> None:
        """End the process."""
        assert self.process is not None
        self.up.clear()
        self.process.send_signal(number)
        await self.process.wait()

    async def post(self, path: str, given: Any, headers: dict[str, str]) -> httpx.Response:
        """Send until there is an answer, under one key: what was done before the kill is not done again."""
        while True:
            await self.up.wait()
            try:
                answer = await self.client.post(path, json=given, headers=headers)
            except httpx.TransportError:
                continue
            self.answered += 1
            if self.answered == KILLED_AFTER:
                await self.kill()
                await self.start()
            return answer


async def test_three_tables_outlive_a_killed_process(
    service: Callable[..., Awaitable[RunningService]],
) -> None:
    """Every judge's client retries under its key; each protocol holds exactly the moves of its game."""
    api = await service("gameplay")
    tables = tuple(
        DrawnTable(
            game=UUID(int=0x100 + n),
            round=1,
            table=n,
            judge=UUID(int=0x200 + n),
            seats=tuple(UUID(int=1000 * n + seat) for seat in range(10)),
        )
        for n in (1, 2, 3)
    )
    draw = DrawPublished(
        championship=CHAMPIONSHIP,
        draw=DRAW,
        stage="tour-1",
        stage_kind="qualification",
        algorithm="random",
        seed="42",
        tables=tables,
        published_at=api.now,
    )
    await api.hear(announced(), draw)
    killable = Killable(api)
    await killable.start()
    try:
        await asyncio.gather(
            *(play(api, killable, drawn, seed) for drawn, seed in zip(tables, SHORT_GAMES, strict=True))
        )
    finally:
        await killable.kill(signal.SIGTERM)
        await killable.client.aclose()
    assert killable.answered > 2 * KILLED_AFTER
    assert [
        f for f in await verify(api.definition, api.store.engine) if f.wrong and f.invariant != "I1"
    ] == []


async def play(api: RunningService, killable: Killable, drawn: DrawnTable, seed: int) -> None:
    """Play, close and sign one table; its protocol is the game that was played."""
    played = played_game(chance(seed), RULES)
    moves = [msgspec.json.decode(msgspec.json.encode(move)) for move in played.moves]
    steps = [
        ("start", None),
        *(("moves", {"move": move}) for move in moves),
        ("close", {}),
        ("signature", None),
    ]
    version = 1
    for number, (step, given) in enumerate(steps):
        headers = api.bearer(drawn.judge, "participant")
        headers |= {"Idempotency-Key": f"{drawn.game}-{number}", "If-Match": f'"v{version}"'}
        answer = await killable.post(f"/v1/games/{drawn.game}/{step}", given, headers)
        assert answer.status_code == 200, answer.text
        version = answer.json()["version"]
    table = (await api.get(f"/v1/games/{drawn.game}/table", by=drawn.judge)).json()["table"]
    assert [entry["moves"] for entry in table["entries"]] == [[move] for move in moves]
    assert (await api.get(f"/v1/games/{drawn.game}")).json()["status"] == "signed"
