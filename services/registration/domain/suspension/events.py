"""Stored facts of a person's suspensions.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.registration import LocalTime, SuspendedAs

Authority: TypeAlias = Literal["officials", "ruling", "federation"]
"""Who decided: officials of a championship by its regulations, a commission, or the federation."""


class SuspendedFromChampionship(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person takes no part in this championship, and does not watch it."""

    person: UUID
    suspension: UUID
    championship: UUID
    capacity: SuspendedAs
    offense: str | None
    reason: str
    authority: Authority
    ruling: UUID | None
    clause: str | None
    by: UUID
    suspended_at: datetime


class SuspendedUntil(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person enters no championship before `until`. `championship`: where it came from, if anywhere."""

    person: UUID
    suspension: UUID
    championship: UUID | None
    until: LocalTime
    offense: str | None
    reason: str
    authority: Authority
    ruling: UUID | None
    clause: str | None
    by: UUID
    suspended_at: datetime


class SuspensionLifted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The suspension has no effect any more; that there was one stays on record."""

    person: UUID
    suspension: UUID
    reason: str
    by: UUID
    lifted_at: datetime
    ruling: UUID | None = None
    """The ruling of a higher body that it follows from, if one does."""


SuspensionEvent: TypeAlias = SuspendedFromChampionship | SuspendedUntil | SuspensionLifted
