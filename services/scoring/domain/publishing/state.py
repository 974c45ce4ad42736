"""The situations of a published table, for its decider."""

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from services.scoring.domain.publishing.events import (
    ChangesReleased,
    PublishingEvent,
    StandingsFinalized,
    StandingsFrozen,
    StandingsReleased,
    StandingsRevised,
)


class Provisional(msgspec.Struct, frozen=True):
    """Games may still come."""

    frozen: bool = False
    edition: int = 0


class Final(msgspec.Struct, frozen=True):
    """The result was announced, with the checksum of the overall table."""

    edition: int
    checksum: str
    frozen: bool = False


class Revised(msgspec.Struct, frozen=True):
    """The result has changed since, and is to be announced again."""

    edition: int
    frozen: bool = False


PublishingState: TypeAlias = Provisional | Final | Revised


def initial() -> PublishingState:
    """Return the state of a table nobody has said anything about."""
    return Provisional()


def evolve(state: PublishingState, event: PublishingEvent) -> PublishingState:
    """Return the state after an event."""
    match event:
        case StandingsFrozen():
            return replace(state, frozen=True)
        case StandingsReleased():
            return replace(state, frozen=False)
        case ChangesReleased():
            return state
        case StandingsFinalized():
            return Final(event.edition, event.checksum, state.frozen)
        case StandingsRevised():
            return Revised(event.edition, state.frozen)
