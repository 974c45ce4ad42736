"""Deadlines: when an answer is due, and what follows when it is not given."""

from datetime import timedelta

import pytest

from services.appeals.domain.errors import (
    DeclineFinal,
    NotTheFiler,
    NotTheGamesJudge,
    ReasonMissing,
    StakeInTheCase,
    StepNotOpen,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    DeadlinePassed,
    DeadlineSet,
    DeclineContested,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
)
from services.appeals.domain.protest.facts import People
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
    APPOINTED,
    AT,
    CHIEF,
    CONTESTED,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    PASSED_ON,
    UNDER_REVIEW,
    WAITING,
    accept,
    appoint,
    ballot,
    contest,
    decided,
    decline,
    file,
    filed,
    late,
    pass_deadline,
    publish,
    replace_member,
    rules,
    vote,
    write_reasons,
)

TIMED = rules(acceptance_minutes=10, decline_review_minutes=20, appointment_minutes=30, vote_minutes=40)
FILED = filed(rules=TIMED.protests)
SECOND_LATER = timedelta(seconds=1)


def test_each_step_sets_the_next_deadline() -> None:
    """The document's minutes run from the step before; without them there is no deadline."""
    ten, twenty, thirty, forty = (AT + timedelta(minutes=m) for m in (10, 20, 30, 40))
    start = scenario(decider)
    start.when(file(rules=TIMED)).then(FILED, DeadlineSet(deadline="acceptance", due_at=ten))
    waiting = start.given(FILED)
    waiting.when(accept()).then(ACCEPTED, DeadlineSet(deadline="appointment", due_at=thirty))
    waiting.given(ACCEPTED).when(appoint()).then(APPOINTED, DeadlineSet(deadline="vote", due_at=forty))
    declined = ProtestDeclined(declined_by=JUDGE, reason="No rule was broken.", declined_at=AT, final=False)
    waiting.when(decline()).then(declined, DeadlineSet(deadline="review", due_at=twenty))


def test_a_deadline_passes_once_and_not_before_its_time() -> None:
    """A second before nothing happens; then it is noted, and not again."""
    when = AT + timedelta(minutes=10)
    waiting = scenario(decider).given(FILED, DeadlineSet(deadline="acceptance", due_at=when))
    waiting.when(pass_deadline("acceptance", when, when - SECOND_LATER)).then_nothing()
    passed = DeadlinePassed(deadline="acceptance", due_at=when, passed_at=when)
    waiting.when(pass_deadline("acceptance", when)).then(passed)
    waiting.given(passed).when(pass_deadline("acceptance", when)).then_nothing()


def test_a_deadline_that_was_met_or_moved_is_none() -> None:
    """A late worker that holds an old deadline changes nothing."""
    when = AT + timedelta(minutes=10)
    given = (FILED, DeadlineSet(deadline="acceptance", due_at=when), ACCEPTED)
    scenario(decider).given(*given).when(pass_deadline("acceptance", when)).then_nothing()
    moved = DeadlineSet(deadline="acceptance", due_at=when + SECOND_LATER)
    scenario(decider).given(*given[:2], moved).when(pass_deadline("acceptance", when)).then_nothing()


@pytest.mark.clause("O-PROT-2")
def test_silence_escalates_to_the_chief_judge() -> None:
    """When the judge was silent too long, a chief judge may answer; the judge still may."""
    early = scenario(decider).given(*WAITING)
    early.when(accept(CHIEF)).then_refused(NotTheGamesJudge, clause="O-PROT-2")
    silent = early.given(*late("acceptance"))
    silent.when(accept(CHIEF)).then(ProtestAccepted(accepted_by=CHIEF, accepted_at=AT))
    silent.when(accept(JUDGE)).then(ACCEPTED)
    silent.when(accept(ORGANIZER)).then_refused(NotTheGamesJudge)
    silent.when(accept(FILER)).then_refused(StakeInTheCase)
    related = People(related={CHIEF: frozenset({FILER})})
    silent.when(accept(CHIEF, related)).then_refused(NotTheGamesJudge)
    silent.when(accept(ORGANIZER, related)).then(ProtestAccepted(accepted_by=ORGANIZER, accepted_at=AT))


def test_a_decline_is_taken_to_the_chief_judge_once() -> None:
    """The filer contests it, the chief judge answers, and what he declines stays declined."""
    not_final = ProtestDeclined(declined_by=JUDGE, reason="No rule was broken.", declined_at=AT, final=False)
    open_ = scenario(decider).given(FILED, not_final, DeadlineSet(deadline="review", due_at=AT))
    open_.when(contest()).then(DeclineContested(reason="The rule was named.", contested_at=AT))
    open_.when(contest(JUDGE)).then_refused(NotTheFiler)
    open_.when(contest(at=AT + SECOND_LATER)).then_refused(DeclineFinal)
    contested = scenario(decider).given(*CONTESTED)
    contested.when(accept(JUDGE)).then_refused(NotTheGamesJudge)
    contested.when(accept(CHIEF)).then(ProtestAccepted(accepted_by=CHIEF, accepted_at=AT))
    final = ProtestDeclined(declined_by=CHIEF, reason="No rule was broken.", declined_at=AT)
    closed = ProtestClosed(outcome="declined", closed_at=AT)
    contested.when(decline(CHIEF)).then(final, closed)
    contested.given(final, closed).when(contest()).then_refused(DeclineFinal)


def test_a_decline_that_nobody_contests_becomes_final() -> None:
    """With its deadline the protest is closed."""
    not_final = ProtestDeclined(declined_by=JUDGE, reason="No rule was broken.", declined_at=AT, final=False)
    when = AT + timedelta(minutes=20)
    given = (FILED, not_final, DeadlineSet(deadline="review", due_at=when))
    scenario(decider).given(*given).when(pass_deadline("review", when)).then(
        DeadlinePassed(deadline="review", due_at=when, passed_at=when),
        ProtestClosed(outcome="declined", closed_at=when),
    )


def test_an_undisputed_step_is_not_contested() -> None:
    """There is nothing to contest before a decline."""
    scenario(decider).given(*WAITING).when(contest()).then_refused(StepNotOpen)


def test_a_late_appointment_is_open_to_an_organizer() -> None:
    """Chief judge and organizer may both appoint then; neither may with a stake."""
    after = scenario(decider).given(*PASSED_ON, *late("appointment"))
    assert after.when(appoint(by=ORGANIZER)).events
    assert after.when(appoint(by=CHIEF)).events
    after.when(appoint(by=FILER)).then_refused(StakeInTheCase)


def test_a_late_vote_passes_whether_it_was_cast_or_not() -> None:
    """The deadline of the vote passes alike before and after the tally, and the ruling may still come."""
    when = AT + timedelta(minutes=40)
    set_ = DeadlineSet(deadline="vote", due_at=when)
    passed = DeadlinePassed(deadline="vote", due_at=when, passed_at=when)
    cast = (ballot(MEMBERS[0]), ballot(MEMBERS[1]))
    review = scenario(decider).given(*UNDER_REVIEW, set_, *cast)
    review.when(pass_deadline("vote", when)).then(passed)
    tallied = scenario(decider).given(*UNDER_REVIEW, set_, *cast, *decided()[-2:])
    tallied.when(pass_deadline("vote", when)).then(passed)
    assert tallied.given(passed).when(write_reasons()).events
    tallied.given(passed).when(publish()).then_refused(ReasonMissing)
    assert review.given(passed).when(vote(MEMBERS[2])).events


def test_a_new_member_has_the_whole_time() -> None:
    """Who comes in for a late member gets the document's minutes anew."""
    given = (FILED, ACCEPTED, APPOINTED, *late("vote"))
    outcome = scenario(decider).given(*given).when(replace_member(successor=ORGANIZER))
    assert outcome.events[1:] == [DeadlineSet(deadline="vote", due_at=AT + timedelta(minutes=40))]
