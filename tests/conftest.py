"""Real PostgreSQL and NATS for every test that wants them, and a service's API in one call.

Servers start from their wheels, one of each for a test process; TEST_POSTGRES_URL (a superuser's) and
TEST_NATS_URL name servers to use instead; with BACKEND=containers both run in containers. Each test
gets databases of its own, copied from a migrated template.
"""

import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import jwt
import pytest
import pytest_asyncio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from deploy.local.databases import Database, PostgresServer
from deploy.local.nats import EmbeddedNats, embedded_nats
from deploy.local.postgres import embedded_postgres
from shared.eventsourcing.migrate import migrate
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.service import ServiceDefinition
from tests.running import Keys, RunningService, running_service

if TYPE_CHECKING:
    from tests.containers.backend import ContainerNats

os.environ["CONSIGLIERE_WEBHOOK_NETWORKS"] = "127.0.0.0/8"
"""No stack of a test calls an address beyond loopback, whatever a test registers there."""


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def postgres_server() -> AsyncIterator[PostgresServer]:
    """Give a PostgreSQL server for the whole test process.

    Under root it runs as another user, who must reach its folder: every pytest that starts closes the
    parent of pytest's own temporary folders again, so it lies elsewhere.
    """
    given = os.environ.get("TEST_POSTGRES_URL")
    if given:
        yield PostgresServer(given)
        return
    if os.environ.get("BACKEND") == "containers":
        from tests.containers.backend import container_postgres  # noqa: PLC0415 - needs a Docker engine

        async with container_postgres() as server:
            yield server
        return
    folder = Path(mkdtemp(prefix="consigliere-test-"))
    try:
        async with embedded_postgres(folder, durable=False) as server:
            yield server
    finally:
        rmtree(folder)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def templates(postgres_server: PostgresServer) -> AsyncIterator[Callable[[str], Awaitable[Database]]]:
    """Give a function that returns a migrated database of a service (or "kit"), made once, to copy."""
    made: dict[str, Database] = {}

    async def template(service: str) -> Database:
        if service not in made:
            database = await postgres_server.create_database(f"template_{service}_{uuid4().hex[:12]}")
            history = None
            if service != "kit":
                history = Path(import_module(f"services.{service}").__path__[0]) / "migrations"
            await migrate(database.owner_url, database.service_role, history)
            made[service] = database
        return made[service]

    yield template
    for database in made.values():
        await postgres_server.drop_database(database)


@pytest.fixture
async def databases(
    postgres_server: PostgresServer, templates: Callable[[str], Awaitable[Database]]
) -> AsyncIterator[Callable[[str], Awaitable[Database]]]:
    """Give a function that returns a fresh migrated database of a service (or "kit")."""
    made: list[Database] = []

    async def database(service: str) -> Database:
        made.append(
            await postgres_server.create_database(
                f"t_{service}_{uuid4().hex[:12]}", template=await templates(service)
            )
        )
        return made[-1]

    yield database
    for one in made:
        await postgres_server.drop_database(one, keep_roles=True)


@pytest.fixture
async def kit_store(databases: Callable[[str], Awaitable[Database]]) -> AsyncIterator[PostgresStore]:
    """Give an empty event store of no service in particular."""
    engine = open_engine((await databases("kit")).service_url, application_name="test")
    yield PostgresStore(engine)
    await engine.dispose()


@pytest.fixture
async def nats_server(tmp_path: Path) -> AsyncIterator["EmbeddedNats | ContainerNats"]:
    """Give a NATS server of this test's own, to kill and restart."""
    if os.environ.get("BACKEND") == "containers":
        from tests.containers.backend import container_nats  # noqa: PLC0415 - needs a Docker engine

        async with container_nats() as container:
            yield container
        return
    async with embedded_nats(tmp_path / "nats") as server:
        yield server


@pytest.fixture(scope="session")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Keys:
    """Give a signing key for access tokens and its JWKS, as files."""
    folder = tmp_path_factory.mktemp("keys")
    private = Ed25519PrivateKey.generate()
    pem = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    (folder / "signing.pem").write_bytes(pem)
    public = jwt.algorithms.OKPAlgorithm.to_jwk(private.public_key(), as_dict=True)
    keys = Keys(signing_key=folder / "signing.pem", jwks=folder / "jwks.json", key=private)
    keys.write_jwks(public)
    return keys


@pytest.fixture
async def service(
    databases: Callable[[str], Awaitable[Database]], keys: Keys
) -> AsyncIterator[Callable[..., Awaitable[RunningService]]]:
    """Give what starts the API of a service by name, under a clock that the test moves."""
    async with AsyncExitStack() as stack:

        async def start(
            name: str, *, now: datetime = datetime(2026, 5, 23, 8, 0, tzinfo=UTC), **more: Any
        ) -> RunningService:
            definition: ServiceDefinition = import_module(f"services.{name}.composition").DEFINITION
            return await stack.enter_async_context(
                running_service(definition, await databases(name), keys, now, **more)
            )

        yield start
