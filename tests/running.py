"""One service's API in the test's own process, over real PostgreSQL, with a clock and tokens at hand."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import jwt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from litestar import Litestar
from nats.aio.client import Client

from deploy.local.databases import Database
from shared.contracts.envelope import seal
from shared.contracts.primitives import PublicEvent
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.messaging.consumer import Arrived, Consumer
from shared.service import ServiceDefinition
from shared.settings import Settings

KEY_ID = "test"


@dataclass(frozen=True)
class Keys:
    """The key that signs access tokens in tests."""

    signing_key: Path
    jwks: Path
    key: Ed25519PrivateKey

    def write_jwks(self, public: dict[str, Any]) -> None:
        """Write the public half as a JWKS."""
        self.jwks.write_text(
            json.dumps({"keys": [public | {"kid": KEY_ID, "alg": "EdDSA", "use": "sig"}]}), encoding="utf-8"
        )

    def token(self, person: UUID | str, *scopes: str, name: str = "somebody", **claims: Any) -> str:
        """Sign an access token; `claims` replace the usual ones."""
        now = int(datetime.now().timestamp())  # noqa: DTZ005 - seconds since the epoch
        payload = {
            "iss": "consigliere",
            "aud": "consigliere",
            "sub": str(person),
            "name": name,
            "scope": " ".join(scopes),
            "iat": now,
            "exp": now + 3600,
        }
        return jwt.encode(payload | claims, self.key, algorithm="EdDSA", headers={"kid": KEY_ID})


@dataclass
class RunningService:
    """A service under test: its client, its store, what it hears, its clock."""

    definition: ServiceDefinition
    app: Litestar
    client: httpx.AsyncClient
    store: PostgresStore
    consumer: Consumer
    keys: Keys
    now: datetime
    _heard: dict[str, int] = field(default_factory=dict)

    def bearer(self, sub: UUID, *scopes: str) -> dict[str, str]:
        """Return the Authorization header of a person or account."""
        return {"Authorization": f"Bearer {self.keys.token(sub, *scopes)}"}

    async def post(
        self,
        path: str,
        body: Any = None,
        *,
        by: UUID,
        scope: str = "participant",
        version: int | None = None,
        key: str | None = None,
    ) -> httpx.Response:
        """Send a command as `by`, under an Idempotency-Key of its own unless one is given."""
        headers = self.bearer(by, scope) | {"Idempotency-Key": key or str(uuid4())}
        if version is not None:
            headers["If-Match"] = f'"v{version}"'
        return await self.client.post(path, json=body, headers=headers)

    async def get(
        self, path: str, *, by: UUID | None = None, scope: str = "participant", **query: Any
    ) -> httpx.Response:
        """Read as `by`, or as nobody."""
        headers = self.bearer(by, scope) if by is not None else {}
        return await self.client.get(path, headers=headers, params=query)

    async def hear(self, *events: PublicEvent, event_id: UUID | None = None) -> None:
        """Let the service hear public events of others, as its consumer would, in order."""
        for event in events:
            source = type(event).__module__.rpartition(".")[2]
            seq = self._heard.get(source, 0) + 1
            _, payload = seal(
                source,
                event,
                event_id=event_id or uuid4(),
                at=self.now,
                correlation_id=None,
                causation_id=None,
            )
            await self.consumer.apply(source, Arrived(seq, payload.encode()))
            self._heard[source] = seq

    async def hear_again(self, source: str, seq: int) -> None:
        """Deliver an event that was heard once more."""
        async with self.store.engine.connect() as connection:
            rows = await connection.exec_driver_sql(
                "SELECT payload FROM es.inbox WHERE source = $1 AND seq = $2", (source, seq)
            )
            payload: str = rows.scalar_one()
        await self.consumer.apply(source, Arrived(seq, payload.encode()))

    async def said(self) -> list[dict[str, Any]]:
        """Return every public event the service has said: type and data."""
        messages = await self.store.read_outbox(0, 10_000)
        envelopes = [json.loads(message.payload) for message in messages]
        return [{"type": e["type"].rpartition(".")[2], "data": e["data"]} for e in envelopes]

    def later(self, **delta: float) -> None:
        """Move the clock: `later(minutes=5)`."""
        self.now += timedelta(**delta)


@asynccontextmanager
async def running_service(
    definition: ServiceDefinition,
    database: Database,
    keys: Keys,
    now: datetime,
    create_app: Callable[..., Litestar] | None = None,
    **more: Any,
) -> AsyncIterator[RunningService]:
    """Run a service's application on a database, with `more` settings where the usual ones will not do."""
    engine = open_engine(database.service_url, application_name="test")
    store = PostgresStore(engine)
    settings = Settings(
        database_url=database.service_url, jwks=keys.jwks, signing_key=keys.signing_key, **more
    )
    create = create_app or import_module(f"services.{definition.name}.app").create_app

    def clock() -> datetime:
        return running.now

    app = create(settings=settings, clock=clock)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)  # type: ignore[arg-type]
    async with _started(app), httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        running = RunningService(
            definition=definition,
            app=app,
            client=client,
            store=store,
            consumer=Consumer(definition, store, Client(), clock=clock),
            keys=keys,
            now=now,
        )
        yield running
    await engine.dispose()


@asynccontextmanager
async def _started(app: Litestar) -> AsyncIterator[None]:
    """Hold an application's lifespan open in one task; fixtures begin and end in different ones."""
    started, leave = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        async with app.lifespan():
            started.set()
            await leave.wait()

    holding = asyncio.create_task(hold())
    waiting = asyncio.create_task(started.wait())
    await asyncio.wait([holding, waiting], return_when=asyncio.FIRST_COMPLETED)
    if holding.done():
        waiting.cancel()
        await holding
    yield
    leave.set()
    await holding
