"""The consumer: applies what other services say, each event once, in order, with no hole.

One durable pull consumer for each source and one sequential task over all of them. An event is
applied only when it is `checkpoint + 1`: lower is a duplicate, higher is a gap, and a gap is filled
from the stream (or the publisher's feed) before anything goes on. Inbox row, read models, the
commands of policies and the checkpoint commit together; then the message is acknowledged.

An event that cannot be applied is tried again in place, for as long as it takes. The checkpoint
row says where and why (`frozen_at`, `error`); nothing after it is applied, nothing is swallowed.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

import nats.js.errors
import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, DeliverPolicy
from sqlalchemy.exc import SQLAlchemyError

from shared.clock import Clock, utc_now
from shared.contracts.envelope import unseal
from shared.eventsourcing.handling import CommandLoop, Context, Unit
from shared.eventsourcing.postgres import DRIVER_ERRORS, PostgresStore, alone, unavailable
from shared.messaging.streams import stream_name
from shared.messaging.subscription import Heard
from shared.service import ServiceDefinition

BATCH = 64
FETCH_SECONDS = 2.0
ACK_WAIT_SECONDS = 30.0
RETRY_SECONDS = (0.1, 0.5, 2.0, 5.0)

log = structlog.get_logger(__name__)
Repair: TypeAlias = Callable[[str, int], Awaitable[bytes | None]]
"""Returns the payload of (source, seq) from the publisher's feed, or None where it is not there."""


class GapNotFilled(Exception):  # noqa: N818
    """An event between the checkpoint and what arrived could not be had anywhere."""


class HeardOtherwise(Exception):  # noqa: N818
    """The publisher's stream has another history than the one that was heard from it."""

    def __init__(self, source: str, seq: int) -> None:
        super().__init__(
            f"{source}:{seq} was heard otherwise than {stream_name(source)} has it now: the publisher's"
            " database was set back to an earlier moment and went on from there. Nothing more is applied."
            " See docs/operations.md, 'A database restored to an earlier moment'."
        )


@dataclass(frozen=True, slots=True)
class Arrived:
    """One message of a source's stream."""

    seq: int
    payload: bytes
    traceparent: str | None = None
    """The W3C context it came with, where what led to it is followed."""


class Consumer:
    """All that one service hears. At most one is active: the checkpoint row is locked by whoever applies."""

    def __init__(
        self,
        definition: ServiceDefinition,
        store: PostgresStore,
        client: Client,
        *,
        clock: Clock = utc_now,
        repair: Repair | None = None,
        applied: Callable[[], None] | None = None,
    ) -> None:
        self._definition = definition
        self._loop = CommandLoop(definition.kernel, store)
        self._store = store
        self._js: JetStreamContext = client.jetstream()
        self._clock = clock
        self._repair = repair
        self._applied = applied
        self._turn = asyncio.Lock()
        self._unproven: set[str] = set()
        """Sources bound to anew, of which it is not known yet that their history is the one heard."""

    async def run(self, stop: asyncio.Event) -> None:
        """Hear every source until `stop`; what is being applied then is finished first."""
        following = [
            asyncio.create_task(self._follow(source, stop))
            for source in self._definition.subscriptions.sources
        ]
        stopped = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait([stopped, *following], return_when=asyncio.FIRST_COMPLETED)
            async with self._turn:
                pass
        finally:
            for task in (stopped, *following):
                task.cancel()
            results = await asyncio.gather(stopped, *following, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _follow(self, source: str, stop: asyncio.Event) -> None:
        failures = 0
        while not stop.is_set():
            try:
                await self._hear(source, stop)
                failures = 0
            except nats.js.errors.NotFoundError:
                await _pause(stop, 0)  # its publisher's relay makes the stream, and nobody else may
            except (NatsError, OSError, TimeoutError, SQLAlchemyError, *DRIVER_ERRORS) as error:
                log.warning("hearing interrupted", source=source, error=repr(error))
                await _pause(stop, failures)
                failures += 1

    async def _hear(self, source: str, stop: asyncio.Event) -> None:
        """Bind at the checkpoint and apply what comes until the stop or an interruption."""
        checkpoint = await self.checkpoint(source)
        await self._js.stream_info(stream_name(source))
        durable = self._definition.name
        await self._align(source, durable, checkpoint)
        subscription = await self._js.pull_subscribe_bind(durable=durable, stream=stream_name(source))
        self._unproven.add(source)
        try:
            while not stop.is_set():
                try:
                    messages = await subscription.fetch(BATCH, timeout=FETCH_SECONDS)
                except TimeoutError:
                    if await self._lost(source, durable):
                        return
                    continue
                for message in messages:
                    traceparent = (message.headers or {}).get("traceparent")
                    arrived = Arrived(message.metadata.sequence.stream, message.data, traceparent)
                    if not await self._until_applied(source, arrived, stop):
                        return
                    await message.ack()
                if self._applied is not None:
                    self._applied()
        finally:
            with contextlib.suppress(NatsError):
                await subscription.unsubscribe()

    async def _align(self, source: str, durable: str, checkpoint: int) -> None:
        """Make the durable start after the checkpoint: the checkpoint is the truth, its own floor a hint."""
        config = ConsumerConfig(
            durable_name=durable,
            deliver_policy=DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=checkpoint + 1,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=ACK_WAIT_SECONDS,
            max_deliver=-1,
            max_ack_pending=4 * BATCH,
        )
        try:
            info = await self._js.consumer_info(stream_name(source), durable)
        except nats.js.errors.NotFoundError:
            await self._js.add_consumer(stream_name(source), config)
            return
        if (
            info.ack_floor is not None
            and info.ack_floor.stream_seq == checkpoint
            and not info.num_ack_pending
        ):
            return
        await self._js.delete_consumer(stream_name(source), durable)
        await self._js.add_consumer(stream_name(source), config)

    async def _lost(self, source: str, durable: str) -> bool:
        """Tell whether to bind anew: the durable is gone, or what it sent was lost on the way.

        A connection that is cut takes messages with it, which the server counts as delivered and would
        send again only when their time to be acknowledged is over.
        """
        try:
            info = await self._js.consumer_info(stream_name(source), durable)
        except nats.js.errors.NotFoundError:
            return True
        if not info.num_ack_pending or info.delivered is None:
            return False
        return bool(info.delivered.stream_seq > await self.checkpoint(source))

    async def _until_applied(self, source: str, arrived: Arrived, stop: asyncio.Event) -> bool:
        """Apply one event, however often it has to be tried; tell whether it was, before the stop."""
        failures = 0
        while True:
            try:
                async with self._turn:
                    await self.apply(source, arrived)
            except (NatsError, OSError, TimeoutError):
                raise
            except Exception as error:
                if unavailable(error):
                    raise
                await self._freeze(source, arrived.seq, error, first=failures == 0)
            else:
                return True
            await _pause(stop, failures)
            if stop.is_set():
                return False
            failures += 1

    async def apply(self, source: str, arrived: Arrived) -> None:
        """Apply one event that arrived, filling the gap before it. A duplicate does nothing."""
        checkpoint = await self.checkpoint(source)
        if source in self._unproven:
            await self._prove(source, checkpoint)
        for seq in range(checkpoint + 1, arrived.seq):
            log.warning("gap", source=source, seq=seq, arrived=arrived.seq)
            self._store.watch.gap(source)
            await self._apply_next(source, Arrived(seq, await self._fetch(source, seq)))
        if arrived.seq > checkpoint:
            await self._apply_next(source, arrived)

    async def _prove(self, source: str, checkpoint: int) -> None:
        """Compare what was heard last with the stream. Raises HeardOtherwise."""
        if checkpoint > 0:
            async with alone(self._store.engine).connect() as connection:
                rows = await connection.exec_driver_sql(
                    "SELECT payload FROM es.inbox WHERE source = $1 AND seq = $2", (source, checkpoint)
                )
                heard: str = rows.scalar_one()
            with contextlib.suppress(nats.js.errors.NotFoundError):
                message = await self._js.get_msg(stream_name(source), checkpoint)
                if message.data != heard.encode():
                    raise HeardOtherwise(source, checkpoint)
        self._unproven.discard(source)

    async def checkpoint(self, source: str) -> int:
        """Return the sequence applied last, and make the row where there is none."""
        asked = "SELECT seq FROM es.checkpoints WHERE source = $1"
        async with alone(self._store.engine).connect() as connection:
            seq: int | None = (await connection.exec_driver_sql(asked, (source,))).scalar_one_or_none()
        if seq is not None:
            return seq
        async with self._store.engine.begin() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO es.checkpoints (source, seq) VALUES ($1, 0) ON CONFLICT DO NOTHING", (source,)
            )
            made: int = (await connection.exec_driver_sql(asked, (source,))).scalar_one()
            return made

    async def _fetch(self, source: str, seq: int) -> bytes:
        try:
            message = await self._js.get_msg(stream_name(source), seq)
            if message.data is not None:
                return message.data
        except nats.js.errors.NotFoundError:
            pass
        payload = await self._repair(source, seq) if self._repair is not None else None
        if payload is None:
            raise GapNotFilled(f"{source}:{seq} is neither in the stream nor in the publisher's feed")
        return payload

    async def _apply_next(self, source: str, arrived: Arrived) -> None:
        envelope, event = unseal(arrived.payload)
        heard = Heard(source, arrived.seq, envelope.id, envelope.time, event)
        context = Context(
            actor=f"{self._definition.name}-policy",
            at=self._clock(),
            correlation_id=envelope.correlationid,
            causation_id=str(envelope.id),
        )

        async def work(unit: Unit) -> None:
            row = await unit.connection.exec_driver_sql(
                "SELECT seq FROM es.checkpoints WHERE source = $1 FOR UPDATE", (source,)
            )
            if row.scalar_one() != arrived.seq - 1:
                return
            await unit.connection.exec_driver_sql(
                "INSERT INTO es.inbox (source, seq, event_id, type, subject, payload)"
                " VALUES ($1, $2, $3, $4, $5, $6)",
                (
                    source,
                    arrived.seq,
                    envelope.id,
                    envelope.type.rpartition(".")[2],
                    envelope.subject,
                    arrived.payload.decode(),
                ),
            )
            await unit.connection.exec_driver_sql(
                "UPDATE es.checkpoints SET seq = $2, frozen_at = NULL, error = NULL, frozen_since = NULL"
                " WHERE source = $1",
                (source, arrived.seq),
            )
            if event is None:
                return
            for projection in self._definition.subscriptions.projections:
                await projection.project(unit.connection, heard)
            for policy in self._definition.subscriptions.policies.get(type(event), ()):
                await policy(unit, heard)

        with self._store.watch.applying(source, arrived.seq, arrived.traceparent):
            await self._loop.run(context, work)

    async def _freeze(self, source: str, seq: int, error: Exception, *, first: bool) -> None:
        """Say where the consumer stands still and why, unless another one has gone past the event."""
        if first:
            log.error("frozen", source=source, seq=seq, exc_info=error)
        async with self._store.engine.begin() as connection:
            await connection.exec_driver_sql(
                "UPDATE es.checkpoints SET frozen_at = seq + 1, error = $2,"
                " frozen_since = coalesce(frozen_since, clock_timestamp()) WHERE source = $1 AND seq < $3",
                (source, f"{type(error).__name__}: {error}"[:500], seq),
            )


async def _pause(stop: asyncio.Event, failures: int) -> None:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(stop.wait(), RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
