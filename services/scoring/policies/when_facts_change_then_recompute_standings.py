"""Whenever a fact of a championship changes, its standings are computed anew."""

from typing import Any

from services.scoring.recomputation import recompute_standings
from shared.contracts.gameplay import ProtocolSigned
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_facts_change_then_recompute_standings(unit: Unit, heard: Heard[Any]) -> None:
    """Recompute the standings of the championship that the event belongs to."""
    signed = heard.event.game if isinstance(heard.event, ProtocolSigned) else None
    await recompute_standings(unit, heard.event.championship, signed=signed)
