"""The last revision of a championship's standings, for the decider."""

from uuid import UUID

import msgspec

from services.scoring.domain.standings.events import StandingsChanged, StandingsEvent
from shared.contracts.primitives import Points


class Position(msgspec.Struct, frozen=True):
    """Where a player stands overall. `place` None: outside the ranking."""

    points: Points
    place: int | None


class StandingsState(msgspec.Struct, frozen=True):
    """The overall table as it was last said, and the rulings that have their revision; 0: none yet."""

    revision: int = 0
    digest: str = ""
    positions: dict[UUID, Position] = {}
    answered: frozenset[UUID] = frozenset()
    withheld: tuple[StandingsChanged, ...] = ()
    """The last revisions, where they were recorded under a freeze, oldest first."""


def initial() -> StandingsState:
    """Return the standings of a championship nobody has heard of."""
    return StandingsState()


def evolve(state: StandingsState, event: StandingsEvent) -> StandingsState:
    """Return the state after an event."""
    positions = dict(state.positions)
    for change in event.changes:
        if change.points_after is None:
            positions.pop(change.player, None)
        else:
            positions[change.player] = Position(change.points_after, change.place_after)
    return StandingsState(
        revision=event.revision,
        digest=event.digest,
        positions=positions,
        answered=state.answered | ({event.ruling} if event.ruling else set()),
        withheld=(*state.withheld, event) if event.withheld else (),
    )
