"""Stored facts of an account. No secret, real name or contact: only hashes of secrets.

Names here are the storage format; change only by adding a version.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec


class PersonRegistered(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A person is known: an id and a nick."""

    person: UUID
    nick: str
    club: str | None
    city: str | None
    by: UUID
    registered_at: datetime


class PersonalLinkIssued(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The person may come in by this link; an earlier one to the same championship is void."""

    person: UUID
    championship: UUID
    link: UUID
    code_hash: str
    by: UUID
    issued_at: datetime


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


AccountEvent: TypeAlias = (
    PersonRegistered
    | PersonalLinkIssued
    | PersonalLinkRevoked
    | ClientOpened
    | ClientSecretReplaced
    | ClientClosed
)
