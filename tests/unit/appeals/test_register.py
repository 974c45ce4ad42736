"""Who may sit: a standing commission, declared interests, people barred."""

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.appeals.domain.errors import (
    CommissionIncomplete,
    MemberConflicted,
    NotTheAppointer,
    PlayHasBegun,
    ReasonMissing,
)
from services.appeals.domain.register.decider import (
    BarPerson,
    DeclareInterest,
    NameStandingCommission,
    RegisterCommand,
    decider,
    is_barred,
)
from services.appeals.domain.register.events import InterestDeclared, PersonBarred, StandingCommissionNamed
from shared.eventsourcing.refusal import Refusal
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHAMPIONSHIP,
    CHIEF,
    JUDGE,
    MEMBERS,
    OFFICIALS,
    ORGANIZER,
    RESERVES,
    STRANGER,
)

NAMED = StandingCommissionNamed(
    championship=CHAMPIONSHIP, members=MEMBERS, reserves=RESERVES, named_by=CHIEF, named_at=AT
)
LATER = AT + timedelta(days=30)


def name(**changes: Any) -> NameStandingCommission:
    """Name a standing commission."""
    command: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "by": CHIEF,
        "members": MEMBERS,
        "reserves": RESERVES,
        "officials": OFFICIALS,
        "begun": False,
        "at": AT,
    }
    return NameStandingCommission(**command | changes)


def bar(**changes: Any) -> BarPerson:
    """Bar a person."""
    command: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "by": CHIEF,
        "person": MEMBERS[1],
        "reason": "Suspended by the federation.",
        "until": LATER,
        "officials": OFFICIALS,
        "at": AT,
    }
    return BarPerson(**command | changes)


def declare(**changes: Any) -> DeclareInterest:
    """Declare an interest."""
    command: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "by": STRANGER,
        "club": "Omega",
        "city": None,
        "related": (JUDGE, STRANGER, JUDGE),
        "at": AT,
    }
    return DeclareInterest(**command | changes)


BARRED = PersonBarred(
    championship=CHAMPIONSHIP,
    person=MEMBERS[1],
    reason="Suspended by the federation.",
    until=LATER,
    barred_by=CHIEF,
    barred_at=AT,
)
DECLARED = InterestDeclared(
    championship=CHAMPIONSHIP, person=STRANGER, club="Omega", city=None, related=(JUDGE,), declared_at=AT
)


def test_a_standing_commission_is_named_and_named_anew() -> None:
    """Chief judge or organizer names it; the same again changes nothing; another one counts from then on."""
    scenario(decider).when(name()).then(NAMED)
    named = scenario(decider).given(NAMED)
    named.when(name()).then_nothing()
    assert named.when(name(by=ORGANIZER, reserves=())).events


def test_a_standing_commission_is_named_before_the_first_game() -> None:
    """Once a game has begun, commissions are appointed case by case."""
    scenario(decider).when(name(begun=True)).then_refused(PlayHasBegun)


@pytest.mark.parametrize(
    "changes", [{"members": MEMBERS[:2]}, {"members": (MEMBERS[0],) * 3}, {"reserves": MEMBERS[:1]}]
)
def test_a_standing_commission_is_three_different_people(changes: dict[str, Any]) -> None:
    """Fewer or repeated people are no commission."""
    scenario(decider).when(name(**changes)).then_refused(CommissionIncomplete)


def test_suspended_people_are_refused_until_their_day() -> None:
    """Who is suspended is not named; when the time is over he may be."""
    scenario(decider).when(bar()).then(BARRED)
    barred = scenario(decider).given(BARRED)
    barred.when(name()).then_refused(MemberConflicted)
    barred.when(bar()).then_nothing()
    assert barred.when(name(at=LATER)).events


def test_barring_needs_an_office_and_a_reason() -> None:
    """Nobody else bars or names, and not without a reason."""
    for command in (bar(by=STRANGER), name(by=STRANGER)):
        scenario(decider).when(command).then_refused(NotTheAppointer)
    scenario(decider).when(bar(reason=" ")).then_refused(ReasonMissing)


def test_a_person_declares_for_himself() -> None:
    """Relations are kept once each, without oneself; the same declaration again changes nothing."""
    scenario(decider).when(declare()).then(DECLARED)
    scenario(decider).given(DECLARED).when(declare(at=LATER)).then_nothing()
    assert scenario(decider).given(DECLARED).when(declare(club=None)).events


COMMANDS: st.SearchStrategy[RegisterCommand] = st.one_of(
    st.builds(name, by=st.sampled_from([CHIEF, STRANGER]), begun=st.booleans()),
    st.builds(bar, person=st.sampled_from(MEMBERS), until=st.sampled_from([None, AT, LATER])),
    st.builds(declare, by=st.sampled_from(MEMBERS), club=st.sampled_from([None, "Omega"])),
)


@given(st.lists(COMMANDS, max_size=12))
def test_any_course_of_a_register(commands: list[RegisterCommand]) -> None:
    """Whatever is tried: no crash, replay equals live, and no barred person is ever named."""
    state, events = decider.initial(), []
    for command in commands:
        try:
            new = decider.decide(command, state)
        except Refusal:
            continue
        if isinstance(command, NameStandingCommission) and new:
            assert not any(is_barred(state, person, AT) for person in (*MEMBERS, *RESERVES))
        for event in new:
            state = decider.evolve(state, event)
            events.append(event)
    assert decider.fold(events) == state
