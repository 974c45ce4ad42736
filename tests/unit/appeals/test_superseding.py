"""A higher body rules in the place of a commission, where the document names one; else a ruling is final."""

import pytest

from services.appeals.domain.errors import (
    AlreadySuperseded,
    ReasonMissing,
    RemedyNotAllowed,
    RemedyOnRejection,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import HigherRulingMade, ProtestClosed, RulingApplied
from services.appeals.domain.protest.facts import People
from services.appeals.domain.protest.state import Ruled
from services.appeals.domain.protest.superseding import place_of
from services.appeals.publications import publication
from shared.contracts.appeals import AdjustPoints, AnnulGame, AwardWin, NoChange, Remedy, RulingPublished
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    CLOSED,
    FILER,
    HIGHER,
    JUDGE,
    OTHER,
    RULING,
    STRANGER,
    UNDER_REVIEW,
    higher,
    person,
    ruled,
    supersede,
)

POINTS = AdjustPoints(OTHER, "-1", "He looked.")


@pytest.mark.clause("O-PROT-4")
def test_without_a_higher_body_a_ruling_is_final() -> None:
    """The refusal names the clause."""
    scenario(decider).when(supersede(CLOSED)).then_refused(RulingFinal, clause="O-PROT-4")


def test_what_it_rules_stands_in_the_place_of_the_ruling() -> None:
    """It says what it supersedes and undoes, and awaits who undoes it, though it changes nothing itself."""
    (made,) = scenario(decider).when(supersede()).events
    assert isinstance(made, HigherRulingMade)
    assert (made.supersedes, made.superseded, made.body) == (RULING, AnnulGame(), "Board of the federation")
    state = decider.fold([made])
    assert isinstance(state, Ruled)
    assert state.awaiting == {"game", "standings"}
    said = publication(made, state)
    assert isinstance(said, RulingPublished)
    assert (said.supersedes, said.superseded, said.votes) == (RULING, AnnulGame(), ())


@pytest.mark.parametrize(
    ("old", "new", "awaited"),
    [
        (POINTS, NoChange(), {"standings"}),
        (AnnulGame(), POINTS, {"game", "standings"}),
        (NoChange(), AwardWin("red"), {"game", "standings"}),
    ],
)
def test_whoever_did_or_does_something_answers(old: Remedy, new: Remedy, awaited: set[str]) -> None:
    """Those of the superseded remedy, and those of the new one."""
    verdict = "reject" if new == NoChange() else "uphold"
    events = scenario(decider).when(supersede(higher(old), remedy=new, verdict=verdict)).events
    state = decider.fold(list(events))
    assert isinstance(state, Ruled)
    assert state.awaiting == awaited


def test_nothing_for_nothing_ends_at_once() -> None:
    """Where neither did anything there is nobody to wait for."""
    events = scenario(decider).when(supersede(higher(NoChange()))).events
    assert [type(event) for event in events] == [HigherRulingMade, RulingApplied, ProtestClosed]


def test_a_ruling_is_superseded_once() -> None:
    """The stream of what supersedes it exists then; to supersede again, the later one is named."""
    (made,) = scenario(decider).when(supersede()).events
    scenario(decider).given(made).when(supersede()).then_refused(AlreadySuperseded)
    assert place_of(RULING) == place_of(RULING) != place_of(person(46))


def test_only_what_was_ruled_and_applied_is_superseded() -> None:
    """Neither a protest under review nor a ruling on its way."""
    body = HIGHER[:1]
    scenario(decider).when(supersede((*body, *UNDER_REVIEW[1:]))).then_refused(StepNotOpen)
    scenario(decider).when(supersede((*body, *ruled()[1:]))).then_refused(StepNotOpen)


def test_it_keeps_the_rules_of_rulings() -> None:
    """Nobody with a stake, no remedy of a rejection or beyond the document, no ruling without reasons."""
    for by in (FILER, JUDGE, OTHER):
        scenario(decider).when(supersede(by=by)).then_refused(StakeInTheCase)
    related = People(related={STRANGER: frozenset({FILER})})
    scenario(decider).when(supersede(people=related)).then_refused(StakeInTheCase)
    scenario(decider).when(supersede(remedy=AnnulGame())).then_refused(RemedyOnRejection)
    scenario(decider).when(supersede(reasons=" ")).then_refused(ReasonMissing)
    narrow = higher(remedies=("AnnulGame",))
    scenario(decider).when(supersede(narrow, remedy=POINTS, verdict="uphold")).then_refused(RemedyNotAllowed)
