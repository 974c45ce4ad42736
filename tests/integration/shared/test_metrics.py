"""What a scrape of each process says, while everything works and when something does not."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from uuid import uuid4

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from structlog.testing import capture_logs

from deploy.local.databases import Database
from deploy.local.nats import EmbeddedNats
from deploy.local.ports import HOST, free_ports
from tests.eventually import eventually
from tests.integration.shared.test_verify import tamper
from tests.integration.shared.watched import Pair, watched_pair
from tests.running import Keys

PROCESSES = ("registration", "scoring", "relay", "consumer")
Scrape = Callable[[str], Awaitable[dict[str, float]]]


@pytest.fixture
async def pair(
    databases: Callable[[str], Awaitable[Database]], nats_server: EmbeddedNats, keys: Keys
) -> AsyncIterator[Pair]:
    """Give two services whose processes show their metrics."""
    ports = dict(zip(PROCESSES, free_ports(len(PROCESSES)), strict=True))
    settings = {name: {"metrics_port": port} for name, port in ports.items()}
    async with watched_pair(databases, nats_server.url, keys, settings) as pair:
        yield pair


async def scraped(pair: Pair, process: str) -> dict[str, float]:
    """Return every sample of a process by its name and labels as they are written."""
    async with httpx.AsyncClient(trust_env=False) as client:
        answer = await client.get(f"http://{HOST}:{pair.ports[process]}/metrics")
    assert answer.status_code == 200
    return {
        sample.name
        + "".join(
            f"/{value}" for name, value in sorted(sample.labels.items()) if name != "service"
        ): sample.value
        for family in text_string_to_metric_families(answer.text)
        for sample in family.samples
        if sample.name.startswith("consigliere_")
    }


async def counted(pair: Pair, times: int) -> str:
    """Count, and return the position."""
    who = uuid4()
    done = await pair.publisher.post(
        f"/v1/counters/{who}/counts", {"times": times}, by=who, scope="organizer"
    )
    assert done.status_code == 201
    return str(done.headers["Position"])


async def test_a_command_shows_in_all_it_went_through(pair: Pair) -> None:
    """Request and append are timed; outbox, stream and checkpoint agree; the chain is verified."""
    position = await counted(pair, 3)
    assert (await pair.hearer.get("/v1/heard", min=position)).status_code == 200
    api, hearer = await scraped(pair, "registration"), await scraped(pair, "scoring")
    relay, consumer = await scraped(pair, "relay"), await scraped(pair, "consumer")
    assert api["consigliere_request_seconds_count/POST//v1/counters/{counter}/counts/2xx"] == 1
    assert api["consigliere_append_seconds_count"] == 1
    assert api["consigliere_head_position"] == api["consigliere_outbox_seq"] == 3
    assert hearer["consigliere_request_seconds_count/GET//v1/heard/2xx"] == 1
    assert relay["consigliere_stream_seq"] == relay["consigliere_published_total"] == 3
    assert relay["consigliere_stream_ahead_of_outbox"] == 0
    assert relay["consigliere_outbox_lag_messages"] == relay["consigliere_outbox_lag_seconds"] == 0
    assert relay["consigliere_chain_verified_position"] == 3
    assert relay["consigliere_chain_broken_position"] == relay["consigliere_chain_unverified_events"] == 0
    assert relay["consigliere_relay_halted"] == relay["consigliere_republished_total"] == 0
    assert relay["consigliere_nats_connected"] == consumer["consigliere_nats_connected"] == 1
    assert consumer["consigliere_projection_seq/registration"] == 3
    assert consumer["consigliere_applied_total/registration"] == 3
    assert consumer["consigliere_append_seconds_count"] == 3
    for none in ("lag_events", "lag_seconds", "holes", "frozen"):
        assert consumer[f"consigliere_projection_{none}/registration"] == 0
    assert all(scrape["consigliere_sampling_failed"] == 0 for scrape in (api, hearer, relay, consumer))


async def test_what_is_asked_in_vain_is_counted_without_naming_it(pair: Pair) -> None:
    """Unknown addresses and methods give one series, conflicts their category; no label holds an id."""
    who = uuid4()
    for path in (f"/{uuid4()}", f"/{uuid4()}", "/%0d%0aX: 1"):
        await pair.publisher.client.request("ODD", path)
        assert (await pair.publisher.client.get(path)).status_code == 404
    stale = await pair.publisher.post(f"/v1/counters/{who}/counts", {}, by=who, scope="organizer", version=7)
    assert stale.status_code == 412
    await pair.publisher.client.get("/v1/events", headers={"Authorization": "Bearer nonsense"})
    api = await scraped(pair, "registration")
    assert api["consigliere_request_seconds_count/GET/unmatched/4xx"] == 3
    assert api["consigliere_request_seconds_count/other/unmatched/4xx"] == 3
    assert api["consigliere_request_seconds_count/GET//v1/events/4xx"] == 1
    assert api["consigliere_conflicts_total/counter"] == 1
    assert not [series for series in api if str(who) in series]


async def test_a_lag_shows_in_count_and_age_and_a_lost_stream_in_what_is_sent_again(
    pair: Pair, nats_server: EmbeddedNats
) -> None:
    """Filled again, the stream counts as republished; with NATS away its part of a scrape is missing."""
    position = await counted(pair, 2)
    await pair.hearer.get("/v1/heard", min=position)
    client = pair.clients["relay"]
    await client.jetstream().delete_stream("REGISTRATION")
    await eventually(lambda: republished(pair), "both sent again")
    await nats_server.kill()
    await counted(pair, 1)
    relay, consumer = await asyncio.gather(scraped(pair, "relay"), scraped(pair, "consumer"))
    assert relay["consigliere_sampling_failed"] == 1
    assert "consigliere_outbox_lag_messages" not in relay
    assert relay["consigliere_head_position"] == 3
    assert consumer["consigliere_projection_seq/registration"] == 2
    await nats_server.start()
    await pair.hearer.get("/v1/heard", min="registration:3")


async def republished(pair: Pair) -> bool:
    """Tell whether two messages were sent again."""
    return (await scraped(pair, "relay"))["consigliere_republished_total"] == 2


@pytest.fixture
def quiet() -> Iterator[None]:
    """Keep log lines from the screen: painting an error there takes the event loop a second."""
    with capture_logs():
        yield


@pytest.mark.usefixtures("quiet")
async def test_a_frozen_projection_and_a_broken_chain_show(pair: Pair) -> None:
    """Who stands still says so, with what waits behind it; a changed event stops the verifier before it."""
    frozen, lag = (
        "consigliere_projection_frozen/registration",
        "consigliere_projection_lag_events/registration",
    )
    owner = pair.publisher
    who = uuid4()
    await owner.post(f"/v1/counters/{who}/counts", {"times": 2}, by=who, scope="organizer")
    await pair.hearer.get("/v1/heard", min="registration:2")
    await tamper(pair.databases["scoring"], "ALTER TABLE heard_counts ADD CHECK (false) NOT VALID")
    await counted(pair, 1)

    async def stands_still() -> bool:
        return (await scraped(pair, "consumer"))[frozen] == 1

    await eventually(stands_still, "frozen")
    consumer = await scraped(pair, "consumer")
    assert consumer[lag] == 1
    assert consumer["consigliere_projection_lag_seconds/registration"] > 0
    changed = "UPDATE es.events SET data = data || ' ' WHERE position = 3"
    await tamper(pair.databases["registration"], changed)
    relay = await scraped(pair, "relay")
    assert relay["consigliere_chain_broken_position"] == 3
    assert relay["consigliere_chain_verified_position"] == 2
