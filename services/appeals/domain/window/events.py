"""Stored facts of a game's window. Names here are the storage format; change only by adding a version."""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec


class WindowOpened(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The protocol is signed; protests are taken until `closes_at` (None: no limit by time)."""

    championship: UUID
    game: UUID
    signed_at: datetime
    closes_at: datetime | None


class WindowClosed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """No more protests are taken against the game."""

    game: UUID
    cause: Literal["time", "next_draw"]
    closed_at: datetime


WindowEvent: TypeAlias = WindowOpened | WindowClosed
