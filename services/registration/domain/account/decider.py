"""Decisions about accounts: who is known, and by what secret he comes in. Secrets arrive hashed."""

from collections.abc import Collection
from datetime import datetime
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
from services.registration.domain.account.state import (
    AccountState,
    Client,
    ClosedClient,
    Person,
    Unopened,
    evolve,
    initial,
)
from services.registration.domain.actors import Actor, demand_admin, demand_host, demand_organizer
from services.registration.domain.errors import (
    AccountAlreadyOpened,
    AccountUnknown,
    LinkUnknown,
    ScopeUnknown,
)
from services.registration.domain.roster.decider import NICK_LENGTH
from services.registration.domain.texts import printable
from shared.eventsourcing.decider import Decider

CLIENT_SCOPES = frozenset({"admin", "organizer", "federation"})
"""What a client may be given; `participant` belongs to people, by personal link."""

# ------------------------------------------------------------------ commands


class RegisterPerson(msgspec.Struct, frozen=True, kw_only=True):
    """Make a person known."""

    person: UUID
    nick: str
    club: str | None
    city: str | None
    by: Actor
    at: datetime


class IssuePersonalLink(msgspec.Struct, frozen=True, kw_only=True):
    """Give a person a link into one championship, in place of the one he has."""

    championship: UUID
    link: UUID
    code_hash: str
    organizers: Collection[UUID]
    by: Actor
    at: datetime


class RevokePersonalLink(msgspec.Struct, frozen=True, kw_only=True):
    """Void a person's link into one championship."""

    championship: UUID
    organizers: Collection[UUID]
    by: Actor
    at: datetime


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


AccountCommand: TypeAlias = (
    RegisterPerson | IssuePersonalLink | RevokePersonalLink | OpenClient | ReplaceClientSecret | CloseClient
)

# ------------------------------------------------------------------ decide


def decide(command: AccountCommand, state: AccountState) -> list[AccountEvent]:
    """Return what a command leads to, or raise the rule that it breaks."""
    match command:
        case RegisterPerson():
            return _register(command, state)
        case IssuePersonalLink():
            return _issue(command, _person(state))
        case RevokePersonalLink():
            return _revoke(command, _person(state))
        case OpenClient():
            return _open(command, state)
        case ReplaceClientSecret():
            return _replace_secret(command, state)
        case CloseClient():
            return _close(command, state)


def _register(command: RegisterPerson, state: AccountState) -> list[AccountEvent]:
    demand_host(command.by, "register people")
    if not isinstance(state, Unopened):
        raise AccountAlreadyOpened(f"The id {state.id} belongs to an account already.")
    return [
        PersonRegistered(
            person=command.person,
            nick=printable(command.nick, "The nick", limit=NICK_LENGTH),
            club=None if command.club is None else printable(command.club, "The club", limit=100),
            city=None if command.city is None else printable(command.city, "The city", limit=100),
            by=command.by.id,
            registered_at=command.at,
        )
    ]


def _issue(command: IssuePersonalLink, state: Person) -> list[AccountEvent]:
    demand_organizer(command.by, command.organizers, "issue personal links")
    return [
        PersonalLinkIssued(
            person=state.id,
            championship=command.championship,
            link=command.link,
            code_hash=command.code_hash,
            by=command.by.id,
            issued_at=command.at,
        )
    ]


def _revoke(command: RevokePersonalLink, state: Person) -> list[AccountEvent]:
    demand_organizer(command.by, command.organizers, "revoke personal links")
    link = state.links.get(command.championship)
    if link is None:
        raise LinkUnknown(f"{state.id} has no valid personal link to championship {command.championship}.")
    return [
        PersonalLinkRevoked(
            person=state.id,
            championship=command.championship,
            link=link,
            by=command.by.id,
            revoked_at=command.at,
        )
    ]


def _open(command: OpenClient, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "open accounts")
    if not isinstance(state, Unopened):
        raise AccountAlreadyOpened(f"The id {state.id} belongs to an account already.")
    unknown = sorted(command.scopes - CLIENT_SCOPES)
    if unknown or not command.scopes:
        raise ScopeUnknown(
            f"A client has one or more of the scopes {', '.join(sorted(CLIENT_SCOPES))};"
            f" not {', '.join(unknown) or 'none'}."
        )
    return [
        ClientOpened(
            client=command.client,
            name=printable(command.name, "The name", limit=100),
            scopes=tuple(sorted(command.scopes)),
            secret_hash=command.secret_hash,
            by=command.by.id,
            opened_at=command.at,
        )
    ]


def _replace_secret(command: ReplaceClientSecret, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "replace secrets")
    if not isinstance(state, Client):
        raise _no_client()
    return [
        ClientSecretReplaced(
            client=state.id, secret_hash=command.secret_hash, by=command.by.id, replaced_at=command.at
        )
    ]


def _close(command: CloseClient, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "close accounts")
    if isinstance(state, ClosedClient):
        return []
    if not isinstance(state, Client):
        raise _no_client()
    return [ClientClosed(client=state.id, by=command.by.id, closed_at=command.at)]


def _person(state: AccountState) -> Person:
    if not isinstance(state, Person):
        raise AccountUnknown("There is no such person.")
    return state


def _no_client() -> AccountUnknown:
    return AccountUnknown("There is no such client, or it is closed.")


account: Decider[AccountCommand, AccountState, AccountEvent] = Decider(
    category="account", initial=initial, decide=decide, evolve=evolve
)
