"""Whenever a protest opens, or the game of an open one changes, say what is at stake in it."""

from typing import Any

from services.scoring.assessing import assess
from services.scoring.recomputation import facts_after_recomputation
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_protest_opens_then_assess_it(unit: Unit, heard: Heard[Any]) -> None:
    """Assess every open protest about the event's game.

    A game that was not heard of yet is assessed when it is; in one that counts no more nothing is at stake.
    """
    facts = await facts_after_recomputation(unit, heard.event.championship)
    if facts.contest is None:
        return
    about = [protest for protest, game in facts.protests.items() if game == heard.event.game]
    await assess(unit, facts, facts.contest, about)
