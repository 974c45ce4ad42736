"""What an account is at a moment."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.account.events import (
    AccountEvent,
    AccreditationRevoked,
    ClientClosed,
    ClientOpened,
    ClientSecretReplaced,
    JudgeAccredited,
    OrganizerClosed,
    OrganizerOpened,
    PasswordResetIssued,
    PasswordSet,
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonEdited,
    PersonMerged,
    PersonRegistered,
    PersonUnmerged,
)


class Unopened(msgspec.Struct, frozen=True):
    """Nothing has happened."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person, with the valid link of each championship."""

    id: UUID
    nick: str
    club: str | None
    city: str | None
    language: str | None
    registered_by: UUID
    links: dict[UUID, UUID]
    accreditation: Accreditation | None = None


class MergedPerson(msgspec.Struct, frozen=True):
    """A second record of the person `into`."""

    person: Person
    into: UUID


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """An account of an organizer or an integration."""

    id: UUID
    name: str
    scopes: frozenset[str]
    secret_hash: str


class ClosedClient(msgspec.Struct, frozen=True, kw_only=True):
    """An account that comes in no more."""

    id: UUID


class Reset(msgspec.Struct, frozen=True):
    """A code with which the password may be set, by its hash."""

    code_hash: str
    expires_at: datetime


class Organizer(msgspec.Struct, frozen=True, kw_only=True):
    """An organizer who comes in by login and password."""

    id: UUID
    login: str
    name: str
    password_hash: str | None = None
    reset: Reset | None = None


class ClosedOrganizer(msgspec.Struct, frozen=True, kw_only=True):
    """An organizer who comes in no more."""

    id: UUID


AccountState: TypeAlias = (
    Unopened | Person | MergedPerson | Client | ClosedClient | Organizer | ClosedOrganizer
)


def initial() -> AccountState:
    """Return the state before the first event."""
    return Unopened()


def evolve(state: AccountState, event: AccountEvent) -> AccountState:  # noqa: PLR0911 - a table of contents
    """Return the state after an event."""
    match event, state:
        case PersonRegistered(), _:
            return _registered(event)
        case ClientOpened(), _:
            scopes = frozenset(event.scopes)
            return Client(id=event.client, name=event.name, scopes=scopes, secret_hash=event.secret_hash)
        case OrganizerOpened(), _:
            return Organizer(id=event.organizer, login=event.login, name=event.name)
        case PersonUnmerged(), MergedPerson():
            return state.person
        case _, MergedPerson():
            return MergedPerson(_evolve_person(state.person, event), state.into)
        case PersonMerged(), Person():
            return MergedPerson(state, event.into)
        case _, Person():
            return _evolve_person(state, event)
        case _, Client():
            return _evolve_client(state, event)
        case _, Organizer():
            return _evolve_organizer(state, event)
        case _:
            return state


def _registered(event: PersonRegistered) -> Person:
    return Person(
        id=event.person,
        nick=event.nick,
        club=event.club,
        city=event.city,
        language=event.language,
        registered_by=event.by,
        links={},
    )


def _evolve_person(state: Person, event: AccountEvent) -> Person:
    replace = msgspec.structs.replace
    match event:
        case PersonEdited():
            return replace(state, nick=event.nick, club=event.club, city=event.city, language=event.language)
        case PersonalLinkIssued():
            return replace(state, links=state.links | {event.championship: event.link})
        case PersonalLinkRevoked():
            links = {key: link for key, link in state.links.items() if key != event.championship}
            return replace(state, links=links)
        case JudgeAccredited():
            accreditation = Accreditation(
                category=event.category,
                rights=event.rights,
                valid_from=event.valid_from,
                valid_until=event.valid_until,
            )
            return replace(state, accreditation=accreditation)
        case AccreditationRevoked():
            return replace(state, accreditation=None)
        case _:
            return state


def _evolve_client(state: Client, event: AccountEvent) -> AccountState:
    match event:
        case ClientSecretReplaced():
            return msgspec.structs.replace(state, secret_hash=event.secret_hash)
        case ClientClosed():
            return ClosedClient(id=state.id)
        case _:
            return state


def _evolve_organizer(state: Organizer, event: AccountEvent) -> AccountState:
    match event:
        case PasswordResetIssued():
            return msgspec.structs.replace(state, reset=Reset(event.code_hash, event.expires_at))
        case PasswordSet():
            return msgspec.structs.replace(state, password_hash=event.password_hash, reset=None)
        case OrganizerClosed():
            return ClosedOrganizer(id=state.id)
        case _:
            return state
