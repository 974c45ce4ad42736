"""Metrics: what a table counts of a player, each with a key, a name and one computation.

A table is ordered by a list of keys of the document; more is better in every metric. Keys are part
of the regulations' format (`Metric`).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from uuid import UUID

from services.scoring.domain.facts import Game
from shared.contracts.gameplay import Result, SeatResult
from shared.contracts.primitives import TEAM_OF, Role
from shared.contracts.regulations import Component, Metric

ADDITIONAL: frozenset[Component] = frozenset(
    {
        "best_move",
        "best_player",
        "extra_points",
        "penalty",
        "removal",
        "team_defeat",
        "adjustment",
        "automatic",
    }
)
"""What "additional points" hold: all but the outcome's points and compensation."""


@dataclass(slots=True)
class Tally:
    """What one player did in the games of one table."""

    games: int = 0
    substituted: int = 0
    wins: dict[Role, int] = field(default_factory=dict)
    times_best_player: int = 0
    times_first_killed: int = 0
    points: dict[Component, Fraction] = field(default_factory=dict)
    earlier: Fraction = Fraction(0)
    """The total of all stages before the last one of the table."""
    stages: set[str] = field(default_factory=set)
    summed: Fraction | None = None
    """The total, where it is known."""

    @property
    def total(self) -> Fraction:
        """The sum of all lines."""
        if self.summed is None:
            self.summed = _sum(self.points.values())
        return self.summed

    def play(self, game: Game, result: Result, seat: SeatResult) -> None:
        """Count one seat of a game."""
        self.games += 1
        self.substituted += seat.substitute
        self.stages.add(game.stage)
        if result.winner == TEAM_OF[seat.role]:
            self.wins[seat.role] = self.wins.get(seat.role, 0) + 1
        self.times_best_player += sum(award.seat == seat.seat for award in result.best_players)
        self.times_first_killed += result.first_killed == seat.seat

    def add(self, component: Component, worth: Fraction) -> None:
        """Count points of a component."""
        held = self.points.get(component)
        self.points[component] = worth if held is None else held + worth
        self.summed = None

    def join(self, other: "Tally") -> None:
        """Count all that another tally of the same player counted."""
        self.games += other.games
        self.substituted += other.substituted
        self.times_best_player += other.times_best_player
        self.times_first_killed += other.times_first_killed
        self.stages |= other.stages
        for role, wins in other.wins.items():
            self.wins[role] = self.wins.get(role, 0) + wins
        for component, worth in other.points.items():
            self.add(component, worth)


def tally_games(games: Iterable[Game]) -> dict[UUID, Tally]:
    """Count the seats of games that count, without their lines."""
    tallies: dict[UUID, Tally] = {}
    for game in games:
        assert game.result is not None  # noqa: S101 - a game that counts
        for seat in game.result.seats:
            tally = tallies.get(seat.player)
            if tally is None:
                tally = tallies[seat.player] = Tally()
            tally.play(game, game.result, seat)
    return tallies


@dataclass(frozen=True, slots=True)
class Definition:
    """One metric."""

    key: Metric
    name: str
    compute: Callable[[Tally], Fraction]


def measure(tally: Tally) -> dict[Metric, Fraction]:
    """Return every metric of a tally."""
    return {key: definition.compute(tally) for key, definition in METRICS.items()}


@lru_cache(maxsize=1024)
def _whole(number: int) -> Fraction:
    return Fraction(number)


def _sum(values: Iterable[Fraction]) -> Fraction:
    present = [value for value in values if value]
    return sum(present[1:], present[0]) if present else _whole(0)


def _wins(*roles: Role) -> Callable[[Tally], Fraction]:
    return lambda tally: _whole(sum(tally.wins.get(role, 0) for role in roles))


METRICS: dict[Metric, Definition] = {
    definition.key: definition
    for definition in (
        Definition("points", "points", lambda tally: tally.total),
        Definition(
            "additional_points",
            "additional points",
            lambda tally: _sum(worth for part, worth in tally.points.items() if part in ADDITIONAL),
        ),
        Definition("wins", "games won", _wins("civilian", "sheriff", "mafia", "don")),
        Definition("times_best_player", "times best player", lambda tally: _whole(tally.times_best_player)),
        Definition("wins_as_black", "games won as a black", _wins("mafia", "don")),
        Definition("wins_as_civilian", "games won as civilian", _wins("civilian")),
        Definition("wins_as_mafia", "games won as mafia", _wins("mafia")),
        Definition("wins_as_don", "games won as don", _wins("don")),
        Definition("wins_as_sheriff", "games won as sheriff", _wins("sheriff")),
        Definition("wins_as_don_and_sheriff", "games won as don or sheriff", _wins("don", "sheriff")),
        Definition(
            "times_first_killed",
            "times killed on the first night",
            lambda tally: _whole(tally.times_first_killed),
        ),
        Definition("points_in_earlier_stages", "points in earlier stages", lambda tally: tally.earlier),
        Definition("games", "games played", lambda tally: _whole(tally.games)),
        Definition("average_points", "points a game", lambda tally: tally.total / (tally.games or 1)),
        Definition(
            "rating_squared",
            "points by the root of the games, squared",
            lambda tally: tally.total * abs(tally.total) / (tally.games or 1),
        ),
        Definition("stages_reached", "stages played", lambda tally: _whole(len(tally.stages))),
    )
}
