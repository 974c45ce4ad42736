"""Post-commit nudges: a core-NATS message wakes a relay before its next poll. Losing one costs nothing."""

import asyncio
from collections.abc import Callable

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
        try:
            await client.publish(subject(service), b"")
            await client.flush(timeout=1)
        except Exception:  # noqa: BLE001, S110 - the relay polls; a lost nudge is no event
            pass

    return nudge
