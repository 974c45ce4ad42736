"""Stored facts of a draw.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.draw.inputs import DrawInputs
from shared.contracts.registration import DrawnTable
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


DrawEvent: TypeAlias = SeedCommitted | DrawPublished
