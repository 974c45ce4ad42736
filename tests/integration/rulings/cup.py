"""A championship of twenty: a semi-final of four games, a final of ten, and rulings on its games."""

from random import Random
from typing import Any
from uuid import UUID

import msgspec
from msgspec.structs import replace

from deploy.local.championship.games import plausible_game
from shared.contracts.regulations import shipped
from tests.integration.registration.setting_up import (
    ORGANIZER,
    announced,
    created,
    entry,
    registered,
    stage,
)
from tests.integration.rulings.four import Four
from tests.running import RunningService

SHIPPED = shipped()["mafgame-2026"]
DOCUMENT = replace(SHIPPED, protests=replace(SHIPPED.protests, higher_body="Board of the federation"))
STAGES = [
    stage("semi", 20, 2, kind="semifinal", advance=10),
    stage("final", 10, 1, kind="final"),
]
SEED = 2014


def own(number: int) -> UUID:
    """Return an id of our own, so that every run draws the same seats."""
    return UUID(f"01900000-0000-7000-8000-{number:012}")


class Cup:
    """The championship, and who is who in it."""

    def __init__(self, four: Four, id_: UUID) -> None:
        self.four, self.id = four, id_
        self.path = f"/v1/championships/{id_}"
        self.players: list[UUID] = []
        self.commission: list[UUID] = []
        self.chief = UUID(int=0)
        self.games: dict[str, list[dict[str, Any]]] = {}
        self.qualifiers: list[UUID] = []
        self.removed = UUID(int=0)

    @classmethod
    async def entered(cls, four: Four) -> "Cup":
        """Announce it, appoint its officials, enter twenty players."""
        registration = four["registration"]
        cup = cls(
            four,
            await announced(
                registration, id=str(own(1)), stages=STAGES, regulations=msgspec.to_builtins(DOCUMENT)
            ),
        )
        cup.chief = await cup._official(10, "chief_judge")
        for number in (11, 12):
            await cup._official(number, "table_judge")
        cup.commission = [await cup._official(number, "commission_member") for number in (21, 22, 23)]
        for number in range(100, 120):
            player = await registered(registration, f"Player {number}", id=str(own(number)))
            created(await registration.post(f"{cup.path}/entries", {}, by=player))
            await entry(registration, cup.id, player, "acceptance")
            cup.players.append(player)
        await four.deliver()
        return cup

    async def _official(self, number: int, role: str) -> UUID:
        person = await registered(self.four["registration"], f"Official {number}", id=str(own(number)))
        body = {"person": str(person), "role": role}
        created(await self.four["registration"].post(f"{self.path}/officials", body, by=ORGANIZER))
        return person

    async def drawn(self, key: str) -> None:
        """Draw a stage."""
        made = await self.four["registration"].post(
            f"{self.path}/stages/{key}/draw", {"seed": f"{SEED}"}, by=ORGANIZER
        )
        assert made.is_success, made.text
        self.games[key] = (await self.four["registration"].get(f"{self.path}/stages/{key}/draw")).json()[
            "tables"
        ]
        await self.four.deliver()

    async def played(self, key: str) -> None:
        """Play a stage's games, as who sits there by now."""
        gameplay = self.four["gameplay"]
        for table in self.games[key]:
            path, judge = f"/v1/games/{table['game']}", UUID(table["judge"])
            seats = [UUID(one) for one in (await gameplay.get(path)).json()["seats"]]
            chance = Random(f"{SEED} {key} {table['round']} {table['table']}")  # noqa: S311 - a made-up game
            result = msgspec.to_builtins(plausible_game(chance, seats, DOCUMENT))
            substitutes = set(map(str, seats)) - set(table["seats"])
            for seat in result["seats"]:
                seat["substitute"] = seat["player"] in substitutes
            version = (await gameplay.get(path)).json()["version"]
            for deed, body in (("start", None), ("summary", {"result": result}), ("signature", None)):
                answer = await gameplay.post(f"{path}/{deed}", body, by=judge, version=version)
                assert answer.status_code == 200, answer.text
                version = answer.json()["version"]
        await self.four.deliver()

    async def closed(self, key: str) -> list[UUID]:
        """Close a stage and return who goes on."""
        path = f"{self.path}/stages/{key}"
        answer = await self.four["scoring"].post(f"{path}/close", by=ORGANIZER, scope="organizer")
        assert answer.status_code == 200, answer.text
        await self.four.deliver()
        named = (await self.four["scoring"].get(path)).json()["qualifiers"]
        return [UUID(one) for one in named]

    async def ruled(self, table: dict[str, Any], remedy: dict[str, Any]) -> dict[str, Any]:
        """Protest against a game, as its first player, and publish what the commission upholds."""
        appeals: RunningService = self.four["appeals"]
        body = {"act": "A vote was lost.", "rule": "1", "remedy": remedy}
        filer = UUID(table["seats"][0])
        filed = await appeals.post(f"/v1/games/{table['game']}/protests", body, by=filer)
        assert filed.status_code == 201, filed.text
        path, version = f"/v1/protests/{filed.json()['id']}", filed.json()["version"]
        vote = {"verdict": "uphold", "remedy": remedy}
        steps: list[tuple[str, Any, UUID]] = [
            ("acceptance", None, UUID(table["judge"])),
            ("commission", {"members": [str(one) for one in self.commission]}, self.chief),
            *[("votes", vote, member) for member in self.commission],
            ("ruling", {"reasons": "The recording shows it."}, self.commission[0]),
        ]
        answer: dict[str, Any] = {}
        for deed, given, by in steps:
            response = await appeals.post(f"{path}/{deed}", given, by=by, version=version)
            assert response.is_success, response.text
            answer = response.json()
            version = answer["version"]
        return {"protest": path, "ruling": answer["ruling"]}

    async def superseded(self, ruling: str, remedy: dict[str, Any] | None = None) -> None:
        """Let the higher body rule instead: nothing, or a remedy."""
        body = {"verdict": "reject" if remedy is None else "uphold", "reasons": "They erred."}
        answer = await self.four["appeals"].post(
            f"/v1/rulings/{ruling}/superseding",
            body | ({} if remedy is None else {"remedy": remedy}),
            by=own(2),
            scope="admin",
        )
        assert answer.status_code == 201, answer.text

    async def results(self) -> list[dict[str, Any]]:
        """Return the games that count, as gameplay shows them, for the second scorer."""
        found = []
        kinds = {one["key"]: one["kind"] for one in STAGES}
        for key, tables in self.games.items():
            for table in tables:
                game = (await self.four["gameplay"].get(f"/v1/games/{table['game']}")).json()
                if game["status"] == "signed":
                    found.append(
                        {
                            "id": table["game"],
                            "stage": key,
                            "kind": kinds[key],
                            "round": table["round"],
                            "table": table["table"],
                            "result": game["result"],
                        }
                    )
        return found
