"""Stored facts of a roster.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec


class ApplicationReceived(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A player asked to take part, himself or through `by`."""

    championship: UUID
    player: UUID
    nick: str
    club: str | None
    city: str | None
    attributes: dict[str, str]
    by: UUID
    received_at: datetime


class FeeRecorded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The entry fee was paid; `receipt` is the number on the receipt."""

    championship: UUID
    player: UUID
    amount: str
    currency: str
    receipt: str
    by: UUID
    recorded_at: datetime


class EntryAccepted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player takes part and is on the public list."""

    championship: UUID
    player: UUID
    by: UUID
    accepted_at: datetime


class EntryWithdrawn(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player does not, or no longer, take part."""

    championship: UUID
    player: UUID
    by: UUID
    withdrawn_at: datetime


RosterEvent: TypeAlias = ApplicationReceived | FeeRecorded | EntryAccepted | EntryWithdrawn
