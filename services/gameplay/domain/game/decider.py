"""What may be done with a game, and what follows: from the draw to the signature and to rulings."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import (
    GameAlreadyScheduled,
    GameNotStarted,
    PlayerAtTwoTables,
    PlayerHasLeft,
    ProtocolInDoubt,
    SummaryContradictsProtocol,
    SummaryMissing,
)
from services.gameplay.domain.game import amending, arranging, live, reseating
from services.gameplay.domain.game.composition import check_table
from services.gameplay.domain.game.events import (
    GameEnded,
    GameEvent,
    GameScheduled,
    GameStarted,
    ProtocolSigned,
    SummaryEntered,
)
from services.gameplay.domain.game.judging import at_own_table, closed, setting_of
from services.gameplay.domain.game.play import Play
from services.gameplay.domain.game.reasons import demand_reasons
from services.gameplay.domain.game.replaying import OrderReplay, order_replay
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
    group: Slug | None = None


class StartGame(msgspec.Struct, frozen=True, kw_only=True):
    """Open the game.

    `left`: the players of this game who withdrew or were disqualified; `elsewhere`: those who are at another
    game of the round too.
    """

    by: UUID
    at: datetime
    left: frozenset[UUID] = frozenset()
    elsewhere: frozenset[UUID] = frozenset()


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


GameCommand: TypeAlias = (
    ScheduleGame
    | StartGame
    | EnterSummary
    | SignProtocol
    | ApplyRuling
    | OrderReplay
    | live.LiveCommand
    | arranging.ArrangingCommand
    | amending.AmendingCommand
    | reseating.ReseatingCommand
)


def decide(command: GameCommand, state: Game) -> list[GameEvent]:  # noqa: C901, PLR0911, PLR0912 - a table of contents
    """Return what a command leads to. Raises the refusals of `domain.errors`."""
    if not isinstance(command, ScheduleGame | ApplyRuling):
        demand_reasons(command)
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
        case OrderReplay():
            return order_replay(command, state)
        case live.RecordMove():
            return live.record(command, state)
        case live.EnterLog():
            return live.enter_log(command, state)
        case live.CorrectMove():
            return live.correct(command, state)
        case live.CloseProtocol():
            return live.close(command, state)
        case arranging.StepIn():
            return arranging.step_in(command, state)
        case arranging.GiveBack():
            return arranging.give_back(command, state)
        case arranging.SubstitutePlayer():
            return arranging.substitute(command, state)
        case arranging.CorrectSeats():
            return arranging.correct_seats(command, state)
        case amending.ProposeCorrection():
            return amending.propose(command, state)
        case amending.ConfirmCorrection():
            return amending.confirm(command, state)
        case reseating.ReseatGame():
            return reseating.reseat(command, state)
        case reseating.DeclineReseating():
            return reseating.decline(command)


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
        group=command.group,
    )
    if isinstance(state, Unscheduled):
        return [event]
    drawn = evolve(Unscheduled(), event)
    if isinstance(drawn, Scheduled) and _as_drawn(drawn.setting) == _as_drawn(state.setting):
        return []
    raise GameAlreadyScheduled(f"Game {command.game} was drawn before with other seats, judge or rules.")


def start(command: StartGame, state: Game) -> list[GameEvent]:
    """Open the game; opening an open game changes nothing."""
    setting = at_own_table(command.by, state)
    match state:
        case Scheduled():
            _check_players(command, setting)
            return [GameStarted(by=command.by, started_at=command.at)]
        case Running() | Ended():
            return []
        case _:
            raise closed(setting, state)


def _check_players(command: StartGame, setting: Setting) -> None:
    """Refuse a start with somebody who may not sit there."""
    for seat, player in enumerate(setting.seats, start=1):
        if player in command.left:
            raise PlayerHasLeft(
                f"Who is drawn to seat {seat} takes part no more; name a substitute for that seat first.",
                seat=seat,
            )
        if player in command.elsewhere:
            raise PlayerAtTwoTables(
                f"Who sits at seat {seat} is at another table of this round too; put that right first.",
                seat=seat,
            )


def enter_summary(command: EnterSummary, state: Game) -> list[GameEvent]:
    """Check a result and enter it. The first one ends the game; the same again changes nothing."""
    setting = at_own_table(command.by, state)
    before: list[GameEvent]
    match state:
        case Running():
            before, known = [GameEnded(by=command.by, ended_at=command.at)], None
        case Ended():
            before, known = [], state.result
        case Scheduled():
            raise GameNotStarted(f"Game {setting.game} is not started; start it before entering its result.")
        case _:
            raise closed(setting, state)
    result = checked(command.result, setting, command.entrants)
    _check_kept(result, state.play)
    if result == known:
        return []
    return [*before, SummaryEntered(result=result, by=command.by, entered_at=command.at)]


def sign(command: SignProtocol, state: Game) -> list[GameEvent]:
    """Make the entered result final and public."""
    setting = at_own_table(command.by, state)
    match state:
        case Ended(result=Result()):
            if state.play.doubts:
                raise ProtocolInDoubt("Some entries no longer hold; correct them before signing.")
            return [ProtocolSigned(by=command.by, signed_at=command.at)]
        case Signed():
            return []
        case Annulled():
            raise closed(setting, state)
        case _:
            raise SummaryMissing(f"Game {setting.game} has no result yet; enter its summary, then sign.")


def again(game: UUID, state: Game, *, at: datetime) -> ScheduleGame:
    """Return the command that schedules a game anew as another: same table, players, judge and rules."""
    setting = setting_of(state)
    return ScheduleGame(
        game=game,
        championship=setting.championship,
        draw=setting.draw or setting.game,
        stage=setting.stage,
        stage_kind=setting.stage_kind,
        round=setting.round,
        table=setting.table,
        judge=setting.judge,
        seats=setting.seats,
        rules=setting.rules,
        group=setting.group,
        at=at,
    )


def _as_drawn(setting: Setting) -> Setting:
    """Return what the draw laid down, without what was arranged since."""
    return msgspec.structs.replace(
        setting,
        draw=None,
        judge=setting.drawn_judge or setting.judge,
        seats=setting.drawn,
        substitutes=(),
        acting=None,
        change=None,
        own=None,
        drawn_judge=None,
    )


def _check_kept(result: Result, play: Play) -> None:
    """Refuse a summary that says otherwise than what was recorded move by move."""
    roles = play.table.roles
    if roles and any(seat.role != roles[seat.seat - 1] for seat in result.seats):
        raise SummaryContradictsProtocol("The cards differ from those that were dealt; correct that entry.")
    known = {(e.seat, e.cause, e.time, e.number) for e in result.eliminations}
    for gone in play.table.gone:
        if (gone.seat, gone.cause, gone.time, gone.number) not in known:
            raise SummaryContradictsProtocol(
                f"Seat {gone.seat} left on {gone.time} {gone.number} by the protocol; correct that entry, or"
                " keep it in the summary.",
                seat=gone.seat,
            )


decider = Decider(category="game", initial=initial, decide=decide, evolve=evolve)
