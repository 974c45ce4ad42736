"""Every algorithm that ever drew a published stage, by its name and version, for ever."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from services.registration.domain.draw import even, seating
from services.registration.domain.draw.annealing import Watch
from services.registration.domain.draw.inputs import DrawInputs
from shared.contracts.registration import DrawnTable

ALGORITHMS: Mapping[str, Callable[..., tuple[DrawnTable, ...]]] = {
    seating.ALGORITHM: seating.plain_random,
    even.ALGORITHM: even.even,
    even.ENDED: even.even_ended,
}
"""Each takes the inputs, the seed and, perhaps, somebody who watches."""
DEFAULT = even.ALGORITHM


@lru_cache(maxsize=8)
def drawn(algorithm: str, inputs: DrawInputs, seed: str) -> tuple[DrawnTable, ...]:
    """Return the seating. It is kept for a while, so that it can be drawn before it is decided."""
    return ALGORITHMS[algorithm](inputs, seed)


def watched(algorithm: str, inputs: DrawInputs, seed: str, watch: Watch) -> tuple[DrawnTable, ...]:
    """Return the seating, telling `watch` how far it is; `watch` may end the search, or raise."""
    return ALGORITHMS[algorithm](inputs, seed, watch)
