"""Decisions about entries: applications, fees, acceptance, the waitlist, leaving, the day itself."""

from collections.abc import Collection
from datetime import datetime
from decimal import Decimal
from uuid import UUID

from services.registration.domain.actors import Actor, demand_organizer
from services.registration.domain.errors import (
    AlreadyApplied,
    ApplicationsClosed,
    ApplicationUnknown,
    ChampionshipFull,
    ChampionshipIsOver,
    EntryIsDisqualified,
    EntryIsWithdrawn,
    EntryNotAccepted,
    FeeAlreadyRecorded,
    FeeMismatch,
    FeeNotDue,
    FeeNotRecorded,
    ImportRefused,
    NickTaken,
    NotAnOfficial,
    NothingToRefund,
    NotNextInLine,
    NotYourEntry,
    PlayerIsSuspended,
    QuotaFull,
    RefundExceedsFee,
    RegistrationNotOpen,
    WaitlistFull,
)
from services.registration.domain.grouping import EntryGroup
from services.registration.domain.roster.attributes import (
    check_confirmed,
    check_quotas,
    confirmable,
    counted,
    declared,
)
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
from services.registration.domain.roster.events import (
    ApplicationReceived,
    AttributesConfirmed,
    EntryAccepted,
    EntryDisqualified,
    EntryWaitlisted,
    EntryWithdrawn,
    FeeRecorded,
    PlayerCheckedIn,
    RefundNoted,
    RosterEvent,
    RulingNotCarriedOut,
)
from services.registration.domain.roster.groups import (
    full,
    own_group,
    put_into_group,
    taken_in,
    with_room,
)
from services.registration.domain.roster.state import (
    Accepted,
    Applied,
    Disqualified,
    Entry,
    Roster,
    Standing,
    Waitlisted,
    Withdrawn,
    evolve,
    fee_of,
    initial,
)
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.suspension.events import SuspendedUntil
from services.registration.domain.suspension.state import Suspension
from services.registration.domain.texts import comparable, printable, skeleton
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.refusal import Refusal

NICK_LENGTH = 40

# ------------------------------------------------------------------ decide


def decide(  # noqa: C901, PLR0911, PLR0912 - a table of contents
    command: RosterCommand, state: Roster
) -> list[RosterEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case ApplyForEntry():
            return _apply(command, state)
        case ImportApplications():
            return _import(command, state)
        case RecordFee():
            return _record_fee(command, state)
        case AcceptEntry():
            return _accept(command, state)
        case WithdrawEntry():
            return _withdraw(command, state)
        case DisqualifyEntry():
            return _disqualify(command, state)
        case RemoveByRuling():
            return _remove(command, state)
        case NoteNotCarriedOut():
            return _note_not_carried_out(command, state)
        case PromoteWaiting():
            return _promote_waiting(command, state)
        case NoteRefund():
            return _note_refund(command, state)
        case ConfirmAttributes():
            return _confirm(command, state)
        case CheckIn():
            return _check_in(command, state)
        case PutIntoGroup():
            return _put_into_group(command, state)


# ------------------------------------------------------------------ applications


def _apply(command: ApplyForEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    if not (command.by.organizer or _acts_for(command.by, command.player, terms)):
        raise NotYourEntry("A player applies for himself; a club or an organizer applies for others.")
    _demand_not_over(terms)
    _demand_free(command.player, command.bar, terms)
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


def _import(command: ImportApplications, state: Roster) -> list[RosterEvent]:
    demand_organizer(command.by, command.terms.organizers, "import applications")
    events: list[RosterEvent] = []
    wrong: list[dict[str, object]] = []
    for line, application in command.lines:
        try:
            received = _apply(application, state)
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


# ------------------------------------------------------------------ fees


def _record_fee(command: RecordFee, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "record fees")
    entry = _standing(command.player, state)
    clause = terms.clause("registration.fee")
    due = terms.rules.fee
    if due is None:
        raise FeeNotDue("This championship has no entry fee.", clause=clause)
    if command.currency != due.currency or Decimal(command.amount) != Decimal(due.amount):
        raise FeeMismatch(
            f"The fee is {due.amount} {due.currency}; {command.amount} {command.currency} is not that.",
            clause=clause,
            expected=due,
        )
    receipt = printable(command.receipt, "The receipt number", limit=100)
    paid = fee_of(entry)
    if paid is not None:
        if paid.receipt == receipt:
            return []
        raise FeeAlreadyRecorded(f"The fee is recorded with receipt {paid.receipt!r}.", clause=clause)
    if not isinstance(entry, Applied):
        raise FeeNotDue("The entry was accepted when no fee was due.", clause=clause)
    _demand_not_over(terms)
    return [
        FeeRecorded(
            championship=terms.championship,
            player=command.player,
            amount=due.amount,
            currency=due.currency,
            receipt=receipt,
            by=command.by.id,
            recorded_at=command.at,
            method=command.method,
        )
    ]


def _note_refund(command: NoteRefund, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "note refunds")
    entry = state.entries.get(command.player)
    if entry is None:
        raise _unknown(command.player)
    paid = fee_of(entry)
    if not isinstance(entry, Withdrawn | Disqualified) or paid is None:
        raise NothingToRefund(f"{command.player} paid no fee, or still has an entry: nothing is refunded.")
    if entry.refund is not None:
        if Decimal(entry.refund.amount) == Decimal(command.amount):
            return []
        raise NothingToRefund(
            f"A refund of {entry.refund.amount} {entry.refund.currency} is noted for {command.player}."
        )
    if command.currency != paid.currency or Decimal(command.amount) > Decimal(paid.amount):
        raise RefundExceedsFee(
            f"{command.player} paid {paid.amount} {paid.currency}; {command.amount} {command.currency} is"
            " more than that, or another currency.",
            clause=terms.clause("registration.fee"),
        )
    return [
        RefundNoted(
            championship=terms.championship,
            player=command.player,
            amount=command.amount,
            currency=command.currency,
            note=printable(command.note, "The note", limit=300),
            by=command.by.id,
            noted_at=command.at,
        )
    ]


# ------------------------------------------------------------------ acceptance and the waitlist


def _accept(command: AcceptEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "accept entries")
    entry = _standing(command.player, state)
    if isinstance(entry, Accepted):
        return []
    _demand_not_over(terms)
    _demand_free(command.player, command.bar, terms)
    fee = terms.rules.fee
    if fee is not None and isinstance(entry, Applied):
        raise FeeNotRecorded(
            f"The fee of {fee.amount} {fee.currency} is not recorded for {command.player}; record it first.",
            clause=terms.clause("registration.fee"),
        )
    if terms.rules.attributes_confirmed == "before_acceptance":
        check_confirmed(entry.application, state.confirmed.get(command.player, frozenset()), terms)
    own = own_group(command.player, state, terms)
    accepted = state.accepted()
    before = [player for player in _next(state, terms, command.barred) if player != command.player]
    if isinstance(entry, Waitlisted):
        before = before[: _place_in_line(command.player, before, state)]
    free = terms.places - len(accepted)
    if free <= len(before):
        return _wait(command, entry, state, free)
    if own is not None:
        left = own.places - taken_in(own, state.entrants(), state, terms)
        if left <= taken_in(own, before, state, terms):
            return _wait(command, entry, state, left, own)
    check_quotas(counted(entry.application), (counted(other.application) for other in accepted), terms)
    return [_accepted(command.player, terms, command.by, command.at, waited=isinstance(entry, Waitlisted))]


def _place_in_line(player: UUID, line: list[UUID], state: Roster) -> int:
    """Return how many of a line waited longer than a player."""
    place = state.waiting.index(player)
    return sum(1 for other in line if state.waiting.index(other) < place)


def _wait(
    command: AcceptEntry, entry: Standing, state: Roster, free: int, group: EntryGroup | None = None
) -> list[RosterEvent]:
    """Let the player wait, where there is a waitlist with room: for a place, or for one in his group."""
    terms = command.terms
    if isinstance(entry, Waitlisted):
        if free > 0:
            raise NotNextInLine(f"{command.player} waits, but others wait longer for the free places.")
        return []
    if terms.waitlist == 0 and group is not None:
        raise full(group)
    if terms.waitlist == 0:
        raise ChampionshipFull(f"All {terms.places} places are taken.", places=terms.places)
    if len(state.waiting) >= terms.waitlist:
        raise WaitlistFull(
            f"All {terms.places} places are taken and {len(state.waiting)} wait for one; no more than"
            f" {terms.waitlist} may.",
            places=terms.places,
            waitlist=terms.waitlist,
        )
    return [
        EntryWaitlisted(
            championship=terms.championship,
            player=command.player,
            by=command.by.id,
            waitlisted_at=command.at,
        )
    ]


def _next(state: Roster, terms: EntryTerms, barred: Collection[UUID]) -> list[UUID]:
    """Return who of those who wait may have a place, the longest first: quotas are counted again."""
    taken = [counted(entry.application) for entry in state.accepted()]
    able = []
    for player in state.waiting:
        attributes = counted(state.entries[player].application)
        try:
            check_quotas(attributes, taken, terms)
        except QuotaFull:
            continue
        if player not in barred:
            able.append(player)
            taken.append(attributes)
    return with_room(able, state, terms)


def _promoted(
    state: Roster, terms: EntryTerms, barred: Collection[UUID], by: Actor, at: datetime
) -> list[RosterEvent]:
    free = max(terms.places - len(state.accepted()), 0)
    return [_accepted(player, terms, by, at, waited=True) for player in _next(state, terms, barred)[:free]]


def _promote_waiting(command: PromoteWaiting, state: Roster) -> list[RosterEvent]:
    demand_organizer(command.by, command.terms.organizers, "give free places to those who wait")
    _demand_not_over(command.terms)
    return _promoted(state, command.terms, command.barred, command.by, command.at)


def _put_into_group(command: PutIntoGroup, state: Roster) -> list[RosterEvent]:
    """Put an entry into a group; who waits gets the place it leaves, while the list is not final."""
    _standing(command.player, state)
    _demand_not_over(command.terms)
    put = put_into_group(command, state)
    if not put or command.terms.list_is_final:
        return [*put]
    after = evolve(state, put[0])
    return [*put, *_promoted(after, command.terms, command.barred, command.by, command.at)]


def _accepted(player: UUID, terms: EntryTerms, by: Actor, at: datetime, *, waited: bool) -> EntryAccepted:
    return EntryAccepted(
        championship=terms.championship, player=player, by=by.id, accepted_at=at, from_waitlist=waited
    )


# ------------------------------------------------------------------ leaving


def _withdraw(command: WithdrawEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    entry = state.entries.get(command.player)
    if not _acts_for(command.by, command.player, terms) and not (
        entry is not None and entry.application.by == command.by.id
    ):
        raise NotYourEntry("An entry is withdrawn by the player, by who applied for him, or by an organizer.")
    if entry is None:
        raise _unknown(command.player)
    if isinstance(entry, Withdrawn | Disqualified):
        return []
    withdrawn = EntryWithdrawn(
        championship=terms.championship,
        player=command.player,
        by=command.by.id,
        withdrawn_at=command.at,
    )
    return _leaving(withdrawn, command, state)


def _disqualify(command: DisqualifyEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    if not (command.by.admin or command.by.id in terms.officials):
        raise NotAnOfficial("Only officials of this championship put a player out of it.")
    if not isinstance(state.entries.get(command.player), Standing):
        return []
    disqualified = EntryDisqualified(
        championship=terms.championship,
        player=command.player,
        clause=command.clause,
        reason=printable(command.reason, "The reason", limit=1000),
        by=command.by.id,
        disqualified_at=command.at,
    )
    return _leaving(disqualified, command, state)


def _remove(command: RemoveByRuling, state: Roster) -> list[RosterEvent]:
    """Put out by a ruling who takes part, once; who does not is a conflict with a name."""
    if command.ruling in state.heeded:
        return []
    entries = {one: state.entries.get(one) for one in command.records}
    player = next((one for one, entry in entries.items() if isinstance(entry, Accepted)), command.records[0])
    entry = entries[player]
    if command.terms is not None and isinstance(entry, Accepted):
        removed = EntryDisqualified(
            championship=command.championship,
            player=player,
            clause=None,
            reason=command.reason,
            by=command.by.id,
            disqualified_at=command.at,
            ruling=command.ruling,
        )
        return _leaving(removed, command, state)
    conflict, detail = _why_not(player, entry, command)
    return [
        RulingNotCarriedOut(
            championship=command.championship,
            player=player,
            ruling=command.ruling,
            conflict=conflict,
            detail=detail,
            found_at=command.at,
        )
    ]


def _note_not_carried_out(command: NoteNotCarriedOut, state: Roster) -> list[RosterEvent]:
    if command.ruling in state.heeded:
        return []
    return [
        RulingNotCarriedOut(
            championship=command.championship,
            player=command.player,
            ruling=command.ruling,
            conflict=command.conflict,
            detail=command.detail,
            found_at=command.at,
        )
    ]


def _why_not(player: UUID, entry: Entry | None, command: RemoveByRuling) -> tuple[str, str]:
    if command.terms is None:
        return "championship_unknown", "No such championship was announced."
    match entry:
        case Disqualified():
            return "player_disqualified", f"{player} is out of the championship already."
        case Withdrawn():
            return "player_withdrawn", f"{player} has withdrawn; he does not come back."
        case _:
            return "no_entry", f"{player} has no accepted entry; he gets none now."


def _leaving(
    event: EntryWithdrawn | EntryDisqualified,
    command: WithdrawEntry | DisqualifyEntry | RemoveByRuling,
    state: Roster,
) -> list[RosterEvent]:
    """Return who leaves, and who gets the place while the list is not final."""
    if command.terms is None or command.terms.list_is_final:
        return [event]
    after = evolve(state, event)
    return [event, *_promoted(after, command.terms, command.barred, command.by, command.at)]


# ------------------------------------------------------------------ the day itself


def _confirm(command: ConfirmAttributes, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    _demand_official(command.by, terms, "confirm attributes")
    entry = _standing(command.player, state)
    names = confirmable(command.attributes, entry.application, terms)
    fresh = [name for name in names if name not in state.confirmed.get(command.player, frozenset())]
    if not fresh:
        return []
    return [
        AttributesConfirmed(
            championship=terms.championship,
            player=command.player,
            attributes=tuple(fresh),
            by=command.by.id,
            confirmed_at=command.at,
        )
    ]


def _check_in(command: CheckIn, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    _demand_official(command.by, terms, "check players in")
    _demand_not_over(terms)
    entry = _standing(command.player, state)
    if not isinstance(entry, Accepted):
        raise EntryNotAccepted(f"The entry of {command.player} is not accepted; accept it first.")
    if entry.checked_in:
        return []
    _demand_free(command.player, command.bar, terms)
    if terms.rules.attributes_confirmed != "never":
        check_confirmed(entry.application, state.confirmed.get(command.player, frozenset()), terms)
    return [
        PlayerCheckedIn(
            championship=terms.championship,
            player=command.player,
            by=command.by.id,
            checked_in_at=command.at,
        )
    ]


# ------------------------------------------------------------------ demands


def _acts_for(actor: Actor, player: UUID, terms: EntryTerms) -> bool:
    return actor.admin or actor.id == player or actor.id in terms.organizers


def _demand_official(actor: Actor, terms: EntryTerms, deed: str) -> None:
    if not (actor.admin or actor.id in terms.officials):
        raise NotAnOfficial(
            f"Only an organizer, the chief judge or a secretary may {deed}; {actor.id} is none here."
        )


def _demand_not_over(terms: EntryTerms) -> None:
    if terms.phase in {"finished", "cancelled"}:
        raise ChampionshipIsOver(f"The championship is {terms.phase}: its entries stay as they are.")


def _demand_free(player: UUID, bar: Suspension | None, terms: EntryTerms) -> None:
    """Raise PlayerIsSuspended for who is barred, with the end where there is one."""
    if bar is None:
        return
    clause = bar.clause or terms.clause("registration.suspensions")
    if isinstance(bar, SuspendedUntil):
        raise PlayerIsSuspended(
            f"{player} is suspended until {bar.until}; the entry can be taken from then on.",
            clause=clause,
            until=bar.until,
        )
    raise PlayerIsSuspended(f"{player} is suspended from this championship.", clause=clause)


def _standing(player: UUID, state: Roster) -> Standing:
    entry: Entry | None = state.entries.get(player)
    if entry is None:
        raise _unknown(player)
    if isinstance(entry, Withdrawn):
        raise EntryIsWithdrawn(f"The entry of {player} was withdrawn; the player may apply again.")
    if isinstance(entry, Disqualified):
        raise EntryIsDisqualified(f"{player} is out of this championship.")
    return entry


def _unknown(player: UUID) -> ApplicationUnknown:
    return ApplicationUnknown(f"{player} has not applied to this championship.")


def _optional(text: str | None, name: str) -> str | None:
    return None if text is None else printable(text, name, limit=100)


roster: Decider[RosterCommand, Roster, RosterEvent] = Decider(
    category="roster", initial=initial, decide=decide, evolve=evolve
)
