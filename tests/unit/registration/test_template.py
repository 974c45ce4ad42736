"""Plans laid out from the shipped documents: they work, whatever is asked."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.registration.api.local_times import localized
from services.registration.domain.championship.plan import check_places, check_plan
from services.registration.domain.championship.schedule import check_schedule
from services.registration.domain.championship.template import PAUSE, Days, laid_out, sittings
from services.registration.domain.errors import GamesDoNotDivide, PlanCannotWork, ScheduleCannotWork
from shared.contracts.registration import Block, StagePlan
from shared.contracts.regulations import shipped
from tests.unit.registration.samples import OMSK

DOCUMENTS = shipped()


def days(**changes: Any) -> Days:
    """Return days from eleven to ten in the evening, an hour a game."""
    whole: dict[str, Any] = {
        "first": date(2026, 5, 23),
        "opens": time(11),
        "closes": time(22),
        "game": timedelta(minutes=60),
    }
    return Days(**(whole | changes))


def test_the_days_are_filled_in_order() -> None:
    """ONORE for 40: four games in a row, an hour's break, a break between stages, on to the next day."""
    stages = laid_out(DOCUMENTS["onore-2014"], 40, None)
    assert [(stage.key, stage.players, stage.tables, stage.rounds) for stage in stages] == [
        ("tour-1", 40, 4, 3),
        ("tour-2", 40, 4, 2),
        ("semifinal", 20, 2, 3),
        ("final", 10, 1, 3),
    ]
    told = [
        ("pause" if one.pause else one.stage, f"{one.start:%d %H:%M}", f"{one.end:%H:%M}")
        for one in sittings(stages, days())
    ]
    assert told == [
        ("tour-1", "23 11:00", "14:00"),
        ("pause", "23 14:00", "15:00"),
        ("tour-2", "23 15:00", "17:00"),
        ("pause", "23 17:00", "18:00"),
        ("semifinal", "23 18:00", "21:00"),
        ("final", "24 11:00", "14:00"),
    ]


def test_a_long_stage_pauses_and_goes_on_the_next_day() -> None:
    """Ten games of thirty: four, a break, four, and two on the day after."""
    stages = laid_out(DOCUMENTS["fsm-2022"], 30, None)
    told = [(one.start, one.pause) for one in sittings(stages, days()) if one.stage == "qualification"]
    assert told == [
        (datetime(2026, 5, 23, 11), False),  # noqa: DTZ001 - a wall clock
        (datetime(2026, 5, 23, 15), True),  # noqa: DTZ001
        (datetime(2026, 5, 23, 16), False),  # noqa: DTZ001
        (datetime(2026, 5, 23, 20), True),  # noqa: DTZ001
        (datetime(2026, 5, 23, 21), False),  # noqa: DTZ001
        (datetime(2026, 5, 24, 11), False),  # noqa: DTZ001
    ]


def test_fewer_players_than_go_on_are_refused() -> None:
    """The template's own numbers bind it: 20 go on from the second tour."""
    with pytest.raises(PlanCannotWork, match="20 go on"):
        laid_out(DOCUMENTS["onore-2014"], 10, None)


def test_numbers_that_do_not_divide_are_refused() -> None:
    """25 players with 3 games each are 75 seats."""
    with pytest.raises(GamesDoNotDivide):
        laid_out(DOCUMENTS["chnu-2016"], 25, None)


def test_days_that_do_not_suffice_are_refused_with_how_many_do() -> None:
    """A hundred players at two tables take more than a weekend."""
    stages = laid_out(DOCUMENTS["mafgame-2026"], 100, 2)
    with pytest.raises(ScheduleCannotWork, match=r"take \d+ days, but there are 2"):
        sittings(stages, days(most=2))
    with pytest.raises(ScheduleCannotWork, match="too short"):
        sittings(stages, days(closes=time(11, 30)))


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(DOCUMENTS)),
    st.integers(1, 30),
    st.none() | st.integers(1, 12),
    st.integers(20, 180),
    st.integers(0, 20),
)
def test_whatever_is_laid_out_works(
    document: str, tens: int, tables: int | None, minutes: int, opens: int
) -> None:
    """Stages, places and blocks pass the checks of every announcement; every round has its time."""
    regulations = DOCUMENTS[document]
    game = timedelta(minutes=minutes)
    try:
        stages = laid_out(regulations, tens * 10, tables)
    except PlanCannotWork:
        return
    played = sittings(stages, days(opens=time(opens), closes=time(23, 59), game=game, most=400))
    plan = []
    for stage in stages:
        blocks = []
        for one in played:
            if one.stage == stage.key:
                start, end = (localized(at.isoformat(), OMSK.zone) for at in (one.start, one.end))
                kind: Any = "break" if one.pause else "games"
                blocks.append(Block(title=one.title, kind=kind, start=start, end=end))
        lasting = [one.end - one.start for one in played if one.stage == stage.key and not one.pause]
        assert sum(lasting, timedelta()) == stage.rounds * game
        assert all(one.end - one.start == PAUSE for one in played if one.pause)
        plan.append(
            StagePlan(
                key=stage.key,
                title=stage.title,
                kind=stage.kind,
                games=stage.games,
                players=stage.players,
                advance=stage.advance,
                venue=OMSK.key,
                tables=stage.tables,
                blocks=tuple(blocks),
            )
        )
    check_plan(plan, [OMSK], regulations)
    check_places(plan, tens * 10, regulations)
    check_schedule(plan, [OMSK], regulations)
