"""The even draw, 'even-1': who meets whom, then seats, then tables and judges, each as even as can be.

Lot first: the players are shuffled onto the slots of the search, so that all are equal beforehand even
where slots differ. Then, in the order in which the numbers of `Randomness` are used: who sits with
whom (a construction where algebra has one, annealing elsewhere and where somebody must not meet somebody),
numbers of tables, seats with their neighbors, judges. Only integers, moves are counted and no clock is
read: inputs and seed give the same bytes everywhere.

'even-2' is the same search, ended by somebody after so many of its moves: the number is an input. It searches
with the random numbers of 'even-1', whose inputs have no such line, since nobody knew the number before.
"""

from collections.abc import Sequence
from uuid import UUID, uuid5

from msgspec.structs import replace

from services.registration.domain.draw.annealing import (
    FORBIDDEN,
    Found,
    Part,
    Progress,
    Task,
    Watch,
    anneal,
    first_rows,
    score,
)
from services.registration.domain.draw.assignment import assigned
from services.registration.domain.draw.bounds import c2_bound
from services.registration.domain.draw.constructions import template
from services.registration.domain.draw.inputs import DrawInputs
from services.registration.domain.draw.judging import judged
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS, rounds_of
from services.registration.domain.draw.seats import seated
from services.registration.domain.draw.separations import demand_possible, separated
from services.registration.domain.errors import SeparationsCannotBeKept
from shared.contracts.registration import DrawnTable

ALGORITHM = "even-1"
ENDED = "even-2"
MOVES = 3_000_000
"""Moves of annealing for an effort of 1."""
_FIRST_MOVES = 20_000
"""A first, short try where it often meets the bound already: up to this many games."""
_SMALL = 24
_WARM = (45, 70)
_COOL = (50, 64)
_SWEEPS = 8

Game = list[int]


def even(inputs: DrawInputs, seed: str, watch: Watch | None = None) -> tuple[DrawnTable, ...]:
    """Return the seating. `watch` is told of each part, and may end the search of who meets whom.

    Raises what `rounds_of` raises, SeparationsCannotBeKept, TooFewJudges or JudgesTooRelated.
    """
    rounds = demand_drawable(inputs)
    random = Randomness(f"{inputs.digest(ALGORITHM)}\n{seed}")
    players = random.shuffled(list(inputs.players))
    task = _task(inputs, players, rounds)
    course = _Course(_planned(task, inputs.effort), watch)
    found = who_with_whom(task, random, effort=inputs.effort, watch=course)
    if found.forbidden:
        raise SeparationsCannotBeKept(
            f"Stage {inputs.stage!r}: no seating was found in {found.moves} moves that keeps all apart who"
            f" must not meet: {found.forbidden} such meetings are left. Separate fewer, or search longer.",
            meetings=found.forbidden,
        )
    course.enter("tables", found)
    by_round = _numbered(_games(found.rows, rounds), len(players), random)
    course.enter("seats", found)
    seats = iter(seated([game for games in by_round for game in games], len(players), random))
    seating = [[tuple(players[slot] for slot in next(seats)) for _ in games] for games in by_round]
    course.enter("judges", found)
    judges = judged(inputs, seating, random)
    return tuple(
        DrawnTable(
            game=uuid5(inputs.draw, f"{number}/{place}"), round=number, table=place, judge=judge, seats=game
        )
        for number, (games, of_round) in enumerate(zip(seating, judges, strict=True), start=1)
        for place, (game, judge) in enumerate(zip(games, of_round, strict=True), start=1)
    )


def even_ended(inputs: DrawInputs, seed: str, watch: Watch | None = None) -> tuple[DrawnTable, ...]:
    """Return the seating of a search that was ended after `inputs.moves` moves."""
    last = inputs.moves

    def until(progress: Progress) -> bool:
        going = watch is None or watch(progress)
        return going and (last is None or progress.done < last)

    return even(replace(inputs, moves=None), seed, until)


def demand_drawable(inputs: DrawInputs) -> tuple[int, ...]:
    """Return the tables of each round, or raise what counting alone shows to be impossible."""
    rounds = rounds_of(len(inputs.players), inputs.games, inputs.tables, stage=inputs.stage)
    demand_possible(inputs, rounds)
    return rounds


class _Course:
    """One search in one or several stretches: their moves are counted through, and who watches is told."""

    def __init__(self, moves: int, watch: Watch | None) -> None:
        self._moves, self._watch = moves, watch
        self._before = self._done = 0
        self.ended = False
        self.bound = 0

    def stretch(self, moves: int = 0) -> None:
        """Begin another stretch; `moves` of it were not planned."""
        self._before = self._done
        self._moves += moves

    def __call__(self, progress: Progress) -> bool:
        self._done = self._before + progress.done
        self.bound = progress.bound
        self.ended = not self._told(replace(progress, done=self._done, moves=self._moves))
        return not self.ended

    def enter(self, part: Part, found: Found) -> None:
        """Tell that who meets whom is settled, and what is searched for now."""
        told = Progress(done=self._done, moves=self._moves, c2=found.c2, bound=self.bound, part=part)
        self._told(told)

    def _told(self, progress: Progress) -> bool:
        return self._watch is None or self._watch(progress)


def who_with_whom(task: Task, random: Randomness, *, effort: int = 1, watch: Watch | None = None) -> Found:
    """Return the evenest seating found, tables and seats in no order that means something."""
    course = watch if isinstance(watch, _Course) else _Course(_planned(task, effort), watch)
    course.bound = _bound(task)
    key = random.below((1 << 64) - 1) + 1
    rows, (hot, cold) = first_rows(task), _WARM
    if len(set(task.tables)) == 1 and not task.byes:
        made = template(task.tables[0], task.games)
        if made is not None:
            rows, (hot, cold) = (*made.rounds, *rows[len(made.rounds) :]), _COOL
    found = _met(task, rows)
    if found is not None:
        return found
    if sum(task.tables) <= _SMALL:
        first = anneal(task, rows, key=key, moves=_FIRST_MOVES, hot=hot, cold=cold, plain=True, watch=course)
        if course.ended or (not first.forbidden and first.c2 == _bound(task)):
            return first
        course.stretch()
    best = anneal(task, rows, key=key, moves=MOVES * effort, hot=hot, cold=cold, watch=course)
    if best.forbidden and not course.ended:
        course.stretch(MOVES * effort)
        best = anneal(task, rows, key=key, moves=MOVES * effort, hot=0, cold=_WARM[1], watch=course)
    return best


def _planned(task: Task, effort: int) -> int:
    return MOVES * effort + (_FIRST_MOVES if sum(task.tables) <= _SMALL else 0)


def _met(task: Task, rows: Sequence[Sequence[int]]) -> Found | None:
    """Return the rows as found where nothing can be better than they are."""
    c2, forbidden = score(task, rows)
    if forbidden or c2 != _bound(task):
        return None
    return Found(rows=tuple(map(tuple, rows)), c2=c2, forbidden=forbidden, moves=0)


def _bound(task: Task) -> int:
    return c2_bound(task.players, task.games, task.tables)


def _task(inputs: DrawInputs, players: Sequence[UUID], rounds: Sequence[int]) -> Task:
    size = len(players)
    slot = {player: number for number, player in enumerate(players)}
    begin = bytearray(size * size)
    for one, other in separated(inputs):
        begin[slot[one] * size + slot[other]] = begin[slot[other] * size + slot[one]] = FORBIDDEN
    return Task(players=size, games=inputs.games, tables=tuple(rounds), begin=bytes(begin))


def _games(rows: Sequence[Sequence[int]], rounds: Sequence[int]) -> list[list[Game]]:
    return [
        [list(row[start : start + SEATS]) for start in range(0, tables * SEATS, SEATS)]
        for row, tables in zip(rows, rounds, strict=True)
    ]


def _numbered(by_round: list[list[Game]], players: int, random: Randomness) -> list[list[Game]]:
    """Order the tables of each round so that everyone comes to all of them about as often.

    Round by round, given the others, by assignment; over and over while it gains.
    """
    most = max(map(len, by_round))
    by_round = [random.shuffled(games) for games in by_round]
    been = [[0] * most for _ in range(players)]
    for games in by_round:
        _count(games, been, 1)
    squares = sum(count * count for of_one in been for count in of_one)
    for _ in range(_SWEEPS if most > 1 else 0):
        for number, games in enumerate(by_round):
            _count(games, been, -1)
            costs = [
                [sum(2 * been[player][table] + 1 for player in game) for table in range(len(games))]
                for game in games
            ]
            places = assigned(costs, random)
            by_round[number] = [game for _, game in sorted(zip(places, games, strict=True))]
            _count(by_round[number], been, 1)
        before, squares = squares, sum(count * count for of_one in been for count in of_one)
        if squares == before:
            break
    return by_round


def _count(games: Sequence[Game], been: list[list[int]], sign: int) -> None:
    for table, game in enumerate(games):
        for player in game:
            been[player][table] += sign
