"""When the draw of a stage is published, then the windows of the games of the stage before close."""

from typing import Any

from services.appeals.domain.window.decider import CloseWindow, decider
from services.appeals.projections.which_games_were_played import signed_games
from services.appeals.projections.which_rules_hold import rules_of, stage_before
from shared.contracts.registration import DrawPublished
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_draw_published_then_close_windows(unit: Unit, heard: Heard[Any]) -> None:
    """Close them where the document says that the next draw does; a group's draw closes its own."""
    drawn: DrawPublished = heard.event
    before = await stage_before(unit.connection, drawn.championship, drawn.stage)
    if before is None:
        return
    rules = await rules_of(unit.connection, drawn.championship, before)
    if rules is None or not rules.protests.window_until_next_draw:
        return
    for game in await signed_games(unit.connection, drawn.championship, [before]):
        if drawn.group is not None and game.group != drawn.group:
            continue
        await unit.handle(decider, game.game, CloseWindow(cause="next_draw", at=unit.context.at))
