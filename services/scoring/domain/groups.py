"""Groups of a stage, by city: which games are whose, and who belongs to which.

Who is seated in a group's draw belongs to it; so does whoever sat in at one of its games and is seated in
none. Nobody belongs to two: a player of one group who helps out in another stays where he is.
"""

from collections.abc import Collection
from uuid import UUID

from services.scoring.domain.facts import Game
from shared.contracts.registration import DrawPublished


def drawn_games(draws: Collection[DrawPublished]) -> dict[str, tuple[UUID, ...]]:
    """Return by stage the games of its draws."""
    games: dict[str, tuple[UUID, ...]] = {}
    for draw in draws:
        games[draw.stage] = (*games.get(draw.stage, ()), *(table.game for table in draw.tables))
    return games


def grouped(
    draws: Collection[DrawPublished], games: Collection[Game]
) -> tuple[dict[UUID, str], dict[str, dict[UUID, str]]]:
    """Return the group of each game that a group plays, and by stage that of each player."""
    of_game = {game.id: game.group for game in games if game.group is not None} | {
        table.game: draw.group for draw in draws if draw.group is not None for table in draw.tables
    }
    of_player: dict[str, dict[UUID, str]] = {}
    for draw in sorted(draws, key=lambda one: (one.stage, one.group or "")):
        for table in draw.tables if draw.group is not None else ():
            for player in table.seats:
                of_player.setdefault(draw.stage, {}).setdefault(player, draw.group or "")
    for game in sorted(games, key=lambda one: (one.round, one.table, one.id)):
        group = of_game.get(game.id)
        for seat in game.result.seats if group is not None and game.result is not None else ():
            of_player.setdefault(game.stage, {}).setdefault(seat.player, group or "")
    return of_game, of_player
