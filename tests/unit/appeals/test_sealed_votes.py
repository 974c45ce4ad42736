"""Sealed votes: a commission that has voted looks like one that has not, to everyone but its chairman."""

from collections.abc import Sequence
from uuid import UUID

import pytest

from services.appeals.domain.protest.commands import ProtestCommand
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import ProtestEvent
from services.appeals.domain.protest.state import shown_version
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    CHIEF,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    STRANGER,
    UNDER_REVIEW,
    accept,
    appoint,
    ballot,
    decided,
    decline,
    file,
    publish,
    vote,
    withdraw,
    write_reasons,
    written,
)

FURTHER = [
    (*UNDER_REVIEW, ballot(MEMBERS[2], "reject")),
    (*UNDER_REVIEW, ballot(MEMBERS[2]), ballot(MEMBERS[0], "reject")),
    decided(),
    written(),
]


@pytest.mark.parametrize("history", FURTHER, ids=["one vote", "two votes", "tallied", "drafted"])
@pytest.mark.parametrize("by", [FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER, MEMBERS[1]])
def test_no_refusal_tells_of_votes(history: Sequence[ProtestEvent], by: UUID) -> None:
    """Every refusal of anybody but the chairman is word for word the one before the first vote.

    Two exceptions tell of one's own doing: who has voted hears so, and the filer who may still withdraw.
    """
    attempts: list[ProtestCommand] = [
        file(by=by),
        accept(by),
        decline(by),
        appoint(by=by),
        write_reasons(by),
        publish(by),
    ]
    if by != FILER:
        attempts.append(withdraw(by))
    if by not in MEMBERS:
        attempts.append(vote(by))
    for command in attempts:
        before = scenario(decider).given(*UNDER_REVIEW).when(command).refusal
        after = scenario(decider).given(*history).when(command).refusal
        assert before is not None
        assert after is not None
        assert (before.code, before.message, before.clause, before.facts) == (
            after.code,
            after.message,
            after.clause,
            after.facts,
        )


@pytest.mark.parametrize("history", FURTHER, ids=["one vote", "two votes", "tallied", "drafted"])
def test_no_version_tells_of_votes(history: Sequence[ProtestEvent]) -> None:
    """The version that people see stands still from the commission to the ruling."""
    assert shown_version(len(history), decider.fold(history)) == len(UNDER_REVIEW)
