"""What is drafted? Shown to its author only."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, Integer, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.events import ChampionshipAnnounced, ChampionshipDrafted
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

drafts = Table(
    "drafts",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("organizer", Uuid, nullable=False),
    Column("draft", Text, nullable=False),
)
_decoder = msgspec.json.Decoder(ChampionshipDrafted)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if isinstance(event, ChampionshipAnnounced):
        await connection.execute(drafts.delete().where(drafts.c.championship == event.championship))
    elif isinstance(event, ChampionshipDrafted):
        row = {
            "version": recorded.version,
            "organizer": event.organizer,
            "draft": msgspec.json.encode(event, order="deterministic").decode(),
        }
        await connection.execute(
            insert(drafts)
            .values(championship=event.championship, **row)
            .on_conflict_do_update(index_elements=["championship"], set_=row)
        )


projection = Projection("what is drafted", (drafts,), _project)


def one(championship: UUID) -> Select[Any]:
    """Select a draft."""
    return select(drafts).where(drafts.c.championship == championship)


def draft_of(text: str) -> ChampionshipDrafted:
    """Return the draft behind the column `draft`."""
    return _decoder.decode(text)
