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
    stake: Stake
    inputs: dict[str, int]
    at: datetime


AssessmentCommand: TypeAlias = AssessProtest


def decide(command: AssessmentCommand, state: AssessmentState) -> list[AssessmentEvent]:
    """Decide whether there is something new to say."""
    if command.stake == state.stake:
        return []
    return [
        ProtestAssessed(
            championship=command.championship,
            protest=command.protest,
            game=command.game,
            materiality=command.stake.materiality,
            points=command.stake.points,
            places=command.stake.places,
            cuts=command.stake.cuts,
            medals=command.stake.medals,
            inputs=command.inputs,
            assessed_at=command.at,
        )
    ]


ASSESSMENT: Decider[AssessmentCommand, AssessmentState, AssessmentEvent] = Decider(
    "assessment", initial, decide, evolve
)
