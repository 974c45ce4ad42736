"""HEAD: wherever GET answers, the same answer without its body (RFC 9110, 9.3.2)."""

from typing import Any

from litestar import Litestar
from litestar.types import Message, Send


class HeadAnswering(Litestar):
    """An application that answers HEAD as GET, and keeps the body to itself."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Hand a HEAD request on as the GET that it asks about."""
        if scope["type"] == "http" and scope["method"] == "HEAD":
            await super().__call__(scope | {"method": "GET"}, receive, _without_body(send))
        else:
            await super().__call__(scope, receive, send)


def _without_body(send: Send) -> Send:
    async def headers_only(message: Message) -> None:
        if message["type"] == "http.response.start":
            await send(message)
            await send({"type": "http.response.body", "body": b"", "more_body": False})

    return headers_only
