"""The metrics that are asked of PostgreSQL and NATS, at the moment when somebody asks for them.

A scrape is answered from a thread; the questions are put in the process's event loop. Between scrapes nothing
is asked. Where a server does not answer, what it would have said is missing, and
`consigliere_sampling_failed` says so.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias
from uuid import UUID

import structlog
from nats.aio.client import Client
from prometheus_client import Metric
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from shared.eventsourcing.postgres import read_events, read_head
from shared.eventsourcing.store import GENESIS, Head, chained
from shared.messaging.relay import Relay
from shared.messaging.streams import stream_name

SECONDS = 4.0
NATS_SECONDS = 1.0
CHAINED_AT_ONCE = 2000
"""So many events are verified further at each scrape: it must not take long."""

log = structlog.get_logger(__name__)
Question: TypeAlias = Callable[[], Awaitable[list[Metric]]]


def gauge(name: str, help_text: str, labels: dict[str, str], value: float | None) -> list[Metric]:
    """Return one value under its labels, or nothing where it is not known."""
    if value is None:
        return []
    family = GaugeMetricFamily(f"consigliere_{name}", help_text, labels=list(labels))
    family.add_metric(list(labels.values()), value)
    return [family]


def age_of(event_id: UUID) -> float:
    """Return how many seconds ago a UUIDv7 was made."""
    return max(0.0, time.time() - (event_id.int >> 80) / 1000)


class Sampled(Collector):
    """Puts questions in an event loop when a scrape comes, and waits for the answers a moment."""

    def __init__(self, service: str, questions: Iterable[Question]) -> None:
        self._service = service
        self._questions = list(questions)
        self._loop = asyncio.get_running_loop()

    def describe(self) -> Iterable[Metric]:
        """Name nothing: what is answered is known when it is."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Ask everything. Called from a thread."""
        asked = asyncio.run_coroutine_threadsafe(self._ask(), self._loop)
        try:
            return asked.result(SECONDS)
        except TimeoutError:
            asked.cancel()
            return gauge("sampling_failed", _FAILED, {"service": self._service}, 1)

    async def _ask(self) -> list[Metric]:
        families: dict[str, Metric] = {}
        failed = 0
        for question in self._questions:
            try:
                for family in await question():
                    families.setdefault(family.name, family)
                    if families[family.name] is not family:
                        families[family.name].samples.extend(family.samples)
            except Exception as error:  # noqa: BLE001 - a scrape tells of trouble, it makes none
                failed += 1
                log.info("not sampled", error=repr(error)[:200])
        return [*families.values(), *gauge("sampling_failed", _FAILED, {"service": self._service}, failed)]


_FAILED = "How many questions of this scrape found no answer."


class OfTheStore:
    """Where the store stands, whether it is dense, and how far its hash chain was verified."""

    def __init__(self, service: str, engine: Callable[[], AsyncEngine]) -> None:
        self._labels = {"service": service}
        self._engine = engine
        self._verified = 0
        self._hash = GENESIS
        self._broken: int | None = None

    async def head(self) -> list[Metric]:
        """Return position and outbox sequence."""
        async with self._engine().connect() as connection:
            head = await read_head(connection)
        return [
            *gauge("head_position", "The last event's position.", self._labels, head.position),
            *gauge("outbox_seq", "The last sequence of the outbox.", self._labels, head.outbox_seq),
        ]

    async def chain(self) -> list[Metric]:
        """Verify the chain a piece further; a broken or missing event stops it for good."""
        async with self._engine().connect() as connection:
            head = await read_head(connection)
            await self._further(connection, head)
        return [
            *gauge(
                "chain_verified_position", "The hash chain holds up to here.", self._labels, self._verified
            ),
            *gauge(
                "chain_unverified_events", "Events after it.", self._labels, head.position - self._verified
            ),
            *gauge(
                "chain_broken_position",
                "The first position that is missing or not what was written; 0 where there is none.",
                self._labels,
                self._broken or 0,
            ),
        ]

    async def _further(self, connection: AsyncConnection, head: Head) -> None:
        if self._broken is not None:
            return
        for event in await read_events(connection, self._verified, CHAINED_AT_ONCE):
            if event.position > head.position:
                break
            if event.position != self._verified + 1 or chained(self._hash, event) != event.hash:
                self._broken = self._verified + 1
                return
            self._verified, self._hash = event.position, event.hash


class OfTheRelay:
    """The outbox against the stream."""

    def __init__(self, service: str, engine: Callable[[], AsyncEngine], client: Client, relay: Relay) -> None:
        self._service = service
        self._labels = {"service": service}
        self._engine = engine
        self._js = client.jetstream(timeout=NATS_SECONDS)
        self._relay = relay

    async def halted(self) -> list[Metric]:
        """Return whether the relay stands still."""
        text = "1 where stream and outbox do not belong together and nothing is sent."
        return gauge("relay_halted", text, self._labels, int(self._relay.halted))

    async def lag(self) -> list[Metric]:
        """Return how much waits to be sent and for how long, and whether the stream is ahead."""
        info = await self._js.stream_info(stream_name(self._service))
        stream_seq = info.state.last_seq
        async with self._engine().connect() as connection:
            head = await read_head(connection)
            rows = await connection.exec_driver_sql(
                "SELECT event_id FROM es.outbox WHERE seq = $1", (stream_seq + 1,)
            )
            oldest = rows.scalar_one_or_none()
        behind = head.outbox_seq - stream_seq
        return [
            *gauge("stream_seq", "The last sequence of the stream.", self._labels, stream_seq),
            *gauge(
                "stream_ahead_of_outbox",
                "The stream's last sequence less the outbox's: never above 0.",
                self._labels,
                -behind,
            ),
            *gauge("outbox_lag_messages", "Messages that wait to be sent.", self._labels, max(0, behind)),
            *gauge(
                "outbox_lag_seconds",
                "The age of the oldest of them.",
                self._labels,
                age_of(oldest) if oldest is not None else 0.0,
            ),
        ]


class OfWebhooks:
    """How the addresses fare that are told what the service says."""

    def __init__(self, service: str, engine: AsyncEngine) -> None:
        self._service = service
        self._engine = engine

    async def states(self) -> list[Metric]:
        """Return how many are told, tried again, and paused, whoever paused them."""
        async with self._engine.connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT count(*) FILTER (WHERE paused_because IS NULL AND attempts = 0) AS telling,"
                " count(*) FILTER (WHERE paused_because IS NULL AND attempts > 0) AS retrying,"
                " count(*) FILTER (WHERE paused_because = 'asked') AS paused,"
                " count(*) FILTER (WHERE paused_because <> 'asked') AS given_up FROM es.webhooks"
            )
            counted = rows.one()._mapping  # noqa: SLF001 - its public name
        text = "Webhooks by state; given_up: not told any more, since they failed for days or are gone."
        return [
            metric
            for state, number in counted.items()
            for metric in gauge("webhooks", text, {"service": self._service, "state": state}, number)
        ]


class OfWhatIsHeard:
    """How far one source was heard, and whether all of it."""

    def __init__(self, service: str, source: str, engine: Callable[[], AsyncEngine], client: Client) -> None:
        self._labels = {"service": service, "source": source}
        self._source = source
        self._engine = engine
        self._js = client.jetstream(timeout=NATS_SECONDS)
        self._counted_to = 0
        self._counted = 0

    async def checkpoint(self) -> list[Metric]:
        """Return the checkpoint, holes before it, and whether it is frozen: a lag of 0 would hide those."""
        async with self._engine().connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT seq, frozen_at FROM es.checkpoints WHERE source = $1", (self._source,)
            )
            row = rows.one_or_none()
            if row is None:
                return []
            more = await connection.exec_driver_sql(
                "SELECT count(*) FROM es.inbox WHERE source = $1 AND seq > $2 AND seq <= $3",
                (self._source, self._counted_to, row.seq),
            )
            self._counted += more.scalar_one()
            self._counted_to = max(self._counted_to, row.seq)
        return [
            *gauge("projection_seq", "The last sequence that was applied.", self._labels, row.seq),
            *gauge(
                "projection_holes",
                "Sequences before it that were never applied: always 0.",
                self._labels,
                self._counted_to - self._counted,
            ),
            *gauge(
                "projection_frozen",
                "1 where an event cannot be applied and nothing after it is.",
                self._labels,
                int(row.frozen_at is not None),
            ),
        ]

    async def lag(self) -> list[Metric]:
        """Return how much of the source's stream is not applied yet, and how old the oldest of it is."""
        async with self._engine().connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT seq FROM es.checkpoints WHERE source = $1", (self._source,)
            )
            seq = rows.scalar_one_or_none() or 0
        info = await self._js.stream_info(stream_name(self._source))
        behind = max(0, info.state.last_seq - seq)
        age: float = 0
        if behind:
            message = await self._js.get_msg(stream_name(self._source), seq + 1)
            age = max(0.0, time.time() - message.time.timestamp()) if message.time is not None else 0
        return [
            *gauge("projection_lag_events", "Events that wait to be applied.", self._labels, behind),
            *gauge("projection_lag_seconds", "The age of the oldest of them.", self._labels, age),
        ]


class OfNats:
    """Whether the process is connected."""

    def __init__(self, service: str, client: Callable[[], Client | None]) -> None:
        self._labels = {"service": service}
        self._client = client

    async def connected(self) -> list[Metric]:
        """Return 1 where it is."""
        client = self._client()
        connected = client is not None and client.is_connected
        return gauge("nats_connected", "1 where the process is connected to NATS.", self._labels, connected)
