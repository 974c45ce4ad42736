"""The migrated tables are the tables that the read models write."""

from collections.abc import Awaitable, Callable
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from services.gameplay.projections import METADATA
from tests.running import RunningService


def difference(connection: Connection) -> list[Any]:
    """Return what a migration would have to change in the public schema."""
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    found: list[Any] = compare_metadata(context, METADATA)
    return [change for change in found if "alembic_version" not in str(change)]


async def test_migrations_make_the_tables_of_the_read_models(
    service: Callable[..., Awaitable[RunningService]],
) -> None:
    """No column, index or table differs between the migrations and the code."""
    api = await service("gameplay")
    async with api.store.engine.connect() as connection:
        assert await connection.run_sync(difference) == []
