"""What can be asked of an account."""

from collections.abc import Collection
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.actors import Actor

# ------------------------------------------------------------------ people


class RegisterPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Make a person known."""

    person: UUID
    nick: str
    club: str | None
    city: str | None
    by: Actor
    at: datetime
    language: str | None = None


class EditPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Let a person be known by other words."""

    nick: str
    club: str | None
    city: str | None
    language: str | None
    by: Actor
    at: datetime


class MergePerson(msgspec.Struct, frozen=True, kw_only=True):
    """Say that a record is a second one of the person `into`, who is known.

    `into_is_merged`: whether that record is a second one itself. `has_merged`: whether this one has
    second records. `doubled`: championships in which both have an entry.
    """

    into: UUID
    into_is_merged: bool
    has_merged: bool
    doubled: Collection[UUID]
    reason: str
    by: Actor
    at: datetime


class UnmergePerson(msgspec.Struct, frozen=True, kw_only=True):
    """Say that a merged record is a person of its own after all."""

    reason: str
    by: Actor
    at: datetime


class ErasePersonalData(msgspec.Struct, frozen=True, kw_only=True):
    """Erase a person's real name and contacts."""

    by: Actor
    at: datetime


class AccreditJudge(msgspec.Struct, frozen=True, kw_only=True):
    """Let a person judge, in place of what he was accredited for."""

    accreditation: Accreditation
    by: Actor
    at: datetime


class RevokeAccreditation(msgspec.Struct, frozen=True, kw_only=True):
    """Let a person judge no more, from the next appointment on."""

    reason: str
    by: Actor
    at: datetime


class IssuePersonalLink(msgspec.Struct, frozen=True, kw_only=True):
    """Give a person a link into one championship, in place of the one he has."""

    championship: UUID
    link: UUID
    code_hash: str
    organizers: Collection[UUID]
    commission: Collection[UUID] = ()
    """Its commission members: who gives them a link could vote for them."""
    by: Actor
    at: datetime


class RevokePersonalLink(msgspec.Struct, frozen=True, kw_only=True):
    """Void a person's link into one championship."""

    championship: UUID
    organizers: Collection[UUID]
    by: Actor
    at: datetime


# ------------------------------------------------------------------ clients and organizers


class OpenClient(msgspec.Struct, frozen=True, kw_only=True):
    """Open an account for an organizer or an integration."""

    client: UUID
    name: str
    scopes: frozenset[str]
    secret_hash: str
    by: Actor
    at: datetime


class ReplaceClientSecret(msgspec.Struct, frozen=True, kw_only=True):
    """Give a client another secret."""

    secret_hash: str
    by: Actor
    at: datetime


class CloseClient(msgspec.Struct, frozen=True, kw_only=True):
    """Let a client come in no more."""

    by: Actor
    at: datetime


class OpenOrganizer(msgspec.Struct, frozen=True, kw_only=True):
    """Open an account that is entered by login and password. `login_taken`: by whoever else."""

    organizer: UUID
    login: str
    login_taken: bool
    name: str
    by: Actor
    at: datetime


class IssuePasswordReset(msgspec.Struct, frozen=True, kw_only=True):
    """Let who has a code set the password, until it expires."""

    reset: UUID
    code_hash: str
    expires_at: datetime
    by: Actor
    at: datetime


class SetPassword(msgspec.Struct, frozen=True, kw_only=True):
    """Set the password with the code of a reset; only its hash comes here."""

    code_hash: str
    password_hash: str
    at: datetime


class CloseOrganizer(msgspec.Struct, frozen=True, kw_only=True):
    """Let an organizer come in no more."""

    by: Actor
    at: datetime


PersonCommand: TypeAlias = (
    RegisterPerson
    | EditPerson
    | MergePerson
    | UnmergePerson
    | ErasePersonalData
    | AccreditJudge
    | RevokeAccreditation
    | IssuePersonalLink
    | RevokePersonalLink
)
AccessCommand: TypeAlias = (
    OpenClient
    | ReplaceClientSecret
    | CloseClient
    | OpenOrganizer
    | IssuePasswordReset
    | SetPassword
    | CloseOrganizer
)
AccountCommand: TypeAlias = PersonCommand | AccessCommand
