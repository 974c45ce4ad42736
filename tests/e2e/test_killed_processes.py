"""Every process of the stack is killed with -9 while a championship is played; nothing shows."""

import asyncio
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

import pytest

from deploy.local.championship.front import Front
from deploy.local.ports import free_ports
from deploy.local.stack import SERVICES, WORKERS, Stack
from deploy.local.verification import verified
from tests.e2e.conftest import Played, perform
from tests.eventually import PATIENCE_SECONDS, eventually

pytestmark = pytest.mark.asyncio(loop_scope="session")

VICTIMS = [f"{service}-{kind}" for kind in ("api", *WORKERS) for service in SERVICES] + [
    "appeals-timer",
    "nats",
]
EVERY = 22
"""Commands between one killing and the next."""


async def test_killing_any_process_leaves_the_same_standings(played: Played) -> None:
    """API, relay and consumer of each service and the NATS server die in turn, and come back.

    The same seed played undisturbed, on another stack, ends with the same table and the same rulings.
    """
    folder = Path(mkdtemp(prefix="consigliere-rough-"))
    try:
        async with Stack(folder, port=free_ports(1)[0], durable=False) as stack:
            front = Front(stack.base_url, keyed="rough")
            killing = asyncio.create_task(kill_in_turn(stack, front))
            disturbed = await perform(stack, front)
            assert await asyncio.wait_for(killing, PATIENCE_SECONDS) == VICTIMS
            assert await disturbed.by_nick() == await played.by_nick()
            assert await told(disturbed) == await told(played)
            findings = await verified(stack.folder)
            assert [f for f in findings if f.wrong and f.invariant != "I1"] == []
            await front.close()
    finally:
        rmtree(folder, ignore_errors=True)


async def kill_in_turn(stack: Stack, front: Front) -> list[str]:
    """Kill one process after another, each after some more commands, and wait until it serves again."""
    killed = []
    for number, victim in enumerate(VICTIMS, start=1):
        await eventually(partial(commanded, front, number * EVERY), f"{number * EVERY} commands")
        pid = stack.kill(victim)
        killed.append(victim)
        await stack.until_back(victim, pid)
    return killed


async def commanded(front: Front, number: int) -> bool:
    """Tell whether so many commands were accepted."""
    return front.commands >= number


async def told(played: Played) -> list[tuple[object, ...]]:
    """Return what the rulings say, without ids."""
    return sorted((r["verdict"], r["reasons"], len(r["changes"])) for r in await played.rulings())
