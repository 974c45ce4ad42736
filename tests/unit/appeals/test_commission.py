"""The commission: who appoints it and who can sit on it."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from services.appeals.domain.errors import (
    CommissionIncomplete,
    MemberConflicted,
    NotTheAppointer,
    ProtestOver,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, CommissionAppointed, ProtestEvent
from services.appeals.domain.protest.facts import Officials, People
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
    APPOINTED,
    AT,
    CHIEF,
    CLOSED,
    DECLINED,
    FILER,
    JUDGE,
    MEMBERS,
    OFFICIALS,
    ORGANIZER,
    OTHER,
    PASSED_ON,
    PLAYERS,
    STRANGER,
    UNDER_REVIEW,
    WAITING,
    appoint,
    decided,
    filed,
    game,
    person,
)

AGAINST_CHIEF = (filed(act=Act(by=CHIEF, moment=None, text="He overruled the judge.")), ACCEPTED)


def test_the_chief_judge_appoints_three() -> None:
    """The chief judge names three people, the first of whom chairs."""
    scenario(decider).given(*PASSED_ON).when(appoint()).then(APPOINTED)


@pytest.mark.parametrize("by", [ORGANIZER, STRANGER, MEMBERS[0]])
def test_nobody_else_appoints(by: UUID) -> None:
    """Whoever is not the chief judge appoints nobody; the organizer neither, while he need not."""
    scenario(decider).given(*PASSED_ON).when(appoint(by=by)).then_refused(NotTheAppointer, clause="O-PROT-3")


@pytest.mark.parametrize("by", [FILER, JUDGE, OTHER])
def test_nobody_with_a_stake_appoints(by: UUID) -> None:
    """The filer, the judge complained of and the other players appoint nobody."""
    scenario(decider).given(*PASSED_ON).when(appoint(by=by)).then_refused(StakeInTheCase)


@pytest.mark.parametrize("by", [FILER, JUDGE, OTHER])
def test_an_office_does_not_help_who_has_a_stake(by: UUID) -> None:
    """A chief judge who filed, judged or played the game does not appoint; the organizer does."""
    officials = Officials(chief_judges=frozenset({by}), organizers=frozenset({ORGANIZER}))
    passed_on = scenario(decider).given(*PASSED_ON)
    passed_on.when(appoint(by=by, officials=officials)).then_refused(StakeInTheCase)
    by_organizer = appoint(by=ORGANIZER, officials=officials)
    passed_on.when(by_organizer).then(
        CommissionAppointed(members=MEMBERS, appointed_by=ORGANIZER, appointed_at=AT)
    )


@pytest.mark.parametrize(
    ("people", "stake"),
    [
        (People(related={CHIEF: frozenset({FILER})}), "related"),
        (People(related={CHIEF: frozenset({PLAYERS[7]})}), "related"),
        (People(barred=frozenset({CHIEF})), "barred"),
        (People(placed=frozenset({CHIEF})), "own_place"),
        (People(records={CHIEF: OTHER}), "seated"),
        (People(records={CHIEF: STRANGER}, related={STRANGER: frozenset({FILER})}), "related"),
    ],
)
def test_what_is_known_of_the_chief_judge_counts_as_it_does_for_members(people: People, stake: str) -> None:
    """A chief judge who is related, suspended, seated or placed by the ruling leaves it to the organizer."""
    passed_on = scenario(decider).given(*PASSED_ON)
    refusal = passed_on.when(appoint(people=people)).then_refused(StakeInTheCase, clause="O-PROT-3")
    assert refusal.facts == {"stake": stake}
    passed_on.when(appoint(by=ORGANIZER, people=people)).then(
        CommissionAppointed(members=MEMBERS, appointed_by=ORGANIZER, appointed_at=AT)
    )


def test_the_organizer_appoints_against_the_chief_judge() -> None:
    """Where the chief judge is complained of, the organizer appoints and the chief judge does not."""
    against = scenario(decider).given(*AGAINST_CHIEF)
    against.when(appoint(by=CHIEF)).then_refused(StakeInTheCase, clause="O-PROT-3")
    against.when(appoint(by=ORGANIZER)).then(
        CommissionAppointed(members=MEMBERS, appointed_by=ORGANIZER, appointed_at=AT)
    )


def test_a_second_chief_judge_comes_before_the_organizer() -> None:
    """Of two chief judges the one without a stake appoints, and the organizer does not."""
    second = person(25)
    officials = Officials(chief_judges=frozenset({CHIEF, second}), organizers=frozenset({ORGANIZER}))
    against = scenario(decider).given(*AGAINST_CHIEF)
    against.when(appoint(by=ORGANIZER, officials=officials)).then_refused(NotTheAppointer)
    against.when(appoint(by=second, officials=officials)).then(
        CommissionAppointed(members=MEMBERS, appointed_by=second, appointed_at=AT)
    )


def test_where_all_have_a_stake_the_refusal_says_what_to_do() -> None:
    """With nobody left to appoint, the organizer is told to name another chief judge."""
    officials = Officials(chief_judges=frozenset({CHIEF}), organizers=frozenset({OTHER}))
    refusal = (
        scenario(decider)
        .given(*AGAINST_CHIEF)
        .when(appoint(by=STRANGER, officials=officials))
        .then_refused(NotTheAppointer)
    )
    assert "must name another chief judge" in refusal.message


@pytest.mark.parametrize(
    "members",
    [MEMBERS[:2], MEMBERS[:1] * 3, (*MEMBERS[:2], MEMBERS[0]), (*MEMBERS, STRANGER)],
    ids=["two", "one thrice", "one twice", "four"],
)
def test_three_different_people(members: Sequence[UUID]) -> None:
    """Fewer, more or repeated people are no commission."""
    scenario(decider).given(*PASSED_ON).when(appoint(*members)).then_refused(CommissionIncomplete)


@pytest.mark.parametrize(
    ("conflicted", "stake"),
    [(JUDGE, "complained_of"), (FILER, "filer"), *((player, "seated") for player in PLAYERS[1:])],
)
def test_who_has_a_stake_cannot_sit(conflicted: UUID, stake: str) -> None:
    """The judge complained of, the filer and everyone of that table are refused, each with the reason."""
    for members in ((conflicted, *MEMBERS[:2]), (*MEMBERS[:2], conflicted)):
        refusal = (
            scenario(decider)
            .given(*PASSED_ON)
            .when(appoint(*members))
            .then_refused(MemberConflicted, clause="O-PROT-3")
        )
        assert refusal.facts == {"person": conflicted, "stake": stake}


def test_the_games_judge_cannot_sit_where_another_is_complained_of() -> None:
    """The judge of the game stays off the commission when the act was another's."""
    against_other = (filed(act=Act(by=OTHER, moment=None, text="He looked.")), ACCEPTED)
    refusal = (
        scenario(decider)
        .given(*against_other)
        .when(appoint(JUDGE, *MEMBERS[:2]))
        .then_refused(MemberConflicted)
    )
    assert refusal.facts["stake"] == "game_judge"


def test_an_official_complained_of_cannot_sit() -> None:
    """A chief judge complained of stays off the commission that the organizer appoints."""
    against = scenario(decider).given(*AGAINST_CHIEF)
    against.when(appoint(CHIEF, *MEMBERS[:2], by=ORGANIZER)).then_refused(MemberConflicted)


def test_a_substitute_heard_of_later_cannot_sit() -> None:
    """Seats and judge count as they were at the filing and as they are now."""
    changed = game(players=(*PLAYERS[:9], MEMBERS[2]), judge=MEMBERS[1])
    for members in ((*MEMBERS[:1], MEMBERS[2], STRANGER), (*MEMBERS[:2], STRANGER)):
        scenario(decider).given(*PASSED_ON).when(appoint(*members, on=changed)).then_refused(MemberConflicted)


def test_a_chief_judge_without_a_stake_may_sit() -> None:
    """The regulations leave the choice to the chief judge; he may choose himself."""
    expected = CommissionAppointed(members=(CHIEF, *MEMBERS[:2]), appointed_by=CHIEF, appointed_at=AT)
    scenario(decider).given(*PASSED_ON).when(appoint(CHIEF, *MEMBERS[:2])).then(expected)


@pytest.mark.parametrize(
    ("history", "rule"),
    [
        (WAITING, StepNotOpen),
        (UNDER_REVIEW, StepNotOpen),
        (decided(), StepNotOpen),
        (DECLINED, ProtestOver),
        (CLOSED, RulingFinal),
    ],
)
def test_a_commission_is_appointed_once_and_in_its_time(
    history: Sequence[ProtestEvent], rule: type[Refusal]
) -> None:
    """Only an accepted protest gets a commission, and only one."""
    scenario(decider).given(*history).when(appoint(officials=OFFICIALS)).then_refused(rule)
