"""One command is followed from its request to the read of what it led to, over real PostgreSQL and NATS."""

from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from deploy.local.databases import Database
from deploy.local.nats import EmbeddedNats
from shared.messaging.connecting import connect
from shared.telemetry import traces
from tests.integration.shared.watched import watched_pair
from tests.running import Keys

PROCESSES = ("registration", "scoring", "relay", "consumer")
TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
TRACEPARENT = f"00-{TRACE}-00f067aa0ba902b7-01"


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> InMemorySpanExporter:
    """Keep spans here, in place of sending them to a collector."""
    memory = InMemorySpanExporter()
    monkeypatch.setattr(traces, "exporter", lambda _url: memory)
    return memory


def parent(span: ReadableSpan) -> int:
    """Return the id of a span's parent."""
    assert span.parent is not None
    return span.parent.span_id


async def test_one_trace_spans_request_store_relay_stream_projection_and_read(
    databases: Callable[[str], Awaitable[Database]],
    nats_server: EmbeddedNats,
    keys: Keys,
    exported: InMemorySpanExporter,
) -> None:
    """The trace that the client began holds all of it, each span under the one that led to it."""
    settings = {name: {"traces_url": "http://collector"} for name in PROCESSES}
    async with watched_pair(databases, nats_server.url, keys, settings) as pair:
        who = uuid4()
        headers = pair.publisher.bearer(who, "organizer") | {
            "Idempotency-Key": "once",
            "traceparent": TRACEPARENT,
        }
        done = await pair.publisher.client.post(
            f"/v1/counters/{who}/counts", json={"note": "a secret"}, headers=headers
        )
        assert done.status_code == 201
        read = await pair.hearer.client.get(
            "/v1/heard", params={"min": done.headers["Position"]}, headers={"traceparent": TRACEPARENT}
        )
        assert read.json() == {"count": 1}
        pair.flush()
        client = await connect(nats_server.url, "reader")
        message = await client.jetstream().get_msg("REGISTRATION", 1)
        await client.close()
        [said] = await pair.publisher.store.read(0, 10)
        [counted] = await pair.hearer.store.read(0, 10)

    spans = exported.get_finished_spans()
    assert {f"{span.context.trace_id:032x}" for span in spans if span.context} == {TRACE}
    by_name = {span.name: span for span in spans if span.name != "append"}
    posted, sent = by_name["POST /v1/counters/{counter}/counts"], by_name["send registration"]
    heard = by_name["process registration"]
    ids = {name: span.context.span_id for name, span in by_name.items() if span.context}
    assert f"{parent(posted):016x}" == "00f067aa0ba902b7"
    assert parent(sent) == ids[posted.name]
    assert parent(heard) == ids[sent.name]
    assert {parent(span) for span in spans if span.name == "append"} == {ids[posted.name], ids[heard.name]}
    assert "GET /v1/heard" in by_name
    assert (message.headers or {})["traceparent"] == f"00-{TRACE}-{ids[sent.name]:016x}-01"
    assert TRACE in said.metadata
    assert TRACE in counted.metadata
    everything = " ".join(span.to_json() for span in spans)
    assert str(who) not in everything
    assert "a secret" not in everything


async def test_what_is_no_traceparent_begins_a_trace_of_its_own(
    databases: Callable[[str], Awaitable[Database]],
    nats_server: EmbeddedNats,
    keys: Keys,
    exported: InMemorySpanExporter,
) -> None:
    """Nonsense in the header breaks nothing, and a ratio of 0 follows nobody."""
    settings = {name: {"traces_url": "http://collector"} for name in PROCESSES}
    settings["scoring"] = {"traces_url": "http://collector", "traces_ratio": 0.0}  # type: ignore[dict-item]
    async with watched_pair(databases, nats_server.url, keys, settings) as pair:
        for header in ("x", "00-0-0-01", "\xff" * 300):
            given = {b"traceparent": header.encode("latin-1")}
            for one in (pair.publisher, pair.hearer):
                assert (await one.client.get("/livez", headers=given)).status_code == 200
        pair.flush()
    spans = exported.get_finished_spans()
    assert [span.name for span in spans] == ["GET /livez"] * 3
    assert len({span.context.trace_id for span in spans if span.context}) == 3
