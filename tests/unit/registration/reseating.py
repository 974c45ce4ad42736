"""Changes of a published seating, as tests speak of them."""

from typing import Any
from uuid import UUID, uuid5

from services.registration.domain.draw.changing import ChangeSeating, planned
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.events import DrawEvent, SeatingCarriedOut, SeatingChanged
from services.registration.domain.draw.state import Published
from services.registration.domain.draw.wishes import Meanwhile, Wish
from shared.contracts.registration import DrawnTable
from tests.unit.registration.drawing import FORTY, JUDGES
from tests.unit.registration.samples import CHAMPIONSHIP, CHIEF, NOW, ORGANIZER, person

SPARE = tuple(person(number) for number in range(200, 206))
"""Who has an accepted entry and no place in the draw."""


def meanwhile(**changes: Any) -> Meanwhile:
    """Return the facts of a championship in which nothing has started."""
    given: dict[str, Any] = {"entrants": frozenset((*FORTY, *SPARE)), "judges": frozenset(JUDGES)}
    return Meanwhile(**(given | changes))


def standing(*history: DrawEvent) -> Published:
    """Return a published draw after what happened to it."""
    state = draw.fold(list(history))
    assert isinstance(state, Published)
    return state


def games_of(tables: tuple[DrawnTable, ...], *rounds: int) -> frozenset[UUID]:
    """Return the games of some rounds."""
    return frozenset(table.game for table in tables if table.round in rounds)


def change(wish: Wish, *history: DrawEvent, facts: Meanwhile | None = None, **changes: Any) -> ChangeSeating:
    """Wish for a change as its preview shows it."""
    known = meanwhile() if facts is None else facts
    state = standing(*history)
    given: dict[str, Any] = {
        "change": uuid5(CHAMPIONSHIP, f"change {len(state.changes)}"),
        "wish": wish,
        "meanwhile": known,
        "reason": "His train is late",
        "drawers": {ORGANIZER.id, CHIEF.id},
        "by": ORGANIZER,
        "at": NOW,
    }
    if "seen" not in changes:
        given["seen"] = planned(wish, state, known).digest(state.drawn.inputs.draw)
    return ChangeSeating(**(given | changes))


def changed(wish: Wish, *history: DrawEvent, facts: Meanwhile | None = None) -> SeatingChanged:
    """Return the event of a change."""
    [event] = draw.decide(change(wish, *history, facts=facts), draw.fold(list(history)))
    assert isinstance(event, SeatingChanged)
    return event


def carried_out(event: SeatingChanged) -> SeatingCarriedOut:
    """Return that the tables have taken a change over."""
    return SeatingCarriedOut(change=event.change, carried_out_at=NOW)
