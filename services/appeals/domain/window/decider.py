"""When the window of a game opens and closes, as facts. Whether a protest is in time is judged at filing."""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from services.appeals.domain.window.events import WindowClosed, WindowEvent, WindowOpened
from shared.eventsourcing.decider import Decider


class OpenWindow(msgspec.Struct, frozen=True, kw_only=True):
    """A game was signed, under rules that are known."""

    championship: UUID
    game: UUID
    signed_at: datetime
    closes_at: datetime | None


class CloseWindow(msgspec.Struct, frozen=True, kw_only=True):
    """The time is over, or the next stage is drawn."""

    cause: Literal["time", "next_draw"]
    at: datetime


WindowCommand: TypeAlias = OpenWindow | CloseWindow


class Unopened(msgspec.Struct, frozen=True):
    """The game is not signed, or its rules are not known yet."""


class Open(msgspec.Struct, frozen=True):
    """Protests are taken."""

    opened: WindowOpened


class Shut(msgspec.Struct, frozen=True):
    """Protests are not taken any more."""

    opened: WindowOpened


Window: TypeAlias = Unopened | Open | Shut


def initial() -> Window:
    """Return the window of a game that is not signed."""
    return Unopened()


def decide(command: WindowCommand, state: Window) -> list[WindowEvent]:
    """Open once, close once; by time not before its time."""
    match command, state:
        case OpenWindow(), Unopened():
            return [
                WindowOpened(
                    championship=command.championship,
                    game=command.game,
                    signed_at=command.signed_at,
                    closes_at=command.closes_at,
                )
            ]
        case CloseWindow(cause="time"), Open(opened=opened) if (
            opened.closes_at is None or command.at.replace(microsecond=0) <= opened.closes_at
        ):
            return []
        case CloseWindow(), Open(opened=opened):
            return [WindowClosed(game=opened.game, cause=command.cause, closed_at=command.at)]
        case _:
            return []


def evolve(state: Window, event: WindowEvent) -> Window:
    """Return the window after an event."""
    match event, state:
        case WindowOpened(), Unopened():
            return Open(event)
        case WindowClosed(), Open(opened=opened):
            return Shut(opened)
        case _:
            return state


decider = Decider(category="window", initial=initial, decide=decide, evolve=evolve)
