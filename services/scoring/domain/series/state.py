"""The situations of a series, for its decider."""

from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.series.events import (
    SeriesChampionshipAdded,
    SeriesChampionshipRemoved,
    SeriesEvent,
    SeriesOpened,
    SeriesRulesChanged,
)
from shared.contracts.series import SeriesRules


class Unopened(msgspec.Struct, frozen=True):
    """Nobody has opened it."""


class Opened(msgspec.Struct, frozen=True, kw_only=True):
    """It has rules, somebody who keeps it, and championships in the order in which they were added."""

    keeper: UUID
    rules: SeriesRules
    championships: tuple[UUID, ...] = ()


SeriesState: TypeAlias = Unopened | Opened


def initial() -> SeriesState:
    """Return a series that nobody has opened."""
    return Unopened()


def evolve(state: SeriesState, event: SeriesEvent) -> SeriesState:
    """Return the state after an event."""
    if isinstance(event, SeriesOpened):
        return Opened(keeper=event.opened_by, rules=event.rules)
    if isinstance(state, Unopened):
        return state
    match event:
        case SeriesRulesChanged():
            return replace(state, rules=event.rules)
        case SeriesChampionshipAdded():
            return replace(state, championships=(*state.championships, event.championship))
        case SeriesChampionshipRemoved():
            left = tuple(one for one in state.championships if one != event.championship)
            return replace(state, championships=left)
