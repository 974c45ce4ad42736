"""What a ruling of an appeal commission makes of a game. A ruling is final: it is never refused.

What cannot be carried out is recorded with a stable code, so that everybody can see it.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEvent,
    ResultAmended,
    RulingNotApplicable,
)
from services.gameplay.domain.game.state import Annulled, Game, Signed, Unscheduled
from shared.contracts.appeals import AnnulGame, AwardWin

GameRemedy: TypeAlias = AnnulGame | AwardWin
"""The remedies that change a game; points are scoring's."""


class ApplyRuling(msgspec.Struct, frozen=True, kw_only=True):
    """Carry out a published ruling."""

    game: UUID
    championship: UUID
    ruling: UUID
    remedy: GameRemedy
    reason: str
    at: datetime


def apply_ruling(command: ApplyRuling, state: Game) -> list[GameEvent]:
    """Return the one event that a ruling leads to; none where this ruling was heeded before."""
    if command.ruling in state.heeded:
        return []
    match state:
        case Unscheduled():
            return [_conflict(command, "game_unknown", "No published draw holds this game.")]
        case _ if state.setting.championship != command.championship:
            return [_conflict(command, "game_of_another_championship", "The game belongs elsewhere.")]
        case Annulled():
            return [_conflict(command, "game_annulled", f"The game is annulled, by ruling {state.ruling}.")]
        case Signed():
            return [_applied(command, command.remedy, state)]
        case _:
            return [_conflict(command, "game_not_signed", "The protocol is not signed yet.")]


def _applied(command: ApplyRuling, remedy: GameRemedy, state: Signed) -> GameEvent:
    match remedy:
        case AnnulGame():
            return GameAnnulled(ruling=command.ruling, reason=command.reason, annulled_at=command.at)
        case AwardWin(team=team) if team == state.result.winner:
            return _conflict(command, "winner_unchanged", f"The win is {team}'s already.")
        case AwardWin() if state.awarded_by is not None:
            return _conflict(
                command,
                "win_awarded_by_another_ruling",
                f"Ruling {state.awarded_by} gave the win to {state.result.winner}.",
            )
        case AwardWin(team=team):
            return ResultAmended(
                result=msgspec.structs.replace(state.result, winner=team),
                ruling=command.ruling,
                reason=command.reason,
                amended_at=command.at,
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
