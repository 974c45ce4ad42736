"""The ruling: drafted by the chairman, published with reasons, final."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import (
    NotTheChairman,
    ReasonMissing,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ProtestEvent, ReasonsWritten
from shared.contracts.appeals import AdjustPoints, NoChange
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHAIRMAN,
    CHIEF,
    CLOSED,
    ENDED,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    STRANGER,
    UNDER_REVIEW,
    applied,
    decided,
    publish,
    published,
    ruled,
    write_reasons,
    written,
)

POINTS = AdjustPoints(player=OTHER, points="-1", reason="He looked.")


def test_the_chairman_writes_reasons() -> None:
    """The first member drafts the reasons once the votes are in."""
    expected = ReasonsWritten(reasons="The vote did not count.", written_by=CHAIRMAN, written_at=AT)
    scenario(decider).given(*decided()).when(write_reasons()).then(expected)


def test_reasons_may_be_rewritten_until_published() -> None:
    """A draft replaces the one before; the same draft again is nothing new."""
    given = scenario(decider).given(*written())
    given.when(write_reasons()).then_nothing()
    given.when(write_reasons(reasons="Otherwise.")).then(
        ReasonsWritten(reasons="Otherwise.", written_by=CHAIRMAN, written_at=AT)
    )


@pytest.mark.parametrize("reasons", ["", " \n "])
def test_reasons_say_something(reasons: str) -> None:
    """Blank reasons are none."""
    scenario(decider).given(*decided()).when(write_reasons(reasons=reasons)).then_refused(ReasonMissing)


@pytest.mark.parametrize("person", [*MEMBERS[1:], JUDGE, CHIEF, ORGANIZER, OTHER, STRANGER])
def test_only_the_chairman_writes_and_publishes(person: UUID) -> None:
    """Neither the other members nor any official write or publish the ruling."""
    for history in (UNDER_REVIEW, written()):
        given = scenario(decider).given(*history)
        given.when(write_reasons(by=person)).then_refused(NotTheChairman)
        given.when(publish(by=person)).then_refused(NotTheChairman)


def test_the_filer_writes_no_ruling() -> None:
    """The filer decides nothing."""
    scenario(decider).given(*written()).when(publish(by=FILER)).then_refused(StakeInTheCase)


def test_a_ruling_is_published_with_reasons_votes_and_dissents() -> None:
    """A ruling that changes the game is published and awaits its application."""
    scenario(decider).given(*written()).when(publish()).then(published())


@pytest.mark.parametrize("remedy", [POINTS, None])
def test_a_ruling_that_changes_something_waits(remedy: AdjustPoints | None) -> None:
    """Points and games are changed by others: the protest stays open until they answer."""
    scenario(decider).given(*written(remedy)).when(publish()).then(published(remedy))


def test_a_ruling_that_changes_nothing_ends_the_protest() -> None:
    """With nothing to apply the protest closes at once."""
    scenario(decider).given(*written(NoChange())).when(publish()).then(
        published(NoChange()), applied(None, ()), ENDED
    )


def test_no_ruling_without_reasons() -> None:
    """A ruling is not published before its reasons are written."""
    scenario(decider).given(*decided()).when(publish()).then_refused(ReasonMissing)


@pytest.mark.parametrize(
    ("history", "rule"),
    [(PASSED_ON, StepNotOpen), (UNDER_REVIEW, StepNotOpen), (ruled(), RulingFinal), (CLOSED, RulingFinal)],
)
def test_a_ruling_is_published_once_and_in_its_time(
    history: Sequence[ProtestEvent], rule: type[Refusal]
) -> None:
    """There is no ruling before the tally, and no second one (O-PROT-4)."""
    given = scenario(decider).given(*history)
    given.when(publish()).then_refused(rule)
    given.when(replace(publish(), ruling=STRANGER)).then_refused(rule)
    given.when(write_reasons(reasons="Otherwise.")).then_refused(rule)
