"""The same small work for us and for the peer: a stream of counts, loaded, decided on, appended to."""

from typing import Any
from uuid import UUID

import msgspec

from shared.contracts.envelope import seal
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.handling import Kernel


class Counted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """One more, with a payload as an event of ours has one."""

    by: UUID
    note: str


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """Count once more."""

    by: UUID
    note: str


def decide(command: Count, state: int) -> list[Counted]:
    """Count while there is room."""
    return [Counted(by=command.by, note=command.note)] if state < 1_000_000 else []  # noqa: PLR2004


def evolve(state: int, _event: Counted) -> int:
    """Count."""
    return state + 1


counter: Decider[Count, int, Counted] = Decider("counter", int, decide, evolve)


def silent(_event: Any, _state: Any) -> None:
    """Say nothing in public: the peer has no outbox either."""


KERNEL = Kernel(service="registration", codecs={"counter": EventCodec(Counted)}, publish=silent, seal=seal)
