"""Stored facts of a championship.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.registration import LocalTime, OfficialRole, StagePlan, Venue
from shared.contracts.regulations import Regulations


class ChampionshipAnnounced(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Everything that was promised: the whole regulations, venues, plan and deadlines."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    organizer: UUID
    announced_at: datetime


class OfficialAppointed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person may act in a role."""

    championship: UUID
    person: UUID
    role: OfficialRole
    by: UUID
    appointed_at: datetime


class OfficialDismissed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person no longer acts in a role."""

    championship: UUID
    person: UUID
    role: OfficialRole
    by: UUID
    dismissed_at: datetime


ChampionshipEvent: TypeAlias = ChampionshipAnnounced | OfficialAppointed | OfficialDismissed
