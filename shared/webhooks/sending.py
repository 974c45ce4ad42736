"""Tells webhooks what the outbox holds: one event a request, in order, signed, again until it is taken.

Runs beside the relay, woken by the same nudges. An address that does not take an event is tried again after
longer and longer waits, for three days; then it is paused, and its owner sees why. What it was not told it is
told when it is resumed.
"""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import httpcore
import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from sqlalchemy import Row
from sqlalchemy.exc import SQLAlchemyError
from standardwebhooks import Webhook

from shared.clock import Clock, utc_now
from shared.eventsourcing.postgres import DRIVER_ERRORS, PostgresStore
from shared.eventsourcing.store import OutboxMessage
from shared.messaging import nudge
from shared.webhooks import book
from shared.webhooks.reaching import AddressNotAllowed, NetworkWithinReach, Reach

AT_ONCE = 8
WINDOW = 128
POLL_SECONDS = 1.0
TRY_SECONDS = 10.0
STOP_SECONDS = 5.0
FIRST_WAIT = timedelta(seconds=5)
LONGEST_WAIT = timedelta(hours=1)
GIVEN_UP_AFTER = timedelta(days=3)
MEDIA_TYPE = "application/cloudevents+json"
SEQUENCE_HEADER = "Consigliere-Sequence"
GONE = 410
READ_BYTES = 16_384

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Outcome:
    """What came of one try: the status answered, or why there is none."""

    status: int | None = None
    error: str | None = None
    retry_after: timedelta = timedelta()
    """How long the address asks to be left alone, up to the longest wait."""

    @property
    def taken(self) -> bool:
        """Whether the event was taken: any 2xx."""
        return self.status is not None and _success(self.status)


def _success(status: int) -> bool:
    return status // 100 == 2  # noqa: PLR2004 - HTTP's own number


@dataclass(frozen=True)
class Failures:
    """How often in a row a webhook has not taken an event, and since when."""

    attempts: int = 0
    since: datetime | None = None


def wait_after(attempts: int) -> timedelta:
    """Return how long to wait after the n-th failure in a row, n from 1.

    >>> [int(wait_after(n).total_seconds()) for n in (1, 2, 3, 4, 5, 6, 7, 8)]
    [5, 15, 45, 135, 405, 1215, 3600, 3600]
    """
    waits: timedelta = FIRST_WAIT * 3 ** min(attempts - 1, 10)
    return min(waits, LONGEST_WAIT)


class Sender:
    """One service's sender. Several may run: a webhook is served by whoever leased it."""

    def __init__(
        self,
        service: str,
        store: PostgresStore,
        *,
        within: Reach,
        clock: Clock = utc_now,
    ) -> None:
        self._service = service
        self._store = store
        self._engine = store.engine
        self._clock = clock
        self._pool = httpcore.AsyncConnectionPool(
            network_backend=NetworkWithinReach(within), max_connections=2 * AT_ONCE
        )
        self._serving: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._stopping = False

    async def run(self, stop: asyncio.Event, client: Client) -> None:
        """Tell until `stop`; a try that is under way is waited for a moment."""

        async def nudged(_message: Msg) -> None:
            self._wake.set()

        await client.subscribe(nudge.subject(self._service), cb=nudged)
        while not stop.is_set():
            try:
                await self._begin()
            except (SQLAlchemyError, OSError, *DRIVER_ERRORS) as error:
                log.warning("webhooks interrupted", error=repr(error))
            await nudge.rest(self._wake, stop, POLL_SECONDS)
        self._stopping = True
        if self._serving:
            await asyncio.wait(self._serving, timeout=STOP_SECONDS)
        await self.close()

    async def close(self) -> None:
        """Let go of tries and connections."""
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)
        await self._pool.aclose()

    async def round(self) -> int:
        """Serve once whatever is due, and return how many webhooks that were."""
        begun = await self._begin()
        while self._serving:
            await asyncio.wait(self._serving)
        return begun

    async def _begin(self) -> int:
        free = AT_ONCE - len(self._serving)
        due = await book.lease(self._engine, self._clock(), free) if free > 0 else []
        for webhook in due:
            task = asyncio.create_task(self._serve(webhook))
            self._serving.add(task)
            task.add_done_callback(self._served)
        return len(due)

    def _served(self, task: asyncio.Task[None]) -> None:
        self._serving.discard(task)
        self._wake.set()  # what waits beyond this window is due at once

    async def _serve(self, webhook: Row[Any]) -> None:
        try:
            if webhook.test is not None:
                await self._test(webhook)
            if webhook.paused_because is None and webhook.due_at <= self._clock():
                await self._tell(webhook)
            await book.note(self._engine, webhook, self._clock(), **book.NO_LEASE)
        except (SQLAlchemyError, OSError, *DRIVER_ERRORS) as error:
            log.warning("webhook interrupted", webhook=str(webhook.id), error=repr(error))
        except Exception:
            # One address must not stop the others; this one is tried again when its lease ends.
            log.exception("webhook failed", webhook=str(webhook.id))

    async def _test(self, webhook: Row[Any]) -> None:
        now = self._clock()
        event = {
            "specversion": "1.0",
            "id": str(webhook.test),
            "source": f"/{self._service}",
            "type": f"consigliere.{self._service}.WebhookTested",
            "subject": str(webhook.championship or "all"),
            "time": now.isoformat(),
            "datacontenttype": "application/json",
            "data": {"type": "WebhookTested", "webhook": str(webhook.id)},
        }
        outcome = await self._try(webhook, OutboxMessage(webhook.seq, webhook.test, "", json.dumps(event)))
        await book.note(
            self._engine, webhook, now, test=None, tried_at=now, status=outcome.status, error=outcome.error
        )

    async def _tell(self, webhook: Row[Any]) -> None:
        """Tell one window of the outbox, until it is told, refused, or the lease is gone."""
        failures = Failures(webhook.attempts, webhook.failing_since)
        skipped = None
        for message in await self._store.read_outbox(webhook.seq, WINDOW):
            if self._stopping:
                return
            if not wanted(webhook, message.subject):
                skipped = message.seq
                continue
            skipped = None
            outcome = await self._try(webhook, message)
            noted = {"tried_at": self._clock(), "status": outcome.status, "error": outcome.error}
            if not outcome.taken:
                await self._failed(webhook, message.seq, outcome, failures, noted)
                return
            failures = Failures()
            noted |= {"seq": message.seq, "attempts": 0, "failing_since": None}
            if not await book.note(self._engine, webhook, self._clock(), **noted):
                return
        if skipped is not None:
            await book.note(self._engine, webhook, self._clock(), seq=skipped)

    async def _failed(
        self, webhook: Row[Any], seq: int, outcome: Outcome, before: Failures, noted: dict[str, Any]
    ) -> None:
        """Note a failure, when to try again, and whether there is any use in it."""
        now = self._clock()
        attempts, since = before.attempts + 1, before.since or now
        log.info("webhook not taken", webhook=str(webhook.id), seq=seq, error=outcome.error)
        await book.note(
            self._engine,
            webhook,
            now,
            seq=seq - 1,
            attempts=attempts,
            failing_since=since,
            due_at=now + max(wait_after(attempts), outcome.retry_after),
            paused_because=_paused_because(outcome, now - since),
            **noted,
        )

    async def _try(self, webhook: Row[Any], message: OutboxMessage) -> Outcome:
        now = self._clock()
        headers = {
            "content-type": MEDIA_TYPE,
            "user-agent": "Consigliere",
            "webhook-id": str(message.event_id),
            "webhook-timestamp": str(int(now.timestamp())),
            "webhook-signature": signed(webhook, str(message.event_id), now, message.payload),
            SEQUENCE_HEADER: f"{self._service}:{message.seq}",
        }
        try:
            async with (
                asyncio.timeout(TRY_SECONDS),
                self._pool.stream(
                    "POST",
                    webhook.url,
                    headers=list(headers.items()),
                    content=message.payload.encode(),
                    extensions={"timeout": dict.fromkeys(("connect", "read", "write", "pool"), TRY_SECONDS)},
                ) as answer,
            ):
                await _read(answer)
                return Outcome(
                    status=answer.status,
                    error=None if _success(answer.status) else f"answered {answer.status}",
                    retry_after=_asked_for(answer.headers),
                )
        except TimeoutError:
            return Outcome(error=f"no answer within {TRY_SECONDS:g} seconds")
        except AddressNotAllowed as error:
            return Outcome(error=str(error))
        except (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException, OSError) as error:
            return Outcome(error=f"not reached: {str(error) or type(error).__name__}"[:300])


def _paused_because(outcome: Outcome, failing: timedelta) -> book.Pause | None:
    if outcome.status == GONE:
        return "gone"
    return "given_up" if failing >= GIVEN_UP_AFTER else None


async def _read(answer: httpcore.Response) -> None:
    """Read a short body, so that the connection can be used again; leave a long one."""
    read = 0
    async for part in answer.aiter_stream():
        read += len(part)
        if read > READ_BYTES:
            return


def _asked_for(headers: Sequence[tuple[bytes, bytes]]) -> timedelta:
    """Return what Retry-After asks for in seconds; its other form, a date, is not minded."""
    for name, value in headers:
        if name.lower() == b"retry-after" and value.isdigit():
            return timedelta(seconds=min(int(value[:9]), LONGEST_WAIT.total_seconds()))
    return timedelta()


def wanted(webhook: Row[Any], subject: str) -> bool:
    """Tell whether a webhook asked for an event, by its subject `evt.<service>.<championship>.<type>`."""
    _, _, championship, kind = subject.split(".", 3)
    return (webhook.types is None or kind in webhook.types) and (
        webhook.championship is None or championship in {str(webhook.championship), "all"}
    )


def signed(webhook: Row[Any], message_id: str, at: datetime, payload: str) -> str:
    """Return the signatures of a message: by the secret, and for a day after its change by the one before."""
    secrets = [bytes(webhook.secret)]
    if webhook.former_secret is not None and at < webhook.former_until:
        secrets.append(bytes(webhook.former_secret))
    return " ".join(Webhook(secret).sign(message_id, at, payload) for secret in secrets)
