"""Events of a series. Names here are the storage format; change them only by adding a version."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.series import SeriesRules


class SeriesOpened(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A series was opened, with the rules of its table."""

    series: UUID
    title: str
    rules: SeriesRules
    opened_by: UUID
    opened_at: datetime


class SeriesRulesChanged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Other rules hold from now on, for every championship of the series."""

    series: UUID
    rules: SeriesRules
    reason: str
    changed_by: UUID
    changed_at: datetime


class SeriesChampionshipAdded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A championship is one of the series."""

    series: UUID
    championship: UUID
    added_by: UUID
    added_at: datetime


class SeriesChampionshipRemoved(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A championship is no longer one of the series."""

    series: UUID
    championship: UUID
    reason: str
    removed_by: UUID
    removed_at: datetime


SeriesEvent: TypeAlias = (
    SeriesOpened | SeriesRulesChanged | SeriesChampionshipAdded | SeriesChampionshipRemoved
)
