"""Decisions about a championship: its announcement and its officials."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor, demand_host, demand_organizer
from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    ChampionshipEvent,
    OfficialAppointed,
    OfficialDismissed,
)
from services.registration.domain.championship.plan import check_plan
from services.registration.domain.championship.schedule import check_deadlines, check_schedule
from services.registration.domain.championship.state import (
    Announced,
    ChampionshipState,
    Unannounced,
    evolve,
    initial,
)
from services.registration.domain.errors import (
    ChampionshipAlreadyAnnounced,
    ChampionshipUnknown,
    ChiefJudgeAlreadyAppointed,
    LastOrganizer,
    OfficialNotAppointed,
)
from services.registration.domain.texts import printable
from shared.contracts.registration import LocalTime, OfficialRole, StagePlan, Venue
from shared.contracts.regulations import Regulations
from shared.eventsourcing.decider import Decider

# ------------------------------------------------------------------ commands


class AnnounceChampionship(msgspec.Struct, frozen=True, kw_only=True):
    """Announce a championship. Zones are known to exist, local times to be real; the actor organizes it."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    by: Actor
    at: datetime


class AppointOfficial(msgspec.Struct, frozen=True, kw_only=True):
    """Let a person act in a role. The person is known to exist."""

    person: UUID
    role: OfficialRole
    by: Actor
    at: datetime


class DismissOfficial(msgspec.Struct, frozen=True, kw_only=True):
    """End a person's role."""

    person: UUID
    role: OfficialRole
    by: Actor
    at: datetime


ChampionshipCommand: TypeAlias = AnnounceChampionship | AppointOfficial | DismissOfficial

# ------------------------------------------------------------------ decide


def decide(command: ChampionshipCommand, state: ChampionshipState) -> list[ChampionshipEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case AnnounceChampionship():
            return _announce(command, state)
        case AppointOfficial():
            return _appoint(command, announced(state))
        case DismissOfficial():
            return _dismiss(command, announced(state))


def announced(state: ChampionshipState) -> Announced:
    """Return the championship, or raise ChampionshipUnknown."""
    if isinstance(state, Unannounced):
        raise ChampionshipUnknown("There is no such championship.")
    return state


def _announce(command: AnnounceChampionship, state: ChampionshipState) -> list[ChampionshipEvent]:
    if not isinstance(state, Unannounced):
        raise ChampionshipAlreadyAnnounced(f"Championship {state.id} is announced already.")
    demand_host(command.by, "announce a championship")
    venues = tuple(_venue(venue) for venue in command.venues)
    stages = tuple(_stage(stage) for stage in command.stages)
    check_plan(stages, venues, command.regulations)
    check_schedule(stages, venues, command.regulations)
    check_deadlines(
        command.preliminary_deadline,
        command.final_deadline,
        stages,
        venues,
        command.regulations,
        command.at,
    )
    return [
        ChampionshipAnnounced(
            championship=command.championship,
            title=printable(command.title, "The title"),
            host_club=printable(command.host_club, "The host club"),
            regulations=command.regulations,
            venues=venues,
            stages=stages,
            preliminary_deadline=command.preliminary_deadline,
            final_deadline=command.final_deadline,
            organizer=command.by.id,
            announced_at=command.at,
        ),
        OfficialAppointed(
            championship=command.championship,
            person=command.by.id,
            role="organizer",
            by=command.by.id,
            appointed_at=command.at,
        ),
    ]


def _venue(venue: Venue) -> Venue:
    return msgspec.structs.replace(
        venue,
        name=printable(venue.name, f"The name of venue {venue.key!r}"),
        city=printable(venue.city, f"The city of venue {venue.key!r}"),
        address=printable(venue.address, f"The address of venue {venue.key!r}", limit=300),
    )


def _stage(stage: StagePlan) -> StagePlan:
    blocks = tuple(
        msgspec.structs.replace(
            block, title=printable(block.title, f"A block's title in stage {stage.key!r}")
        )
        for block in stage.blocks
    )
    title = printable(stage.title, f"The title of stage {stage.key!r}")
    return msgspec.structs.replace(stage, title=title, blocks=blocks)


def _appoint(command: AppointOfficial, state: Announced) -> list[ChampionshipEvent]:
    demand_organizer(command.by, state.organizers, "appoint officials")
    if (command.role, command.person) in state.officials:
        return []
    chief = state.holding("chief_judge")
    if command.role == "chief_judge" and chief:
        raise ChiefJudgeAlreadyAppointed(
            f"The chief judge is {next(iter(chief))}; dismiss that person before appointing another.",
            clause=state.regulations.clause("registration.championship"),
        )
    return [
        OfficialAppointed(
            championship=state.id,
            person=command.person,
            role=command.role,
            by=command.by.id,
            appointed_at=command.at,
        )
    ]


def _dismiss(command: DismissOfficial, state: Announced) -> list[ChampionshipEvent]:
    demand_organizer(command.by, state.organizers, "dismiss officials")
    if (command.role, command.person) not in state.officials:
        raise OfficialNotAppointed(f"{command.person} does not act as {command.role} here.")
    if command.role == "organizer" and len(state.organizers) == 1:
        raise LastOrganizer(f"{command.person} is the only organizer; appoint another one first.")
    return [
        OfficialDismissed(
            championship=state.id,
            person=command.person,
            role=command.role,
            by=command.by.id,
            dismissed_at=command.at,
        )
    ]


championship: Decider[ChampionshipCommand, ChampionshipState, ChampionshipEvent] = Decider(
    category="championship", initial=initial, decide=decide, evolve=evolve
)
