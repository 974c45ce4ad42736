"""The situations of a stage, for its decider."""

from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.stage.events import (
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    StageEvent,
    TieDecided,
)


class Open(msgspec.Struct, frozen=True):
    """Games may still come; the last decision is kept."""

    last_order: tuple[UUID, ...] = ()


class Closed(msgspec.Struct, frozen=True):
    """The cut is made. `named`: who goes on as it was last said; None where no stage follows."""

    last_order: tuple[UUID, ...] = ()
    named: QualifiersNamed | QualifiersRenamed | None = None


StageState: TypeAlias = Open | Closed


def initial() -> StageState:
    """Return a stage nobody has decided anything about."""
    return Open()


def evolve(state: StageState, event: StageEvent) -> StageState:
    """Return the state after an event."""
    match event:
        case TieDecided():
            return replace(state, last_order=event.order)
        case StageClosed():
            return Closed(last_order=state.last_order)
        case QualifiersNamed() | QualifiersRenamed():
            return Closed(last_order=state.last_order, named=event)
