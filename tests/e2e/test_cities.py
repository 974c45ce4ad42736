"""A championship in three cities and two zones: groups by city, a no-show, and one final."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import httpx
import msgspec
import pytest
import pytest_asyncio
from uuid_utils.compat import uuid7

from deploy.local.championship import cast
from deploy.local.championship.front import Front, Member, Refused
from deploy.local.championship.games import plausible_protocol
from deploy.local.drawing_again import drawn_again
from deploy.local.stack import Stack
from deploy.local.verification import verified
from shared.contracts.regulations import shipped

pytestmark = pytest.mark.asyncio(loop_scope="session")

SEED = 2026
REGULATIONS = shipped()["mafgame-2026"]
CITIES = {"kyiv": ("Київ", "Europe/Kyiv"), "lviv": ("Львів", "Europe/Kyiv"), "omsk": ("Омск", "Asia/Omsk")}
PLAYERS = {"kyiv": 20, "lviv": 10, "omsk": 10}
CERTAIN = {"kyiv": 3, "lviv": 2, "omsk": 2}
FINALISTS = 10
RESERVE = "Запасний"


@dataclass(kw_only=True)
class Cities:
    """The championship as far as it is, and who acts in it."""

    stack: Stack
    front: Front
    organizer: Member
    championship: UUID
    judges: dict[UUID, Member] = field(default_factory=dict)
    judge_of: dict[str, list[UUID]] = field(default_factory=dict)
    players: dict[str, UUID] = field(default_factory=dict)
    """By nick."""

    @property
    def path(self) -> str:
        """The championship's path behind each service."""
        return f"v1/championships/{self.championship}"

    def draw(self, stage: str, group: str | None) -> str:
        """Return the address of a draw."""
        return f"/registration/{self.path}/stages/{stage}/draw{'' if group is None else f'?group={group}'}"


def nicks(key: str) -> list[str]:
    """Return who enters from a city: as many as its group has places."""
    return [f"{CITIES[key][0]} {number}" for number in range(1, PLAYERS[key] + 1)]


def wall_clock(day: int, hour: int, zone: str) -> str:
    """Return a time on the clock of a zone, some days from now."""
    today = datetime.now(UTC).astimezone(ZoneInfo(zone)).replace(tzinfo=None)
    return (today + timedelta(days=day)).replace(hour=hour, minute=0, second=0, microsecond=0).isoformat()


def announcement(championship: UUID) -> dict[str, Any]:
    """Return the body: three venues, a tour in three groups, each in its own zone, and a final in Kyiv."""
    groups = [
        {
            "key": key,
            "title": city,
            "players": PLAYERS[key],
            "venue": key,
            "advance": CERTAIN[key],
            "blocks": [
                {"title": "Tour", "start": wall_clock(7, 11, zone), "end": wall_clock(7, 15, zone)},
            ],
        }
        for key, (city, zone) in CITIES.items()
    ]
    tour = {"key": "tour", "title": "Tour", "kind": "qualification", "games": 2, "venue": "kyiv"}
    final = {"key": "final", "title": "Final", "kind": "final", "games": 2, "venue": "kyiv"}
    return {
        "id": str(championship),
        "title": "Three Cities Cup",
        "host_club": "Consigliere",
        "regulations": REGULATIONS.id,
        "venues": [
            {"key": key, "name": city, "city": city, "address": "Головна 1", "zone": zone}
            for key, (city, zone) in CITIES.items()
        ],
        "stages": [
            tour | {"players": sum(PLAYERS.values()), "advance": FINALISTS, "groups": groups},
            final | {"players": FINALISTS},
        ],
        "final_deadline": {"local": wall_clock(6, 20, "Europe/Kyiv"), "venue": "kyiv"},
        "waitlist": 5,
    }


def file_of_entries() -> bytes:
    """Return the file as a club has it: semicolons, Cyrillic in Windows-1251, cities typed in many ways."""
    lines = ["Ник;Клуб;Город"]
    for key, (city, _) in CITIES.items():
        lines += [
            f"{nick};Клуб {key};{(city, city.upper(), f' {city.lower()} ')[number % 3]}"
            for number, nick in enumerate(nicks(key))
        ]
    lines.append(f"{RESERVE};Клуб lviv;Одеса")
    return "\r\n".join(lines).encode("windows-1251")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def cities(stack: Stack) -> AsyncIterator[Cities]:
    """Give the championship, announced and with its judges."""
    front = Front(stack.base_url, keyed="cities")
    admin = await front.sign_in(client_id=str(stack.keys.admin.id), client_secret=stack.keys.admin.secret)
    office = await admin.command(
        "/registration/v1/clients", {"name": "Three cities", "scopes": ["organizer"]}, key="office"
    )
    organizer = await front.sign_in(client_id=office["id"], client_secret=office["client_secret"])
    there = Cities(stack=stack, front=front, organizer=organizer, championship=UUID(str(uuid7())))
    await organizer.command("/registration/v1/championships", announcement(there.championship))
    for key, (city, _) in CITIES.items():
        there.judge_of[key] = [
            await appoint(there, f"Суддя {city} {n}", city) for n in range(1, PLAYERS[key] // 10 + 1)
        ]
    yield there
    await front.close()


async def appoint(there: Cities, nick: str, city: str) -> UUID:
    """Register a judge of a city, appoint and sign him in."""
    person = await there.organizer.command("/registration/v1/people", {"nick": nick, "city": city}, key=nick)
    body = {"person": person["id"], "role": "table_judge"}
    await there.organizer.command(f"/registration/{there.path}/officials", body, key=nick)
    link = await there.organizer.command(
        f"/registration/{there.path}/personal-links", {"person": person["id"]}, key=nick
    )
    identity = UUID(person["id"])
    there.judges[identity] = await there.front.sign_in(code=link["code"])
    return identity


async def enter(there: Cities) -> None:
    """Take the file in, and accept everybody of it who is of a group."""
    async with httpx.AsyncClient(base_url=there.stack.base_url, trust_env=False, timeout=60) as client:
        answer = await client.post(
            f"/registration/{there.path}/entries/import",
            content=file_of_entries(),
            headers={
                "Authorization": f"Bearer {there.organizer.token}",
                "Content-Type": "text/csv",
                "Idempotency-Key": str(there.championship),
            },
        )
    assert answer.status_code == 201, answer.text
    names = [nick for key in CITIES for nick in nicks(key)] + [RESERVE]
    lines = sorted(answer.json()["lines"], key=lambda line: line["line"])
    there.players = {nick: UUID(line["player"]) for nick, line in zip(names, lines, strict=True)}
    for nick in names[:-1]:
        await entry(there, nick, "acceptance")


async def entry(there: Cities, nick: str, deed: str, body: Any = None, *, key: str = "") -> Any:
    """Do something with an entry as the organizer."""
    path = f"/registration/{there.path}/entries/{there.players[nick]}/{deed}"
    return await there.organizer.command(path, body, key=key)


async def draw(there: Cities, stage: str, group: str | None, body: dict[str, Any]) -> dict[str, Any]:
    """Draw a stage or a group, and return what everybody reads; it is drawn again here."""
    await there.organizer.get(f"/registration/{there.path}")
    await there.organizer.command(there.draw(stage, group), body)
    view: dict[str, Any] = await there.front.get(there.draw(stage, group).partition("?")[0], **_of(group))
    again = await asyncio.to_thread(drawn_again, f"{there.stack.base_url}{there.draw(stage, group)}")
    assert again.reproduced
    return view


def _of(group: str | None) -> dict[str, str]:
    return {} if group is None else {"group": group}


async def play(there: Cities, stage: str, group: str | None) -> int:
    """Play all games of a draw as gameplay has them; return how many."""
    listed = await there.front.get(f"/gameplay/{there.path}/games", stage=stage, **_of(group))
    games = sorted(listed["games"], key=lambda one: (one["round"], one["table"]))
    for game in games:
        judge = there.judges[UUID(game["judge"])]
        path = f"/gameplay/v1/games/{game['game']}"
        chance = cast.cards(SEED, stage, group, game["round"], game["table"])
        played = plausible_protocol(chance, [UUID(player) for player in game["seats"]], REGULATIONS)
        version = (await judge.command(f"{path}/start", version=game["version"]))["version"]
        body = {"result": msgspec.to_builtins(played.result)}
        version = (await judge.command(f"{path}/summary", body, version=version))["version"]
        await judge.command(f"{path}/signature", version=version)
    return len(games)


async def close(there: Cities, stage: str) -> None:
    """Close a stage; ties across a cut are decided by lot."""
    path = f"/scoring/{there.path}/stages/{stage}"
    while (view := await there.front.get(path))["tied"] and view["advance"] is not None:
        order = [str(player) for player in cast.chosen([UUID(player) for player in view["tied"]], SEED)]
        await there.organizer.command(
            f"{path}/tie-decisions", {"order": order, "reason": "By lot."}, key=str(view["version"])
        )
    await there.organizer.command(f"{path}/close")


async def enter_phase(there: Cities, *phases: str) -> None:
    """Say how far the championship is."""
    for phase in phases:
        await there.organizer.command(f"/registration/{there.path}/phase", {"phase": phase}, key=phase)


async def no_show(there: Cities, absent: str, instead: str) -> dict[str, Any]:
    """Let another play wherever who did not come is seated, as the preview shows it; return the change."""
    changes = f"/registration/{there.path}/stages/tour/draw/changes"
    wish = {"type": "ReplacePlayer", "out": str(there.players[absent]), "into": str(there.players[instead])}
    shown = await there.organizer.command(f"{changes}/preview?group=lviv", {"wish": wish})
    body = {"wish": wish, "reason": "Захворів", "digest": shown["digest"]}
    await there.organizer.command(f"{changes}?group=lviv", body)
    await there.front.get(f"/gameplay/{there.path}/games", limit=1)
    there.front.positions["gameplay"] = (await there.front.get("/gameplay/v1/events", limit=1))["head"]
    [change] = await there.front.get(changes, group="lviv")
    assert change["tables"] == shown["tables"]
    found: dict[str, Any] = change
    return found


async def fill(there: Cities) -> None:
    """Take the file in; who is of no group is put into Lviv's, which is full, and waits."""
    await enter(there)
    with pytest.raises(Refused, match="entrants_without_group"):
        await entry(there, RESERVE, "acceptance", key="nowhere")
    await entry(there, RESERVE, "group", {"group": "lviv", "reason": "Приїде до Львова"})
    await entry(there, RESERVE, "acceptance")
    groups = (await there.front.get(f"/registration/{there.path}/groups"))["groups"]
    assert {group["key"]: group["accepted"] for group in groups} == PLAYERS


async def draw_groups(there: Cities) -> None:
    """Draw each group for its own players and judges; one seed was committed to before the list was final."""
    with pytest.raises(Refused, match="group_not_said"):
        await there.organizer.command(there.draw("tour", None), {}, key="whole")
    await there.organizer.command(there.draw("tour", "omsk").replace("draw?", "draw/commitment?"))
    await enter_phase(there, "registration_closed", "list_final")
    for key in CITIES:
        view = await draw(there, "tour", key, {})
        assert set(view["players"]) == {str(there.players[nick]) for nick in nicks(key)}
        assert set(view["judges"]) == set(map(str, there.judge_of[key]))
        assert (view["revealed"] is not None) == (key == "omsk")
    with pytest.raises(Refused, match="qualifiers_not_named"):
        await there.organizer.command(there.draw("final", None), {}, key="early")


async def replace_absent(there: Cities) -> None:
    """One of Lviv withdraws after the draw: who waited gets his place, and his seat in every game."""
    absent = "Львів 7"
    await entry(there, absent, "withdrawal")
    await entry(there, RESERVE, "acceptance", key="instead")
    change = await no_show(there, absent, RESERVE)
    assert change["state"] == "in_force"
    assert all(str(there.players[RESERVE]) in table["seats"] for table in change["tables"])
    seated = await there.front.get(there.draw("tour", None), group="lviv")
    assert str(there.players[absent]) not in {player for one in seated["tables"] for player in one["seats"]}


async def play_groups(there: Cities) -> list[str]:
    """Play the tour in every city and close it; return the certain of each group and the best of all."""
    await enter_phase(there, "running")
    for key, players in PLAYERS.items():
        assert await play(there, "tour", key) == players * 2 // 10
    tables = {
        key: (await there.front.get(f"/scoring/{there.path}/standings", stage="tour", group=key))["rows"]
        for key in CITIES
    }
    assert {key: len(rows) for key, rows in tables.items()} == PLAYERS
    await close(there, "tour")
    qualified: list[str] = (await there.front.get(f"/scoring/{there.path}/stages/tour"))["qualifiers"]
    assert len(qualified) == FINALISTS
    for key, rows in tables.items():
        assert sum(row["player"] in qualified for row in rows) >= CERTAIN[key]
    return qualified


async def test_three_cities_play_in_groups_and_meet_in_one_final(cities: Cities) -> None:
    """Set up, filled from a file, drawn by groups, changed by a no-show, played to the last table."""
    shown = await cities.front.get(f"/registration/{cities.path}")
    starts = {one["key"]: one["blocks"][0]["start"]["instant"] for one in shown["stages"][0]["groups"]}
    assert starts["kyiv"] == starts["lviv"] > starts["omsk"]
    await fill(cities)
    await draw_groups(cities)
    await replace_absent(cities)
    qualified = await play_groups(cities)

    final = await draw(cities, "final", None, {"judges": [str(cities.judge_of["kyiv"][0])]})
    assert set(final["players"]) == set(qualified)
    assert await play(cities, "final", None) == 2
    await close(cities, "final")
    await enter_phase(cities, "finished")
    rows = (await cities.front.get(f"/scoring/{cities.path}/standings"))["rows"]
    assert {row["player"] for row in rows[:FINALISTS]} == set(qualified)
    assert sorted((row["games"] for row in rows), reverse=True) == [4] * FINALISTS + [2] * 30
    findings = await verified(cities.stack.folder)
    assert [found for found in findings if found.wrong and found.invariant != "I1"] == []
