"""Who sits in which seat: nobody twice in a seat before he has been in all ten, whoever meets whom.

Games and (player, ten of his games) are the two sides of a bipartite graph, his games its edges; seats are
colors. Euler's walks split the edges into two halves, seats 1 to 5 and 6 to 10, even at every vertex, and
Kőnig's alternating paths color each half with five. Exchanging two colors along a chain keeps all of
that, so chains are exchanged while it makes neighbors differ more.
"""

from collections.abc import Collection, Sequence

import msgspec

from services.registration.domain.draw.bounds import least_squares
from services.registration.domain.draw.cooling import LADDER, OPEN
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS

_HALF = SEATS // 2
_NOBODY = -1
_HOT = 40
_TRIES, _MOST_TRIES = 40, 2500


class _Edge(msgspec.Struct, frozen=True):
    """A game of a player; `vertex` is the player in one ten of his games."""

    game: int
    player: int
    vertex: int


def seated(games: Sequence[Sequence[int]], players: int, random: Randomness) -> list[list[int]]:
    """Return each game's players by seat. `games` are in the order in which they are played."""
    edges = random.shuffled(_edges(games, players))
    tens = -(-max((edge.vertex for edge in edges), default=0) // players) + 1
    coloring = _Coloring(len(games), players * (tens + 1))
    for half, part in enumerate(_split(edges, len(games))):
        for edge in part:
            coloring.add(edge, range(half * _HALF, (half + 1) * _HALF))
    _part_neighbors(coloring, players, random, min(_TRIES * len(games), _MOST_TRIES))
    return coloring.by_game()


def _edges(games: Sequence[Sequence[int]], players: int) -> list[_Edge]:
    played = [0] * players
    edges = []
    for number, game in enumerate(games):
        for player in game:
            edges.append(_Edge(number, player, played[player] // SEATS * players + player))
            played[player] += 1
    return edges


def _split(edges: Sequence[_Edge], games: int) -> tuple[list[_Edge], list[_Edge]]:
    """Split the edges into two halves that differ by at most one at every player and by none at a game.

    Walk the edges, leaving every vertex by another edge than one came by, and deal them out alternately.
    A walk begins at a vertex of odd degree where there is one.
    """
    at: dict[int, list[int]] = {}
    for number, edge in enumerate(edges):
        at.setdefault(edge.game, []).append(number)
        at.setdefault(games + edge.vertex, []).append(number)
    free = [True] * len(edges)
    halves: tuple[list[_Edge], list[_Edge]] = ([], [])
    odd_first = sorted(at, key=lambda vertex: (len(at[vertex]) % 2 == 0, vertex < games, vertex))
    for start in odd_first:
        vertex, half = start, 0
        while True:
            while at[vertex] and not free[at[vertex][-1]]:
                at[vertex].pop()
            if not at[vertex]:
                break
            number = at[vertex].pop()
            free[number] = False
            edge = edges[number]
            halves[half].append(edge)
            half = 1 - half
            vertex = games + edge.vertex if vertex == edge.game else edge.game
    return halves


class _Coloring:
    """Which color goes where: `of_game[g][color]` is a player's vertex, `of_vertex[v][color]` his game."""

    def __init__(self, games: int, vertices: int) -> None:
        self.of_game = [[_NOBODY] * SEATS for _ in range(games)]
        self.of_vertex = [[_NOBODY] * SEATS for _ in range(vertices)]
        self.player = [_NOBODY] * vertices

    def add(self, edge: _Edge, colors: range) -> None:
        """Color an edge with one of the colors, turning a chain of two of them where it must be."""
        self.player[edge.vertex] = edge.player
        here = next(color for color in colors if self.of_game[edge.game][color] == _NOBODY)
        there = next(color for color in colors if self.of_vertex[edge.vertex][color] == _NOBODY)
        if here != there and self.of_vertex[edge.vertex][here] != _NOBODY:
            self._turn(edge.vertex, here, there)
        self._set(edge.game, edge.vertex, here)

    def by_game(self) -> list[list[int]]:
        """Return the players of each game by seat."""
        return [[self.player[vertex] for vertex in row] for row in self.of_game]

    def _set(self, game: int, vertex: int, color: int) -> None:
        self.of_game[game][color] = vertex
        self.of_vertex[vertex][color] = game

    def chain(self, vertex: int, one: int, other: int) -> list[tuple[int, int, int]]:
        """Return the edges (game, vertex, color) of two colors that leave `vertex` by `one`, in order.

        It ends where it began, or where one of the colors is missing.
        """
        chain = []
        color, at = one, vertex
        while (game := self.of_vertex[at][color]) != _NOBODY:
            chain.append((game, at, color))
            color = one + other - color
            at = self.of_game[game][color]
            if at == _NOBODY:
                break
            chain.append((game, at, color))
            if at == vertex:
                break
            color = one + other - color
        return chain

    def component(self, vertex: int, one: int, other: int) -> list[tuple[int, int, int]]:
        """Return all edges of two colors that hang together with the vertex, who has an edge of `one`."""
        chain = self.chain(vertex, one, other)
        game, _, color = chain[-1]
        closed = len(chain) > 1 and self.of_game[game][color] == vertex
        return chain if closed else chain + self.chain(vertex, other, one)

    def exchange(self, chain: Sequence[tuple[int, int, int]], both: int) -> None:
        """Give each edge of a chain the other color; `both` is the sum of the two."""
        for game, vertex, color in chain:
            self.of_game[game][color] = self.of_vertex[vertex][color] = _NOBODY
        for game, vertex, color in chain:
            self._set(game, vertex, both - color)

    def _turn(self, vertex: int, one: int, other: int) -> None:
        """Free `one` at a vertex that has no edge of `other`."""
        self.exchange(self.chain(vertex, one, other), one + other)


class _Neighbors:
    """How often whom sits beside whom, and the sum of its squares."""

    def __init__(self, coloring: _Coloring, players: int) -> None:
        self._rows, self._player, self._size = coloring.of_game, coloring.player, players
        self._counts = [0] * (players * players)
        self.squares = 0
        for row in self._rows:
            self._change(row, range(SEATS), 1)

    def around(self, chain: Sequence[tuple[int, int, int]], one: int, other: int, sign: int) -> None:
        """Take out (-1) or put in (1) the neighbors of two seats in the games of a chain."""
        beside = {(one - 1) % SEATS, one, (other - 1) % SEATS, other}
        for game in {game for game, _, _ in chain}:
            self._change(self._rows[game], beside, sign)

    def _change(self, row: Sequence[int], beside: Collection[int], sign: int) -> None:
        for seat in beside:
            left, right = self._player[row[seat]], self._player[row[(seat + 1) % SEATS]]
            pair = left * self._size + right if left < right else right * self._size + left
            self.squares += 2 * sign * self._counts[pair] + 1
            self._counts[pair] += sign


def _part_neighbors(coloring: _Coloring, players: int, random: Randomness, tries: int) -> None:
    """Exchange seats along chains as annealing does, from rung `_HOT` down, while it parts neighbors."""
    neighbors = _Neighbors(coloring, players)
    least = least_squares(SEATS * len(coloring.of_game), players * (players - 1) // 2)
    for number in range(tries):
        if neighbors.squares == least:
            return
        row = coloring.of_game[random.below(len(coloring.of_game))]
        one = random.below(SEATS)
        other = one // _HALF * _HALF + (one % _HALF + 1 + random.below(_HALF - 1)) % _HALF
        chain = coloring.component(row[one], one, other)
        before = neighbors.squares
        neighbors.around(chain, one, other, -1)
        coloring.exchange(chain, one + other)
        neighbors.around(chain, one, other, 1)
        worse = neighbors.squares - before
        if worse > 0 and not _taken(worse, _HOT + number * (len(LADDER) - _HOT) // tries, random):
            neighbors.around(chain, one, other, -1)
            coloring.exchange([(game, at, one + other - color) for game, at, color in chain], one + other)
            neighbors.around(chain, one, other, 1)


def _taken(worse: int, rung: int, random: Randomness) -> bool:
    share = OPEN
    for _ in range(worse):
        share = share * LADDER[rung] >> 31
    return random.below(OPEN) < share
