"""What is due, and when? One row for each deadline that runs: of protests, and of the windows of games."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Column, DateTime, Index, Select, Table, Text, Uuid, delete, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import (
    CommissionAppointed,
    DeadlinePassed,
    DeadlineSet,
    DeclineContested,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    RulingPublished,
)
from services.appeals.domain.window.events import WindowClosed, WindowOpened
from services.appeals.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

deadlines = Table(
    "deadlines",
    METADATA,
    Column("subject", Uuid, primary_key=True),
    Column("deadline", Text, primary_key=True),
    Column("due_at", DateTime(timezone=True), nullable=False),
    Index("deadlines_by_time", "due_at"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    match recorded.event:
        case DeadlineSet(deadline=deadline, due_at=due_at):
            await _set(connection, recorded.id, deadline, due_at)
        case WindowOpened(closes_at=datetime() as due_at):
            await _set(connection, recorded.id, "window", due_at)
        case DeadlinePassed(deadline=deadline):
            await _over(connection, recorded.id, deadline)
        case ProtestAccepted() | ProtestDeclined():
            await _over(connection, recorded.id, "acceptance")
        case DeclineContested():
            await _over(connection, recorded.id, "review")
        case CommissionAppointed():
            await _over(connection, recorded.id, "appointment")
        case RulingPublished() | ProtestClosed() | WindowClosed():
            await connection.execute(delete(deadlines).where(deadlines.c.subject == recorded.id))
        case _:
            pass


async def _set(connection: AsyncConnection, subject: UUID, deadline: str, due_at: datetime) -> None:
    await connection.execute(
        insert(deadlines)
        .values(subject=subject, deadline=deadline, due_at=due_at)
        .on_conflict_do_update(index_elements=["subject", "deadline"], set_={"due_at": due_at})
    )


async def _over(connection: AsyncConnection, subject: UUID, deadline: str) -> None:
    await connection.execute(
        delete(deadlines).where(deadlines.c.subject == subject, deadlines.c.deadline == deadline)
    )


projection = Projection("what is due", (deadlines,), _project)


def due_before(now: datetime) -> Select[Any]:
    """Select what is due, longest due first."""
    return (
        select(deadlines)
        .where(deadlines.c.due_at <= now)
        .order_by(deadlines.c.due_at, deadlines.c.subject, deadlines.c.deadline)
    )


def of_protests(protests: list[UUID]) -> Select[Any]:
    """Select the deadlines that run for these protests."""
    return select(deadlines).where(deadlines.c.subject.in_(protests)).order_by(deadlines.c.due_at)
