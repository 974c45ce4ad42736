"""When the rounds of a stage are played: its blocks of games, divided among them.

A plan promises blocks, not rounds. So each block gets as many rounds as its length is worth, and divides its
time evenly among them. Breaks get none. Everything is in instants; the clocks of a venue are the edge's.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise

import msgspec

from shared.contracts.registration import Block

STEP = timedelta(minutes=5)
"""Starts are rounded down to it, where the rounds are long enough."""
_SECOND = timedelta(seconds=1)


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """When a round begins and ends, as planned, in UTC."""

    start: datetime
    end: datetime


def slots_of(blocks: Sequence[Block], rounds: int) -> tuple[Slot, ...]:
    """Return a slot for each round, in order; none at all where no block is for games.

    Where the blocks are not worth whole rounds, the largest remainders are rounded up, the earlier first.
    """
    games = sorted(
        (block for block in blocks if block.kind == "games"), key=lambda block: block.start.instant
    )
    found: list[Slot] = []
    for block, count in zip(games, _shares([_seconds(block) for block in games], rounds), strict=True):
        found += _divided(block, count)
    return tuple(found)


def _shares(lengths: Sequence[int], rounds: int) -> list[int]:
    whole = sum(lengths)
    shares = [rounds * length // whole for length in lengths]
    by_remainder = sorted(range(len(lengths)), key=lambda place: (-(rounds * lengths[place] % whole), place))
    for place in by_remainder[: rounds - sum(shares)]:
        shares[place] += 1
    return shares


def _divided(block: Block, count: int) -> list[Slot]:
    length = block.end.instant - block.start.instant
    step = STEP if length >= STEP * count else _SECOND
    bounds = [block.start.instant + length * number // count // step * step for number in range(count)]
    return [Slot(start=start, end=end) for start, end in pairwise([*bounds, block.end.instant])]


def _seconds(block: Block) -> int:
    return (block.end.instant - block.start.instant) // _SECOND
