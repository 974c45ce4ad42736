"""What a commission may grant: by the document, within the game, and something."""

from datetime import date
from uuid import UUID

import pytest

from services.appeals.domain.errors import (
    NothingCorrected,
    RemedyNotAllowed,
    RemedyOutsideGame,
    SuspensionInThePast,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    NoChange,
    Remedy,
    RemovePlayer,
    SuspendPlayer,
)
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
    APPOINTED,
    AT,
    CHIEF,
    JUDGE,
    MEMBERS,
    OTHER,
    STRANGER,
    file,
    filed,
    rules,
    vote,
)

ONLY_ANNUL = rules(remedies=("AnnulGame",))


def test_a_remedy_that_the_document_does_not_have_is_not_asked_for_or_voted() -> None:
    """The refusal names what there is; to change nothing is always possible."""
    refusal = (
        scenario(decider).when(file(rules=ONLY_ANNUL, remedy=AwardWin("red"))).then_refused(RemedyNotAllowed)
    )
    assert "NoChange AnnulGame" in refusal.message
    reviewed = scenario(decider).given(filed(rules=ONLY_ANNUL.protests), ACCEPTED, APPOINTED)
    reviewed.when(vote(MEMBERS[0], remedy=AwardWin("red"))).then_refused(RemedyNotAllowed)
    assert reviewed.when(vote(MEMBERS[0], remedy=AnnulGame())).refusal is None
    assert reviewed.when(vote(MEMBERS[0], remedy=NoChange())).refusal is None


@pytest.mark.parametrize(
    ("remedy", "rule"),
    [
        (AdjustPoints(STRANGER, "1", "He shouted."), RemedyOutsideGame),
        (RemovePlayer(STRANGER, "He shouted."), RemedyOutsideGame),
        (SuspendPlayer(STRANGER, date(2030, 1, 1), "He shouted."), RemedyOutsideGame),
        (SuspendPlayer(OTHER, AT.date(), "He shouted."), SuspensionInThePast),
        (CorrectResult(reason="For luck."), NothingCorrected),
    ],
)
def test_a_remedy_reaches_those_concerned_and_does_something(remedy: Remedy, rule: type[Refusal]) -> None:
    """At the filing and at the vote alike."""
    scenario(decider).when(file(remedy=remedy)).then_refused(rule)
    scenario(decider).given(filed(), ACCEPTED, APPOINTED).when(vote(MEMBERS[0], remedy=remedy)).then_refused(
        rule
    )


@pytest.mark.parametrize("accused", [JUDGE, CHIEF])
def test_who_is_complained_of_may_be_removed_or_suspended_and_has_no_points(accused: UUID) -> None:
    """A judge or an official too, at the filing and at the vote; nobody else from outside the game."""
    act = Act(by=accused, moment=None, text="He hinted from the door.")
    unfiled = scenario(decider)
    reviewed = scenario(decider).given(filed(act=act), ACCEPTED, APPOINTED)
    until = date(2030, 1, 1)
    for remedy in (RemovePlayer(accused, "He hinted."), SuspendPlayer(accused, until, "He hinted.")):
        assert unfiled.when(file(act=act, remedy=remedy)).refusal is None
        assert reviewed.when(vote(MEMBERS[0], remedy=remedy)).refusal is None
    for beyond in (AdjustPoints(accused, "-1", "He hinted."), RemovePlayer(STRANGER, "He was there.")):
        unfiled.when(file(act=act, remedy=beyond)).then_refused(RemedyOutsideGame)
        reviewed.when(vote(MEMBERS[0], remedy=beyond)).then_refused(RemedyOutsideGame)
