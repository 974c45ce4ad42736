"""The draw's own random numbers: the same text gives the same numbers on every machine.

The stream of bytes is SHA-256(key | 0), SHA-256(key | 1), …, where `key` is the SHA-256 of the text and
the counter is eight bytes, big-endian. Every eight bytes are one number of 64 bits, big-endian. A number
below n is the first one under the largest multiple of n, modulo n (rejection: no number is likelier than
another). A shuffle is that of Fisher and Yates, from the last place down to the second.
"""

import hashlib
from collections.abc import Iterator
from typing import TypeVar

Item = TypeVar("Item")
_RANGE = 2**64


class Randomness:
    """Numbers drawn from a text."""

    def __init__(self, text: str) -> None:
        self._numbers = _numbers(hashlib.sha256(text.encode()).digest())

    def below(self, limit: int) -> int:
        """Return a number from 0 to `limit` - 1, each as likely."""
        fair = _RANGE - _RANGE % limit
        return next(number for number in self._numbers if number < fair) % limit

    def shuffled(self, items: list[Item]) -> list[Item]:
        """Return the items in a random order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def _numbers(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(key + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1
