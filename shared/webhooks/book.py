"""Who asked to be told, how far each was told, and what came of the last try: the table `es.webhooks`.

A row that is served is leased: whoever holds the lease may write how far it is, and nobody else. Every
change of its owner ends a lease, so that what he did is never overwritten.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Literal, TypeAlias
from uuid import UUID, uuid4

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    SmallInteger,
    Table,
    Text,
    Uuid,
    and_,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Pause: TypeAlias = Literal["asked", "gone", "given_up"]
"""Why nothing is told: its owner asked for it; the address said that it is gone (410); it failed for days."""
LEASE = timedelta(seconds=20)
"""How long a lease lasts after its holder's last word: longer than any one try takes."""

webhooks = Table(
    "webhooks",
    MetaData(),
    Column("id", Uuid, primary_key=True),
    Column("owner", Uuid, nullable=False),
    Column("version", Integer, nullable=False),
    Column("url", Text, nullable=False),
    Column("types", ARRAY(Text)),
    Column("championship", Uuid),
    Column("secret", LargeBinary, nullable=False),
    Column("former_secret", LargeBinary),
    Column("former_until", DateTime(timezone=True)),
    Column("created_at", DateTime(timezone=True), nullable=False),
    Column("seq", BigInteger, nullable=False),
    Column("paused_because", Text),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("failing_since", DateTime(timezone=True)),
    Column("due_at", DateTime(timezone=True), nullable=False),
    Column("test", Uuid),
    Column("tried_at", DateTime(timezone=True)),
    Column("status", SmallInteger),
    Column("error", Text),
    Column("lease", Uuid),
    Column("leased_until", DateTime(timezone=True)),
    schema="es",
)
_HEAD = literal_column("(SELECT outbox_seq FROM es.head WHERE id = 1)", BigInteger)
NO_LEASE: dict[str, Any] = {"lease": None, "leased_until": None}


NO_FAILURE: dict[str, Any] = {"paused_because": None, "attempts": 0, "failing_since": None}


async def head(connection: AsyncConnection) -> int:
    """Return the sequence of what was said last."""
    return int((await connection.execute(select(_HEAD))).scalar_one())


async def owned(
    connection: AsyncConnection, owner: UUID | None, after: UUID | None, limit: int
) -> Sequence[Row[Any]]:
    """Return webhooks of an owner (None: of everybody) by age, after an id, each with the head."""
    query = select(webhooks, _HEAD.label("head")).order_by(webhooks.c.id).limit(limit)
    if owner is not None:
        query = query.where(webhooks.c.owner == owner)
    if after is not None:
        query = query.where(webhooks.c.id > after)
    return (await connection.execute(query)).all()


async def one(connection: AsyncConnection, webhook: UUID, *, lock: bool = False) -> Row[Any] | None:
    """Return a webhook with the head; locked until commit where it is to be changed."""
    query = select(webhooks, _HEAD.label("head")).where(webhooks.c.id == webhook)
    if lock:
        query = query.with_for_update(of=webhooks)
    return (await connection.execute(query)).one_or_none()


async def count(connection: AsyncConnection, owner: UUID) -> int:
    """Return how many an owner has; nobody else can add one for him before commit."""
    await connection.exec_driver_sql(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", (f"webhooks {owner}",)
    )
    counted: int = (
        await connection.execute(select(func.count()).select_from(webhooks).where(webhooks.c.owner == owner))
    ).scalar_one()
    return counted


async def lease(engine: AsyncEngine, now: datetime, limit: int) -> Sequence[Row[Any]]:
    """Take up to `limit` webhooks that have something to be told, or to be tested, for oneself."""
    waiting = and_(webhooks.c.paused_because.is_(None), webhooks.c.due_at <= now, webhooks.c.seq < _HEAD)
    free = or_(webhooks.c.leased_until.is_(None), webhooks.c.leased_until < now)
    chosen = (
        select(webhooks.c.id)
        .where(free, or_(webhooks.c.test.is_not(None), waiting))
        .order_by(webhooks.c.due_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    taking = (
        update(webhooks)
        .where(webhooks.c.id.in_(chosen))
        .values(lease=uuid4(), leased_until=now + LEASE)
        .returning(webhooks)
    )
    async with engine.begin() as connection:
        rows: Sequence[Row[Any]] = (await connection.execute(taking)).all()
        return rows


async def note(engine: AsyncEngine, webhook: Row[Any], now: datetime, **values: Any) -> bool:
    """Write what was done under a lease and prolong it. False: the lease is gone, and nothing was written."""
    writing = (
        update(webhooks)
        .where(webhooks.c.id == webhook.id, webhooks.c.lease == webhook.lease)
        .values({"leased_until": now + LEASE} | values)
    )
    async with engine.begin() as connection:
        return bool((await connection.execute(writing)).rowcount)
