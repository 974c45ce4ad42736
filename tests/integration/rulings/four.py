"""Four services in one process over four PostgreSQL databases, and what they say brought from each to each.

Every message comes from the outbox of who said it and goes through the real consumer of who hears it.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

from shared.messaging.consumer import Arrived
from tests.running import RunningService

NAMES = ("registration", "gameplay", "scoring", "appeals")
AGAIN = 0.3
"""How often a message that was applied is delivered once more, in a rough delivery."""
KILLED = 0.3
"""How often who applies a message dies on the way, in a rough delivery."""
STEPS = 60
"""A message is applied in fewer turns of the event loop than that, so that a death may hit any of them."""


class Four:
    """The services, and how far each has heard each."""

    def __init__(self, services: dict[str, RunningService]) -> None:
        self._services = services
        self._heard: dict[tuple[str, str], int] = {}
        self._said: dict[str, list[bytes]] = {name: [] for name in services}

    @classmethod
    async def started(cls, start: Callable[..., Awaitable[RunningService]]) -> "Four":
        """Start all of them."""
        return cls({name: await start(name) for name in NAMES})

    def __getitem__(self, name: str) -> RunningService:
        return self._services[name]

    def later(self, **delta: float) -> None:
        """Move all clocks."""
        for one in self._services.values():
            one.later(**delta)

    async def deliver(self, rough: Random | None = None) -> int:
        """Bring all that was said to all who hear it, until nothing is left; return how often one died.

        `rough` decides who hears what next, what is delivered twice, and when a consumer dies in the middle
        of applying a message: its transaction is gone, and the message is delivered to the next one.
        """
        deaths = 0
        for name in self._services:
            await self._listen(name)
        while waiting := self._waiting():
            hearer, source = rough.choice(waiting) if rough else waiting[0]
            done = self._heard.get((hearer, source), 0)
            if rough and done and rough.random() < AGAIN:
                await self._apply(hearer, source, rough.randint(1, done))
            if rough and rough.random() < KILLED:
                deaths += await self._killed(hearer, source, done + 1, rough.randrange(STEPS))
            await self._apply(hearer, source, done + 1)
            self._heard[hearer, source] = done + 1
            await self._listen(hearer)
        return deaths

    async def _listen(self, source: str) -> None:
        known = self._said[source]
        new = await self._services[source].store.read_outbox(len(known), 100_000)
        known += [message.payload.encode() for message in new]

    def _waiting(self) -> list[tuple[str, str]]:
        return [
            (hearer, source)
            for hearer, one in self._services.items()
            for source in one.definition.subscriptions.sources
            if self._heard.get((hearer, source), 0) < len(self._said[source])
        ]

    async def _apply(self, hearer: str, source: str, seq: int) -> None:
        await self._services[hearer].consumer.apply(source, Arrived(seq, self._said[source][seq - 1]))

    async def _killed(self, hearer: str, source: str, seq: int, steps: int) -> int:
        applying = asyncio.create_task(self._apply(hearer, source, seq))
        for _ in range(steps):
            await asyncio.sleep(0)
        died = applying.cancel()
        await asyncio.wait([applying])
        if not applying.cancelled():
            applying.exception()  # whatever the dying one still said
        return int(died)

    async def conflicts(self) -> list[Any]:
        """Return what the services said that they could not carry out."""
        return [
            event["data"]["conflict"]
            for one in self._services.values()
            for event in await one.said()
            if event["type"] in {"RulingNotApplicable", "RulingNotCarriedOut"}
        ]
