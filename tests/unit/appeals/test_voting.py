"""Votes: one each, sealed, and from the third one decision."""

from collections.abc import Sequence
from uuid import UUID

import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import (
    AlreadyVoted,
    MemberConflicted,
    NobodyToWarn,
    NotOnTheCommission,
    ProtestOver,
    RemedyOnRejection,
    RemedyOutsideGame,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, ProtestEvent, VotesTallied
from shared.contracts.appeals import AdjustPoints, AnnulGame, NoChange
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHIEF,
    CLOSED,
    DECLINED,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    PLAYERS,
    STRANGER,
    UNDER_REVIEW,
    WAITING,
    WITHDRAWN,
    ballot,
    decided,
    filed,
    game,
    ruled,
    vote,
)

FIRST, SECOND, THIRD = MEMBERS


def test_a_member_votes() -> None:
    """A vote is kept, and nothing follows from it alone."""
    scenario(decider).given(*UNDER_REVIEW).when(vote(SECOND, "reject")).then(ballot(SECOND, "reject"))


def test_the_last_vote_brings_the_tally() -> None:
    """With the third vote the majority stands."""
    given = (*UNDER_REVIEW, ballot(THIRD), ballot(FIRST, "reject"))
    scenario(decider).given(*given).when(vote(SECOND)).then(
        ballot(SECOND), VotesTallied(verdict="uphold", remedy=AnnulGame(), tallied_at=AT)
    )


def test_a_rejection_changes_nothing() -> None:
    """Where the majority rejects, nothing changes, whatever the minority asked for."""
    given = (*UNDER_REVIEW, ballot(THIRD), ballot(FIRST, "reject"))
    scenario(decider).given(*given).when(vote(SECOND, "reject")).then(
        ballot(SECOND, "reject"), VotesTallied(verdict="reject", remedy=NoChange(), tallied_at=AT)
    )


@pytest.mark.parametrize("person", [JUDGE, CHIEF, ORGANIZER, OTHER, STRANGER])
def test_only_members_vote(person: UUID) -> None:
    """Whoever is not on the commission has no vote, whatever the office."""
    scenario(decider).given(*UNDER_REVIEW).when(vote(person)).then_refused(NotOnTheCommission)


@pytest.mark.parametrize("history", [PASSED_ON, UNDER_REVIEW, decided()])
def test_the_filer_does_not_vote(history: Sequence[ProtestEvent]) -> None:
    """The filer is refused as such, at every step."""
    scenario(decider).given(*history).when(vote(FILER)).then_refused(StakeInTheCase)


def test_a_member_votes_once() -> None:
    """A second vote of one member is refused, the same one or another."""
    given = scenario(decider).given(*UNDER_REVIEW, ballot(FIRST))
    given.when(vote(FIRST)).then_refused(AlreadyVoted)
    given.when(vote(FIRST, "reject")).then_refused(AlreadyVoted)


@pytest.mark.parametrize("member", MEMBERS)
def test_no_vote_after_the_tally(member: UUID) -> None:
    """After the tally there is no vote, and the refusal does not tell that there was a tally."""
    after = scenario(decider).given(*decided()).when(vote(member)).then_refused(AlreadyVoted)
    before = (
        scenario(decider).given(*UNDER_REVIEW, ballot(member)).when(vote(member)).then_refused(AlreadyVoted)
    )
    assert after.message == before.message


def test_a_conflict_is_looked_for_again_at_the_vote() -> None:
    """A member who has a stake by now does not vote."""
    changed = game(players=(*PLAYERS[:9], THIRD))
    under_review = scenario(decider).given(*UNDER_REVIEW)
    under_review.when(vote(THIRD, on=changed)).then_refused(MemberConflicted, clause="O-PROT-3")
    under_review.when(vote(FIRST, on=game(judge=FIRST))).then_refused(MemberConflicted)


def test_a_rejection_carries_no_remedy() -> None:
    """A vote to reject with a remedy contradicts itself."""
    scenario(decider).given(*UNDER_REVIEW).when(vote(FIRST, "reject", AnnulGame())).then_refused(
        RemedyOnRejection
    )


def test_points_for_players_of_the_game_only() -> None:
    """A vote cannot reach beyond the game."""
    remedy = AdjustPoints(player=STRANGER, points="-1", reason="He shouted.")
    scenario(decider).given(*UNDER_REVIEW).when(vote(FIRST, "uphold", remedy)).then_refused(RemedyOutsideGame)


def test_upholding_may_change_nothing() -> None:
    """A commission may find for the filer and leave the result."""
    expected = ballot(FIRST, "uphold", NoChange())
    scenario(decider).given(*UNDER_REVIEW).when(vote(FIRST, "uphold", NoChange())).then(expected)


@pytest.mark.parametrize(
    ("history", "rule"),
    [
        (WAITING, StepNotOpen),
        (PASSED_ON, StepNotOpen),
        (DECLINED, ProtestOver),
        (WITHDRAWN, ProtestOver),
        (ruled(), RulingFinal),
        (CLOSED, RulingFinal),
    ],
)
def test_votes_have_their_time(history: Sequence[ProtestEvent], rule: type[Refusal]) -> None:
    """There is no vote before a commission is appointed and none after the protest has ended."""
    scenario(decider).given(*history).when(vote(FIRST)).then_refused(rule)


@pytest.mark.parametrize(
    ("parts", "in_part"),
    [((False, False, False), False), ((True, False, False), False), ((True, True, False), True)],
)
def test_what_most_uphold_in_part_is_upheld_in_part(parts: Sequence[bool], in_part: bool) -> None:
    """Of those who uphold, at least half decide whether it is in part."""
    first = [replace(ballot(m), in_part=part) for m, part in zip(MEMBERS[:2], parts, strict=False)]
    outcome = scenario(decider).given(*UNDER_REVIEW, *first).when(vote(THIRD, in_part=parts[2]))
    assert outcome.events[1].in_part is in_part


def test_one_of_two_who_uphold_makes_it_in_part() -> None:
    """Between whole and part the lesser one counts."""
    given = (*UNDER_REVIEW, replace(ballot(FIRST), in_part=True), ballot(SECOND, "reject"))
    assert scenario(decider).given(*given).when(vote(THIRD)).events[1].in_part is True


def test_a_majority_of_the_commission_warns() -> None:
    """Two votes warn the judge, one does not."""
    warning = replace(ballot(FIRST), warn=True)
    given = scenario(decider).given(*UNDER_REVIEW, warning, ballot(SECOND))
    assert given.when(vote(THIRD, warn=True)).events[1].warn is True
    assert given.when(vote(THIRD)).events[1].warn is False


def test_a_warning_is_for_a_judge_in_an_upheld_protest() -> None:
    """A vote to reject warns nobody, and a player is not warned here."""
    scenario(decider).given(*UNDER_REVIEW).when(vote(FIRST, "reject", warn=True)).then_refused(NobodyToWarn)
    against = (filed(act=Act(by=OTHER, moment=None, text="x")), *UNDER_REVIEW[1:])
    scenario(decider).given(*against).when(vote(FIRST, warn=True)).then_refused(NobodyToWarn)


def test_a_rejection_in_part_contradicts_itself() -> None:
    """One rejects as a whole."""
    command = vote(FIRST, "reject", in_part=True)
    scenario(decider).given(*UNDER_REVIEW).when(command).then_refused(RemedyOnRejection)
