"""How a request reads: from read models, when they have reached the position it names, with ETags."""

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlencode

from litestar import Request, Response
from litestar.datastructures import State
from sqlalchemy import Executable, Row
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shared.eventsourcing.postgres import reading
from shared.web.asking import Asking
from shared.web.auth import Principal
from shared.web.problems import BadRequest

View = TypeVar("View")
WAIT_SECONDS = 10.0
POLL_SECONDS = 0.005
_POSITION = re.compile(r"(registration|gameplay|scoring|appeals):([0-9]{1,15})")


class Reads:
    """Injected into handlers that answer questions."""

    def __init__(
        self, request: Request[Any, Any, Any], engine: AsyncEngine, principal: Principal | None
    ) -> None:
        self._request = request
        self._engine = engine
        self.principal = principal
        """Who is asking, as far as he is somebody here: see `bounds`."""

    @property
    def holder(self) -> Principal | None:
        """Who holds the token, wherever it is good: for reads that mind its championship themselves."""
        holder: Principal | None = self._request.scope.get("user")
        return holder

    @property
    def app(self) -> State:
        """What the application keeps."""
        state: State = self._request.app.state
        return state

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """Open a connection whose statements all see one moment."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection

    def next_page(self, cursor: str) -> dict[str, str]:
        """Return the Link header of the page after a cursor, with everything else that was asked for."""
        asked = {k: v for k, v in self._request.query_params.items() if k != "min"} | {"cursor": cursor}
        return {"Link": f'<?{urlencode(asked)}>; rel="next"'}

    async def one(self, query: Executable) -> Row[Any] | None:
        """Return the only row, or None."""

        async def read(connection: AsyncConnection) -> Row[Any] | None:
            return (await connection.execute(query)).one_or_none()

        return await reading(self._engine, read)

    async def all(self, query: Executable) -> Sequence[Row[Any]]:
        """Return all rows."""

        async def read(connection: AsyncConnection) -> Sequence[Row[Any]]:
            return (await connection.execute(query)).all()

        return await reading(self._engine, read)

    async def scalar(self, query: Executable) -> Any:
        """Return the first column of the first row, or None."""

        async def read(connection: AsyncConnection) -> Any:
            return await connection.scalar(query)

        return await reading(self._engine, read)

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


class Positions:
    """How far a service's read models have come, asked of the database once for all who wait."""

    def __init__(self, engine: AsyncEngine, service: str, sources: Sequence[str]) -> None:
        self._service = service
        self._sources = sources
        self._reached: Asking[str, dict[str, int]] = Asking(
            lambda service: reached_positions(engine, service)
        )

    async def wait(self, wanted: dict[str, int]) -> None:
        """Return when the read models stand at `wanted` or beyond.

        Raises BadRequest after ten seconds (503), and at once (400) for a service that is not heard
        here and for a position of the service's own that it never gave.
        """
        unheard = sorted(set(wanted) - {self._service, *self._sources})
        if unheard:
            raise BadRequest(400, "position_unheard", f"{self._service} does not hear {', '.join(unheard)}.")
        clock = asyncio.get_running_loop().time
        deadline = clock() + WAIT_SECONDS
        while True:
            reached = await self._reached(self._service)
            missing = {source: seq for source, seq in wanted.items() if reached.get(source, 0) < seq}
            if not missing:
                return
            if self._service in missing:
                raise BadRequest(
                    400, "position_unknown", f"{self._service} never gave {missing[self._service]}."
                )
            if clock() > deadline:
                detail = ", ".join(
                    f"{source} is at {reached.get(source, 0)}, not yet {seq}"
                    for source, seq in missing.items()
                )
                raise BadRequest(
                    503, "position_not_reached", f"{detail}; try again.", headers={"Retry-After": "1"}
                )
            await asyncio.sleep(POLL_SECONDS)


async def reached_positions(engine: AsyncEngine, service: str) -> dict[str, int]:
    """Return how far the service's read models have come, by source; its own are always at its head."""

    async def read(connection: AsyncConnection) -> dict[str, int]:
        rows = await connection.exec_driver_sql(
            "SELECT source, seq FROM es.checkpoints UNION ALL SELECT $1, outbox_seq FROM es.head", (service,)
        )
        return {row.source: row.seq for row in rows.all()}

    return await reading(engine, read)
