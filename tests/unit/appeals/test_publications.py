"""What appeals says in public, and what it keeps to itself."""

from typing import Any

import msgspec

from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ProtestEvent
from services.appeals.publications import publication
from shared.contracts import appeals as public
from shared.contracts.appeals import AnnulGame, MemberVote, NoChange
from tests.unit.appeals.protests import (
    ACT,
    AT,
    CHAMPIONSHIP,
    CHANGE,
    CHIEF,
    CLOSED,
    DECLINED,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    PROTEST,
    RULING,
    UNDER_REVIEW,
    WITHDRAWN,
    applied,
    ballot,
    decided,
    filed,
    ruled,
    written,
)


def said(*history: ProtestEvent) -> list[Any]:
    """Return all public events of a history, in order."""
    events = []
    state = decider.initial()
    for event in history:
        state = decider.evolve(state, event)
        spoken = publication(event, state)
        if spoken is not None:
            events.append(spoken)
    return events


def test_a_filing_names_the_game_and_the_rule_only() -> None:
    """The filing is public without filer, act, evidence or remedy."""
    assert said(filed()) == [
        public.ProtestFiled(
            championship=CHAMPIONSHIP, protest=PROTEST, game=GAME, rule="O-VOTE-1", filed_at=AT
        )
    ]


def test_the_filer_is_never_named() -> None:
    """No public event of a whole course names the filer, or repeats his words."""
    text = msgspec.json.encode([*said(*CLOSED), *said(*DECLINED), *said(*WITHDRAWN)]).decode()
    for secret in (str(FILER), ACT.text, "Seats 3 and 7"):
        assert secret not in text


def test_each_step_is_told() -> None:
    """Acceptance, commission, ruling, application and end are public."""
    kinds = [type(event).__name__ for event in said(*ruled(), applied(), CLOSED[-1])]
    assert kinds == [
        "ProtestFiled",
        "ProtestAccepted",
        "CommissionAppointed",
        "RulingPublished",
        "RulingApplied",
        "ProtestClosed",
    ]
    assert said(*UNDER_REVIEW)[1:] == [
        public.ProtestAccepted(
            championship=CHAMPIONSHIP, protest=PROTEST, game=GAME, accepted_by=JUDGE, accepted_at=AT
        ),
        public.CommissionAppointed(
            championship=CHAMPIONSHIP,
            protest=PROTEST,
            members=MEMBERS,
            appointed_by=CHIEF,
            appointed_at=AT,
        ),
    ]


def test_a_decline_tells_its_reason_and_the_end() -> None:
    """A declined protest is closed in public, with the reason."""
    declined, closed = said(*DECLINED)[1:]
    assert declined == public.ProtestDeclined(
        championship=CHAMPIONSHIP,
        protest=PROTEST,
        game=GAME,
        declined_by=JUDGE,
        reason="No rule was broken.",
        declined_at=AT,
    )
    assert closed == public.ProtestClosed(
        championship=CHAMPIONSHIP, protest=PROTEST, outcome="declined", closed_at=AT
    )


def test_a_withdrawal_is_an_end() -> None:
    """A withdrawn protest is closed in public."""
    assert said(*WITHDRAWN)[1:] == [
        public.ProtestClosed(championship=CHAMPIONSHIP, protest=PROTEST, outcome="withdrawn", closed_at=AT)
    ]


def test_nothing_is_said_between_commission_and_ruling() -> None:
    """Votes, tally and drafts are not public: a decided protest has said what one under review has (C7)."""
    assert said(*decided()) == said(*written()) == said(*UNDER_REVIEW)
    assert said(*UNDER_REVIEW, ballot(MEMBERS[1], "reject")) == said(*UNDER_REVIEW)


def test_a_ruling_is_told_whole() -> None:
    """The ruling carries verdict, remedy, reasons, and every vote by name with its dissent."""
    assert said(*ruled())[-1] == public.RulingPublished(
        championship=CHAMPIONSHIP,
        protest=PROTEST,
        game=GAME,
        ruling=RULING,
        verdict="uphold",
        remedy=AnnulGame(),
        reasons="The vote did not count.",
        votes=(
            MemberVote(member=MEMBERS[0], verdict="uphold", remedy=AnnulGame(), dissent=False),
            MemberVote(member=MEMBERS[1], verdict="uphold", remedy=AnnulGame(), dissent=False),
            MemberVote(member=MEMBERS[2], verdict="reject", remedy=NoChange(), dissent=True),
        ),
        published_at=AT,
    )


def test_an_application_tells_what_changed() -> None:
    """The application carries the revision and the places and points before and after."""
    assert said(*ruled(), applied(conflict="game_annulled"))[-1] == public.RulingApplied(
        championship=CHAMPIONSHIP,
        protest=PROTEST,
        ruling=RULING,
        revision=17,
        changes=(CHANGE,),
        conflict="game_annulled",
        applied_at=AT,
    )
