"""Stored facts of a roster.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

FeeMethod: TypeAlias = Literal["cash", "transfer", "card", "online", "waived"]


class ApplicationReceived(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A player asked to take part, himself or through `by`.

    `preliminary`: before the preliminary deadline. `late_reason`: why an organizer took it after the
    final one. `looks_like`: whose nick a reader may take this one for.
    """

    championship: UUID
    player: UUID
    nick: str
    club: str | None
    city: str | None
    attributes: dict[str, str]
    by: UUID
    received_at: datetime
    preliminary: bool = False
    late_reason: str | None = None
    looks_like: UUID | None = None


class FeeRecorded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The entry fee was paid; `receipt` is the number on the receipt."""

    championship: UUID
    player: UUID
    amount: str
    currency: str
    receipt: str
    by: UUID
    recorded_at: datetime
    method: FeeMethod | None = None


class EntryAccepted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player takes part and is on the public list."""

    championship: UUID
    player: UUID
    by: UUID
    accepted_at: datetime
    from_waitlist: bool = False
    substitute: bool = False
    """He has no place of his own, and plays only in somebody else's."""


class EntryWaitlisted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Every place is taken: the player waits, behind those who wait already."""

    championship: UUID
    player: UUID
    by: UUID
    waitlisted_at: datetime


class EntryWithdrawn(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player does not, or no longer, take part."""

    championship: UUID
    player: UUID
    by: UUID
    withdrawn_at: datetime


class EntryDisqualified(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player is out of the championship by decision of its officials."""

    championship: UUID
    player: UUID
    clause: str | None
    reason: str
    by: UUID
    disqualified_at: datetime
    ruling: UUID | None = None
    """The ruling of a commission that it follows from, if one does."""


class RulingNotCarriedOut(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A ruling put a player out who could not be put out; `conflict` is a stable code."""

    championship: UUID
    player: UUID
    ruling: UUID
    conflict: str
    detail: str
    found_at: datetime


class RefundNoted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The fee, or a part of it, was given back to who left."""

    championship: UUID
    player: UUID
    amount: str
    currency: str
    note: str
    by: UUID
    noted_at: datetime


class AttributesConfirmed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An official saw the proof of these declared attributes."""

    championship: UUID
    player: UUID
    attributes: tuple[str, ...]
    by: UUID
    confirmed_at: datetime


class PlayerCheckedIn(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player is here on the day."""

    championship: UUID
    player: UUID
    by: UUID
    checked_in_at: datetime


class EntryPutIntoGroup(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The player plays in this group, whatever city he is from. `group` None: by his city, as all others."""

    championship: UUID
    player: UUID
    group: str | None
    reason: str
    by: UUID
    put_at: datetime


RosterEvent: TypeAlias = (
    ApplicationReceived
    | FeeRecorded
    | EntryAccepted
    | EntryWaitlisted
    | EntryWithdrawn
    | EntryDisqualified
    | RulingNotCarriedOut
    | RefundNoted
    | AttributesConfirmed
    | PlayerCheckedIn
    | EntryPutIntoGroup
)
