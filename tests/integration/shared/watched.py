"""The smallest two services with everything between them, and all of it watched."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from litestar import Controller, Litestar, Response, get
from litestar.di import NamedDependency
from nats.aio.client import Client
from sqlalchemy import func, select

from deploy.local.databases import Database
from shared.clock import Clock
from shared.messaging.connecting import connect
from shared.messaging.consumer import Consumer
from shared.messaging.relay import Relay
from shared.settings import Settings
from shared.telemetry import questions
from shared.telemetry.observer import Observer, watch_of
from shared.telemetry.observing import observed, sampled
from shared.web.app import build_app
from shared.web.reads import Reads
from tests import toy
from tests.integration.shared.test_web import CountView, create_app
from tests.running import Keys, RunningService, running_service


class HeardController(Controller):
    """What was heard."""

    path = "/v1/heard"

    @get("/", opt={"public": True})
    async def read(self, reads: NamedDependency[Reads]) -> Response[CountView]:
        """Read how much."""
        count = await reads.scalar(select(func.count()).select_from(toy.heard_counts))
        return reads.answer(CountView(count), version=count)


def create_hearer(*, settings: Settings, clock: Clock) -> Litestar:
    """Return the hearer's application."""
    return build_app(toy.HEARER, [HeardController], settings=settings, clock=clock)


@dataclass
class Pair:
    """Who says and who hears, with the workers between them."""

    publisher: RunningService
    hearer: RunningService
    databases: dict[str, Database]
    clients: dict[str, Client]
    observers: dict[str, Observer]
    ports: dict[str, int]
    """Where each process shows its metrics, if it does."""

    def flush(self) -> None:
        """Send all spans off."""
        for observer in self.observers.values():
            observer.flush()


def ask_api(one: RunningService, observer: Observer) -> None:
    """Let a scrape of an API ask where its store stands."""
    engine = one.app.state.engine
    sampled(observer, lambda: questions.of_api(one.definition.name, lambda: engine, lambda: None))


@asynccontextmanager
async def watched_pair(
    databases: Callable[[str], Awaitable[Database]], url: str, keys: Keys, more: dict[str, dict[str, Any]]
) -> AsyncIterator[Pair]:
    """Run both services; `more` are the settings of each process: registration, scoring, relay, consumer."""
    async with AsyncExitStack() as stack:
        applications: list[RunningService] = []
        made: dict[str, Database] = {}
        for definition, create in ((toy.PUBLISHER, create_app), (toy.HEARER, create_hearer)):
            made[definition.name] = database = await databases("kit")
            await toy.create_tables(database.owner_url, database.service_role)
            applications.append(
                await stack.enter_async_context(
                    running_service(definition, database, keys, toy.AT, create, **more[definition.name])
                )
            )
        publisher, hearer = applications
        observers: dict[str, Observer] = {}
        for one in applications:
            observers[one.definition.name] = observer = one.app.state.watch
            await stack.enter_async_context(observed(one.app.state.settings, observer))
            ask_api(one, observer)
        stop = asyncio.Event()
        clients = {name: await connect(url, name) for name in ("relay", "consumer")}
        for name, one in (("relay", publisher), ("consumer", hearer)):
            settings = Settings(database_url="postgresql://", **more[name])
            watch = watch_of(settings, one.definition, name)
            assert isinstance(watch, Observer)
            observers[name] = watch
            one.store.watch = watch
            await stack.enter_async_context(observed(settings, watch))
        parents = publisher.store.read_traceparents if observers["relay"].traces else None
        relay = Relay(
            "registration", publisher.store, clients["relay"], watch=observers["relay"], parents=parents
        )
        consumer = Consumer(toy.HEARER, hearer.store, clients["consumer"])
        sampled(
            observers["relay"],
            lambda: questions.of_relay("registration", publisher.store.engine, clients["relay"], relay),
        )
        sampled(
            observers["consumer"],
            lambda: questions.of_consumer(toy.HEARER, hearer.store.engine, clients["consumer"]),
        )
        tasks = [asyncio.create_task(relay.run(stop)), asyncio.create_task(consumer.run(stop))]
        try:
            ports = {name: one["metrics_port"] for name, one in more.items() if "metrics_port" in one}
            yield Pair(publisher, hearer, made, clients, observers, ports)
        finally:
            stop.set()
            await asyncio.gather(*tasks)
            for client in clients.values():
                await client.close()
