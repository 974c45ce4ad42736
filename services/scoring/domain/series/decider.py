"""The series: opened with its rules, championships added to it and removed, by whoever keeps it.

What it comes to is computed from the tables of its championships: `services/scoring/domain/series_table.py`.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.errors import (
    AlreadyInSeries,
    ChampionshipUnknown,
    KeepersOnly,
    NotInSeries,
    SeriesRulesContradictory,
    SeriesUnknown,
)
from services.scoring.domain.series.events import (
    SeriesChampionshipAdded,
    SeriesChampionshipRemoved,
    SeriesEvent,
    SeriesOpened,
    SeriesRulesChanged,
)
from services.scoring.domain.series.state import Opened, SeriesState, evolve, initial
from shared.contracts.series import SeriesRules, problems_of_series
from shared.eventsourcing.decider import Decider


class OpenSeries(msgspec.Struct, frozen=True, kw_only=True):
    """Open a series; whoever opens it keeps it."""

    series: UUID
    title: str
    rules: SeriesRules
    by: UUID
    at: datetime


class ChangeSeriesRules(msgspec.Struct, frozen=True, kw_only=True):
    """Let other rules hold, with a reason."""

    series: UUID
    rules: SeriesRules
    reason: str
    by: UUID
    at: datetime
    admin: bool = False


class AddToSeries(msgspec.Struct, frozen=True, kw_only=True):
    """Add a championship. `announced`: whether scoring has heard of it."""

    series: UUID
    championship: UUID
    announced: bool
    by: UUID
    at: datetime
    admin: bool = False


class RemoveFromSeries(msgspec.Struct, frozen=True, kw_only=True):
    """Remove a championship, with a reason."""

    series: UUID
    championship: UUID
    reason: str
    by: UUID
    at: datetime
    admin: bool = False


SeriesCommand: TypeAlias = OpenSeries | ChangeSeriesRules | AddToSeries | RemoveFromSeries


def decide(command: SeriesCommand, state: SeriesState) -> list[SeriesEvent]:
    """Decide a command about a series."""
    match command:
        case OpenSeries():
            return _open(command, state)
        case ChangeSeriesRules():
            return _change(command, _kept(command, state))
        case AddToSeries():
            return _add(command, _kept(command, state))
        case RemoveFromSeries():
            return _remove(command, _kept(command, state))


def _kept(command: ChangeSeriesRules | AddToSeries | RemoveFromSeries, state: SeriesState) -> Opened:
    if not isinstance(state, Opened):
        raise SeriesUnknown(f"There is no series {command.series}.")
    if command.by != state.keeper and not command.admin:
        raise KeepersOnly(
            f"Series {command.series} is kept by {state.keeper}, who opened it; only that person changes it."
        )
    return state


def _open(command: OpenSeries, state: SeriesState) -> list[SeriesEvent]:
    if isinstance(state, Opened):
        return []
    _be_meant(command.rules)
    return [
        SeriesOpened(
            series=command.series,
            title=command.title,
            rules=command.rules,
            opened_by=command.by,
            opened_at=command.at,
        )
    ]


def _be_meant(rules: SeriesRules) -> None:
    problems = list(problems_of_series(rules))
    if problems:
        raise SeriesRulesContradictory(
            f"The rules of the series contradict themselves: {'; '.join(problems)}.", problems=problems
        )


def _change(command: ChangeSeriesRules, state: Opened) -> list[SeriesEvent]:
    _be_meant(command.rules)
    if command.rules == state.rules:
        return []
    return [
        SeriesRulesChanged(
            series=command.series,
            rules=command.rules,
            reason=command.reason,
            changed_by=command.by,
            changed_at=command.at,
        )
    ]


def _add(command: AddToSeries, state: Opened) -> list[SeriesEvent]:
    if not command.announced:
        raise ChampionshipUnknown(f"No championship {command.championship} was announced.")
    if command.championship in state.championships:
        raise AlreadyInSeries(
            f"Championship {command.championship} is in series {command.series}; it counts there once."
        )
    return [
        SeriesChampionshipAdded(
            series=command.series,
            championship=command.championship,
            added_by=command.by,
            added_at=command.at,
        )
    ]


def _remove(command: RemoveFromSeries, state: Opened) -> list[SeriesEvent]:
    if command.championship not in state.championships:
        raise NotInSeries(f"Championship {command.championship} is not in series {command.series}.")
    return [
        SeriesChampionshipRemoved(
            series=command.series,
            championship=command.championship,
            reason=command.reason,
            removed_by=command.by,
            removed_at=command.at,
        )
    ]


SERIES: Decider[SeriesCommand, SeriesState, SeriesEvent] = Decider("series", initial, decide, evolve)
