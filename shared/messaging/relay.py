"""The relay: sends a service's outbox to its stream, in order, so that stream sequence = outbox sequence.

It keeps no checkpoint of its own. It resumes from the stream's last sequence, and every message
carries the sequence before it, so the server refuses a second relay, a repetition and a hole. A
stream that is gone or lost its tail is filled again from the outbox; a stream that is ahead of the
outbox stops the relay, because then somebody else wrote to it or the database was set back.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from enum import Enum
from typing import TypeAlias

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import Header, PubAck
from nats.js.errors import APIError, NotFoundError
from sqlalchemy.exc import SQLAlchemyError

from shared.eventsourcing.postgres import DRIVER_ERRORS
from shared.eventsourcing.store import EventStore, OutboxMessage
from shared.messaging import nudge
from shared.messaging.streams import ensure_stream, stream_name
from shared.telemetry.watch import UNWATCHED, Watch

WINDOW = 128
POLL_SECONDS = 0.25
ACK_SECONDS = 2.0
RETRY_SECONDS = 0.25
WRONG_LAST_SEQUENCE = 10071
TRACEPARENT = "traceparent"

log = structlog.get_logger(__name__)
Parents: TypeAlias = Callable[[int, int], Awaitable[Mapping[int, str]]]
"""Returns the traceparents of outbox rows after a sequence, by sequence."""


class RelayHalted(Exception):  # noqa: N818
    """Stream and outbox do not belong together: the relay must not go on."""


class StreamAheadOfOutbox(RelayHalted):
    """The stream holds what the outbox does not."""

    def __init__(self, service: str, stream_seq: int, outbox_seq: int) -> None:
        super().__init__(
            f"stream {stream_name(service)} is at {stream_seq}, the outbox only at {outbox_seq}: the database"
            " was restored to an earlier moment, or something else published. Do not delete the stream before"
            " its surplus is understood: docs/operations.md, 'A database restored to an earlier moment'."
        )


class StreamOfAnotherHistory(RelayHalted):
    """The stream ends with another message than the outbox has under that number."""

    def __init__(self, service: str, seq: int) -> None:
        super().__init__(
            f"stream {stream_name(service)} and the outbox both have {seq}, and it is not the same: the"
            " database was restored to an earlier moment and went on from there. Stop the service's API, and"
            " see docs/operations.md, 'A database restored to an earlier moment'."
        )


class Sent(Enum):
    """What became of one round."""

    NOTHING = "nothing to send"
    SOME = "sent"
    INTERRUPTED = "interrupted"


class Relay:
    """One service's publisher. One is active; a second one is refused by the server, message by message."""

    def __init__(
        self,
        service: str,
        store: EventStore,
        client: Client,
        *,
        replicas: int = 1,
        watch: Watch = UNWATCHED,
        parents: Parents | None = None,
    ) -> None:
        self._watch = watch
        self._parents = parents
        self._service = service
        self._store = store
        self._client = client
        self._js: JetStreamContext = client.jetstream(publish_async_max_pending=2 * WINDOW)
        self._replicas = replicas
        self._wake = asyncio.Event()
        self.published = 0
        self.last_seq: int | None = None
        """The stream's last sequence as last seen; None when it must be asked for."""
        self.acknowledged = 0
        """The highest sequence that the stream ever acknowledged to this relay."""
        self.halted = False
        """Whether it stands still because stream and outbox do not belong together."""

    async def run(self, stop: asyncio.Event) -> None:
        """Send until `stop`. Raises RelayHalted; every other trouble is waited out."""
        subscription = await self._client.subscribe(nudge.subject(self._service), cb=self._nudged)
        try:
            while not stop.is_set():
                sent = await self.send_once()
                if sent is Sent.NOTHING:
                    await nudge.rest(self._wake, stop, POLL_SECONDS)
                elif sent is Sent.INTERRUPTED:
                    await nudge.rest(self._wake, stop, RETRY_SECONDS)
        finally:
            if self._client.is_connected:
                await subscription.unsubscribe()

    async def send_once(self) -> Sent:
        """Send one window of the outbox and wait for its acknowledgements."""
        try:
            if self.last_seq is None:
                self.last_seq = await self._resume()
            messages = await self._store.read_outbox(self.last_seq, WINDOW)
            if not messages:
                return await self._idle()
            parents: Mapping[int, str] = {}
            if self._parents is not None:
                parents = await self._parents(self.last_seq, WINDOW)
            seqs = [message.seq for message in messages]
            with self._watch.publishing(self._service, seqs, parents) as carried:
                return await self._send(self.last_seq, messages, carried)
        except (NatsError, OSError, TimeoutError, SQLAlchemyError, *DRIVER_ERRORS) as error:
            log.warning("relay interrupted", error=repr(error), last_seq=self.last_seq)
            self.last_seq = None
            return Sent.INTERRUPTED

    async def _resume(self) -> int:
        info = await ensure_stream(self._js, self._service, replicas=self._replicas)
        stream_seq = info.state.last_seq
        outbox_seq = (await self._store.head()).outbox_seq
        if stream_seq > outbox_seq:
            raise StreamAheadOfOutbox(self._service, stream_seq, outbox_seq)
        if stream_seq > 0:
            [said] = await self._store.read_outbox(stream_seq - 1, 1)
            sent = await self._js.get_msg(stream_name(self._service), stream_seq)
            if sent.data != said.payload.encode():
                raise StreamOfAnotherHistory(self._service, stream_seq)
        if stream_seq < outbox_seq:
            log.info("relay resumes", stream_seq=stream_seq, outbox_seq=outbox_seq)
        return stream_seq

    async def _idle(self) -> Sent:
        """With nothing to send, see whether the stream still is where it was left."""
        try:
            info = await self._js.stream_info(stream_name(self._service))
        except NotFoundError:
            log.warning("stream is gone; it is made and filled again")
            self.last_seq = None
            return Sent.SOME
        if info.state.last_seq != self.last_seq:
            log.warning("stream moved", stream_seq=info.state.last_seq, expected=self.last_seq)
            self.last_seq = None
            return Sent.SOME
        return Sent.NOTHING

    async def _send(
        self, last_seq: int, messages: Sequence[OutboxMessage], carried: Mapping[int, str]
    ) -> Sent:
        """Send the first message and wait for it, then the rest as one pipeline.

        A refusal of `publish` raises at once. nats-py loses refusals of `publish_async` (its reply
        handler raises instead of failing the future), as it loses those in flight when the server
        dies: those show as a time-out.
        """
        futures: list[asyncio.Future[PubAck]] = []
        try:
            first, *rest = messages
            acks = [
                await self._js.publish(
                    first.subject,
                    first.payload.encode(),
                    timeout=ACK_SECONDS,
                    headers=self._headers(first, carried),
                )
            ]
            for message in rest:
                futures.append(  # noqa: PERF401 - those already in flight must be cancelled on an error
                    await self._js.publish_async(
                        message.subject, message.payload.encode(), headers=self._headers(message, carried)
                    )
                )
            acks += await asyncio.wait_for(asyncio.gather(*futures), ACK_SECONDS)
        except APIError as error:
            if error.err_code != WRONG_LAST_SEQUENCE:
                raise
            log.info("stream is not where it was left; asking it", expected=last_seq)
            self.last_seq = None
            return Sent.INTERRUPTED
        finally:
            for future in futures:
                if not future.done():
                    future.cancel()
                elif not future.cancelled():
                    future.exception()
        if any(ack.seq != message.seq for ack, message in zip(acks, messages, strict=True)):
            log.warning("acknowledged under other sequences; asking the stream", expected=last_seq)
            self.last_seq = None
            return Sent.INTERRUPTED
        self.last_seq = messages[-1].seq
        self.published += len(messages)
        again = sum(message.seq <= self.acknowledged for message in messages)
        self.acknowledged = max(self.acknowledged, self.last_seq)
        self._watch.published(self._service, sent=len(messages), again=again)
        return Sent.SOME

    def _headers(self, message: OutboxMessage, carried: Mapping[int, str]) -> dict[str, str]:
        traced = {TRACEPARENT: carried[message.seq]} if message.seq in carried else {}
        return traced | {
            Header.MSG_ID: str(message.event_id),
            Header.EXPECTED_STREAM: stream_name(self._service),
            Header.EXPECTED_LAST_SEQUENCE: str(message.seq - 1),
        }

    async def _nudged(self, _message: Msg) -> None:
        self._wake.set()
