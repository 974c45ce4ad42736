"""The last assessment of a protest, for its decider."""

import msgspec

from services.scoring.domain.assessment.events import AssessmentEvent
from services.scoring.domain.materiality import Stake


class AssessmentState(msgspec.Struct, frozen=True):
    """What was said last; None: nothing yet."""

    stake: Stake | None = None


def initial() -> AssessmentState:
    """Return the state of a protest nobody has assessed."""
    return AssessmentState()


def evolve(_state: AssessmentState, event: AssessmentEvent) -> AssessmentState:
    """Return the state after an event."""
    return AssessmentState(
        Stake(
            materiality=event.materiality,
            points=event.points,
            places=event.places,
            cuts=event.cuts,
            medals=event.medals,
        )
    )
