"""A championship at work, another one beside it, and everybody who might try something in it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

import httpx

from tests.attack.requests import SOME_UUID, Operation
from tests.integration.registration.setting_up import (
    ADMIN,
    ORGANIZER,
    announcement,
    created,
    registered,
)
from tests.integration.rulings.cup import Cup, own
from tests.integration.rulings.four import NAMES, Four
from tests.running import RunningService

ELSEWHERE = UUID("00000000-0000-7000-8000-0000000000e0")
"""The organizer of the other championship."""

FEDERATION = UUID(int=0xFED)

RAW = {
    "/v1/championships/{championship_id}/entries/import": ("", b"nick\nNobody\n", "text/csv"),
    "/v1/protests/{protest}/evidence/files": ("?name=note.txt&text=A+note", b"It was so.", "text/plain"),
}
"""Routes whose body is no JSON: query, body and media type."""


@dataclass(frozen=True)
class Actor:
    """Somebody with a token."""

    id: UUID
    scope: str
    claims: Mapping[str, str] = field(default_factory=dict)


class Situation:
    """One game is signed and contested, one is about to begin; a commission sits."""

    def __init__(self, cup: Cup) -> None:
        self.cup = cup
        self.actors: dict[str, Actor] = {}
        self.player_of_the_scheduled = UUID(int=0)
        self.ids: dict[str, str] = {}
        self.games: dict[str, str] = {}
        self.protests: dict[str, str] = {}
        self.webhooks: dict[str, tuple[str, str]] = {}
        """By service: one to look at and change, one to delete."""

    @classmethod
    async def reached(cls, start: Callable[..., Awaitable[RunningService]]) -> "Situation":
        """Play up to it."""
        cup = await Cup.entered(await Four.started(start))
        here = cls(cup)
        await cup.drawn("semi")
        contested, waiting = (
            cup.games["semi"][0],
            next(table for table in cup.games["semi"] if table["judge"] != cup.games["semi"][0]["judge"]),
        )
        cup.games["semi"] = [contested]
        await cup.played("semi")
        here.games = {"signed": contested["game"], "scheduled": waiting["game"]}
        await here._protested(contested)
        await here._beside()
        await here._watched()
        here._people(contested, waiting)
        here.player_of_the_scheduled = UUID(waiting["seats"][2])
        await cup.four.deliver()
        return here

    def __getitem__(self, service: str) -> RunningService:
        return self.cup.four[service]

    async def send(
        self, operation: Operation, path: str, actor: Actor | None, *, version: int | None = None
    ) -> httpx.Response:
        """Send a well-formed request as somebody, or as nobody."""
        api = self[operation.service]
        headers = {"Idempotency-Key": str(uuid4())}
        if version is not None:
            headers["If-Match"] = f'"v{version}"'
        if actor is not None:
            token = api.keys.token(actor.id, *actor.scope.split(), **actor.claims)
            headers["Authorization"] = f"Bearer {token}"
        given: dict[str, Any] = {} if operation.body is None else {"json": operation.body}
        if operation.path in RAW:
            query, content, kind = RAW[operation.path]
            path, given = path + query, {"content": content}
            headers["Content-Type"] = kind
        return await api.client.request(operation.method, path, headers=headers, **given)

    async def head(self, service: str) -> int:
        """Return how many events a service holds."""
        return (await self[service].store.head()).position

    async def _protested(self, table: dict[str, Any]) -> None:
        """File two protests against a game; a commission sits on the second."""
        appeals, cup = self["appeals"], self.cup
        for name, filer in zip(("filed", "heard"), table["seats"], strict=False):
            body = {"act": "A vote was lost.", "rule": "1", "remedy": {"type": "AnnulGame"}}
            filed = await appeals.post(f"/v1/games/{table['game']}/protests", body, by=UUID(filer))
            assert filed.status_code == 201, filed.text
            self.protests[name] = filed.json()["id"]
        path = f"/v1/protests/{self.protests['heard']}"
        version = filed.json()["version"]
        members = {"members": [str(one) for one in cup.commission]}
        for deed, given, by in (
            ("acceptance", None, UUID(table["judge"])),
            ("commission", members, cup.chief),
        ):
            answer = await appeals.post(f"{path}/{deed}", given, by=by, version=version)
            assert answer.is_success, answer.text
            version = answer.json()["version"]

    async def _beside(self) -> None:
        """Announce another championship, of another organizer and other judges; and draft one of ours."""
        registration = self["registration"]
        other = await registration.post(
            "/v1/championships", announcement(title="Another"), by=ELSEWHERE, scope="organizer"
        )
        self.elsewhere = str(created(other))
        for number, role in ((31, "chief_judge"), (32, "table_judge"), (33, "secretary")):
            person = await registered(registration, f"Elsewhere {number}", id=str(own(number)))
            body = {"person": str(person), "role": role}
            path = f"/v1/championships/{self.elsewhere}/officials"
            created(await registration.post(path, body, by=ELSEWHERE, scope="organizer"))
        await registered(registration, "Stranger", id=str(own(40)))
        draft = await registration.post(
            "/v1/championships/drafts", announcement(title="Draft"), by=ORGANIZER, scope="organizer"
        )
        self.draft = str(created(draft))
        series = {"title": "Cities", "rules": {"count": "points"}}
        opened = await self["scoring"].post("/v1/series", series, by=ORGANIZER, scope="organizer")
        self.series = str(created(opened))

    async def _watched(self) -> None:
        """Let the federation register webhooks with every service."""
        for name in NAMES:
            first, second = [
                await self[name].post(
                    "/v1/webhooks", {"url": "https://x.example"}, by=FEDERATION, scope="federation"
                )
                for _ in range(2)
            ]
            self.webhooks[name] = (str(created(first)), str(created(second)))

    def _people(self, contested: dict[str, Any], waiting: dict[str, Any]) -> None:
        bound = {"championship": self.elsewhere}
        filer = UUID(contested["seats"][1])
        self.actors = {
            "admin": Actor(ADMIN, "admin"),
            "organizer": Actor(ORGANIZER, "organizer"),
            "chief judge": Actor(self.cup.chief, "participant"),
            "judge of the signed game": Actor(UUID(contested["judge"]), "participant"),
            "judge of the scheduled game": Actor(UUID(waiting["judge"]), "participant"),
            "first filer": Actor(UUID(contested["seats"][0]), "participant"),
            "second filer": Actor(filer, "participant"),
            "chairman": Actor(self.cup.commission[0], "participant"),
            "member": Actor(self.cup.commission[1], "participant"),
            "stranger": Actor(own(40), "participant"),
            "federation": Actor(FEDERATION, "federation"),
            "organizer elsewhere": Actor(ELSEWHERE, "organizer"),
            "chief judge elsewhere": Actor(own(31), "participant"),
            "table judge elsewhere": Actor(own(32), "participant"),
            "chief judge by a link into another": Actor(self.cup.chief, "participant", bound),
            "filer by a link into another": Actor(filer, "participant", bound),
            "chairman by a link into another": Actor(self.cup.commission[0], "participant", bound),
        }
        here = str(self.cup.id)
        self.ids = {
            "championship": here,
            "championship_id": here,
            "stage": "semi",
            "stage_key": "semi",
            "player": contested["seats"][1],
            "person": contested["seats"][1],
            "judge": contested["judge"],
            "role": "table_judge",
            "regulations_id": "onore-2014",
            "suspension_id": str(SOME_UUID),
            "client": str(SOME_UUID),
            "organizer": str(SOME_UUID),
            "ruling": str(SOME_UUID),
            "file": str(SOME_UUID),
            "sheet": "standings",
            "series": self.series,
            "webhook": str(SOME_UUID),
        }
