"""When gameplay cannot carry a ruling out, then the ruling's protest keeps the conflict."""

from typing import Any

from services.appeals.domain.protest.commands import RecordConflict
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_was_ruled import protest_of
from shared.contracts.gameplay import RulingNotApplicable
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_ruling_not_applicable_then_record_conflict(unit: Unit, heard: Heard[Any]) -> None:
    """Keep what the conflict is, for the chief judge to see.

    A ruling that was never published here goes on as a refusal and halts the consumer.
    """
    found: RulingNotApplicable = heard.event
    protest = await protest_of(unit.connection, found.ruling)
    await unit.handle(
        decider,
        protest,
        RecordConflict(ruling=found.ruling, conflict=found.conflict, detail=found.detail, at=unit.context.at),
    )
