"""The four streams: names, subjects and the settings that keep their promises."""

from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, RetentionPolicy, StorageType, StreamConfig, StreamInfo
from nats.js.errors import NotFoundError


def stream_name(service: str) -> str:
    """Return the name of a service's stream: GAMEPLAY."""
    return service.upper()


def stream_config(service: str, *, replicas: int = 1, first_seq: int = 1) -> StreamConfig:
    """Return how a service's stream is made: on file, nothing deleted, nothing purged, nothing dropped."""
    return StreamConfig(
        name=stream_name(service),
        subjects=[f"evt.{service}.>"],
        retention=RetentionPolicy.LIMITS,
        storage=StorageType.FILE,
        discard=DiscardPolicy.NEW,
        num_replicas=replicas,
        deny_delete=True,
        deny_purge=True,
        allow_direct=True,
        duplicate_window=120.0,
        first_seq=first_seq,
    )


async def ensure_stream(js: JetStreamContext, service: str, *, replicas: int = 1) -> StreamInfo:
    """Return the service's stream, made where it is missing."""
    try:
        return await js.stream_info(stream_name(service))
    except NotFoundError:
        return await js.add_stream(stream_config(service, replicas=replicas))
