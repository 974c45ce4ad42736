"""One runner brings every database to its newest revision, and no code runs on another."""

from collections.abc import Awaitable, Callable

import pytest

from deploy.local.databases import Database, PostgresServer
from shared.contracts.envelope import PUBLISHERS
from shared.eventsourcing.migrate import AnotherRevision, demand_newest, migrate
from shared.eventsourcing.postgres import open_engine
from shared.service import load_definition


@pytest.mark.parametrize("service", PUBLISHERS)
async def test_a_migrated_database_is_at_the_newest_revision(
    databases: Callable[[str], Awaitable[Database]], service: str
) -> None:
    """The application starts on it, as the service's own role, and migrating again changes nothing."""
    database = await databases(service)
    history = load_definition(f"services.{service}.composition").migrations
    engine = open_engine(database.service_url, application_name="test")
    await demand_newest(engine, history)
    revision = await migrate(database.owner_url, database.service_role, history)
    assert revision is not None
    await demand_newest(engine, history)
    await engine.dispose()


async def test_code_refuses_a_database_that_was_not_migrated(
    databases: Callable[[str], Awaitable[Database]],
) -> None:
    """The refusal names both revisions and the command that helps."""
    engine = open_engine((await databases("kit")).service_url, application_name="test")
    history = load_definition("services.gameplay.composition").migrations
    with pytest.raises(
        AnotherRevision,
        match=r"at revision None and its event store at \d+, this code needs .*migrate services.gameplay",
    ):
        await demand_newest(engine, history)
    await engine.dispose()


async def test_a_role_that_is_no_plain_name_is_refused(postgres_server: PostgresServer) -> None:
    """The role's name is written into statements, so it must be harmless."""
    with pytest.raises(ValueError, match="plain lower-case"):
        await migrate(postgres_server.admin_url, "x; DROP TABLE es.events", None)
