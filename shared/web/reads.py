"""How a request reads: from read models, when they have reached the position it names, with ETags."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from litestar import Request, Response
from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shared.web.auth import Principal
from shared.web.problems import BadRequest

View = TypeVar("View")
WAIT_SECONDS = 10.0
POLL_SECONDS = 0.02
_POSITION = re.compile(r"(registration|gameplay|scoring|appeals):([0-9]{1,15})")


class Reads:
    """Injected into handlers that answer questions."""

    def __init__(self, request: Request[Any, Any, Any], engine: AsyncEngine) -> None:
        self._request = request
        self._engine = engine

    @property
    def principal(self) -> Principal | None:
        """Who is asking, if the request says."""
        principal: Principal | None = self._request.scope.get("user")
        return principal

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection whose statements all see one moment."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    async def one(self, query: Executable) -> Row[Any] | None:
        """Return the only row, or None."""
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).one_or_none()

    async def all(self, query: Executable) -> Sequence[Row[Any]]:
        """Return all rows."""
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).all()

    async def scalar(self, query: Executable) -> Any:
        """Return the first column of the first row, or None."""
        async with self._engine.connect() as connection:
            return await connection.scalar(query)

    def answer(
        self,
        view: View,
        *,
        version: int | None = None,
        etag: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Response[Any]:
        """Answer 200 with an ETag ("v<version>", or `etag`), or 304 where the client has it already."""
        tag = f'"v{version}"' if version is not None else f'"{etag}"' if etag is not None else None
        given = dict(headers or {})
        if tag is not None:
            given["ETag"] = tag
            held = {
                t.strip().removeprefix("W/")
                for t in self._request.headers.get("If-None-Match", "").split(",")
            }
            if tag in held:
                return Response(None, status_code=304, headers=given)
        return Response(view, headers=given)


def positions(text: str) -> dict[str, int]:
    """Read "gameplay:12,scoring:4" into positions by service. Raises BadRequest (400)."""
    found: dict[str, int] = {}
    for part in text.split(","):
        match = _POSITION.fullmatch(part.strip())
        if match is None:
            raise BadRequest(400, "malformed_position", f"min must look like gameplay:12, not {part[:40]!r}.")
        found[match[1]] = int(match[2])
    return found


async def wait_for(engine: AsyncEngine, service: str, sources: Sequence[str], wanted: dict[str, int]) -> None:
    """Return when the read models stand at `wanted` or beyond.

    Raises BadRequest (503) after ten seconds, or at once for a service that is not heard here.
    """
    unheard = sorted(set(wanted) - {service, *sources})
    if unheard:
        raise BadRequest(400, "position_unheard", f"{service} does not hear {', '.join(unheard)}.")
    deadline = asyncio.get_running_loop().time() + WAIT_SECONDS
    while True:
        reached = await reached_positions(engine, service)
        missing = {source: seq for source, seq in wanted.items() if reached.get(source, 0) < seq}
        if not missing:
            return
        if asyncio.get_running_loop().time() > deadline:
            detail = ", ".join(
                f"{source} is at {reached.get(source, 0)}, not yet {seq}" for source, seq in missing.items()
            )
            raise BadRequest(
                503, "position_not_reached", f"{detail}; try again.", headers={"Retry-After": "1"}
            )
        await asyncio.sleep(POLL_SECONDS)


async def reached_positions(engine: AsyncEngine, service: str) -> dict[str, int]:
    """Return how far the service's read models have come, by source; its own are always at its head."""
    async with engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT source, seq FROM es.checkpoints UNION ALL SELECT $1, outbox_seq FROM es.head", (service,)
        )
        return {row.source: row.seq for row in rows.all()}
