"""What may be done with a game, and what follows: from the draw to the signature and to rulings."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import (
    GameAlreadyScheduled,
    GameIsAnnulled,
    GameNotAnnulled,
    GameNotStarted,
    GameUnknown,
    NotTheTableJudge,
    ProtocolAlreadySigned,
    SummaryMissing,
)
from services.gameplay.domain.game.composition import check_table
from services.gameplay.domain.game.events import (
    GameEnded,
    GameEvent,
    GameReinstated,
    GameScheduled,
    GameStarted,
    ProtocolSigned,
    SummaryEntered,
)
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.rulings import ApplyRuling, apply_ruling
from services.gameplay.domain.game.state import (
    Annulled,
    Ended,
    Game,
    Running,
    Scheduled,
    Setting,
    Signed,
    Unscheduled,
    evolve,
    initial,
)
from services.gameplay.domain.game.summary import checked
from shared.contracts.gameplay import Result
from shared.contracts.regulations import Slug, StageKind
from shared.eventsourcing.decider import Decider


class ScheduleGame(msgspec.Struct, frozen=True, kw_only=True):
    """Enter a game of a published draw. `seats[0]` sits at seat 1."""

    game: UUID
    championship: UUID
    draw: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]
    rules: TableRules
    at: datetime


class StartGame(msgspec.Struct, frozen=True, kw_only=True):
    """Open the game."""

    by: UUID
    at: datetime


class EnterSummary(msgspec.Struct, frozen=True, kw_only=True):
    """Enter the whole result, or another in place of one entered before.

    `entrants`: those of the substitutes named who take part in the championship.
    """

    result: Result
    by: UUID
    at: datetime
    entrants: frozenset[UUID] = frozenset()


class SignProtocol(msgspec.Struct, frozen=True, kw_only=True):
    """Stand by the result and make it public."""

    by: UUID
    at: datetime


class ReinstateGame(msgspec.Struct, frozen=True, kw_only=True):
    """Let an annulled game count again, by a ruling of a higher body or a decision with a reason."""

    ruling: UUID | None
    reason: str
    by: UUID
    at: datetime


GameCommand: TypeAlias = ScheduleGame | StartGame | EnterSummary | SignProtocol | ApplyRuling | ReinstateGame


def decide(command: GameCommand, state: Game) -> list[GameEvent]:
    """Return what a command leads to. Raises the refusals of `domain.errors`."""
    match command:
        case ScheduleGame():
            return schedule(command, state)
        case StartGame():
            return start(command, state)
        case EnterSummary():
            return enter_summary(command, state)
        case SignProtocol():
            return sign(command, state)
        case ApplyRuling():
            return apply_ruling(command, state)
        case ReinstateGame():
            return reinstate(command, state)


def schedule(command: ScheduleGame, state: Game) -> list[GameEvent]:
    """Enter a drawn game once; the same draw again changes nothing."""
    check_table(command.judge, command.seats, command.rules)
    event = GameScheduled(
        game=command.game,
        championship=command.championship,
        draw=command.draw,
        stage=command.stage,
        stage_kind=command.stage_kind,
        round=command.round,
        table=command.table,
        judge=command.judge,
        seats=command.seats,
        rules=command.rules,
        scheduled_at=command.at,
    )
    if isinstance(state, Unscheduled):
        return [event]
    again = evolve(Unscheduled(), event)
    if isinstance(again, Scheduled) and again.setting == state.setting:
        return []
    raise GameAlreadyScheduled(f"Game {command.game} was drawn before with other seats, judge or rules.")


def start(command: StartGame, state: Game) -> list[GameEvent]:
    """Open the game; opening an open game changes nothing."""
    setting = _at_own_table(command.by, state)
    match state:
        case Scheduled():
            return [GameStarted(by=command.by, started_at=command.at)]
        case Running() | Ended():
            return []
        case _:
            raise _closed(setting, state)


def enter_summary(command: EnterSummary, state: Game) -> list[GameEvent]:
    """Check a result and enter it. The first one ends the game; the same again changes nothing."""
    setting = _at_own_table(command.by, state)
    before: list[GameEvent]
    match state:
        case Running():
            before, known = [GameEnded(by=command.by, ended_at=command.at)], None
        case Ended():
            before, known = [], state.result
        case Scheduled():
            raise GameNotStarted(f"Game {setting.game} is not started; start it before entering its result.")
        case _:
            raise _closed(setting, state)
    result = checked(command.result, setting, command.entrants)
    if result == known:
        return []
    return [*before, SummaryEntered(result=result, by=command.by, entered_at=command.at)]


def sign(command: SignProtocol, state: Game) -> list[GameEvent]:
    """Make the entered result final and public."""
    setting = _at_own_table(command.by, state)
    match state:
        case Ended(result=Result()):
            return [ProtocolSigned(by=command.by, signed_at=command.at)]
        case Signed():
            return []
        case Annulled():
            raise _closed(setting, state)
        case _:
            raise SummaryMissing(f"Game {setting.game} has no result yet; enter its summary, then sign.")


def reinstate(command: ReinstateGame, state: Game) -> list[GameEvent]:
    """Let an annulled game count again."""
    if not isinstance(state, Annulled):
        raise GameNotAnnulled("The game is not annulled; there is nothing to reinstate.")
    return [
        GameReinstated(ruling=command.ruling, reason=command.reason, by=command.by, reinstated_at=command.at)
    ]


def _at_own_table(by: UUID, state: Game) -> Setting:
    """Return the game's setting to its judge; refuse everybody else, whatever the situation."""
    if isinstance(state, Unscheduled):
        raise GameUnknown("No published draw holds this game.")
    if by != state.setting.judge:
        raise NotTheTableJudge(
            f"Only the judge of table {state.setting.table} in round {state.setting.round} writes"
            " this protocol."
        )
    return state.setting


def _closed(setting: Setting, state: Game) -> ProtocolAlreadySigned | GameIsAnnulled:
    if isinstance(state, Annulled):
        return GameIsAnnulled(f"Game {setting.game} is annulled; only a reinstatement reopens it.")
    return ProtocolAlreadySigned(f"The protocol of game {setting.game} is signed; a ruling alone changes it.")


decider = Decider(category="game", initial=initial, decide=decide, evolve=evolve)
