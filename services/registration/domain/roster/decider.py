"""The table of contents of all decisions about entries."""

from services.registration.domain.roster.applying import apply_for_entry, import_applications
from services.registration.domain.roster.arriving import check_in, confirm
from services.registration.domain.roster.commands import (
    AcceptEntry,
    ApplyForEntry,
    CheckIn,
    ConfirmAttributes,
    DisqualifyEntry,
    ImportApplications,
    NoteNotCarriedOut,
    NoteRefund,
    PromoteWaiting,
    PutIntoGroup,
    RecordFee,
    RemoveByRuling,
    RosterCommand,
    WithdrawEntry,
)
from services.registration.domain.roster.events import RosterEvent
from services.registration.domain.roster.fees import note_refund, record_fee
from services.registration.domain.roster.leaving import (
    disqualify,
    note_not_carried_out,
    remove_by_ruling,
    withdraw,
)
from services.registration.domain.roster.places import accept, change_group, promote_waiting
from services.registration.domain.roster.state import Roster, evolve, initial
from shared.eventsourcing.decider import Decider


def decide(  # noqa: C901, PLR0911, PLR0912 - a table of contents
    command: RosterCommand, state: Roster
) -> list[RosterEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case ApplyForEntry():
            return apply_for_entry(command, state)
        case ImportApplications():
            return import_applications(command, state)
        case RecordFee():
            return record_fee(command, state)
        case AcceptEntry():
            return accept(command, state)
        case WithdrawEntry():
            return withdraw(command, state)
        case DisqualifyEntry():
            return disqualify(command, state)
        case RemoveByRuling():
            return remove_by_ruling(command, state)
        case NoteNotCarriedOut():
            return note_not_carried_out(command, state)
        case PromoteWaiting():
            return promote_waiting(command, state)
        case NoteRefund():
            return note_refund(command, state)
        case ConfirmAttributes():
            return confirm(command, state)
        case CheckIn():
            return check_in(command, state)
        case PutIntoGroup():
            return change_group(command, state)


roster: Decider[RosterCommand, Roster, RosterEvent] = Decider(
    category="roster", initial=initial, decide=decide, evolve=evolve
)
