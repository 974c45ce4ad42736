"""Assignments: tables to their numbers, judges to tables, each round by the least cost.

Costs are integers. Numbers drawn from the seed are added below their last digit, so that of equally good
assignments lot decides: the least is then the only one, and whoever computes it finds the same.
"""

from collections.abc import Sequence

from services.registration.domain.draw.randomness import Randomness

_NOISE = 1 << 26
FORBIDDEN = 1 << 20
"""More than any sum of costs that may be chosen; with the noise all sums stay exact as floats."""


def assigned(costs: Sequence[Sequence[int]], random: Randomness) -> list[int]:
    """Return for each row its column, no column twice; there are as many columns as rows or more."""
    import numpy as np  # noqa: PLC0415 - these two take a while, and only who draws needs them
    from scipy.optimize import linear_sum_assignment  # type: ignore[import-untyped]  # noqa: PLC0415

    noisy = [[cost * _NOISE + random.below(_NOISE // 128) for cost in row] for row in costs]
    _, columns = linear_sum_assignment(np.array(noisy, dtype=np.float64))
    return [int(column) for column in columns]
