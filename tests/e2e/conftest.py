"""The whole stack for end-to-end tests, and a championship played into it."""

from collections.abc import AsyncIterator
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any
from uuid import UUID

import pytest_asyncio
from rich.console import Console
from rich.progress import Progress

from deploy.local.championship.front import Front
from deploy.local.championship.performance import Performance
from deploy.local.championship.report import Going
from deploy.local.ports import free_ports
from deploy.local.stack import Stack
from shared.contracts.regulations import shipped

SEED = 2014


class Played:
    """A championship that was played, and the front door it was played through."""

    def __init__(self, stack: Stack, front: Front, going: Going) -> None:
        self.stack = stack
        self.front = front
        self.going = going

    @property
    def path(self) -> str:
        """The championship's path behind each service."""
        return f"v1/championships/{self.going.championship}"

    async def standings(self) -> dict[str, Any]:
        """Read the overall standings."""
        answer: dict[str, Any] = await self.front.get(f"/scoring/{self.path}/standings")
        return answer

    async def by_nick(self) -> list[tuple[Any, ...]]:
        """Read the overall standings as they compare between runs: without ids of any kind."""
        rows = (await self.standings())["rows"]
        return sorted((row["place"], row["nick"], row["total"], row["games"]) for row in rows)

    async def rulings(self) -> list[dict[str, Any]]:
        """Read the published rulings."""
        answer: list[dict[str, Any]] = (await self.front.get(f"/appeals/{self.path}/rulings"))["rulings"]
        return answer

    async def lines(self, player: UUID | str) -> list[dict[str, Any]]:
        """Read one player's lines."""
        answer = await self.front.get(f"/scoring/{self.path}/players/{player}")
        lines: list[dict[str, Any]] = answer["lines"]
        return lines


async def perform(stack: Stack, front: Front, seed: int = SEED, regulations: str = "onore-2014") -> Played:
    """Play a sample championship."""
    progress = Progress(console=Console(quiet=True))
    going = await Performance(front, shipped()[regulations], seed, progress).run(stack)
    return Played(stack, front, going)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def stack() -> AsyncIterator[Stack]:
    """Give the embedded stack, started once."""
    folder = Path(mkdtemp(prefix="consigliere-e2e-"))
    try:
        async with Stack(folder, port=free_ports(1)[0], durable=False, metrics=True) as stack:
            yield stack
    finally:
        rmtree(folder, ignore_errors=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def played(stack: Stack) -> AsyncIterator[Played]:
    """Give a championship played on it undisturbed."""
    front = Front(stack.base_url, keyed="undisturbed")
    yield await perform(stack, front)
    await front.close()
