"""A statement on a connection of its own outlives what befalls the connection."""

import asyncio
from collections.abc import AsyncIterator

import asyncpg
import pytest

from shared.eventsourcing.postgres import PostgresStore
from shared.eventsourcing.statement import Statement

SLOW = "SELECT $1::int AS number, pg_backend_pid() AS pid, pg_sleep($2::float8)"


@pytest.fixture
async def statement(kit_store: PostgresStore) -> AsyncIterator[Statement]:
    """Give a statement that says which session answered, after as many seconds as it is told."""
    statement = Statement(kit_store.engine, SLOW)
    yield statement
    await statement.close()


async def test_it_is_asked_by_many_at_once(statement: Statement) -> None:
    """Each gets his own answer, from one session."""
    rows = await asyncio.gather(*(statement.row(number, 0.0) for number in range(20)))
    assert [row["number"] for row in rows] == list(range(20))
    assert len({row["pid"] for row in rows}) == 1


async def test_a_dead_connection_is_replaced(statement: Statement, kit_store: PostgresStore) -> None:
    """Whoever finds it dead has his answer all the same."""
    before = (await statement.row(1, 0.0))["pid"]
    async with kit_store.engine.begin() as connection:
        await connection.exec_driver_sql("SELECT pg_terminate_backend($1)", (before,))
    after = await statement.row(2, 0.0)
    assert after["number"] == 2
    assert after["pid"] != before


async def test_who_goes_away_leaves_nothing_behind(statement: Statement) -> None:
    """The question of a request that was cancelled is nobody's answer."""
    before = (await statement.row(1, 0.0))["pid"]
    asking = asyncio.create_task(statement.row(2, 60.0))
    await asyncio.sleep(0)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    after = await statement.row(3, 0.0)
    assert after["number"] == 3
    assert after["pid"] != before


async def test_a_wrong_question_is_raised_once(statement: Statement) -> None:
    """The connection stays."""
    before = (await statement.row(1, 0.0))["pid"]
    with pytest.raises(asyncpg.DataError):
        await statement.row("no number", 0.0)
    assert (await statement.row(2, 0.0))["pid"] == before
