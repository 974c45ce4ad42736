"""The plain random draw, 'plain-random-1': everyone plays his games, every seat equally likely.

For each round, the players with most games left are taken (all of them, where ten times the tables is
the number of players; otherwise byes differ by at most one at any time, and a random order decides
among equals), shuffled, and seated in that order: the first ten at table 1 from seat 1 up. Then the judges
who do not play in the round are shuffled, those with fewest games so far are taken, and shuffled again
onto the tables. All numbers come from `Randomness` of the inputs' digest and the seed, so nothing but
them decides; no player meets himself, and nobody is in two places of one round.
"""

from collections.abc import Collection
from uuid import UUID, uuid5

from services.registration.domain.draw.annealing import Watch
from services.registration.domain.draw.inputs import DrawInputs
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS, rounds_of
from services.registration.domain.errors import TooFewJudges
from shared.contracts.registration import DrawnTable

ALGORITHM = "plain-random-1"


def plain_random(inputs: DrawInputs, seed: str, _watch: Watch | None = None) -> tuple[DrawnTable, ...]:
    """Return the seating, too soon to be watched. Raises what `rounds_of` raises, and TooFewJudges."""
    rounds = rounds_of(len(inputs.players), inputs.games, inputs.tables, stage=inputs.stage)
    random = Randomness(f"{inputs.digest(ALGORITHM)}\n{seed}")
    left = dict.fromkeys(inputs.players, inputs.games)
    judged = dict.fromkeys(inputs.judges, 0)
    drawn: list[DrawnTable] = []
    for number, tables in enumerate(rounds, start=1):
        playing = _playing(left, tables * SEATS, random)
        judges = _judging(judged, playing, tables, random, f"Round {number} of stage {inputs.stage!r}")
        for place, judge in enumerate(judges):
            drawn.append(
                DrawnTable(
                    game=uuid5(inputs.draw, f"{number}/{place + 1}"),
                    round=number,
                    table=place + 1,
                    judge=judge,
                    seats=tuple(playing[place * SEATS : (place + 1) * SEATS]),
                )
            )
    return tuple(drawn)


def _playing(left: dict[UUID, int], seats: int, random: Randomness) -> list[UUID]:
    """Take the players with most games left, note their game, and return them in seating order."""
    order = random.shuffled(list(left))
    order.sort(key=lambda player: -left[player])
    for player in order[:seats]:
        left[player] -= 1
    return random.shuffled(order[:seats])


def _judging(
    judged: dict[UUID, int], playing: Collection[UUID], tables: int, random: Randomness, where: str
) -> list[UUID]:
    """Take the judges with fewest games who do not play now, note their game, and return them by table."""
    busy = set(playing)
    free = [judge for judge in judged if judge not in busy]
    if len(free) < tables:
        raise TooFewJudges(
            f"{where} has {tables} tables and {len(free)} judges who do not play in it;"
            f" appoint {tables - len(free)} more.",
            tables=tables,
            judges=len(free),
        )
    order = random.shuffled(free)
    order.sort(key=lambda judge: judged[judge])
    for judge in order[:tables]:
        judged[judge] += 1
    return random.shuffled(order[:tables])
