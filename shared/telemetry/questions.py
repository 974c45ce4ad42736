"""What each kind of process is asked at a scrape. Imported only where metrics are on."""

from collections.abc import Callable

from nats.aio.client import Client
from sqlalchemy.ext.asyncio import AsyncEngine

from shared.messaging.relay import Relay
from shared.service import ServiceDefinition
from shared.telemetry.sampling import OfNats, OfTheRelay, OfTheStore, OfWebhooks, OfWhatIsHeard, Question


def of_api(
    service: str, engine: Callable[[], AsyncEngine], client: Callable[[], Client | None]
) -> list[Question]:
    """Ask where the store stands. Also of a timer, which has nothing else."""
    return [OfTheStore(service, engine).head, OfNats(service, client).connected]


def of_relay(service: str, engine: AsyncEngine, client: Client, relay: Relay) -> list[Question]:
    """Ask of outbox, stream and webhooks, and verify the chain a piece further."""
    store = OfTheStore(service, lambda: engine)
    outbox = OfTheRelay(service, lambda: engine, client, relay)
    connected = OfNats(service, lambda: client).connected
    webhooks = OfWebhooks(service, engine).states
    return [store.head, store.chain, outbox.halted, outbox.lag, webhooks, connected]


def of_consumer(definition: ServiceDefinition, engine: AsyncEngine, client: Client) -> list[Question]:
    """Ask how far each source was heard."""
    service = definition.name
    sources = [
        OfWhatIsHeard(service, source, lambda: engine, client) for source in definition.subscriptions.sources
    ]
    asked: list[Question] = [OfTheStore(service, lambda: engine).head]
    asked += [one.checkpoint for one in sources]
    asked += [one.lag for one in sources]
    return [*asked, OfNats(service, lambda: client).connected]
