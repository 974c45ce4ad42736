"""The embedded stack: three servers, of each of four services an API, a relay and a consumer, and a timer.

`async with Stack(folder) as stack` starts all of it and, at the end, stops all of it. The command line
and the end-to-end tests use it alike.
"""

import json
import shutil
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Self

from deploy.local.caddy import caddy_program
from deploy.local.databases import Database, PostgresServer
from deploy.local.keys import Keys, keys_in
from deploy.local.nats import NatsCluster, connected_clients, nats_cluster, nats_program
from deploy.local.ports import HOST, free_port, free_ports, get
from deploy.local.postgres import initialize, postgres_place, postgres_program
from deploy.local.program import Program, ProgramFailed, running
from deploy.local.state import StateFile
from deploy.local.supervisor import Supervisor, say_nothing

SERVICES = ("registration", "gameplay", "scoring", "appeals")
WORKERS = ("relay", "consumer")
TIMED = ("appeals",)
"""Services in which something is due by the clock: they have a timer beside their workers."""
PORT = 8080
JOURNAL = "told.jsonl"
"""What the clients of `consigliere run` were told, beside the data: see `consigliere audit`."""
TARGETS = "metrics-targets.json"
"""Where each process shows its metrics, as Prometheus reads it (file_sd_configs)."""
FOLDERS = ("postgres", "nats", "caddy", "keys", "logs")
"""What a data folder holds, and what beginning anew removes."""


class Stack:
    """Everything that runs on one data folder."""

    def __init__(
        self,
        folder: Path,
        *,
        fresh: bool = False,
        port: int | None = None,
        durable: bool = True,
        nats_nodes: int = 1,
        metrics: bool = False,
        say: Callable[[str], None] = say_nothing,
    ) -> None:
        """Describe a stack. With three NATS nodes every stream is kept on all three of them.

        With `metrics` every process shows its own on a port of this machine, and metrics-targets.json in
        the folder tells Prometheus which.
        """
        self.folder = folder.resolve()
        self.databases: dict[str, Database] = {}
        self.seconds_to_start = 0.0
        self._fresh = fresh
        self._port = port
        self._durable = durable
        self._nats_nodes = nats_nodes
        self._metrics = metrics
        self.metrics_ports: dict[str, int] = {}
        self._say = say
        self._supervisor = Supervisor(self.folder, say=say)

    async def __aenter__(self) -> Self:
        """Start everything. Raises ProgramFailed and AlreadyRunning, and then leaves nothing running."""
        began = time.monotonic()
        await self._supervisor.__aenter__()
        try:
            await self._start()
        except BaseException as error:
            await self._supervisor.__aexit__(type(error), error, error.__traceback__)
            raise
        self.seconds_to_start = time.monotonic() - began
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop everything."""
        await self._supervisor.__aexit__(kind, error, trace)

    @property
    def nats_url(self) -> str:
        """Where the services reach NATS."""
        return self.nats.url

    @property
    def pids(self) -> dict[str, int]:
        """The pid of each program: postgres, nats, caddy, gameplay-api, gameplay-relay, and so on."""
        return self._supervisor.pids

    def kill(self, program: str) -> int:
        """Kill a program with -9 and return the pid it had; the supervisor starts it again."""
        return self._supervisor.kill(program)

    def signal(self, program: str, number: signal.Signals) -> None:
        """Send a signal to a program and what it started: SIGSTOP to pause it, SIGCONT to let it go on."""
        self._supervisor.signal(program, number)

    async def restart(self, program: str) -> int:
        """Restart a program in order and return its new pid when it serves."""
        return await self._supervisor.restart(program)

    async def renew(self) -> None:
        """Migrate, and start every API and worker again, one after the other, with the code as it is now.

        The front door holds a request until the API that it is for is back. What cannot be done is said in
        the state file; what ran goes on.
        """
        try:
            await self._supervisor.run(*(self._migration(service) for service in SERVICES))
            for program in self._ours:
                self._say(f"Starting {program} again.")
                await self._supervisor.restart(program)
        except ProgramFailed as failure:
            self._say(f"Not everything was started again: {failure}")
            self._supervisor.renewed(str(failure))
        else:
            self._supervisor.renewed()

    def kill_all(self) -> None:
        """Kill everything with -9, without waiting for anything."""
        self._supervisor.kill_all()

    async def until_back(self, program: str, killed: int) -> int:
        """Wait until a program that had the pid `killed` serves again; return its new pid."""
        return await self._supervisor.until_back(program, killed)

    async def until_given_up(self) -> None:
        """Wait as long as everything can be kept running. Raises ProgramFailed."""
        await self._supervisor.until_given_up()

    @property
    def _ours(self) -> list[str]:
        """The programs that run our code, each service's API last: it answers for what the others do."""
        workers = [f"{service}-{kind}" for service in SERVICES for kind in WORKERS]
        return [
            *workers,
            *(f"{service}-timer" for service in TIMED),
            *(f"{service}-api" for service in SERVICES),
        ]

    async def _start(self) -> None:
        if self._fresh:
            for name in FOLDERS:
                shutil.rmtree(self.folder / name, ignore_errors=True)
            (self.folder / JOURNAL).unlink(missing_ok=True)
        self.keys: Keys = keys_in(self.folder / "keys")
        self.nats: NatsCluster = nats_cluster(self.folder / "nats", self._nats_nodes)
        self.databases = await start_servers(self._supervisor, self.folder, self.nats, durable=self._durable)
        await self._migrate()
        if not self.keys.bootstrapped.exists():
            await self._supervisor.run(self._bootstrap())
            self.keys.bootstrapped.touch(mode=0o600)
        port = self._choose_port()
        self.base_url = f"http://{HOST}:{port}"
        upstreams = dict(zip(SERVICES, free_ports(len(SERVICES)), strict=True))
        self._show_metrics()
        await self._supervisor.start(
            *(self._api(service, own) for service, own in upstreams.items()),
            *(self._worker(service, kind) for service in SERVICES for kind in WORKERS),
            *(self._worker(service, "timer") for service in TIMED),
            caddy_program(self.folder / "caddy", port, upstreams),
        )
        self._supervisor.describe(
            base_url=self.base_url,
            nats_url=self.nats.url,
            databases={service: database.service_url for service, database in self.databases.items()},
        )

    def _show_metrics(self) -> None:
        names = [f"{service}-{kind}" for service in SERVICES for kind in ("api", *WORKERS)]
        names += [f"{service}-timer" for service in TIMED]
        targets = self.folder / TARGETS
        if not self._metrics:
            targets.unlink(missing_ok=True)
            return
        self.metrics_ports = dict(zip(names, free_ports(len(names)), strict=True))
        listed = [
            {"targets": [f"{HOST}:{port}"], "labels": {"process": name}}
            for name, port in self.metrics_ports.items()
        ]
        targets.write_text(json.dumps(listed, indent=2), encoding="utf-8")

    def _choose_port(self) -> int:
        wanted = self._port or PORT
        port = free_port(wanted)
        if port != wanted:
            self._say(f"Port {wanted} is taken by another program: using {port}.")
        return port

    async def _migrate(self) -> None:
        """Migrate in this process, one after the other: four more interpreters would take longer to start."""
        from shared.eventsourcing.migrate import migrate  # noqa: PLC0415 - alembic is slow to import

        for service, database in self.databases.items():
            package = import_module(f"services.{service}")
            await migrate(database.owner_url, database.service_role, Path(package.__path__[0]) / "migrations")

    def _migration(self, service: str) -> Program:
        """Migrate in a process of its own, which has the code as it is now."""
        database = self.databases[service]
        return self._python(
            f"{service}-migration",
            *("shared.eventsourcing.migrate", f"services.{service}"),
            environment={
                "CONSIGLIERE_OWNER_URL": database.owner_url,
                "CONSIGLIERE_SERVICE_ROLE": database.service_role,
            },
        )

    def _bootstrap(self) -> Program:
        return self._python(
            "bootstrap",
            "services.registration.bootstrap",
            environment={
                **self._settings("registration"),
                "CONSIGLIERE_ADMIN_ID": str(self.keys.admin.id),
                "CONSIGLIERE_ADMIN_SECRET": self.keys.admin.secret,
            },
        )

    def _api(self, service: str, port: int) -> Program:
        async def ready() -> bool:
            """Ask the service whether it can take commands."""
            return await get(port, "/readyz") is not None

        return self._python(
            f"{service}-api",
            *("shared.web.serve", f"services.{service}.app"),
            environment=self._settings(service) | {"CONSIGLIERE_PORT": str(port)},
            ready=ready,
        )

    def _worker(self, service: str, kind: str) -> Program:
        name = f"{service}-{kind}"

        async def ready() -> bool:
            """Ask NATS whether the worker is connected."""
            return name in await connected_clients(self.nats)

        return self._python(
            name,
            *("shared.messaging.serve", kind, f"services.{service}.composition"),
            environment=self._settings(service) | {"CONSIGLIERE_FRONT_URL": self.base_url},
            ready=ready,
        )

    def _settings(self, service: str) -> dict[str, str]:
        settings = {
            "CONSIGLIERE_SERVICE": service,
            "CONSIGLIERE_DATABASE_URL": self.databases[service].service_url,
            "CONSIGLIERE_NATS_URL": self.nats_url,
            "CONSIGLIERE_REPLICAS": str(self._nats_nodes),
            "CONSIGLIERE_JWKS": str(self.keys.jwks),
        }
        if service == "registration":
            settings["CONSIGLIERE_SIGNING_KEY"] = str(self.keys.signing_key)
        return settings

    def _python(
        self,
        name: str,
        *module: str,
        environment: Mapping[str, str],
        ready: Callable[[], Awaitable[bool]] = running,
    ) -> Program:
        watched = {}
        if name in self.metrics_ports:
            watched["CONSIGLIERE_METRICS_PORT"] = str(self.metrics_ports[name])
        return Program(
            name=name,
            command=(sys.executable, "-m", *module),
            environment={"PYTHONUNBUFFERED": "1", **watched, **environment},
            ready=ready,
        )


@dataclass(frozen=True, kw_only=True)
class Servers:
    """The addresses of the servers of a data folder."""

    databases: Mapping[str, str]
    """Each service's, as its own role."""
    nats_url: str
    working: bool
    """Whether the services run too, and hear what is said."""


@asynccontextmanager
async def servers(folder: Path) -> AsyncIterator[Servers]:
    """Give the servers of a data folder: those of a running stack, or else started without services.

    Raises ProgramFailed, also where there is no data, and AlreadyRunning where a stack is just starting.
    """
    running = StateFile(folder).read()
    if running is not None and running.supervisor.found() and running.databases:
        yield Servers(databases=running.databases, nats_url=running.nats_url, working=True)
        return
    if not has_data(folder):
        raise ProgramFailed(f"There is no data in {folder}. Make some with: make run")
    async with Supervisor(folder) as supervisor:
        nats = nats_cluster(folder / "nats", 3 if (folder / "nats" / "node-1").exists() else 1)
        databases = await start_servers(supervisor, folder, nats)
        yield Servers(
            databases={service: database.service_url for service, database in databases.items()},
            nats_url=nats.url,
            working=False,
        )


def has_data(folder: Path) -> bool:
    """Tell whether a stack has ever run on a folder."""
    return (folder / "postgres" / "data").exists()


async def start_servers(
    supervisor: Supervisor, folder: Path, nats: NatsCluster, *, durable: bool = True
) -> dict[str, Database]:
    """Start PostgreSQL and NATS together and return the services' databases, made where they are missing."""
    place = postgres_place(folder / "postgres")
    await initialize(place, supervisor.logs / "initdb.log", durable=durable)
    await supervisor.start(postgres_program(place, durable=durable), *map(nats_program, nats.nodes))
    server = PostgresServer(place.admin_url)
    return {service: await server.create_database(service) for service in SERVICES}
