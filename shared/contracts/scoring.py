"""What scoring says in public: that standings changed, who goes on, how ties were decided."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import Points, PublicEvent
from shared.contracts.regulations import Slug


class PlaceChange(msgspec.Struct, frozen=True, kw_only=True):
    """One player's row before and after; None where there was or is no row."""

    player: UUID
    points_before: Points | None
    points_after: Points | None
    place_before: int | None
    place_after: int | None


class StandingsChanged(PublicEvent, frozen=True, kw_only=True):
    """A new revision of a championship's overall standings.

    `ruling` names the ruling that caused it, where one did; then `changes` is what it changed.
    """

    championship: UUID
    revision: int
    checksum: str
    inputs: dict[str, int]
    """The positions of the streams that the revision stands on, by service."""
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime


class StageClosed(PublicEvent, frozen=True, kw_only=True):
    """A stage's games are all signed and its cut is made."""

    championship: UUID
    stage: Slug
    closed_by: UUID
    closed_at: datetime


class QualifiersNamed(PublicEvent, frozen=True, kw_only=True):
    """Who goes on to the next stage, best first, and who would be next."""

    championship: UUID
    stage: Slug
    next_stage: Slug
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    named_at: datetime


class TieDecided(PublicEvent, frozen=True, kw_only=True):
    """A tie that no metric breaks, decided by people: `order` is best first (O-SCORE-6, O-CUT-1)."""

    championship: UUID
    stage: Slug
    order: tuple[UUID, ...]
    decided_by: UUID
    reason: str
    decided_at: datetime


ScoringEvent: TypeAlias = StandingsChanged | StageClosed | QualifiersNamed | TieDecided
