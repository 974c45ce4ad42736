"""Stored facts of who may sit. Names here are the storage format; change only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The base of this aggregate's events."""


class StandingCommissionNamed(Event, frozen=True, kw_only=True):
    """Three people and reserves stand ready for every protest; named again, the last one counts."""

    championship: UUID
    members: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    named_by: UUID
    named_at: datetime


class InterestDeclared(Event, frozen=True, kw_only=True):
    """A person said where he belongs and to whom he is close; his last declaration counts."""

    championship: UUID
    person: UUID
    club: str | None
    city: str | None
    related: tuple[UUID, ...]
    declared_at: datetime


class PersonBarred(Event, frozen=True, kw_only=True):
    """A person, being suspended, sits on no commission; `until` None: not in this championship."""

    championship: UUID
    person: UUID
    reason: str
    until: datetime | None
    barred_by: UUID
    barred_at: datetime


RegisterEvent: TypeAlias = StandingCommissionNamed | InterestDeclared | PersonBarred
