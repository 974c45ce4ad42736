"""What can be asked of a championship."""

from collections.abc import Collection
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.actors import Actor
from services.registration.domain.championship.events import RelationKind
from shared.contracts.registration import LocalTime, OfficialRole, Phase, StagePlan, Venue
from shared.contracts.regulations import Fee, Regulations


class DraftChampionship(msgspec.Struct, frozen=True, kw_only=True):
    """Keep what may be announced, in place of what was kept; it need not work yet."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None = None
    waitlist: int = 0
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None
    by: Actor
    at: datetime


class AnnounceChampionship(msgspec.Struct, frozen=True, kw_only=True):
    """Announce a championship. Zones are known to exist, local times to be real; the actor organizes it."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None = None
    waitlist: int = 0
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None
    opens: bool = True
    """Whether applications are taken at once."""
    by: Actor
    at: datetime


class AnnounceDraft(msgspec.Struct, frozen=True, kw_only=True):
    """Announce what was drafted."""

    opens: bool = True
    by: Actor
    at: datetime


class ChangePlan(msgspec.Struct, frozen=True, kw_only=True):
    """Promise this instead. `drawn` are the stages whose draw is public, `entrants` who takes part."""

    title: str
    host_club: str
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None
    waitlist: int
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None
    reason: str | None
    drawn: Collection[str]
    entrants: int
    places_of: Collection[tuple[str | None, str | None]] = ()
    """Of each who takes part his city, and the group into which he was put."""
    by: Actor
    at: datetime


class RebindRegulations(msgspec.Struct, frozen=True, kw_only=True):
    """Let another document, or a new version of the document, hold."""

    regulations: Regulations
    reason: str
    by: Actor
    at: datetime


class EnterPhase(msgspec.Struct, frozen=True, kw_only=True):
    """Say that the championship is this far; a reason where it is cancelled or taken back."""

    phase: Phase
    reason: str | None
    by: Actor
    at: datetime


class AppointOfficial(msgspec.Struct, frozen=True, kw_only=True):
    """Let a person act in a role. The person is known to exist."""

    person: UUID
    role: OfficialRole
    by: Actor
    at: datetime
    accreditation: Accreditation | None = None


class DismissOfficial(msgspec.Struct, frozen=True, kw_only=True):
    """End a person's role."""

    person: UUID
    role: OfficialRole
    by: Actor
    at: datetime


class DeclareRelation(msgspec.Struct, frozen=True, kw_only=True):
    """Declare that a judge and a player, both known to exist, do not meet at a table."""

    judge: UUID
    player: UUID
    kind: RelationKind
    by: Actor
    at: datetime


class RetractRelation(msgspec.Struct, frozen=True, kw_only=True):
    """Take a declared relation back."""

    judge: UUID
    player: UUID
    by: Actor
    at: datetime


ChampionshipCommand: TypeAlias = (
    DraftChampionship
    | AnnounceChampionship
    | AnnounceDraft
    | ChangePlan
    | RebindRegulations
    | EnterPhase
    | AppointOfficial
    | DismissOfficial
    | DeclareRelation
    | RetractRelation
)
