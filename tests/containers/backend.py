"""PostgreSQL and NATS in containers, behind the same faces as the embedded ones: BACKEND=containers."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import httpx
from testcontainers.community.postgres import PostgresContainer
from testcontainers.core.container import DockerContainer

from deploy.local.databases import PostgresServer
from deploy.local.nats import USER
from deploy.local.ports import HOST, free_ports
from tests.eventually import eventually

POSTGRES = "postgres:18"
NATS = "nats:2.15-alpine"
FAST = "postgres -c fsync=off -c full_page_writes=off -c max_connections=200 -c jit=off -c scram_iterations=1"


@asynccontextmanager
async def container_postgres() -> AsyncIterator[PostgresServer]:
    """Run PostgreSQL in a container; what it holds ends with it."""
    container = PostgresContainer(
        POSTGRES, username="postgres", password=secrets.token_hex(16), dbname="postgres", driver=None
    ).with_command(FAST)
    await asyncio.to_thread(container.start)
    try:
        yield PostgresServer(container.get_connection_url().replace("localhost", HOST))
    finally:
        await asyncio.to_thread(container.stop)


class ContainerNats:
    """A NATS server in a container that tests may kill and start again, on the same port and data."""

    def __init__(self) -> None:
        self.port, self._monitoring_port = free_ports(2)
        password = secrets.token_hex(16)
        self.url = f"nats://{USER}:{password}@{HOST}:{self.port}"
        self._container = (
            DockerContainer(NATS)
            .with_command(f"--jetstream --store_dir /data --http_port 8222 --user {USER} --pass {password}")
            .with_bind_ports(4222, self.port)
            .with_bind_ports(8222, self._monitoring_port)
        )
        self._made = False

    @property
    def pid(self) -> int:
        """The server's process, as this machine sees it."""
        wrapped = self._container.get_wrapped_container()
        wrapped.reload()
        pid: int = wrapped.attrs["State"]["Pid"]
        return pid

    async def start(self) -> None:
        """Start the server and wait until JetStream answers."""
        if self._made:
            await asyncio.to_thread(self._container.get_wrapped_container().start)
        else:
            await asyncio.to_thread(self._container.start)
            self._made = True
        await eventually(self._healthy, "JetStream answers")

    async def stop(self) -> None:
        """Stop the server in order; its data stay."""
        await asyncio.to_thread(self._container.get_wrapped_container().stop)

    async def kill(self) -> None:
        """Kill the server with -9 and wait until it is gone."""
        wrapped = self._container.get_wrapped_container()
        await asyncio.to_thread(wrapped.kill)
        await asyncio.to_thread(wrapped.wait)

    async def restart(self) -> None:
        """Start the server again, stopping it first where it still runs."""
        await self.stop()
        await self.start()

    async def lose_data(self) -> None:
        """Lose everything that a killed server kept: the next start is that of another one."""
        await asyncio.to_thread(self._container.stop)
        self._made = False

    async def remove(self) -> None:
        """Remove the container with its data."""
        if self._made:
            await asyncio.to_thread(self._container.stop)

    async def _healthy(self) -> bool:
        try:
            async with httpx.AsyncClient(trust_env=False) as client:
                answer = await client.get(f"http://{HOST}:{self._monitoring_port}/healthz")
        except httpx.TransportError:
            return False
        return answer.is_success


@asynccontextmanager
async def container_nats() -> AsyncIterator[ContainerNats]:
    """Run NATS in a container of its own."""
    server = ContainerNats()
    try:
        await server.start()
        yield server
    finally:
        await server.remove()
