"""What an account is at a moment."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.account.events import (
    AccountEvent,
    ClientClosed,
    ClientOpened,
    ClientSecretReplaced,
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonRegistered,
)


class Unopened(msgspec.Struct, frozen=True):
    """Nothing has happened."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """A person, with the valid link of each championship."""

    id: UUID
    nick: str
    club: str | None
    city: str | None
    links: dict[UUID, UUID]


class Client(msgspec.Struct, frozen=True, kw_only=True):
    """An account of an organizer or an integration."""

    id: UUID
    name: str
    scopes: frozenset[str]
    secret_hash: str


class ClosedClient(msgspec.Struct, frozen=True, kw_only=True):
    """An account that comes in no more."""

    id: UUID


AccountState: TypeAlias = Unopened | Person | Client | ClosedClient


def initial() -> AccountState:
    """Return the state before the first event."""
    return Unopened()


def evolve(state: AccountState, event: AccountEvent) -> AccountState:
    """Return the state after an event."""
    match event, state:
        case PersonRegistered(), _:
            return Person(id=event.person, nick=event.nick, club=event.club, city=event.city, links={})
        case ClientOpened(), _:
            scopes = frozenset(event.scopes)
            return Client(id=event.client, name=event.name, scopes=scopes, secret_hash=event.secret_hash)
        case _, Person():
            return _evolve_person(state, event)
        case _, Client():
            return _evolve_client(state, event)
        case _:
            return state


def _evolve_person(state: Person, event: AccountEvent) -> AccountState:
    match event:
        case PersonalLinkIssued():
            return msgspec.structs.replace(state, links=state.links | {event.championship: event.link})
        case PersonalLinkRevoked():
            links = {key: link for key, link in state.links.items() if key != event.championship}
            return msgspec.structs.replace(state, links=links)
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
