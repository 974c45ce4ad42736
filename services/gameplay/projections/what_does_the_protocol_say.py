"""What does the protocol of a game say? Secret until `signed_at` is set; who reads must look at it."""

from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Select, Table, Text, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.gameplay.domain.game.events import ProtocolSigned, ResultAmended, SummaryEntered
from services.gameplay.projections import METADATA
from shared.contracts.gameplay import Result
from shared.eventsourcing.handling import Projection, Recorded

protocols = Table(
    "protocols",
    METADATA,
    Column("game", Uuid, primary_key=True),
    Column("result", Text, nullable=False),
    Column("entered_by", Uuid, nullable=False),
    Column("entered_at", DateTime(timezone=True), nullable=False),
    Column("signed_at", DateTime(timezone=True)),
    Column("amended_at", DateTime(timezone=True)),
    Column("amended_by_ruling", Uuid),
)
_decoder = msgspec.json.Decoder(Result)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    this = protocols.update().where(protocols.c.game == recorded.id)
    match event:
        case SummaryEntered():
            entered = {
                "result": _written(event.result),
                "entered_by": event.by,
                "entered_at": event.entered_at,
            }
            await connection.execute(
                insert(protocols)
                .values(game=recorded.id, **entered)
                .on_conflict_do_update(index_elements=["game"], set_=entered)
            )
        case ProtocolSigned():
            await connection.execute(this.values(signed_at=event.signed_at))
        case ResultAmended():
            await connection.execute(
                this.values(
                    result=_written(event.result),
                    amended_at=event.amended_at,
                    amended_by_ruling=event.ruling,
                )
            )
        case _:
            pass


def _written(result: Result) -> str:
    return msgspec.json.encode(result, order="deterministic").decode()


projection = Projection("what does the protocol say", (protocols,), _project)


def one(game: UUID) -> Select[Any]:
    """Select a game's protocol, signed or not."""
    return select(protocols).where(protocols.c.game == game)


def signed(game: UUID) -> Select[Any]:
    """Select a game's protocol if it is public."""
    return one(game).where(protocols.c.signed_at.is_not(None))


def result_of(text: str) -> Result:
    """Return the result behind the column `result`."""
    return _decoder.decode(text)
