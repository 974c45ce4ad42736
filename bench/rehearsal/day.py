"""One rehearsal: everybody enters, plays and reads at once, and what it took is kept."""

import asyncio
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import msgspec
import psutil
from rich.progress import Progress

from bench.rehearsal.hall import COMMISSION, REGULATIONS, Hall
from bench.rehearsal.readers import Seen
from deploy.local.championship import cast
from deploy.local.championship.front import Front
from deploy.local.championship.games import plausible_protocol
from deploy.local.championship.performance import Performance
from deploy.local.championship.protocols import Depth, enter_protocol
from deploy.local.stack import Stack
from shared.contracts.regulations import shipped

ROOT = Path(__file__).parents[2]
FOLLOW_SECONDS = 0.05
STANDINGS_EVERY = 5
"""After which signatures the standings are waited for."""


@dataclass
class Taken:
    """What a rehearsal took: milliseconds by kind, errors, and bytes of memory by process."""

    hall: Hall
    readers: int
    seconds: float = 0.0
    milliseconds: dict[str, list[float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    resent: int = 0
    unchanged: int = 0
    memory_before: dict[str, int] = field(default_factory=dict)
    memory_after: dict[str, int] = field(default_factory=dict)
    games: int = 0
    events: int = 0

    def add(self, what: str, milliseconds: float) -> None:
        """Keep one measure."""
        self.milliseconds.setdefault(what, []).append(milliseconds)


class TimedFront(Front):
    """A front door that keeps how long each answer took, and how often one was asked for again."""

    def __init__(self, base_url: str, keyed: str, taken: Taken) -> None:
        super().__init__(base_url, keyed)
        self._client = httpx.AsyncClient(
            base_url=base_url, timeout=120, trust_env=False, limits=httpx.Limits(max_connections=None)
        )
        self._taken = taken

    async def _exchange(self, method: str, path: str, *arguments: Any, **more: Any) -> Any:
        began = time.perf_counter()
        answer = await super()._exchange(method, path, *arguments, **more)
        milliseconds = (time.perf_counter() - began) * 1000
        self._taken.resent += answer[2] - 1
        if method == "POST" and not path.endswith(("/tokens", "/draw")):
            self._taken.add("write", milliseconds)
        elif path.endswith("/draw") and method == "POST":
            self._taken.add("draw", milliseconds)
        return answer


class Day(Performance):
    """The championship, table beside table, with readers beside it."""

    def __init__(self, stack: Stack, taken: Taken, readers: int, pause: float, progress: Progress) -> None:
        self._taken = taken
        self._hall = taken.hall
        self._readers = readers
        self._pause = pause
        self._stack = stack
        self._signed: dict[UUID, float] = {}
        front = TimedFront(stack.base_url, f"rehearsal {taken.hall.size}", taken)
        super().__init__(front, shipped()[REGULATIONS], taken.hall.size, progress)

    async def hold(self) -> None:
        """Do everything; what it took is in `taken` afterwards."""
        admin = self._stack.keys.admin
        self._admin = await self._front.sign_in(client_id=str(admin.id), client_secret=admin.secret)
        self._organizer = await self._open_client("Office", "organizer")
        self._championship = self._ids.next()
        body = self._hall.announcement(self._championship, datetime.now(UTC))
        await self._organizer.command("/registration/v1/championships", body)
        self._plan = body["stages"]
        await self._officials()
        self._taken.memory_before = memory(self._stack.pids)
        began = time.perf_counter()
        reading = await self._open_readers()
        following = asyncio.create_task(self._follow())
        try:
            await self._enter_all()
            for stage in self._plan:
                await self._draw(stage, reading)
                await self._play(stage)
                await self._close(stage)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
            said, _ = await reading.communicate(b"")  # nothing more: they stop
        self._taken.seconds = time.perf_counter() - began
        self._keep(msgspec.json.decode(said, type=Seen))
        self._taken.memory_after = memory(self._stack.pids)
        self._taken.events = sum(self._front.positions.values())
        await self._front.close()

    def _keep(self, seen: Seen) -> None:
        for what, values in seen.milliseconds.items():
            self._taken.milliseconds[f"read {what}"] = values
        self._taken.errors += seen.errors
        self._taken.unchanged = seen.unchanged

    async def _open_readers(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bench.rehearsal.readers", self._stack.base_url),
            *(str(self._championship), str(self._readers), str(self._pause)),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )

    async def _officials(self) -> None:
        hall = self._hall
        roles = ["chief_judge", *["table_judge"] * hall.tables, *["commission_member"] * COMMISSION]
        roles += ["assistant_judge"] * hall.assistants
        named = [(number, role, self._ids.next()) for number, role in enumerate(roles)]

        async def appoint(one: tuple[int, str, UUID]) -> UUID:
            number, role, identity = one
            linked_by = self._admin if role == "commission_member" else None
            city = hall.city_of(number).name
            await self._person(f"Official {number:04}", identity, linked_by=linked_by, city=city)
            body = {"person": str(identity), "role": role}
            await self._organizer.command(f"/registration/{self._path}/officials", body, key=str(number))
            return identity

        await self._each("Officials", named, appoint)

    async def _enter_all(self) -> None:
        entries = [(number, self._ids.next()) for number in range(self._hall.players)]

        async def enter(entry: tuple[int, UUID]) -> None:
            number, identity = entry
            city = self._hall.city_of(number).name
            await self._person(f"Player {number:04}", identity, city=city, club=f"Club {number % 24}")
            await self._members[identity].command(f"/registration/{self._path}/entries", {"attributes": {}})
            await self._organizer.command(f"/registration/{self._path}/entries/{identity}/acceptance")

        await self._each("Entries", entries, enter)

    async def _draw(self, stage: Mapping[str, Any], reading: asyncio.subprocess.Process) -> None:
        """Draw the groups of a stage one after the other; all readers open each as it is released."""
        drawn = f"/registration/{self._path}/stages/{stage['key']}/draw"
        self._tables: list[dict[str, Any]] = []
        await self._organizer.get(f"/registration/{self._path}")
        for group in [group["key"] for group in stage.get("groups", ())] or [None]:
            path = drawn + (f"?group={group}" if group else "")
            await self._organizer.command(path, {"seed": f"{self._seed}"}, key=str(group))
            if reading.stdin is not None:
                reading.stdin.write(f"{path}\n".encode())
            draw = await self._front.get(drawn, **({"group": group} if group else {}))
            self._tables += [table | {"group": group} for table in draw["tables"]]
        await self._front.get(f"/gameplay/{self._path}/games", limit=1)

    async def _play(self, stage: dict[str, Any]) -> None:
        bar = self._progress.add_task(stage["title"], total=len(self._tables))
        for number in sorted({table["round"] for table in self._tables}):
            now = [table for table in self._tables if table["round"] == number]
            await asyncio.gather(*(self._play_game(stage, table, bar) for table in now))

    async def _play_game(self, stage: dict[str, Any], table: dict[str, Any], bar: Any) -> None:
        """Play at one table: the first of each group live, the others as they are told afterwards."""
        judge = self._members[UUID(table["judge"])]
        game = f"/gameplay/v1/games/{table['game']}"
        chance = cast.cards(self._seed, stage["key"], table["group"], table["round"], table["table"])
        played = plausible_protocol(chance, [UUID(player) for player in table["seats"]], self._regulations)
        depth: Depth = "live" if table["table"] == 1 else "summary"
        started = await judge.command(f"{game}/start", version=await self._version(game))
        version = await enter_protocol(judge, game, played, depth, started["version"])
        await judge.command(f"{game}/signature", version=version)
        self._signed[UUID(table["game"])] = time.perf_counter()
        self._taken.games += 1
        self._progress.advance(bar)
        if self._taken.games % STANDINGS_EVERY == 0:
            began = time.perf_counter()
            position = f"gameplay:{self._front.positions['gameplay']}"
            await self._front.get(f"/scoring/{self._path}/standings", min=position)
            self._taken.add("signature to standings", (time.perf_counter() - began) * 1000)

    async def _follow(self) -> None:
        """Follow the feed of gameplay; keep how long after its signature was answered a game is in it."""
        after, early = 0, Counter[UUID]()
        while True:
            page = await self._front.get("/gameplay/v1/events", after=after, min="")
            now = time.perf_counter()
            for fed in page["events"]:
                after, event = fed["seq"], fed["event"]
                if event["type"].endswith("ProtocolSigned"):
                    game = UUID(event["data"]["game"])
                    signed = self._signed.get(game)
                    early[game] += signed is None
                    self._taken.add("feed lag", max(0.0, (now - signed) * 1000) if signed else 0.0)
            await asyncio.sleep(FOLLOW_SECONDS)


def memory(pids: Mapping[str, int]) -> dict[str, int]:
    """Return the bytes of each program and what it has started; what processes share counts once (PSS)."""
    found = {}
    for name, pid in pids.items():
        leader = psutil.Process(pid)
        found[name] = sum(_own(one) for one in (leader, *leader.children(recursive=True)))
    return found


def _own(process: psutil.Process) -> int:
    """Return a process's proportional share of memory, where the machine tells it; else what is resident."""
    whole = process.memory_full_info()
    return int(getattr(whole, "pss", whole.rss))
