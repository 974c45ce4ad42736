"""Checks what lies in a data folder: the four stores, the four streams, and that they say the same."""

from dataclasses import dataclass
from pathlib import Path

import nats
from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from deploy.local.stack import SERVICES, Servers, servers
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.messaging.relay import Relay, Sent
from shared.messaging.streams import stream_name
from shared.service import load_definition
from shared.verify import INVARIANTS, verify


@dataclass(frozen=True)
class Checked:
    """One promise of one service: how much was checked, and the first thing that is wrong, if any."""

    service: str
    invariant: str
    promise: str
    checked: int
    wrong: str | None


async def verified(folder: Path) -> list[Checked]:
    """Check every service, promise by promise; where the stack does not run, the servers are started for it.

    Raises ProgramFailed where there is nothing to check.
    """
    async with servers(folder) as running:
        return await verified_on(running)


async def verified_on(running: Servers) -> list[Checked]:
    """Check every service on running servers, promise by promise."""
    checked: list[Checked] = []
    client = await nats.connect(running.nats_url.split(","), name="verify")
    try:
        streams = Streams(client.jetstream())
        for service in SERVICES:
            engine = open_engine(running.databases[service], application_name="verify", pool_size=2)
            try:
                await _send_the_rest(Relay(service, PostgresStore(engine), client))
                definition = load_definition(f"services.{service}.composition")
                findings = await verify(definition, engine, streams.payload)
            finally:
                await engine.dispose()
            checked += [
                Checked(service, f.invariant, INVARIANTS[f.invariant], f.checked, f.wrong) for f in findings
            ]
    finally:
        await client.close()
    return sorted(checked, key=lambda one: one.invariant)


async def _send_the_rest(relay: Relay) -> None:
    """Send what was committed and not yet sent when the stack stopped; a second relay does no harm."""
    while await relay.send_once() is not Sent.NOTHING:
        pass


class Streams:
    """Reads single messages of the services' streams. Each is kept: several services have heard it."""

    def __init__(self, js: JetStreamContext) -> None:
        self._js = js
        self._read: dict[tuple[str, int], bytes | None] = {}

    async def payload(self, service: str, seq: int) -> bytes | None:
        """Return the payload at a sequence, or None where there is none."""
        if (service, seq) not in self._read:
            try:
                message = await self._js.get_msg(stream_name(service), seq, direct=True)
            except NotFoundError:
                return None
            self._read[service, seq] = message.data
        return self._read[service, seq]
