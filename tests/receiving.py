"""A federation's site that takes webhooks: a real HTTP server on loopback, which answers as a test wants."""

import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec


@dataclass(frozen=True)
class Call:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def event(self) -> dict[str, Any]:
        """The CloudEvent that was told."""
        event: dict[str, Any] = msgspec.json.decode(self.body)
        return event

    @property
    def kind(self) -> str:
        """Its type, without the prefix of the publisher."""
        return str(self.event["type"]).rpartition(".")[2]

    @property
    def sequence(self) -> int:
        """Its sequence in the publisher's feed."""
        return int(self.headers["consigliere-sequence"].rpartition(":")[2])


@dataclass
class Receiver:
    """What was received; `answer` says what the next call gets: a status and headers."""

    url: str = ""
    calls: list[Call] = field(default_factory=list)
    answer: Callable[[Call], tuple[int, Mapping[str, str]]] = lambda _call: (204, {})

    def taken(self) -> list[tuple[int, str]]:
        """Return sequence and type of every call, in order."""
        return [(call.sequence, call.kind) for call in self.calls]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Receive until the block ends."""
    receiver = Receiver()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            call = Call(self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            receiver.calls.append(call)
            status, headers = receiver.answer(call)
            self.send_response(status)
            for name, value in ({"Content-Length": "0"} | dict(headers)).items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """Mind no caller that was killed."""
            if not isinstance(sys.exception(), ConnectionError):
                super().handle_error(request, client_address)

    server = Server(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/mafia"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
