"""When gameplay annuls or amends a game by a ruling, then the ruling's protest notes it."""

from typing import Any

from services.appeals.domain.protest.commands import RecordGameChanged
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_was_ruled import known_protest_of, protest_of
from shared.contracts.gameplay import GameAnnulled, GameReinstated, ResultAmended
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_game_reinstated_then_record_application(unit: Unit, heard: Heard[Any]) -> None:
    """Note that a game counts again, by a ruling of ours; organizers may cite others."""
    changed: GameReinstated = heard.event
    protest = await known_protest_of(unit.connection, changed.ruling) if changed.ruling else None
    if changed.ruling is not None and protest is not None:
        await unit.handle(decider, protest, RecordGameChanged(ruling=changed.ruling, at=unit.context.at))


async def when_game_changed_then_record_application(unit: Unit, heard: Heard[Any]) -> None:
    """Note what was done to the game. Changes without a ruling are no affair of appeals.

    A ruling that was never published here goes on as a refusal and halts the consumer.
    """
    changed: GameAnnulled | ResultAmended = heard.event
    if changed.ruling is None:
        return
    protest = await protest_of(unit.connection, changed.ruling)
    await unit.handle(decider, protest, RecordGameChanged(ruling=changed.ruling, at=unit.context.at))
