"""Runs a worker: `python -m shared.messaging.serve relay|consumer|timer services.<service>.composition`."""

import asyncio
import contextlib
import os
import signal
import sys
from importlib import import_module
from types import ModuleType
from typing import Literal, TypeAlias, cast, get_args

import msgspec
import structlog
import uvloop

from shared import logs
from shared.clock import utc_now
from shared.eventsourcing.handling import CommandLoop
from shared.eventsourcing.postgres import PostgresStore, open_engine
from shared.garbage import settle
from shared.messaging.connecting import connect
from shared.messaging.consumer import Consumer, Repair
from shared.messaging.nudge import nudger
from shared.messaging.relay import Relay, RelayHalted
from shared.service import ServiceDefinition, load_definition
from shared.settings import Settings, from_environment
from shared.telemetry.observer import watch_of
from shared.telemetry.observing import observed, sampled
from shared.telemetry.watch import UNWATCHED, Watch
from shared.webhooks.reaching import reach
from shared.webhooks.sending import Sender

log = structlog.get_logger(__name__)
HALTED_SECONDS = 5.0


def feed_repair(front: str) -> Repair:
    """Return a repair that reads single events from the publishers' feeds behind a front door's URL.

    Where there is no such door inside, `front` is each service's own address, as "http://{source}:8000".
    """

    async def repair(source: str, seq: int) -> bytes | None:
        import httpx  # noqa: PLC0415 - rarely needed, and slow to import

        base = front.replace("{source}", source) if "{source}" in front else f"{front}/{source}"
        async with httpx.AsyncClient(base_url=base, timeout=5, trust_env=False) as client:
            answer = await client.get("/v1/events", params={"after": seq - 1, "limit": 1})
            answer.raise_for_status()
            events = msgspec.json.decode(answer.content)["events"]
            return msgspec.json.encode(events[0]["event"]) if events and events[0]["seq"] == seq else None

    return repair


Kind: TypeAlias = Literal["relay", "consumer", "timer"]


async def work(
    kind: Kind, definition: ServiceDefinition, settings: Settings, watch: Watch = UNWATCHED
) -> None:
    """Run one worker until SIGTERM or SIGINT; what is being applied is finished first."""
    if settings.nats_url is None:
        raise SystemExit("settings: a worker needs CONSIGLIERE_NATS_URL")
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    name = f"{definition.name}-{kind}"
    engine = open_engine(settings.database_url, application_name=name, pool_size=4 if kind == "relay" else 2)
    client = await connect(settings.nats_url, name, definition.name)
    store = PostgresStore(engine, watch)
    try:
        if kind == "relay":
            relay = Relay(
                definition.name,
                store,
                client,
                replicas=settings.replicas,
                watch=watch,
                parents=store.read_traceparents if watch.traces else None,
            )
            sampled(watch, lambda: questions().of_relay(definition.name, engine, client, relay))
            sender = Sender(definition.name, store, within=reach(settings.webhook_networks))
            await asyncio.gather(_relay(relay, stop), sender.run(stop, client))
        elif kind == "timer":
            sampled(watch, lambda: questions().of_api(definition.name, lambda: engine, lambda: client))
            await _timer(definition, store, stop)
        else:
            sampled(watch, lambda: questions().of_consumer(definition, engine, client))
            front = os.environ.get("CONSIGLIERE_FRONT_URL")
            consumer = Consumer(
                definition,
                store,
                client,
                repair=feed_repair(front) if front else None,
                applied=nudger(client, definition.name),
            )
            await consumer.run(stop)
    finally:
        await client.close()
        await engine.dispose()


def questions() -> ModuleType:
    """Return what is asked at a scrape: loaded only where somebody may ask."""
    return import_module("shared.telemetry.questions")


async def _relay(relay: Relay, stop: asyncio.Event) -> None:
    """Run a relay; while stream and outbox do not belong together stand still, say so, and look again."""
    while not stop.is_set():
        try:
            relay.halted = False
            await relay.run(stop)
        except RelayHalted as alarm:
            relay.halted = True
            log.critical("relay halted", reason=str(alarm))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), HALTED_SECONDS)


async def _timer(definition: ServiceDefinition, store: PostgresStore, stop: asyncio.Event) -> None:
    """Run what is due by the clock. The relay finds what it says by itself, within its poll."""
    if definition.timer is None:
        raise SystemExit(f"{definition.name} has nothing that is ever due")
    await definition.timer(CommandLoop(definition.kernel, store), utc_now, stop)


async def _observed(kind: Kind, definition: ServiceDefinition, settings: Settings) -> None:
    watch = watch_of(settings, definition, kind)
    async with observed(settings, watch):
        await work(kind, definition, settings, watch)


def main() -> None:
    """Run the worker named on the command line."""
    kind, module = sys.argv[1:3]
    if kind not in get_args(Kind):
        raise SystemExit(f"unknown worker {kind!r}: one of {', '.join(get_args(Kind))}")
    settings = from_environment()
    definition = load_definition(module)
    logs.configure(definition.name, kind, settings.log_level)
    settle()
    uvloop.run(_observed(cast("Kind", kind), definition, settings))


if __name__ == "__main__":
    main()
