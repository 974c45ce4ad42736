"""Decisions about applications: for oneself, for another, late with a reason, from a file."""

from uuid import UUID

from services.registration.domain.actors import demand_organizer
from services.registration.domain.errors import (
    AlreadyApplied,
    ApplicationsClosed,
    ImportRefused,
    NickTaken,
    NotYourEntry,
    RegistrationNotOpen,
)
from services.registration.domain.roster.attributes import declared
from services.registration.domain.roster.commands import ApplyForEntry, ImportApplications
from services.registration.domain.roster.demands import acts_for, demand_free, demand_not_over
from services.registration.domain.roster.events import ApplicationReceived, RosterEvent
from services.registration.domain.roster.state import Disqualified, Roster, Withdrawn, evolve
from services.registration.domain.texts import comparable, printable, skeleton
from shared.eventsourcing.refusal import Refusal

NICK_LENGTH = 40


def apply_for_entry(command: ApplyForEntry, state: Roster) -> list[RosterEvent]:
    """Take an application, or raise what closes the door to it."""
    terms = command.terms
    if not (command.by.organizer or acts_for(command.by, command.player, terms)):
        raise NotYourEntry("A player applies for himself; a club or an organizer applies for others.")
    demand_not_over(terms)
    demand_free(command.player, command.bar, terms)
    if not isinstance(state.entries.get(command.player), Withdrawn | Disqualified | None):
        raise AlreadyApplied(f"{command.player} has an entry in this championship already.")
    late_reason = _late_reason(command)
    nick = printable(command.nick, "The nick", limit=NICK_LENGTH)
    if comparable(nick) in state.nicks:
        raise NickTaken(f"The nick {nick!r} is taken in this championship; choose another one.", nick=nick)
    club = _optional(command.club, "The club")
    city = _optional(command.city, "The city")
    preliminary = terms.preliminary_deadline
    return [
        ApplicationReceived(
            championship=terms.championship,
            player=command.player,
            nick=nick,
            club=club,
            city=city,
            attributes=declared(command.attributes, terms, club=club, city=city),
            by=command.by.id,
            received_at=command.at,
            preliminary=preliminary is not None and command.at <= preliminary.instant,
            late_reason=late_reason,
            looks_like=_look_alike(nick, command.player, state),
        )
    ]


def _late_reason(command: ApplyForEntry) -> str | None:
    """Return why a late application is taken; None where it is in time. Raises what closes the door."""
    terms = command.terms
    deadline = terms.deadline
    in_time = deadline is None or command.at <= deadline.instant
    if in_time and terms.phase == "registration_open":
        return None
    organizes = command.by.admin or command.by.id in terms.organizers
    if organizes and command.late_reason is not None:
        return printable(command.late_reason, "The reason", limit=500)
    if terms.phase == "announced":
        raise RegistrationNotOpen("Applications are not taken yet: registration is not open.")
    if deadline is not None and not in_time:
        raise ApplicationsClosed(
            f"Applications were taken until {deadline}; ask the organizer, who may take a late one with a"
            " reason.",
            clause=terms.clause("registration.deadline"),
            deadline=deadline,
        )
    raise ApplicationsClosed(
        "Registration is closed; ask the organizer, who may take a late application with a reason.",
        clause=terms.clause("registration.deadline"),
        phase=terms.phase,
    )


def _look_alike(nick: str, player: UUID, state: Roster) -> UUID | None:
    shape = skeleton(nick)
    alike = (bearer for other, bearer in state.nicks.items() if shape and skeleton(other) == shape)
    return next((bearer for bearer in alike if bearer != player), None)


def import_applications(command: ImportApplications, state: Roster) -> list[RosterEvent]:
    """Take all applications of a file, or raise ImportRefused with every bad line."""
    demand_organizer(command.by, command.terms.organizers, "import applications")
    events: list[RosterEvent] = []
    wrong: list[dict[str, object]] = []
    for line, application in command.lines:
        try:
            received = apply_for_entry(application, state)
        except Refusal as refusal:
            wrong.append({"line": line, "code": refusal.code, "message": refusal.message})
            continue
        events += received
        for event in received:
            state = evolve(state, event)
    if wrong:
        listed = "; ".join(f"line {one['line']}: {one['message']}" for one in wrong[:5])
        raise ImportRefused(
            f"{len(wrong)} of {len(command.lines)} lines cannot be taken, so none is: {listed}", lines=wrong
        )
    return events


def _optional(text: str | None, name: str) -> str | None:
    return None if text is None else printable(text, name, limit=100)
