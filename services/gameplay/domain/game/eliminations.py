"""Who left the table, how and when: days and nights in their order.

Night 0, in which the blacks meet, day 1, night 1 (the first of shooting), day 2, night 2 and so on.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby

from services.gameplay.domain.errors import (
    EliminatedAtWrongTime,
    EliminatedTwice,
    FeatureUnknown,
    TiedLeftTogether,
    TwoKillsInOneNight,
)
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Elimination, Result

FEATURE = "eliminations"
FEATURES = ("eliminations", "first_killed", "fouls", "best_move", "votes", "shots", "checks")
"""What a game that was recorded move by move knows whole."""
KNOWABLE = frozenset({*FEATURES, "best_move_count"})
"""What a summary may say that it knows; of a best move some records have only how many blacks were named."""
FIRST_DAY = 1
FIRST_NIGHT = 2


def moment(elimination: Elimination) -> int:
    """Return the place of a day or night in the course of a game: night 0 is 0, day 1 is 1, night 1 is 2."""
    return 2 * elimination.number - (elimination.time == "day")


def check_features(result: Result) -> None:
    """Raise FeatureUnknown for a name that stands for nothing."""
    strange = sorted(set(result.features) - KNOWABLE)
    if strange:
        raise FeatureUnknown(
            f"{', '.join(map(repr, strange))}: no features; there are {', '.join(sorted(KNOWABLE))}."
        )


def known_whole(result: Result) -> bool:
    """Tell whether the result lists everybody who left."""
    return FEATURE in result.features


def departures(result: Result) -> Iterator[list[Elimination]]:
    """Yield who left together, in order: by one vote several may, else each leaves alone."""
    ordered = sorted(result.eliminations, key=moment)

    def together(elimination: Elimination) -> tuple[int, int]:
        return moment(elimination), 0 if elimination.cause == "vote" else elimination.seat

    for _, group in groupby(ordered, key=together):
        yield list(group)


def check_eliminations(result: Result, rules: TableRules) -> None:
    """Refuse eliminations that cannot have happened at one table."""
    seats = Counter(elimination.seat for elimination in result.eliminations)
    for seat, times in seats.items():
        if times > 1:
            raise EliminatedTwice(f"Seat {seat} leaves the table {times} times; keep the first.", seat=seat)
    for elimination in result.eliminations:
        _check_time(elimination)
    killed = _busiest(e.number for e in result.eliminations if e.cause == "kill")
    if killed > 1:
        raise TwoKillsInOneNight(
            f"{killed} players are killed in one night; a night kills one at most.",
            clause=rules.clause("play.shots"),
        )
    voted = _busiest(e.number for e in result.eliminations if e.cause == "vote")
    if voted > 1 and rules.play.second_tie == "nobody_leaves":
        raise TiedLeftTogether(
            f"{voted} players are voted out on one day; after a second tie nobody leaves.",
            clause=rules.clause("play.second_tie"),
        )


def _check_time(elimination: Elimination) -> None:
    fits = {
        "vote": elimination.time == "day",
        "kill": elimination.time == "night" and elimination.number > 0,
        "removal": True,
    }[elimination.cause]
    if not fits or (elimination.time == "day" and elimination.number == 0):
        raise EliminatedAtWrongTime(
            f"Seat {elimination.seat} leaves by {elimination.cause} on {elimination.time}"
            f" {elimination.number}; votes are held by day, from day 1, shots fall by night, from night 1.",
            seat=elimination.seat,
        )


def _busiest(numbers: Iterable[int]) -> int:
    return max(Counter(numbers).values(), default=0)
