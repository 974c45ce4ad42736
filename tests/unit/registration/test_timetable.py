"""When rounds are played: the blocks of games of a stage, divided among its rounds."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Literal

from hypothesis import given
from hypothesis import strategies as st

from services.registration.domain.championship.timetable import slots_of
from shared.contracts.registration import Block, LocalTime

DAY = datetime(2026, 5, 23, tzinfo=UTC)


def block(start: int, end: int, kind: Literal["games", "break"] = "games") -> Block:
    """Return a block from one minute of the day to another."""

    def time(minutes: int) -> LocalTime:
        instant = DAY + timedelta(minutes=minutes)
        return LocalTime(local=instant.replace(tzinfo=None), zone="UTC", instant=instant)

    return Block(title="Block", kind=kind, start=time(start), end=time(end))


def minutes(blocks: list[Block], rounds: int) -> list[tuple[int, int]]:
    """Return from which minute of the day to which each round is played."""
    minute = timedelta(minutes=1)
    return [((slot.start - DAY) // minute, (slot.end - DAY) // minute) for slot in slots_of(blocks, rounds)]


def test_a_block_is_divided_evenly_among_its_rounds() -> None:
    """Starts are whole five minutes; the last round ends with the block."""
    assert minutes([block(600, 780)], 3) == [(600, 660), (660, 720), (720, 780)]
    assert minutes([block(600, 800)], 3) == [(600, 665), (665, 730), (730, 800)]


def test_each_block_gets_rounds_by_its_length_and_breaks_get_none() -> None:
    """Three hours, a break and two hours are three rounds and two."""
    day = [block(840, 960), block(780, 840, "break"), block(600, 780)]
    assert minutes(day, 5) == [(600, 660), (660, 720), (720, 780), (840, 900), (900, 960)]


def test_of_equal_blocks_the_earlier_gets_the_round_that_is_over() -> None:
    """Three rounds on two equal days are two and one."""
    assert minutes([block(2040, 2160), block(600, 720)], 3) == [(600, 660), (660, 720), (2040, 2160)]


def test_without_blocks_of_games_no_round_has_a_time() -> None:
    """A plan that names only breaks, or nothing, promises no start."""
    assert slots_of([], 4) == ()
    assert slots_of([block(600, 660, "break")], 4) == ()


@given(
    st.lists(st.tuples(st.integers(0, 300), st.integers(1, 600)), min_size=1, max_size=6), st.integers(1, 50)
)
def test_every_round_has_a_slot_of_its_own(lengths: list[tuple[int, int]], rounds: int) -> None:
    """In order, without overlap, within a block, whatever the blocks are."""
    blocks, now = [], 0
    for pause, length in lengths:
        blocks.append(block(now + pause, now + pause + length))
        now += pause + length
    slots = slots_of(blocks, rounds)
    assert len(slots) == rounds
    assert all(slot.start < slot.end for slot in slots)
    assert all(before.end <= after.start for before, after in pairwise(slots))
    within = [(one.start.instant, one.end.instant) for one in blocks]
    assert all(any(start <= slot.start and slot.end <= end for start, end in within) for slot in slots)
