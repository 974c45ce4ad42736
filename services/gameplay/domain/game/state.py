"""The situations a game can be in, and how events lead from one to the next."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameReinstated,
    GameScheduled,
    GameStarted,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
    SummaryEntered,
)
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result
from shared.contracts.regulations import Slug, StageKind


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """What the draw laid down: who sits where, who judges, under which rules."""

    game: UUID
    championship: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]
    rules: TableRules


class Situation(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """The base of every situation. `heeded` are the rulings that were applied or found not applicable."""

    heeded: tuple[UUID, ...] = ()


class Unscheduled(Situation, frozen=True, kw_only=True):
    """No draw holds the game yet."""


class Scheduled(Situation, frozen=True, kw_only=True):
    """Drawn, not started."""

    setting: Setting


class Running(Situation, frozen=True, kw_only=True):
    """The judge opened the game."""

    setting: Setting


class Ended(Situation, frozen=True, kw_only=True):
    """Over, unsigned. `result` is what was entered last."""

    setting: Setting
    result: Result | None = None


class Signed(Situation, frozen=True, kw_only=True):
    """The result is public. `awarded_by` is the ruling that gave the win, where one did."""

    setting: Setting
    result: Result
    awarded_by: UUID | None = None


class Annulled(Situation, frozen=True, kw_only=True):
    """The game does not count. `before` is what it returns to when it is reinstated."""

    before: Signed
    ruling: UUID | None

    @property
    def setting(self) -> Setting:
        """What the draw laid down."""
        return self.before.setting


Game: TypeAlias = Unscheduled | Scheduled | Running | Ended | Signed | Annulled


def initial() -> Game:
    """Return the situation before any event."""
    return Unscheduled()


def evolve(state: Game, event: GameEvent) -> Game:  # noqa: PLR0911 - a table of contents
    """Return the situation after an event."""
    match state, event:
        case Unscheduled(), GameScheduled():
            return Scheduled(setting=_setting(event), heeded=state.heeded)
        case Scheduled(), GameStarted():
            return Running(setting=state.setting, heeded=state.heeded)
        case Running(), GameEnded():
            return Ended(setting=state.setting, heeded=state.heeded)
        case Ended(), SummaryEntered():
            return msgspec.structs.replace(state, result=event.result)
        case Ended(result=Result() as result), ProtocolSigned():
            return Signed(setting=state.setting, result=result, heeded=state.heeded)
        case Signed(), ResultAmended():
            return msgspec.structs.replace(
                state,
                result=event.result,
                awarded_by=event.ruling or state.awarded_by,
                heeded=_heeding(state, event.ruling),
            )
        case Signed(), GameAnnulled():
            return Annulled(before=state, ruling=event.ruling, heeded=_heeding(state, event.ruling))
        case Annulled(), GameReinstated():
            return msgspec.structs.replace(state.before, heeded=_heeding(state, event.ruling))
        case _, RulingNotApplicable():
            return msgspec.structs.replace(state, heeded=_heeding(state, event.ruling))
        case _:
            return state


def _setting(event: GameScheduled) -> Setting:
    return Setting(
        game=event.game,
        championship=event.championship,
        stage=event.stage,
        stage_kind=event.stage_kind,
        round=event.round,
        table=event.table,
        judge=event.judge,
        seats=event.seats,
        rules=event.rules,
    )


def _heeding(state: Game, ruling: UUID | None) -> tuple[UUID, ...]:
    return state.heeded if ruling is None else (*state.heeded, ruling)
