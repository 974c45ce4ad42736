"""What is contested, and how far is it? One row for each protest.

No sealed event moves a row: a protest whose commission has voted reads like one under review.
"""

from collections.abc import Collection
from typing import Any, Literal, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import (
    Column,
    DateTime,
    Index,
    Integer,
    Row,
    Select,
    Table,
    Text,
    UniqueConstraint,
    Uuid,
    func,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.protest.events import (
    Act,
    CommissionAppointed,
    Deadline,
    DeadlinePassed,
    DeadlineSet,
    DeclineContested,
    HigherRulingMade,
    MemberReplaced,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestFiled,
    ReasonsWritten,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.domain.protest.filing import facts_key
from services.appeals.domain.protest.state import Case
from services.appeals.projections import METADATA
from shared.contracts.regulations import ProtestRules
from shared.eventsourcing.handling import Projection, Recorded

Status: TypeAlias = Literal["filed", "declined", "contested", "accepted", "under_review", "ruled", "closed"]

protests = Table(
    "protests",
    METADATA,
    Column("protest", Uuid, primary_key=True),
    Column("championship", Uuid, nullable=False),
    Column("game", Uuid, nullable=False),
    Column("stage", Text, nullable=False),
    Column("judge", Uuid, nullable=False),
    Column("players", ARRAY(Uuid), nullable=False),
    Column("filer", Uuid, nullable=False),
    Column("accused", Uuid, nullable=False),
    Column("act", Text, nullable=False),
    Column("ground", Text, nullable=False),
    Column("rule", Text),
    Column("remedy", Text, nullable=False),
    Column("evidence", Text, nullable=False),
    Column("facts", Text, nullable=False),
    Column("signed_at", DateTime(timezone=True), nullable=False),
    Column("window_closes_at", DateTime(timezone=True)),
    Column("zone", Text),
    Column("filed_at", DateTime(timezone=True), nullable=False),
    Column("status", Text, nullable=False),
    Column("outcome", Text),
    Column("accepted_at", DateTime(timezone=True)),
    Column("declined_at", DateTime(timezone=True)),
    Column("decline_reason", Text),
    Column("members", ARRAY(Uuid)),
    Column("appointed_by", Uuid),
    Column("appointed_at", DateTime(timezone=True)),
    Column("ruling", Uuid),
    Column("ruled_at", DateTime(timezone=True)),
    Column("closed_at", DateTime(timezone=True)),
    Column("version", Integer, nullable=False),
    Column("rules", Text, nullable=False, server_default="{}"),
    Column("links", ARRAY(Text), nullable=False, server_default="{}"),
    Column("deposit", Text),
    Column("deposit_outcome", Text),
    Column("lodged_by", Uuid),
    Column("reserves", ARRAY(Uuid), nullable=False, server_default="{}"),
    Column("soft", ARRAY(Uuid), nullable=False, server_default="{}"),
    Column("overdue", ARRAY(Text), nullable=False, server_default="{}"),
    UniqueConstraint("game", "filer", "facts", name="protests_heard_once"),
    Index("protests_of_a_championship", "championship", "protest"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    if recorded.category != "protest":
        return
    match recorded.event:
        case VoteCast() | VotesTallied() | ReasonsWritten():
            return
        case ProtestFiled() as event:
            await connection.execute(insert(protests).values(**_filed(event)))
        case HigherRulingMade() as event:
            await _instead(connection, event)
        case event:
            await connection.execute(
                protests.update()
                .where(protests.c.protest == recorded.id)
                .values(**_changes(event), version=protests.c.version + 1)
            )


async def _instead(connection: AsyncConnection, event: HigherRulingMade) -> None:
    """Give a ruling of a higher body a row like that of the protest it is about, without a commission."""
    row = (await connection.execute(one(event.original))).one()._asdict()
    changed = {
        "protest": event.protest,
        "facts": f"in the place of {event.supersedes}",
        "filed_at": event.made_at,
        "status": "ruled",
        "outcome": None,
        "members": None,
        "reserves": [],
        "soft": [],
        "overdue": [],
        "appointed_by": None,
        "appointed_at": None,
        "ruling": event.ruling,
        "ruled_at": event.made_at,
        "closed_at": None,
        "deposit": None,
        "deposit_outcome": None,
        "version": 1,
    }
    await connection.execute(insert(protests).values(**row | changed))


def _filed(event: ProtestFiled) -> dict[str, Any]:
    return {
        "protest": event.protest,
        "championship": event.championship,
        "game": event.game,
        "stage": event.stage,
        "judge": event.judge,
        "players": list(event.players),
        "filer": event.filer,
        "accused": event.act.by,
        "act": msgspec.json.encode(event.act).decode(),
        "ground": event.ground,
        "rule": event.rule,
        "remedy": msgspec.json.encode(event.remedy).decode(),
        "evidence": event.evidence,
        "facts": facts_key(event.act, event.rule),
        "signed_at": event.signed_at,
        "window_closes_at": event.window_closes_at,
        "zone": event.zone,
        "filed_at": event.filed_at,
        "status": "filed",
        "version": 1,
        "rules": msgspec.json.encode(event.rules).decode(),
        "links": list(event.links),
        "deposit": msgspec.json.encode(event.deposit).decode() if event.deposit else None,
        "lodged_by": event.lodged_by,
    }


def _changes(event: object) -> dict[str, Any]:  # noqa: PLR0911 - the table
    """Return what an event changes in a protest's row, besides its version."""
    match event:
        case DeadlineSet():
            return {"overdue": func.array_remove(protests.c.overdue, event.deadline)}
        case DeadlinePassed():
            return {"overdue": func.array_append(protests.c.overdue, event.deadline)}
        case DeclineContested():
            return {"status": "contested"}
        case MemberReplaced():
            return {
                "members": list(event.members),
                "reserves": list(event.reserves),
                "soft": list(event.soft),
            }
        case ProtestAccepted():
            return {
                "status": "accepted",
                "accepted_at": event.accepted_at,
                "declined_at": None,
                "decline_reason": None,
            }
        case ProtestDeclined():
            return {"status": "declined", "declined_at": event.declined_at, "decline_reason": event.reason}
        case CommissionAppointed():
            return {
                "status": "under_review",
                "members": list(event.members),
                "appointed_by": event.appointed_by,
                "appointed_at": event.appointed_at,
                "reserves": list(event.reserves),
                "soft": list(event.soft),
            }
        case RulingPublished():
            return {
                "status": "ruled",
                "ruling": event.ruling,
                "ruled_at": event.published_at,
                "deposit_outcome": event.deposit,
            }
        case ProtestClosed():
            changed = {"status": "closed", "outcome": event.outcome, "closed_at": event.closed_at}
            return changed if event.outcome == "ruled" else changed | {"deposit_outcome": event.deposit}
        case _:
            return {}


projection = Projection("what is contested", (protests,), _project)


def one(protest: UUID) -> Select[Any]:
    """Select a protest."""
    return select(protests).where(protests.c.protest == protest)


def of_championship(
    championship: UUID, *, game: UUID | None, status: Status | None, after: UUID | None, limit: int
) -> Select[Any]:
    """Select a championship's protests, oldest first, from after one of them on."""
    query = select(protests).where(protests.c.championship == championship)
    if game is not None:
        query = query.where(protests.c.game == game)
    if status is not None:
        query = query.where(protests.c.status == status)
    if after is not None:
        query = query.where(protests.c.protest > after)
    return query.order_by(protests.c.protest).limit(limit)


def awaiting_a_commission(championships: Collection[UUID]) -> Select[Any]:
    """Select the protests of these championships that wait for their commission, longest waiting first."""
    return (
        select(protests)
        .where(protests.c.championship.in_(championships), protests.c.status == "accepted")
        .order_by(protests.c.accepted_at, protests.c.protest)
    )


def awaiting_the_chief_judge(championships: Collection[UUID]) -> Select[Any]:
    """Select the protests whose game's judge was silent too long or whose decline is contested."""
    late = (protests.c.status == "filed") & protests.c.overdue.contains(["acceptance"])
    return (
        select(protests)
        .where(protests.c.championship.in_(championships), or_(late, protests.c.status == "contested"))
        .order_by(protests.c.filed_at, protests.c.protest)
    )


def with_a_broken_commission(championships: Collection[UUID]) -> Select[Any]:
    """Select the protests whose commission has lost a member or let its time pass."""
    broken = or_(func.cardinality(protests.c.members) < 3, protests.c.overdue.contains(["vote"]))  # noqa: PLR2004
    return (
        select(protests)
        .where(protests.c.championship.in_(championships), protests.c.status == "under_review", broken)
        .order_by(protests.c.appointed_at, protests.c.protest)
    )


def under_review(game: UUID) -> Select[Any]:
    """Select the protests on a game that a commission reviews."""
    return select(protests.c.protest).where(protests.c.game == game, protests.c.status == "under_review")


def with_protest(protest: UUID) -> Select[Any]:
    """Select a protest, if a commission reviews it."""
    return select(protests.c.protest, protests.c.game).where(
        protests.c.protest == protest, protests.c.status == "under_review"
    )


def with_member(person: UUID) -> Select[Any]:
    """Select the protests that a commission reviews on which this person sits."""
    return select(protests.c.protest, protests.c.game).where(
        protests.c.members.any_() == person, protests.c.status == "under_review"
    )


def case_of(row: Row[Any]) -> Case:
    """Return the case behind a protest's row, for the rules that ask who has a stake in it."""
    return Case(
        protest=row.protest,
        championship=row.championship,
        game=row.game,
        judge=row.judge,
        players=tuple(row.players),
        filer=row.filer,
        act=msgspec.json.decode(row.act, type=Act),
        rule=row.rule,
        clauses={},
        rules=msgspec.json.decode(row.rules, type=ProtestRules),
        overdue=frozenset[Deadline](row.overdue),
    )


async def on_the_same_facts(connection: AsyncConnection, game: UUID, filer: UUID, facts: str) -> UUID | None:
    """Return the earlier protest on these facts of a game.

    The person's own, whatever became of it, or one that was ruled on, whoever filed it: a ruling is
    final (O-PROT-4).
    """
    protest: UUID | None = await connection.scalar(
        select(protests.c.protest)
        .where(
            protests.c.game == game,
            protests.c.facts == facts,
            or_(protests.c.filer == filer, protests.c.ruling.is_not(None)),
        )
        .order_by(protests.c.filed_at)
        .limit(1)
    )
    return protest
