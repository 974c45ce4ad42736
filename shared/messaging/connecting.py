"""The one way to connect to NATS: to any of several servers, for ever, with an inbox of one's own."""

import nats
import structlog
from nats.aio.client import Client

log = structlog.get_logger(__name__)
RECONNECT_SECONDS = 0.25
PING_SECONDS = 5
"""A server that has not answered two pings is given up, and another one is sought."""


def inbox_prefix(service: str) -> str:
    """Return where replies to a service arrive: its NATS user may read there and nowhere else."""
    return f"_INBOX_{service}"


async def connect(urls: str, name: str, service: str = "operator") -> Client:
    """Connect to one of the servers (their addresses with commas between), for as long as it takes.

    A connection that is lost is made again, for ever.
    """
    return await nats.connect(
        urls.split(","),
        name=name,
        inbox_prefix=inbox_prefix(service).encode(),
        max_reconnect_attempts=-1,
        allow_reconnect=True,
        reconnect_time_wait=RECONNECT_SECONDS,
        connect_timeout=2,
        ping_interval=PING_SECONDS,
        error_cb=_trouble,
    )


async def _trouble(error: Exception) -> None:
    log.warning("nats", error=repr(error))
