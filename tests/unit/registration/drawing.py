"""Draws of the first tour, as tests speak of them."""

from typing import Any

from services.registration.domain.draw.decider import PublishDraw, draw
from services.registration.domain.draw.events import DrawPublished
from tests.unit.registration.samples import CHAMPIONSHIP, CHIEF, NOW, ORGANIZER, STAGES, person

JUDGES = tuple(person(number) for number in range(101, 105))
FORTY = tuple(person(number) for number in range(40))


def publish(**changes: Any) -> PublishDraw:
    """Draw the first tour."""
    fields: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "stage": STAGES[0],
        "players": FORTY,
        "judges": JUDGES,
        "seed": "lottery 4-8-15-16-23-42",
        "drawers": {ORGANIZER.id, CHIEF.id},
        "appointed_judges": set(JUDGES),
        "by": ORGANIZER,
        "at": NOW,
    }
    return PublishDraw(**(fields | changes))


def published(**changes: Any) -> DrawPublished:
    """Return the event of a draw."""
    [event] = draw.decide(publish(**changes), draw.initial())
    assert isinstance(event, DrawPublished)
    return event
