"""Who takes part in a championship, under which nick? Heard of registration.

Who has withdrawn stays here: rulings still speak of him.
"""

from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.projections import METADATA
from shared.contracts.registration import EntryAccepted, EntryWithdrawn, PlayerDisqualified
from shared.messaging.subscription import Heard, HeardProjection

entrants = Table(
    "entrants",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
    Column("nick", Text, nullable=False),
    Column("club", Text),
    Column("city", Text),
    Column("withdrawn", Boolean, nullable=False),
)


async def _project(connection: AsyncConnection, heard: Heard[Any]) -> None:
    match heard.event:
        case EntryAccepted() as event:
            row = {"nick": event.nick, "club": event.club, "city": event.city, "withdrawn": False}
            await connection.execute(
                insert(entrants)
                .values(championship=event.championship, player=event.player, **row)
                .on_conflict_do_update(index_elements=["championship", "player"], set_=row)
            )
        case (
            EntryWithdrawn(championship=championship, player=player)
            | PlayerDisqualified(championship=championship, player=player)
        ):
            await connection.execute(
                entrants.update()
                .where(entrants.c.championship == championship, entrants.c.player == player)
                .values(withdrawn=True)
            )
        case _:
            pass


projection = HeardProjection("who takes part", (entrants,), _project)


async def nicks_of(connection: AsyncConnection, championship: UUID) -> dict[UUID, str]:
    """Return the nicks of a championship's players."""
    query = select(entrants.c.player, entrants.c.nick).where(entrants.c.championship == championship)
    return {row.player: row.nick for row in await connection.execute(query)}


async def homes_of(
    connection: AsyncConnection, championship: UUID
) -> tuple[dict[UUID, str], dict[UUID, str]]:
    """Return the clubs and the cities of a championship's players, where they are known."""
    query = select(entrants).where(entrants.c.championship == championship)
    rows = (await connection.execute(query)).all()
    clubs = {row.player: row.club for row in rows if row.club}
    cities = {row.player: row.city for row in rows if row.city}
    return clubs, cities
