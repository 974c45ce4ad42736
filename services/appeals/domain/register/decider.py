"""Who may sit on a championship's commissions: a standing commission, declared interests, people barred."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.appeals.domain.errors import (
    CommissionIncomplete,
    MemberConflicted,
    NotTheAppointer,
    PlayHasBegun,
    ReasonMissing,
)
from services.appeals.domain.protest.facts import Officials
from services.appeals.domain.register.events import (
    InterestDeclared,
    PersonBarred,
    RegisterEvent,
    StandingCommissionNamed,
)
from shared.eventsourcing.decider import Decider

COMMISSION_SIZE = 3


class NameStandingCommission(msgspec.Struct, frozen=True, kw_only=True):
    """Name who hears every protest, before round 1. `begun`: a game of the championship has started."""

    championship: UUID
    by: UUID
    members: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    officials: Officials
    begun: bool
    at: datetime


class DeclareInterest(msgspec.Struct, frozen=True, kw_only=True):
    """Say where one belongs and to whom one is close."""

    championship: UUID
    by: UUID
    club: str | None
    city: str | None
    related: tuple[UUID, ...]
    at: datetime


class BarPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Keep a suspended person off commissions."""

    championship: UUID
    by: UUID
    person: UUID
    reason: str
    until: datetime | None
    officials: Officials
    at: datetime


RegisterCommand: TypeAlias = NameStandingCommission | DeclareInterest | BarPerson


class Register(msgspec.Struct, frozen=True):
    """What a championship knows of those who might sit."""

    standing: StandingCommissionNamed | None = None
    barred: dict[UUID, datetime | None] = {}
    interests: dict[UUID, InterestDeclared] = {}


def initial() -> Register:
    """Return the register of a championship of which nothing was said."""
    return Register()


def decide(command: RegisterCommand, state: Register) -> list[RegisterEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case NameStandingCommission():
            return _name(command, state)
        case DeclareInterest():
            return _declare(command, state)
        case BarPerson():
            return _bar(command, state)


def evolve(state: Register, event: RegisterEvent) -> Register:
    """Return the register after an event."""
    match event:
        case StandingCommissionNamed():
            return replace(state, standing=event)
        case InterestDeclared(person=person):
            return replace(state, interests=state.interests | {person: event})
        case PersonBarred(person=person, until=until):
            return replace(state, barred=state.barred | {person: until})


def is_barred(state: Register, person: UUID, at: datetime) -> bool:
    """Tell whether a person may sit on no commission at a moment."""
    until = state.barred.get(person, at)
    return until is None or until > at


def _name(command: NameStandingCommission, state: Register) -> list[RegisterEvent]:
    _demand_office(command.by, command.officials)
    if command.begun:
        raise PlayHasBegun(
            f"Play has begun in championship {command.championship}; a standing commission is named before."
        )
    named = (*command.members, *command.reserves)
    if len(command.members) != COMMISSION_SIZE or len(set(named)) != len(named):
        raise CommissionIncomplete(
            f"A commission is {COMMISSION_SIZE} different people, and others in reserve."
        )
    for person in named:
        if is_barred(state, person, command.at):
            raise MemberConflicted(
                f"{person} is suspended and sits on no commission; name somebody else.",
                person=person,
                stake="barred",
            )
    before = state.standing
    if before is not None and (before.members, before.reserves) == (command.members, command.reserves):
        return []
    return [
        StandingCommissionNamed(
            championship=command.championship,
            members=command.members,
            reserves=command.reserves,
            named_by=command.by,
            named_at=command.at,
        )
    ]


def _declare(command: DeclareInterest, state: Register) -> list[RegisterEvent]:
    declared = InterestDeclared(
        championship=command.championship,
        person=command.by,
        club=command.club,
        city=command.city,
        related=tuple(sorted(set(command.related) - {command.by})),
        declared_at=command.at,
    )
    before = state.interests.get(command.by)
    if before is not None and replace(before, declared_at=command.at) == declared:
        return []
    return [declared]


def _bar(command: BarPerson, state: Register) -> list[RegisterEvent]:
    _demand_office(command.by, command.officials)
    reason = command.reason.strip()
    if not reason:
        raise ReasonMissing("Say for what the person is suspended.")
    if command.person in state.barred and state.barred[command.person] == command.until:
        return []
    return [
        PersonBarred(
            championship=command.championship,
            person=command.person,
            reason=reason,
            until=command.until,
            barred_by=command.by,
            barred_at=command.at,
        )
    ]


def _demand_office(person: UUID, officials: Officials) -> None:
    if person not in officials.chief_judges | officials.organizers:
        raise NotTheAppointer("The championship's chief judge or organizer does this, nobody else.")


decider = Decider(category="commission", initial=initial, decide=decide, evolve=evolve)
