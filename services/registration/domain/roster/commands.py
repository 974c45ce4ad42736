"""What can be asked of a roster."""

from collections.abc import Collection
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.actors import Actor
from services.registration.domain.roster.events import FeeMethod
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.suspension.state import Suspension


class ApplyForEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Ask that a player, a known person, may take part.

    `late_reason`: why an organizer takes it after the deadline. `bar`: what suspends the player.
    """

    player: UUID
    nick: str
    club: str | None
    city: str | None
    attributes: dict[str, str]
    terms: EntryTerms
    by: Actor
    at: datetime
    late_reason: str | None = None
    bar: Suspension | None = None


class ImportApplications(msgspec.Struct, frozen=True, kw_only=True):
    """Take applications from a file, all or none: by line, in the file's order."""

    lines: tuple[tuple[int, ApplyForEntry], ...]
    terms: EntryTerms
    by: Actor


class RecordFee(msgspec.Struct, frozen=True, kw_only=True):
    """Record that the fee was paid."""

    player: UUID
    amount: str
    currency: str
    receipt: str
    terms: EntryTerms
    by: Actor
    at: datetime
    method: FeeMethod | None = None


class AcceptEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Let a player take part, or wait where every place is taken. `barred`: those who may not."""

    player: UUID
    terms: EntryTerms
    by: Actor
    at: datetime
    bar: Suspension | None = None
    barred: Collection[UUID] = ()
    substitute: bool = False
    """To play only in somebody's place: beyond the places of the plan, and in no draw."""


class WithdrawEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Take a player out. `barred`: those who may not have his place."""

    player: UUID
    terms: EntryTerms
    by: Actor
    at: datetime
    barred: Collection[UUID] = ()


class DisqualifyEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Put a player out, whom officials of the championship suspended from it."""

    player: UUID
    clause: str | None
    reason: str
    terms: EntryTerms
    by: Actor
    at: datetime
    barred: Collection[UUID] = ()


class RemoveByRuling(msgspec.Struct, frozen=True, kw_only=True):
    """Put a player out whom a published ruling removes. `terms` None: nobody knows the championship.

    A ruling is final: it is never refused. `records` are the ids he is known by, as named first.
    """

    championship: UUID
    records: tuple[UUID, ...]
    ruling: UUID
    reason: str
    terms: EntryTerms | None
    by: Actor
    at: datetime
    barred: Collection[UUID] = ()


class NoteNotCarriedOut(msgspec.Struct, frozen=True, kw_only=True):
    """Note that a ruling asks for something that is not, or not only, registration's to do."""

    championship: UUID
    player: UUID
    ruling: UUID
    conflict: str
    detail: str
    at: datetime


class PromoteWaiting(msgspec.Struct, frozen=True, kw_only=True):
    """Give free places to those who wait, the longest first. `barred`: those who may not have one."""

    terms: EntryTerms
    by: Actor
    at: datetime
    barred: Collection[UUID] = ()


class NoteRefund(msgspec.Struct, frozen=True, kw_only=True):
    """Note what was given back to who left."""

    player: UUID
    amount: str
    currency: str
    note: str
    terms: EntryTerms
    by: Actor
    at: datetime


class ConfirmAttributes(msgspec.Struct, frozen=True, kw_only=True):
    """Confirm declared attributes, having seen their proof."""

    player: UUID
    attributes: tuple[str, ...]
    terms: EntryTerms
    by: Actor
    at: datetime


class CheckIn(msgspec.Struct, frozen=True, kw_only=True):
    """Note that a player is here."""

    player: UUID
    terms: EntryTerms
    by: Actor
    at: datetime
    bar: Suspension | None = None


class PutIntoGroup(msgspec.Struct, frozen=True, kw_only=True):
    """Let a player play in a group whatever city he is from; `group` None: by his city again.

    `drawn`: the group whose draw seats him already, if one does.
    """

    player: UUID
    group: str | None
    reason: str
    drawn: str | None
    terms: EntryTerms
    by: Actor
    at: datetime
    barred: Collection[UUID] = ()


RosterCommand: TypeAlias = (
    ApplyForEntry
    | ImportApplications
    | RecordFee
    | AcceptEntry
    | WithdrawEntry
    | DisqualifyEntry
    | RemoveByRuling
    | NoteNotCarriedOut
    | PromoteWaiting
    | NoteRefund
    | ConfirmAttributes
    | CheckIn
    | PutIntoGroup
)
