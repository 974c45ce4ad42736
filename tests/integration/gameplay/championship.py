"""A championship as gameplay hears of it: announced, with officials, entries and a drawn stage."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from shared.contracts.appeals import MemberVote, NoChange, Remedy, RulingPublished
from shared.contracts.gameplay import Result
from shared.contracts.registration import (
    ChampionshipAnnounced,
    DrawnTable,
    DrawPublished,
    EntryAccepted,
    OfficialAppointed,
)
from shared.contracts.regulations import shipped
from tests.running import RunningService
from tests.unit.gameplay.tables import CHAMPIONSHIP, DRAW, GAME, JUDGE, PLAYERS

AT = datetime(2026, 5, 22, 8, tzinfo=UTC)
ORGANIZER = UUID(int=0x0A6)
CHIEF_JUDGE = UUID(int=0xC41EF)
OTHER_JUDGE = UUID(int=0xF01)
OTHER_GAME = UUID(int=0xB)
OTHER_PLAYERS = tuple(UUID(int=100 + seat) for seat in range(10))
RULING = UUID(int=0x801)


def announced(document: str = "onore-2014") -> ChampionshipAnnounced:
    """Return the announcement under a shipped document."""
    return ChampionshipAnnounced(
        championship=CHAMPIONSHIP,
        title="A cup",
        host_club="A club",
        regulations=shipped()[document],
        venues=(),
        stages=(),
        organizer=ORGANIZER,
        announced_at=AT,
    )


def chief_judge() -> OfficialAppointed:
    """Return the appointment of the chief judge."""
    return OfficialAppointed(
        championship=CHAMPIONSHIP, person=CHIEF_JUDGE, role="chief_judge", appointed_at=AT
    )


def entry(player: UUID) -> EntryAccepted:
    """Return the entry of a player."""
    return EntryAccepted(
        championship=CHAMPIONSHIP, player=player, nick=str(player), club=None, city=None, accepted_at=AT
    )


def draw() -> DrawPublished:
    """Return a draw of two games: GAME at table 1, OTHER_GAME at table 2 of round 1."""
    tables = (
        DrawnTable(game=OTHER_GAME, round=1, table=2, judge=OTHER_JUDGE, seats=OTHER_PLAYERS),
        DrawnTable(game=GAME, round=1, table=1, judge=JUDGE, seats=PLAYERS),
    )
    return DrawPublished(
        championship=CHAMPIONSHIP,
        draw=DRAW,
        stage="tour-1",
        stage_kind="qualification",
        algorithm="random",
        seed="42",
        tables=tables,
        published_at=AT,
    )


def ruling(remedy: Remedy, *, game: UUID = GAME, of: UUID = RULING) -> RulingPublished:
    """Return a published ruling."""
    votes = tuple(
        MemberVote(member=UUID(int=900 + n), verdict="uphold", remedy=remedy, dissent=False) for n in range(3)
    )
    return RulingPublished(
        championship=CHAMPIONSHIP,
        protest=UUID(int=0x77),
        game=game,
        ruling=of,
        verdict="reject" if isinstance(remedy, NoChange) else "uphold",
        remedy=remedy,
        reasons="The last vote was counted wrongly.",
        votes=votes,
        published_at=AT,
    )


async def drawn(api: RunningService, document: str = "onore-2014") -> RunningService:
    """Let gameplay hear of the championship up to its draw."""
    await api.hear(announced(document), chief_judge(), draw())
    return api


def body(result: Result, **changed: Any) -> dict[str, Any]:
    """Return the body of a summary."""
    return {"result": msgspec.to_builtins(result) | changed}


async def signed(api: RunningService, result: Result) -> None:
    """Play and sign GAME as its judge."""
    path = f"/v1/games/{GAME}"
    for step, given, version in (
        ("start", None, None),
        ("summary", body(result), 2),
        ("signature", None, 4),
    ):
        answer = await api.post(f"{path}/{step}", given, by=JUDGE, version=version)
        assert answer.status_code == 200, answer.text
