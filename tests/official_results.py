"""Official results of real tournaments, read as games and tables. No test; test modules use it.

The files lie beside the checkout and are no part of it. They say of each seat only the sum of extra
points, best move and penalties, and lack some marks of who was killed first; the official tables
say the sums of each. From both follows one seat for every best move and mark; a penalty that is
hidden in a seat's sum stands at the player's first game of the stage, which no table can tell apart.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from json import loads
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from shared.contracts.gameplay import Award, BestMove, Result, SeatResult
from shared.contracts.primitives import TEAM_OF, Role, Team, points_text
from shared.contracts.regulations import StageKind

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "official-results"
ROLES: dict[str, Role] = {"citizen": "civilian", "sheriff": "sheriff", "mafia": "mafia", "don": "don"}
WINNERS: dict[str, Team | None] = {"red": "red", "black": "black", "unknown": None}
KINDS: dict[str, StageKind] = {"main": "qualification", "final": "final"}
TABLE_OF = {"main": "qualification", "final": "final"}
COEFFICIENT = {"main": Fraction(1), "final": Fraction(13, 10)}
BEST_MOVES = {3: Fraction(4, 10), 2: Fraction(1, 4), 0: Fraction(0)}
"""Blacks named to points."""
TOLERANCE = Fraction(1, 100)


@dataclass(frozen=True)
class OfficialSeat:
    """One seat. `net` is what the file says: extra points, best move and penalties in one number."""

    seat: int
    player: str
    role: Role
    net: Fraction
    extra: Fraction = Fraction(0)
    penalty: Fraction = Fraction(0)
    """Negative or 0."""
    blacks_named: int = 0
    """0: no best move that brought points; else 2 or 3."""
    substitute: bool = False


@dataclass(frozen=True)
class OfficialGame:
    """One game of the file."""

    stage: str
    round: int
    table: int
    winner: Team | None
    seats: tuple[OfficialSeat, ...]
    first_killed: int | None = None

    @property
    def kind(self) -> StageKind:
        """The kind of the game's stage."""
        return KINDS[self.stage]

    def named(self) -> tuple[int, ...]:
        """Return three numbers with as many blacks as the best move named; () without a best move."""
        maker = next((seat for seat in self.seats if seat.blacks_named), None)
        if maker is None:
            return ()
        black = [seat.seat for seat in self.seats if TEAM_OF[seat.role] == "black" and seat != maker]
        red = [seat.seat for seat in self.seats if TEAM_OF[seat.role] == "red" and seat != maker]
        return tuple(sorted([*black[: maker.blacks_named], *red[: 3 - maker.blacks_named]]))

    def result(self) -> Result:
        """Return the game as gameplay would sign it."""
        maker = next((seat.seat for seat in self.seats if seat.blacks_named), None)
        return Result(
            winner=self.winner,
            seats=tuple(
                SeatResult(
                    seat=seat.seat,
                    player=player_id(seat.player),
                    role=seat.role,
                    substitute=seat.substitute,
                )
                for seat in self.seats
            ),
            first_killed=self.first_killed,
            best_move=BestMove(seat=maker, named=self.named()) if maker else None,
            extra_points=tuple(
                Award(seat=seat.seat, points=points_text(seat.extra)) for seat in self.seats if seat.extra
            ),
            penalties=tuple(
                Award(seat=seat.seat, points=points_text(seat.penalty)) for seat in self.seats if seat.penalty
            ),
        )


@dataclass(frozen=True)
class OfficialRow:
    """One row of an official table, in the file's own words: `values` by column."""

    place: str
    player: str
    values: Mapping[str, Fraction]


@dataclass(frozen=True)
class OfficialTournament:
    """A tournament: its games in playing order, and its tables by name."""

    number: int
    players: int
    games: tuple[OfficialGame, ...]
    tables: Mapping[str, tuple[OfficialRow, ...]] = field(default_factory=dict)

    @property
    def stages(self) -> tuple[str, ...]:
        """The keys of the stages, in playing order."""
        return tuple(dict.fromkeys(game.stage for game in self.games))


def player_id(code: str) -> UUID:
    """Return the id that stands for a player's code."""
    return uuid5(NAMESPACE_URL, f"player:{code}")


def load(number: int) -> OfficialTournament:
    """Read one tournament and complete its seats from its tables. Raises FileNotFoundError."""
    raw = loads((FOLDER / f"tournament-{number}.json").read_text(), parse_float=Decimal)
    games = tuple(_game(game) for game in raw["games"])
    tables = {name: tuple(_row(row) for row in rows) for name, rows in raw["official_standings"].items()}
    games = tuple(_with_substitutes(games, raw["players_total"]))
    for stage in dict.fromkeys(game.stage for game in games):
        for row in tables[TABLE_OF[stage]]:
            games = _completed(games, stage, row)
    return OfficialTournament(number, raw["players_total"], games, tables)


def _game(raw: Mapping[str, Any]) -> OfficialGame:
    killed = [seat[0] for seat in raw["seats"] if seat[3] or seat[6]]
    assert len(killed) <= 1
    return OfficialGame(
        stage=raw["stage"],
        round=raw["round"],
        table=raw["table"],
        winner=WINNERS[raw["winner"]],
        seats=tuple(
            OfficialSeat(number, player, ROLES[role], Fraction(net))
            for number, player, role, _, _, net, _ in raw["seats"]
        ),
        first_killed=killed[0] if killed else None,
    )


def _row(raw: Mapping[str, Any]) -> OfficialRow:
    columns = {name: value for name, value in raw.items() if name not in {"place", "player", "club"}}
    return OfficialRow(raw["place"], raw["player"], {name: Fraction(v) for name, v in columns.items()})


def _with_substitutes(games: Iterable[OfficialGame], players: int) -> Iterator[OfficialGame]:
    """Mark those beyond the tournament's players, who played least."""
    played: dict[str, int] = {}
    listed = list(games)
    for game in listed:
        for seat in game.seats:
            played[seat.player] = played.get(seat.player, 0) + 1
    substitutes = set(sorted(played, key=lambda player: -played[player])[players:])
    for game in listed:
        seats = tuple(replace(seat, substitute=seat.player in substitutes) for seat in game.seats)
        yield replace(game, seats=seats)


@dataclass(frozen=True)
class _Reading:
    """One way to read a player's seats of a stage: blacks named by game, for the games he was killed in."""

    blacks: Mapping[int, int]
    misfit: Fraction


def _completed(games: tuple[OfficialGame, ...], stage: str, row: OfficialRow) -> tuple[OfficialGame, ...]:
    """Return the games with one player's best moves, marks and penalties of a stage in their seats."""
    own = {
        index: seat
        for index, game in enumerate(games)
        if game.stage == stage
        for seat in game.seats
        if seat.player == row.player
    }
    reading = min(_readings(games, own, row, COEFFICIENT[stage]), key=lambda one: one.misfit)
    hidden = -row.values["minus"] / COEFFICIENT[stage]
    seats: dict[int, OfficialSeat] = {}
    for index, seat in own.items():
        rest = seat.net - BEST_MOVES[reading.blacks.get(index, 0)]
        penalty = min(rest, Fraction(0))
        hidden -= penalty
        seats[index] = replace(
            seat, extra=rest - penalty, penalty=penalty, blacks_named=reading.blacks.get(index, 0)
        )
    first = next(iter(seats))
    seats[first] = replace(
        seats[first], extra=seats[first].extra - hidden, penalty=seats[first].penalty + hidden
    )
    return tuple(
        _with_seat(game, seats[index], killed=index in reading.blacks) if index in seats else game
        for index, game in enumerate(games)
    )


def _readings(
    games: tuple[OfficialGame, ...], own: Mapping[int, OfficialSeat], row: OfficialRow, coefficient: Fraction
) -> Iterator[_Reading]:
    """Yield every reading with the table's number of kills and sum of best moves."""
    marked = [index for index, seat in own.items() if games[index].first_killed == seat.seat]
    unmarked = [
        index
        for index, seat in own.items()
        if games[index].first_killed is None and games[index].winner == TEAM_OF[seat.role] == "red"
    ]
    for found in combinations(unmarked, int(row.values["k"]) - len(marked)):
        killed = [*marked, *found]
        for blacks in product(BEST_MOVES, repeat=len(killed)):
            named = dict(zip(killed, blacks, strict=True))
            best_moves = sum((BEST_MOVES[number] for number in blacks), Fraction(0))
            if abs(best_moves * coefficient - row.values["bm"]) < TOLERANCE:
                yield _Reading(named, _misfit(own, named))


def _misfit(own: Mapping[int, OfficialSeat], named: Mapping[int, int]) -> Fraction:
    """Prefer seats whose number is the best move and little else; a seat below it hides a penalty."""
    rests = [own[index].net - BEST_MOVES[blacks] for index, blacks in named.items() if blacks]
    return sum((rest if rest >= 0 else 1 - rest for rest in rests), Fraction(0))


def _with_seat(game: OfficialGame, changed: OfficialSeat, *, killed: bool) -> OfficialGame:
    seats = tuple(changed if seat.seat == changed.seat else seat for seat in game.seats)
    return replace(game, seats=seats, first_killed=changed.seat if killed else game.first_killed)
