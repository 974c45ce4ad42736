"""A championship over the real API: the bodies that announce it, and people who enter it."""

from typing import Any
from uuid import UUID, uuid4

import httpx

from tests.running import RunningService

ORGANIZER = UUID("00000000-0000-7000-8000-00000000000a")
CLUB = UUID("00000000-0000-7000-8000-00000000000b")
ADMIN = UUID("00000000-0000-7000-8000-00000000000c")


def announcement(**changes: Any) -> dict[str, Any]:
    """Return a body that announces ten players in Omsk, without a fee."""
    body: dict[str, Any] = {
        "title": "Omsk Cup",
        "host_club": "ONORE",
        "regulations": "mafgame-2026",
        "venues": [
            {"key": "onore", "name": "ONORE", "city": "Omsk", "address": "Red Way 11a", "zone": "Asia/Omsk"}
        ],
        "stages": [stage("tour", 10, 2)],
    }
    return body | changes


def stage(key: str, players: int, games: int, **changes: Any) -> dict[str, Any]:
    """Return one stage of a body."""
    body = {
        "key": key,
        "title": key.title(),
        "kind": "qualification",
        "games": games,
        "players": players,
        "venue": "onore",
    }
    return body | changes


def created(response: httpx.Response, status: int = 201) -> UUID:
    """Return the id of what was made, or fail with the answer."""
    assert response.status_code == status, response.text
    return UUID(response.json()["id"])


async def announced(service: RunningService, **changes: Any) -> UUID:
    """Announce a championship as the organizer."""
    return created(
        await service.post("/v1/championships", announcement(**changes), by=ORGANIZER, scope="organizer")
    )


async def registered(service: RunningService, nick: str, **more: Any) -> UUID:
    """Register a person."""
    body = {"nick": nick, **more}
    return created(await service.post("/v1/people", body, by=ORGANIZER, scope="organizer"))


async def judges(service: RunningService, championship: UUID, count: int) -> list[UUID]:
    """Register and appoint table judges."""
    found = []
    for number in range(count):
        judge = await registered(service, f"Judge {number} {uuid4().hex[:6]}")
        body = {"person": str(judge), "role": "table_judge"}
        created(await service.post(f"/v1/championships/{championship}/officials", body, by=ORGANIZER))
        found.append(judge)
    return found


async def applied(service: RunningService, championship: UUID, nick: str, **more: Any) -> UUID:
    """Register a person and let him apply."""
    player = await registered(service, nick)
    created(await service.post(f"/v1/championships/{championship}/entries", more, by=player))
    return player


async def accepted(service: RunningService, championship: UUID, nick: str) -> UUID:
    """Register a person, let him apply, accept him."""
    player = await applied(service, championship, nick)
    await entry(service, championship, player, "acceptance")
    return player


async def entry(
    service: RunningService, championship: UUID, player: UUID, deed: str, body: Any = None
) -> None:
    """Do something with an entry as the organizer."""
    path = f"/v1/championships/{championship}/entries/{player}/{deed}"
    created(await service.post(path, body, by=ORGANIZER), 200)


async def full(service: RunningService, championship: UUID, count: int) -> list[UUID]:
    """Fill a championship with accepted players."""
    return [await accepted(service, championship, f"Player {number}") for number in range(count)]


def problem(response: httpx.Response) -> tuple[int, str]:
    """Return status and code of a refusal."""
    assert response.headers["content-type"].startswith("application/problem+json"), response.text
    return response.status_code, response.json()["code"]
