"""What was last said of a stage's ties, for its decider."""

from typing import TypeAlias

from services.scoring.domain.ties.events import TiesEvent
from shared.contracts.scoring import TieAtCut

TiesState: TypeAlias = tuple[TieAtCut, ...]


def initial() -> TiesState:
    """Return the state of a stage of which nothing was said."""
    return ()


def evolve(_state: TiesState, event: TiesEvent) -> TiesState:
    """Return the state after an event."""
    return event.ties
