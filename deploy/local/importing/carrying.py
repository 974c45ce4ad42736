"""An import on its way, through the public API only. Run again, it goes on where it stopped."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID, uuid4

import msgspec
from rich.progress import Progress, TaskID

from deploy.local.championship.front import Front, Member
from deploy.local.importing.championship import listed_games
from deploy.local.importing.checking import Import, ImportedGame, ImportedStage
from deploy.local.importing.people import Player
from services.registration.domain.texts import comparable

AT_ONCE = 6
REASON = "In the order of the imported results."
DONE = frozenset({"signed", "annulled"})
Item = TypeVar("Item")


class Carrying:
    """Sends what a checked import makes. `front` is keyed by the file, so nothing is made twice."""

    def __init__(self, front: Front, organizer: Member, planned: Import, progress: Progress) -> None:
        self._front = front
        self._organizer = organizer
        self._import = planned
        self._there = planned.championship
        self._path = planned.championship.path
        self._progress = progress
        self._judges: dict[UUID, Member] = {}
        self._run = uuid4()
        self._registered = {entry.player for entry in self._there.entries.values()}
        self._registered |= set(self._there.judges.values())

    async def run(self) -> list[str]:
        """Send everything; return the keys of stages that stay open because a tie has to be decided."""
        if self._organizer.id not in self._there.organizers:
            await self._appoint(self._organizer.id, "organizer")
        await self._each("Players", self._import.players, self._enter)
        await self._each("Judges", self._import.judges.items(), self._bring_judge)
        undecided: list[str] = []
        for stage in self._import.stages:
            await self._seat(stage)
            await self._play(stage)
            if not await self._close(stage):
                undecided.append(stage.plan.key)
        return undecided

    async def _appoint(self, person: UUID, role: str) -> None:
        await self._organizer.command(
            f"/registration/{self._path}/officials",
            {"person": str(person), "role": role},
            key=f"{person} {role}",
        )

    async def _register(self, identity: UUID, nick: str, **more: str) -> None:
        if identity not in self._registered:
            body = {"id": str(identity), "nick": nick} | {name: text for name, text in more.items() if text}
            self._registered.add(identity)
            await self._organizer.command("/registration/v1/people", body, key=str(identity))

    async def _enter(self, player: Player) -> None:
        """Bring a player from nothing, or from where his entry stands, to an accepted entry."""
        entry = self._there.entries.get(comparable(player.nick))
        status = "" if entry is None else entry.status
        if status == "accepted":
            return
        await self._register(player.id, player.nick, club=player.club, city=player.city)
        if not status:
            application = {
                "player": str(player.id),
                "nick": player.nick,
                "attributes": dict(player.attributes),
            }
            await self._organizer.command(
                f"/registration/{self._path}/entries", application, key=str(player.id)
            )
        of_entry = f"/registration/{self._path}/entries/{player.id}"
        fee = self._there.regulations.registration.fee
        if fee is not None and status != "paid":
            receipt = f"import {self._import.digest[:12]}"
            paid = {"amount": fee.amount, "currency": fee.currency, "receipt": receipt}
            await self._organizer.command(f"{of_entry}/fee", paid)
        await self._organizer.command(f"{of_entry}/acceptance")

    async def _bring_judge(self, judge: tuple[UUID, str]) -> None:
        identity, nick = judge
        await self._register(identity, nick)
        if identity not in self._there.judges.values():
            await self._appoint(identity, "table_judge")

    async def _sign_in(self, stage: ImportedStage) -> None:
        """Let the stage's judges come in by personal links, new ones in every run.

        A token lasts longer than a stage takes.
        """
        for judge in {one.drawn.judge for one in stage.games}:
            link = await self._organizer.command(
                f"/registration/{self._path}/personal-links",
                {"person": str(judge)},
                key=f"{judge} {self._run}",
            )
            self._judges[judge] = await self._front.sign_in(code=link["code"])

    async def _seat(self, stage: ImportedStage) -> None:
        """Publish the seating of a stage, unless it is public."""
        if stage.plan.key in self._there.draws:
            return
        await self._organizer.get(f"/registration/{self._path}")
        tables = [
            {
                "round": one.drawn.round,
                "table": one.drawn.table,
                "judge": str(one.drawn.judge),
                "seats": [str(player) for player in one.drawn.seats],
            }
            for one in stage.games
        ]
        await self._organizer.command(
            f"/registration/{self._path}/stages/{stage.plan.key}/seating", {"tables": tables}
        )

    async def _play(self, stage: ImportedStage) -> None:
        """Start, enter and sign every game of a stage that is not signed."""
        await self._settled("registration")
        games = await listed_games(self._organizer, self._path, stage=stage.plan.key)
        open_games = [one for one in stage.games if games[one.drawn.game][0] not in DONE]
        if open_games:
            await self._sign_in(stage)

        async def sign(one: ImportedGame) -> None:
            await self._sign(one, *games[one.drawn.game])

        await self._each(stage.plan.title, open_games, sign)

    async def _sign(self, one: ImportedGame, status: str, version: int) -> None:
        judge = self._judges[one.drawn.judge]
        game = f"/gameplay/v1/games/{one.drawn.game}"
        if status == "scheduled":
            version = (await judge.command(f"{game}/start", version=version))["version"]
        entered = await judge.command(
            f"{game}/summary", {"result": msgspec.to_builtins(one.result)}, key=str(version), version=version
        )
        signed = entered["version"]
        await judge.command(f"{game}/signature", key=str(signed), version=signed)

    async def _close(self, stage: ImportedStage) -> bool:
        """Close a stage, ties across its cut in the order of the file; False where the file cannot tell."""
        path = f"/scoring/{self._path}/stages/{stage.plan.key}"
        for service in ("registration", "gameplay"):
            await self._settled(service)
        view = await self._organizer.get(path)
        followers = self._import.followers(stage.plan)
        while view["state"] != "closed" and view["advance"] is not None and view["tied"]:
            if followers is None:
                return False
            order = sorted(map(UUID, view["tied"]), key=lambda player: _place(player, followers))
            decision = {"order": [str(player) for player in order], "reason": REASON}
            await self._organizer.command(f"{path}/tie-decisions", decision, key=str(view["version"]))
            view = await self._organizer.get(path)
        if view["state"] != "closed":
            await self._organizer.command(f"{path}/close")
        return True

    async def _settled(self, service: str) -> None:
        """Take in what a service has said by now, so that reads wait for it."""
        said = await self._front.get(f"/{service}/v1/events", limit=1)
        self._front.positions[service] = max(self._front.positions.get(service, 0), said["head"])

    async def _each(self, title: str, items: Iterable[Item], work: Callable[[Item], Awaitable[Any]]) -> None:
        """Do the work on every item, a few at once, with a bar. What fails first ends it."""
        listed = list(items)
        bar: TaskID = self._progress.add_task(title, total=len(listed))
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(item: Item) -> None:
            async with gate:
                await work(item)
            self._progress.advance(bar)

        async with asyncio.TaskGroup() as group:
            for item in listed:
                group.create_task(one(item))


def _place(player: UUID, followers: list[UUID]) -> int:
    """Return a player's place among those who play on; behind all of them, if he does not."""
    return followers.index(player) if player in followers else len(followers)
