"""Decisions about fees: recorded once, given back at most once."""

from decimal import Decimal

from services.registration.domain.actors import demand_organizer
from services.registration.domain.errors import (
    FeeAlreadyRecorded,
    FeeMismatch,
    FeeNotDue,
    NothingToRefund,
    RefundExceedsFee,
)
from services.registration.domain.roster.commands import NoteRefund, RecordFee
from services.registration.domain.roster.demands import demand_not_over, standing, unknown_entry
from services.registration.domain.roster.events import FeeRecorded, RefundNoted, RosterEvent
from services.registration.domain.roster.state import Applied, Disqualified, Roster, Withdrawn, fee_of
from services.registration.domain.texts import printable


def record_fee(command: RecordFee, state: Roster) -> list[RosterEvent]:
    """Record that the fee was paid; the same receipt again is nothing new."""
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "record fees")
    entry = standing(command.player, state)
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
    demand_not_over(terms)
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


def note_refund(command: NoteRefund, state: Roster) -> list[RosterEvent]:
    """Note what was given back to who left."""
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "note refunds")
    entry = state.entries.get(command.player)
    if entry is None:
        raise unknown_entry(command.player)
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
