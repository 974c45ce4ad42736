"""The one migration runner: the kit's event store first, then the service's own history.

A store is made at its newest revision, or upgraded step by step where it is older; what it holds stays.

Run as `python -m shared.eventsourcing.migrate services.<service>` with CONSIGLIERE_OWNER_URL (a
`postgresql://` URL of the database's owner) and CONSIGLIERE_SERVICE_ROLE (the role that the service
connects with).
"""

import asyncio
import os
import re
import sys
from collections.abc import Iterable
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.operations import Operations
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

_KIT = resources.files("shared.eventsourcing")


async def migrate(owner_url: str, service_role: str, history: Path | None) -> str | None:
    """Bring a database to the newest revision of a service's history and return that revision.

    Without a history only the event store is made. Doing it twice changes nothing. The service's
    role gets SELECT, INSERT, UPDATE and DELETE on the read models, and on the event store only what
    `schema.sql` grants.
    """
    if not re.fullmatch(r"[a-z_][a-z0-9_]*", service_role):
        raise ValueError(f"service role {service_role!r}: expected a plain lower-case SQL name")
    engine = create_async_engine(
        owner_url.replace("postgresql://", "postgresql+asyncpg://", 1), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            await connection.exec_driver_sql("SET LOCAL lock_timeout = '5s'")
            await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7146382213)")
            for statement in _to_newest(await _store_revision(connection), service_role):
                await connection.exec_driver_sql(statement)
            return await connection.run_sync(_upgrade, history) if history is not None else None
    finally:
        await engine.dispose()


def store_schema(service_role: str) -> Iterable[str]:
    """Return the statements that make the event store and its grants, in order."""
    yield from _statements(_KIT / "schema.sql", service_role)
    yield f"GRANT USAGE ON SCHEMA public TO {service_role}"
    yield (
        "ALTER DEFAULT PRIVILEGES IN SCHEMA public"
        f" GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO {service_role}"
    )


def newest_store() -> int:
    """Return the revision of the event store that this code needs."""
    return max(_upgrades())


def _upgrades() -> dict[int, Traversable]:
    """Return the files that upgrade a store, by the revision that each leads to."""
    return {int(file.name[:4]): file for file in (_KIT / "upgrades").iterdir() if file.name.endswith(".sql")}


def _to_newest(revision: int, service_role: str) -> Iterable[str]:
    """Return what brings a store from a revision (0: there is none) to the newest."""
    if revision == 0:
        yield from store_schema(service_role)
        return
    upgrades = _upgrades()
    for number in range(revision + 1, newest_store() + 1):
        yield from _statements(upgrades[number], service_role)
        yield f"UPDATE es.revision SET number = {number}"  # noqa: S608 - a number of our own


def _statements(file: Traversable, service_role: str) -> Iterable[str]:
    text = file.read_text(encoding="utf-8").replace(":service_role", service_role)
    text = re.sub(r"^\s*--.*$", "", text, flags=re.MULTILINE)
    starts = r"CREATE|INSERT|GRANT|REVOKE|ALTER|UPDATE|DROP"
    yield from (s for s in re.split(rf";\s*\n(?=(?:{starts}|\s*\Z))", text) if s.strip())


async def _store_revision(connection: AsyncConnection) -> int:
    """Return a store's revision: 0 without one, 1 where it does not say."""
    rows = await connection.exec_driver_sql(
        "SELECT to_regnamespace('es') IS NOT NULL, to_regclass('es.revision') IS NOT NULL"
    )
    made, says = tuple(rows.one())
    if not says:
        return int(made)
    number: int = (await connection.exec_driver_sql("SELECT number FROM es.revision")).scalar_one()
    return number


class AnotherRevision(Exception):  # noqa: N818
    """The database is not at the revision that this code was written for."""


async def demand_newest(engine: AsyncEngine, history: Path) -> None:
    """Raise AnotherRevision unless the database is at the newest revisions of store and history."""
    wanted = _scripts(history).get_current_head()
    async with engine.connect() as connection:
        store = await _store_revision(connection)
        found = (
            await connection.exec_driver_sql("SELECT to_regclass('public.alembic_version') IS NOT NULL")
        ).scalar_one()
        rows = (
            await connection.exec_driver_sql("SELECT version_num FROM public.alembic_version")
            if found
            else None
        )
    revision = rows.scalar_one_or_none() if rows is not None else None
    if (revision, store) != (wanted, newest_store()):
        raise AnotherRevision(
            f"{history.parent.name}: the database is at revision {revision} and its event store at {store},"
            f" this code needs {wanted} and {newest_store()};"
            f" run python -m shared.eventsourcing.migrate services.{history.parent.name}"
        )


def _scripts(history: Path) -> ScriptDirectory:
    config = Config()
    config.set_main_option("script_location", str(history))
    config.set_main_option("path_separator", "os")
    return ScriptDirectory.from_config(config)


def _upgrade(connection: Connection, history: Path) -> str | None:
    scripts = _scripts(history)

    def steps(revision: Any, _context: MigrationContext) -> Any:
        return scripts._upgrade_revs("head", revision)  # noqa: SLF001 - alembic's own env.py goes this way

    context = MigrationContext.configure(connection, opts={"fn": steps})
    with Operations.context(context):
        context.run_migrations()
    return context.get_current_revision()


def main() -> None:
    """Migrate the database of the service named on the command line."""
    package = import_module(sys.argv[1])
    history = Path(package.__path__[0]) / "migrations"
    revision = asyncio.run(
        migrate(os.environ["CONSIGLIERE_OWNER_URL"], os.environ["CONSIGLIERE_SERVICE_ROLE"], history)
    )
    sys.stderr.write(f"{sys.argv[1]}: migrated to {revision}\n")


if __name__ == "__main__":
    main()
