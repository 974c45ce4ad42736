"""When somebody turns out to have a stake, or is suspended, then he makes room on his commissions."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from services.appeals.domain.protest.commands import ReplaceConflicted
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_is_contested import with_member, with_protest
from services.appeals.projections.which_games_were_played import game_facts
from services.appeals.projections.who_may_sit import people_of
from shared.contracts.registration import PlayersMerged, PlayerSuspended
from shared.contracts.scoring import ProtestAssessed
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_protest_assessed_then_replace_conflicted(unit: Unit, heard: Heard[Any]) -> None:
    """Look at the commission of the protest whose stakes are known now."""
    assessed: ProtestAssessed = heard.event
    rows = (await unit.connection.execute(with_protest(assessed.protest))).all()
    await _look_at(unit, rows)


async def when_player_suspended_then_replace_conflicted(unit: Unit, heard: Heard[Any]) -> None:
    """Look at every commission on which the suspended person sits."""
    suspended: PlayerSuspended = heard.event
    rows = (await unit.connection.execute(with_member(suspended.player))).all()
    await _look_at(unit, rows)


async def when_players_merged_then_replace_conflicted(unit: Unit, heard: Heard[Any]) -> None:
    """Look at every commission on which either record sits."""
    merged: PlayersMerged = heard.event
    for record in (merged.player, merged.into):
        await _look_at(unit, (await unit.connection.execute(with_member(record))).all())


async def _look_at(unit: Unit, rows: Sequence[Any]) -> None:
    for row in rows:
        protest: UUID = row.protest
        game = await game_facts(unit.connection, row.game)
        if game is None:
            continue
        people = await people_of(unit.connection, game.championship, unit.context.at, protest)
        command = ReplaceConflicted(game=game, people=people, at=unit.context.at)
        await unit.handle(decider, protest, command)
