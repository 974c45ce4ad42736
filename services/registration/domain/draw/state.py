"""What a draw is at a moment."""

from typing import TypeAlias
from uuid import UUID, uuid5

import msgspec

from services.registration.domain.draw.events import (
    DrawEvent,
    DrawPublished,
    SeatingCarriedOut,
    SeatingChanged,
    SeatingRestored,
    SeedCommitted,
)
from shared.contracts.registration import DrawnTable, PlayerAdded, PlayerReplaced

_NAMESPACE = UUID("5a0e9d0e-6c0c-5d5b-8a53-1d1a9f3f7c11")


class NotDrawn(msgspec.Struct, frozen=True):
    """Nothing is published."""


class Committed(msgspec.Struct, frozen=True, kw_only=True):
    """Nothing is published, but the seed is fixed."""

    committed: SeedCommitted


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the seating, and how it went: it waits for the tables, holds, or was taken back."""

    changed: SeatingChanged
    carried_out: SeatingCarriedOut | None = None
    restored: SeatingRestored | None = None

    @property
    def waits(self) -> bool:
        """Tell whether the tables have not answered yet."""
        return self.carried_out is None and self.restored is None


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """The seating is public; `drawn` is how it was first, `changes` what was made of it since."""

    drawn: DrawPublished
    changes: tuple[Change, ...] = ()

    @property
    def in_force(self) -> tuple[SeatingChanged, ...]:
        """Return the changes that were not taken back, in order."""
        return tuple(change.changed for change in self.changes if change.restored is None)

    @property
    def tables(self) -> tuple[DrawnTable, ...]:
        """The seating as it is now, by round and table."""
        now = {table.game: table for table in self.drawn.tables}
        for change in self.in_force:
            now |= {table.game: table for table in change.tables}
        return tuple(sorted(now.values(), key=lambda table: (table.round, table.table)))

    @property
    def players(self) -> tuple[UUID, ...]:
        """Who plays in the stage now: substitutes in the place of those who left."""
        playing = dict.fromkeys(self.drawn.inputs.players)
        for change in self.in_force:
            match change.operation:
                case PlayerReplaced(out=out, into=into):
                    playing.pop(out, None)
                    playing[into] = None
                case PlayerAdded(player=player):
                    playing[player] = None
                case _:
                    pass
        return tuple(sorted(playing))

    @property
    def seated(self) -> tuple[UUID, ...]:
        """Everybody who has a seat in some game, those who left after playing too."""
        return tuple(sorted({player for table in self.tables for player in table.seats}))

    @property
    def substitutes(self) -> frozenset[UUID]:
        """Who plays in the place of somebody who has played before him."""
        return frozenset(
            change.operation.into
            for change in self.in_force
            if isinstance(change.operation, PlayerReplaced) and change.operation.as_substitute
        )


DrawState: TypeAlias = NotDrawn | Committed | Published


def draw_id(championship: UUID, stage: str, group: str | None = None) -> UUID:
    """Return the one draw of a championship's stage, or of one of its groups."""
    of_group = "" if group is None else f"/{group}"
    return uuid5(_NAMESPACE, f"{championship}/{stage}{of_group}")


def initial() -> DrawState:
    """Return the state before the first event."""
    return NotDrawn()


def evolve(state: DrawState, event: DrawEvent) -> DrawState:
    """Return the state after an event."""
    match state, event:
        case _, SeedCommitted():
            return Committed(committed=event)
        case _, DrawPublished():
            return Published(drawn=event)
        case Published(), SeatingChanged() | SeatingCarriedOut() | SeatingRestored():
            return changed(state, event)
        case _:
            return state


def changed(state: Published, event: SeatingChanged | SeatingCarriedOut | SeatingRestored) -> Published:
    """Return a published draw after a change, or after the tables' answer to one."""
    if isinstance(event, SeatingChanged):
        return msgspec.structs.replace(state, changes=(*state.changes, Change(changed=event)))
    return msgspec.structs.replace(state, changes=tuple(_answered(one, event) for one in state.changes))


def _answered(change: Change, event: SeatingCarriedOut | SeatingRestored) -> Change:
    if change.changed.change != event.change:
        return change
    if isinstance(event, SeatingRestored):
        return msgspec.structs.replace(change, restored=event)
    return msgspec.structs.replace(change, carried_out=event)
