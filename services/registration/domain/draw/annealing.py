"""Who sits with whom, by annealing: exact integers, a fixed number of moves, the same result on any machine.

A seating here is one row of N players for each round: ten at table 1, ten at table 2, …, and then those
who have a bye. A move exchanges two players of different tables of a round, or the byes of two players; what
it changes is counted in 36 look-ups, not by counting everything again. What a pair costs is a function of
how often it meets, so carried-over meetings and forbidden pairs are nothing but where its count begins.

`_moves` is written once and runs twice: compiled by numba on arrays, or as plain Python on lists where
little is to be done or numba is not there. Both give the same bytes.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Literal

import msgspec

from services.registration.domain.draw.bounds import c2_bound
from services.registration.domain.draw.cooling import LADDER, OPEN
from services.registration.domain.draw.rounds import SEATS

FORBIDDEN = 128
"""Where the count of a pair begins that must not meet."""
_FORBIDDEN_COST = 2000
_NO_BOUND = -1
_TAIL = 1
_NEVER = 8
_BACK_TO_BACK = 12
_CHUNK = 1 << 14
_MASK = (1 << 64) - 1
_STAR = 0x2545F4914F6CDD1D
_PLAIN_UP_TO = 40_000
"""Moves up to which starting numba takes longer than doing without it."""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be seated: players by number, tables of each round, and where each pair's count begins."""

    players: int
    games: int
    tables: tuple[int, ...]
    begin: bytes
    """N x N counts: meetings of earlier days, or FORBIDDEN."""

    @property
    def byes(self) -> int:
        """Return how many byes each player has."""
        return len(self.tables) - self.games


Part = Literal["meetings", "tables", "seats", "judges"]
"""What is searched for, in this order; all but the first takes little time."""


class Progress(msgspec.Struct, frozen=True, kw_only=True):
    """How far the search is: moves done and to do, the best so far, and the bound.

    `forbidden` are meetings, in the best so far, of those who must not meet.
    """

    done: int
    moves: int
    c2: int
    bound: int
    forbidden: int = 0
    part: Part = "meetings"


Watch = Callable[[Progress], bool]
"""Told of the progress now and then; answers whether to go on."""


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """A seating, its `c2` (pairs that may meet only), meetings of forbidden pairs, and the moves it took."""

    rows: tuple[tuple[int, ...], ...]
    c2: int
    forbidden: int
    moves: int


def free_task(players: int, games: int, tables: Sequence[int]) -> Task:
    """Return a task without constraints."""
    return Task(players=players, games=games, tables=tuple(tables), begin=bytes(players * players))


def first_rows(task: Task) -> tuple[tuple[int, ...], ...]:
    """Return a seating to begin with: byes go around, the others sit in order, turned a little each round."""
    rows = []
    bye = 0
    for number, tables in enumerate(task.tables):
        bench = [(bye + place) % task.players for place in range(task.players - tables * SEATS)]
        bye += len(bench)
        resting = set(bench)
        playing = [player for player in range(task.players) if player not in resting]
        turn = number % len(playing)
        rows.append((*playing[turn:], *playing[:turn], *bench))
    return tuple(rows)


def anneal(
    task: Task,
    rows: Sequence[Sequence[int]],
    *,
    key: int,
    moves: int,
    hot: int = 0,
    cold: int = len(LADDER),
    watch: Watch | None = None,
    plain: bool | None = None,
    fixed_byes: bool = False,
) -> Found:
    """Return the best seating seen in `moves` moves from `rows`, cooling from rung `hot` to rung `cold`.

    `key` is where the random numbers begin, not 0. Ends early when the bound is met with nothing forbidden,
    or when `watch` says so. `plain` forces one of the two ways of running it; the result is the same. With
    `fixed_byes` everybody rests when `rows` let him rest, as often as they do.
    """
    plain = (moves <= _PLAIN_UP_TO or _compiled() is None) if plain is None else plain
    run, fill = (_moves, _fill) if plain else _compiled() or (_moves, _fill)
    state = _State(task, rows, plain=plain, fixed_byes=fixed_byes)
    generator = state.array([key & _MASK or 1], "uint64")
    numbers = state.array([0] * (3 * _CHUNK), "int64")
    bound = c2_bound(task.players, task.games, task.tables)
    if any(0 < begun < FORBIDDEN for begun in task.begin):
        bound = _NO_BOUND
    best, best_cost, best_c2, best_forbidden = list(state.seat), *map(int, state.cost)
    done = 0
    rungs = cold - hot
    for rung in range(rungs):
        until = moves * (rung + 1) // rungs
        thresholds = state.array(_thresholds(hot + rung), "int64")
        while done < until:
            count = min(_CHUNK, until - done)
            fill(generator, numbers, 3 * count)
            did = run(
                state.seat, state.where, state.meets, state.step, state.slots, state.playing, state.cycles,
                state.byes, numbers, thresholds, count, task.players, len(task.tables), _BACK_TO_BACK,
                bound, state.cost,
            )  # fmt: skip
            done += did
            if did < count:
                return _found(task, state.seat, done)
            if state.cost[0] < best_cost:
                best, best_cost, best_c2, best_forbidden = list(state.seat), *map(int, state.cost)
            told = Progress(done=done, moves=moves, c2=best_c2, bound=bound, forbidden=best_forbidden)
            if watch is not None and not watch(told):
                return _found(task, best, done)
    return _found(task, best, done)


def meetings(task: Task, rows: Sequence[Sequence[int]]) -> bytearray:
    """Return the N x N counts of a seating, on top of where they begin."""
    size = task.players
    counts = bytearray(task.begin)
    for row, tables in zip(rows, task.tables, strict=True):
        for start in range(0, tables * SEATS, SEATS):
            at_table = row[start : start + SEATS]
            for one in at_table:
                for other in at_table:
                    if one != other:
                        counts[one * size + other] += 1
    return counts


def score(task: Task, rows: Sequence[Sequence[int]]) -> tuple[int, int]:
    """Return `c2` of the pairs that may meet, and the meetings of those that must not."""
    counts = meetings(task, rows)
    size = task.players
    c2 = forbidden = 0
    for one in range(size):
        for met in counts[one * size + one + 1 : one * size + size]:
            if met >= FORBIDDEN:
                forbidden += met - FORBIDDEN
            else:
                c2 += met * (met - 1) // 2
    return c2, forbidden


def _found(task: Task, seat: Sequence[int], moves: int) -> Found:
    size = task.players
    rows = tuple(
        tuple(int(player) for player in seat[start : start + size]) for start in range(0, len(seat), size)
    )
    c2, forbidden = score(task, rows)
    return Found(rows=rows, c2=c2, forbidden=forbidden, moves=moves)


def pair_costs(players: int, games: int) -> tuple[int, ...]:
    """Return by how much a pair's cost grows with its first, second, … meeting.

    A pair costs m² + d², where d is the distance of m from the mean's floor or ceiling, and more if it
    never meets where others meet twice or oftener. A forbidden pair pays for each meeting.
    """
    low = (SEATS - 1) * games // (players - 1)
    high = -(-(SEATS - 1) * games // (players - 1))

    def cost(met: int) -> int:
        never = _NEVER if met == 0 and low > 1 else 0
        return met * met + _TAIL * max(0, low - met, met - high) ** 2 + never

    free = tuple(cost(met + 1) - cost(met) for met in range(FORBIDDEN))
    return free + (_FORBIDDEN_COST,) * FORBIDDEN


class _State:
    """The flat lists or arrays that `_moves` works on."""

    def __init__(
        self, task: Task, rows: Sequence[Sequence[int]], *, plain: bool, fixed_byes: bool = False
    ) -> None:
        self._plain = plain
        size = task.players
        seat = [player for row in rows for player in row]
        where = [0] * len(seat)
        cycles = [-1] * len(seat)
        byes = [-1] * (max(task.byes, 1) * size)
        had = [0] * size
        if fixed_byes:
            # A bye is only ever exchanged for one of the same round, which is none.
            cycles = [place // size for place in range(len(seat))]
            byes = list(cycles)
        for number, row in enumerate(rows):
            for place, player in enumerate(row):
                where[number * size + player] = place
                if place >= task.tables[number] * SEATS and not fixed_byes:
                    cycles[number * size + place] = had[player]
                    byes[had[player] * size + player] = number
                    had[player] += 1
        counts = meetings(task, rows)
        step = pair_costs(size, task.games)
        total = sum(
            sum(step[begun:met])
            for begun, met in zip(task.begin, counts, strict=True)
        ) // 2  # fmt: skip
        c2, wrong = score(task, rows)
        c2 += sum((met - FORBIDDEN) * (met - FORBIDDEN - 1) // 2 for met in counts if met >= FORBIDDEN) // 2
        back = sum(
            1
            for number in range(len(rows) - 1)
            for player in rows[number][task.tables[number] * SEATS :]
            if where[(number + 1) * size + player] >= task.tables[number + 1] * SEATS
        )
        self.seat = self.array(seat, "int64")
        self.where = self.array(where, "int64")
        self.cycles = self.array(cycles, "int64")
        self.byes = self.array(byes, "int64")
        self.meets = self.array(counts, "uint8")
        self.step = self.array((0, *step), "int64")
        self.playing = self.array([tables * SEATS for tables in task.tables], "int64")
        self.slots = self.array(
            [
                number * size + place
                for number, tables in enumerate(task.tables)
                for place in range(tables * SEATS)
            ],
            "int64",
        )
        self.cost = self.array([total + _BACK_TO_BACK * back, c2, wrong], "int64")

    def array(self, values: Any, kind: str) -> Any:
        """Return the values as this way of running wants them."""
        if self._plain:
            return values if isinstance(values, bytearray) else list(values)
        import numpy as np  # noqa: PLC0415 - not for small draws

        return np.array(list(values), dtype=kind)


def _thresholds(rung: int) -> list[int]:
    """Return, for a worsening of 0, 1, 2, …, under which of 2³¹ numbers it is taken."""
    ratio = LADDER[rung]
    taken = [OPEN]
    while taken[-1] and len(taken) < _FORBIDDEN_COST:
        taken.append(taken[-1] * ratio >> 31)
    return taken


@cache
def _compiled() -> tuple[Any, Any] | None:
    """Return `_moves` and the number generator, compiled; None where numba is missing."""
    try:
        import numba  # noqa: PLC0415 - half a second, not for small draws
    except ImportError:
        return None
    try:
        jit = numba.njit(cache=True, nogil=True)
        return jit(_moves), jit(_fill_wrapping)
    except RuntimeError:  # nowhere to keep what was compiled
        jit = numba.njit(nogil=True)
        return jit(_moves), jit(_fill_wrapping)


def _fill(generator: Any, numbers: Any, count: int) -> None:
    """Fill in numbers below 2³¹: the upper bits of xorshift64*."""
    state = generator[0]
    for place in range(count):
        state ^= state >> 12
        state = (state ^ state << 25) & _MASK
        state ^= state >> 27
        numbers[place] = (state * _STAR & _MASK) >> 33
    generator[0] = state


def _fill_wrapping(generator: Any, numbers: Any, count: int) -> None:
    """Do the same on unsigned integers of 64 bits, which wrap."""
    state = generator[0]
    star = generator.dtype.type(_STAR)
    for place in range(count):
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        numbers[place] = (state * star) >> 33
    generator[0] = state


def _moves(  # noqa: C901, PLR0912, PLR0915 - one loop, compiled as a whole
    seat: Any, where: Any, meets: Any, step: Any, slots: Any, playing: Any, cycles: Any,
    byes: Any, numbers: Any, thresholds: Any, count: int, size: int, rounds: int, apart: int,
    bound: int, cost: Any,
) -> int:  # fmt: skip
    """Try `count` moves; return how many were done: fewer if the bound was met.

    `step[m]` is what the m-th meeting of a pair costs.
    """
    total, c2, wrong = cost[0], cost[1], cost[2]
    for move in range(count):
        slot = slots[numbers[3 * move] * len(slots) >> 31]
        number = slot // size
        base = number * size
        place = slot - base
        table = place // 10 * 10
        other = numbers[3 * move + 1] * (size - 10) >> 31
        if other >= table:
            other += 10
        one = seat[slot]
        two = seat[base + other]
        row, row2 = one * size, two * size
        if other < playing[number]:
            table2 = other // 10 * 10
            change = 0
            for at in range(10):
                mate = seat[base + table + at]
                mate2 = seat[base + table2 + at]
                change += (
                    step[meets[row2 + mate] + 1]
                    - step[meets[row + mate]]
                    + step[meets[row + mate2] + 1]
                    - step[meets[row2 + mate2]]
                )
            change -= 2 * step[meets[row + two] + 1] - step[meets[row + one]] - step[meets[row2 + two]]
            if change > 0 and (change >= len(thresholds) or numbers[3 * move + 2] >= thresholds[change]):
                continue
            for at in range(10):
                mate = seat[base + table + at]
                if mate != one:
                    c2 += (meets[row2 + mate] & 127) - (meets[row + mate] & 127) + 1
                    wrong += (meets[row2 + mate] >> 7) - (meets[row + mate] >> 7)
                    meets[row + mate] -= 1
                    meets[mate * size + one] -= 1
                    meets[row2 + mate] += 1
                    meets[mate * size + two] += 1
                mate = seat[base + table2 + at]
                if mate != two:
                    c2 += (meets[row + mate] & 127) - (meets[row2 + mate] & 127) + 1
                    wrong += (meets[row + mate] >> 7) - (meets[row2 + mate] >> 7)
                    meets[row2 + mate] -= 1
                    meets[mate * size + two] -= 1
                    meets[row + mate] += 1
                    meets[mate * size + one] += 1
            seat[slot] = two
            seat[base + other] = one
            where[base + one] = other
            where[base + two] = place
            total += change
        else:
            # `two` has a bye here, `one` has his of the same turn in another round: exchange them.
            turn = cycles[base + other]
            number3 = byes[turn * size + one]
            base3 = number3 * size
            place3 = where[base3 + two]
            if place3 >= playing[number3]:
                continue
            bench3 = where[base3 + one]
            table3 = place3 // 10 * 10
            change = 0
            for aside in (-1, 1):
                near = number + aside
                if 0 <= near < rounds:
                    if where[near * size + two] >= playing[near]:
                        change -= apart
                    if near != number3 and where[near * size + one] >= playing[near]:
                        change += apart
                near = number3 + aside
                if 0 <= near < rounds:
                    if where[near * size + one] >= playing[near]:
                        change -= apart
                    if near != number and where[near * size + two] >= playing[near]:
                        change += apart
            c2_change = wrong_change = 0
            for at in range(10):
                mate = seat[base + table + at]
                if mate != one:
                    change += step[meets[row2 + mate] + 1] - step[meets[row + mate]]
                    c2_change += (meets[row2 + mate] & 127) - (meets[row + mate] & 127) + 1
                    wrong_change += (meets[row2 + mate] >> 7) - (meets[row + mate] >> 7)
                    meets[row + mate] -= 1
                    meets[mate * size + one] -= 1
                    meets[row2 + mate] += 1
                    meets[mate * size + two] += 1
            for at in range(10):
                mate = seat[base3 + table3 + at]
                if mate != two:
                    change += step[meets[row + mate] + 1] - step[meets[row2 + mate]]
                    c2_change += (meets[row + mate] & 127) - (meets[row2 + mate] & 127) + 1
                    wrong_change += (meets[row + mate] >> 7) - (meets[row2 + mate] >> 7)
            if change > 0 and (change >= len(thresholds) or numbers[3 * move + 2] >= thresholds[change]):
                for at in range(10):
                    mate = seat[base + table + at]
                    if mate != one:
                        meets[row + mate] += 1
                        meets[mate * size + one] += 1
                        meets[row2 + mate] -= 1
                        meets[mate * size + two] -= 1
                continue
            for at in range(10):
                mate = seat[base3 + table3 + at]
                if mate != two:
                    meets[row2 + mate] -= 1
                    meets[mate * size + two] -= 1
                    meets[row + mate] += 1
                    meets[mate * size + one] += 1
            seat[slot], seat[base + other] = two, one
            where[base + one], where[base + two] = other, place
            seat[base3 + place3], seat[base3 + bench3] = one, two
            where[base3 + one], where[base3 + two] = place3, bench3
            byes[turn * size + one], byes[turn * size + two] = number, number3
            total += change
            c2 += c2_change
            wrong += wrong_change
        if c2 == bound and wrong == 0:
            cost[0], cost[1], cost[2] = total, c2, wrong
            return move + 1
    cost[0], cost[1], cost[2] = total, c2, wrong
    return count
