"""From what a person is suspended at a moment."""

from collections.abc import Iterable
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.suspension.events import (
    SuspendedFromChampionship,
    SuspendedUntil,
    SuspensionEvent,
    SuspensionLifted,
)

Suspension: TypeAlias = SuspendedFromChampionship | SuspendedUntil


class Suspensions(msgspec.Struct, frozen=True):
    """The suspensions of one person that were not lifted, by id."""

    standing: dict[UUID, Suspension]
    lifted: frozenset[UUID] = frozenset()


def initial() -> Suspensions:
    """Return the state before the first event."""
    return Suspensions({})


def evolve(state: Suspensions, event: SuspensionEvent) -> Suspensions:
    """Return the state after an event."""
    match event:
        case SuspendedFromChampionship() | SuspendedUntil():
            return Suspensions(state.standing | {event.suspension: event}, state.lifted)
        case SuspensionLifted():
            standing = {key: one for key, one in state.standing.items() if key != event.suspension}
            return Suspensions(standing, state.lifted | {event.suspension})


def bar_of(suspensions: Iterable[Suspensions], championship: UUID, at: datetime) -> Suspension | None:
    """Return what bars from a championship at a moment, if anything: what lasts longest.

    `suspensions` are those of one person, under every id he was known by.
    """
    found: Suspension | None = None
    for one in (one for state in suspensions for one in state.standing.values()):
        match one:
            case SuspendedFromChampionship() if one.championship == championship:
                found = found or one
            case SuspendedUntil() if at < one.until.instant:
                longer = isinstance(found, SuspendedUntil) and found.until.instant >= one.until.instant
                found = found if longer else one
            case _:
                pass
    return found
