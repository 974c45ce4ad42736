"""Events of a stage. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import Points
from shared.contracts.regulations import Slug
from shared.contracts.scoring import Way


class TieDecided(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Equal players were put in order, best first: by people, or by a lot with a `seed`."""

    championship: UUID
    stage: Slug
    order: tuple[UUID, ...]
    decided_by: UUID
    reason: str
    decided_at: datetime
    seed: str | None = None


class StageClosed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The stage is over and its cut is made."""

    championship: UUID
    stage: Slug
    closed_by: UUID
    closed_at: datetime


class QualifiersNamed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Who goes on, and who would be next, best first; frozen from now on."""

    championship: UUID
    stage: Slug
    next_stage: Slug
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    named_at: datetime
    ways: tuple[Way, ...] = ()
    tied_reserves: tuple[tuple[UUID, ...], ...] = ()
    totals: dict[str, Points] = {}
    """The points of each player (his id as text) at the cut: by them it shows whose result changed later."""


class QualifiersRenamed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Who goes on was named anew, by what the regulations let a changed cut do, or by a tie of reserves."""

    championship: UUID
    stage: Slug
    next_stage: Slug
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    left: tuple[UUID, ...]
    entered: tuple[UUID, ...]
    ways: tuple[Way, ...]
    tied_reserves: tuple[tuple[UUID, ...], ...]
    totals: dict[str, Points]
    reason: str
    renamed_by: UUID
    renamed_at: datetime


StageEvent: TypeAlias = TieDecided | StageClosed | QualifiersNamed | QualifiersRenamed
