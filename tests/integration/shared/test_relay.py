"""The relay against a real NATS server that is killed, emptied and fought over."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import nats
import pytest
from nats.aio.client import Client
from nats.errors import Error as NatsError
from uuid_utils.compat import uuid7

from deploy.local.nats import EmbeddedNats
from shared.eventsourcing.memory import MemoryStore
from shared.eventsourcing.postgres import PostgresStore
from shared.eventsourcing.store import EventStore, EventToAppend, OutboxEntry
from shared.messaging.connecting import connect
from shared.messaging.relay import Relay, Sent, StreamAheadOfOutbox
from shared.messaging.streams import ensure_stream, stream_config
from tests.eventually import eventually


async def fill(store: EventStore, start: int, count: int) -> None:
    """Append `count` spoken events, numbered from `start` in their payload."""
    for first in range(start, start + count, 50):
        numbers = range(first, min(first + 50, start + count))
        async with store.transaction() as transaction:
            transaction.append(
                f"counter-{first}",
                0,
                [
                    EventToAppend(
                        uuid7(), "Counted", 1, "{}", "{}", OutboxEntry("evt.registration.a.X", str(n))
                    )
                    for n in numbers
                ],
            )


async def sent_payloads(client: Client) -> list[int]:
    """Read the whole stream: the payload at each sequence from 1."""
    js = client.jetstream()
    info = await js.stream_info("REGISTRATION")
    payloads = []
    for seq in range(1, info.state.last_seq + 1):
        message = await js.get_msg("REGISTRATION", seq, direct=True)
        assert message.data is not None
        payloads.append(int(message.data))
    return payloads


@asynccontextmanager
async def relaying(store: EventStore, url: str) -> AsyncIterator[Relay]:
    """Run a relay of its own connection in the background."""
    client = await connect(url, "relay")
    relay = Relay("registration", store, client)
    stop = asyncio.Event()
    task = asyncio.create_task(relay.run(stop))
    try:
        yield relay
    finally:
        stop.set()
        await task
        await client.close()


async def last_seq(client: Client) -> int:
    """Return the stream's last sequence, or -1 while it cannot be asked."""
    try:
        return int((await client.jetstream(timeout=1).stream_info("REGISTRATION")).state.last_seq)
    except (NatsError, TimeoutError):
        return -1


@pytest.fixture
async def client(nats_server: EmbeddedNats) -> AsyncIterator[Client]:
    """Give a connection that comes back after the server does."""
    client = await connect(nats_server.url, "test")
    yield client
    await client.close()


async def test_the_stream_sequence_equals_the_outbox_sequence(
    nats_server: EmbeddedNats, client: Client, kit_store: PostgresStore
) -> None:
    """What the outbox holds arrives once, in order, under its own sequence, and later additions follow."""
    await fill(kit_store, 1, 300)
    async with relaying(kit_store, nats_server.url):
        await eventually(lambda: reached(client, 300), "300 messages")
        await fill(kit_store, 301, 20)
        await eventually(lambda: reached(client, 320), "20 more messages")
    assert await sent_payloads(client) == list(range(1, 321))


async def reached(client: Client, seq: int) -> bool:
    """Tell whether the stream has come to a sequence."""
    return await last_seq(client) == seq


async def test_nothing_is_lost_doubled_or_reordered_when_the_server_is_killed(
    nats_server: EmbeddedNats, client: Client
) -> None:
    """With the server killed with -9 again and again in the middle of sending, the stream is the outbox."""
    store = MemoryStore()
    await fill(store, 1, 3000)
    async with relaying(store, nats_server.url) as relay:
        for milestone in (200, 900, 1800):
            await eventually(lambda m=milestone: published(relay, m), f"{milestone} published")  # type: ignore[misc]
            await nats_server.kill()
            await nats_server.start()
        await eventually(lambda: reached(client, 3000), "all 3000 messages")
    assert await sent_payloads(client) == list(range(1, 3001))


async def published(relay: Relay, count: int) -> bool:
    """Tell whether a relay has had so many acknowledged."""
    return relay.published >= count


async def test_two_relays_at_once_do_no_harm(nats_server: EmbeddedNats, client: Client) -> None:
    """A second relay started beside the first is refused message by message; nothing doubles."""
    store = MemoryStore()
    await fill(store, 1, 2000)
    async with relaying(store, nats_server.url), relaying(store, nats_server.url):
        await eventually(lambda: reached(client, 2000), "all 2000 messages")
        await fill(store, 2001, 200)
        await eventually(lambda: reached(client, 2200), "200 more")
    assert await sent_payloads(client) == list(range(1, 2201))


async def test_a_zombie_that_believes_an_old_sequence_is_refused(
    nats_server: EmbeddedNats, client: Client
) -> None:
    """A relay that woke up with an old idea of the stream publishes nothing and asks the stream again."""
    store = MemoryStore()
    await fill(store, 1, 10)
    zombie = Relay("registration", store, client)
    setattr(zombie, "last_seq", 4)  # noqa: B010 - keeps mypy from knowing better
    async with relaying(store, nats_server.url):
        await eventually(lambda: reached(client, 10), "10 messages")
    assert await zombie.send_once() is Sent.INTERRUPTED
    assert zombie.last_seq is None
    assert await sent_payloads(client) == list(range(1, 11))


async def test_a_deleted_stream_is_filled_again(nats_server: EmbeddedNats, client: Client) -> None:
    """When somebody deletes the stream, the relay makes it anew and refills it from the outbox."""
    store = MemoryStore()
    await fill(store, 1, 150)
    async with relaying(store, nats_server.url):
        await eventually(lambda: reached(client, 150), "150 messages")
        await client.jetstream().delete_stream("REGISTRATION")
        await eventually(lambda: reached(client, 150), "150 messages again")
    assert await sent_payloads(client) == list(range(1, 151))


async def test_a_lost_tail_is_published_again(nats_server: EmbeddedNats, client: Client) -> None:
    """A stream that was set back to an earlier sequence gets its tail again."""
    store = MemoryStore()
    await fill(store, 1, 100)
    await ensure_stream(client.jetstream(), "registration")
    js = client.jetstream()
    for message in await store.read_outbox(0, 60):
        await js.publish(message.subject, message.payload.encode())
    relay = Relay("registration", store, client)
    relay.last_seq = 100
    assert await relay.send_once() is Sent.SOME
    assert await relay.send_once() is Sent.SOME
    assert await sent_payloads(client) == list(range(1, 101))


async def test_a_stream_ahead_of_the_outbox_halts_the_relay(client: Client) -> None:
    """What the outbox does not know must not be overwritten or followed: the relay stops and names both."""
    store = MemoryStore()
    await fill(store, 1, 3)
    js = client.jetstream()
    await js.add_stream(stream_config("registration"))
    for number in range(5):
        await js.publish("evt.registration.a.X", str(number).encode())
    with pytest.raises(StreamAheadOfOutbox, match="is at 5, the outbox only at 3"):
        await Relay("registration", store, client).run(asyncio.Event())


async def test_a_deleted_message_is_refused_by_the_stream(nats_server: EmbeddedNats, client: Client) -> None:
    """The stream's own settings forbid deleting and purging what was said."""
    js = client.jetstream()
    await ensure_stream(js, "registration")
    await js.publish("evt.registration.a.X", b"1")
    with pytest.raises(NatsError):
        await js.delete_msg("REGISTRATION", 1)
    with pytest.raises(NatsError):
        await js.purge_stream("REGISTRATION")


async def test_a_nudge_is_only_a_hint(nats_server: EmbeddedNats, client: Client) -> None:
    """Without any nudge the relay finds what is new by itself."""
    store = MemoryStore()
    async with relaying(store, nats_server.url):
        await eventually(lambda: reached(client, 0), "an empty stream")
        await fill(store, 1, 5)
        await eventually(lambda: reached(client, 5), "5 messages")
    with contextlib.suppress(nats.errors.Error):
        await client.flush()
