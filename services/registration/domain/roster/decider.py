"""Decisions about entries: applications, fees, acceptance, withdrawal."""

from datetime import datetime
from decimal import Decimal
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor, demand_organizer
from services.registration.domain.errors import (
    AlreadyApplied,
    ApplicationsClosed,
    ApplicationUnknown,
    ChampionshipFull,
    EntryIsWithdrawn,
    FeeAlreadyRecorded,
    FeeMismatch,
    FeeNotDue,
    FeeNotRecorded,
    NickTaken,
    NotYourEntry,
)
from services.registration.domain.roster.attributes import check_quotas, declared
from services.registration.domain.roster.events import (
    ApplicationReceived,
    EntryAccepted,
    EntryWithdrawn,
    FeeRecorded,
    RosterEvent,
)
from services.registration.domain.roster.state import (
    Accepted,
    Applied,
    Entry,
    Paid,
    Roster,
    Withdrawn,
    evolve,
    initial,
)
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.texts import comparable, printable
from shared.eventsourcing.decider import Decider

NICK_LENGTH = 40

# ------------------------------------------------------------------ commands


class ApplyForEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Ask that a player, a known person, may take part."""

    player: UUID
    nick: str
    club: str | None
    city: str | None
    attributes: dict[str, str]
    terms: EntryTerms
    by: Actor
    at: datetime


class RecordFee(msgspec.Struct, frozen=True, kw_only=True):
    """Record that the fee was paid."""

    player: UUID
    amount: str
    currency: str
    receipt: str
    terms: EntryTerms
    by: Actor
    at: datetime


class AcceptEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Let a player take part."""

    player: UUID
    terms: EntryTerms
    by: Actor
    at: datetime


class WithdrawEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Take a player out."""

    player: UUID
    terms: EntryTerms
    by: Actor
    at: datetime


RosterCommand: TypeAlias = ApplyForEntry | RecordFee | AcceptEntry | WithdrawEntry

# ------------------------------------------------------------------ decide


def decide(command: RosterCommand, state: Roster) -> list[RosterEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case ApplyForEntry():
            return _apply(command, state)
        case RecordFee():
            return _record_fee(command, state)
        case AcceptEntry():
            return _accept(command, state)
        case WithdrawEntry():
            return _withdraw(command, state)


def _apply(command: ApplyForEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    if not (command.by.organizer or _acts_for(command.by, command.player, terms)):
        raise NotYourEntry("A player applies for himself; a club or an organizer applies for others.")
    if not isinstance(state.entries.get(command.player), Withdrawn | None):
        raise AlreadyApplied(f"{command.player} has an entry in this championship already.")
    if terms.deadline is not None and command.at > terms.deadline.instant:
        raise ApplicationsClosed(
            f"Applications were taken until {terms.deadline}; ask the organizer.",
            clause=terms.clause("registration.deadline"),
            deadline=terms.deadline,
        )
    nick = printable(command.nick, "The nick", limit=NICK_LENGTH)
    if comparable(nick) in state.nicks:
        raise NickTaken(f"The nick {nick!r} is taken in this championship; choose another one.", nick=nick)
    return [
        ApplicationReceived(
            championship=terms.championship,
            player=command.player,
            nick=nick,
            club=_optional(command.club, "The club"),
            city=_optional(command.city, "The city"),
            attributes=declared(command.attributes, terms),
            by=command.by.id,
            received_at=command.at,
        )
    ]


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
    paid = entry.fee if isinstance(entry, Paid | Accepted) else None
    if paid is not None:
        if paid.receipt == receipt:
            return []
        raise FeeAlreadyRecorded(f"The fee is recorded with receipt {paid.receipt!r}.", clause=clause)
    return [
        FeeRecorded(
            championship=terms.championship,
            player=command.player,
            amount=due.amount,
            currency=due.currency,
            receipt=receipt,
            by=command.by.id,
            recorded_at=command.at,
        )
    ]


def _accept(command: AcceptEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "accept entries")
    entry = _standing(command.player, state)
    if isinstance(entry, Accepted):
        return []
    fee = terms.rules.fee
    if fee is not None and isinstance(entry, Applied):
        raise FeeNotRecorded(
            f"The fee of {fee.amount} {fee.currency} is not recorded for {command.player}; record it first.",
            clause=terms.clause("registration.fee"),
        )
    accepted = state.accepted()
    if len(accepted) >= terms.places:
        raise ChampionshipFull(f"All {terms.places} places are taken.", places=terms.places)
    check_quotas(entry.application.attributes, (other.application.attributes for other in accepted), terms)
    return [
        EntryAccepted(
            championship=terms.championship,
            player=command.player,
            by=command.by.id,
            accepted_at=command.at,
        )
    ]


def _withdraw(command: WithdrawEntry, state: Roster) -> list[RosterEvent]:
    terms = command.terms
    entry = state.entries.get(command.player)
    if not _acts_for(command.by, command.player, terms) and not (
        entry is not None and entry.application.by == command.by.id
    ):
        raise NotYourEntry("An entry is withdrawn by the player, by who applied for him, or by an organizer.")
    if entry is None:
        raise _unknown(command.player)
    if isinstance(entry, Withdrawn):
        return []
    return [
        EntryWithdrawn(
            championship=terms.championship,
            player=command.player,
            by=command.by.id,
            withdrawn_at=command.at,
        )
    ]


def _acts_for(actor: Actor, player: UUID, terms: EntryTerms) -> bool:
    return actor.admin or actor.id == player or actor.id in terms.organizers


def _standing(player: UUID, state: Roster) -> Applied | Paid | Accepted:
    entry: Entry | None = state.entries.get(player)
    if entry is None:
        raise _unknown(player)
    if isinstance(entry, Withdrawn):
        raise EntryIsWithdrawn(f"The entry of {player} was withdrawn; the player may apply again.")
    return entry


def _unknown(player: UUID) -> ApplicationUnknown:
    return ApplicationUnknown(f"{player} has not applied to this championship.")


def _optional(text: str | None, name: str) -> str | None:
    return None if text is None else printable(text, name, limit=100)


roster: Decider[RosterCommand, Roster, RosterEvent] = Decider(
    category="roster", initial=initial, decide=decide, evolve=evolve
)
