"""Serves one service's API: `python -m shared.web.serve services.<service>.app`."""

import asyncio
import signal
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import uvloop
from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar
from litestar.datastructures import State

from shared import logs
from shared.eventsourcing.migrate import demand_newest
from shared.eventsourcing.postgres import open_engine
from shared.garbage import settle
from shared.settings import from_environment
from shared.telemetry.observing import observed, sampled

if TYPE_CHECKING:
    from shared.telemetry.sampling import Question


async def serve(app: Litestar, host: str, port: int) -> None:
    """Serve in this one process until SIGTERM or SIGINT, then finish what is running.

    Raises AnotherRevision where the database was not migrated to what this code needs.
    """
    engine = open_engine(app.state.settings.database_url, application_name="starting", pool_size=1)
    await demand_newest(engine, app.state.definition.migrations)
    await engine.dispose()
    server = Server(app, address=host, port=port, interface=Interfaces.ASGI, log_enabled=False)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, server.stop)
    state = app.state
    async with observed(state.settings, state.watch):
        sampled(state.watch, lambda: _questions(state))
        await server.serve()


def _questions(state: State) -> "list[Question]":
    from shared.telemetry.questions import of_api  # noqa: PLC0415 - costs nothing where it is off

    return of_api(state.definition.name, lambda: state.engine, lambda: state.get("nats"))


def main() -> None:
    """Serve the application of the module named on the command line."""
    module = sys.argv[1]
    settings = from_environment()
    logs.configure(module.split(".")[1], "api", settings.log_level)
    app: Litestar = import_module(module).create_app()
    settle()
    uvloop.run(serve(app, settings.host, settings.port))


if __name__ == "__main__":
    main()
