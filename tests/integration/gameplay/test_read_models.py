"""The read models: their tables are the migrated ones, and they hold what was heard last."""

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from services.gameplay.projections import METADATA
from services.gameplay.projections.which_rules_bind_a_championship import table_rules
from shared.contracts.registration import RegulationsRebound
from tests.integration.gameplay.championship import AT, announced, drawn
from tests.running import RunningService
from tests.unit.gameplay.tables import CHAMPIONSHIP, GAME


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


async def test_a_game_is_played_by_what_held_when_it_was_drawn(
    service: Callable[..., Awaitable[RunningService]],
) -> None:
    """Another version of the regulations binds the draws after it; games that were drawn keep theirs."""
    api = await drawn(await service("gameplay"))
    newer = msgspec.structs.replace(announced().regulations, version=2)
    await api.hear(
        RegulationsRebound(
            championship=CHAMPIONSHIP, regulations=newer, digest="0" * 64, reason="So.", rebound_at=AT
        )
    )
    async with api.store.engine.connect() as connection:
        assert (await table_rules(connection, CHAMPIONSHIP)).version == 2
    assert (await api.get(f"/v1/games/{GAME}")).json()["regulations_version"] == 1
