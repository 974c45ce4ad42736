"""The bucket of a rate limit: what passes, and how long what does not has to wait."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shared.web.limits import Bucket


def test_a_burst_passes_at_once_and_then_one_at_a_time() -> None:
    """Three at once; then one for each half second, and the wait that was told is the wait that helps."""
    bucket = Bucket(rate=2, burst=3)
    assert [bucket.take("a", 100.0) for _ in range(3)] == [0, 0, 0]
    wait = bucket.take("a", 100.0)
    assert wait == pytest.approx(0.5)
    assert bucket.take("a", 100.0 + wait) == 0
    assert bucket.take("a", 100.0 + wait) > 0
    assert bucket.take("b", 100.0) == 0


def test_a_rate_of_zero_limits_nobody() -> None:
    """It switches the limit off."""
    bucket = Bucket(rate=0, burst=1)
    assert not any(bucket.take("a", 0.0) for _ in range(1000))


def test_a_clock_set_back_locks_nobody_out() -> None:
    """However far back: after the burst's worth of waiting requests pass again."""
    bucket = Bucket(rate=1, burst=2)
    bucket.take("a", 1_000_000.0)
    wait = bucket.take("a", 0.0)
    assert wait <= 1
    assert bucket.take("a", 1.0) == 0


def test_what_is_remembered_is_bounded() -> None:
    """Of more keys than that, those that were quiet longest are forgotten."""
    bucket = Bucket(rate=1, burst=1, largest=3)
    for key in "abcd":
        assert bucket.take(key, 0.0) == 0
    assert bucket.take("a", 0.0) == 0
    assert bucket.take("d", 0.0) > 0


@given(
    st.lists(st.floats(0, 5), min_size=1, max_size=60),
    st.integers(1, 20),
    st.sampled_from([0.5, 1.0, 3.0]),
)
def test_no_more_passes_than_burst_and_rate_allow(pauses: list[float], burst: int, rate: float) -> None:
    """In any window, whatever the pauses between requests; and what is refused costs nothing."""
    bucket, now, passed = Bucket(rate, burst), 0.0, []
    for pause in pauses:
        now += pause
        if bucket.take("a", now) == 0:
            passed.append(now)
    for first, since in enumerate(passed):
        for last in range(first, len(passed)):
            assert last - first + 1 <= burst + rate * (passed[last] - since) + 1e-6
