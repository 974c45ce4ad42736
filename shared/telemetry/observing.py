"""Turns on, for as long as a process runs, what its settings ask for: metrics on a port, and traces."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from shared.settings import Settings


@asynccontextmanager
async def observed(settings: Settings) -> AsyncIterator[None]:
    """Show metrics and life on the port of the settings; do nothing where there is none."""
    if settings.metrics_port is None:
        yield
        return
    from prometheus_client import REGISTRY  # noqa: PLC0415 - costs nothing where it is off

    from shared.telemetry.exposition import Pulse, expose  # noqa: PLC0415

    pulse = Pulse()
    beating = asyncio.create_task(pulse.run())
    end = expose(settings.metrics_host, settings.metrics_port, REGISTRY, pulse.beats)
    try:
        yield
    finally:
        await asyncio.to_thread(end)
        beating.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await beating
