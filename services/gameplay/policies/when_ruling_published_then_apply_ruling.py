"""When a ruling is published, then it is carried out on its game, or the reason why not is recorded."""

from typing import Any

from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.rulings import ApplyRuling
from shared.contracts.appeals import AnnulGame, AwardWin, RulingPublished
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_ruling_published_then_apply_ruling(unit: Unit, heard: Heard[Any]) -> None:
    """Annul the game or award the win; points are scoring's, and no change is nothing to do."""
    published: RulingPublished = heard.event
    if not isinstance(published.remedy, AnnulGame | AwardWin):
        return
    await unit.handle(
        decider,
        published.game,
        ApplyRuling(
            game=published.game,
            championship=published.championship,
            ruling=published.ruling,
            remedy=published.remedy,
            reason=published.reasons,
            at=unit.context.at,
        ),
    )
