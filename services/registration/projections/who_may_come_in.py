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
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
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
            await connection.execute(
                insert(personal_links)
                .values(person=event.person, championship=event.championship, code_hash=event.code_hash)
                .on_conflict_do_update(
                    index_elements=["person", "championship"], set_={"code_hash": event.code_hash}
                )
            )
        case PersonalLinkRevoked():
            await connection.execute(
                personal_links.delete().where(
                    personal_links.c.person == event.person,
                    personal_links.c.championship == event.championship,
                )
            )
        case _:
            pass


projection = Projection("who may come in", (clients, personal_links), _project)


def client(identity: UUID) -> Select[Any]:
    """Select an open client."""
    return select(clients).where(clients.c.client == identity, clients.c.open)


def link(code_hash: str) -> Select[Any]:
    """Select the valid personal link behind the hash of a code."""
    return select(personal_links).where(personal_links.c.code_hash == code_hash)
