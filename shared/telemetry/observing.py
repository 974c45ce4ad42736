"""Shows the metrics of a process on a port while it runs, and sends its last traces, as its settings ask."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from shared.settings import Settings
from shared.telemetry.observer import Observer
from shared.telemetry.watch import Watch

if TYPE_CHECKING:
    from shared.telemetry.sampling import Question


@asynccontextmanager
async def observed(settings: Settings, watch: Watch) -> AsyncIterator[None]:
    """Show metrics and life on the port of the settings, and send the last spans at the end.

    Where nothing is asked for, nothing is done.
    """
    if not isinstance(watch, Observer):
        yield
        return
    try:
        if watch.metrics is None or settings.metrics_port is None:
            yield
            return
        from shared.telemetry.exposition import Pulse, expose  # noqa: PLC0415 - costs nothing where it is off

        pulse = Pulse()
        beating = asyncio.create_task(pulse.run())
        end = expose(settings.metrics_host, settings.metrics_port, watch.metrics.registry, pulse.beats)
        try:
            yield
        finally:
            await asyncio.to_thread(end)
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating
    finally:
        await asyncio.to_thread(watch.end)


def sampled(watch: Watch, questions: "Callable[[], Iterable[Question]]") -> None:
    """Have questions put to the stores at every scrape of this process, where it has metrics."""
    if isinstance(watch, Observer) and watch.metrics is not None:
        from shared.telemetry.sampling import Sampled  # noqa: PLC0415 - costs nothing where it is off

        watch.metrics.registry.register(Sampled(watch.service, questions()))
