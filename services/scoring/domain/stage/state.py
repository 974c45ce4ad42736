"""The situations of a stage, for its decider."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.stage.events import QualifiersNamed, StageClosed, StageEvent, TieDecided


class Open(msgspec.Struct, frozen=True):
    """Games may still come; the last decision is kept."""

    last_order: tuple[UUID, ...] = ()


class Closed(msgspec.Struct, frozen=True):
    """The cut is made. `cut`: qualifiers were named, so that no decision can move the line any more."""

    last_order: tuple[UUID, ...] = ()
    cut: bool = False


StageState: TypeAlias = Open | Closed


def initial() -> StageState:
    """Return a stage nobody has decided anything about."""
    return Open()


def evolve(state: StageState, event: StageEvent) -> StageState:
    """Return the state after an event."""
    match event:
        case TieDecided():
            return msgspec.structs.replace(state, last_order=event.order)
        case StageClosed():
            return Closed(last_order=state.last_order)
        case QualifiersNamed():
            return Closed(last_order=state.last_order, cut=True)
