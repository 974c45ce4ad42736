"""A published seating that changes: what is asked for, what it would do and cost, and how it ends.

A change is planned, shown, and made exactly as it was shown: its digest says so. Games that have started are
never touched. The tables have the last word: where one has started in the meantime, all of the change is
taken back.
"""

import hashlib
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor
from services.registration.domain.draw.adding import added
from services.registration.domain.draw.events import (
    DrawEvent,
    SeatingCarriedOut,
    SeatingChanged,
    SeatingRestored,
)
from services.registration.domain.draw.inputs import Pair
from services.registration.domain.draw.keeping import demand_kept
from services.registration.domain.draw.measures import cost_of
from services.registration.domain.draw.redrawing import RedrawInputs, redraw_of, redrawn
from services.registration.domain.draw.reseating import applied, differing
from services.registration.domain.draw.state import DrawState, Published
from services.registration.domain.draw.wishes import Meanwhile, RedrawRounds, Wish, operation_for, redraw_for
from services.registration.domain.errors import (
    ChangeNotSettled,
    DrawUnknown,
    NothingToChange,
    NotYourDraw,
    PreviewOutdated,
)
from services.registration.domain.texts import printable
from shared.contracts.registration import (
    DrawnTable,
    PlayerAdded,
    PlayerReplaced,
    RoundsRedrawn,
    SeatingCost,
    SeatingOperation,
)

# ------------------------------------------------------------------ commands


class ChangeSeating(msgspec.Struct, frozen=True, kw_only=True):
    """Change a published seating as it was previewed: `seen` is the digest of the preview."""

    change: UUID
    wish: Wish
    meanwhile: Meanwhile
    reason: str
    seen: str
    drawers: Collection[UUID]
    """The organizers and the chief judge."""
    clause: str | None = None
    by: Actor
    at: datetime


class CarryOutChange(msgspec.Struct, frozen=True, kw_only=True):
    """Note that the tables have taken a change over."""

    change: UUID
    at: datetime


class TakeBackChange(msgspec.Struct, frozen=True, kw_only=True):
    """Take a change back that came too late for a table."""

    change: UUID
    conflict: str
    detail: str
    at: datetime


ChangeCommand: TypeAlias = ChangeSeating | CarryOutChange | TakeBackChange

# ------------------------------------------------------------------ the plan


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What a change would do: the games that would differ, and what the seating costs before and after."""

    number: int
    operation: SeatingOperation
    was: tuple[DrawnTable, ...]
    tables: tuple[DrawnTable, ...]
    substitutes: tuple[UUID, ...]
    cost_before: SeatingCost
    cost_after: SeatingCost
    inputs_digest: str | None = None
    around: tuple[DrawnTable, ...] = ()
    relations: tuple[Pair, ...] = ()

    def digest(self, draw: UUID) -> str:
        """Return the SHA-256, in hexadecimal, of all that the change would do."""
        said = msgspec.json.encode((draw, self), order="deterministic")
        return hashlib.sha256(said).hexdigest()


def planned(wish: Wish, state: DrawState, meanwhile: Meanwhile) -> Plan:
    """Return what a change would do, or raise the rule that it breaks. Drawing anew may take seconds."""
    published = settled(state)
    before = meanwhile.seated(published.tables)
    operation = operation_for(wish, published, before, meanwhile)
    inputs = published.drawn.inputs
    redraw: RedrawInputs | None = None
    match operation:
        case RoundsRedrawn():
            redrawing = _redrawing(operation, published, before, meanwhile)
            redraw = redrawing.inputs
            after = _around(before, redrawing.tables())
        case PlayerAdded():
            after = added(operation.player, before, inputs, meanwhile)
        case _:
            after = applied(operation, before, meanwhile.started)
    changed = differing(before, after)
    if not changed:
        raise NothingToChange("The seating is so already; nothing would change.")
    demand_kept(after, changed, inputs, meanwhile.relations)
    if redraw is not None:
        changed = tuple(game for one in redraw.rounds for game in one.games)
    tables = tuple(table for table in after if table.game in changed)
    playing = {player for table in tables for player in table.seats}
    return Plan(
        number=len(published.changes) + 1,
        operation=operation,
        was=tuple(table for table in before if table.game in changed),
        tables=tables,
        substitutes=tuple(sorted(playing & _substitutes(published, operation))),
        cost_before=cost_of(before),
        cost_after=cost_of(after),
        inputs_digest=None if redraw is None else redraw.digest(),
        around=() if redraw is None else redraw.around,
        relations=() if redraw is None else redraw.relations,
    )


class Redrawing(msgspec.Struct, frozen=True, kw_only=True):
    """Rounds to be drawn anew: all that decides how."""

    inputs: RedrawInputs
    seed: str

    def tables(self) -> tuple[DrawnTable, ...]:
        """Return the games: the first time by a search, then at once for a while."""
        return redrawn(self.inputs, self.seed)


def redrawing_for(wish: RedrawRounds, state: DrawState, meanwhile: Meanwhile) -> Redrawing:
    """Return what would be searched for, or raise the rule that the wish breaks; nothing is searched yet."""
    published = settled(state)
    before = meanwhile.seated(published.tables)
    return _redrawing(redraw_for(wish, published, before, meanwhile), published, before, meanwhile)


def _redrawing(
    operation: RoundsRedrawn, published: Published, before: tuple[DrawnTable, ...], meanwhile: Meanwhile
) -> Redrawing:
    inputs = redraw_of(
        published.drawn.inputs,
        before,
        operation.rounds,
        relations=meanwhile.relations,
        effort=operation.effort,
    )
    return Redrawing(inputs=inputs, seed=operation.seed)


def settled(state: DrawState) -> Published:
    """Return a published draw whose changes are all answered. Raises DrawUnknown or ChangeNotSettled."""
    if not isinstance(state, Published):
        raise DrawUnknown("The stage is not drawn yet, so there is no seating to change; draw it first.")
    waiting = [change.changed.number for change in state.changes if change.waits]
    if waiting:
        raise ChangeNotSettled(
            f"The tables have not answered to change {waiting[0]} yet; try again in a moment.",
            number=waiting[0],
        )
    return state


def _around(before: tuple[DrawnTable, ...], anew: tuple[DrawnTable, ...]) -> tuple[DrawnTable, ...]:
    by_game = {table.game: table for table in before} | {table.game: table for table in anew}
    return tuple(by_game.values())


def _substitutes(published: Published, operation: SeatingOperation) -> frozenset[UUID]:
    if isinstance(operation, PlayerReplaced) and operation.as_substitute:
        return published.substitutes | {operation.into}
    return published.substitutes


# ------------------------------------------------------------------ decide


def change_seating(command: ChangeSeating, state: DrawState) -> list[DrawEvent]:
    """Change the seating as it was seen."""
    demand_changer(command.by, command.drawers, command.clause)
    published = settled(state)
    plan = planned(command.wish, state, command.meanwhile)
    drawn = published.drawn
    if plan.digest(drawn.inputs.draw) != command.seen:
        raise PreviewOutdated(
            "What would be done now differs from what was previewed: games started, seats or entries"
            " changed since. Look at it again, and send the digest that it then shows.",
            digest=plan.digest(drawn.inputs.draw),
        )
    return [
        SeatingChanged(
            championship=drawn.championship,
            draw=drawn.inputs.draw,
            stage=drawn.inputs.stage,
            stage_kind=drawn.stage_kind,
            change=command.change,
            number=plan.number,
            operation=plan.operation,
            was=plan.was,
            tables=plan.tables,
            substitutes=plan.substitutes,
            reason=printable(command.reason, "The reason", limit=1000),
            by=command.by.id,
            cost_before=plan.cost_before,
            cost_after=plan.cost_after,
            changed_at=command.at,
            inputs_digest=plan.inputs_digest,
            around=plan.around,
            relations=plan.relations,
            group=drawn.group,
        )
    ]


def demand_changer(actor: Actor, drawers: Collection[UUID], clause: str | None) -> None:
    """Raise NotYourDraw unless the actor may change this championship's seatings."""
    if not (actor.admin or actor.id in drawers):
        raise NotYourDraw(
            "A published seating is changed by an organizer or the chief judge of this championship.",
            clause=clause,
        )


def carry_out(command: CarryOutChange, state: DrawState) -> list[DrawEvent]:
    """Note the first word of the tables on a change; what they say after it says the same."""
    if command.change not in _waiting(state):
        return []
    return [SeatingCarriedOut(change=command.change, carried_out_at=command.at)]


def take_back(command: TakeBackChange, state: DrawState) -> list[DrawEvent]:
    """Restore the seating before a change."""
    if command.change not in _waiting(state):
        return []
    return [
        SeatingRestored(
            change=command.change, conflict=command.conflict, detail=command.detail, restored_at=command.at
        )
    ]


def _waiting(state: DrawState) -> Mapping[UUID, int]:
    if not isinstance(state, Published):
        return {}
    return {one.changed.change: one.changed.number for one in state.changes if one.waits}
