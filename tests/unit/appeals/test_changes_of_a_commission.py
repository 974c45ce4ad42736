"""Who leaves a commission, who comes in, and what is consented and objected to."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from services.appeals.domain.errors import (
    AlreadyVoted,
    CommissionHasVoted,
    CommissionIncomplete,
    ConsentMissing,
    MemberConflicted,
    MemberStands,
    NoObjection,
    NoSuchMember,
    NotAParty,
    NotOnTheCommission,
    NotTheAppointer,
    ObjectedBefore,
    ObjectionOpen,
    ReasonMissing,
    SeatNotEmpty,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    CommissionAppointed,
    ConsentGiven,
    MemberRecused,
    ObjectionDecided,
    ObjectionRaised,
    ProtestEvent,
    VotesTallied,
)
from services.appeals.domain.protest.facts import People
from shared.contracts.appeals import AnnulGame
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    BROKEN,
    CHIEF,
    FILER,
    JUDGE,
    MEMBERS,
    OBJECTION,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    PLAYERS,
    RESERVED,
    RESERVES,
    REVIEWED,
    STRANGER,
    UNDER_REVIEW,
    appoint,
    ballot,
    consent,
    decide_objection,
    decided,
    filed,
    game,
    late,
    object_to,
    recuse,
    replace_conflicted,
    replace_member,
    replaced,
    rules,
    vote,
)

FIRST, SECOND, THIRD = MEMBERS
NEXT, LAST = RESERVES
CLUBMATES = People(clubs={FILER: "Omega", SECOND: " omega"})
WITHOUT_SECOND = replaced(SECOND, NEXT, members=(FIRST, THIRD, NEXT), reserves=(LAST,))


# ------------------------------------------------------------------------------ reserves


def test_reserves_are_named_with_the_commission() -> None:
    """The chief judge may name reserves, who wait their turn."""
    scenario(decider).given(*PASSED_ON).when(appoint(reserves=RESERVES)).then(RESERVED)


@pytest.mark.parametrize("reserves", [(MEMBERS[0],), (RESERVES[0], RESERVES[0])])
def test_a_reserve_is_somebody_else(reserves: tuple[UUID, ...]) -> None:
    """Nobody is member and reserve, or reserve twice."""
    scenario(decider).given(*PASSED_ON).when(appoint(reserves=reserves)).then_refused(CommissionIncomplete)


def test_a_reserve_has_no_stake() -> None:
    """Who played the game cannot wait in reserve either."""
    scenario(decider).given(*PASSED_ON).when(appoint(reserves=(OTHER,))).then_refused(MemberConflicted)


def test_a_standing_commission_lets_its_reserves_move_up() -> None:
    """A member of the standing commission who played the game makes room for the first reserve."""
    command = appoint(FIRST, OTHER, THIRD, reserves=RESERVES, standing=True)
    expected = CommissionAppointed(
        members=(FIRST, THIRD, NEXT),
        appointed_by=CHIEF,
        appointed_at=AT,
        reserves=(LAST,),
        standing=True,
    )
    scenario(decider).given(*PASSED_ON).when(command).then(expected)


def test_a_standing_commission_of_too_few_is_none() -> None:
    """Where too many of the standing commission have a stake, others must be named."""
    command = appoint(FIRST, OTHER, PLAYERS[3], reserves=(), standing=True)
    scenario(decider).given(*PASSED_ON).when(command).then_refused(CommissionIncomplete)


@pytest.mark.parametrize(
    ("people", "stake"),
    [
        (People(barred=frozenset({SECOND})), "barred"),
        (People(related={SECOND: frozenset({FILER})}), "related"),
        (People(related={SECOND: frozenset({PLAYERS[7]})}), "related"),
        (People(records={SECOND: STRANGER}, related={STRANGER: frozenset({FILER})}), "related"),
        (People(records={STRANGER: SECOND}, related={STRANGER: frozenset({FILER})}), "related"),
    ],
)
def test_who_is_barred_or_related_cannot_sit(people: People, stake: str) -> None:
    """Suspended people, and those who declared a relation to anyone of the game, are refused."""
    refusal = scenario(decider).given(*PASSED_ON).when(appoint(people=people)).then_refused(MemberConflicted)
    assert refusal.facts == {"person": SECOND, "stake": stake}


# ------------------------------------------------------------------------------ consent


@pytest.mark.parametrize(
    "people",
    [
        CLUBMATES,
        People(cities={JUDGE: "Omsk", SECOND: "OMSK"}),
        People(clubs={FILER: "Omega", SECOND: "Omega", THIRD: "Alpha"}),
        People(records={SECOND: STRANGER}, clubs={FILER: "Omega", STRANGER: "Omega"}),
        People(records={STRANGER: FILER}, cities={STRANGER: "Omsk", SECOND: "Omsk"}),
    ],
)
def test_a_mate_of_a_party_is_appointed_and_said_to_need_consent(people: People) -> None:
    """Who shares club or city with a party may be named; the appointment says whom it concerns."""
    outcome = scenario(decider).given(*PASSED_ON).when(appoint(people=people))
    outcome.then(CommissionAppointed(members=MEMBERS, appointed_by=CHIEF, appointed_at=AT, soft=(SECOND,)))


def test_a_mate_of_a_party_votes_with_both_consents_only() -> None:
    """One party's consent is not enough; with both he votes."""
    one = ConsentGiven(party=FILER, member=SECOND, given_at=AT)
    other = ConsentGiven(party=JUDGE, member=SECOND, given_at=AT)
    command = vote(SECOND, people=CLUBMATES)
    review = scenario(decider).given(*UNDER_REVIEW)
    review.when(command).then_refused(ConsentMissing)
    review.given(one).when(command).then_refused(ConsentMissing)
    review.given(one, other).when(command).then(ballot(SECOND))


def test_a_document_may_want_no_consent() -> None:
    """Where the document says so, club and city do not matter."""
    given = (filed(rules=rules(consent_for=()).protests), *UNDER_REVIEW[1:])
    scenario(decider).given(*given).when(vote(SECOND, people=CLUBMATES)).then(ballot(SECOND))


def test_a_consent_is_given_once_by_a_party() -> None:
    """A party consents, once; others have nothing to consent to."""
    review = scenario(decider).given(*UNDER_REVIEW)
    expected = ConsentGiven(party=JUDGE, member=SECOND, given_at=AT)
    review.when(consent(JUDGE)).then(expected)
    review.given(expected).when(consent(JUDGE)).then_nothing()
    review.when(consent(OTHER)).then_refused(NotAParty)
    review.when(consent(JUDGE, STRANGER)).then_refused(NoSuchMember)


def test_without_consent_the_member_may_be_replaced() -> None:
    """Whoever appoints may replace a member whom a party does not want to consent to."""
    review = scenario(decider).given(*REVIEWED)
    expected = replaced(
        SECOND,
        NEXT,
        members=(FIRST, THIRD, NEXT),
        reserves=(LAST,),
        cause="conflict",
        reason="He must.",
        replaced_by=CHIEF,
    )
    review.when(replace_member(member=SECOND, people=CLUBMATES)).then(expected)


# ------------------------------------------------------------------------------ objections


def test_a_party_objects_once_to_a_member() -> None:
    """A party objects with a reason, to a member or a reserve, once to each."""
    review = scenario(decider).given(*REVIEWED)
    raised = ObjectionRaised(party=FILER, member=THIRD, reason="They share a flat.", raised_at=AT)
    review.when(object_to(FILER)).then(raised)
    review.given(raised).when(object_to(FILER)).then_refused(ObjectedBefore)
    review.given(raised).when(object_to(JUDGE)).then(
        ObjectionRaised(party=JUDGE, member=THIRD, reason="They share a flat.", raised_at=AT)
    )
    review.when(object_to(OTHER)).then_refused(NotAParty)
    review.when(object_to(FILER, STRANGER)).then_refused(NoSuchMember)
    review.when(object_to(FILER, reason=" ")).then_refused(ReasonMissing)


def test_nobody_votes_while_an_objection_is_open() -> None:
    """An open objection to a member stops every vote; one to a reserve stops none."""
    review = scenario(decider).given(*REVIEWED)
    review.given(OBJECTION).when(vote(FIRST)).then_refused(ObjectionOpen)
    to_reserve = ObjectionRaised(party=FILER, member=NEXT, reason="No.", raised_at=AT)
    review.given(to_reserve).when(vote(FIRST)).then(ballot(FIRST))


def test_an_upheld_objection_brings_the_first_reserve_in() -> None:
    """The member leaves, the first reserve sits last, and the decision and the change have their reasons."""
    decision = ObjectionDecided(
        member=SECOND, upheld=True, reason="It is so.", decided_by=CHIEF, decided_at=AT
    )
    change = replaced(
        SECOND,
        NEXT,
        members=(FIRST, THIRD, NEXT),
        reserves=(LAST,),
        cause="objection",
        reason="It is so.",
        replaced_by=CHIEF,
    )
    scenario(decider).given(*REVIEWED, OBJECTION).when(decide_objection()).then(decision, change)


def test_a_rejected_objection_changes_nothing() -> None:
    """The member stays, the votes go on, and the objection is not open any more."""
    decision = ObjectionDecided(
        member=SECOND, upheld=False, reason="It is so.", decided_by=CHIEF, decided_at=AT
    )
    review = scenario(decider).given(*REVIEWED, OBJECTION)
    review.when(decide_objection(upheld=False)).then(decision)
    review.given(decision).when(vote(FIRST)).then(ballot(FIRST))
    review.given(decision).when(decide_objection()).then_refused(NoObjection)


@pytest.mark.parametrize(
    ("by", "rule"), [(ORGANIZER, NotTheAppointer), (FIRST, NotTheAppointer), (FILER, StakeInTheCase)]
)
def test_who_appoints_decides_objections(by: UUID, rule: type) -> None:
    """Neither the organizer, nor a member, nor a party decides an objection."""
    scenario(decider).given(*REVIEWED, OBJECTION).when(decide_objection(by)).then_refused(rule)


def test_a_vote_of_who_left_does_not_count() -> None:
    """A member who had voted and leaves takes the vote along; three others are needed."""
    given = (*REVIEWED, ballot(SECOND), ballot(FIRST), WITHOUT_SECOND, ballot(THIRD, "reject"))
    scenario(decider).given(*given).when(vote(NEXT)).then(
        ballot(NEXT), VotesTallied(verdict="uphold", remedy=AnnulGame(), tallied_at=AT)
    )
    scenario(decider).given(*given).when(vote(SECOND)).then_refused(NotOnTheCommission)


# ------------------------------------------------------------------------------ recusal


def test_a_member_stands_down_for_the_first_reserve_without_a_stake() -> None:
    """A reserve who has a stake by now is passed over."""
    recused = MemberRecused(member=FIRST, reason="My pupil.", recused_at=AT)
    review = scenario(decider).given(*REVIEWED)
    review.when(recuse(FIRST)).then(
        recused, replaced(FIRST, NEXT, members=(SECOND, THIRD, NEXT), reserves=(LAST,))
    )
    barred = People(barred=frozenset({NEXT}))
    review.when(recuse(FIRST, barred)).then(
        recused, replaced(FIRST, LAST, members=(SECOND, THIRD, LAST), reserves=(NEXT,))
    )


def test_a_reserve_stands_down() -> None:
    """Who waits in reserve may leave too, and no seat changes."""
    scenario(decider).given(*REVIEWED).when(recuse(NEXT)).then(
        MemberRecused(member=NEXT, reason="My pupil.", recused_at=AT),
        replaced(NEXT, members=MEMBERS, reserves=(LAST,)),
    )


def test_a_member_who_has_voted_stays() -> None:
    """A vote cast stands; before and after the tally the refusal is the same."""
    before = scenario(decider).given(*REVIEWED, ballot(FIRST)).when(recuse(FIRST)).then_refused(AlreadyVoted)
    after = scenario(decider).given(*decided()).when(recuse(FIRST)).then_refused(AlreadyVoted)
    assert before.message == after.message


def test_fewer_than_three_do_not_vote() -> None:
    """With an empty seat nobody votes; once it is filled, everybody does."""
    broken = scenario(decider).given(*BROKEN)
    broken.when(vote(FIRST)).then_refused(CommissionIncomplete, clause="O-PROT-3")
    filled = replaced(
        None,
        STRANGER,
        members=(FIRST, SECOND, STRANGER),
        cause="vacancy",
        reason="He must.",
        replaced_by=CHIEF,
    )
    broken.when(replace_member(member=None, successor=STRANGER)).then(filled)
    broken.given(filled).when(vote(STRANGER)).then(ballot(STRANGER))
    broken.when(replace_member(member=None)).then_refused(CommissionIncomplete)
    broken.when(replace_member(member=None, successor=OTHER)).then_refused(MemberConflicted)
    broken.when(replace_member(member=None, successor=FIRST)).then_refused(CommissionIncomplete)


# ------------------------------------------------------------------------------ replacement


def test_a_member_is_replaced_for_a_cause_only() -> None:
    """Whoever appoints cannot change a commission that he does not like."""
    review = scenario(decider).given(*REVIEWED)
    review.when(replace_member()).then_refused(MemberStands)
    review.when(replace_member(member=None)).then_refused(SeatNotEmpty)
    review.when(replace_member(member=NEXT)).then_refused(NoSuchMember)
    review.when(replace_member(ORGANIZER)).then_refused(NotTheAppointer)
    changed = game(players=(*PLAYERS[:9], THIRD))
    review.when(replace_member(on=changed)).then(
        replaced(
            THIRD,
            NEXT,
            members=(FIRST, SECOND, NEXT),
            reserves=(LAST,),
            cause="conflict",
            reason="He must.",
            replaced_by=CHIEF,
        )
    )


def test_a_late_member_is_replaced() -> None:
    """When the time for the vote has passed, members may be replaced."""
    scenario(decider).given(*REVIEWED, *late("vote")).when(replace_member(successor=STRANGER)).then(
        replaced(
            THIRD,
            STRANGER,
            members=(FIRST, SECOND, STRANGER),
            reserves=RESERVES,
            cause="overdue",
            reason="He must.",
            replaced_by=CHIEF,
        )
    )


def test_who_comes_into_conflict_makes_room() -> None:
    """Two members who turn out to have sat at the game leave, and both reserves come in."""
    changed = game(judge=FIRST, players=(*PLAYERS[:9], THIRD))
    scenario(decider).given(*REVIEWED).when(replace_conflicted(changed)).then(
        replaced(
            FIRST,
            NEXT,
            members=(SECOND, THIRD, NEXT),
            reserves=(LAST,),
            cause="conflict",
            reason="game_judge",
        ),
        replaced(THIRD, LAST, members=(SECOND, NEXT, LAST), cause="conflict", reason="seated"),
    )
    scenario(decider).given(*REVIEWED).when(replace_conflicted()).then_nothing()
    scenario(decider).given(*decided()).when(replace_conflicted(changed)).then_nothing()


def test_no_vote_is_taken_while_another_member_has_a_stake() -> None:
    """A tally that a conflicted member's vote would be part of does not come about."""
    changed = game(players=(*PLAYERS[:9], THIRD))
    given = (*REVIEWED, ballot(THIRD), ballot(FIRST))
    scenario(decider).given(*given).when(vote(SECOND, on=changed)).then_refused(CommissionIncomplete)


@pytest.mark.parametrize(("history", "rule"), [(PASSED_ON, StepNotOpen), (decided(), CommissionHasVoted)])
def test_a_commission_changes_in_its_time(history: Sequence[ProtestEvent], rule: type) -> None:
    """Before there is one and after its last vote nothing of a commission changes."""
    at = scenario(decider).given(*history)
    for command in (consent(FILER), object_to(FILER), decide_objection(), replace_member()):
        at.when(command).then_refused(rule)
