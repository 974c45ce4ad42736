"""NATS with JetStream, from its wheel: one server, or a cluster of three on this machine.

Every acknowledged message is on disk (`sync_interval: always`). Listens on 127.0.0.1 only and asks for a
password all the same: another user of the machine must not be able to speak for a service.
"""

import asyncio
import json
import secrets
import shutil
import sysconfig
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from deploy.local.ports import HOST, free_ports, get
from deploy.local.program import Child, Program

USER = "consigliere"


@dataclass(frozen=True, kw_only=True)
class NatsPlace:
    """Where a NATS server keeps its data and listens."""

    folder: Path
    port: int
    monitoring_port: int
    password: str
    name: str = "nats"
    route_port: int = 0
    """Where the others of a cluster reach it; 0: it stands alone."""
    routes: tuple[int, ...] = ()
    """Where every node of its cluster is reached."""

    @property
    def url(self) -> str:
        """The address with the password in it."""
        return f"nats://{USER}:{self.password}@{HOST}:{self.port}"

    def configuration(self) -> str:
        """Return the text of the server's configuration file."""
        return "\n".join(
            (
                f"server_name: {self.name}",
                f"listen: {json.dumps(f'{HOST}:{self.port}')}",
                f"http: {json.dumps(f'{HOST}:{self.monitoring_port}')}",
                f"authorization {{ user: {json.dumps(USER)}, password: {json.dumps(self.password)} }}",
                "jetstream {",
                f"  store_dir: {json.dumps(str(self.folder))}",
                "  # A write is acknowledged when the disk has it.",
                "  sync_interval: always",
                "}",
                *(self._cluster() if self.route_port else ()),
                "",
            )
        )

    def _cluster(self) -> tuple[str, ...]:
        """Return the part that makes a node one of a cluster; its routes ask for the password too."""
        login = f"user: {json.dumps(USER)}, password: {json.dumps(self.password)}"
        routes = (f"nats://{USER}:{self.password}@{HOST}:{port}" for port in self.routes)
        return (
            "cluster {",
            "  name: consigliere",
            f"  listen: {json.dumps(f'{HOST}:{self.route_port}')}",
            f"  authorization {{ {login} }}",
            f"  routes: [{', '.join(map(json.dumps, routes))}]",
            "  # Clients know every node from their settings, and go where those say.",
            "  no_advertise: true",
            "}",
        )


@dataclass(frozen=True, kw_only=True)
class NatsCluster:
    """The nodes that hold the streams together: one, or three."""

    nodes: tuple[NatsPlace, ...]

    @property
    def url(self) -> str:
        """The addresses of all nodes, with commas between them."""
        return ",".join(node.url for node in self.nodes)


def nats_cluster(folder: Path, nodes: int = 1) -> NatsCluster:
    """Choose free ports and a new password for each of the nodes; a single one has its data in the folder."""
    if nodes == 1:
        return NatsCluster(nodes=(nats_place(folder),))
    password, routes = secrets.token_urlsafe(24), free_ports(nodes)
    ports = [port for port in free_ports(3 * nodes) if port not in routes]
    return NatsCluster(
        nodes=tuple(
            NatsPlace(
                folder=folder.resolve() / f"node-{number}",
                port=ports.pop(),
                monitoring_port=ports.pop(),
                password=password,
                name=f"nats-{number}",
                route_port=route,
                routes=tuple(routes),
            )
            for number, route in enumerate(routes, start=1)
        )
    )


def nats_place(folder: Path, port: int | None = None) -> NatsPlace:
    """Choose free ports, where none is asked for, and a new password."""
    some_port, monitoring_port = free_ports(2)
    return NatsPlace(
        folder=folder.resolve(),
        port=port or some_port,
        monitoring_port=monitoring_port,
        password=secrets.token_urlsafe(24),
    )


def nats_program(place: NatsPlace) -> Program:
    """Write the configuration and return the server that uses it."""
    place.folder.mkdir(parents=True, exist_ok=True)
    configuration = place.folder / "nats.conf"
    configuration.touch(mode=0o600)
    configuration.write_text(place.configuration())

    async def ready() -> bool:
        """Ask whether JetStream has recovered its streams."""
        return await get(place.monitoring_port, "/healthz") is not None

    return Program(
        name=place.name,
        command=(str(Path(sysconfig.get_path("scripts"), "nats-server")), "--config", str(configuration)),
        ready=ready,
    )


async def connected_clients(cluster: NatsCluster) -> frozenset[str]:
    """Return the names under which clients are connected, to whichever node."""
    answers = await asyncio.gather(*(get(node.monitoring_port, "/connz") for node in cluster.nodes))
    connections = [one for answer in answers if answer for one in json.loads(answer)["connections"]]
    return frozenset(connection.get("name", "") for connection in connections)


class EmbeddedNats:
    """A running NATS server that tests may kill and start again, on the same port and data."""

    def __init__(self, place: NatsPlace) -> None:
        self.url = place.url
        self.port = place.port
        self._folder = place.folder
        self._child = Child(nats_program(place), place.folder / "nats.log")

    @property
    def pid(self) -> int:
        """The server's process."""
        return self._child.pid

    async def start(self) -> None:
        """Start the server and wait until JetStream answers."""
        self._child.start()
        await self._child.until_ready()

    async def stop(self) -> None:
        """Stop the server in order."""
        await self._child.stop()

    async def kill(self) -> None:
        """Kill the server with -9 and wait until it is gone."""
        self._child.kill()
        await self._child.ended()

    async def lose_data(self) -> None:
        """Lose everything that a killed server kept: the next start is that of another one."""
        await asyncio.to_thread(shutil.rmtree, self._folder / "jetstream")

    async def restart(self) -> None:
        """Start the server again, stopping it first where it still runs."""
        await self.stop()
        await self.start()


@asynccontextmanager
async def embedded_nats(folder: Path, port: int | None = None) -> AsyncIterator[EmbeddedNats]:
    """Run a NATS server with its data in the folder."""
    server = EmbeddedNats(nats_place(folder, port))
    try:
        await server.start()
        yield server
    finally:
        await server.stop()
