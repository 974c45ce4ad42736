"""A published seating changed: who plays and judges a game that has not started; it has the last word."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import ReseatingConflict
from services.gameplay.domain.game.composition import check_table
from services.gameplay.domain.game.events import GameEvent, GameReseated, ReseatingDeclined
from services.gameplay.domain.game.state import Game, Scheduled, Unscheduled


class ReseatGame(msgspec.Struct, frozen=True, kw_only=True):
    """Take over a change that registration published. `was_*`: from what it was changed."""

    change: UUID
    was_judge: UUID
    was_seats: tuple[UUID, ...]
    judge: UUID
    seats: tuple[UUID, ...]
    substitutes: tuple[UUID, ...]
    """Who of the ten plays for somebody who has played before him."""
    at: datetime


class DeclineReseating(msgspec.Struct, frozen=True, kw_only=True):
    """Say that a change came too late for this game, with the code of the reason."""

    championship: UUID
    game: UUID
    change: UUID
    draw: UUID
    conflict: str
    detail: str
    at: datetime


ReseatingCommand: TypeAlias = ReseatGame | DeclineReseating


def conflict_with(command: ReseatGame, state: Game) -> tuple[str, str] | None:
    """Return code and sentence of what stands against a change, or None."""
    if isinstance(state, Unscheduled):
        return "game_not_scheduled", "The game is not scheduled."
    setting = state.setting
    where = f"Round {setting.round}, table {setting.table}"
    if not isinstance(state, Scheduled):
        return "game_already_started", f"{where} had started before the change was heard of."
    if setting.seats != command.was_seats or setting.judge != command.was_judge:
        return "seats_changed_meanwhile", f"{where}: the table's judge had changed seats before."
    if setting.acting in command.seats:
        return "judge_at_own_table", f"{where}: the chief judge, who stands in there, would play."
    return None


def reseat(command: ReseatGame, state: Game) -> list[GameEvent]:
    """Take a change over; the same again changes nothing. Raises ReseatingConflict."""
    if isinstance(state, Scheduled) and state.setting.change == command.change:
        return []
    conflict = conflict_with(command, state)
    if conflict is not None or not isinstance(state, Scheduled):
        raise ReseatingConflict((conflict or ("", ""))[1])
    check_table(command.judge, command.seats, state.setting.rules)
    return [
        GameReseated(
            change=command.change,
            judge=command.judge,
            seats=command.seats,
            substitutes=command.substitutes,
            reseated_at=command.at,
        )
    ]


def decline(command: DeclineReseating) -> list[GameEvent]:
    """Record that a change does not come to pass, whatever the game is."""
    return [
        ReseatingDeclined(
            championship=command.championship,
            game=command.game,
            change=command.change,
            draw=command.draw,
            conflict=command.conflict,
            detail=command.detail,
            declined_at=command.at,
        )
    ]
