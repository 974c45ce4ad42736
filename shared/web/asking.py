"""One question to the database for all who wait for its answer at the same time."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Answer = TypeVar("Answer")


class _Round(Generic[Answer]):
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.answers: list[tuple[float, Answer]] = []
        """The last one, with when it was asked for."""


class Asking(Generic[Key, Answer]):
    """Asks what is asked of it, and shares the answer with those who had asked before it was put.

    Nobody gets an answer to a question that was put before his own; nothing is kept for later.
    """

    def __init__(self, ask: Callable[[Key], Awaitable[Answer]]) -> None:
        self._ask = ask
        self._rounds: dict[Key, _Round[Answer]] = {}

    async def __call__(self, key: Key) -> Answer:
        """Return the answer. Whatever asking raises, its asker gets; the others ask again."""
        entered = time.monotonic()
        current = self._rounds.setdefault(key, _Round())
        current.waiting += 1
        try:
            async with current.lock:
                if not current.answers or current.answers[0][0] < entered:
                    put = time.monotonic()
                    current.answers = [(put, await self._ask(key))]
                return current.answers[0][1]
        finally:
            current.waiting -= 1
            if not current.waiting:
                self._rounds.pop(key, None)
