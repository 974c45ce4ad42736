"""The HTTP kit, with the smallest service: errors, keys, versions, waits, access."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import urljoin
from uuid import UUID, uuid4

import jwt
import msgspec
import pytest
from litestar import Controller, Litestar, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import func, select

from deploy.local.databases import Database
from shared.clock import Clock
from shared.eventsourcing.handling import Unit
from shared.settings import Settings
from shared.web.app import build_app
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads
from tests import toy
from tests.running import Keys, RunningService, running_service


class CountBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What to count."""

    note: str = ""
    times: int = 1


class CountView(msgspec.Struct, frozen=True):
    """How many were counted."""

    count: int


class CounterController(Controller):
    """Counters."""

    path = "/v1/counters"

    @post("/{counter:uuid}/counts", guards=[requires("organizer")])
    async def count(
        self, counter: FromPath[UUID], data: JSONBody[CountBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Count."""

        async def work(unit: Unit) -> Accepted:
            command = toy.Count(by=commands.principal.id, times=data.times, note=data.note)
            handled = await unit.handle(
                toy.counter, counter, command, expected_version=commands.expected_version
            )
            return Accepted(id=commands.new_id(), version=handled.version)

        return await commands.run(work)

    @post("/{counter:uuid}/closing", guards=[requires("organizer")])
    async def close(self, counter: FromPath[UUID], commands: NamedDependency[Commands]) -> Response[Accepted]:
        """Close."""
        version = commands.demanded_version()

        async def work(unit: Unit) -> Accepted:
            handled = await unit.handle(toy.counter, counter, toy.Close(), expected_version=version)
            return Accepted(id=counter, version=handled.version)

        return await commands.run(work, status=200)

    @get("/", opt={"public": True})
    async def read(self, reads: NamedDependency[Reads]) -> Response[CountView]:
        """Read."""
        count = await reads.scalar(select(func.count()).select_from(toy.own))
        return reads.answer(CountView(count), version=count)

    @get("/private")
    async def private(self) -> str:
        """Read what is not public."""
        return "private"

    @get("/broken", opt={"public": True})
    async def broken(self) -> str:
        """Fail."""
        raise RuntimeError("a mistake nobody foresaw, with a secret in it")


def create_app(*, settings: Settings, clock: Clock) -> Litestar:
    """Return the toy's application."""
    return build_app(toy.PUBLISHER, [CounterController], settings=settings, clock=clock)


@pytest.fixture
async def api(databases: Callable[[str], Awaitable[Database]], keys: Keys) -> AsyncIterator[RunningService]:
    """Give the toy service."""
    database = await databases("kit")
    await toy.create_tables(database.owner_url, database.service_role)
    async with running_service(toy.PUBLISHER, database, keys, toy.AT, create_app) as running:
        yield running


ME, COUNTER = uuid4(), uuid4()
COUNTS = f"/v1/counters/{COUNTER}/counts"


async def count(api: RunningService, body: Any = None, **how: Any) -> Any:
    """Send a count."""
    return await api.post(COUNTS, {} if body is None else body, by=ME, scope="organizer", **how)


def is_problem(answer: Any, status: int, code: str) -> bool:
    """Tell whether an answer is that problem document."""
    assert answer.headers["content-type"].startswith("application/problem+json"), answer.text
    body = answer.json()
    assert (answer.status_code, body["code"], body["status"]) == (status, code, status), body
    assert body["type"] == f"urn:consigliere:problem:{code}"
    assert body["detail"]
    return True


async def test_a_command_answers_with_version_position_and_etag(api: RunningService) -> None:
    """What was done is told in the body and in the headers."""
    answer = await count(api, {"times": 2})
    assert answer.status_code == 201
    assert answer.json()["version"] == 2
    assert answer.json()["position"] == answer.headers["position"] == "registration:2"
    assert answer.headers["etag"] == '"v2"'


async def test_the_same_key_with_the_same_request_gives_the_same_answer_once(api: RunningService) -> None:
    """A retry after a time-out changes nothing and answers byte for byte as the first time."""
    first = await count(api, {"note": "a"}, key="k1")
    await count(api, {"note": "b"}, key="k2")
    again = await count(api, {"note": "a"}, key="k1")
    assert again.content == first.content
    assert (again.status_code, again.headers["etag"]) == (first.status_code, first.headers["etag"])
    assert again.headers["idempotency-replayed"] == "true"
    assert (await api.store.head()).position == 2


async def test_the_same_key_with_another_request_is_refused(api: RunningService) -> None:
    """A key belongs to one request."""
    await count(api, {"note": "a"}, key="k1")
    assert is_problem(await count(api, {"note": "b"}, key="k1"), 422, "idempotency_key_reused")


async def test_keys_of_different_people_do_not_meet(api: RunningService) -> None:
    """Two people may use the same key."""
    await count(api, {"note": "a"}, key="k1")
    answer = await api.post(COUNTS, {"note": "b"}, by=uuid4(), scope="organizer", key="k1")
    assert answer.json()["version"] == 2


async def test_a_double_tap_is_one_count(api: RunningService) -> None:
    """The same request ten times at once does its work once; the others are told so or get its answer."""
    answers = await asyncio.gather(*(count(api, {"note": "tap"}, key="k") for _ in range(10)))
    assert {a.status_code for a in answers} <= {201, 409}
    assert (await api.store.head()).position == 1


@pytest.mark.parametrize("key", [None, "", "ключ", "x" * 201])
async def test_a_post_without_a_proper_key_is_refused(api: RunningService, key: str | None) -> None:
    """Every POST carries a printable key."""
    headers = {k.encode(): v.encode() for k, v in api.bearer(ME, "organizer").items()}
    if key is not None:
        headers[b"Idempotency-Key"] = key.encode()
    answer = await api.client.post(COUNTS, json={}, headers=headers)
    assert is_problem(answer, 400, "idempotency_key_required" if key is None else "malformed_idempotency_key")


async def test_a_stale_version_is_refused_with_the_current_one(api: RunningService) -> None:
    """Two tabs, one counter: the second is told where it stands, and nothing is changed."""
    await count(api, {})
    answer = await count(api, {}, version=7)
    assert is_problem(answer, 412, "stale_version")
    assert answer.json()["version"] == 1
    assert answer.headers["etag"] == '"v1"'


async def test_a_change_without_a_version_is_refused(api: RunningService) -> None:
    """Where a change needs the version read last, a request without one is told so."""
    answer = await api.post(f"/v1/counters/{COUNTER}/closing", by=ME, scope="organizer")
    assert is_problem(answer, 428, "version_required")


async def test_a_refusal_names_its_rule(api: RunningService) -> None:
    """What the decider refuses arrives as a problem with the rule's code."""
    await count(api, {})
    closed = await api.post(f"/v1/counters/{COUNTER}/closing", by=ME, scope="organizer", version=1)
    assert closed.status_code == 200
    assert is_problem(await count(api, {}), 409, "counter_closed")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b'{"note": "a', 400, "malformed_request"),
        (b'{"note": 5}', 400, "malformed_request"),
        (b'{"unknown": 1}', 400, "malformed_request"),
        (b"[]", 400, "malformed_request"),
        (b"", 400, "malformed_request"),
        (b'{"note": "\xff"}', 400, "malformed_request"),
        (b'{"note": "\\ud800"}', 400, "malformed_request"),
        (b'{"note": "a\\u0000b"}', 400, "nul_character"),
        (b'{"note": "\\u0000", "times": 123456789012345678901234567890}', 400, "nul_character"),
        (b"[" * 5000 + b"]" * 5000, 400, "malformed_request"),
        (b'{"note": "' + b"x" * 1_100_000 + b'"}', 413, "body_too_large"),
    ],
)
async def test_a_malformed_body_is_refused_and_nothing_is_done(
    api: RunningService, body: bytes, status: int, code: str
) -> None:
    """Broken JSON, wrong types, unknown fields, NUL and too much: each a problem document, nothing kept."""
    headers = api.bearer(ME, "organizer") | {"Idempotency-Key": "k", "Content-Type": "application/json"}
    assert is_problem(await api.client.post(COUNTS, content=body, headers=headers), status, code)
    assert (await api.store.head()).position == 0


async def test_an_escaped_backslash_before_u0000_is_plain_text(api: RunningService) -> None:
    """Text that only looks like an escaped NUL is taken."""
    headers = api.bearer(ME, "organizer") | {"Idempotency-Key": "k", "Content-Type": "application/json"}
    answer = await api.client.post(COUNTS, content=b'{"note": "a\\\\u0000b"}', headers=headers)
    assert answer.status_code == 201


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/nothing", 404, "not_found"),
        ("GET", "/v1/counters/not-a-uuid/counts", 404, "not_found"),
        ("DELETE", "/v1/counters", 405, "method_not_allowed"),
        ("GET", "/v1/counters?min=gameplay", 400, "malformed_position"),
        ("GET", "/v1/counters?min=gameplay:4", 400, "position_unheard"),
        ("GET", "/v1/events?after=-1", 400, "malformed_request"),
        ("GET", "/v1/events?after=x%00", 400, "nul_character"),
        ("GET", "/v1/counters/private", 401, "unauthenticated"),
        ("GET", "/v1/counters/broken", 500, "unexpected"),
    ],
)
async def test_every_error_is_a_problem_document(
    api: RunningService, method: str, path: str, status: int, code: str
) -> None:
    """Wrong paths, methods, parameters and mistakes of our own all speak the same form."""
    answer = await api.client.request(method, path)
    if status == 404 and answer.status_code == 405:
        status, code = 405, "method_not_allowed"
    assert is_problem(answer, status, code)
    assert "secret" not in answer.text


async def test_tokens_that_are_not_ours_are_refused(api: RunningService, keys: Keys) -> None:
    """Expired, for others, unsigned, forged, without a known key or shape: 401 with a challenge."""
    claims = {"sub": str(ME), "iss": "consigliere", "aud": "consigliere", "scope": "organizer"}
    far = {"iat": 1, "exp": 2**31}
    tokens = [
        keys.token(ME, "organizer", exp=1),
        keys.token(ME, "organizer", aud="another"),
        keys.token(ME, "organizer", iss="another"),
        jwt.encode(claims | far, key="", algorithm="none", headers={"kid": "test"}),
        jwt.encode(claims | far, key="x" * 32, algorithm="HS256", headers={"kid": "test"}),
        jwt.encode(claims | far, keys.key, algorithm="EdDSA", headers={"kid": "another"}),
        keys.token(ME, "organizer")[:-4] + "AAAA",
        keys.token("nobody", "organizer"),
        "rubbish",
        "",
    ]
    for token in tokens:
        answer = await api.client.get("/v1/counters/private", headers={"Authorization": f"Bearer {token}"})
        assert is_problem(answer, 401, "unauthenticated")
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_a_token_without_the_scope_is_refused(api: RunningService) -> None:
    """Who is known but may not is told which scope is needed."""
    assert is_problem(await api.post(COUNTS, {}, by=ME, scope="participant"), 403, "forbidden")


async def test_an_unchanged_answer_costs_nothing(api: RunningService) -> None:
    """A client that holds the answer's ETag gets 304 without a body."""
    await count(api, {})
    answer = await api.client.get("/v1/counters")
    again = await api.client.get("/v1/counters", headers={"If-None-Match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    await count(api, {})
    fresh = await api.client.get("/v1/counters", headers={"If-None-Match": answer.headers["etag"]})
    assert fresh.json() == {"count": 2}


async def test_a_read_after_a_command_sees_it(api: RunningService) -> None:
    """The position a command answered with is reached by the service's own reads at once."""
    position = (await count(api, {})).json()["position"]
    assert (await api.get("/v1/counters", min=position)).json() == {"count": 1}


async def test_the_feed_pages_through_everything_said(api: RunningService) -> None:
    """Following Link from page to page gives every public event once, in order."""
    await count(api, {"times": 7})
    seen, path = [], "/v1/events?limit=3"
    while path:
        answer = await api.client.get(path)
        seen += [event["seq"] for event in answer.json()["events"]]
        following = answer.links.get("next", {}).get("url")
        path = urljoin(path, following) if following else ""
    assert seen == list(range(1, 8))


async def test_the_openapi_document_is_public_and_speaks_of_problems(api: RunningService) -> None:
    """Anyone reads the document; every operation names problem documents, and whether it needs a token."""
    document = (await api.client.get("/schema/openapi.json")).json()
    counts = document["paths"]["/v1/counters/{counter}/counts"]["post"]
    assert counts["responses"]["default"]["content"]["application/problem+json"]
    assert counts["security"] == [{"token": []}]
    assert "security" not in document["paths"]["/v1/counters"]["get"]


async def test_health_tells_where_the_service_stands(api: RunningService) -> None:
    """Liveness and readiness answer without a token; NATS away is said, and is no failure."""
    await count(api, {})
    assert (await api.client.get("/livez")).json()["status"] == "ok"
    ready = (await api.client.get("/readyz")).json()
    assert (ready["status"], ready["outbox_seq"], ready["nats"]) == ("ready", 1, "disconnected")


async def test_how_many_events_there_are_is_for_administrators(api: RunningService) -> None:
    """The count of private events would tell how many members of a commission have voted."""
    await count(api, {})
    assert (await api.client.get("/readyz")).json()["position"] is None
    assert (await api.get("/readyz", by=ME, scope="organizer")).json()["position"] is None
    assert (await api.get("/readyz", by=ME, scope="admin")).json()["position"] == 1


async def test_events_carry_who_and_which_request(api: RunningService) -> None:
    """The stored metadata names the actor, the request and the correlation."""
    headers = api.bearer(ME, "organizer") | {
        "Idempotency-Key": "k",
        "X-Request-ID": "r-1",
        "X-Correlation-ID": "c-1",
    }
    await api.client.post(COUNTS, json={}, headers=headers)
    metadata = msgspec.json.decode((await api.store.read(0, 1))[0].metadata)
    assert (metadata["actor"], metadata["request_id"], metadata["correlation_id"]) == (str(ME), "r-1", "c-1")


async def test_head_is_get_without_its_body(api: RunningService) -> None:
    """HEAD answers status and headers of GET; where there is no GET, 405."""
    counter = uuid4()
    whole = await api.client.get("/livez")
    only_head = await api.client.head("/livez")
    assert (only_head.status_code, only_head.content) == (200, b"")
    assert only_head.headers["content-length"] == whole.headers["content-length"]
    assert (await api.client.head(f"/v1/counters/{counter}/counts")).status_code == 405
    assert (await api.client.head("/v1/nothing")).status_code == 404
