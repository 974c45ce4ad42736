"""Who judges and who plays: the chief judge in a judge's place, substitutes, seats that were noted wrong."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import (
    GameAlreadyStarted,
    JudgeAtOwnTable,
    NotAnOfficial,
    NotTheChiefJudge,
    PlayerAtTwoTables,
    PlayerTwice,
    SeatsNotThePlayers,
    SubstituteNotEntered,
)
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    GameEvent,
    JudgeReturned,
    PlayerSubstituted,
    SeatsCorrected,
)
from services.gameplay.domain.game.judging import at_own_table, closed, setting_of
from services.gameplay.domain.game.moves import Note
from services.gameplay.domain.game.state import Ended, Game, Running, Scheduled
from shared.contracts.primitives import SeatNumber


class StepIn(msgspec.Struct, frozen=True, kw_only=True):
    """Judge a table in its judge's place. `is_chief_judge`: what registration says of the person."""

    reason: Note
    by: UUID
    is_chief_judge: bool
    at: datetime


class GiveBack(msgspec.Struct, frozen=True, kw_only=True):
    """Give the table back to its judge."""

    by: UUID
    at: datetime


class SubstitutePlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Let somebody else play at a seat, before the start.

    `is_entered`: whether the substitute takes part; `is_official`: whether who says it is chief judge
    or organizer; `elsewhere`: the game of the same round, under way, at which he plays or judges.
    """

    seat: SeatNumber
    player: UUID
    reason: Note
    is_entered: bool
    by: UUID
    is_official: bool
    at: datetime
    elsewhere: UUID | None = None


class CorrectSeats(msgspec.Struct, frozen=True, kw_only=True):
    """Note how the ten really sit: before the start they move, later the protocol goes with the seats."""

    seats: tuple[UUID, ...]
    reason: Note
    by: UUID
    at: datetime


ArrangingCommand: TypeAlias = StepIn | GiveBack | SubstitutePlayer | CorrectSeats


def step_in(command: StepIn, state: Game) -> list[GameEvent]:
    """Put the chief judge in the judge's place."""
    setting = setting_of(state)
    if not command.is_chief_judge:
        raise NotTheChiefJudge("The chief judge alone takes the place of a table's judge.")
    if not isinstance(state, Scheduled | Running | Ended):
        raise closed(setting, state)
    if setting.writer == command.by:
        return []
    if command.by in setting.seats:
        raise JudgeAtOwnTable("The chief judge plays at this table and cannot judge it.")
    return [ChiefJudgeSteppedIn(by=command.by, reason=command.reason, stepped_in_at=command.at)]


def give_back(command: GiveBack, state: Game) -> list[GameEvent]:
    """Let the table's judge write again."""
    setting = at_own_table(command.by, state)
    if not isinstance(state, Scheduled | Running | Ended):
        raise closed(setting, state)
    if setting.acting is None:
        return []
    return [JudgeReturned(by=command.by, returned_at=command.at)]


def substitute(command: SubstitutePlayer, state: Game) -> list[GameEvent]:
    """Put a substitute at a seat of a game that has not started."""
    setting = setting_of(state)
    if command.by != setting.writer and not command.is_official:
        raise NotAnOfficial("The table's judge, the chief judge or the organizer names a substitute.")
    if not isinstance(state, Scheduled):
        raise GameAlreadyStarted(f"Game {setting.game} has started; players change before the start only.")
    if setting.seats[command.seat - 1] == command.player:
        return []
    if command.player in setting.seats:
        raise PlayerTwice(f"Player {command.player} sits at this table already.")
    if command.player in {setting.judge, setting.acting}:
        raise JudgeAtOwnTable("The judge does not play at the table that he judges.")
    if command.elsewhere is not None:
        raise PlayerAtTwoTables(
            f"Player {command.player} is at game {command.elsewhere} of this round; let somebody else play.",
            game=command.elsewhere,
        )
    if not command.is_entered and command.player not in setting.drawn:
        raise SubstituteNotEntered(
            f"The substitute {command.player} has no entry in this championship; have it accepted first.",
            seat=command.seat,
        )
    return [
        PlayerSubstituted(
            seat=command.seat,
            player=command.player,
            reason=command.reason,
            by=command.by,
            substituted_at=command.at,
        )
    ]


def correct_seats(command: CorrectSeats, state: Game) -> list[GameEvent]:
    """Note the seats as they are: all ten at once."""
    setting = at_own_table(command.by, state)
    match state:
        case Scheduled() | Running():
            pass
        case Ended() if state.play.entries and state.result is None:
            pass
        case Ended():
            raise GameAlreadyStarted(
                f"Game {setting.game} has a result; enter another summary, with the seats as they were."
            )
        case _:
            raise closed(setting, state)
    if sorted(command.seats) != sorted(setting.seats):
        raise SeatsNotThePlayers("A correction of seats holds the ten players of this table, once each.")
    if command.seats == setting.seats:
        return []
    return [
        SeatsCorrected(seats=command.seats, reason=command.reason, by=command.by, corrected_at=command.at)
    ]
