"""Who may do what on NATS: one user for each service, with the least that it needs.

A service publishes under its own subjects and keeps its own stream, reads the streams of the services it
hears through a consumer of its own, and gets replies under a prefix of its own. It can speak for no other
service, read nobody's replies, and remove nothing: not a stream, not a message, not another's consumer.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from shared.messaging.connecting import inbox_prefix
from shared.messaging.nudge import subject as nudge
from shared.messaging.streams import stream_name

HEARS: Mapping[str, tuple[str, ...]] = {
    "registration": ("gameplay", "scoring", "appeals"),
    "gameplay": ("registration", "appeals"),
    "scoring": ("registration", "gameplay", "appeals"),
    "appeals": ("registration", "gameplay", "scoring"),
}
"""Whom each service hears; a test holds it against the services' own subscriptions."""


@dataclass(frozen=True, kw_only=True)
class Rights:
    """The subjects that a user may publish to and subscribe to."""

    publish: tuple[str, ...]
    subscribe: tuple[str, ...]


def rights(service: str) -> Rights:
    """Return what a service may do: its API, its relay and its consumer share one user."""
    own = stream_name(service)
    publish = [
        f"evt.{service}.>",
        nudge(service),
        f"$JS.API.STREAM.INFO.{own}",
        f"$JS.API.STREAM.CREATE.{own}",
        f"$JS.API.STREAM.MSG.GET.{own}",
    ]
    for source in map(stream_name, HEARS[service]):
        publish += [
            f"$JS.API.STREAM.INFO.{source}",
            f"$JS.API.STREAM.MSG.GET.{source}",
            f"$JS.API.CONSUMER.CREATE.{source}.{service}",
            f"$JS.API.CONSUMER.DURABLE.CREATE.{source}.{service}",
            f"$JS.API.CONSUMER.INFO.{source}.{service}",
            f"$JS.API.CONSUMER.DELETE.{source}.{service}",
            f"$JS.API.CONSUMER.MSG.NEXT.{source}.{service}",
            f"$JS.ACK.{source}.{service}.>",
        ]
    return Rights(publish=tuple(publish), subscribe=(f"{inbox_prefix(service)}.>", nudge(service)))


def authorization(operator: str, passwords: Mapping[str, str]) -> str:
    """Return the `authorization` block of a server: an operator who may do everything, and the services.

    `passwords` are by user, the operator's among them.
    """
    users: list[dict[str, object]] = []
    for user, password in passwords.items():
        entry: dict[str, object] = {"user": user, "password": password}
        if user != operator:
            allowed = rights(user)
            entry["permissions"] = {
                "publish": {"allow": list(allowed.publish)},
                "subscribe": {"allow": list(allowed.subscribe)},
            }
        users.append(entry)
    return f"authorization {{ users: {json.dumps(users, indent=2)} }}"
