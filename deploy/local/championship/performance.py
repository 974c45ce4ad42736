"""The sample championship, played from the announcement to the ruling, through the public API only."""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from random import SystemRandom
from typing import Any, TypeVar
from uuid import UUID

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from deploy.audit.journal import Journal
from deploy.local.championship import cast
from deploy.local.championship.front import Front, Member, Refused
from deploy.local.championship.games import plausible_protocol
from deploy.local.championship.protesting import RULE, STEPS, Case, protest
from deploy.local.championship.protocols import Depth, depth_of, enter_protocol
from deploy.local.championship.report import Finished, Going, report
from deploy.local.program import ProgramFailed
from deploy.local.stack import JOURNAL, Stack
from shared.contracts.regulations import Regulations, shipped

AT_ONCE = 6
PLAYED_BEFORE = {"championship_already_announced", "account_already_opened", "idempotency_key_reused"}
"""How the API refuses a seed whose ids and keys were used: all of them follow from the seed."""
Item = TypeVar("Item")
Made = TypeVar("Made")


async def play(stack: Stack, *, regulations: str, seed: int | None, console: Console) -> Finished:
    """Play a championship and print how it ended. Raises ProgramFailed with a sentence where it cannot."""
    documents = shipped()
    if regulations not in documents:
        raise ProgramFailed(f"There are no regulations {regulations!r}; shipped are {', '.join(documents)}.")
    chosen = seed if seed is not None else SystemRandom().randrange(1, 1_000_000)
    console.print(f"Playing by {regulations} with seed {chosen}; the same seed plays the same games.")
    began = time.monotonic()
    journal = Journal(stack.folder / JOURNAL)
    front = Front(stack.base_url, keyed=f"{regulations} {chosen}", journal=journal)
    try:
        with Progress(
            TextColumn("{task.description:32}"),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            console=console,
        ) as progress:
            performance = Performance(front, documents[regulations], chosen, progress)
            going = await performance.run(stack)
        finished = await report(front, going, time.monotonic() - began, console)
    except Refused as refused:
        if refused.code in PLAYED_BEFORE:
            raise ProgramFailed(
                f"Seed {chosen} was played on this data folder before; take another seed, or ARGS=--fresh."
            ) from refused
        raise ProgramFailed(str(refused)) from refused
    finally:
        await front.close()
        journal.close()
    return finished


class Performance:
    """One championship on its way."""

    def __init__(self, front: Front, regulations: Regulations, seed: int, progress: Progress) -> None:
        self._front = front
        self._regulations = regulations
        self._seed = seed
        self._progress = progress
        self._ids = cast.SeededIds(f"{regulations.id} {seed}")
        self._members: dict[UUID, Member] = {}
        self._depths: Counter[Depth] = Counter()

    async def run(self, stack: Stack) -> Going:
        """Play everything; return what the report needs."""
        admin = stack.keys.admin
        self._admin = await self._front.sign_in(client_id=str(admin.id), client_secret=admin.secret)
        self._organizer = await self._open_client("ONORE office", "organizer")
        federation = await self._open_client("Federation site", "federation")
        self._championship = self._ids.next()
        body = cast.announcement(self._regulations, self._championship, datetime.now(UTC))
        await self._organizer.command("/registration/v1/championships", body)
        self._plan: list[dict[str, Any]] = body["stages"]
        officials = await self._appoint()
        await self._enter()
        protests: list[UUID] = []
        for number, stage in enumerate(self._plan):
            await self._play_stage(stage)
            if number == 0:
                protests.append(await self._protest(stage, upheld=False))
            if number == len(self._plan) - 2:
                protests.append(await self._protest(stage, upheld=True))
            await self._close(stage)
        return Going(
            base_url=stack.base_url,
            championship=self._championship,
            title=body["title"],
            protests=protests,
            admin=self._admin,
            organizer=self._organizer,
            judge=self._members[officials[1]],
            member=self._members[officials[1 + len(cast.JUDGES)]],
            federation=federation,
            depths=dict(self._depths),
        )

    @property
    def _path(self) -> str:
        return f"v1/championships/{self._championship}"

    async def _open_client(self, name: str, scope: str) -> Member:
        opened = await self._admin.command(
            "/registration/v1/clients", {"name": name, "scopes": [scope]}, key=name
        )
        return await self._front.sign_in(client_id=opened["id"], client_secret=opened["client_secret"])

    async def _person(
        self, nick: str, identity: UUID, *, linked_by: Member | None = None, **more: str
    ) -> UUID:
        """Register a person and sign him in by his personal link."""
        await self._organizer.command(
            "/registration/v1/people", {"id": str(identity), "nick": nick, **more}, key=nick
        )
        link = await (linked_by or self._organizer).command(
            f"/registration/{self._path}/personal-links", {"person": str(identity)}, key=nick
        )
        self._members[identity] = await self._front.sign_in(code=link["code"])
        return identity

    async def _appoint(self) -> list[UUID]:
        """Appoint the chief judge, a judge for each table, and those who may sit on a commission."""
        roles = [(cast.CHIEF_JUDGE, "chief_judge")]
        roles += [(nick, "table_judge") for nick in cast.JUDGES]
        roles += [(nick, "commission_member") for nick in cast.COMMISSION]
        named = [(nick, role, self._ids.next()) for nick, role in roles]

        async def appoint(one: tuple[str, str, UUID]) -> UUID:
            nick, role, identity = one
            decides = role == "commission_member"
            await self._person(nick, identity, linked_by=self._admin if decides else None)
            await self._organizer.command(
                f"/registration/{self._path}/officials", {"person": str(identity), "role": role}, key=nick
            )
            return identity

        people = await self._each("Officials", named, appoint)
        self._chief, self._commission = people[0], people[1 + len(cast.JUDGES) :]
        return people

    async def _enter(self) -> None:
        """Forty players apply; the fee is recorded and the entry accepted."""
        entries = [(number, self._ids.next()) for number in range(cast.PLAYERS)]
        fee = self._regulations.registration.fee

        async def enter(entry: tuple[int, UUID]) -> None:
            number, identity = entry
            nick = cast.NICKS[number]
            await self._person(nick, identity, club=cast.CLUBS[number % len(cast.CLUBS)])
            application = {"attributes": cast.attributes(self._regulations, number)}
            await self._members[identity].command(f"/registration/{self._path}/entries", application)
            of_entry = f"/registration/{self._path}/entries/{identity}"
            if fee is not None:
                paid = {"amount": fee.amount, "currency": fee.currency, "receipt": f"R-{number + 1:03}"}
                await self._organizer.command(f"{of_entry}/fee", paid)
            await self._organizer.command(f"{of_entry}/acceptance")

        await self._each("Entries", entries, enter)

    async def _play_stage(self, stage: dict[str, Any]) -> None:
        """Draw a stage and play its games, table beside table, round after round."""
        drawn = f"/registration/{self._path}/stages/{stage['key']}/draw"
        await self._organizer.get(f"/registration/{self._path}")
        await self._organizer.command(drawn, {"seed": f"{self._seed}"})
        await self._front.get(f"/gameplay/{self._path}/games", limit=1)
        tables = (await self._front.get(drawn))["tables"]
        self._games: list[dict[str, Any]] = tables
        rounds = sorted({table["round"] for table in tables})
        bar = self._progress.add_task(stage["title"], total=len(tables))
        for number in rounds:
            now = [table for table in tables if table["round"] == number]
            await asyncio.gather(*(self._play_game(stage, table, bar) for table in now))

    async def _play_game(self, stage: dict[str, Any], table: dict[str, Any], bar: Any) -> None:
        judge = self._members[UUID(table["judge"])]
        game = f"/gameplay/v1/games/{table['game']}"
        chance = cast.cards(self._seed, stage["key"], table["round"], table["table"])
        played = plausible_protocol(chance, [UUID(player) for player in table["seats"]], self._regulations)
        started = await judge.command(f"{game}/start", version=await self._version(game))
        depth = depth_of(stage, table)
        version = await enter_protocol(judge, game, played, depth, started["version"])
        await judge.command(f"{game}/signature", version=version)
        self._depths[depth] += 1
        self._progress.advance(bar)

    async def _version(self, resource: str) -> int:
        version: int = (await self._front.get(resource))["version"]
        return version

    async def _protest(self, stage: dict[str, Any], *, upheld: bool) -> UUID:
        """Protest against a game of the stage; see it through to its ruling and what that changed."""
        table = self._games[1 if upheld else 0]
        judge = self._members[UUID(table["judge"])]
        filer = self._members[UUID(table["seats"][0])]
        case = Case(
            championship=self._championship,
            game=UUID(table["game"]),
            filer=filer,
            judge=judge,
            chief=self._members[self._chief],
            commission=[self._members[member] for member in self._commission[:3]],
            upheld=upheld,
            rule=self._regulations.clause("play.vote") or RULE,
        )
        bar = self._progress.add_task(f"Protest in {stage['title']}", total=STEPS)
        return await protest(self._front, case, lambda: self._progress.advance(bar))

    async def _close(self, stage: dict[str, Any]) -> None:
        """Close a stage; what is tied across the cut is decided by lot of the panel, recorded."""
        path = f"/scoring/{self._path}/stages/{stage['key']}"
        await self._settled()
        while (view := await self._front.get(path))["tied"] and view["advance"] is not None:
            order = cast.chosen([UUID(player) for player in view["tied"]], self._seed)
            decision = {
                "order": [str(player) for player in order],
                "reason": "Drawn by lot by the judging panel.",
            }
            await self._organizer.command(f"{path}/tie-decisions", decision, key=str(view["version"]))
        await self._organizer.command(f"{path}/close")

    async def _settled(self) -> None:
        """Take in what workers have said by now, so that reads wait for it too."""
        for service in ("gameplay", "appeals"):
            ready = await self._front.get(f"/{service}/v1/events", limit=1)
            self._front.positions[service] = max(self._front.positions.get(service, 0), ready["head"])

    async def _each(
        self, title: str, items: Iterable[Item], work: Callable[[Item], Awaitable[Made]]
    ) -> list[Made]:
        """Do the work on every item, a few at once, with a bar."""
        listed = list(items)
        bar = self._progress.add_task(title, total=len(listed))
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(item: Item) -> Made:
            async with gate:
                made = await work(item)
            self._progress.advance(bar)
            return made

        return list(await asyncio.gather(*(one(item) for item in listed)))
