"""Builds a service's read models anew beside the live ones, and switches, while everything works.

`python -m shared.rebuild services.<service>.composition [--check]`, with the settings of the service's own
processes; `consigliere rebuild` for the embedded stack.

The replay runs in the background as long as it takes. Then, for a moment, nobody may write to the live
tables: the rest is applied, each table is compared with the live one, and those that differ are replaced in
one transaction. A reader sees a table before or after that, never in between. Processes that serve meanwhile
must run the code that rebuilds: install, restart, rebuild.
"""

import argparse
import asyncio
import sys
import time
from dataclasses import dataclass

from sqlalchemy import Table
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shared.eventsourcing.postgres import open_engine
from shared.replay import Replay, checksum
from shared.service import ServiceDefinition, load_definition
from shared.settings import from_environment

TRIES = 100
PATIENCE = "200ms"
"""How long to wait for writers: less than PostgreSQL takes to see a deadlock, so that none is its victim."""
TOO_BUSY = frozenset({"55P03", "40P01"})


@dataclass(frozen=True, slots=True)
class Model:
    """One table of a read model: how many rows it has when built anew, and whether the live one differed."""

    table: str
    rows: int
    live: str
    """The checksum that the live table had."""
    rebuilt: str

    @property
    def differed(self) -> bool:
        """Whether the live table was not what the events give."""
        return self.live != self.rebuilt


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild has found, the position that it stands on, and for how long writers waited."""

    service: str
    position: int
    heard: dict[str, int]
    models: tuple[Model, ...]
    waited_ms: float


async def rebuild(definition: ServiceDefinition, engine: AsyncEngine, *, switch: bool = True) -> Rebuilt:
    """Build all read models of a service anew, compare, and replace those that differ.

    With `switch=False` nothing is replaced. Raises ValueError where no moment is found in which nobody
    writes; nothing is changed then.
    """
    async with engine.connect() as connection:
        await connection.exec_driver_sql("SET idle_in_transaction_session_timeout = 0")
        replay = Replay(definition, connection)
        await replay.begin(keep=True)
        await connection.commit()
        try:
            for _ in range(TRIES):
                while await replay.advance():
                    await connection.commit()
                done = await _switch(definition.name, connection, replay, switch=switch)
                if done is not None:
                    return done
        finally:
            await connection.rollback()
            for table in replay.tables:
                await connection.exec_driver_sql(f"DROP TABLE IF EXISTS pg_temp.{table.name}")
            await connection.exec_driver_sql("RESET idle_in_transaction_session_timeout")
            await connection.commit()
    raise ValueError(f"{definition.name}: in {TRIES} tries its tables were never free; try again later")


async def _switch(
    service: str, connection: AsyncConnection, replay: Replay, *, switch: bool
) -> Rebuilt | None:
    """Hold writers, apply the rest, compare and replace; None where somebody writes for too long."""
    before = replay.position, dict(replay.heard)
    names = ", ".join(f"public.{table.name}" for table in replay.tables)
    try:
        await connection.exec_driver_sql(f"SET LOCAL lock_timeout = '{PATIENCE}'")
        await connection.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
        began = time.perf_counter()
        while await replay.advance():
            pass
        models = [await _compared(connection, table) for table in replay.tables]
        for model in models:
            if switch and model.differed:
                await connection.exec_driver_sql(f"DELETE FROM public.{model.table}")  # noqa: S608 - ours
                await connection.exec_driver_sql(
                    f"INSERT INTO public.{model.table} SELECT * FROM pg_temp.{model.table}"  # noqa: S608 - ours
                )
        await connection.commit()
    except DBAPIError as error:
        await connection.rollback()
        replay.position, replay.heard = before
        if getattr(error.orig, "sqlstate", None) not in TOO_BUSY:
            raise
        return None
    waited = (time.perf_counter() - began) * 1000
    return Rebuilt(service, replay.position, dict(replay.heard), tuple(models), waited)


async def _compared(connection: AsyncConnection, table: Table) -> Model:
    count = await connection.exec_driver_sql(f"SELECT count(*) FROM pg_temp.{table.name}")  # noqa: S608 - ours
    live, rebuilt = [await checksum(connection, table, schema) for schema in ("public", "pg_temp")]
    return Model(table.name, count.scalar_one(), live, rebuilt)


async def _rebuild_here(module: str, *, switch: bool) -> Rebuilt:
    engine = open_engine(from_environment().database_url, application_name="rebuild", pool_size=1)
    try:
        return await rebuild(load_definition(module), engine, switch=switch)
    finally:
        await engine.dispose()


def main() -> None:
    """Rebuild the service named on the command line; end with 1 where a check finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m shared.rebuild", description="Rebuild read models.")
    parser.add_argument("module", help="as services.scoring.composition")
    parser.add_argument("--check", action="store_true", help="only compare, replace nothing")
    given = parser.parse_args()
    done = asyncio.run(_rebuild_here(given.module, switch=not given.check))
    for model in done.models:
        state = "equal" if not model.differed else "differs" if given.check else "replaced"
        sys.stdout.write(f"{model.table:40} {model.rows:8} rows  {state}\n")
    sys.stdout.write(f"as of position {done.position}; writers waited {done.waited_ms:.0f} ms\n")
    raise SystemExit(1 if given.check and any(model.differed for model in done.models) else 0)


if __name__ == "__main__":
    main()
