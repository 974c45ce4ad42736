"""The assessment of a protest: said once, and again when something else is at stake."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.assessment.events import AssessmentEvent, ProtestAssessed
from services.scoring.domain.assessment.state import AssessmentState, evolve, initial
from services.scoring.domain.materiality import Stake
from shared.eventsourcing.decider import Decider


class AssessProtest(msgspec.Struct, frozen=True, kw_only=True):
    """Record what is at stake now."""

    championship: UUID
    protest: UUID
    game: UUID
    stake: Stake | None
    """None: the game does not count (any more), so nothing is."""
    inputs: dict[str, int]
    at: datetime


AssessmentCommand: TypeAlias = AssessProtest
NOTHING = Stake(materiality="nothing", points=(), places=(), cuts=(), medals=())


def decide(command: AssessmentCommand, state: AssessmentState) -> list[AssessmentEvent]:
    """Decide whether there is something new to say."""
    if command.stake is None and state.stake is None:
        return []
    stake = command.stake or NOTHING
    if stake == state.stake:
        return []
    return [
        ProtestAssessed(
            championship=command.championship,
            protest=command.protest,
            game=command.game,
            materiality=stake.materiality,
            points=stake.points,
            places=stake.places,
            cuts=stake.cuts,
            medals=stake.medals,
            inputs=command.inputs,
            assessed_at=command.at,
        )
    ]


ASSESSMENT: Decider[AssessmentCommand, AssessmentState, AssessmentEvent] = Decider(
    "assessment", initial, decide, evolve
)
