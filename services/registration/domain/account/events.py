"""Stored facts of an account. No secret, real name or contact: only hashes of secrets.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.account.accreditation import Right


class PersonRegistered(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person is known: an id and a nick."""

    person: UUID
    nick: str
    club: str | None
    city: str | None
    by: UUID
    registered_at: datetime
    language: str | None = None


class PersonEdited(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person is known by this from now on; entries keep what they were made with."""

    person: UUID
    nick: str
    club: str | None
    city: str | None
    language: str | None
    by: UUID
    edited_at: datetime


class PersonMerged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """This record is a second one of the person `into`: what it did is his."""

    person: UUID
    into: UUID
    reason: str
    by: UUID
    merged_at: datetime


class PersonUnmerged(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """This record is a person of its own after all."""

    person: UUID
    into: UUID
    reason: str
    by: UUID
    unmerged_at: datetime


class PersonalDataErased(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Real name and contacts were erased on request; what they were is nowhere."""

    person: UUID
    by: UUID
    erased_at: datetime


class JudgeAccredited(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person may judge, by category and rights, for a time; an earlier accreditation is void."""

    person: UUID
    category: str
    rights: tuple[Right, ...]
    valid_from: datetime
    valid_until: datetime
    by: UUID
    accredited_at: datetime


class AccreditationRevoked(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person's accreditation is void."""

    person: UUID
    reason: str
    by: UUID
    revoked_at: datetime


class PersonalLinkIssued(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person may come in by this link; an earlier one to the same championship is void."""

    person: UUID
    championship: UUID
    link: UUID
    code_hash: str
    by: UUID
    issued_at: datetime
    by_admin: bool = False


class PersonalLinkRevoked(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person's link to that championship is void."""

    person: UUID
    championship: UUID
    link: UUID
    by: UUID
    revoked_at: datetime


class ClientOpened(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An organizer or an integration may come in with this secret."""

    client: UUID
    name: str
    scopes: tuple[str, ...]
    secret_hash: str
    by: UUID
    opened_at: datetime


class ClientSecretReplaced(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The client comes in with another secret from now on."""

    client: UUID
    secret_hash: str
    by: UUID
    replaced_at: datetime


class ClientClosed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The client comes in no more."""

    client: UUID
    by: UUID
    closed_at: datetime


class OrganizerOpened(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An organizer may come in by this login, once he has set a password."""

    organizer: UUID
    login: str
    name: str
    by: UUID
    opened_at: datetime


class PasswordResetIssued(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Who has this code may set the password until `expires_at`; an earlier code is void."""

    organizer: UUID
    reset: UUID
    code_hash: str
    expires_at: datetime
    by: UUID
    issued_at: datetime


class PasswordSet(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The organizer comes in with this password from now on; the code is used up."""

    organizer: UUID
    password_hash: str
    set_at: datetime


class OrganizerClosed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The organizer comes in no more."""

    organizer: UUID
    by: UUID
    closed_at: datetime


AccountEvent: TypeAlias = (
    PersonRegistered
    | PersonEdited
    | PersonMerged
    | PersonUnmerged
    | PersonalDataErased
    | JudgeAccredited
    | AccreditationRevoked
    | PersonalLinkIssued
    | PersonalLinkRevoked
    | ClientOpened
    | ClientSecretReplaced
    | ClientClosed
    | OrganizerOpened
    | PasswordResetIssued
    | PasswordSet
    | OrganizerClosed
)
