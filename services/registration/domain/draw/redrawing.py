"""Rounds drawn anew around all that stays, 'redraw-1': the even draw of what is left of a stage.

Who plays in a round, at which tables and with which judges stays; who sits with whom is searched for again,
with all meetings of the other rounds counted in. Then tables, seats and judges, each by the least sum of
squares with those of the other rounds. As of every draw: inputs and seed give the same bytes everywhere.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.draw.annealing import FORBIDDEN, Found, Task, anneal
from services.registration.domain.draw.assignment import FORBIDDEN as NEVER
from services.registration.domain.draw.assignment import assigned
from services.registration.domain.draw.inputs import DrawInputs, Pair
from services.registration.domain.draw.measures import meetings_in
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS
from services.registration.domain.draw.separations import separated
from services.registration.domain.errors import JudgesTooRelated, SeparationsCannotBeKept
from shared.contracts.registration import DrawnTable

ALGORITHM = "redraw-1"
_MOVES_A_GAME = 75_000
_FEW, _MOVES_A_GAME_OF_FEW = 8, 5_000
_WARM = (45, 70)
_SWEEPS = 25
_MOST_MET = FORBIDDEN - 1

Table: TypeAlias = list[UUID]


class RoundToDraw(msgspec.Struct, frozen=True, kw_only=True):
    """A round of which nothing has started: its games by table, who plays in it and who judges. Sorted."""

    number: int
    games: tuple[UUID, ...]
    tables: tuple[int, ...]
    players: tuple[UUID, ...]
    judges: tuple[UUID, ...]


class RedrawInputs(msgspec.Struct, frozen=True, kw_only=True):
    """All that it depends on but the seed. `around` is every game that stays as it is."""

    draw: UUID
    stage: str
    games: int
    rounds: tuple[RoundToDraw, ...]
    around: tuple[DrawnTable, ...]
    separations: tuple[Pair, ...]
    relations: tuple[Pair, ...]
    effort: int

    def digest(self) -> str:
        """Return the SHA-256, in hexadecimal, of the inputs written as one line each."""
        lines = (
            ALGORITHM,
            f"draw {self.draw}",
            f"stage {self.stage}",
            f"games {self.games}",
            f"effort {self.effort}",
            *(
                f"round {one.number} tables {_listed(one.tables)} games {_listed(one.games)}"
                f" players {_listed(one.players)} judges {_listed(one.judges)}"
                for one in self.rounds
            ),
            *(
                f"stays {one.round}/{one.table} {one.game} judge {one.judge} seats {_listed(one.seats)}"
                for one in self.around
            ),
            *(f"separate {one} {other}" for one, other in self.separations),
            *(f"relation {judge} {player}" for judge, player in self.relations),
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _listed(things: Sequence[object]) -> str:
    return ",".join(map(str, things))


def redraw_of(
    inputs: DrawInputs,
    tables: Sequence[DrawnTable],
    rounds: Collection[int],
    *,
    relations: Collection[Pair],
    effort: int,
) -> RedrawInputs:
    """Return what drawing some rounds of a seating anew depends on; `inputs` are those of the draw.

    `relations`: of judges and players as they are declared now; of others in these rounds they say nothing.
    """
    ordered = sorted(tables, key=lambda table: (table.round, table.table))
    anew = {number: [table for table in ordered if table.round == number] for number in sorted(rounds)}
    judging = {table.judge for of_round in anew.values() for table in of_round}
    playing = {player for of_round in anew.values() for table in of_round for player in table.seats}
    return RedrawInputs(
        draw=inputs.draw,
        stage=inputs.stage,
        games=inputs.games,
        rounds=tuple(
            RoundToDraw(
                number=number,
                games=tuple(table.game for table in of_round),
                tables=tuple(table.table for table in of_round),
                players=tuple(sorted(player for table in of_round for player in table.seats)),
                judges=tuple(sorted(table.judge for table in of_round)),
            )
            for number, of_round in anew.items()
        ),
        around=tuple(table for table in ordered if table.round not in anew),
        separations=tuple(sorted(separated(inputs))),
        relations=tuple(
            sorted({(j, p) for j, p in (*relations, *inputs.relations) if j in judging and p in playing})
        ),
        effort=effort,
    )


@lru_cache(maxsize=8)
def redrawn(inputs: RedrawInputs, seed: str) -> tuple[DrawnTable, ...]:
    """Return the games of the rounds, by round and table. It is kept for a while, as a draw is.

    Raises SeparationsCannotBeKept or JudgesTooRelated.
    """
    random = Randomness(f"{inputs.digest()}\n{seed}")
    everyone = {player for one in inputs.rounds for player in one.players}
    everyone.update(player for table in inputs.around for player in table.seats)
    players = random.shuffled(sorted(everyone))
    rounds = _who_with_whom(inputs, players, random)
    rounds = _spread(rounds, _been(inputs.around, lambda table, _: table.table), inputs, random)
    seats = _seated(rounds, inputs, random)
    judges = _judged(rounds, inputs, random)
    return tuple(
        DrawnTable(game=game, round=one.number, table=number, judge=judge, seats=tuple(at_table))
        for one, by_table, by_judge in zip(inputs.rounds, seats, judges, strict=True)
        for game, number, judge, at_table in zip(one.games, one.tables, by_judge, by_table, strict=True)
    )


def _who_with_whom(inputs: RedrawInputs, players: Sequence[UUID], random: Randomness) -> list[list[Table]]:
    """Return who sits together in each round."""
    slot = {player: number for number, player in enumerate(players)}
    rows = []
    for one in inputs.rounds:
        playing = random.shuffled([slot[player] for player in one.players])
        resting = set(slot.values()) - set(playing)
        rows.append((*playing, *sorted(resting)))
    task = _task(inputs, slot)
    if max(task.tables) > 1:
        rows = list(_searched(task, rows, inputs, random).rows)
    return [
        [[players[at] for at in row[start : start + SEATS]] for start in range(0, tables * SEATS, SEATS)]
        for row, tables in zip(rows, task.tables, strict=True)
    ]


def _task(inputs: RedrawInputs, slot: dict[UUID, int]) -> Task:
    size = len(slot)
    begin = bytearray(size * size)
    counted = {pair: min(met, _MOST_MET) for pair, met in meetings_in(inputs.around).items()}
    counted |= {pair: FORBIDDEN for pair in inputs.separations if pair[0] in slot and pair[1] in slot}
    for (one, other), met in counted.items():
        begin[slot[one] * size + slot[other]] = begin[slot[other] * size + slot[one]] = met
    tables = tuple(len(one.tables) for one in inputs.rounds)
    return Task(players=size, games=inputs.games, tables=tables, begin=bytes(begin))


def _searched(task: Task, rows: Sequence[Sequence[int]], inputs: RedrawInputs, random: Randomness) -> Found:
    games = sum(task.tables)
    moves = games * (_MOVES_A_GAME_OF_FEW if games <= _FEW else _MOVES_A_GAME) * inputs.effort
    key = random.below((1 << 64) - 1) + 1
    found = anneal(task, rows, key=key, moves=moves, hot=_WARM[0], cold=_WARM[1], fixed_byes=True)
    if found.forbidden:
        found = anneal(task, rows, key=key, moves=moves, hot=0, cold=_WARM[1], fixed_byes=True)
    if found.forbidden:
        raise SeparationsCannotBeKept(
            f"Stage {inputs.stage!r}: in these rounds no seating was found in {found.moves} moves that keeps"
            f" all apart who must not meet: {found.forbidden} such meetings are left. Name more rounds.",
            meetings=found.forbidden,
        )
    return found


def _been(tables: Sequence[DrawnTable], what: Callable[[DrawnTable, int], Any]) -> Counter[tuple[UUID, Any]]:
    """Count how often each player had a table, a seat or a judge."""
    return Counter(
        (player, what(table, seat)) for table in tables for seat, player in enumerate(table.seats, start=1)
    )


def _spread(
    rounds: list[list[Table]], been: Counter[tuple[UUID, int]], inputs: RedrawInputs, random: Randomness
) -> list[list[Table]]:
    """Order the tables of each round so that everyone comes to all of them about as often."""
    numbers = [one.tables for one in inputs.rounds]
    rounds = [random.shuffled(games) for games in rounds]
    for of_round, games in zip(numbers, rounds, strict=True):
        been.update((p, number) for number, game in zip(of_round, games, strict=True) for p in game)
    for _ in range(_SWEEPS):
        for place, of_round in enumerate(numbers):
            games = rounds[place]
            been.subtract((p, number) for number, game in zip(of_round, games, strict=True) for p in game)
            costs = [[sum(2 * been[p, number] + 1 for p in game) for number in of_round] for game in games]
            columns = assigned(costs, random)
            rounds[place] = [game for _, game in sorted(zip(columns, games, strict=True))]
            been.update(
                (p, number) for number, game in zip(of_round, rounds[place], strict=True) for p in game
            )
    return rounds


def _seated(rounds: Sequence[Sequence[Table]], inputs: RedrawInputs, random: Randomness) -> list[list[Table]]:
    """Seat each table so that everyone comes to all seats about as often, those of the other rounds too."""
    sat = _been(inputs.around, lambda _, seat: seat)
    seats = [[random.shuffled(game) for game in games] for games in rounds]
    for games in seats:
        for game in games:
            sat.update(zip(game, range(1, SEATS + 1), strict=True))
    for _ in range(_SWEEPS):
        for games in seats:
            for place, game in enumerate(games):
                sat.subtract(zip(game, range(1, SEATS + 1), strict=True))
                costs = [[2 * sat[player, seat] + 1 for seat in range(1, SEATS + 1)] for player in game]
                columns = assigned(costs, random)
                games[place] = [player for _, player in sorted(zip(columns, game, strict=True))]
                sat.update(zip(games[place], range(1, SEATS + 1), strict=True))
    return seats


def _judged(rounds: Sequence[Sequence[Table]], inputs: RedrawInputs, random: Randomness) -> list[list[UUID]]:
    """Give the judges of each round its tables: never somebody related, evenly over players."""
    judged = _been(inputs.around, lambda table, _: table.judge)
    related = set(inputs.relations)
    result = []
    for one, games in zip(inputs.rounds, rounds, strict=True):
        costs = [
            [
                NEVER
                if any((judge, player) in related for player in game)
                else sum(2 * judged[player, judge] + 1 for player in game)
                for judge in one.judges
            ]
            for game in games
        ]
        columns = assigned(costs, random)
        if any(costs[row][column] == NEVER for row, column in enumerate(columns)):
            raise JudgesTooRelated(
                f"Round {one.number} of stage {inputs.stage!r}: every way to give its tables its judges puts"
                " one at a table with somebody he is related to; replace a judge, or draw with another seed.",
                round=one.number,
            )
        chosen = [one.judges[column] for column in columns]
        judged.update((p, judge) for judge, game in zip(chosen, games, strict=True) for p in game)
        result.append(chosen)
    return result
