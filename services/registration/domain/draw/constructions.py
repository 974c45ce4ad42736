"""Seatings from algebra: evener than any search finds, and there at once.

Each is a template for players numbered from 0, all of whom play every round; who gets which number is drawn
by lot. `exact` templates meet the bound, the others are where a cool annealing begins.
"""

from collections.abc import Sequence

import msgspec

from services.registration.domain.draw.alphas import ALPHAS, Alpha
from services.registration.domain.draw.fields import Field, field, prime_power
from services.registration.domain.draw.rounds import SEATS

Tables = list[list[int]]
"""One round: the players of each table."""

_TWO, _FIVE = 2, 5
_DIGITS = 36
_LEAST_FIELD = SEATS + 1
_AFFINE = 9


class Template(msgspec.Struct, frozen=True, kw_only=True):
    """Rows as `annealing` has them, for as many rounds as the construction gives."""

    name: str
    rounds: tuple[tuple[int, ...], ...]
    exact: bool


def template(tables: int, rounds: int) -> Template | None:
    """Return the construction for ten times `tables` players and `rounds` rounds, or None.

    It may have fewer rounds than were asked for; never more.
    """
    found = _exact(tables, rounds) or _alpha(tables, rounds) or _nearly(tables)
    if found is None:
        return None
    name, made, exact = found
    return Template(
        name=name,
        rounds=tuple(tuple(player for table in one for player in table) for one in made[:rounds]),
        exact=exact,
    )


def _exact(tables: int, rounds: int) -> tuple[str, list[Tables], bool] | None:
    if tables == _TWO and rounds < 2 * SEATS:
        return "Hadamard matrix of order 20", hadamard(), True
    if tables == _FIVE and rounds <= 2 * _FIVE + 1:
        return "orthogonal array OA(50, 5^11)", orthogonal_array(), True
    if tables >= _LEAST_FIELD and prime_power(tables) and rounds <= tables:
        return f"transversal design TD(10, {tables})", transversal(field(tables)), True
    return None


def _alpha(tables: int, rounds: int) -> tuple[str, list[Tables], bool] | None:
    found = [alpha for alpha in ALPHAS if alpha.tables == tables and len(alpha.turns) >= rounds]
    if not found:
        return None
    shortest = min(found, key=lambda alpha: len(alpha.turns))
    return f"alpha design on {tables} tables", turned(shortest), False


def _nearly(tables: int) -> tuple[str, list[Tables], bool] | None:
    if tables == _AFFINE - 1:
        return "affine plane AG(2, 9) without a point", affine_without_a_point(), False
    if tables < _AFFINE:
        return None
    order = next(order for order in range(max(tables, _LEAST_FIELD), 2 * tables + 2) if prime_power(order))
    return (
        f"transversal design TD(10, {order}) without {order - tables} tables",
        without_tables(transversal(field(order)), order - tables),
        False,
    )


# ------------------------------------------------------------------ exact


def hadamard() -> list[Tables]:
    """Return 19 rounds of two tables for 20 players: any two tables of different rounds share five.

    Paley's matrix: rows are players, columns rounds, the sign is the table.
    """
    q = 2 * SEATS - 1
    squares = {x * x % q for x in range(1, q)}

    def table(player: int, number: int) -> int:
        if player == q:
            return 0
        difference = (number - player) % q
        return 1 if difference == 0 or difference in squares else 0

    return [_by_table([table(player, number) for player in range(q + 1)], _TWO) for number in range(q)]


def orthogonal_array() -> list[Tables]:
    """Return 11 rounds of five tables for 50 players: any two tables of different rounds share two.

    Ten rounds develop a generalized Hadamard matrix over the integers modulo five, in four blocks of
    quadratic forms; in the eleventh, players of a row and its partner sit together.
    """
    p = _FIVE
    forms = _difference_blocks(p)

    def entry(row: int, column: int) -> int:
        (i, x), (j, y) = divmod(row, p), divmod(column, p)
        a, b, c = forms[i][j]
        return (a * x * x + b * x * y + c * y * y) % p

    rounds = [
        _by_table([(entry(row, column) + turn) % p for row in range(2 * p) for turn in range(p)], p)
        for column in range(2 * p)
    ]
    rounds.append(_by_table([row % p for row in range(2 * p) for _ in range(p)], p))
    return rounds


def transversal(over: Field) -> list[Tables]:
    """Return q rounds of q tables for 10q players, q at least eleven: no two meet twice.

    Player (i, x) sits in round a at the table a·i + x. Those of the same i never meet.
    """
    q = over.order
    return [
        _by_table([over.add[over.multiply[a][i]][x] for i in range(SEATS) for x in range(q)], q)
        for a in range(q)
    ]


# ------------------------------------------------------------------ nearly


def affine_without_a_point() -> list[Tables]:
    """Return 10 rounds of eight tables for 80 players, from the lines of the plane over nine elements.

    Where the missing point was, a line of eight is dissolved: one of it goes to each of the eight others.
    """
    over = field(_AFFINE)
    lines = [
        [over.add[over.multiply[slope][x]][y] for x in range(_AFFINE) for y in range(_AFFINE)]
        for slope in range(_AFFINE)
    ]
    lines.append([x for x in range(_AFFINE) for _ in range(_AFFINE)])
    return _dissolved([_by_table(line[:-1], _AFFINE) for line in lines], 1)


def without_tables(rounds: list[Tables], count: int) -> list[Tables]:
    """Return the rounds without the players of the last round's first tables, dissolving as many tables."""
    gone = {player for table in rounds[-1][:count] for player in table}
    left = sorted({player for table in rounds[-1] for player in table} - gone)
    number = {player: place for place, player in enumerate(left)}
    kept = [[[number[p] for p in table if p not in gone] for table in tables] for tables in rounds[:-1]]
    complete = [[number[p] for p in table] for table in rounds[-1][count:]]
    return [*_dissolved(kept, count), complete]


def _dissolved(rounds: list[Tables], count: int) -> list[Tables]:
    """Dissolve the smallest tables of each round and fill the others with those who sat there.

    Each goes where he has met the fewest so far.
    """
    players = sum(len(table) for table in rounds[0])
    met = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for one in table:
                for other in table:
                    met[one][other] += 1
    dissolved = []
    for tables in rounds:
        by_size = sorted(tables, key=len)
        kept = [list(table) for table in by_size[count:]]
        for player in (player for table in by_size[:count] for player in table):
            home = min(
                (table for table in kept if len(table) < SEATS),
                key=lambda table: (sum(2 * met[player][mate] + 1 for mate in table), -len(table)),
            )
            for mate in home:
                met[player][mate] += 1
                met[mate][player] += 1
            home.append(player)
        dissolved.append(kept)
    return dissolved


def turned(alpha: Alpha) -> list[Tables]:
    """Return the rounds of an alpha design: ring j holds the players j·T to j·T + T - 1."""
    parts = 2 if alpha.twofold else 1
    length = alpha.tables // parts

    def table(place: int, turn: int) -> int:
        part = (place // length + turn // length) % parts
        return part * length + (place + turn) % length

    return [
        _by_table(
            [table(place, int(digit, _DIGITS)) for digit in digits for place in range(alpha.tables)],
            alpha.tables,
        )
        for digits in alpha.turns
    ]


# ------------------------------------------------------------------ parts


def _by_table(table_of: Sequence[int], tables: int) -> Tables:
    """Gather players by their table."""
    gathered: Tables = [[] for _ in range(tables)]
    for player, table in enumerate(table_of):
        gathered[table].append(player)
    return gathered


def _difference_blocks(p: int) -> tuple[tuple[tuple[int, int, int], ...], ...]:
    """Return the coefficients of x², xy and y² in the four blocks of a difference matrix of order 2p.

    With n not a square: xy + x²/4, xy + x²/4n; xy - x²/4 - y², n (xy - x²/4 - y²). Between rows of one half
    differences are linear; between the halves they are two squares' worth with one vertex, y² and n y².
    """
    quarter = pow(4, -1, p)
    n = next(n for n in range(2, p) if pow(n, (p - 1) // 2, p) != 1)
    return (
        ((quarter, 1, 0), (quarter * pow(n, -1, p) % p, 1, 0)),
        ((-quarter % p, 1, -1 % p), (-n * quarter % p, n, -n % p)),
    )
