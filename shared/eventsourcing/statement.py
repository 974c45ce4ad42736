"""One statement that is asked with most requests: prepared once, on a connection of its own."""

import asyncio
from typing import Any

import asyncpg
from sqlalchemy.ext.asyncio import AsyncEngine

from shared.eventsourcing.postgres import unavailable


class Statement:
    """A reading statement that stands alone; a pool and its checks would cost more than it does."""

    def __init__(self, engine: AsyncEngine, text: str) -> None:
        self._engine = engine
        self._text = text
        self._lock = asyncio.Lock()
        self._prepared: asyncpg.prepared_stmt.PreparedStatement[Any] | None = None
        self._connection: asyncpg.Connection[Any] | None = None

    async def row(self, *values: Any) -> Any:
        """Return the only row, or None; on a new connection where the one there was found dead."""
        async with self._lock:
            try:
                return await (self._prepared or await self._prepare()).fetchrow(*values)
            except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError) as error:
                if not isinstance(error, OSError) and not unavailable(error):
                    raise
                self._drop()
                return await (await self._prepare()).fetchrow(*values)
            except asyncio.CancelledError:
                self._drop()  # nobody knows what the driver was told last
                raise

    async def close(self) -> None:
        """Let go of the connection."""
        async with self._lock:
            self._drop()

    async def _prepare(self) -> "asyncpg.prepared_stmt.PreparedStatement[Any]":
        """Connect as the engine does."""
        url = self._engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        settings = {"application_name": "statement", "lock_timeout": "10000", "jit": "off"}
        self._connection = await asyncpg.connect(url, server_settings=settings)
        self._prepared = await self._connection.prepare(self._text)
        return self._prepared

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = self._prepared = None
