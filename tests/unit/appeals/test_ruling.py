"""The ruling: drafted by the chairman, published with reasons, final."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import (
    GroundsMissing,
    NotTheChairman,
    ReasonMissing,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.commands import WriteReasons
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ProtestEvent, ReasonsWritten, VotesTallied
from shared.contracts.appeals import AdjustPoints, Grounds, NoChange, Verdict
from shared.contracts.regulations import Fee
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
    ballot,
    decided,
    decline,
    filed,
    publish,
    published,
    ruled,
    rules,
    withdraw,
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


GROUNDS = Grounds(facts="The hand left early.", rule="4.3", conclusion="The vote does not count.")


def test_reasons_may_come_in_their_three_parts() -> None:
    """Facts, rule and conclusion are kept apart, and together as one text."""
    command = WriteReasons(by=CHAIRMAN, reasons="", at=AT, grounds=GROUNDS)
    scenario(decider).given(*decided()).when(command).then(
        ReasonsWritten(
            reasons="The hand left early.\n\n4.3\n\nThe vote does not count.",
            written_by=CHAIRMAN,
            written_at=AT,
            grounds=GROUNDS,
        )
    )


def test_a_document_may_demand_the_three_parts() -> None:
    """Then one text is not enough, and a blank part is none."""
    strict = filed(rules=rules(reasons_in_parts=True).protests)
    given = scenario(decider).given(strict, *decided()[1:])
    given.when(write_reasons()).then_refused(GroundsMissing)
    blank = replace(GROUNDS, conclusion=" ")
    given.when(WriteReasons(by=CHAIRMAN, reasons="", at=AT, grounds=blank)).then_refused(ReasonMissing)


@pytest.mark.parametrize(("verdict", "deposit"), [("uphold", "returned"), ("reject", "kept")])
def test_the_deposit_comes_back_unless_the_protest_is_rejected(verdict: Verdict, deposit: str) -> None:
    """The ruling says what becomes of the deposit."""
    left = filed(deposit=Fee(amount="500", currency="RUB"))
    cast = [ballot(member, verdict) for member in MEMBERS]
    chosen = cast[0].remedy
    given = (
        left,
        *UNDER_REVIEW[1:],
        *cast,
        VotesTallied(verdict=verdict, remedy=chosen, tallied_at=AT),
        ReasonsWritten(reasons="So.", written_by=CHAIRMAN, written_at=AT),
    )
    assert scenario(decider).given(*given).when(publish()).events[0].deposit == deposit


def test_the_deposit_comes_back_without_a_ruling() -> None:
    """Withdrawn or declined, the filer has it back."""
    left = scenario(decider).given(filed(deposit=Fee(amount="500", currency="RUB")))
    assert left.when(withdraw()).events[-1].deposit == "returned"
    assert left.when(decline()).events[-1].deposit == "returned"


def test_a_warned_judge_is_named_in_the_ruling() -> None:
    """A ruling names who is warned: who is complained of."""
    tallied = VotesTallied(verdict="uphold", remedy=NoChange(), tallied_at=AT, warn=True)
    draft = ReasonsWritten(reasons="So.", written_by=CHAIRMAN, written_at=AT)
    given = (*UNDER_REVIEW, *(ballot(m, remedy=NoChange()) for m in MEMBERS), tallied, draft)
    assert scenario(decider).given(*given).when(publish()).events[0].warned == JUDGE
