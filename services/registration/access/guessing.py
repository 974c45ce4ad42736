"""Guessing is slowed: after a few failures a login must wait, twice as long after each further one.

This table is no read model: a failed attempt is no event. It says nothing of whether a login exists.
"""

from datetime import datetime, timedelta

from sqlalchemy import Column, DateTime, Integer, MetaData, Table, Text, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

FREE_FAILURES = 3
LONGEST_WAIT = timedelta(minutes=15)
FORGOTTEN_AFTER = timedelta(days=1)

failed_sign_ins = Table(
    "failed_sign_ins",
    MetaData(),
    Column("login", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_at", DateTime(timezone=True), nullable=False),
)


def wait_after(failures: int) -> timedelta:
    """Return how long a login must wait after so many failures in a row."""
    if failures < FREE_FAILURES:
        return timedelta(0)
    doublings = min(failures - FREE_FAILURES, 16)
    return min(timedelta(seconds=2**doublings), LONGEST_WAIT)


async def attempt(connection: AsyncConnection, login: str, now: datetime) -> timedelta:
    """Count an attempt as failed, and return how long to wait instead; zero where it may be made.

    Counted beforehand, so that attempts at once cannot share one guess; `succeeded` forgets it.
    """
    await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(hashtextextended($1, 1))", (login,))
    known = select(failed_sign_ins).where(failed_sign_ins.c.login == login)
    row = (await connection.execute(known)).one_or_none()
    failures = 0
    if row is not None and now - row.last_at < FORGOTTEN_AFTER:
        failures = row.failures
        left: timedelta = row.last_at + wait_after(failures) - now
        if left > timedelta(0):
            return left
    counted = {"failures": failures + 1, "last_at": now}
    await connection.execute(
        insert(failed_sign_ins)
        .values(login=login, **counted)
        .on_conflict_do_update(index_elements=["login"], set_=counted)
    )
    return timedelta(0)


async def succeeded(connection: AsyncConnection, login: str) -> None:
    """Forget the failures of a login."""
    await connection.execute(failed_sign_ins.delete().where(failed_sign_ins.c.login == login))
