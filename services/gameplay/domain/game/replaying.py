"""An annulled game is played again, once. That it counts after all only a ruling says (O-PROT-4)."""

from datetime import datetime
from uuid import UUID

import msgspec

from services.gameplay.domain.errors import GameNotAnnulled, GameReplayed, NotAnOfficial
from services.gameplay.domain.game.events import GameEvent, ReplayOrdered
from services.gameplay.domain.game.judging import setting_of
from services.gameplay.domain.game.moves import Note
from services.gameplay.domain.game.state import Annulled, Game


class OrderReplay(msgspec.Struct, frozen=True, kw_only=True):
    """Let an annulled game be played again as game `replay`, as the chief judge or the organizer."""

    replay: UUID
    reason: Note
    by: UUID
    is_official: bool
    at: datetime


def order_replay(command: OrderReplay, state: Game) -> list[GameEvent]:
    """Order the replay of an annulled game, once."""
    setting_of(state)
    if not command.is_official:
        raise NotAnOfficial("The chief judge or the organizer orders a replay.")
    annulled = _annulled(state)
    if annulled.replay == command.replay:
        return []
    if annulled.replay is not None:
        raise GameReplayed(f"Game {annulled.replay} is played instead already.")
    return [ReplayOrdered(replay=command.replay, reason=command.reason, by=command.by, ordered_at=command.at)]


def _annulled(state: Game) -> Annulled:
    if not isinstance(state, Annulled):
        raise GameNotAnnulled("The game is not annulled.")
    return state
