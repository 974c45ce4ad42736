"""Too many requests: of one person, of one address, of who guesses passwords, codes and tokens."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.integration.registration.setting_up import ADMIN
from tests.running import RunningService

Start = Callable[..., Awaitable[RunningService]]
NEVER = {"request_rate": 0, "address_rate": 0, "guess_rate": 0}
"""Settings that limit nothing."""
HERE, THERE = {"X-Forwarded-For": "203.0.113.9"}, {"X-Forwarded-For": "198.51.100.7"}


async def statuses(api: RunningService, number: int, path: str, headers: dict[str, str]) -> list[int]:
    """Read something so many times at one moment."""
    return [(await api.client.get(path, headers=headers)).status_code for _ in range(number)]


async def test_one_person_is_limited_wherever_he_sits(service: Start) -> None:
    """The fourth of three is refused with what to do; others are not; after the wait he goes on."""
    api = await service("gameplay", **NEVER | {"request_rate": 0.5, "request_burst": 3})
    me, other = api.bearer(uuid4(), "participant"), api.bearer(uuid4(), "participant")
    assert await statuses(api, 3, "/v1/events", HERE | me) == [200] * 3
    refused = await api.client.get("/v1/events", headers=THERE | me)
    assert refused.status_code == 429
    assert refused.headers["Content-Type"].startswith("application/problem+json")
    assert refused.json()["code"] == "too_many_requests"
    assert refused.headers["Retry-After"] == "2"
    assert await statuses(api, 1, "/v1/events", HERE | other) == [200]
    assert await statuses(api, 9, "/v1/events", HERE) == [200] * 9
    api.later(seconds=2)
    assert await statuses(api, 2, "/v1/events", HERE | me) == [200, 429]


async def test_a_command_that_is_one_too_many_does_nothing_and_may_be_repeated(service: Start) -> None:
    """It is refused before its key is looked at; under the same key it is done once, later."""
    api = await service("registration", **NEVER | {"request_rate": 1, "request_burst": 1})
    headers = HERE | api.bearer(ADMIN, "admin") | {"Idempotency-Key": "once"}
    body = {"name": "Federation site", "scopes": ["federation"]}
    await api.client.get("/v1/events", headers=headers)
    assert (await api.client.post("/v1/clients", json=body, headers=headers)).status_code == 429
    assert (await api.store.head()).position == 0
    api.later(seconds=1)
    assert (await api.client.post("/v1/clients", json=body, headers=headers)).status_code == 201


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("203.0.113.9", "203.0.113.9", True),
        ("203.0.113.9", "203.0.113.10", False),
        ("1.1.1.1, 203.0.113.9", "2.2.2.2, 203.0.113.9", True),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:203.0.113.9", "203.0.113.9", True),
    ],
    ids=[
        "the same",
        "another",
        "what the client says itself",
        "one house",
        "another house",
        "two ways to write it",
    ],
)
async def test_who_has_no_token_is_limited_by_address(
    service: Start, first: str, second: str, *, same: bool
) -> None:
    """As the front door saw it: what the client itself writes before that changes nothing."""
    api = await service("gameplay", **NEVER | {"address_rate": 1, "address_burst": 2})
    assert await statuses(api, 3, "/livez", {"X-Forwarded-For": first}) == [200, 200, 429]
    assert await statuses(api, 1, "/livez", {"X-Forwarded-For": second}) == [429 if same else 200]


async def test_only_a_trusted_proxy_is_believed(service: Start) -> None:
    """Who reaches the service from elsewhere is who he is, whatever he says."""
    api = await service("gameplay", **NEVER | {"address_rate": 1, "address_burst": 1})
    transport = httpx.ASGITransport(app=api.app, client=("192.0.2.1", 5))  # type: ignore[arg-type]
    async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
        assert (await client.get("/livez", headers=HERE)).status_code == 200
        assert (await client.get("/livez", headers=THERE)).status_code == 429


async def test_the_machine_itself_is_not_limited(service: Start) -> None:
    """What runs beside the service, as benchmarks and a front door that names nobody, is not held up."""
    api = await service("gameplay", address_rate=1, address_burst=1, request_rate=1, request_burst=1)
    assert await statuses(api, 5, "/livez", {}) == [200] * 5
    assert await statuses(api, 5, "/livez", {"X-Forwarded-For": "127.0.0.1"}) == [200] * 5


async def test_tokens_are_not_guessed_for_long(service: Start) -> None:
    """After so many bad ones 429 takes the place of 401; who has a good one there is not held up."""
    api = await service("gameplay", **NEVER | {"guess_rate": 1, "guess_burst": 3})
    bad = HERE | {"Authorization": "Bearer nonsense"}
    assert await statuses(api, 4, "/v1/events", bad) == [401, 401, 401, 429]
    good = HERE | api.bearer(uuid4(), "participant")
    assert await statuses(api, 3, "/v1/events", good) == [200] * 3


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/tokens", {"link_code": "x" * 40}),
        ("/v1/tokens", {"client_id": str(uuid4()), "client_secret": "guess"}),
        ("/v1/passwords", {"reset_code": "x" * 40, "password": "long enough to be taken"}),
    ],
    ids=["link", "client", "reset"],
)
async def test_codes_and_secrets_are_not_guessed_for_long(
    service: Start, path: str, body: dict[str, Any]
) -> None:
    """Whatever is tried, one address tries so much and then waits."""
    api = await service("registration", **NEVER | {"guess_rate": 1, "guess_burst": 2})
    answers = [(await api.client.post(path, json=body, headers=HERE)).status_code for _ in range(3)]
    assert answers[2] == 429
    assert 429 not in answers[:2]


async def test_passwords_are_guessed_slower_and_slower(service: Start) -> None:
    """Of one login three at once, from however many addresses; then the wait doubles, up to 15 minutes.

    An unknown login looks the same, so that the wait does not tell which logins there are.
    """
    api = await service("registration", **NEVER)
    opened = await api.post("/v1/organizers", {"login": "office", "name": "Office"}, by=ADMIN, scope="admin")
    assert opened.status_code == 201
    waits: dict[str, list[int]] = {}
    for login in ("office", "nobody"):
        waits[login] = []
        for number in range(15):
            guess = {"login": login, "password": f"guess number {number}"}
            source = {"X-Forwarded-For": f"203.0.113.{number}"}
            answer = await api.client.post("/v1/tokens", json=guess, headers=source)
            waited = 0
            while answer.status_code == 429:
                assert answer.json()["code"] == "too_many_attempts"
                waited += (seconds := int(answer.headers["Retry-After"]))
                api.later(seconds=seconds)
                answer = await api.client.post("/v1/tokens", json=guess, headers=source)
            assert answer.status_code == 401
            waits[login].append(waited)
    assert waits["office"] == waits["nobody"]
    assert waits["office"] == [0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]
