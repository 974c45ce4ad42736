"""Nothing public depends on a secret while it is one: two worlds that differ in nothing else look the same.

The same championship is played twice. In one world the cards, shots and checks of a game and the votes of a
commission are these, in the other those. Whatever can be had by somebody without the right to it is recorded
in both: every read of every route, every event and message, every refusal, every log line, sizes, counts and
versions. Until the protocol is signed and the ruling published, the records are equal to the byte.
"""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import msgspec
from structlog.testing import capture_logs

from services.gameplay.domain.game import moves
from shared.contracts.primitives import Role
from tests.attack.requests import operations
from tests.attack.situation import Actor, Situation
from tests.integration.rulings.four import NAMES
from tests.running import RunningService

Start = Callable[..., Awaitable[RunningService]]
VICTIM = 5
TIMES = {"milliseconds", "timestamp"}
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_HASH = re.compile(r"[0-9a-f]{64}")
"""In an archive they are made of such ids, beside all that they are made of."""
OUTSIDERS = (
    "stranger",
    "federation",
    "organizer elsewhere",
    "chief judge elsewhere",
    "table judge elsewhere",
)


@dataclass(frozen=True)
class World:
    """What is secret, and as it is here."""

    roles: tuple[Role, ...]
    order: tuple[int, ...]
    don_checks: int
    sheriff_checks: int
    votes: Sequence[dict[str, Any]]
    reasons: str

    def night(self) -> list[moves.Move]:
        """Return the moves of the first night, a silent day, and the second night up to its morning."""
        blacks = [seat for seat, role in enumerate(self.roles, start=1) if role in {"don", "mafia"}]
        return [
            moves.RolesDealt(roles=self.roles),
            moves.ShootingOrdered(order=self.order),
            moves.DayBegan(),
            *(moves.SpeechGiven(seat=seat) for seat in range(1, 11)),
            moves.NightFell(),
            moves.ShotsFired(shots=tuple(moves.Shot(by=seat, at=VICTIM) for seat in blacks)),
            moves.DonChecked(target=self.don_checks),
            moves.SheriffChecked(target=self.sheriff_checks),
            moves.MorningCame(),
        ]


def dealt(don: int, mafia: tuple[int, int], sheriff: int) -> tuple[Role, ...]:
    """Return who got which card."""
    special: dict[int, Role] = {don: "don", sheriff: "sheriff", **dict.fromkeys(mafia, "mafia")}
    return tuple(special.get(seat, "civilian") for seat in range(1, 11))


ANNUL, NOTHING = {"type": "AnnulGame"}, {"type": "NoChange"}
UPHOLD = {"verdict": "uphold", "remedy": ANNUL}
REJECT = {"verdict": "reject"}
ONE = World(
    roles=dealt(1, (2, 3), 4),
    order=(5, 6, 7),
    don_checks=4,
    sheriff_checks=1,
    votes=(UPHOLD, UPHOLD, REJECT),
    reasons="The recording shows it, from the first word to the last.",
)
OTHER = World(
    roles=dealt(10, (8, 9), 7),
    order=(5, 1, 2),
    don_checks=6,
    sheriff_checks=2,
    votes=(REJECT, REJECT, UPHOLD),
    reasons="No.",
)


class Recorder:
    """Writes down all that outsiders can have of a situation, with ids by the order of their appearance."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._ids: dict[str, str] = {}

    def plain(self, text: str) -> str:
        """Return a text in which ids that were made up on the way are numbered."""
        return _UUID.sub(lambda found: self._ids.setdefault(found[0], f"id-{len(self._ids)}"), text)

    async def record(self) -> list[str]:
        """Return every answer that outsiders get, and every message that was said."""
        found: list[str] = []
        situation = self._situation
        places = {"game": situation.games["scheduled"], "protest": situation.protests["heard"]}
        readers: dict[str, Actor | None] = {"nobody": None}
        readers |= {who: situation.actors[who] for who in OUTSIDERS}
        readers["player of the game"] = Actor(situation.player_of_the_scheduled, "participant")
        for name in NAMES:
            for operation in operations(name):
                path = operation.filled(situation.ids | places)
                if operation.method != "GET" and not re.search(r"\{(game|protest)\}", operation.path):
                    continue
                for who, reader in readers.items():
                    if operation.method != "GET" and who not in {"stranger", "nobody"}:
                        continue
                    answer = await situation.send(operation, path, reader, version=1)
                    headers = {k: v for k, v in answer.headers.items() if k != "x-request-id"}
                    told = f"{headers} {answer.text}"
                    told = _HASH.sub("hash", told) if operation.path.endswith("/archive") else told
                    found.append(self.plain(f"{who} {operation.name}: {answer.status_code} {told}"))
            said = await situation[name].store.read_outbox(0, 10_000)
            found += [self.plain(f"{name} said {one.seq} {one.subject} {one.payload}") for one in said]
        return found


async def lived(start: Start, world: World) -> tuple[list[list[str]], list[str]]:
    """Live through a world; return what was recorded while there were secrets, and after them."""
    situation = await Situation.reached(start)
    recorder = Recorder(situation)
    records: list[list[str]] = []
    with capture_logs() as logs:
        version = await judged(situation, "start", None, 1)
        for number, move in enumerate(world.night(), start=1):
            body = {"move": msgspec.json.decode(msgspec.json.encode(move)), "number": number}
            version = await judged(situation, "moves", body, version)
            if isinstance(move, moves.SheriffChecked | moves.MorningCame):
                await situation.cup.four.deliver()
                records.append(await recorder.record())
        for member, vote in zip(situation.cup.commission, world.votes, strict=True):
            await heard(situation, "votes", vote, member)
        await situation.cup.four.deliver()
        records.append(await recorder.record())
        await heard(situation, "reasons", {"reasons": world.reasons}, situation.cup.commission[0])
        records.append(await recorder.record())
    records.append([recorder.plain(line(entry)) for entry in logs])
    await heard(situation, "ruling", {}, situation.cup.commission[0])
    await situation.cup.four.deliver()
    return records, await recorder.record()


def line(entry: Any) -> str:
    """Return a log line without what differs from run to run."""
    return json.dumps({k: str(v) for k, v in entry.items() if k not in TIMES}, sort_keys=True)


async def judged(situation: Situation, deed: str, body: Any, version: int) -> int:
    """Do something as the judge of the game; return its version."""
    game = situation.games["scheduled"]
    judge = situation.actors["judge of the scheduled game"].id
    answer = await situation["gameplay"].post(f"/v1/games/{game}/{deed}", body, by=judge, version=version)
    assert answer.status_code == 200, answer.text
    return int(answer.json()["version"])


async def heard(situation: Situation, deed: str, body: Any, by: UUID) -> None:
    """Do something as a member of the commission, on the version that he can read."""
    path = f"/v1/protests/{situation.protests['heard']}"
    read = await situation["appeals"].get(path, by=by)
    answer = await situation["appeals"].post(f"{path}/{deed}", body, by=by, version=read.json()["version"])
    assert answer.is_success, answer.text


async def test_nothing_public_depends_on_a_secret(service: Start) -> None:
    """Cards, shots, checks, votes and drafts differ; no answer, message, refusal or log line does."""
    (one, after_one), (other, after_other) = await lived(service, ONE), await lived(service, OTHER)
    for moment, (these, those) in enumerate(zip(one, other, strict=True)):
        for this, that in zip(these, those, strict=True):
            assert this == that, f"moment {moment}"
    assert after_one != after_other, "the ruling is public, and the worlds differ in it"
