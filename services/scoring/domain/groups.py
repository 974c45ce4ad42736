"""Groups of a stage, by city: which games are whose, and who belongs to which.

Who is seated in a group's draw belongs to it; so does whoever sat in at one of its games and is seated in
none. Nobody belongs to two: a player of one group who helps out in another stays where he is.
"""

from collections.abc import Collection
from typing import TypeAlias
from uuid import UUID

from services.scoring.domain.facts import Game
from shared.contracts.registration import DrawnTable
from shared.contracts.regulations import Slug

Draws: TypeAlias = dict[tuple[Slug, Slug | None], dict[UUID, DrawnTable]]
"""By stage and group, the seating of now: each game with who sits in it."""


def drawn_games(draws: Draws) -> dict[Slug, tuple[UUID, ...]]:
    """Return by stage the games of its draws."""
    games: dict[Slug, tuple[UUID, ...]] = {}
    for (stage, _), tables in draws.items():
        games[stage] = (*games.get(stage, ()), *tables)
    return games


def grouped(draws: Draws, games: Collection[Game]) -> tuple[dict[UUID, Slug], dict[Slug, dict[UUID, Slug]]]:
    """Return the group of each game that a group plays, and by stage that of each player."""
    apart = {(stage, group): tables for (stage, group), tables in draws.items() if group is not None}
    of_game = {game.id: game.group for game in games if game.group is not None}
    of_game |= {name: group for (_, group), tables in apart.items() for name in tables}
    of_player: dict[Slug, dict[UUID, Slug]] = {}
    for (stage, group), tables in sorted(apart.items()):
        for table in tables.values():
            _seat(of_player, stage, group, table.seats)
    for game in sorted(games, key=lambda one: (one.round, one.table, one.id)):
        if game.id in of_game and game.result is not None:
            _seat(of_player, game.stage, of_game[game.id], [seat.player for seat in game.result.seats])
    return of_game, of_player


def _seat(
    of_player: dict[Slug, dict[UUID, Slug]], stage: Slug, group: Slug, players: Collection[UUID]
) -> None:
    for player in players:
        of_player.setdefault(stage, {}).setdefault(player, group)
