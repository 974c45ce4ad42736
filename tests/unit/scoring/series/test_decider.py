"""The series: opened, kept by who opened it, its championships counted once."""

from typing import Any
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain import errors
from services.scoring.domain.series.decider import (
    SERIES,
    AddToSeries,
    ChangeSeriesRules,
    OpenSeries,
    RemoveFromSeries,
    SeriesCommand,
)
from services.scoring.domain.series.events import (
    SeriesChampionshipAdded,
    SeriesChampionshipRemoved,
    SeriesEvent,
    SeriesOpened,
    SeriesRulesChanged,
)
from services.scoring.domain.series.state import Opened
from shared.contracts.series import PointsTable, SeriesRules
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, NOW, ORGANIZER, player

NAME = UUID("0190c000-0000-7000-8000-00000000005e")
SUMMED = SeriesRules(count="points")
PLACED = SeriesRules(tables=(PointsTable(players=10, points=("10", "6", "3")),), best=2)
OPENED = SeriesOpened(series=NAME, title="Cities", rules=SUMMED, opened_by=ORGANIZER, opened_at=NOW)
ADDED = SeriesChampionshipAdded(series=NAME, championship=CHAMPIONSHIP, added_by=ORGANIZER, added_at=NOW)


def opening(rules: SeriesRules = SUMMED) -> OpenSeries:
    """Open it."""
    return OpenSeries(series=NAME, title="Cities", rules=rules, by=ORGANIZER, at=NOW)


def add(**changes: Any) -> AddToSeries:
    """Add a championship."""
    given_fields: dict[str, Any] = {"announced": True, "by": ORGANIZER} | changes
    return AddToSeries(series=NAME, championship=CHAMPIONSHIP, at=NOW, **given_fields)


def remove(**changes: Any) -> RemoveFromSeries:
    """Remove it."""
    given_fields: dict[str, Any] = {"by": ORGANIZER} | changes
    return RemoveFromSeries(series=NAME, championship=CHAMPIONSHIP, reason="so", at=NOW, **given_fields)


def change(rules: SeriesRules, **changes: Any) -> ChangeSeriesRules:
    """Let other rules hold."""
    given_fields: dict[str, Any] = {"by": ORGANIZER} | changes
    return ChangeSeriesRules(series=NAME, rules=rules, reason="so", at=NOW, **given_fields)


def test_a_series_is_opened_once_and_gets_championships() -> None:
    """In the order in which they were added."""
    scenario(SERIES).when(opening()).then(OPENED)
    scenario(SERIES).given(OPENED).when(opening()).then_nothing()
    scenario(SERIES).given(OPENED).when(add()).then(ADDED)


def test_a_championship_counts_once_and_may_be_removed() -> None:
    """With a reason; what is not in it is not removed; what nobody announced is not added."""
    scenario(SERIES).given(OPENED, ADDED).when(add()).then_refused(errors.AlreadyInSeries)
    removed = SeriesChampionshipRemoved(
        series=NAME, championship=CHAMPIONSHIP, reason="so", removed_by=ORGANIZER, removed_at=NOW
    )
    scenario(SERIES).given(OPENED, ADDED).when(remove()).then(removed)
    scenario(SERIES).given(OPENED, ADDED, removed).when(remove()).then_refused(errors.NotInSeries)
    scenario(SERIES).given(OPENED).when(add(announced=False)).then_refused(errors.ChampionshipUnknown)


def test_only_who_opened_it_keeps_it() -> None:
    """Or an administrator."""
    opened = scenario(SERIES).given(OPENED)
    opened.when(add(by=player(1))).then_refused(errors.KeepersOnly)
    opened.when(change(PLACED, by=player(1))).then_refused(errors.KeepersOnly)
    scenario(SERIES).given(OPENED, ADDED).when(remove(by=player(1))).then_refused(errors.KeepersOnly)
    opened.when(add(by=player(1), admin=True)).then(
        SeriesChampionshipAdded(series=NAME, championship=CHAMPIONSHIP, added_by=player(1), added_at=NOW)
    )
    scenario(SERIES).when(add()).then_refused(errors.SeriesUnknown)


def test_rules_change_with_a_reason() -> None:
    """The same ones again are nothing new."""
    changed = SeriesRulesChanged(series=NAME, rules=PLACED, reason="so", changed_by=ORGANIZER, changed_at=NOW)
    scenario(SERIES).given(OPENED).when(change(PLACED)).then(changed)
    scenario(SERIES).given(OPENED).when(change(SUMMED)).then_nothing()


def test_rules_that_contradict_themselves_are_refused_with_all_of_it() -> None:
    """At the opening and at a change."""
    table = PointsTable(players=10, points=("3", "6"))
    wrong = SeriesRules(tables=(table, table), order=("points", "points"))
    refusal = scenario(SERIES).when(opening(wrong)).then_refused(errors.SeriesRulesContradictory)
    assert len(refusal.facts["problems"]) == 4  # type: ignore[arg-type]
    for rules in (SeriesRules(), SeriesRules(count="points", tables=(table,), shared_places="each")):
        scenario(SERIES).given(OPENED).when(change(rules)).then_refused(errors.SeriesRulesContradictory)


COMMANDS: st.SearchStrategy[SeriesCommand] = st.one_of(
    st.builds(opening, st.sampled_from([SUMMED, PLACED, SeriesRules()])),
    st.builds(add, by=st.sampled_from([ORGANIZER, player(1)]), announced=st.booleans()),
    st.builds(remove, by=st.sampled_from([ORGANIZER, player(1)])),
    st.builds(change, st.sampled_from([SUMMED, PLACED])),
)


@given(st.lists(COMMANDS, max_size=12))
@settings(deadline=None)
def test_any_course_keeps_one_keeper_and_no_championship_twice(commands: list[SeriesCommand]) -> None:
    """Whatever is asked for, by whomever."""
    history: list[SeriesEvent] = []
    for command in commands:
        try:
            history += SERIES.decide(command, SERIES.fold(history))
        except Refusal:
            continue
    state = SERIES.fold(history)
    assert sum(isinstance(event, SeriesOpened) for event in history) == isinstance(state, Opened)
    if isinstance(state, Opened):
        assert state.keeper == ORGANIZER
        assert len(set(state.championships)) == len(state.championships)
