"""Scoring's server with one more handler, which returns a file's bytes: what reads must cost at least.

`python -m bench.bare FILE` with the settings of the service: `/v1/bare` stands behind all that a request
passes in the service (token, limits, request id, log, problem documents), `/` is litestar alone.
"""

import sys
from pathlib import Path
from typing import Any

import uvloop
from granian.constants import Interfaces
from granian.server.embed import Server
from litestar import Litestar, MediaType, get
from litestar.types import Receive, Scope, Send

from services.scoring.composition import DEFINITION
from shared import logs
from shared.garbage import settle
from shared.settings import from_environment
from shared.web.app import build_app


class Apart:
    """Two applications behind one port: that of the service, and litestar alone at `/`."""

    def __init__(self, body: bytes) -> None:
        @get("/v1/bare", media_type=MediaType.JSON, opt={"public": True})
        async def behind_all() -> bytes:
            return body

        @get("/", media_type=MediaType.JSON)
        async def alone() -> bytes:
            return body

        self._service = build_app(DEFINITION, controllers=[behind_all])
        self._alone = Litestar([alone], openapi_config=None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request to the one it is for; the service's is started and stopped."""
        path: Any = scope.get("path")
        await (self._alone if path == "/" else self._service)(scope, receive, send)


def main() -> None:
    """Serve."""
    settings = from_environment()
    logs.configure("bare", "api", settings.log_level)
    app = Apart(Path(sys.argv[1]).read_bytes())
    settle()
    server = Server(
        app, address=settings.host, port=settings.port, interface=Interfaces.ASGI, log_enabled=False
    )
    uvloop.run(server.serve())


if __name__ == "__main__":
    main()
