"""What was heard of a protest, and what became of its commission? For those concerned.

No vote and no draft is a row here, and rows carry no number that counts them.
"""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Column, DateTime, Index, Integer, Select, Table, Text, Uuid, exists, select
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import (
    ConsentGiven,
    DeadlinePassed,
    EvidenceAdded,
    MemberRecused,
    MemberReplaced,
    ObjectionDecided,
    ObjectionRaised,
    QuestionAnswered,
    QuestionAsked,
    StatementMade,
)
from services.appeals.projections import METADATA
from services.appeals.projections.what_is_contested import protests
from shared.eventsourcing.handling import Projection, Recorded

hearing = Table(
    "hearing",
    METADATA,
    Column("entry", Uuid, primary_key=True),
    Column("protest", Uuid, nullable=False),
    Column("place", Integer, nullable=False),
    Column("kind", Text, nullable=False),
    Column("by", Uuid),
    Column("party", Text),
    Column("to", Text),
    Column("question", Integer),
    Column("member", Uuid),
    Column("successor", Uuid),
    Column("outcome", Text),
    Column("text", Text),
    Column("links", ARRAY(Text), nullable=False),
    Column("file", Text),
    Column("at", DateTime(timezone=True), nullable=False),
    Index("hearing_of_a_protest", "protest", "place"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    entry = _entry(recorded.event)
    if entry is not None:
        row = {"entry": recorded.event_id, "protest": recorded.id, "place": recorded.version, "links": []}
        await connection.execute(insert(hearing).values(row | entry))


def _entry(event: object) -> dict[str, Any] | None:  # noqa: C901, PLR0911 - the table
    match event:
        case StatementMade(party=party, by=by, text=text, made_at=at):
            return {"kind": "statement", "party": party, "by": by, "text": text, "at": at}
        case QuestionAsked(question=number, by=by, to=to, text=text, asked_at=at):
            return {"kind": "question", "question": number, "by": by, "to": to, "text": text, "at": at}
        case QuestionAnswered(question=number, party=party, by=by, text=text, answered_at=at):
            return {"kind": "answer", "question": number, "party": party, "by": by, "text": text, "at": at}
        case EvidenceAdded(party=party, by=by, text=text, links=links, added_at=at, file=file):
            return {
                "kind": "evidence",
                "party": party,
                "by": by,
                "text": text,
                "links": list(links),
                "file": msgspec.json.encode(file).decode() if file is not None else None,
                "at": at,
            }
        case ConsentGiven(party=by, member=member, given_at=at):
            return {"kind": "consent", "by": by, "member": member, "at": at}
        case ObjectionRaised(party=by, member=member, reason=text, raised_at=at):
            return {"kind": "objection", "by": by, "member": member, "text": text, "at": at}
        case ObjectionDecided(member=member, upheld=upheld, reason=text, decided_by=by, decided_at=at):
            outcome = "upheld" if upheld else "rejected"
            return {
                "kind": "decision",
                "by": by,
                "member": member,
                "outcome": outcome,
                "text": text,
                "at": at,
            }
        case MemberRecused(member=member, reason=text, recused_at=at):
            return {"kind": "recusal", "by": member, "member": member, "text": text, "at": at}
        case MemberReplaced() as change:
            return {
                "kind": "change",
                "by": change.replaced_by,
                "member": change.member,
                "successor": change.successor,
                "outcome": change.cause,
                "text": change.reason,
                "at": change.replaced_at,
            }
        case DeadlinePassed(deadline=deadline, passed_at=at):
            return {"kind": "deadline", "outcome": deadline, "at": at}
        case _:
            return None


projection = Projection("what was heard", (hearing,), _project)


def open_objections(championships: Collection[UUID]) -> Select[Any]:
    """Select the protests under review in which an objection waits for its decision."""
    decided = hearing.alias("decided")
    later = exists().where(
        decided.c.protest == hearing.c.protest,
        decided.c.member == hearing.c.member,
        decided.c.kind.in_(("decision", "recusal", "change")),
        decided.c.place > hearing.c.place,
    )
    return (
        select(protests, hearing.c.at.label("raised_at"))
        .join(hearing, hearing.c.protest == protests.c.protest)
        .where(
            protests.c.championship.in_(championships),
            protests.c.status == "under_review",
            hearing.c.kind == "objection",
            ~later,
        )
        .order_by(hearing.c.at)
    )


def of_protest(protest: UUID) -> Select[Any]:
    """Select what was heard of a protest, in order."""
    return select(hearing).where(hearing.c.protest == protest).order_by(hearing.c.place)
