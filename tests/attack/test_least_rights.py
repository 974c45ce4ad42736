"""What a service's credentials open at NATS and PostgreSQL: its work, and nothing that is tried beside it."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import asyncpg
import nats
import pytest
from nats.aio.client import Client
from nats.js.api import ConsumerConfig
from nats.js.errors import NotFoundError

from deploy.local.databases import Database
from deploy.local.nats import NatsPlace, nats_place, nats_program
from deploy.local.program import Child
from deploy.nats.rights import HEARS, authorization
from shared.messaging.connecting import connect, inbox_prefix
from shared.messaging.consumer import Consumer
from shared.messaging.nudge import subject as nudge
from shared.messaging.relay import Relay, Sent
from shared.messaging.streams import ensure_stream, stream_name
from shared.service import ServiceDefinition
from tests.integration.rulings.four import NAMES
from tests.integration.shared.test_relay import fill
from tests.running import RunningService

OPERATOR = "operator"
FORBIDDEN = "forbidden.to.all"
"""A subject that no service may publish: its refusal tells that everything before it was answered."""
PASSWORDS = {name: f"password-of-{name}" for name in (OPERATOR, *NAMES)}


@dataclass(frozen=True)
class Guarded(NatsPlace):
    """A server whose users are those of production."""

    def configuration(self) -> str:
        """Put the users of production where one user was."""
        lines = super().configuration().split("\n")
        own = authorization(OPERATOR, PASSWORDS)
        return "\n".join(own if line.startswith("authorization") else line for line in lines)

    def url_of(self, user: str) -> str:
        """Return the address with a user's password in it."""
        return f"nats://{user}:{PASSWORDS[user]}@127.0.0.1:{self.port}"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Guarded]:
    """Give a server on which every stream is there."""
    place = nats_place(tmp_path / "nats")
    guarded = Guarded(
        folder=place.folder, port=place.port, monitoring_port=place.monitoring_port, password=place.password
    )
    child = Child(nats_program(guarded), tmp_path / "nats.log")
    child.start()
    try:
        await child.until_ready()
        for name in NAMES:
            client = await connect(guarded.url_of(name), name, name)
            await ensure_stream(client.jetstream(), name)
            await client.close()
        yield guarded
    finally:
        await child.stop()


class Attempts:
    """A connection as a service, and what the server says of what is attempted on it."""

    def __init__(self) -> None:
        self.refusals: list[str] = []
        self.said = asyncio.Condition()
        self.client = Client()

    @classmethod
    async def of(cls, server: Guarded, user: str) -> "Attempts":
        """Connect as a service."""
        attempts = cls()

        async def refused(error: Exception) -> None:
            async with attempts.said:
                attempts.refusals.append(str(error))
                attempts.said.notify_all()

        await attempts.client.connect(
            server.url_of(user), inbox_prefix=inbox_prefix(user).encode(), error_cb=refused
        )
        return attempts

    async def refuses_to_publish(self, subject: str) -> bool:
        """Tell whether the server refuses a message."""
        await self.client.publish(subject, b"{}")
        return await self._refused("publish", subject)

    async def refuses_to_hear(self, subject: str) -> bool:
        """Tell whether the server refuses a subscription."""
        await self.client.subscribe(subject)
        return await self._refused("subscription", subject)

    async def _refused(self, deed: str, subject: str) -> bool:
        """Wait until the server has said so, or has refused what was attempted after it."""
        await self.client.publish(FORBIDDEN, b"{}")
        async with asyncio.timeout(10), self.said:
            await self.said.wait_for(lambda: any(FORBIDDEN in one for one in self.refusals))
        heard, self.refusals = self.refusals, []
        return any(f'violation for {deed} to "{subject.lower()}"' in one for one in heard)


def test_whom_each_service_may_hear_is_whom_it_hears() -> None:
    """The rights follow the subscriptions, no more and no less."""
    for name in NAMES:
        definition: ServiceDefinition = import_module(f"services.{name}.composition").DEFINITION
        assert set(HEARS[name]) == set(definition.subscriptions.sources)


async def test_with_its_rights_a_service_does_its_work(
    server: Guarded, service: Callable[..., Awaitable[RunningService]]
) -> None:
    """Relay and consumer work as in production: they publish, bind, hear, nudge."""
    registration, gameplay = await service("registration"), await service("gameplay")
    await fill(registration.store, 1, 3)
    client = await connect(server.url_of("registration"), "relay", "registration")
    relay = Relay("registration", registration.store, client)
    assert await relay.send_once() is Sent.SOME
    assert (await client.jetstream().stream_info("REGISTRATION")).state.last_seq == 3
    await client.publish(nudge("registration"), b"")
    stop = asyncio.Event()
    other = await connect(server.url_of("gameplay"), "consumer", "gameplay")
    hearing = asyncio.create_task(Consumer(gameplay.definition, gameplay.store, other).run(stop))
    operator = await nats.connect(server.url_of(OPERATOR))
    js = operator.jetstream()
    async with asyncio.timeout(20):
        while not await bound(js, "REGISTRATION", "gameplay"):  # noqa: ASYNC110 - the server tells nobody
            await asyncio.sleep(0.05)
    stop.set()
    await hearing
    for one in (client, other, operator):
        await one.close()


async def bound(js: nats.js.JetStreamContext, stream: str, durable: str) -> bool:
    """Tell whether a durable consumer is there."""
    try:
        await js.consumer_info(stream, durable)
    except NotFoundError:
        return False
    return True


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_speaks_for_nobody_else(server: Guarded, name: str) -> None:
    """Not under another's subjects, not to another's relay, not into another's inbox."""
    attempts = await Attempts.of(server, name)
    assert not await attempts.refuses_to_publish(f"evt.{name}.all.Something")
    for other in set(NAMES) - {name}:
        assert await attempts.refuses_to_publish(f"evt.{other}.all.Something")
        assert await attempts.refuses_to_publish(nudge(other))
        assert await attempts.refuses_to_publish(f"{inbox_prefix(other)}.x")
        assert await attempts.refuses_to_hear(nudge(other))
        assert await attempts.refuses_to_hear(f"{inbox_prefix(other)}.>")
    assert await attempts.refuses_to_hear("evt.>")
    assert await attempts.refuses_to_hear(">")
    assert await attempts.refuses_to_hear("$SYS.>")
    await attempts.client.close()


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_takes_nothing_away(server: Guarded, name: str) -> None:
    """No stream is deleted, purged, changed or set back; no message, no other's consumer is removed."""
    operator = await nats.connect(server.url_of(OPERATOR))
    js = operator.jetstream()
    for one in NAMES:
        for other in NAMES:
            if one in HEARS[other]:
                await js.add_consumer(stream_name(one), ConsumerConfig(durable_name=other))
    attempts = await Attempts.of(server, name)
    for stream in map(stream_name, NAMES):
        for deed in ("DELETE", "PURGE", "UPDATE", "MSG.DELETE", "SNAPSHOT", "RESTORE", "LEADER.STEPDOWN"):
            assert await attempts.refuses_to_publish(f"$JS.API.STREAM.{deed}.{stream}"), (deed, stream)
        for other in set(NAMES) - {name}:
            for deed in ("DELETE", "MSG.NEXT", "CREATE", "DURABLE.CREATE"):
                subject = f"$JS.API.CONSUMER.{deed}.{stream}.{other}"
                assert await attempts.refuses_to_publish(subject), subject
            assert await attempts.refuses_to_publish(f"$JS.ACK.{stream}.{other}.1.1.1.1.0")
    for source in set(NAMES) - {name, *HEARS[name]}:
        stream = stream_name(source)
        assert await attempts.refuses_to_publish(f"$JS.API.STREAM.MSG.GET.{stream}")
        assert await attempts.refuses_to_publish(f"$JS.API.CONSUMER.CREATE.{stream}.{name}")
    assert await attempts.refuses_to_publish("$JS.API.STREAM.CREATE.MINE")
    assert await attempts.refuses_to_publish("$JS.API.STREAM.NAMES")
    assert await attempts.refuses_to_publish("$JS.API.ACCOUNT.PURGE.$G")
    assert [(await js.stream_info(stream_name(one))).config.name for one in NAMES] == [
        stream_name(one) for one in NAMES
    ]
    await attempts.client.close()
    await operator.close()


async def test_nobody_comes_in_without_a_password(server: Guarded) -> None:
    """Not as nobody, not as a service with a guess, not as the one user of the embedded stack."""
    for login in (
        {},
        {"user": "gameplay", "pass": "guess"},
        {"user": "consigliere", "pass": server.password},
    ):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        await reader.readline()
        writer.write(b"CONNECT " + json.dumps(login).encode() + b"\r\nPING\r\n")
        assert b"Authorization Violation" in await reader.readline()
        writer.close()
        await writer.wait_closed()


ATTEMPTS = {
    "a table of its own": "CREATE TABLE public.mine (id int)",
    "a table in the store": "CREATE TABLE es.mine (id int)",
    "a schema": "CREATE SCHEMA mine",
    "a function": "CREATE FUNCTION public.mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
    "a role": "CREATE ROLE mine",
    "another's role": "SET ROLE postgres",
    "the owner's role": "SET ROLE {owner}",
    "an event of its own making": "INSERT INTO es.events SELECT * FROM es.events",
    "a message of its own making": "INSERT INTO es.outbox SELECT * FROM es.outbox",
    "another head": "UPDATE es.head SET position = 0",
    "triggers switched off": "SET session_replication_role = replica",
    "a trigger removed": "ALTER TABLE es.events DISABLE TRIGGER ALL",
    "a function replaced": "ALTER FUNCTION es.load(text) OWNER TO {service}",
    "a column added": "ALTER TABLE es.events ADD COLUMN mine int",
    "the store dropped": "DROP SCHEMA es CASCADE",
    "the revision changed": "UPDATE es.revision SET number = 99",
    "an answer changed": "UPDATE es.idempotency SET body = ''",
    "what was heard changed": "UPDATE es.inbox SET payload = ''",
    "a file read": "SELECT pg_read_file('/etc/passwd')",
    "a program run": "COPY (SELECT 1) TO PROGRAM 'true'",
    "a file written": "COPY (SELECT 1) TO '/tmp/mine'",
    "passwords read": "SELECT rolpassword FROM pg_authid",
    "the server set": "ALTER SYSTEM SET fsync = off",
    "others' sessions ended": "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    " WHERE usename <> '{service}' AND datname = current_database()",
    "a language": "CREATE EXTENSION dblink",
}


@pytest.mark.parametrize("name", NAMES)
async def test_a_service_can_do_nothing_else_to_its_database(
    databases: Callable[[str], Awaitable[Database]], name: str
) -> None:
    """Every attempt at more than appending, reading and its read models is refused for want of rights."""
    database = await databases(name)
    owner = await asyncpg.connect(database.owner_url)
    service = await asyncpg.connect(database.service_url)
    done = []
    for attempt, statement in ATTEMPTS.items():
        given = statement.format(owner=database.owner_role, service=database.service_role)
        try:
            await service.execute(given)
        except asyncpg.InsufficientPrivilegeError:
            continue
        done.append(attempt)
    assert not done
    await service.execute("GRANT ALL ON es.events TO PUBLIC")  # a warning: it has none of them to give
    given_on = await owner.fetchval(
        "SELECT count(*) FROM information_schema.table_privileges"
        " WHERE grantee = 'PUBLIC' AND table_schema = 'es'"
    )
    assert given_on == 0
    assert await service.fetchval("SELECT count(*) FROM es.events") == 0
    await service.close()
    await owner.close()


async def test_a_service_does_not_come_into_anothers_database(
    databases: Callable[[str], Awaitable[Database]],
) -> None:
    """With credentials that are good for its own."""
    own, other = await databases("gameplay"), await databases("appeals")
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await asyncpg.connect(own.service_url.replace(f"/{own.name}", f"/{other.name}"))
