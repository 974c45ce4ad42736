"""When a protocol is signed, then its game's window opens; where the rules came later, then with them."""

from typing import Any

from services.appeals.domain.protest.facts import Game
from services.appeals.domain.protest.filing import window_closes_at
from services.appeals.domain.window.decider import CloseWindow, OpenWindow, decider
from services.appeals.projections.which_games_were_played import game_facts, signed_games
from services.appeals.projections.which_rules_hold import rules_of
from shared.contracts.gameplay import ProtocolSigned
from shared.contracts.registration import ChampionshipAnnounced
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_protocol_signed_then_open_window(unit: Unit, heard: Heard[Any]) -> None:
    """Open the window of the signed game."""
    signed: ProtocolSigned = heard.event
    game = await game_facts(unit.connection, signed.game)
    if game is not None:
        await _open(unit, game)


async def when_championship_announced_then_open_windows(unit: Unit, heard: Heard[Any]) -> None:
    """Open the windows of games that were heard of before their championship."""
    announced: ChampionshipAnnounced = heard.event
    for game in await signed_games(unit.connection, announced.championship):
        await _open(unit, game)


async def _open(unit: Unit, game: Game) -> None:
    """Open a window where the document has one, and close it where the next stage is drawn already."""
    rules = await rules_of(unit.connection, game.championship, game.stage, game.group)
    if rules is None or game.signed_at is None:
        return
    by_time = window_closes_at(rules.protests, game.signed_at)
    if by_time is None and not rules.protests.window_until_next_draw:
        return
    opened = OpenWindow(
        championship=game.championship, game=game.game, signed_at=game.signed_at, closes_at=by_time
    )
    await unit.handle(decider, game.game, opened)
    if rules.protests.window_until_next_draw and rules.next_drawn_at is not None:
        await unit.handle(decider, game.game, CloseWindow(cause="next_draw", at=unit.context.at))
