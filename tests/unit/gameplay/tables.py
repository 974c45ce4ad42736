"""A table of ten under any shipped document, and results that its judge could enter."""

from datetime import UTC, datetime
from random import Random
from typing import Any, Literal
from uuid import UUID

import msgspec

from services.gameplay.domain.game.decider import EnterSummary, ScheduleGame, SignProtocol, StartGame
from services.gameplay.domain.game.events import (
    GameEnded,
    GameEvent,
    GameScheduled,
    GameStarted,
    ProtocolSigned,
    SummaryEntered,
)
from services.gameplay.domain.game.rules import TableRules, binding
from shared.contracts.gameplay import (
    Award,
    BestMove,
    BestPlayerVote,
    BestPlayerVotes,
    Elimination,
    EliminationCause,
    Ending,
    EndingKind,
    Result,
    SeatResult,
)
from shared.contracts.primitives import Role, Team
from shared.contracts.regulations import shipped

DOCUMENTS = shipped()
DIGEST = "0" * 64
ONORE = binding(DOCUMENTS["onore-2014"], DIGEST)
CHNU = binding(DOCUMENTS["chnu-2016"], DIGEST)
MAFGAME = binding(DOCUMENTS["mafgame-2026"], DIGEST)

CHAMPIONSHIP = UUID(int=0xC)
GAME = UUID(int=0xA)
DRAW = UUID(int=0xD)
JUDGE = UUID(int=0xF00)
STRANGER = UUID(int=0xBAD)
PLAYERS = tuple(UUID(int=seat) for seat in range(1, 11))
ROLES: tuple[Role, ...] = (
    "don",
    "mafia",
    "mafia",
    "sheriff",
    "civilian",
    "civilian",
    "civilian",
    "civilian",
    "civilian",
    "civilian",
)
"""Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff."""
AT = datetime(2026, 5, 23, 10, tzinfo=UTC)


def chance(seed: int) -> Random:
    """Return a generator of chance for games, which are no secrets."""
    return Random(seed)  # noqa: S311


def rules(base: TableRules = ONORE, **play: Any) -> TableRules:
    """Return the rules of a document with other switches of the table."""
    return msgspec.structs.replace(base, play=msgspec.structs.replace(base.play, **play))


def sanctions(base: TableRules = ONORE, **changed: Any) -> TableRules:
    """Return the rules of a document with other sanctions."""
    return msgspec.structs.replace(base, sanctions=msgspec.structs.replace(base.sanctions, **changed))


def out(seat: int, when: str, cause: EliminationCause | None = None) -> Elimination:
    """Say who left, seat 5 on "night 1": by a kill at night, by the vote by day, unless said."""
    word, number = when.split()
    time: Literal["day", "night"] = "day" if word == "day" else "night"
    usual: EliminationCause = "vote" if time == "day" else "kill"
    return Elimination(seat=seat, cause=cause or usual, time=time, number=int(number))


BLACK_WIN = (out(5, "night 1"), out(6, "day 2"), out(7, "night 2"), out(8, "day 3"))
"""Three blacks and three reds are left after day 3."""
RED_WIN = (out(1, "day 1"), out(5, "night 1"), out(2, "day 2"), out(6, "night 2"), out(3, "day 3"))
"""The last black leaves on day 3."""


def seats(**changed: dict[str, Any]) -> tuple[SeatResult, ...]:
    """Return the ten seats; `s4={"fouls": 4}` changes seat 4."""
    dealt: list[dict[str, Any]] = [
        {"seat": seat, "player": player, "role": role}
        for seat, player, role in zip(range(1, 11), PLAYERS, ROLES, strict=True)
    ]
    return tuple(SeatResult(**(seat | changed.get(f"s{seat['seat']}", {}))) for seat in dealt)


def result(winner: Team | None = "black", /, **changed: Any) -> Result:
    """Return a result with all eliminations known: the blacks' win, or the reds'."""
    given: dict[str, Any] = {
        "winner": winner,
        "seats": seats(),
        "eliminations": RED_WIN if winner == "red" else BLACK_WIN,
        "features": ("eliminations",),
    }
    return Result(**(given | changed))


def roles_only(winner: Team | None = "black", /, **changed: Any) -> Result:
    """Return a result of which only roles and winner are known."""
    return result(winner, **({"eliminations": (), "features": ()} | changed))


def ending(kind: EndingKind, reason: str | None = "seen by the judge", offense: str | None = None) -> Ending:
    """Return how a game ended."""
    return Ending(kind=kind, reason=reason, offense=offense)


def move(seat: int, *named: int) -> BestMove:
    """Return a best move."""
    return BestMove(seat=seat, named=named)


def award(seat: int, points: str) -> Award:
    """Return an award."""
    return Award(seat=seat, points=points)


def votes(ballots: dict[int, int], host: int | None = None, **more: Any) -> BestPlayerVotes:
    """Return votes on the best player, voter to choice."""
    cast = tuple(BestPlayerVote(voter=voter, choice=choice) for voter, choice in ballots.items())
    return BestPlayerVotes(seats=cast, host=host, **more)


def schedule(table_rules: TableRules = ONORE, **changed: Any) -> ScheduleGame:
    """Return the command of the draw."""
    given: dict[str, Any] = {
        "game": GAME,
        "championship": CHAMPIONSHIP,
        "draw": DRAW,
        "stage": "tour-1",
        "stage_kind": "qualification",
        "round": 1,
        "table": 2,
        "judge": JUDGE,
        "seats": PLAYERS,
        "rules": table_rules,
        "at": AT,
    }
    return ScheduleGame(**(given | changed))


def start(by: UUID = JUDGE) -> StartGame:
    """Return the judge's command to open the game."""
    return StartGame(by=by, at=AT)


def enter(entered: Result, by: UUID = JUDGE, **more: Any) -> EnterSummary:
    """Return the judge's command to enter a result."""
    return EnterSummary(result=entered, by=by, at=AT, **more)


def sign(by: UUID = JUDGE) -> SignProtocol:
    """Return the judge's command to sign."""
    return SignProtocol(by=by, at=AT)


def scheduled(table_rules: TableRules = ONORE) -> GameScheduled:
    """Return the event of the draw."""
    return GameScheduled(
        game=GAME,
        championship=CHAMPIONSHIP,
        draw=DRAW,
        stage="tour-1",
        stage_kind="qualification",
        round=1,
        table=2,
        judge=JUDGE,
        seats=PLAYERS,
        rules=table_rules,
        scheduled_at=AT,
    )


def running(table_rules: TableRules = ONORE) -> tuple[GameEvent, ...]:
    """Return what happened before a summary is entered."""
    return scheduled(table_rules), GameStarted(by=JUDGE, started_at=AT)


def entered(recorded: Result) -> SummaryEntered:
    """Return the event of a result that was taken."""
    return SummaryEntered(result=recorded, by=JUDGE, entered_at=AT)


def ended(recorded: Result, table_rules: TableRules = ONORE) -> tuple[GameEvent, ...]:
    """Return what happened before the signature."""
    return *running(table_rules), GameEnded(by=JUDGE, ended_at=AT), entered(recorded)


def signed(recorded: Result, table_rules: TableRules = ONORE) -> tuple[GameEvent, ...]:
    """Return what happened up to the signature."""
    return *ended(recorded, table_rules), ProtocolSigned(by=JUDGE, signed_at=AT)
