"""Decisions about suspensions: by officials of a championship, by a ruling, by the federation."""

from collections.abc import Collection
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor, demand_admin
from services.registration.domain.errors import (
    NotAnOfficial,
    OffenseUnknown,
    SuspensionEndsBeforeItBegins,
    SuspensionUnknown,
)
from services.registration.domain.suspension.events import (
    Authority,
    SuspendedFromChampionship,
    SuspendedUntil,
    SuspensionEvent,
    SuspensionLifted,
)
from services.registration.domain.suspension.state import Suspension, Suspensions, evolve, initial
from services.registration.domain.texts import printable
from shared.contracts.registration import LocalTime, SuspendedAs
from shared.contracts.regulations import Regulations
from shared.eventsourcing.decider import Decider

# ------------------------------------------------------------------ commands


class SuspendFromChampionship(msgspec.Struct, frozen=True, kw_only=True):
    """Put a person out of a championship; for an offense of the regulations also for its time from all.

    `suspension` and `longer` are ids of the one and of the other suspension; `until` is when the time of
    the offense ends, None where the regulations give it none.
    """

    person: UUID
    suspension: UUID
    longer: UUID
    championship: UUID
    regulations: Regulations
    officials: Collection[UUID]
    capacity: SuspendedAs
    offense: str | None
    until: LocalTime | None
    reason: str
    ruling: UUID | None
    by: Actor
    at: datetime


class SuspendUntil(msgspec.Struct, frozen=True, kw_only=True):
    """Bar a person from all championships until a date, for the federation or by a ruling."""

    person: UUID
    suspension: UUID
    until: LocalTime
    reason: str
    ruling: UUID | None
    by: Actor
    at: datetime


class SuspendByRuling(msgspec.Struct, frozen=True, kw_only=True):
    """Carry out a published ruling: out of its championship, or, with `until`, of all until then.

    The suspension has the ruling's id. A ruling is final: it is never refused.
    """

    person: UUID
    ruling: UUID
    championship: UUID
    until: LocalTime | None
    reason: str
    by: UUID
    at: datetime


class LiftSuspension(msgspec.Struct, frozen=True, kw_only=True):
    """End a suspension before its time. `officials` are those of its championship."""

    suspension: UUID
    reason: str
    officials: Collection[UUID]
    by: Actor
    at: datetime


class LiftByRuling(msgspec.Struct, frozen=True, kw_only=True):
    """End the suspension of a ruling in whose place `ruling` stands by now."""

    suspension: UUID
    ruling: UUID
    reason: str
    by: UUID
    at: datetime


SuspensionCommand: TypeAlias = (
    SuspendFromChampionship | SuspendUntil | SuspendByRuling | LiftSuspension | LiftByRuling
)

# ------------------------------------------------------------------ decide


def decide(command: SuspensionCommand, state: Suspensions) -> list[SuspensionEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case SuspendFromChampionship():
            return _suspend_from(command, state)
        case SuspendUntil():
            return _suspend_until(command)
        case SuspendByRuling():
            return _suspend_by_ruling(command, state)
        case LiftSuspension():
            return _lift(command, state)
        case LiftByRuling():
            return _lift_by_ruling(command, state)


def _suspend_from(command: SuspendFromChampionship, state: Suspensions) -> list[SuspensionEvent]:
    _demand_official(command.by, command.officials, "put somebody out of it")
    clause = _clause(command)
    reason = printable(command.reason, "The reason", limit=1000)
    authority: Authority = "officials" if command.ruling is None else "ruling"
    events: list[SuspensionEvent] = []
    if not any(_out(one, command.championship, command.capacity) for one in state.standing.values()):
        events.append(
            SuspendedFromChampionship(
                person=command.person,
                suspension=command.suspension,
                championship=command.championship,
                capacity=command.capacity,
                offense=command.offense,
                reason=reason,
                authority=authority,
                ruling=command.ruling,
                clause=clause,
                by=command.by.id,
                suspended_at=command.at,
            )
        )
    if command.until is not None and not _lasts(state, command):
        events.append(
            SuspendedUntil(
                person=command.person,
                suspension=command.longer,
                championship=command.championship,
                until=command.until,
                offense=command.offense,
                reason=reason,
                authority=authority,
                ruling=command.ruling,
                clause=clause,
                by=command.by.id,
                suspended_at=command.at,
            )
        )
    return events


def _clause(command: SuspendFromChampionship) -> str | None:
    """Return the clause of the offense. Raises OffenseUnknown for one that the regulations do not name."""
    if command.offense is None:
        return None
    known = command.regulations.registration.suspensions
    if command.offense not in known:
        names = ", ".join(sorted(known)) or "none"
        raise OffenseUnknown(
            f"The regulations bar nobody for {command.offense!r}; their offenses are: {names}."
            " Leave the offense out and give the reason."
        )
    return command.regulations.clause(f"registration.suspensions.{command.offense}")


def _out(one: Suspension, championship: UUID, capacity: SuspendedAs) -> bool:
    return (
        isinstance(one, SuspendedFromChampionship)
        and one.championship == championship
        and one.capacity in {capacity, "player"}
    )


def _lasts(state: Suspensions, command: SuspendFromChampionship) -> bool:
    """Tell whether the person is barred for that offense in that championship already."""
    return any(
        isinstance(one, SuspendedUntil)
        and (one.championship, one.offense) == (command.championship, command.offense)
        for one in state.standing.values()
    )


def _suspend_until(command: SuspendUntil) -> list[SuspensionEvent]:
    demand_admin(command.by, "suspend people from all championships")
    if command.until.instant <= command.at:
        raise SuspensionEndsBeforeItBegins(f"The suspension would end at {command.until}, which has passed.")
    return [
        SuspendedUntil(
            person=command.person,
            suspension=command.suspension,
            championship=None,
            until=command.until,
            offense=None,
            reason=printable(command.reason, "The reason", limit=1000),
            authority="federation" if command.ruling is None else "ruling",
            ruling=command.ruling,
            clause=None,
            by=command.by.id,
            suspended_at=command.at,
        )
    ]


def _suspend_by_ruling(command: SuspendByRuling, state: Suspensions) -> list[SuspensionEvent]:
    """Suspend once, whatever else the person is suspended from."""
    if command.ruling in state.standing or command.ruling in state.lifted:
        return []
    if command.until is None:
        return [
            SuspendedFromChampionship(
                person=command.person,
                suspension=command.ruling,
                championship=command.championship,
                capacity="player",
                offense=None,
                reason=command.reason,
                authority="ruling",
                ruling=command.ruling,
                clause=None,
                by=command.by,
                suspended_at=command.at,
            )
        ]
    return [
        SuspendedUntil(
            person=command.person,
            suspension=command.ruling,
            championship=command.championship,
            until=command.until,
            offense=None,
            reason=command.reason,
            authority="ruling",
            ruling=command.ruling,
            clause=None,
            by=command.by,
            suspended_at=command.at,
        )
    ]


def _lift(command: LiftSuspension, state: Suspensions) -> list[SuspensionEvent]:
    if command.suspension in state.lifted:
        return []
    one = state.standing.get(command.suspension)
    if one is None:
        raise SuspensionUnknown(f"There is no suspension {command.suspension} of this person.")
    if one.suspension == one.ruling:
        # A commission's: no official undoes it (O-PROT-4).
        demand_admin(command.by, "lift a suspension that a commission ruled")
    elif isinstance(one, SuspendedFromChampionship):
        _demand_official(command.by, command.officials, "lift its suspensions")
    else:
        demand_admin(command.by, "lift a suspension from all championships")
    return [
        SuspensionLifted(
            person=one.person,
            suspension=one.suspension,
            reason=printable(command.reason, "The reason", limit=1000),
            by=command.by.id,
            lifted_at=command.at,
        )
    ]


def _lift_by_ruling(command: LiftByRuling, state: Suspensions) -> list[SuspensionEvent]:
    """Lift what stands; nothing where it was lifted before."""
    one = state.standing.get(command.suspension)
    if one is None:
        return []
    return [
        SuspensionLifted(
            person=one.person,
            suspension=one.suspension,
            reason=command.reason,
            by=command.by,
            lifted_at=command.at,
            ruling=command.ruling,
        )
    ]


def _demand_official(actor: Actor, officials: Collection[UUID], deed: str) -> None:
    if not (actor.admin or actor.id in officials):
        raise NotAnOfficial(
            f"Only an organizer or the chief judge of this championship may {deed}; {actor.id} is none."
        )


suspension: Decider[SuspensionCommand, Suspensions, SuspensionEvent] = Decider(
    category="suspension", initial=initial, decide=decide, evolve=evolve
)
