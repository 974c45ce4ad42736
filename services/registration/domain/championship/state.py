"""What a championship is at a moment, as far as its decisions need to know."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    ChampionshipEvent,
    OfficialAppointed,
    OfficialDismissed,
)
from shared.contracts.registration import LocalTime, OfficialRole, StagePlan
from shared.contracts.regulations import Regulations


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing has happened."""


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The championship is announced and stands as promised."""

    id: UUID
    regulations: Regulations
    stages: tuple[StagePlan, ...]
    final_deadline: LocalTime | None
    officials: frozenset[tuple[OfficialRole, UUID]]

    def holding(self, *roles: OfficialRole) -> frozenset[UUID]:
        """Return who acts in any of the roles."""
        return frozenset(person for role, person in self.officials if role in roles)

    @property
    def organizers(self) -> frozenset[UUID]:
        """Who organizes it; never empty."""
        return self.holding("organizer")


ChampionshipState: TypeAlias = Unannounced | Announced


def initial() -> ChampionshipState:
    """Return the state before the first event."""
    return Unannounced()


def evolve(state: ChampionshipState, event: ChampionshipEvent) -> ChampionshipState:
    """Return the state after an event."""
    match event, state:
        case ChampionshipAnnounced(), _:
            return Announced(
                id=event.championship,
                regulations=event.regulations,
                stages=event.stages,
                final_deadline=event.final_deadline,
                officials=frozenset(),
            )
        case OfficialAppointed(), Announced():
            officials = state.officials | {(event.role, event.person)}
            return msgspec.structs.replace(state, officials=officials)
        case OfficialDismissed(), Announced():
            officials = state.officials - {(event.role, event.person)}
            return msgspec.structs.replace(state, officials=officials)
        case _:
            return state
