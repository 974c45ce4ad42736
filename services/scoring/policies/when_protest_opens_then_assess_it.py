"""Whenever a protest opens, or the game of an open one changes, say what is at stake in it."""

from typing import Any

from services.scoring.domain.assessment.decider import ASSESSMENT, AssessProtest
from services.scoring.domain.materiality import stake_of
from services.scoring.recomputation import facts_after_recomputation
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_protest_opens_then_assess_it(unit: Unit, heard: Heard[Any]) -> None:
    """Assess every open protest about the event's game.

    A game that was not heard of yet, or that does not count, is assessed when that changes.
    """
    facts = await facts_after_recomputation(unit, heard.event.championship)
    if facts.contest is None:
        return
    about = [protest for protest, game in facts.protests.items() if game == heard.event.game]
    stake = stake_of(facts, facts.contest, heard.event.game) if about else None
    if stake is None:
        return
    for protest in about:
        command = AssessProtest(
            championship=heard.event.championship,
            protest=protest,
            game=heard.event.game,
            stake=stake,
            inputs=facts.inputs,
            at=unit.context.at,
        )
        await unit.handle(ASSESSMENT, protest, command)
