"""Between the filing and the commission: accepted, declined, withdrawn."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from services.appeals.domain.errors import (
    NotTheFiler,
    NotTheGamesJudge,
    ProtestOver,
    ReasonMissing,
    RulingFinal,
    StakeInTheCase,
    StepNotOpen,
    UnknownProtest,
    WithdrawalTooLate,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ProtestClosed, ProtestEvent, ProtestWithdrawn
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    ACCEPTED,
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
    STRANGER,
    UNDER_REVIEW,
    WAITING,
    WITHDRAWN,
    accept,
    ballot,
    decided,
    decline,
    filed,
    ruled,
    withdraw,
)


def test_the_games_judge_accepts() -> None:
    """The game's judge passes the protest on."""
    scenario(decider).given(*WAITING).when(accept()).then(ACCEPTED)


def test_the_games_judge_declines() -> None:
    """The game's judge declines with a reason, and the protest is over."""
    scenario(decider).given(*WAITING).when(decline()).then(*DECLINED[1:])


@pytest.mark.parametrize("person", [OTHER, CHIEF, ORGANIZER, STRANGER, MEMBERS[0]])
def test_nobody_else_accepts_or_declines(person: UUID) -> None:
    """Whoever is not the game's judge can do neither."""
    waiting = scenario(decider).given(*WAITING)
    waiting.when(accept(by=person)).then_refused(NotTheGamesJudge, clause="O-PROT-2")
    waiting.when(decline(by=person)).then_refused(NotTheGamesJudge, clause="O-PROT-2")


def test_the_filer_does_not_accept_his_own_protest() -> None:
    """The filer decides nothing in the case, even where he were the game's judge."""
    waiting = scenario(decider).given(*WAITING)
    waiting.when(accept(by=FILER)).then_refused(StakeInTheCase)
    scenario(decider).given(filed(judge=FILER)).when(accept(by=FILER)).then_refused(StakeInTheCase)


@pytest.mark.parametrize("reason", ["", " \t"])
def test_declining_needs_a_reason(reason: str) -> None:
    """A protest is not declined without a word."""
    scenario(decider).given(*WAITING).when(decline(reason=reason)).then_refused(ReasonMissing)


@pytest.mark.parametrize("history", [PASSED_ON, UNDER_REVIEW, decided()])
def test_accepting_is_done_once(history: Sequence[ProtestEvent]) -> None:
    """A protest that was passed on is neither accepted again nor declined."""
    scenario(decider).given(*history).when(accept()).then_refused(StepNotOpen)
    scenario(decider).given(*history).when(decline()).then_refused(StepNotOpen)


@pytest.mark.parametrize("history", [WAITING, PASSED_ON, UNDER_REVIEW])
def test_the_filer_withdraws(history: Sequence[ProtestEvent]) -> None:
    """The filer may withdraw until the commission has voted."""
    expected = (ProtestWithdrawn(withdrawn_at=AT), ProtestClosed(outcome="withdrawn", closed_at=AT))
    scenario(decider).given(*history).when(withdraw()).then(*expected)


def test_a_withdrawal_does_not_tell_of_votes() -> None:
    """Withdrawing succeeds as long as a vote is missing: a refusal would tell that somebody has voted."""
    half = (*UNDER_REVIEW, ballot(MEMBERS[0]), ballot(MEMBERS[1], "reject"))
    expected = (ProtestWithdrawn(withdrawn_at=AT), ProtestClosed(outcome="withdrawn", closed_at=AT))
    scenario(decider).given(*half).when(withdraw()).then(*expected)


def test_no_withdrawal_when_the_commission_has_voted() -> None:
    """With the last vote in, the filer cannot take the protest back."""
    scenario(decider).given(*decided()).when(withdraw()).then_refused(WithdrawalTooLate)


@pytest.mark.parametrize("person", [JUDGE, OTHER, CHIEF, ORGANIZER, STRANGER])
def test_only_the_filer_withdraws(person: UUID) -> None:
    """Nobody takes back what another has filed."""
    scenario(decider).given(*WAITING).when(withdraw(by=person)).then_refused(NotTheFiler)


@pytest.mark.parametrize(
    ("history", "rule"),
    [(DECLINED, ProtestOver), (WITHDRAWN, ProtestOver), (ruled(), RulingFinal), (CLOSED, RulingFinal)],
)
def test_an_ended_protest_stays_ended(history: Sequence[ProtestEvent], rule: type[ProtestOver]) -> None:
    """What was declined, withdrawn or ruled on takes no step any more."""
    for command in (accept(), decline(), withdraw()):
        scenario(decider).given(*history).when(command).then_refused(rule)


def test_there_must_be_a_protest() -> None:
    """Every step needs a protest that was filed."""
    for command in (accept(), decline(), withdraw()):
        scenario(decider).when(command).then_refused(UnknownProtest)
