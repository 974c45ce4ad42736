"""What a ruling of an appeal commission makes of a game. A ruling is final: it is never refused.

What cannot be carried out is recorded with a stable code, so that everybody can see it.
"""

from datetime import datetime
from typing import TypeAlias, get_args
from uuid import UUID

import msgspec

from services.gameplay.domain.game.corrections import corrected
from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEvent,
    GameReinstated,
    ReplayOrdered,
    ResultAmended,
    RulingNotApplicable,
)
from services.gameplay.domain.game.state import Annulled, Game, Signed, Unscheduled
from shared.contracts.appeals import AnnulGame, AwardWin, CorrectResult, OrderReplay
from shared.contracts.gameplay import Result
from shared.eventsourcing.refusal import Refusal

GameRemedy: TypeAlias = AnnulGame | AwardWin | CorrectResult | OrderReplay
"""The remedies that change a game; points are scoring's, and who takes part is registration's."""
GAME_REMEDIES: tuple[type[GameRemedy], ...] = get_args(GameRemedy)


class ApplyRuling(msgspec.Struct, frozen=True, kw_only=True):
    """Carry out a published ruling. `by` is its chairman; `replay` is the game that a replay would be.

    `supersedes` is the ruling of which it takes the place; `remedy` None: that one is undone, no more.
    """

    game: UUID
    championship: UUID
    ruling: UUID
    remedy: GameRemedy | None
    reason: str
    at: datetime
    by: UUID = UUID(int=0)
    replay: UUID = UUID(int=0)
    supersedes: UUID | None = None


def apply_ruling(command: ApplyRuling, state: Game) -> list[GameEvent]:  # noqa: PLR0911 - the table
    """Return what a ruling leads to; nothing where this ruling was heeded before."""
    if command.ruling in state.heeded:
        return []
    match state:
        case Unscheduled():
            return [_conflict(command, "game_unknown", "No published draw holds this game.")]
        case _ if state.setting.championship != command.championship:
            return [_conflict(command, "game_of_another_championship", "The game belongs elsewhere.")]
        case Annulled() if command.supersedes is not None and state.ruling == command.supersedes:
            return _instead_of_an_annulment(command, state)
        case Annulled():
            return [_conflict(command, "game_annulled", f"The game is annulled, by ruling {state.ruling}.")]
        case Signed():
            return _on_signed(command, state)
        case _:
            return [_conflict(command, "game_not_signed", "The protocol is not signed yet.")]


def _on_signed(command: ApplyRuling, state: Signed) -> list[GameEvent]:
    if command.supersedes is not None and state.amended is not None:
        by, before = state.amended
        if by == command.supersedes:
            return _instead_of_an_amendment(command, state, before)
    if command.remedy is None:
        detail = f"Ruling {command.supersedes} changed nothing in it, or was not the last to."
        return [_conflict(command, "nothing_to_undo", detail)]
    return _applied(command, command.remedy, state)


def _instead_of_an_annulment(command: ApplyRuling, state: Annulled) -> list[GameEvent]:
    """Let the game count again and apply what is ruled instead; a game that was played again stays out."""
    if state.replay is not None:
        return [_conflict(command, "game_replayed", f"Game {state.replay} is played instead.")]
    match command.remedy:
        case AnnulGame():
            return [_annulled(command)]
        case OrderReplay():
            return _applied(command, command.remedy, state.before)
        case remedy:
            again = GameReinstated(
                ruling=command.ruling, reason=command.reason, by=command.by, reinstated_at=command.at
            )
            more = _applied(command, remedy, state.before) if remedy is not None else []
            return [again, *(event for event in more if isinstance(event, ResultAmended))]


def _instead_of_an_amendment(command: ApplyRuling, state: Signed, before: Result) -> list[GameEvent]:
    """Put the result back as it was, and apply what is ruled instead."""
    if command.remedy is None:
        return [_amended(command, before)]
    restored = msgspec.structs.replace(state, result=before, awarded_by=None)
    events = _applied(command, command.remedy, restored)
    vain = all(isinstance(event, RulingNotApplicable) for event in events)
    return [_amended(command, before)] if vain else events


def _applied(command: ApplyRuling, remedy: GameRemedy, state: Signed) -> list[GameEvent]:
    match remedy:
        case AnnulGame():
            return [_annulled(command)]
        case OrderReplay():
            again = ReplayOrdered(
                replay=command.replay, reason=command.reason, by=command.by, ordered_at=command.at
            )
            return [_annulled(command), again]
        case AwardWin(team=team) if team == state.result.winner:
            return [_conflict(command, "winner_unchanged", f"The win is {team}'s already.")]
        case AwardWin() if state.awarded_by is not None:
            return [_awarded_before(command, state)]
        case AwardWin(team=team):
            return [_amended(command, msgspec.structs.replace(state.result, winner=team))]
        case CorrectResult():
            return [_corrected(command, remedy, state)]


def _corrected(command: ApplyRuling, remedy: CorrectResult, state: Signed) -> GameEvent:
    """Put facts right in the result as it is by now, so that what was corrected meanwhile stays."""
    if remedy.winner is not None and state.awarded_by is not None:
        return _awarded_before(command, state)
    try:
        result = corrected(state.result, remedy, state.setting)
    except Refusal as refusal:
        return _conflict(command, "correction_breaks_rules", f"{refusal.code}: {refusal.message}")
    if result == state.result:
        return _conflict(command, "result_unchanged", "The result says this already.")
    return _amended(command, result)


def _annulled(command: ApplyRuling) -> GameAnnulled:
    return GameAnnulled(ruling=command.ruling, reason=command.reason, annulled_at=command.at)


def _amended(command: ApplyRuling, result: Result) -> ResultAmended:
    return ResultAmended(result=result, ruling=command.ruling, reason=command.reason, amended_at=command.at)


def _awarded_before(command: ApplyRuling, state: Signed) -> RulingNotApplicable:
    return _conflict(
        command,
        "win_awarded_by_another_ruling",
        f"Ruling {state.awarded_by} gave the win to {state.result.winner}.",
    )


def _conflict(command: ApplyRuling, conflict: str, detail: str) -> RulingNotApplicable:
    return RulingNotApplicable(
        game=command.game,
        championship=command.championship,
        ruling=command.ruling,
        conflict=conflict,
        detail=detail,
        found_at=command.at,
    )
