"""Drawing again for whoever asks: once for all who ask, one draw at a time.

Anybody may ask, and a long search is as long the second time. A published draw stays as it is until its
version changes, and so does the answer.
"""

import asyncio
from collections.abc import Callable
from uuid import UUID

from services.registration.domain.draw.verification import Verification

KEPT = 100
"""Answers that are remembered; the oldest are forgotten."""


class Verifying:
    """The verifications of this process."""

    def __init__(self) -> None:
        self._answers: dict[tuple[UUID, int], asyncio.Task[Verification]] = {}
        self._one = asyncio.Semaphore(1)

    async def of(self, draw: UUID, version: int, verify: Callable[[], Verification]) -> Verification:
        """Return what `verify` finds of a version of a draw; what it raises is raised, and not remembered."""
        key = (draw, version)
        answer = self._answers.get(key)
        if answer is None or (answer.done() and (answer.cancelled() or answer.exception() is not None)):
            self._answers.pop(key, None)
            answer = self._answers[key] = asyncio.create_task(self._find(verify))
            for old in [one for one, task in self._answers.items() if task.done()][:-KEPT]:
                del self._answers[old]
        return await asyncio.shield(answer)

    async def _find(self, verify: Callable[[], Verification]) -> Verification:
        async with self._one:
            return await asyncio.to_thread(verify)
