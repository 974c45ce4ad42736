"""When registration puts a player out or suspends him by a ruling, then the ruling's protest notes it."""

from typing import Any

from services.appeals.domain.protest.commands import RecordConflict, RecordRosterChanged
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_was_ruled import known_protest_of, protest_of
from shared.contracts.registration import (
    PlayerDisqualified,
    PlayerSuspended,
    PlayerSuspensionLifted,
    RulingNotCarriedOut,
)
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_roster_changed_then_record_application(unit: Unit, heard: Heard[Any]) -> None:
    """Note who is out, or in again. A suspension from one championship comes with a removal, which answers.

    Officials may cite whatever ruling they like when they suspend somebody: an unknown one is theirs.
    """
    changed: PlayerDisqualified | PlayerSuspended | PlayerSuspensionLifted = heard.event
    if changed.ruling is None or (isinstance(changed, PlayerSuspended) and changed.only_in is not None):
        return
    protest = await known_protest_of(unit.connection, changed.ruling)
    if protest is None:
        return
    await unit.handle(decider, protest, RecordRosterChanged(ruling=changed.ruling, at=unit.context.at))


async def when_ruling_not_carried_out_then_record_conflict(unit: Unit, heard: Heard[Any]) -> None:
    """Keep why registration could not carry the ruling out, for the chief judge to see."""
    found: RulingNotCarriedOut = heard.event
    protest = await protest_of(unit.connection, found.ruling)
    command = RecordConflict(
        ruling=found.ruling,
        conflict=found.conflict,
        detail=found.detail,
        at=unit.context.at,
        found_in="roster",
    )
    await unit.handle(decider, protest, command)
