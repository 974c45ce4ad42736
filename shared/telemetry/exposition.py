"""A port of its own where a process shows its metrics and whether it lives: `/metrics` and `/livez`.

It answers from a thread, while the work goes on in the event loop. The loop has to come round for the process
to count as alive: one that hangs is answered for with 503, so that it is started again.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Iterable
from socketserver import ThreadingMixIn
from typing import Any, TypeAlias
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import CollectorRegistry, make_wsgi_app

BEAT_SECONDS = 1.0
HANGS_AFTER = 30.0

Wsgi: TypeAlias = Callable[[dict[str, Any], Any], Iterable[bytes]]


class Pulse:
    """Beats as long as the event loop comes round."""

    def __init__(self) -> None:
        self._beat_at = time.monotonic()

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            self._beat_at = time.monotonic()
            await asyncio.sleep(BEAT_SECONDS)

    def beats(self) -> bool:
        """Tell whether the loop came round lately."""
        return time.monotonic() - self._beat_at < HANGS_AFTER


def application(registry: CollectorRegistry, alive: Callable[[], bool]) -> Wsgi:
    """Return what answers on the port."""
    metrics: Wsgi = make_wsgi_app(registry)

    def answer(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/metrics":
            return metrics(environ, start_response)
        status, body = "404 Not Found", b"metrics are at /metrics, life at /livez\n"
        if environ["PATH_INFO"] == "/livez":
            status, body = ("200 OK", b"ok\n") if alive() else ("503 Service Unavailable", b"hangs\n")
        start_response(status, [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
        return [body]

    return answer


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Say nothing: a scrape is no event."""


def expose(
    host: str, port: int, registry: CollectorRegistry, alive: Callable[[], bool]
) -> Callable[[], None]:
    """Answer on a port from a thread; return what ends it."""
    server = make_server(host, port, application(registry, alive), _Server, _Quiet)
    thread = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    thread.start()

    def end() -> None:
        server.shutdown()
        server.server_close()
        thread.join()

    return end
