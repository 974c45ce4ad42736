"""The situations a game can be in, and how events lead from one to the next."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    CorrectionProposed,
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameReinstated,
    GameReseated,
    GameScheduled,
    GameStarted,
    JudgeReturned,
    MoveCorrected,
    MoveRecorded,
    PlayerSubstituted,
    ProtocolSigned,
    ReplayOrdered,
    ResultAmended,
    RuleOverridden,
    RulingNotApplicable,
    SeatsCorrected,
    SummaryEntered,
)
from services.gameplay.domain.game.play import Play, corrected, overruled, recorded
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result
from shared.contracts.regulations import Slug, StageKind


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What the draw laid down: who sits where, who judges, under which rules."""

    game: UUID
    championship: UUID
    draw: UUID | None = None
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]
    rules: TableRules
    drawn: tuple[UUID, ...] = ()
    """Who sat where by the draw; `seats` is who plays."""
    substitutes: tuple[int, ...] = ()
    """The seats of those who play for others."""
    acting: UUID | None = None
    """The chief judge, where he judges in the judge's place."""
    group: Slug | None = None
    """The group of the stage that plays it."""
    change: UUID | None = None
    """The change of the published seating that was taken over last."""
    own: tuple[UUID, ...] | None = None
    """Who sits there after that change and not for others; None: who was drawn."""
    drawn_judge: UUID | None = None
    """Who judged by the draw, where a change named another."""

    @property
    def writer(self) -> UUID:
        """Who writes the protocol."""
        return self.acting or self.judge


class Situation(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The base of every situation. `heeded` are the rulings that were applied or found not applicable."""

    heeded: tuple[UUID, ...] = ()


class Unscheduled(Situation, frozen=True, kw_only=True):
    """No draw holds the game yet."""


class Scheduled(Situation, frozen=True, kw_only=True):
    """Drawn, not started."""

    setting: Setting


class Running(Situation, frozen=True, kw_only=True):
    """The judge opened the game. `play` is its protocol move by move, as far as one is kept."""

    setting: Setting
    play: Play = Play()


class Ended(Situation, frozen=True, kw_only=True):
    """Over, unsigned. `result` is what was entered last, None where a correction undid the end."""

    setting: Setting
    result: Result | None = None
    play: Play = Play()


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A correction of a signed result that waits for the other of judge and chief judge."""

    result: Result
    reason: str
    by: UUID


class Signed(Situation, frozen=True, kw_only=True):
    """The result is public. `awarded_by` is the ruling that gave the win, where one did."""

    setting: Setting
    result: Result
    awarded_by: UUID | None = None
    play: Play = Play()
    proposal: Proposal | None = None
    amended: tuple[UUID, Result] | None = None
    """The ruling that amended the result last, and the result before it; None: nothing did, or not last."""


class Annulled(Situation, frozen=True, kw_only=True):
    """The game does not count. `before` is what it returns to when it is reinstated."""

    before: Signed
    ruling: UUID | None
    replay: UUID | None = None
    """The game that is played instead."""

    @property
    def setting(self) -> Setting:
        """What the draw laid down."""
        return self.before.setting


Game: TypeAlias = Unscheduled | Scheduled | Running | Ended | Signed | Annulled


def initial() -> Game:
    """Return the situation before any event."""
    return Unscheduled()


def evolve(state: Game, event: GameEvent) -> Game:  # noqa: C901, PLR0911, PLR0912 - a table of contents
    """Return the situation after an event."""
    match state, event:
        case Unscheduled(), GameScheduled():
            return Scheduled(setting=_setting(event), heeded=state.heeded)
        case Scheduled(), GameStarted():
            return Running(setting=state.setting, heeded=state.heeded)
        case Running() | Ended() | Signed(), MoveRecorded() | MoveCorrected() | RuleOverridden():
            return _played(state, event)
        case Running(), GameEnded():
            return Ended(setting=state.setting, play=state.play, heeded=state.heeded)
        case Ended(), SummaryEntered():
            return msgspec.structs.replace(state, result=event.result)
        case Ended(result=Result() as result), ProtocolSigned():
            return Signed(setting=state.setting, result=result, play=state.play, heeded=state.heeded)
        case Signed(), ResultAmended():
            return msgspec.structs.replace(
                state,
                result=event.result,
                awarded_by=_awarding(state, event),
                amended=None if event.ruling is None else (event.ruling, state.result),
                proposal=None,
                heeded=_heeding(state, event.ruling),
            )
        case Signed(), GameAnnulled():
            return Annulled(before=state, ruling=event.ruling, heeded=_heeding(state, event.ruling))
        case Annulled(), GameAnnulled():
            return msgspec.structs.replace(state, ruling=event.ruling, heeded=_heeding(state, event.ruling))
        case Annulled(), ReplayOrdered():
            return msgspec.structs.replace(state, replay=event.replay)
        case Annulled(), GameReinstated():
            return msgspec.structs.replace(state.before, heeded=_heeding(state, event.ruling))
        case Signed(), CorrectionProposed():
            proposal = Proposal(result=event.result, reason=event.reason, by=event.by)
            return msgspec.structs.replace(state, proposal=proposal)
        case Scheduled(), GameReseated():
            return msgspec.structs.replace(state, setting=_changed(state.setting, event))
        case Scheduled() | Running() | Ended(), (
            ChiefJudgeSteppedIn() | JudgeReturned() | PlayerSubstituted() | SeatsCorrected()
        ):
            return msgspec.structs.replace(state, setting=_arranged(state.setting, event))
        case _, RulingNotApplicable():
            return msgspec.structs.replace(state, heeded=_heeding(state, event.ruling))
        case _:
            return state


def _setting(event: GameScheduled) -> Setting:
    return Setting(
        game=event.game,
        championship=event.championship,
        draw=event.draw,
        stage=event.stage,
        stage_kind=event.stage_kind,
        round=event.round,
        table=event.table,
        judge=event.judge,
        seats=event.seats,
        drawn=event.seats,
        rules=event.rules,
        group=event.group,
    )


def _played(
    state: Running | Ended | Signed, event: MoveRecorded | MoveCorrected | RuleOverridden
) -> Running | Ended | Signed:
    rules = state.setting.rules
    match event:
        case MoveRecorded():
            return _rewritten(state, recorded(state.play, event, rules))
        case RuleOverridden():
            return msgspec.structs.replace(state, play=overruled(state.play, event))
        case MoveCorrected():
            return _rewritten(state, corrected(state.play, event, rules))


def _rewritten(state: Running | Ended | Signed, play: Play) -> Running | Ended | Signed:
    """Return the situation with another protocol; an unsigned result is made anew after it."""
    if isinstance(state, Ended):
        return msgspec.structs.replace(state, play=play, result=None)
    return msgspec.structs.replace(state, play=play)


def _arranged(
    setting: Setting, event: ChiefJudgeSteppedIn | JudgeReturned | PlayerSubstituted | SeatsCorrected
) -> Setting:
    match event:
        case ChiefJudgeSteppedIn():
            return msgspec.structs.replace(setting, acting=event.by)
        case JudgeReturned():
            return msgspec.structs.replace(setting, acting=None)
        case PlayerSubstituted():
            seats = tuple(
                event.player if seat == event.seat else player
                for seat, player in enumerate(setting.seats, start=1)
            )
            return _reseated(setting, seats)
        case SeatsCorrected():
            return _reseated(setting, event.seats)


def _changed(setting: Setting, event: GameReseated) -> Setting:
    before = setting.drawn if setting.own is None else setting.own
    own = tuple(dict.fromkeys(one for one in (*before, *event.seats) if one not in event.substitutes))
    changed = msgspec.structs.replace(
        setting,
        judge=event.judge,
        drawn_judge=setting.drawn_judge or setting.judge,
        change=event.change,
        own=own,
    )
    return _reseated(changed, event.seats)


def _reseated(setting: Setting, seats: tuple[UUID, ...]) -> Setting:
    own = setting.drawn if setting.own is None else setting.own
    substitutes = tuple(seat for seat, player in enumerate(seats, start=1) if player not in own)
    return msgspec.structs.replace(setting, seats=seats, substitutes=substitutes)


def _awarding(state: Signed, event: ResultAmended) -> UUID | None:
    """Return the ruling that gave the win: this one, where it did and did not correct other facts only."""
    given = event.ruling is not None and event.result.winner != state.result.winner
    return event.ruling if given else state.awarded_by


def _heeding(state: Game, ruling: UUID | None) -> tuple[UUID, ...]:
    return state.heeded if ruling is None else (*state.heeded, ruling)
