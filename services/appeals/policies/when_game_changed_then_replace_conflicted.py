"""When a game's seats or judge turn out otherwise, then members who have a stake by now make room."""

from typing import Any

from services.appeals.domain.protest.commands import ReplaceConflicted
from services.appeals.domain.protest.decider import decider
from services.appeals.projections.what_is_contested import under_review
from services.appeals.projections.which_games_were_played import game_facts
from services.appeals.projections.who_may_sit import people_of
from shared.contracts.gameplay import ProtocolSigned, ResultAmended
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_game_changed_then_replace_conflicted(unit: Unit, heard: Heard[Any]) -> None:
    """Look at the commissions of every protest on the game."""
    changed: ProtocolSigned | ResultAmended = heard.event
    game = await game_facts(unit.connection, changed.game)
    if game is None:
        return
    for protest in (await unit.connection.execute(under_review(changed.game))).scalars().all():
        people = await people_of(unit.connection, game.championship, unit.context.at, protest)
        await unit.handle(decider, protest, ReplaceConflicted(game=game, people=people, at=unit.context.at))
