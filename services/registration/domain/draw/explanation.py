"""Why a draw is fair, player by player: whom he meets and how often, where he sits, when he rests."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from services.registration.domain.draw.measures import byes_of, meetings_in
from shared.contracts.registration import DrawnTable


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a player."""

    game: UUID
    round: int
    table: int
    seat: int
    judge: UUID


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A player's part in a draw. `meets` has every other player, those he never meets too."""

    player: UUID
    games: tuple[Played, ...]
    byes: tuple[int, ...]
    """Rounds in which he rests."""
    meets: dict[str, int]


class Matrix(msgspec.Struct, frozen=True, kw_only=True):
    """How often each player meets each: `rows[i][j]` is of `players[i]` and `players[j]`, 0 of himself."""

    players: tuple[UUID, ...]
    rows: tuple[tuple[int, ...], ...]


def matrix_of(seating: Sequence[DrawnTable], players: Collection[UUID]) -> Matrix:
    """Return the meetings of a seating."""
    met = meetings_in(seating)
    ordered = tuple(sorted(players))
    return Matrix(
        players=ordered,
        rows=tuple(
            tuple(0 if one == other else met[min(one, other), max(one, other)] for other in ordered)
            for one in ordered
        ),
    )


def explained(
    seating: Sequence[DrawnTable], players: Collection[UUID], about: Collection[UUID]
) -> tuple[Explanation, ...]:
    """Return the part of each player that the answer is about, by id."""
    matrix = matrix_of(seating, players)
    byes = byes_of(seating, players)
    games: dict[UUID, list[Played]] = {player: [] for player in players}
    for table in sorted(seating, key=lambda table: table.round):
        for seat, player in enumerate(table.seats, start=1):
            games[player].append(
                Played(game=table.game, round=table.round, table=table.table, seat=seat, judge=table.judge)
            )
    return tuple(
        Explanation(
            player=player,
            games=tuple(games[player]),
            byes=tuple(byes[player]),
            meets={
                str(other): times for other, times in zip(matrix.players, row, strict=True) if other != player
            },
        )
        for player, row in zip(matrix.players, matrix.rows, strict=True)
        if player in about
    )
