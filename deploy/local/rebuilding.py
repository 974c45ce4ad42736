"""Read models of a data folder built anew: `consigliere rebuild`."""

from pathlib import Path

from deploy.local.stack import SERVICES, servers
from shared.eventsourcing.postgres import open_engine
from shared.rebuild import Rebuilt, rebuild
from shared.service import load_definition


async def rebuilt(folder: Path, *, switch: bool) -> list[Rebuilt]:
    """Build the read models of every service anew; where the stack does not run, the servers are started.

    Raises ProgramFailed where there is no data.
    """
    done = []
    async with servers(folder) as running:
        for service in SERVICES:
            engine = open_engine(running.databases[service], application_name="rebuild", pool_size=1)
            try:
                definition = load_definition(f"services.{service}.composition")
                done.append(await rebuild(definition, engine, switch=switch))
            finally:
                await engine.dispose()
    return done
