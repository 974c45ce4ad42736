"""A store of the first revision, with data in it, becomes one of the newest: the same as one made today."""

from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest

from deploy.local.databases import Database, PostgresServer
from shared.eventsourcing import migrate
from shared.eventsourcing.handling import CommandLoop, Unit
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.verify import verify
from tests import toy

FIRST = Path(__file__).with_name("store_schema_1.sql")
"""`schema.sql` as it was shipped first; never changed again."""
SHAPE = """
    SELECT 'column', table_name || '.' || column_name,
        data_type || is_nullable || coalesce(column_default, '')
    FROM information_schema.columns WHERE table_schema = 'es'
    UNION SELECT 'function', proname, pg_get_functiondef(oid)
        FROM pg_proc WHERE pronamespace = 'es'::regnamespace
    UNION SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'es'
    UNION SELECT 'constraint', conrelid::regclass || conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'es'::regnamespace
    UNION SELECT 'trigger', tgrelid::regclass || tgname, pg_get_triggerdef(oid)
        FROM pg_trigger WHERE tgrelid::regclass::text LIKE 'es.%' AND NOT tgisinternal
    UNION SELECT 'right', table_name || '.' || privilege_type, is_grantable
        FROM information_schema.role_table_grants WHERE table_schema = 'es' AND grantee LIKE '%\\_service'
"""


@pytest.fixture
async def old(postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """Give a database whose store was made at the first revision."""
    database = await postgres_server.create_database(f"old_{uuid4().hex[:12]}")
    with monkeypatch.context() as then:
        then.setattr(migrate, "store_schema", lambda role: migrate._statements(FIRST, role))  # noqa: SLF001
        await migrate.migrate(database.owner_url, database.service_role, None)
    yield database
    await postgres_server.drop_database(database)


async def shape(url: str) -> set[tuple[str, ...]]:
    """Return everything that a store is made of, without its data."""
    engine = open_engine(url, application_name="test")
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql(SHAPE)
        found = {tuple(row) for row in rows.all()}
    await engine.dispose()
    return found


async def count(store: PostgresStore) -> None:
    """Append three events."""
    who = uuid4()

    async def work(unit: Unit) -> None:
        await unit.handle(toy.counter, who, toy.Count(by=who, times=3))

    await CommandLoop(toy.KERNEL, store).run(toy.CONTEXT, work)


async def test_an_old_store_with_data_is_upgraded_in_place(
    old: Database, postgres_server: PostgresServer
) -> None:
    """Every event is still there and verifies, appending goes on, and nothing differs from a new store."""
    await toy.create_tables(old.owner_url, old.service_role)
    engine = open_engine(old.service_url, application_name="test")
    store = PostgresStore(engine)
    await count(store)
    before = await store.read(0, 10)
    await migrate.migrate(old.owner_url, old.service_role, None)
    assert await store.read(0, 10) == before
    await count(store)
    assert (await store.head()).position == 6
    findings = await verify(toy.PUBLISHER, engine)
    assert [f for f in findings if f.wrong and f.invariant != "I1"] == []
    await engine.dispose()
    new = await postgres_server.create_database(f"new_{uuid4().hex[:12]}")
    await migrate.migrate(new.owner_url, new.service_role, None)
    assert await shape(old.admin_url) == await shape(new.admin_url)
    await postgres_server.drop_database(new)


async def test_code_does_not_start_on_an_old_store(old: Database) -> None:
    """The refusal names both revisions of the event store."""
    engine = open_engine(old.service_url, application_name="test")
    history = Path(__file__).parents[3] / "services" / "gameplay" / "migrations"
    with pytest.raises(migrate.AnotherRevision, match=f"event store at 1, .* and {migrate.newest_store()};"):
        await migrate.demand_newest(engine, history)
    await engine.dispose()
