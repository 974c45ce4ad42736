"""The championship that results are imported into, as the public API shows it before anything is written."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from deploy.local.championship.front import Member, Refused
from services.registration.domain.texts import comparable
from shared.contracts.gameplay import Result
from shared.contracts.registration import DrawnTable, StagePlan
from shared.contracts.regulations import Regulations

PAGE = 200
NOT_FOUND = 404


@dataclass(frozen=True, kw_only=True)
class Entry:
    """Somebody who has applied."""

    player: UUID
    nick: str
    status: str


@dataclass(frozen=True, kw_only=True)
class Played:
    """A game that is there. `result` None: not signed yet."""

    status: str
    version: int
    result: Result | None


@dataclass(frozen=True, kw_only=True)
class Championship:
    """What an import needs to know. `draws` and `games` are those that are there already."""

    id: UUID
    title: str
    regulations: Regulations
    stages: tuple[StagePlan, ...]
    places: int
    deadline: datetime | None
    organizers: frozenset[UUID]
    judges: Mapping[str, UUID]
    """Table judges by comparable nick."""
    entries: Mapping[str, Entry]
    """By comparable nick, those that were not withdrawn."""
    draws: Mapping[str, tuple[DrawnTable, ...]]
    """By stage."""
    games: Mapping[UUID, Played]

    @property
    def path(self) -> str:
        """Its path behind each service."""
        return f"v1/championships/{self.id}"


async def championship_of(member: Member, identity: UUID) -> Championship:
    """Read a championship and what was played of it. Raises Refused where there is none."""
    path = f"v1/championships/{identity}"
    view = await member.get(f"/registration/{path}")
    stages = msgspec.convert(view["stages"], type=tuple[StagePlan, ...])
    officials = [(official["role"], UUID(official["person"])) for official in view["officials"]]
    judges = [person for role, person in officials if role == "table_judge"]
    draws = {
        stage.key: await _draw(member, f"/registration/{path}/stages/{stage.key}/draw") for stage in stages
    }
    deadline = view.get("final_deadline")
    return Championship(
        id=identity,
        title=view["title"],
        regulations=msgspec.convert(view["regulations"], type=Regulations),
        stages=stages,
        places=view.get("capacity") or stages[0].players,
        deadline=None if deadline is None else datetime.fromisoformat(deadline["instant"]),
        organizers=frozenset(person for role, person in officials if role == "organizer"),
        judges={comparable(await _nick(member, judge)): judge for judge in judges},
        entries=await _entries(member, path),
        draws={key: tables for key, tables in draws.items() if tables},
        games=await _games(member, path) if any(draws.values()) else {},
    )


async def _nick(member: Member, person: UUID) -> str:
    """Return a person's nick; a client that judges has none."""
    try:
        nick: str = (await member.get(f"/registration/v1/people/{person}"))["nick"]
    except Refused as refused:
        if refused.status != NOT_FOUND:
            raise
        return str(person)
    return nick


async def _draw(member: Member, path: str) -> tuple[DrawnTable, ...]:
    try:
        view = await member.get(path)
    except Refused as refused:
        if refused.status != NOT_FOUND:
            raise
        return ()
    return msgspec.convert(view["tables"], type=tuple[DrawnTable, ...])


async def _entries(member: Member, path: str) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    page: dict[str, Any] = {"next": ""}
    while page["next"] is not None:
        after = {"after": page["next"]} if page["next"] else {}
        page = await member.get(f"/registration/{path}/entries", limit=PAGE, **after)
        for entry in page["entries"]:
            status = entry["details"]["status"] if entry["details"] else "accepted"
            if status != "withdrawn":
                player = UUID(entry["player"])
                found[comparable(entry["nick"])] = Entry(player=player, nick=entry["nick"], status=status)
    return found


async def _games(member: Member, path: str) -> dict[UUID, Played]:
    listed = await listed_games(member, path)
    signed = [game for game, (status, _) in listed.items() if status == "signed"]
    views = await asyncio.gather(*(member.get(f"/gameplay/v1/games/{game}") for game in signed))
    results = {
        game: msgspec.convert(view["result"], type=Result) for game, view in zip(signed, views, strict=True)
    }
    return {
        game: Played(status=status, version=version, result=results.get(game))
        for game, (status, version) in listed.items()
    }


async def listed_games(member: Member, path: str, **which: str) -> dict[UUID, tuple[str, int]]:
    """Return status and version of a championship's games."""
    found: dict[UUID, tuple[str, int]] = {}
    page: dict[str, Any] = {"next": ""}
    while page["next"] is not None:
        cursor = {"cursor": page["next"]} if page["next"] else {}
        page = await member.get(f"/gameplay/{path}/games", limit=PAGE, **which, **cursor)
        found |= {UUID(game["game"]): (game["status"], game["version"]) for game in page["games"]}
    return found
