"""Waiting for a condition, never for a time."""

import asyncio
from collections.abc import Awaitable, Callable

PATIENCE_SECONDS = 60.0


async def eventually(condition: Callable[[], Awaitable[bool]], what: str) -> None:
    """Return when the condition holds; fail, saying what did not come, when patience ends."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        try:
            while not await condition():  # noqa: ASYNC110 - the condition lies in other processes
                await asyncio.sleep(0.02)
        except TimeoutError as error:
            raise AssertionError(f"this did not come: {what}") from error
