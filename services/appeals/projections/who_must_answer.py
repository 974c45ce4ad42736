"""Who must answer, and what? What each person is awaited to do in a protest.

Internal: a vote that is no longer awaited is a vote that was cast. Nobody reads rows but their own.
Who appoints a commission is a question of offices, so an accepted protest has no row here: see `api.inbox`.
"""

from datetime import datetime
from typing import Any, Literal, TypeAlias
from uuid import UUID

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    Index,
    Select,
    Table,
    Text,
    Uuid,
    delete,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import (
    CommissionAppointed,
    ProtestAccepted,
    ProtestClosed,
    ProtestFiled,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.projections import METADATA
from services.appeals.projections.what_is_contested import protests
from shared.eventsourcing.handling import Projection, Recorded

Answer: TypeAlias = Literal["acceptance", "vote", "ruling"]

answers = Table(
    "answers",
    METADATA,
    Column("protest", Uuid, primary_key=True),
    Column("person", Uuid, primary_key=True),
    Column("answer", Text, primary_key=True),
    Column("awaited", Boolean, nullable=False),
    Column("since", DateTime(timezone=True), nullable=False),
    Index("answers_of_a_person", "person", "awaited"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    protest = recorded.id
    match recorded.event:
        case ProtestFiled(judge=judge, filed_at=at):
            await _await(connection, protest, judge, "acceptance", at)
        case CommissionAppointed(members=members, appointed_at=at):
            for member in members:
                await _await(connection, protest, member, "vote", at)
            await _await(connection, protest, members[0], "ruling", at, awaited=False)
        case VoteCast(member=member):
            await _answered(connection, answers.c.protest == protest, answers.c.person == member, _IS_VOTE)
        case VotesTallied(tallied_at=at):
            await connection.execute(
                answers.update().where(answers.c.protest == protest).values(awaited=True, since=at)
            )
        case ProtestAccepted() | RulingPublished() | ProtestClosed():
            await _answered(connection, answers.c.protest == protest)
        case _:
            pass


_IS_VOTE = answers.c.answer == "vote"


async def _await(
    connection: AsyncConnection,
    protest: UUID,
    person: UUID,
    answer: Answer,
    since: datetime,
    *,
    awaited: bool = True,
) -> None:
    row = {"protest": protest, "person": person, "answer": answer, "awaited": awaited, "since": since}
    await connection.execute(insert(answers).values(row))


async def _answered(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    await connection.execute(delete(answers).where(*which))


projection = Projection("who must answer", (answers,), _project)


def of_person(person: UUID) -> Select[Any]:
    """Select what a person is awaited to answer, longest awaited first."""
    return (
        select(
            answers.c.protest,
            protests.c.championship,
            protests.c.game,
            protests.c.rule,
            answers.c.answer,
            answers.c.since,
        )
        .join(protests, protests.c.protest == answers.c.protest)
        .where(answers.c.person == person, answers.c.awaited)
        .order_by(answers.c.since, answers.c.protest)
    )
