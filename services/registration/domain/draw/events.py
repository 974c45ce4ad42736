"""Stored facts of a draw.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.draw.inputs import DrawInputs, Pair
from shared.contracts.registration import DrawnTable, SeatingCost, SeatingOperation
from shared.contracts.regulations import StageKind


class SeedCommitted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A secret was made for a draw to come, and nobody reads it before the draw reveals it.

    It is derived anew from `nonce` and the signing key, which is in no event. Events of before kept it.
    """

    championship: UUID
    stage: str
    secret: str | None = None
    commitment: str
    by: UUID
    committed_at: datetime
    nonce: UUID | None = None
    group: str | None = None
    """The group of the stage whose draw it is; None: the whole stage."""


class SeedRevealed(msgspec.Struct, frozen=True, kw_only=True):
    """What a committed seed was made of: `seed_of(secret, public_value)`."""

    commitment: str
    secret: str
    public_value: str
    source: str


class DrawPublished(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The seating of a stage with all that reproduces it: seed and result are both kept.

    A seating that was given has the algorithm 'imported', and an empty seed.
    """

    championship: UUID
    stage_kind: StageKind
    algorithm: str
    inputs: DrawInputs
    inputs_digest: str
    seed: str
    tables: tuple[DrawnTable, ...]
    by: UUID
    published_at: datetime
    revealed: SeedRevealed | None = None
    """None where no seed was committed to."""
    group: str | None = None
    """The group of the stage that it seats; None: the whole stage."""


class SeatingChanged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A published seating is another one in games that have not started, unless the tables say otherwise.

    `was` and `tables` are the games that differ. `around`, where rounds were drawn anew: everything that
    stood fast, as they then were.
    """

    championship: UUID
    draw: UUID
    stage: str
    stage_kind: StageKind
    change: UUID
    number: int
    operation: SeatingOperation
    was: tuple[DrawnTable, ...]
    tables: tuple[DrawnTable, ...]
    substitutes: tuple[UUID, ...]
    reason: str
    by: UUID
    cost_before: SeatingCost
    cost_after: SeatingCost
    changed_at: datetime
    inputs_digest: str | None = None
    around: tuple[DrawnTable, ...] = ()
    relations: tuple[Pair, ...] = ()
    """Judges and players who were related then, of those in the rounds that were drawn anew."""
    group: str | None = None


class SeatingCarriedOut(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The tables have taken a change over: it holds."""

    change: UUID
    carried_out_at: datetime


class SeatingRestored(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A change came too late for a table: nothing of it holds. `conflict` is the code of the reason."""

    change: UUID
    conflict: str
    detail: str
    restored_at: datetime


DrawEvent: TypeAlias = SeedCommitted | DrawPublished | SeatingChanged | SeatingCarriedOut | SeatingRestored
