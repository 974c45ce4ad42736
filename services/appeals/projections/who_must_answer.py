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
    ConsentGiven,
    DeclineContested,
    MemberReplaced,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestFiled,
    QuestionAnswered,
    QuestionAsked,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.projections import METADATA
from services.appeals.projections.what_is_contested import protests
from shared.eventsourcing.handling import Projection, Recorded

Answer: TypeAlias = Literal["acceptance", "contest", "vote", "ruling"]
"""What is awaited; beside these "consent:<member>" of a party, and "answer:<question>" of who was asked.

Rows "filer", "accused" and "judge" await nothing: they say who is who.
"""

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


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:  # noqa: C901, PLR0912 - the table
    protest = recorded.id
    match recorded.event:
        case ProtestFiled(judge=judge, filed_at=at) as event:
            await _await(connection, protest, judge, "acceptance", at)
            for name, person in (("filer", event.filer), ("accused", event.act.by), ("judge", judge)):
                await _await(connection, protest, person, name, at, awaited=False)
        case ProtestDeclined(final=False, declined_at=at):
            await _answered(connection, answers.c.protest == protest, answers.c.answer == "acceptance")
            await _await(connection, protest, await _who(connection, protest, "filer"), "contest", at)
        case ProtestAccepted() | DeclineContested():
            still = answers.c.answer.in_(("acceptance", "contest"))
            await _answered(connection, answers.c.protest == protest, still)
        case CommissionAppointed(members=members, appointed_at=at) as event:
            for member in members:
                await _await(connection, protest, member, "vote", at)
            await _await(connection, protest, members[0], "ruling", at, awaited=False)
            for member in event.soft:
                await _await_consent(connection, protest, member, at)
        case ConsentGiven(party=party, member=member):
            await connection.execute(
                answers.update()
                .where(
                    answers.c.protest == protest,
                    answers.c.person == party,
                    answers.c.answer == f"consent:{member}",
                )
                .values(awaited=False)
            )
        case MemberReplaced() as event:
            await _recompose(connection, protest, event)
        case QuestionAsked(question=question, to=to, asked_at=at):
            asked = await _who(connection, protest, to)
            await _await(connection, protest, asked, f"answer:{question}", at)
        case QuestionAnswered(question=question):
            which = answers.c.answer == f"answer:{question}"
            await _answered(connection, answers.c.protest == protest, which)
        case VoteCast(member=member):
            await _answered(connection, answers.c.protest == protest, answers.c.person == member, _IS_VOTE)
        case VotesTallied(tallied_at=at):
            await _answered(connection, answers.c.protest == protest, answers.c.answer != "ruling")
            await connection.execute(
                answers.update().where(answers.c.protest == protest).values(awaited=True, since=at)
            )
        case RulingPublished() | ProtestClosed():
            await _answered(connection, answers.c.protest == protest)
        case _:
            pass


_IS_VOTE = answers.c.answer == "vote"


async def _await(
    connection: AsyncConnection,
    protest: UUID,
    person: UUID,
    answer: str,
    since: datetime,
    *,
    awaited: bool = True,
) -> None:
    row = {"protest": protest, "person": person, "answer": answer, "awaited": awaited, "since": since}
    await connection.execute(insert(answers).values(row).on_conflict_do_nothing())


async def _who(connection: AsyncConnection, protest: UUID, party: str) -> UUID:
    query = select(answers.c.person).where(answers.c.protest == protest, answers.c.answer == party)
    person: UUID = (await connection.execute(query)).scalar_one()
    return person


async def _await_consent(connection: AsyncConnection, protest: UUID, member: UUID, since: datetime) -> None:
    for party in ("filer", "accused"):
        person = await _who(connection, protest, party)
        await _await(connection, protest, person, f"consent:{member}", since)


async def _recompose(connection: AsyncConnection, protest: UUID, event: MemberReplaced) -> None:
    """Await the votes of those who sit now, the ruling of the first of them, and consents to those left."""
    of_protest = answers.c.protest == protest
    await _answered(connection, of_protest, _IS_VOTE, answers.c.person.not_in(event.members))
    await _answered(connection, of_protest, answers.c.answer == "ruling")
    if event.member is not None:
        await _answered(connection, of_protest, answers.c.answer == f"consent:{event.member}")
    if event.members:
        await _await(connection, protest, event.members[0], "ruling", event.replaced_at, awaited=False)
    if event.successor is not None:
        await _await(connection, protest, event.successor, "vote", event.replaced_at)
        if event.successor in event.soft:
            await _await_consent(connection, protest, event.successor, event.replaced_at)


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
