"""Decisions about a championship: its announcement, what changes after it, and its officials."""

from services.registration.domain.actors import demand_host
from services.registration.domain.championship.changes import change_plan, enter_phase, rebind
from services.registration.domain.championship.commands import (
    AnnounceChampionship,
    AnnounceDraft,
    AppointOfficial,
    ChampionshipCommand,
    ChangePlan,
    DeclareRelation,
    DismissOfficial,
    DraftChampionship,
    EnterPhase,
    RebindRegulations,
    RetractRelation,
)
from services.registration.domain.championship.events import (
    ChampionshipAnnounced,
    ChampionshipDrafted,
    ChampionshipEvent,
    OfficialAppointed,
)
from services.registration.domain.championship.officials import appoint, declare, dismiss, retract
from services.registration.domain.championship.plan import check_places, check_plan
from services.registration.domain.championship.promise import clubs_of, printable_stage, printable_venue
from services.registration.domain.championship.schedule import check_deadlines, check_schedule
from services.registration.domain.championship.state import (
    Announced,
    ChampionshipState,
    Drafted,
    Unannounced,
    evolve,
    initial,
)
from services.registration.domain.errors import ChampionshipAlreadyAnnounced, ChampionshipUnknown
from services.registration.domain.texts import printable
from shared.eventsourcing.decider import Decider

# ------------------------------------------------------------------ decide


def decide(  # noqa: C901, PLR0911 - a table of contents
    command: ChampionshipCommand, state: ChampionshipState
) -> list[ChampionshipEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case DraftChampionship():
            return _draft(command, state)
        case AnnounceChampionship():
            return _announce(command, state)
        case AnnounceDraft():
            return _announce_draft(command, state)
        case ChangePlan():
            return change_plan(command, announced(state))
        case RebindRegulations():
            return rebind(command, announced(state))
        case EnterPhase():
            return enter_phase(command, announced(state))
        case AppointOfficial():
            return appoint(command, announced(state))
        case DismissOfficial():
            return dismiss(command, announced(state))
        case DeclareRelation():
            return declare(command, announced(state))
        case RetractRelation():
            return retract(command, announced(state))


def announced(state: ChampionshipState) -> Announced:
    """Return the championship, or raise ChampionshipUnknown: a draft is nobody's but its author's."""
    if not isinstance(state, Announced):
        raise ChampionshipUnknown("There is no such championship.")
    return state


def _draft(command: DraftChampionship, state: ChampionshipState) -> list[ChampionshipEvent]:
    if isinstance(state, Announced):
        raise ChampionshipAlreadyAnnounced(f"Championship {state.id} is announced already.")
    demand_host(command.by, "draft a championship")
    _demand_author(command.by.id, state, admin=command.by.admin)
    drafted = ChampionshipDrafted(
        championship=command.championship,
        title=printable(command.title, "The title"),
        host_club=printable(command.host_club, "The host club"),
        regulations=command.regulations,
        venues=command.venues,
        stages=command.stages,
        preliminary_deadline=command.preliminary_deadline,
        final_deadline=command.final_deadline,
        capacity=command.capacity,
        waitlist=command.waitlist,
        partner_clubs=clubs_of(command.host_club, command.partner_clubs),
        fee=command.fee,
        organizer=state.draft.organizer if isinstance(state, Drafted) else command.by.id,
        drafted_at=command.at,
    )
    return [drafted]


def _announce_draft(command: AnnounceDraft, state: ChampionshipState) -> list[ChampionshipEvent]:
    if isinstance(state, Unannounced):
        raise ChampionshipUnknown("There is no such championship.")
    if isinstance(state, Announced):
        raise ChampionshipAlreadyAnnounced(f"Championship {state.id} is announced already.")
    _demand_author(command.by.id, state, admin=command.by.admin)
    draft = state.draft
    return _announce(
        AnnounceChampionship(
            championship=draft.championship,
            title=draft.title,
            host_club=draft.host_club,
            regulations=draft.regulations,
            venues=draft.venues,
            stages=draft.stages,
            preliminary_deadline=draft.preliminary_deadline,
            final_deadline=draft.final_deadline,
            capacity=draft.capacity,
            waitlist=draft.waitlist,
            partner_clubs=draft.partner_clubs,
            fee=draft.fee,
            opens=command.opens,
            by=command.by,
            at=command.at,
        ),
        state,
    )


def _demand_author(person: object, state: ChampionshipState, *, admin: bool) -> None:
    """Raise ChampionshipUnknown for who did not draft it: nothing is leaked of a draft."""
    if isinstance(state, Drafted) and not admin and person != state.draft.organizer:
        raise ChampionshipUnknown("There is no such championship.")


def _announce(command: AnnounceChampionship, state: ChampionshipState) -> list[ChampionshipEvent]:
    if isinstance(state, Announced):
        raise ChampionshipAlreadyAnnounced(f"Championship {state.id} is announced already.")
    demand_host(command.by, "announce a championship")
    _demand_author(command.by.id, state, admin=command.by.admin)
    venues = tuple(printable_venue(venue) for venue in command.venues)
    stages = tuple(printable_stage(stage) for stage in command.stages)
    check_plan(stages, venues, command.regulations)
    check_places(stages, command.capacity, command.regulations)
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
            capacity=command.capacity,
            waitlist=command.waitlist,
            partner_clubs=clubs_of(command.host_club, command.partner_clubs),
            fee=command.fee,
            phase="registration_open" if command.opens else "announced",
        ),
        OfficialAppointed(
            championship=command.championship,
            person=command.by.id,
            role="organizer",
            by=command.by.id,
            appointed_at=command.at,
        ),
    ]


championship: Decider[ChampionshipCommand, ChampionshipState, ChampionshipEvent] = Decider(
    category="championship", initial=initial, decide=decide, evolve=evolve
)
