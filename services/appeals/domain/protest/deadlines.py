"""Deadlines of a protest: when an answer is due, and what follows when it was not given.

acceptance: the chief judge may answer for the game's judge. review: the decline is final. appointment: an
organizer may appoint too. vote: whoever appoints may replace members; it covers the ruling as well, since
a deadline that ended with the last vote would tell that it was cast.
"""

from datetime import datetime, timedelta
from typing import TypeAlias

from services.appeals.domain.protest.commands import PassDeadline
from services.appeals.domain.protest.events import (
    Deadline,
    DeadlinePassed,
    DeadlineSet,
    ProtestClosed,
    ProtestEvent,
)
from services.appeals.domain.protest.standing import case_of, returned
from services.appeals.domain.protest.state import Accepted, Decided, Declined, Filed, Protest, UnderReview

Waiting: TypeAlias = Filed | Declined | Accepted | UnderReview | Decided


def deadline(name: Deadline, minutes: int | None, at: datetime) -> list[DeadlineSet]:
    """Return the deadline that the document sets from now on, if it sets one."""
    if minutes is None:
        return []
    return [DeadlineSet(deadline=name, due_at=at + timedelta(minutes=minutes))]


def awaited(state: Protest) -> Deadline | None:
    """Return the deadline that runs in a situation."""
    match state:
        case Filed():
            return "acceptance"
        case Declined(final=False):
            return "review"
        case Accepted():
            return "appointment"
        case UnderReview() | Decided():
            return "vote"
        case _:
            return None


def pass_deadline(command: PassDeadline, state: Protest) -> list[ProtestEvent]:
    """Note once that an answer was not given in time. A deadline that was met or moved is none."""
    case = case_of(state)
    due = (command.deadline, command.due_at)
    if command.deadline != awaited(state) or due not in case.due or command.at < command.due_at:
        return []
    passed = DeadlinePassed(deadline=command.deadline, due_at=command.due_at, passed_at=command.at)
    if command.deadline == "review":
        return [passed, ProtestClosed(outcome="declined", closed_at=command.at, deposit=returned(case))]
    return [passed]
