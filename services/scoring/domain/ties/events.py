"""Events of a stage's ties. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.regulations import Slug
from shared.contracts.scoring import TieAtCut


class CutTied(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """All games of an open stage are in, and these ties stand across its lines; none: no more."""

    championship: UUID
    stage: Slug
    ties: tuple[TieAtCut, ...]
    found_at: datetime


TiesEvent: TypeAlias = CutTied
