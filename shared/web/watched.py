"""Watches every request of an application, those included that meet no route or no good token."""

from typing import Any

from litestar.types import ASGIApp, Message

from shared.telemetry.observer import Observer

_TRACEPARENT = b"traceparent"


def watched(app: ASGIApp, observer: Observer) -> ASGIApp:
    """Return an application that tells the observer of each request: its route's template, its status."""

    async def answer(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        given = next((value for name, value in scope["headers"] if name == _TRACEPARENT), None)
        with observer.request(scope["method"], given.decode("latin-1") if given else None) as answering:

            async def sending(message: Message) -> None:
                if message["type"] == "http.response.start":
                    answering.status = message["status"]
                    answering.route = scope.get("path_template") or answering.route
                await send(message)

            await app(scope, receive, sending)

    return answer
