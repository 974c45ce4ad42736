"""When a ruling is published, then it is carried out on its game, or the reason why not is recorded."""

from typing import Any
from uuid import UUID

from services.gameplay.domain.game.decider import again, decider
from services.gameplay.domain.game.events import ReplayOrdered
from services.gameplay.domain.game.rulings import GAME_REMEDIES, ApplyRuling
from shared.contracts.appeals import RulingPublished
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_ruling_published_then_apply_ruling(unit: Unit, heard: Heard[Any]) -> None:
    """Annul the game, let it be played again, award the win or correct the protocol.

    Points are scoring's, who takes part is registration's, and no change is nothing to do. A replay is
    game `ruling` with its last bit turned: another id of the same moment, and the same whenever asked.
    """
    published: RulingPublished = heard.event
    remedy = published.remedy if isinstance(published.remedy, GAME_REMEDIES) else None
    if remedy is None and not isinstance(published.superseded, GAME_REMEDIES):
        return
    done = await unit.handle(
        decider,
        published.game,
        ApplyRuling(
            game=published.game,
            championship=published.championship,
            ruling=published.ruling,
            remedy=remedy,
            supersedes=published.supersedes,
            reason=published.reasons,
            at=unit.context.at,
            by=published.votes[0].member if published.votes else published.ruling,
            replay=UUID(int=published.ruling.int ^ 1),
        ),
    )
    for event in done.events:
        if isinstance(event, ReplayOrdered):
            await unit.handle(decider, event.replay, again(event.replay, done.state, at=unit.context.at))
