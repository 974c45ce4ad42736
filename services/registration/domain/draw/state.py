"""What a draw is at a moment."""

from typing import TypeAlias
from uuid import UUID, uuid5

import msgspec

from services.registration.domain.draw.events import DrawEvent, DrawPublished, SeedCommitted

_NAMESPACE = UUID("5a0e9d0e-6c0c-5d5b-8a53-1d1a9f3f7c11")


class NotDrawn(msgspec.Struct, frozen=True):
    """Nothing is published."""


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing is published, but the seed is fixed."""

    committed: SeedCommitted


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """The seating is public."""

    drawn: DrawPublished

    @property
    def players(self) -> tuple[UUID, ...]:
        """Who plays in the stage."""
        return self.drawn.inputs.players


DrawState: TypeAlias = NotDrawn | Committed | Published


def draw_id(championship: UUID, stage: str, group: str | None = None) -> UUID:
    """Return the one draw of a championship's stage, or of one of its groups."""
    of_group = "" if group is None else f"/{group}"
    return uuid5(_NAMESPACE, f"{championship}/{stage}{of_group}")


def initial() -> DrawState:
    """Return the state before the first event."""
    return NotDrawn()


def evolve(_state: DrawState, event: DrawEvent) -> DrawState:
    """Return the state after an event."""
    match event:
        case SeedCommitted():
            return Committed(committed=event)
        case DrawPublished():
            return Published(drawn=event)
