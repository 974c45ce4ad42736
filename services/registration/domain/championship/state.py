"""What a championship is at a moment, as far as its decisions need to know."""

from datetime import datetime
from decimal import Decimal
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    ChampionshipDrafted,
    ChampionshipEvent,
    OfficialAppointed,
    OfficialDismissed,
    PhaseEntered,
    PlanChanged,
    RegulationsRebound,
    RelationDeclared,
    RelationRetracted,
)
from shared.contracts.registration import LocalTime, OfficialRole, Phase, StagePlan, Venue
from shared.contracts.regulations import Fee, Regulations


class Unannounced(msgspec.Struct, frozen=True):
    """Nothing has happened."""


class Drafted(msgspec.Struct, frozen=True):
    """Somebody is preparing it."""

    draft: ChampionshipDrafted


class Announced(msgspec.Struct, frozen=True, kw_only=True):
    """The championship is announced and stands as promised."""

    id: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None
    waitlist: int
    partner_clubs: tuple[str, ...]
    fee: Fee | None
    """What an entry costs here, where it is not what the regulations say."""
    phase: Phase
    announced_at: datetime
    officials: frozenset[tuple[OfficialRole, UUID]]
    relations: frozenset[tuple[UUID, UUID]]
    """Judges and the players at whose tables they do not judge."""

    def holding(self, *roles: OfficialRole) -> frozenset[UUID]:
        """Return who acts in any of the roles."""
        return frozenset(person for role, person in self.officials if role in roles)

    @property
    def organizers(self) -> frozenset[UUID]:
        """Who organizes it; never empty."""
        return self.holding("organizer")

    @property
    def due(self) -> Fee | None:
        """What an entry costs: what was announced, else what the regulations say; None where it is free."""
        fee = self.regulations.registration.fee if self.fee is None else self.fee
        return fee if fee is not None and Decimal(fee.amount) else None

    @property
    def places(self) -> int:
        """How many may take part."""
        return self.stages[0].players if self.capacity is None else self.capacity


ChampionshipState: TypeAlias = Unannounced | Drafted | Announced


def initial() -> ChampionshipState:
    """Return the state before the first event."""
    return Unannounced()


def evolve(state: ChampionshipState, event: ChampionshipEvent) -> ChampionshipState:
    """Return the state after an event."""
    match event, state:
        case ChampionshipDrafted(), _:
            return Drafted(event)
        case ChampionshipAnnounced(), _:
            return _announced(event)
        case _, Announced():
            return _evolve_announced(state, event)
        case _:
            return state


def _announced(event: ChampionshipAnnounced) -> Announced:
    return Announced(
        id=event.championship,
        title=event.title,
        host_club=event.host_club,
        regulations=event.regulations,
        venues=event.venues,
        stages=event.stages,
        preliminary_deadline=event.preliminary_deadline,
        final_deadline=event.final_deadline,
        capacity=event.capacity,
        waitlist=event.waitlist,
        partner_clubs=event.partner_clubs,
        fee=event.fee,
        phase=event.phase,
        announced_at=event.announced_at,
        officials=frozenset(),
        relations=frozenset(),
    )


def _evolve_announced(state: Announced, event: ChampionshipEvent) -> Announced:  # noqa: PLR0911 - a table of contents
    replace = msgspec.structs.replace
    match event:
        case PlanChanged():
            return replace(
                state,
                title=event.title,
                host_club=event.host_club,
                venues=event.venues,
                stages=event.stages,
                preliminary_deadline=event.preliminary_deadline,
                final_deadline=event.final_deadline,
                capacity=event.capacity,
                waitlist=event.waitlist,
                partner_clubs=event.partner_clubs,
                fee=event.fee,
            )
        case RegulationsRebound():
            return replace(state, regulations=event.regulations)
        case PhaseEntered():
            return replace(state, phase=event.phase)
        case OfficialAppointed():
            return replace(state, officials=state.officials | {(event.role, event.person)})
        case OfficialDismissed():
            return replace(state, officials=state.officials - {(event.role, event.person)})
        case RelationDeclared():
            return replace(state, relations=state.relations | {(event.judge, event.player)})
        case RelationRetracted():
            return replace(state, relations=state.relations - {(event.judge, event.player)})
        case _:
            return state
