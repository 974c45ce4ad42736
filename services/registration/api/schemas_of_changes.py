"""Bodies and views of what changes after the announcement: plan, phase, officials, suspensions."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec
from msgspec import Meta

from services.registration.api.schemas import Body, DeadlineBody, StageBody, Text, WallClock
from services.registration.domain.championship.events import RelationKind
from services.registration.domain.suspension.events import Authority
from shared.contracts.registration import Phase, SuspendedAs, Venue
from shared.contracts.regulations import Fee, Regulations, Slug

Reason = Annotated[str, Meta(min_length=1, max_length=1000)]

# ------------------------------------------------------------------ plan, regulations, phase


class PlanBody(Body, frozen=True, kw_only=True):
    """What is promised instead; a field that is left out stays. A promise is changed with a reason."""

    title: Text | msgspec.UnsetType = msgspec.UNSET
    host_club: Text | msgspec.UnsetType = msgspec.UNSET
    venues: Annotated[list[Venue], Meta(max_length=50)] | msgspec.UnsetType = msgspec.UNSET
    stages: Annotated[list[StageBody], Meta(max_length=50)] | msgspec.UnsetType = msgspec.UNSET
    preliminary_deadline: DeadlineBody | msgspec.UnsetType | None = msgspec.UNSET
    final_deadline: DeadlineBody | msgspec.UnsetType | None = msgspec.UNSET
    capacity: Annotated[int, Meta(ge=1, le=1000)] | msgspec.UnsetType | None = msgspec.UNSET
    waitlist: Annotated[int, Meta(ge=0, le=1000)] | msgspec.UnsetType = msgspec.UNSET
    partner_clubs: Annotated[list[Text], Meta(max_length=50)] | msgspec.UnsetType = msgspec.UNSET
    fee: Fee | msgspec.UnsetType | None = msgspec.UNSET
    reason: Reason | None = None


class RebindBody(Body, frozen=True, kw_only=True):
    """The document that holds from now on: the id of a shipped one, or a whole document."""

    regulations: Slug | Regulations
    reason: Reason


class PhaseBody(Body, frozen=True, kw_only=True):
    """How far the championship is; a reason where it is cancelled or taken back."""

    phase: Phase
    reason: Reason | None = None


class DraftedBody(Body, frozen=True, kw_only=True):
    """How a draft is announced."""

    registration: Literal["open", "later"] = "open"


class ChangeView(msgspec.Struct, kw_only=True):
    """One change after the announcement."""

    version: int
    kind: Literal["plan", "regulations", "phase"]
    changed: list[str]
    reason: str | None
    changed_by: UUID
    changed_at: datetime


# ------------------------------------------------------------------ officials


class RelationBody(Body, frozen=True, kw_only=True):
    """A judge and a player who do not meet at a table."""

    judge: UUID
    player: UUID
    kind: RelationKind = "other"


class RelationView(msgspec.Struct, kw_only=True):
    """A declared relation."""

    judge: UUID
    player: UUID
    kind: RelationKind
    declared_by: UUID
    declared_at: datetime


# ------------------------------------------------------------------ suspensions


class SuspendBody(Body, frozen=True, kw_only=True):
    """Who is out of the championship, and for what: an offense of the regulations, or a reason alone."""

    person: UUID
    offense: Slug | None = None
    capacity: SuspendedAs = "player"
    reason: Reason
    ruling: UUID | None = None


class BarBody(Body, frozen=True, kw_only=True):
    """Who enters no championship before a time on the clock of a zone."""

    person: UUID
    until: WallClock
    zone: Annotated[str, Meta(max_length=60, examples=["Europe/Kyiv"])]
    reason: Reason
    ruling: UUID | None = None


class LiftBody(Body, frozen=True, kw_only=True):
    """Why a suspension ends before its time."""

    reason: Reason


class SuspensionView(msgspec.Struct, kw_only=True):
    """A suspension, as it was given and, where it was, lifted."""

    suspension: UUID
    person: UUID
    scope: Literal["championship", "everywhere"]
    championship: UUID | None
    capacity: SuspendedAs
    until: datetime | None
    until_local: datetime | None
    zone: str | None
    offense: str | None
    reason: str
    authority: Authority
    ruling: UUID | None
    clause: str | None
    suspended_by: UUID
    suspended_at: datetime
    lifted_at: datetime | None
    lifted_because: str | None
