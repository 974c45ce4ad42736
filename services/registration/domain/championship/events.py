"""Stored facts of a championship.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.registration import LocalTime, OfficialRole, Phase, StagePlan, Venue
from shared.contracts.regulations import Fee, Regulations

RelationKind: TypeAlias = Literal["family", "household", "work", "team_mate", "other"]


class ChampionshipDrafted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What somebody thinks of announcing: nothing is promised, and nobody else sees it."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None
    waitlist: int
    organizer: UUID
    drafted_at: datetime
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None


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
    capacity: int | None = None
    waitlist: int = 0
    phase: Phase = "registration_open"
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None


class PlanChanged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What was promised is replaced by this, whole; `changed` names the fields that differ."""

    championship: UUID
    title: str
    host_club: str
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None
    waitlist: int
    changed: tuple[str, ...]
    reason: str | None
    by: UUID
    changed_at: datetime
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None


class RegulationsRebound(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Another document, or version of it, holds from now on; both are pinned by digest."""

    championship: UUID
    regulations: Regulations
    digest: str
    previous_digest: str
    reason: str
    by: UUID
    rebound_at: datetime


class PhaseEntered(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The championship is this far now."""

    championship: UUID
    phase: Phase
    reason: str | None
    by: UUID
    entered_at: datetime


class OfficialAppointed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person may act in a role; with his category and rights where he is accredited."""

    championship: UUID
    person: UUID
    role: OfficialRole
    by: UUID
    appointed_at: datetime
    category: str | None = None
    rights: tuple[str, ...] = ()


class OfficialDismissed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person no longer acts in a role."""

    championship: UUID
    person: UUID
    role: OfficialRole
    by: UUID
    dismissed_at: datetime


class RelationDeclared(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The judge is no judge at a table of this player."""

    championship: UUID
    judge: UUID
    player: UUID
    kind: RelationKind
    by: UUID
    declared_at: datetime


class RelationRetracted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The relation was declared in error."""

    championship: UUID
    judge: UUID
    player: UUID
    by: UUID
    retracted_at: datetime


ChampionshipEvent: TypeAlias = (
    ChampionshipDrafted
    | ChampionshipAnnounced
    | PlanChanged
    | RegulationsRebound
    | PhaseEntered
    | OfficialAppointed
    | OfficialDismissed
    | RelationDeclared
    | RelationRetracted
)
