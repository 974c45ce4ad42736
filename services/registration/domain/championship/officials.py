"""Decisions about who officiates, and at whose tables he does not."""

from datetime import datetime

from services.registration.domain.account.accreditation import check_accreditation
from services.registration.domain.actors import demand_organizer
from services.registration.domain.championship.commands import (
    AppointOfficial,
    DeclareRelation,
    DismissOfficial,
    RetractRelation,
)
from services.registration.domain.championship.events import (
    ChampionshipEvent,
    OfficialAppointed,
    OfficialDismissed,
    RelationDeclared,
    RelationRetracted,
)
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import (
    ChiefJudgeAlreadyAppointed,
    LastOrganizer,
    NotAnOfficial,
    OfficialNotAppointed,
    RelationToOneself,
    RelationUnknown,
)


def appoint(command: AppointOfficial, state: Announced) -> list[ChampionshipEvent]:
    """Return what an appointment leads to."""
    demand_organizer(command.by, state.organizers, "appoint officials")
    if (command.role, command.person) in state.officials:
        return []
    chief = state.holding("chief_judge")
    if command.role == "chief_judge" and chief:
        raise ChiefJudgeAlreadyAppointed(
            f"The chief judge is {next(iter(chief))}; dismiss that person before appointing another.",
            clause=state.regulations.clause("registration.championship"),
        )
    if state.regulations.registration.judges_accredited:
        clause = state.regulations.clause("registration.judges_accredited")
        check_accreditation(command.role, command.accreditation, _last_day(state, command.at), clause)
    held = command.accreditation
    return [
        OfficialAppointed(
            championship=state.id,
            person=command.person,
            role=command.role,
            by=command.by.id,
            appointed_at=command.at,
            category=None if held is None else held.category,
            rights=() if held is None else held.rights,
        )
    ]


def _last_day(state: Announced, now: datetime) -> datetime:
    """Return when the last block ends; now, where no block is planned."""
    return max((block.end.instant for stage in state.stages for block in stage.blocks), default=now)


def dismiss(command: DismissOfficial, state: Announced) -> list[ChampionshipEvent]:
    """Return what a dismissal leads to."""
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


def declare(command: DeclareRelation, state: Announced) -> list[ChampionshipEvent]:
    """Return what the declaration of a relation leads to: by either of the two, or by officials."""
    involved = {command.judge, command.player} | state.holding("organizer", "chief_judge", "secretary")
    if not (command.by.admin or command.by.id in involved):
        raise NotAnOfficial("A relation is declared by one of the two, or by an official.")
    if command.judge == command.player:
        raise RelationToOneself("A relation is between two people.")
    if (command.judge, command.player) in state.relations:
        return []
    return [
        RelationDeclared(
            championship=state.id,
            judge=command.judge,
            player=command.player,
            kind=command.kind,
            by=command.by.id,
            declared_at=command.at,
        )
    ]


def retract(command: RetractRelation, state: Announced) -> list[ChampionshipEvent]:
    """Return what taking a relation back leads to: by the organizer or chief judge only."""
    if not (command.by.admin or command.by.id in state.holding("organizer", "chief_judge")):
        raise NotAnOfficial("A declared relation is taken back by an organizer or the chief judge.")
    if (command.judge, command.player) not in state.relations:
        raise RelationUnknown(f"No relation of {command.judge} and {command.player} is declared here.")
    return [
        RelationRetracted(
            championship=state.id,
            judge=command.judge,
            player=command.player,
            by=command.by.id,
            retracted_at=command.at,
        )
    ]
