"""From a signature that was accepted to the standings that hold it, through the whole stack."""

import asyncio
import statistics
import time
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress

from deploy.local.championship.front import Front
from deploy.local.championship.performance import Performance
from deploy.local.stack import Stack
from shared.contracts.regulations import shipped

REGULATIONS = "mafgame-2026"
SEEDS = (1, 2)


class Timed(Performance):
    """A performance that reads the standings after each signature, and keeps how long that took."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.milliseconds: list[float] = []
        self._turn = asyncio.Lock()

    async def _play_game(self, stage: dict[str, Any], table: dict[str, Any], bar: Any) -> None:
        async with self._turn:
            await super()._play_game(stage, table, bar)
            began = time.perf_counter()
            position = f"gameplay:{self._front.positions['gameplay']}"
            await self._front.get(f"/scoring/{self._path}/standings", min=position)
            self.milliseconds.append((time.perf_counter() - began) * 1000)


async def signature_to_standings(folder: Path) -> list[float]:
    """Return the milliseconds of every game of two championships, in no order."""
    taken: list[float] = []
    async with Stack(folder, port=18070) as stack:
        for seed in SEEDS:
            front = Front(stack.base_url, keyed=f"bench {seed}")
            performance = Timed(front, shipped()[REGULATIONS], seed, Progress(console=Console(quiet=True)))
            await performance.run(stack)
            taken += performance.milliseconds
            await front.close()
    return taken


def percentile(values: list[float], percent: int) -> float:
    """Return a percentile of values."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]
