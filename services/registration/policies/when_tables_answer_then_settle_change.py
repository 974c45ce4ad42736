"""When the tables answer to a change of a seating, then it holds, or is taken back whole."""

from typing import Any

from services.registration.domain.draw.changing import CarryOutChange, TakeBackChange
from services.registration.domain.draw.decider import draw
from shared.contracts.gameplay import GameReseated, SeatingNotChanged
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_game_reseated_then_settle_change(unit: Unit, heard: Heard[Any]) -> None:
    """Note that a change holds: gameplay reseats all of its games or none, so the first word is enough."""
    said: GameReseated = heard.event
    await unit.handle(draw, said.draw, CarryOutChange(change=said.change, at=unit.context.at))


async def when_seating_not_changed_then_take_change_back(unit: Unit, heard: Heard[Any]) -> None:
    """Restore the seating where a game of a change had started before it was heard of."""
    said: SeatingNotChanged = heard.event
    command = TakeBackChange(
        change=said.change, conflict=said.conflict, detail=said.detail, at=unit.context.at
    )
    await unit.handle(draw, said.draw, command)
