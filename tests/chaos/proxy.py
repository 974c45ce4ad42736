"""A TCP proxy on loopback whose connections can be cut, or hold their breath, as a bad cable does."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from deploy.local.ports import HOST, free_ports


class Proxy:
    """Passes bytes on to a port that is asked for at each connection."""

    def __init__(self, target: Callable[[], int]) -> None:
        self.port = free_ports(1)[0]
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._flowing = asyncio.Event()
        self._flowing.set()
        self._passing: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        """Listen."""
        self._server = await asyncio.start_server(self._accept, HOST, self.port)
        return self

    async def __aexit__(self, *_error: object) -> None:
        """Cut everything and listen no more."""
        self._server.close()
        self.cut()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)

    def cut(self) -> int:
        """Abort every connection; return how many there were."""
        cut = len(self._writers) // 2
        for writer in list(self._writers):
            writer.transport.abort()
        return cut

    def hold(self) -> None:
        """Let no byte through, in either direction, and close nothing."""
        self._flowing.clear()

    def let_go(self) -> None:
        """Let the bytes through again."""
        self._flowing.set()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._passing.add(task)
            task.add_done_callback(self._passing.discard)
        try:
            upstream, downstream = await asyncio.open_connection(HOST, self._target())
        except OSError:
            writer.transport.abort()
            return
        both = {writer, downstream}
        self._writers |= both
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._pass(reader, downstream))
                group.create_task(self._pass(upstream, writer))
        except* OSError:
            pass
        finally:
            self._writers -= both
            for one in both:
                one.transport.abort()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                await self._flowing.wait()
                writer.write(data)
                await writer.drain()
        raise ConnectionResetError
