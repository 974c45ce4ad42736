"""Events of publishing. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.scoring import Crossing, Medal, PlaceChange


class StandingsFrozen(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What the public sees stands still at a revision, which stands on `positions`."""

    championship: UUID
    revision: int
    positions: dict[str, int]
    reason: str
    frozen_by: UUID
    frozen_at: datetime


class StandingsReleased(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The public sees everything again."""

    championship: UUID
    released_by: UUID
    released_at: datetime


class ChangesReleased(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What a revision changed that was recorded under the freeze that has just ended."""

    championship: UUID
    revision: int
    checksum: str
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime
    released_at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class StandingsFinalized(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A revision is the result. `edition` counts how often that was said."""

    championship: UUID
    edition: int
    revision: int
    checksum: str
    finalized_by: UUID
    finalized_at: datetime


class StandingsRevised(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What was final has changed; `ruling` names the ruling that did it, where one did."""

    championship: UUID
    edition: int
    revision: int
    checksum: str
    ruling: UUID | None
    revised_at: datetime


PublishingEvent: TypeAlias = (
    StandingsFrozen | StandingsReleased | ChangesReleased | StandingsFinalized | StandingsRevised
)
