"""Post-commit nudges: a core-NATS message wakes a relay before its next poll. Losing one costs nothing."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from nats.aio.client import Client


def subject(service: str) -> str:
    """Return the subject of a service's nudges."""
    return f"nudge.{service}"


def nudger(client: Client, service: str) -> Callable[[], None]:
    """Return a function that nudges the service's relay, fire and forget."""
    pending: set[asyncio.Task[None]] = set()

    def nudge() -> None:
        if client.is_connected and not pending:
            task = asyncio.create_task(_send())
            pending.add(task)
            task.add_done_callback(pending.discard)

    async def _send() -> None:
        # The relay polls, so a lost nudge is no event. No flush: nats-py's read loop ends for good
        # when the PONG of a flush comes after its time-out.
        with suppress(Exception):
            await client.publish(subject(service), b"")

    return nudge


async def rest(wake: asyncio.Event, stop: asyncio.Event, seconds: float) -> None:
    """Return when woken, when told to stop, or after so many seconds; what has woken is forgotten."""
    waits = [asyncio.ensure_future(wake.wait()), asyncio.ensure_future(stop.wait())]
    await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    for wait in waits:
        wait.cancel()
    wake.clear()
