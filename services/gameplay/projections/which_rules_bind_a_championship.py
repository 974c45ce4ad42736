"""Which rules bind a championship? Its regulations document as it holds now, heard of registration.

A game keeps the rules that bound its championship when it was drawn: nobody plays by what changes on the way.
"""

import hashlib
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.domain.game.rules import TableRules, binding
from services.gameplay.projections import METADATA
from shared.contracts.registration import ChampionshipAnnounced, RegulationsRebound
from shared.contracts.regulations import Regulations
from shared.messaging.subscription import Heard, HeardProjection

regulations = Table(
    "regulations",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("digest", Text, nullable=False),
    Column("document", Text, nullable=False),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    event = heard.event
    if not isinstance(event, ChampionshipAnnounced | RegulationsRebound):
        return
    document = msgspec.json.encode(event.regulations, order="deterministic")
    holds = {"digest": hashlib.sha256(document).hexdigest(), "document": document.decode()}
    await connection.execute(
        insert(regulations)
        .values(championship=event.championship, **holds)
        .on_conflict_do_update(index_elements=["championship"], set_=holds)
    )


projection = HeardProjection("which rules bind a championship", (regulations,), _project)


async def table_rules(connection: AsyncConnection, championship: UUID) -> TableRules:
    """Return what binds the tables of a championship.

    Raises LookupError where the championship was never announced: its draw cannot have come first.
    """
    query = select(regulations).where(regulations.c.championship == championship)
    row = (await connection.execute(query)).one_or_none()
    if row is None:
        raise LookupError(f"championship {championship} was not announced before its draw")
    return binding(msgspec.json.decode(row.document, type=Regulations), row.digest)


def known(championship: UUID) -> Select[Any]:
    """Select a championship's id if it was announced."""
    return select(regulations.c.championship).where(regulations.c.championship == championship)
