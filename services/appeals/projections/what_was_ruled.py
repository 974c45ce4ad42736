"""What was ruled, why, by whom, and what did it change? Published rulings, public as a whole."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    DateTime,
    Index,
    Integer,
    Select,
    Table,
    Text,
    Uuid,
    false,
    select,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.domain.errors import UnknownRuling
from services.appeals.domain.protest.events import (
    ConflictFound,
    EffectReleased,
    HigherRulingMade,
    RulingApplied,
    RulingPublished,
)
from services.appeals.domain.protest.filing import plain_rule
from services.appeals.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

rulings = Table(
    "rulings",
    METADATA,
    Column("ruling", Uuid, primary_key=True),
    Column("protest", Uuid, nullable=False, unique=True),
    Column("championship", Uuid, nullable=False),
    Column("game", Uuid, nullable=False),
    Column("rule", Text),
    Column("verdict", Text, nullable=False),
    Column("remedy", Text, nullable=False),
    Column("reasons", Text, nullable=False),
    Column("votes", Text, nullable=False),
    Column("published_at", DateTime(timezone=True), nullable=False),
    Column("revision", Integer),
    Column("changes", Text, nullable=False),
    Column("conflict", Text),
    Column("conflict_detail", Text),
    Column("conflict_found_at", DateTime(timezone=True)),
    Column("applied_at", DateTime(timezone=True)),
    Column("in_part", Boolean, nullable=False, server_default=false()),
    Column("grounds", Text),
    Column("warned", Uuid),
    Column("deposit", Text),
    Column("remedy_kind", Text, nullable=False, server_default=""),
    Column("rule_key", Text),
    Column("supersedes", Uuid),
    Column("superseded_by", Uuid),
    Column("body", Text),
    Column("withheld", Boolean, nullable=False, server_default=false()),
    Column("cuts", Text, nullable=False, server_default="[]"),
    Column("medals", Text, nullable=False, server_default="[]"),
    Index("rulings_of_a_championship", "championship", "ruling"),
    Index("rulings_by_rule_and_remedy", "rule_key", "remedy_kind"),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    match recorded.event:
        case RulingPublished() as event:
            await connection.execute(
                insert(rulings).values(
                    ruling=event.ruling,
                    protest=recorded.id,
                    championship=event.championship,
                    game=event.game,
                    rule=event.rule,
                    verdict=event.verdict,
                    remedy=msgspec.json.encode(event.remedy).decode(),
                    reasons=event.reasons,
                    votes=msgspec.json.encode(event.votes).decode(),
                    published_at=event.published_at,
                    changes="[]",
                    in_part=event.in_part,
                    grounds=msgspec.json.encode(event.grounds).decode() if event.grounds else None,
                    warned=event.warned,
                    deposit=event.deposit,
                    remedy_kind=type(event.remedy).__name__,
                    rule_key=plain_rule(event.rule),
                )
            )
        case HigherRulingMade() as event:
            await connection.execute(
                insert(rulings).values(
                    ruling=event.ruling,
                    protest=recorded.id,
                    championship=event.championship,
                    game=event.game,
                    rule=event.rule,
                    verdict=event.verdict,
                    remedy=msgspec.json.encode(event.remedy).decode(),
                    reasons=event.reasons,
                    votes="[]",
                    published_at=event.made_at,
                    changes="[]",
                    in_part=event.in_part,
                    grounds=msgspec.json.encode(event.grounds).decode() if event.grounds else None,
                    remedy_kind=type(event.remedy).__name__,
                    rule_key=plain_rule(event.rule),
                    supersedes=event.supersedes,
                    body=event.body,
                )
            )
            await connection.execute(
                rulings.update()
                .where(rulings.c.ruling == event.supersedes)
                .values(superseded_by=event.ruling)
            )
        case RulingApplied() as event:
            await _update(
                connection,
                recorded.id,
                revision=event.revision,
                changes=msgspec.json.encode(event.changes).decode(),
                cuts=msgspec.json.encode(event.cuts).decode(),
                medals=msgspec.json.encode(event.medals).decode(),
                applied_at=event.applied_at,
                withheld=event.withheld,
            )
        case EffectReleased() as event:
            await _update(
                connection,
                recorded.id,
                changes=msgspec.json.encode(event.changes).decode(),
                cuts=msgspec.json.encode(event.cuts).decode(),
                medals=msgspec.json.encode(event.medals).decode(),
                withheld=False,
            )
        case ConflictFound() as event:
            await _update(
                connection,
                recorded.id,
                conflict=event.conflict,
                conflict_detail=event.detail,
                conflict_found_at=event.found_at,
            )
        case _:
            pass


async def _update(connection: AsyncConnection, protest: UUID, **changed: Any) -> None:
    await connection.execute(rulings.update().where(rulings.c.protest == protest).values(**changed))


projection = Projection("what was ruled", (rulings,), _project)


def on_protest(protest: UUID) -> Select[Any]:
    """Select the ruling on a protest, if it is published."""
    return select(rulings).where(rulings.c.protest == protest)


def one(ruling: UUID) -> Select[Any]:
    """Select a ruling."""
    return select(rulings).where(rulings.c.ruling == ruling)


def search(
    *,
    rule: str | None,
    remedy: str | None,
    verdict: str | None,
    warned: bool | None,
    before: UUID | None,
    limit: int,
) -> Select[Any]:
    """Select the rulings of all championships that are like this, newest first, from before one on."""
    query = select(rulings)
    if rule is not None:
        query = query.where(rulings.c.rule_key == plain_rule(rule))
    if remedy is not None:
        query = query.where(rulings.c.remedy_kind == remedy)
    if verdict is not None:
        query = query.where(rulings.c.verdict == verdict)
    if warned is not None:
        query = query.where(rulings.c.warned.is_not(None) if warned else rulings.c.warned.is_(None))
    if before is not None:
        query = query.where(rulings.c.ruling < before)
    return query.order_by(rulings.c.ruling.desc()).limit(limit)


def of_championship(championship: UUID, *, after: UUID | None, limit: int) -> Select[Any]:
    """Select a championship's rulings, oldest first, from after one of them on."""
    query = select(rulings).where(rulings.c.championship == championship)
    if after is not None:
        query = query.where(rulings.c.ruling > after)
    return query.order_by(rulings.c.ruling).limit(limit)


def in_conflict(championships: Collection[UUID]) -> Select[Any]:
    """Select the rulings of these championships that could not be carried out, oldest first."""
    return (
        select(rulings)
        .where(
            rulings.c.championship.in_(championships),
            rulings.c.conflict.is_not(None),
            rulings.c.superseded_by.is_(None),
        )
        .order_by(rulings.c.conflict_found_at, rulings.c.ruling)
    )


async def known_protest_of(connection: AsyncConnection, ruling: UUID) -> UUID | None:
    """Return the protest that a ruling decided; None: others cite what was not ruled here."""
    protest: UUID | None = await connection.scalar(
        select(rulings.c.protest).where(rulings.c.ruling == ruling)
    )
    return protest


async def protest_of(connection: AsyncConnection, ruling: UUID) -> UUID:
    """Return the protest that a ruling decided. Raises UnknownRuling."""
    protest = await known_protest_of(connection, ruling)
    if protest is None:
        raise UnknownRuling(f"Ruling {ruling} was not published here.", ruling=ruling)
    return protest
