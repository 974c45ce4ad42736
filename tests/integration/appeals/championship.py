"""A championship as appeals hears of it: announced, with officials, entries and one signed game."""

from typing import Any
from uuid import UUID

from msgspec.structs import replace

from shared.contracts.gameplay import GameScheduled, GameStarted, ProtocolSigned, Result, SeatResult
from shared.contracts.primitives import COMPOSITION, PublicEvent, Role
from shared.contracts.registration import (
    ChampionshipAnnounced,
    EntryAccepted,
    OfficialAppointed,
    OfficialRole,
    StagePlan,
    Venue,
)
from shared.contracts.regulations import Regulations
from tests.running import RunningService
from tests.unit.appeals.protests import (
    CHAIRMAN,
    CHAMPIONSHIP,
    CHIEF,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    ONORE,
    ORGANIZER,
    PLAYERS,
    RESERVES,
    SIGNED,
    person,
)

ROLES: list[Role] = [role for role, count in COMPOSITION.items() for _ in range(count)]
FILING = {
    "act": "The judge counted a vote for a candidate who was not put up.",
    "rule": "O-VOTE-1",
    "remedy": {"type": "AnnulGame"},
    "evidence": "Seats 3 and 7 saw it.",
}
UPHOLD = {"verdict": "uphold", "remedy": {"type": "AnnulGame"}}
REJECT = {"verdict": "reject"}


def announced(document: Regulations = ONORE, championship: UUID = CHAMPIONSHIP) -> ChampionshipAnnounced:
    """Return the announcement."""
    return ChampionshipAnnounced(
        championship=championship,
        title="A cup",
        host_club="A club",
        regulations=document,
        venues=(Venue(key="hall", name="Hall", city="Omsk", address="Lenina 1", zone="Asia/Omsk"),),
        stages=(
            StagePlan(key="tour-1", title="Tour 1", kind="qualification", games=3, players=10, venue="hall"),
        ),
        organizer=ORGANIZER,
        announced_at=SIGNED,
    )


def within(minutes: int, document: Regulations = ONORE) -> Regulations:
    """Return a document with a window for protests."""
    return replace(document, protests=replace(document.protests, window_minutes=minutes))


def official(person: UUID, role: OfficialRole) -> OfficialAppointed:
    """Return an appointment."""
    return OfficialAppointed(championship=CHAMPIONSHIP, person=person, role=role, appointed_at=SIGNED)


def entries() -> tuple[EntryAccepted, ...]:
    """Return the entries of the ten players, under the nicks P1 to P10."""
    return tuple(
        EntryAccepted(
            championship=CHAMPIONSHIP, player=player, nick=f"P{n}", club=None, city=None, accepted_at=SIGNED
        )
        for n, player in enumerate(PLAYERS, start=1)
    )


def scheduled(game: UUID = GAME, judge: UUID = JUDGE, seats: tuple[UUID, ...] = PLAYERS) -> GameScheduled:
    """Return a game of the draw."""
    return GameScheduled(
        championship=CHAMPIONSHIP,
        game=game,
        stage="tour-1",
        stage_kind="qualification",
        round=1,
        table=1,
        judge=judge,
        seats=seats,
        scheduled_at=SIGNED,
    )


def started(game: UUID = GAME) -> GameStarted:
    """Return the start of a game."""
    return GameStarted(championship=CHAMPIONSHIP, game=game, started_at=SIGNED)


def result(seats: tuple[UUID, ...] = PLAYERS) -> Result:
    """Return some result."""
    return Result(
        winner="red",
        seats=tuple(
            SeatResult(seat=n, player=player, role=role)
            for n, (player, role) in enumerate(zip(seats, ROLES, strict=True), start=1)
        ),
    )


def signed(game: UUID = GAME, judge: UUID = JUDGE, seats: tuple[UUID, ...] = PLAYERS) -> ProtocolSigned:
    """Return the signature of a game."""
    return ProtocolSigned(
        championship=CHAMPIONSHIP,
        game=game,
        stage="tour-1",
        stage_kind="qualification",
        round=1,
        table=1,
        judge=judge,
        result=result(seats),
        signed_at=SIGNED,
    )


def up_to_the_signature(document: Regulations = ONORE) -> tuple[PublicEvent, ...]:
    """Return all that is heard before a protest can be filed."""
    officials = (official(CHIEF, "chief_judge"), official(JUDGE, "table_judge"))
    ready = tuple(official(one, "commission_member") for one in (*MEMBERS, *RESERVES, person(36)))
    return (announced(document), *officials, *entries(), scheduled(), signed(), *ready)


class Court:
    """Appeals over HTTP, step by step; every step is taken by who may unless told otherwise."""

    def __init__(self, api: RunningService) -> None:
        self.api = api
        self.protest = ""
        self.version = 0
        self.ruling: UUID | None = None

    async def file(self, *, by: UUID = FILER, game: UUID = GAME, **changes: Any) -> str:
        """File a protest and go on with it."""
        answer = await self.api.post(f"/v1/games/{game}/protests", FILING | changes, by=by)
        assert answer.status_code == 201, answer.text
        self.protest, self.version = answer.json()["id"], answer.json()["version"]
        return self.protest

    async def step(self, name: str, body: Any = None, *, by: UUID, scope: str = "participant") -> Any:
        """Take a step that must succeed, and return the answer."""
        answer = await self.api.post(
            f"/v1/protests/{self.protest}/{name}", body, by=by, scope=scope, version=self.version
        )
        assert answer.status_code in {200, 201}, answer.text
        self.version = answer.json()["version"]
        return answer

    async def accepted(self, **filing: Any) -> "Court":
        """File and accept."""
        await self.file(**filing)
        await self.step("acceptance", by=JUDGE)
        return self

    async def under_review(self, **filing: Any) -> "Court":
        """File, accept, appoint."""
        await self.accepted(**filing)
        await self.step("commission", {"members": [str(member) for member in MEMBERS]}, by=CHIEF)
        return self

    async def decided(self, vote: Any = None, **filing: Any) -> "Court":
        """All but publish: two votes as given (to annul the game), one to reject."""
        await self.under_review(**filing)
        for member, cast in zip(MEMBERS, (vote or UPHOLD, vote or UPHOLD, REJECT), strict=True):
            await self.step("votes", cast, by=member)
        return self

    async def ruled(self, vote: Any = None, **filing: Any) -> "Court":
        """Publish the ruling."""
        await self.decided(vote, **filing)
        answer = await self.step("ruling", {"reasons": "The vote did not count."}, by=CHAIRMAN)
        self.ruling = UUID(answer.json()["ruling"])
        return self

    async def read(self, *, by: UUID | None = None) -> Any:
        """Read the protest."""
        answer = await self.api.get(f"/v1/protests/{self.protest}", by=by)
        assert answer.status_code == 200, answer.text
        return answer.json()
