"""A stack that can be shaken: proxies before NATS, small disks under the servers, clocks to move."""

import asyncio
import signal
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Self

import asyncpg
import nats
from nats.errors import Error as NatsError

from deploy.local.ports import HOST, free_ports
from deploy.local.program import Program, running
from deploy.local.stack import SERVICES, Stack
from shared.messaging.streams import stream_name
from tests.chaos.disks import Disk, disks
from tests.chaos.proxy import Proxy

NODES = 3
POSTGRES_MEGABYTES = 700
NODE_MEGABYTES = 200


class ShakenStack(Stack):
    """Four services over three NATS nodes, each reached through a proxy."""

    def __init__(self, folder: Path, *, durable: bool, say: Callable[[str], None]) -> None:
        super().__init__(folder, port=free_ports(1)[0], durable=durable, nats_nodes=NODES, say=say)
        self._open = AsyncExitStack()
        self.disks: dict[str, Disk] = {}

    async def __aenter__(self) -> Self:
        """Mount disks, open proxies, start everything."""
        sizes = {"postgres": POSTGRES_MEGABYTES}
        sizes |= {f"nats/node-{number}": NODE_MEGABYTES for number in range(1, NODES + 1)}
        self.disks = self._open.enter_context(disks(self.folder, sizes))
        self._proxies = [
            await self._open.enter_async_context(Proxy(lambda n=number: self.nats.nodes[n].port))  # type: ignore[misc]
            for number in range(NODES)
        ]
        try:
            return await super().__aenter__()
        except BaseException:
            await self._open.aclose()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Stop everything."""
        await super().__aexit__(kind, error, trace)
        await self._open.aclose()

    @property
    def nats_url(self) -> str:
        """The services reach NATS through the proxies."""
        return ",".join(
            node.url.replace(f"{HOST}:{node.port}", f"{HOST}:{proxy.port}")
            for node, proxy in zip(self.nats.nodes, self._proxies, strict=True)
        )

    def _python(
        self,
        name: str,
        *module: str,
        environment: Mapping[str, str],
        ready: Callable[[], Awaitable[bool]] = running,
    ) -> Program:
        clock = {"CHAOS_CLOCK": str(self.folder / f"{name}.clock")}
        return super()._python(
            name, "tests.chaos.moved_clock", *module, environment=clock | dict(environment), ready=ready
        )

    async def kill_and_wait(self, program: str) -> None:
        """Kill a program with -9 and wait until it serves again."""
        await self.until_back(program, self.kill(program))

    async def pause(self, program: str, seconds: float) -> None:
        """Stop a program and all its processes in their tracks for some seconds."""
        self.signal(program, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            self.signal(program, signal.SIGCONT)

    async def cut_nats(self, node: int) -> None:
        """Cut every connection of the services to a node."""
        self._proxies[node].cut()

    async def hold_nats(self, node: int, seconds: float) -> None:
        """Let nothing pass between the services and a node for some seconds."""
        self._proxies[node].hold()
        try:
            await asyncio.sleep(seconds)
        finally:
            self._proxies[node].let_go()

    async def cut_postgres(self, service: str) -> None:
        """End every session in a service's database."""
        with suppress(OSError, asyncpg.PostgresError):
            connection = await asyncpg.connect(self.databases[service].admin_url)
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await connection.close()

    async def move_clock(self, program: str, seconds: float) -> None:
        """Make a program's clock wrong by so many seconds from now on."""
        (self.folder / f"{program}.clock").write_text(str(seconds))

    async def fill_disk(self, name: str, seconds: float) -> None:
        """Fill a disk for some seconds. A NATS node that found it full is then started again.

        Its server freezes a stream after a write that failed, until somebody looks: see docs/operations.md.
        """
        disk = self.disks[name]
        await asyncio.to_thread(disk.fill)
        try:
            await asyncio.sleep(seconds)
        finally:
            disk.free()
        if name != "postgres":
            await self.kill_and_wait(f"nats-{name[-1]}")

    async def leader(self, service: str) -> str | None:
        """Return which NATS node leads a service's stream, where one does."""
        with suppress(NatsError, OSError, TimeoutError):
            client = await nats.connect(
                self.nats.url.split(","), connect_timeout=1, max_reconnect_attempts=1, error_cb=_ignore
            )
            try:
                info = await client.jetstream(timeout=2).stream_info(stream_name(service))
                return info.cluster.leader if info.cluster else None
            finally:
                await client.close()
        return None


async def _ignore(_error: Exception) -> None:
    """Say nothing: it is chaos."""


PROGRAMS = tuple(f"{service}-{kind}" for service in SERVICES for kind in ("api", "relay", "consumer"))
