"""A seating that was made elsewhere is published whole, or the line that breaks a rule is named."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from services.registration.domain.draw.decider import PublishSeating, draw
from services.registration.domain.draw.events import DrawPublished
from services.registration.domain.draw.given import GivenTable
from services.registration.domain.draw.state import draw_id
from services.registration.domain.draw.verification import verify
from services.registration.domain.errors import (
    DrawAlreadyPublished,
    JudgeNotAppointed,
    JudgeRepeated,
    NotAnOrganizer,
    PlayerNotInStage,
    PlayerRepeated,
    PlayersGamesUneven,
    SeatingWasGiven,
    SeatsNotTen,
    TableRepeated,
    TooManyPlayers,
)
from tests.scenario import scenario
from tests.unit.registration.drawing import publish, published
from tests.unit.registration.samples import CHAMPIONSHIP, CHIEF, NOW, ORGANIZER, person, stage

TWENTY = tuple(person(number) for number in range(20))
JUDGES = (person(101), person(102))
TABLES = tuple(
    GivenTable(round=number, table=table, judge=JUDGES[table - 1], seats=seats)
    for number in (1, 2)
    for table, seats in ((1, TWENTY[:10]), (2, TWENTY[10:]))
)
"""Twenty players in two rounds of two tables."""


def given(*tables: GivenTable, **changes: Any) -> PublishSeating:
    """Publish the seating of a tour of two games."""
    fields: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "stage": stage("tour", 20, 2),
        "players": frozenset(TWENTY),
        "tables": tables or TABLES,
        "organizers": {ORGANIZER.id},
        "appointed_judges": {*JUDGES, person(103)},
        "by": ORGANIZER,
        "at": NOW,
    }
    return PublishSeating(**(fields | changes))


def second(**changes: Any) -> tuple[GivenTable, ...]:
    """Return the seating with its second line changed."""
    return (TABLES[0], msgspec.structs.replace(TABLES[1], **changes), *TABLES[2:])


def test_a_given_seating_is_published_as_it_is() -> None:
    """Its games stand by round and table, under the name that says it was not drawn."""
    [event] = draw.decide(given(*TABLES[::-1]), draw.initial())
    assert isinstance(event, DrawPublished)
    assert (event.algorithm, event.seed) == ("imported", "")
    assert [(t.round, t.table, t.judge, t.seats) for t in event.tables] == [
        (t.round, t.table, t.judge, t.seats) for t in TABLES
    ]
    assert event.inputs.players == tuple(sorted(TWENTY))
    assert event.inputs.draw == draw_id(CHAMPIONSHIP, "tour")
    assert len({table.game for table in event.tables}) == 4


def test_nothing_can_be_drawn_again() -> None:
    """Verification of a given seating says what it is."""
    [event] = draw.decide(given(), draw.initial())
    assert isinstance(event, DrawPublished)
    with pytest.raises(SeatingWasGiven, match="'tour'"):
        verify(event)


def test_a_stage_is_seated_once() -> None:
    """Neither a draw nor a seating follows another one."""
    scenario(draw).given(published()).when(given()).then_refused(DrawAlreadyPublished)
    [event] = draw.decide(given(), draw.initial())
    assert isinstance(event, DrawPublished)
    scenario(draw).given(event).when(publish()).then_refused(DrawAlreadyPublished)


def test_only_organizers_publish_a_seating() -> None:
    """The chief judge draws; a seating is the organizer's."""
    scenario(draw).when(given(by=CHIEF)).then_refused(NotAnOrganizer)


def test_more_players_than_planned_are_not_seated() -> None:
    """The plan's places are the most that play."""
    scenario(draw).when(given(stage=stage("tour", 10, 2))).then_refused(TooManyPlayers)


@pytest.mark.case(62)
@pytest.mark.parametrize(
    ("tables", "rule", "line"),
    [
        (second(seats=TWENTY[10:19]), SeatsNotTen, 2),
        (second(seats=(*TWENTY[10:], person(30))), SeatsNotTen, 2),
        (second(seats=(*TWENTY[10:19], person(30))), PlayerNotInStage, 2),
        (second(seats=(*TWENTY[10:19], TWENTY[10])), PlayerRepeated, 2),
        (second(seats=(*TWENTY[10:19], TWENTY[0])), PlayerRepeated, 2),
        (second(table=1), TableRepeated, 2),
        (second(judge=person(999)), JudgeNotAppointed, 2),
        (second(judge=JUDGES[0]), JudgeRepeated, 2),
        (TABLES[:3], PlayersGamesUneven, 2),
        ((*TABLES, msgspec.structs.replace(TABLES[0], round=3)), PlayersGamesUneven, 5),
    ],
)
def test_the_line_that_fails_is_named(tables: tuple[GivenTable, ...], rule: Any, line: int) -> None:
    """One bad line refuses the whole seating, and the refusal tells which line."""
    refusal = scenario(draw).when(given(*tables)).then_refused(rule)
    assert refusal.facts["line"] == line
    assert f"ine {line}" in refusal.message


@pytest.mark.parametrize("judge", [TWENTY[0], TWENTY[10]])
def test_nobody_judges_while_he_plays(judge: UUID) -> None:
    """A judge plays neither at his own table nor at another one of the round."""
    refused = scenario(draw).when(
        given(*second(judge=judge), appointed_judges={*JUDGES, *TWENTY}),
    )
    refused.then_refused(JudgeRepeated)
