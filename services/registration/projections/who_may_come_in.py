"""Who may come in, and by what? Hashes of secrets: no public view reads these tables."""

from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.account.events import (
    ClientClosed,
    ClientOpened,
    ClientSecretReplaced,
    OrganizerClosed,
    OrganizerOpened,
    PasswordResetIssued,
    PasswordSet,
    PersonalLinkIssued,
    PersonalLinkRevoked,
)
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

clients = Table(
    "clients",
    METADATA,
    Column("client", Uuid, primary_key=True),
    Column("name", Text, nullable=False),
    Column("scopes", ARRAY(Text), nullable=False),
    Column("secret_hash", Text, nullable=False),
    Column("open", Boolean, nullable=False),
)
personal_links = Table(
    "personal_links",
    METADATA,
    Column("person", Uuid, primary_key=True),
    Column("championship", Uuid, primary_key=True),
    Column("code_hash", Text, nullable=False, unique=True),
    Column("link", Uuid),
)
organizers = Table(
    "organizers",
    METADATA,
    Column("organizer", Uuid, primary_key=True),
    Column("login", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False),
    Column("password_hash", Text),
    Column("reset_hash", Text, unique=True),
    Column("open", Boolean, nullable=False),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    row: dict[str, Any]
    this = clients.update().where(clients.c.client == recorded.id)
    match event:
        case ClientOpened():
            row = {"name": event.name, "scopes": list(event.scopes), "secret_hash": event.secret_hash}
            await connection.execute(insert(clients).values(client=event.client, open=True, **row))
        case ClientSecretReplaced():
            await connection.execute(this.values(secret_hash=event.secret_hash))
        case ClientClosed():
            await connection.execute(this.values(open=False))
        case PersonalLinkIssued():
            row = {"code_hash": event.code_hash, "link": event.link}
            await connection.execute(
                insert(personal_links)
                .values(person=event.person, championship=event.championship, **row)
                .on_conflict_do_update(index_elements=["person", "championship"], set_=row)
            )
        case PersonalLinkRevoked():
            await connection.execute(
                personal_links.delete().where(
                    personal_links.c.person == event.person,
                    personal_links.c.championship == event.championship,
                )
            )
        case OrganizerOpened() | PasswordResetIssued() | PasswordSet() | OrganizerClosed():
            await _project_organizer(connection, event)
        case _:
            pass


async def _project_organizer(
    connection: AsyncConnection,
    event: OrganizerOpened | PasswordResetIssued | PasswordSet | OrganizerClosed,
) -> None:
    row: dict[str, Any]
    match event:
        case OrganizerOpened():
            await connection.execute(
                insert(organizers).values(
                    organizer=event.organizer, login=event.login, name=event.name, open=True
                )
            )
            return
        case PasswordResetIssued():
            row = {"reset_hash": event.code_hash}
        case PasswordSet():
            row = {"password_hash": event.password_hash, "reset_hash": None}
        case OrganizerClosed():
            row = {"open": False, "password_hash": None, "reset_hash": None}
    await connection.execute(organizers.update().where(organizers.c.organizer == event.organizer).values(row))


projection = Projection("who may come in", (clients, personal_links, organizers), _project)


def client(identity: UUID) -> Select[Any]:
    """Select an open client."""
    return select(clients).where(clients.c.client == identity, clients.c.open)


def link(code_hash: str) -> Select[Any]:
    """Select the valid personal link behind the hash of a code."""
    return select(personal_links).where(personal_links.c.code_hash == code_hash)


def link_of(championship: UUID, person: UUID) -> Select[Any]:
    """Select a person's valid link into a championship."""
    return select(personal_links).where(
        personal_links.c.championship == championship, personal_links.c.person == person
    )


def organizer(identity: UUID) -> Select[Any]:
    """Select an open account of an organizer."""
    return select(organizers).where(organizers.c.organizer == identity, organizers.c.open)


def with_login(login: str) -> Select[Any]:
    """Select the organizer with a login; a closed account keeps it."""
    return select(organizers).where(organizers.c.login == login)


def with_reset(code_hash: str) -> Select[Any]:
    """Select the organizer whose password may be set with the code behind a hash."""
    return select(organizers).where(organizers.c.reset_hash == code_hash)
