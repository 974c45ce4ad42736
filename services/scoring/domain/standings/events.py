"""Events of standings. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Decision
from shared.contracts.scoring import Crossing, Medal, PlaceChange


class StandingsChanged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A new revision: what the facts heard up to `inputs`, with `decisions` of ties, came to.

    The tables themselves are not in the event: they are computed from the facts, and `checksum` (of
    the overall table's rows) and `digest` (of all tables and lines) say what they must come to again.
    """

    championship: UUID
    revision: int
    checksum: str
    digest: str
    inputs: dict[str, int]
    decisions: tuple[Decision, ...]
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime
    withheld: bool = False
    """Recorded while the public table was frozen: what changed is said in public at the release."""
    cuts: tuple[Crossing, ...] = ()
    """Of a ruling: what it did to the cuts, by the tables."""
    medals: tuple[Medal, ...] = ()


StandingsEvent: TypeAlias = StandingsChanged
