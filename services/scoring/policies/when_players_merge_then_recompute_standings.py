"""Whenever two records turn out to be one person, or not, every table with one of them is computed anew."""

from typing import Any

from services.scoring.projections import how_do_players_stand
from services.scoring.recomputation import recompute_standings
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_players_merge_then_recompute_standings(unit: Unit, heard: Heard[Any]) -> None:
    """Recompute the standings of all championships in which one of the two has lines.

    Others follow by themselves: whatever brings a player there recomputes them with what is known then.
    """
    found = await how_do_players_stand.with_one_of(unit.connection, (heard.event.player, heard.event.into))
    for championship in found:
        await recompute_standings(unit, championship)
