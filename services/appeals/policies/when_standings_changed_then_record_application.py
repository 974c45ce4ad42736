"""When scoring has recomputed by a ruling, then the ruling's protest notes what it changed."""

from typing import Any

from services.appeals.domain.protest.commands import RecordEffectReleased, RecordStandingsChanged
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_was_ruled import protest_of
from shared.contracts.scoring import ChangesReleased, StandingsChanged
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_standings_changed_then_record_application(unit: Unit, heard: Heard[Any]) -> None:
    """Note points, places, cuts and medals before and after.

    Revisions without a ruling are no affair of appeals.
    A ruling that was never published here goes on as a refusal and halts the consumer.
    """
    changed: StandingsChanged = heard.event
    if changed.ruling is None:
        return
    protest = await protest_of(unit.connection, changed.ruling)
    await unit.handle(
        decider,
        protest,
        RecordStandingsChanged(
            ruling=changed.ruling,
            revision=changed.revision,
            changes=changed.changes,
            cuts=changed.cuts,
            medals=changed.medals,
            at=unit.context.at,
            withheld=changed.withheld,
        ),
    )


async def when_changes_released_then_record_effect(unit: Unit, heard: Heard[Any]) -> None:
    """Note what a ruling changed whose revision was recorded under a freeze."""
    released: ChangesReleased = heard.event
    if released.ruling is None:
        return
    await unit.handle(
        decider,
        await protest_of(unit.connection, released.ruling),
        RecordEffectReleased(
            ruling=released.ruling,
            revision=released.revision,
            changes=released.changes,
            cuts=released.cuts,
            medals=released.medals,
            at=unit.context.at,
        ),
    )
