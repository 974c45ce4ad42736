"""What can go wrong, as a plan that follows from a seed."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from random import Random
from typing import Any, Literal, TypeAlias, get_args

from deploy.local.stack import SERVICES
from tests.chaos.shaken import NODES, PROGRAMS, ShakenStack

Kind: TypeAlias = Literal[
    "killed", "leader killed", "paused", "connections cut", "line held", "clock moved", "disk full"
]
KINDS: tuple[Kind, ...] = get_args(Kind)
SERVERS = ("postgres", *(f"nats-{number}" for number in range(1, NODES + 1)))
BURST = 0.25
"""How often two things go wrong at once."""


@dataclass(frozen=True)
class Fault:
    """One thing that goes wrong, where, and for how long or by how much (seconds)."""

    kind: Kind
    where: str
    seconds: float = 0.0

    async def strike(self, stack: ShakenStack) -> bool:
        """Let it happen, and wait until it is over; tell whether it could be done."""
        if self.kind == "disk full" and self.where not in stack.disks:
            return False
        await _STRIKES[self.kind](self, stack)
        return True


async def _leader(fault: Fault, stack: ShakenStack) -> None:
    node = await stack.leader(fault.where)
    await stack.kill_and_wait(node or "nats-1")


async def _cut(fault: Fault, stack: ShakenStack) -> None:
    if fault.where in SERVICES:
        await stack.cut_postgres(fault.where)
    else:
        await stack.cut_nats(int(fault.where[-1]) - 1)


_STRIKES: dict[Kind, Callable[[Fault, ShakenStack], Coroutine[Any, Any, None]]] = {
    "killed": lambda fault, stack: stack.kill_and_wait(fault.where),
    "leader killed": _leader,
    "paused": lambda fault, stack: stack.pause(fault.where, fault.seconds),
    "connections cut": _cut,
    "line held": lambda fault, stack: stack.hold_nats(int(fault.where[-1]) - 1, fault.seconds),
    "clock moved": lambda fault, stack: stack.move_clock(fault.where, fault.seconds),
    "disk full": lambda fault, stack: stack.fill_disk(fault.where, fault.seconds),
}


def plan(seed: int, rounds: int = 1) -> list[list[Fault]]:
    """Return what goes wrong, step by step; every process dies in each round, and every kind comes."""
    chance = Random(f"chaos {seed}")  # noqa: S311 - to be repeated, not to be secret
    steps: list[list[Fault]] = []
    for _ in range(rounds):
        faults = [Fault("killed", name) for name in (*PROGRAMS, "appeals-timer", *SERVERS)]
        faults += [Fault("leader killed", chance.choice(SERVICES))]
        faults += [
            Fault("paused", name, chance.uniform(0.5, 4)) for name in (*chance.sample(PROGRAMS, 4), *SERVERS)
        ]
        faults += [Fault("connections cut", service) for service in SERVICES]
        faults += [Fault("connections cut", f"nats-{chance.randint(1, NODES)}") for _ in range(2)]
        faults += [Fault("line held", f"nats-{chance.randint(1, NODES)}", chance.uniform(0.5, 6))]
        faults += [
            Fault("clock moved", name, round(chance.uniform(-20, 20), 1))
            for name in chance.sample(PROGRAMS, 3)
        ]
        faults += [
            Fault("disk full", name, 2) for name in ("postgres", f"nats/node-{chance.randint(1, NODES)}")
        ]
        chance.shuffle(faults)
        while faults:
            step = [faults.pop()]
            if faults and chance.random() < BURST and faults[-1].where != step[0].where:
                step.append(faults.pop())
            steps.append(step)
    return steps
