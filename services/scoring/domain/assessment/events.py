"""Events of an assessment. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.scoring import CutAtStake, Materiality


class ProtestAssessed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What any remedy could change, by the facts heard up to `inputs`."""

    championship: UUID
    protest: UUID
    game: UUID
    materiality: Materiality
    points: tuple[UUID, ...]
    places: tuple[UUID, ...]
    cuts: tuple[CutAtStake, ...]
    medals: tuple[UUID, ...]
    inputs: dict[str, int]
    assessed_at: datetime


AssessmentEvent: TypeAlias = ProtestAssessed
