"""The hearing: who speaks, when, and who answers."""

from collections.abc import Sequence
from uuid import UUID

import msgspec
import pytest

from services.appeals.domain.errors import (
    CommissionHasVoted,
    NotAParty,
    NotAsked,
    NotHeard,
    NotOnTheCommission,
    NotYourTurn,
    ReasonMissing,
    StakeInTheCase,
    StepNotOpen,
    TooManyFiles,
    UnknownQuestion,
)
from services.appeals.domain.protest.commands import MakeStatement
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    Act,
    EvidenceAdded,
    EvidenceFile,
    ProtestEvent,
    QuestionAnswered,
    QuestionAsked,
    StatementMade,
)
from services.appeals.domain.protest.hearing import FILES
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHIEF,
    FILER,
    JUDGE,
    MEMBERS,
    OTHER,
    PASSED_ON,
    QUESTION,
    STATEMENT,
    UNDER_REVIEW,
    add_evidence,
    answer,
    ask,
    decided,
    filed,
    make_statement,
)

REVIEW = scenario(decider).given(*UNDER_REVIEW)
ANSWERED = QuestionAnswered(question=1, party="accused", by=JUDGE, text="It was.", answered_at=AT)


def test_the_parties_state_their_case_in_turn() -> None:
    """Either begins; nobody speaks again before the other has."""
    REVIEW.when(make_statement(FILER)).then(STATEMENT)
    reply = StatementMade(party="accused", by=JUDGE, text="It was so.", made_at=AT)
    after = REVIEW.given(STATEMENT)
    after.when(make_statement(FILER)).then_refused(NotYourTurn)
    after.when(make_statement(JUDGE)).then(reply)
    after.given(reply).when(make_statement(FILER)).then(STATEMENT)


@pytest.mark.parametrize("by", [OTHER, CHIEF, MEMBERS[0]])
def test_others_state_no_case(by: UUID) -> None:
    """Only the parties state a case."""
    REVIEW.when(make_statement(by)).then_refused(NotAParty)


def test_a_statement_has_words() -> None:
    """An empty statement is none."""
    REVIEW.when(MakeStatement(by=FILER, text=" \n", at=AT)).then_refused(ReasonMissing)


def test_members_ask_and_who_is_asked_answers_once() -> None:
    """Questions are numbered; the one asked answers, nobody else, and once."""
    REVIEW.when(ask(MEMBERS[1])).then(QUESTION)
    asked = REVIEW.given(QUESTION)
    asked.when(ask(MEMBERS[0], "filer")).then(
        QuestionAsked(question=2, by=MEMBERS[0], to="filer", text="Was it so?", asked_at=AT)
    )
    asked.when(answer(JUDGE)).then(ANSWERED)
    asked.when(answer(FILER)).then_refused(NotAsked)
    asked.when(answer(OTHER)).then_refused(NotAsked)
    asked.when(answer(JUDGE, 2)).then_refused(UnknownQuestion)
    asked.given(ANSWERED).when(answer(JUDGE)).then_refused(UnknownQuestion)


def test_the_games_judge_is_heard_where_another_is_complained_of() -> None:
    """The judge of the game states no case then, but answers and brings evidence."""
    against = scenario(decider).given(filed(act=Act(by=OTHER, moment=None, text="x")), *UNDER_REVIEW[1:])
    against.when(make_statement(JUDGE)).then_refused(NotAParty)
    asked = against.given(QuestionAsked(question=1, by=MEMBERS[0], to="judge", text="?", asked_at=AT))
    asked.when(answer(JUDGE)).then(
        QuestionAnswered(question=1, party="judge", by=JUDGE, text="It was.", answered_at=AT)
    )
    outcome = against.when(add_evidence(JUDGE))
    assert outcome.events[0].party == "judge"


@pytest.mark.parametrize(("by", "rule"), [(FILER, StakeInTheCase), (CHIEF, NotOnTheCommission)])
def test_only_members_ask(by: UUID, rule: type) -> None:
    """Neither a party nor an official asks."""
    REVIEW.when(ask(by)).then_refused(rule)


def test_evidence_comes_from_who_is_heard_and_from_members() -> None:
    """Evidence is kept with links and who brought it."""
    links = ("https://example.org/41",)
    REVIEW.when(add_evidence(FILER)).then(
        EvidenceAdded(party="filer", by=FILER, text="A recording.", links=links, added_at=AT)
    )
    REVIEW.when(add_evidence(MEMBERS[2])).then(
        EvidenceAdded(party=None, by=MEMBERS[2], text="A recording.", links=links, added_at=AT)
    )
    REVIEW.when(add_evidence(OTHER)).then_refused(NotHeard)


@pytest.mark.parametrize(("history", "rule"), [(PASSED_ON, StepNotOpen), (decided(), CommissionHasVoted)])
def test_the_hearing_has_its_time(history: Sequence[ProtestEvent], rule: type) -> None:
    """Before there is a commission and after its last vote nobody is heard."""
    at = scenario(decider).given(*history)
    for command in (make_statement(FILER), answer(JUDGE), add_evidence(FILER)):
        at.when(command).then_refused(rule)


def test_a_protest_has_so_many_files_and_no_more() -> None:
    """The twenty-first is refused; evidence in words and links goes on."""
    file = EvidenceFile(file=FILER, name="a.pdf", media_type="application/pdf", size=3, sha256="0")
    brought = msgspec.structs.replace(add_evidence(FILER), file=file)
    (added,) = REVIEW.when(brought).events
    full = REVIEW.given(*[added] * FILES)
    full.when(brought).then_refused(TooManyFiles)
    assert full.when(add_evidence(FILER)).refusal is None
