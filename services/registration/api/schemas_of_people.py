"""Bodies and views of people's records, and of what organizers come in by."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from services.registration.api.schemas import Body, Language, Text
from services.registration.domain.account.accreditation import Right
from shared.contracts.regulations import Slug
from shared.web.commands import Accepted

Moment = Annotated[datetime, Meta(tz=True)]


class EditBody(Body, frozen=True, kw_only=True):
    """What the person is known by from now on, whole."""

    nick: Text
    club: Text | None = None
    city: Text | None = None
    language: Language | None = None


class PersonalDataBody(Body, frozen=True, kw_only=True):
    """Real name and contacts, in place of what was kept."""

    real_name: Text | None = None
    contacts: Annotated[dict[Slug, Text], Meta(max_length=10)] = {}  # noqa: RUF012 - frozen and copied


class MergeBody(Body, frozen=True, kw_only=True):
    """The record that stays, and how it is known that both are one person."""

    into: UUID
    reason: Text


class ReasonBody(Body, frozen=True, kw_only=True):
    """Why."""

    reason: Text


class AccreditationBody(Body, frozen=True, kw_only=True):
    """A judge's category with its rights, for a time."""

    category: Text
    rights: Annotated[frozenset[Right], Meta(min_length=1)]
    valid_from: Moment
    valid_until: Moment


class OrganizerBody(Body, frozen=True, kw_only=True):
    """An organizer who comes in by login and password."""

    login: Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9._-]{2,39}$", examples=["onore-omsk"])]
    name: Text


class ResetAccepted(Accepted, kw_only=True):
    """A password may be set anew."""

    reset: UUID
    expires_at: datetime


class ResetIssued(ResetAccepted, kw_only=True):
    """The code with which the password is set, told here and nowhere else."""

    reset_code: str


class PasswordBody(Body, frozen=True, kw_only=True):
    """The code of a reset, and the password that holds from now on."""

    reset_code: Annotated[str, Meta(min_length=1, max_length=500)]
    password: Annotated[str, Meta(min_length=1, max_length=500)]


class SecretAccepted(Accepted, kw_only=True):
    """A secret was replaced."""

    rotation: UUID


class SecretReplaced(SecretAccepted, kw_only=True):
    """The client's secret from now on, told here and nowhere else."""

    client_secret: str
