"""Webhooks over a real receiver: told in order, signed, again until taken, and only where one may call."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest
from sqlalchemy import select
from standardwebhooks import Webhook
from standardwebhooks.webhooks import WebhookVerificationError

from shared.webhooks import book, sending
from shared.webhooks.reaching import Reach, reach
from shared.webhooks.sending import Sender
from tests.receiving import Receiver, receiving
from tests.running import RunningService

FEDERATION = UUID(int=0xFED)
ORGANIZER = UUID(int=0x0A)
LOOPBACK = "127.0.0.0/8"
RULES = {"count": "points"}


class Telling:
    """A scoring service that says things, its sender, and a federation that listens."""

    def __init__(self, api: RunningService, receiver: Receiver) -> None:
        self.api = api
        self.receiver = receiver
        self.sender = Sender("scoring", api.store, within=reach(LOOPBACK), clock=lambda: api.now)

    async def say(self, count: int = 1) -> None:
        """Let the service say `count` public events: series that are opened."""
        for number in range(count):
            body = {"title": f"Series {number}", "rules": RULES}
            answer = await self.api.post("/v1/series", body, by=ORGANIZER, scope="organizer")
            assert answer.status_code == 201, answer.text

    async def registered(self, **body: Any) -> dict[str, Any]:
        """Register the receiver, and return the answer."""
        answer = await self.send("/v1/webhooks", {"url": self.receiver.url} | body)
        assert answer.status_code == 201, answer.text
        given: dict[str, Any] = answer.json()
        return given

    async def send(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        """Send a command as the federation."""
        return await self.api.post(path, body, by=FEDERATION, scope="federation", **more)

    async def change(self, webhook: dict[str, Any], what: str, body: Any = None) -> dict[str, Any]:
        """Change a webhook at its newest version."""
        version = (await self.view(webhook))["version"]
        answer = await self.send(f"/v1/webhooks/{webhook['id']}/{what}", body, version=version)
        assert answer.status_code == 200, answer.text
        changed: dict[str, Any] = answer.json()
        return changed

    async def view(self, webhook: dict[str, Any]) -> dict[str, Any]:
        """Read a webhook."""
        answer = await self.api.get(f"/v1/webhooks/{webhook['id']}", by=FEDERATION, scope="federation")
        assert answer.status_code == 200, answer.text
        view: dict[str, Any] = answer.json()
        return view

    async def told(self) -> list[int]:
        """Serve whatever is due, and return the sequences received so far."""
        while await self.sender.round():
            pass
        return [call.sequence for call in self.receiver.calls]


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """Give a federation's site."""
    with receiving() as receiver:
        yield receiver


@pytest.fixture
async def telling(service: Callable[..., Awaitable[RunningService]], receiver: Receiver) -> Any:
    """Give a service with a sender; its clock is right, since signatures are dated."""
    api = await service("scoring", now=datetime.now(UTC), webhook_networks=LOOPBACK)
    telling = Telling(api, receiver)
    yield telling
    await telling.sender.close()


async def test_what_is_said_is_told_in_order_and_signed(telling: Telling, receiver: Receiver) -> None:
    """The body is what the feed has, the id is the event's, and the signature is good for nothing else."""
    webhook = await telling.registered()
    await telling.say(3)
    assert await telling.told() == [1, 2, 3]
    fed = (await telling.api.get("/v1/events")).json()["events"]
    assert [call.event for call in receiver.calls] == [one["event"] for one in fed]
    for call in receiver.calls:
        assert call.headers["webhook-id"] == call.event["id"]
        assert Webhook(webhook["secret"]).verify(call.body, dict(call.headers)) == call.event
        with pytest.raises(WebhookVerificationError):
            Webhook(webhook["secret"]).verify(call.body + b" ", dict(call.headers))
    assert (await telling.view(webhook)).items() >= {"state": "telling", "told": 3, "head": 3}.items()


async def test_what_was_said_before_is_told_where_that_is_asked(telling: Telling) -> None:
    """`after` 0 is everything, null is from now on, and more than was said is refused."""
    await telling.say(3)
    await telling.registered()
    await telling.registered(after=1)
    assert await telling.told() == [2, 3]
    refused = await telling.send("/v1/webhooks", {"url": telling.receiver.url, "after": 4})
    assert (refused.status_code, refused.json()["code"]) == (422, "sequence_not_reached")


async def test_an_event_that_is_not_taken_is_told_again_before_the_next(
    telling: Telling, receiver: Receiver
) -> None:
    """After five seconds, after fifteen, and so on; the others wait for it, and none is left out."""
    webhook = await telling.registered()
    await telling.say(3)
    receiver.answer = lambda call: (503 if call.sequence == 2 else 204, {})
    assert await telling.told() == [1, 2]
    view = await telling.view(webhook)
    assert (view["state"], view["told"], view["failures"]) == ("retrying", 1, 1)
    assert view["last_try"]["status"] == 503
    telling.api.later(seconds=4)
    assert await telling.told() == [1, 2]
    telling.api.later(seconds=1)
    assert await telling.told() == [1, 2, 2]
    telling.api.later(seconds=14)
    assert await telling.told() == [1, 2, 2]
    receiver.answer = lambda _call: (200, {})
    telling.api.later(seconds=1)
    assert await telling.told() == [1, 2, 2, 2, 3]
    assert (await telling.view(webhook)).items() >= {"state": "telling", "failures": 0, "told": 3}.items()


async def test_an_address_that_asks_for_time_gets_it(telling: Telling, receiver: Receiver) -> None:
    """Retry-After counts where it is longer than the wait, up to an hour."""
    await telling.registered()
    await telling.say()
    receiver.answer = lambda _call: (429, {"Retry-After": "120"})
    assert await telling.told() == [1]
    telling.api.later(seconds=119)
    assert await telling.told() == [1]
    telling.api.later(seconds=1)
    assert await telling.told() == [1, 1]


async def test_an_address_that_fails_for_three_days_is_paused_and_loses_nothing(
    telling: Telling, receiver: Receiver
) -> None:
    """Its owner sees why; resumed, it is told everything since."""
    webhook = await telling.registered()
    await telling.say(2)
    receiver.answer = lambda _call: (500, {})
    await telling.told()
    for _ in range(73):
        telling.api.later(hours=1)
        await telling.told()
    view = await telling.view(webhook)
    assert (view["state"], view["paused_because"], view["told"]) == ("paused", "given_up", 0)
    tries = len(receiver.calls)
    telling.api.later(hours=1)
    assert len(await telling.told()) == tries
    receiver.answer = lambda _call: (204, {})
    await telling.change(webhook, "resume", {})
    assert (await telling.told())[tries:] == [1, 2]


async def test_an_address_that_is_gone_is_paused_at_once(telling: Telling, receiver: Receiver) -> None:
    """410 says that nobody is there any more."""
    webhook = await telling.registered()
    await telling.say()
    receiver.answer = lambda _call: (410, {})
    await telling.told()
    assert (await telling.view(webhook))["paused_because"] == "gone"


async def test_nobody_is_led_elsewhere_by_a_redirect(telling: Telling, receiver: Receiver) -> None:
    """A redirect is an event not taken."""
    webhook = await telling.registered()
    await telling.say()
    receiver.answer = lambda call: (307, {"Location": f"{receiver.url}/{call.sequence}"})
    assert await telling.told() == [1]
    assert (await telling.view(webhook))["last_try"]["error"] == "answered 307"


async def test_an_address_that_does_not_answer_is_an_event_not_taken(
    telling: Telling, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Silence, a closed port and an address inside end a try, each with its reason."""
    silent = asyncio.Event()
    loop = asyncio.get_running_loop()

    def answer(_call: object) -> tuple[int, dict[str, str]]:
        asyncio.run_coroutine_threadsafe(silent.wait(), loop).result()
        return 204, {}

    receiver.answer = answer
    monkeypatch.setattr(sending, "TRY_SECONDS", 0.1)
    webhook = await telling.registered()
    await telling.say()
    await telling.told()
    assert "no answer within" in (await telling.view(webhook))["last_try"]["error"]
    silent.set()
    monkeypatch.undo()
    closed = await telling.registered(url="http://127.0.0.1:1/", after=0)
    await telling.told()
    assert (await telling.view(closed))["last_try"]["error"].startswith("not reached")
    inside = await telling.registered(after=0)
    strict = Sender("scoring", telling.api.store, within=Reach(), clock=lambda: telling.api.now)
    await strict.round()
    await strict.close()
    assert "not within reach" in (await telling.view(inside))["last_try"]["error"]


async def test_only_what_was_asked_for_is_told(telling: Telling, receiver: Receiver) -> None:
    """By type and championship; a type that is never said is refused with those that are."""
    here, elsewhere = uuid4(), uuid4()
    chosen = await telling.registered(types=["SeriesRulesChanged"])
    nothing = await telling.registered(championship=str(here), types=["StandingsChanged"])
    await telling.say()
    [series] = [one["data"]["series"] for one in await telling.api.said()]
    await telling.api.post(
        f"/v1/series/{series}/rules", {"rules": RULES | {"best": 1}, "reason": "So"}, by=ORGANIZER,
        scope="organizer", version=1,
    )  # fmt: skip
    await telling.say()
    await telling.told()
    assert [call.kind for call in receiver.calls] == ["SeriesRulesChanged"]
    assert {(await telling.view(one))["told"] for one in (chosen, nothing)} == {3}
    refused = await telling.send("/v1/webhooks", {"url": receiver.url, "types": ["GameStarted"]})
    assert refused.json()["code"] == "webhook_types_unknown"
    assert "StandingsChanged" in refused.json()["facts"]["known"]
    assert elsewhere != here


async def test_a_webhook_can_be_told_again_from_any_sequence(telling: Telling) -> None:
    """`after` goes back as well as forward, and not beyond what was said."""
    webhook = await telling.registered()
    await telling.say(3)
    assert await telling.told() == [1, 2, 3]
    await telling.change(webhook, "resume", {"after": 1})
    assert await telling.told() == [1, 2, 3, 2, 3]
    refused = await telling.send(
        f"/v1/webhooks/{webhook['id']}/resume", {"after": 9}, version=(await telling.view(webhook))["version"]
    )
    assert refused.json()["code"] == "sequence_not_reached"


async def test_a_changed_secret_counts_at_once_and_the_former_for_a_day(
    telling: Telling, receiver: Receiver
) -> None:
    """So a site can change over without missing anything."""
    webhook = await telling.registered()
    former = webhook["secret"]
    newer = (await telling.change(webhook, "secret"))["secret"]
    assert newer != former
    await telling.say()
    await telling.told()
    for secret in (former, newer):
        Webhook(secret).verify(receiver.calls[0].body, dict(receiver.calls[0].headers))
    telling.api.later(days=1)
    await telling.say()
    await telling.told()
    signatures = receiver.calls[1].headers["webhook-signature"].split()
    at = datetime.fromtimestamp(int(receiver.calls[1].headers["webhook-timestamp"]), UTC)
    body = receiver.calls[1].body.decode()
    assert signatures == [Webhook(newer).sign(receiver.calls[1].headers["webhook-id"], at, body)]


async def test_a_test_call_says_whether_the_address_works(telling: Telling, receiver: Receiver) -> None:
    """Paused or not; it moves nothing."""
    webhook = await telling.registered()
    await telling.change(webhook, "pause")
    await telling.say()
    receiver.answer = lambda _call: (401, {})
    answer = await telling.send(f"/v1/webhooks/{webhook['id']}/test")
    assert answer.status_code == 202, answer.text
    await telling.told()
    [call] = receiver.calls
    assert (call.kind, call.headers["webhook-id"]) == ("WebhookTested", answer.json()["test"])
    Webhook(webhook["secret"]).verify(call.body, dict(call.headers))
    view = await telling.view(webhook)
    assert (view["state"], view["told"], view["last_try"]["status"]) == ("paused", 0, 401)


async def test_what_its_owner_did_meanwhile_is_not_overwritten(telling: Telling, receiver: Receiver) -> None:
    """Paused during a call, a webhook is paused; what that call came to counts no more."""
    webhook = await telling.registered()
    await telling.say(3)
    asked, paused = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def answer(_call: object) -> tuple[int, dict[str, str]]:
        loop.call_soon_threadsafe(asked.set)
        asyncio.run_coroutine_threadsafe(paused.wait(), loop).result()
        return 204, {}

    receiver.answer = answer
    serving = asyncio.create_task(telling.sender.round())
    await asked.wait()
    await telling.change(webhook, "pause")
    paused.set()
    await serving
    assert [call.sequence for call in receiver.calls] == [1]
    assert (await telling.view(webhook)).items() >= {"state": "paused", "told": 0}.items()


async def test_two_senders_tell_everything_once(telling: Telling, receiver: Receiver) -> None:
    """A webhook is served by whoever leased it; a lease that nobody holds any more ends by itself."""
    await telling.registered()
    await telling.say(5)
    other = Sender("scoring", telling.api.store, within=reach(LOOPBACK), clock=lambda: telling.api.now)
    await asyncio.gather(telling.sender.round(), other.round())
    await other.close()
    assert sorted(await telling.told()) == [1, 2, 3, 4, 5]
    await telling.say()
    [left] = await book.lease(telling.api.store.engine, telling.api.now, 1)
    assert (await telling.told())[5:] == []
    telling.api.later(seconds=21)
    assert (await telling.told())[5:] == [6]
    assert not await book.note(telling.api.store.engine, left, telling.api.now, seq=0)


async def test_a_webhook_is_its_owners_affair(telling: Telling) -> None:
    """For others there is none; an admin sees and changes all; nobody has more than twenty."""
    webhook = await telling.registered()
    path = f"/v1/webhooks/{webhook['id']}"
    stranger = uuid4()
    read = await telling.api.get(path, by=stranger, scope="organizer")
    assert (read.status_code, read.json()["code"]) == (404, "webhook_unknown")
    for what, body in (("pause", None), ("resume", {}), ("secret", None), ("test", None)):
        answer = await telling.api.post(f"{path}/{what}", body, by=stranger, scope="organizer", version=1)
        assert answer.status_code == 404, answer.text
    assert (await telling.api.get("/v1/webhooks", by=stranger, scope="organizer")).json()["webhooks"] == []
    seen = await telling.api.get("/v1/webhooks", by=stranger, scope="admin")
    assert [one["webhook"] for one in seen.json()["webhooks"]] == [webhook["id"]]
    assert "secret" not in seen.text
    for _ in range(19):
        await telling.registered()
    refused = await telling.send("/v1/webhooks", {"url": telling.receiver.url})
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook_limit_reached")
    gone = await telling.api.client.delete(path, headers=telling.api.bearer(FEDERATION, "federation"))
    assert gone.status_code == 200
    async with telling.api.store.engine.connect() as connection:
        assert await book.one(connection, UUID(webhook["id"])) is None


async def test_registering_again_under_the_same_key_is_registering_once(telling: Telling) -> None:
    """Whose answer was lost gets it again, secret and all."""
    body, key = {"url": telling.receiver.url}, str(uuid4())
    first = await telling.send("/v1/webhooks", body, key=key)
    again = await telling.send("/v1/webhooks", body, key=key)
    assert first.json() == again.json()
    async with telling.api.store.engine.connect() as connection:
        assert len((await connection.execute(select(book.webhooks.c.id))).all()) == 1


async def test_a_change_names_what_it_saw(telling: Telling, receiver: Receiver) -> None:
    """A stale version is refused; a change goes on from where the webhook was; a bad one changes nothing."""
    webhook = await telling.registered()
    path = f"/v1/webhooks/{webhook['id']}"
    headers = telling.api.bearer(FEDERATION, "federation")
    put = telling.api.client.put
    for match, url, status, code in (
        (None, receiver.url, 428, "version_required"),
        ('"v7"', receiver.url, 412, "stale_version"),
        ('"v1"', "http://10.0.0.1/", 422, "webhook_address_not_allowed"),
    ):
        more = {} if match is None else {"If-Match": match}
        refused = await put(path, json={"url": url}, headers=headers | more)
        assert (refused.status_code, refused.json()["code"]) == (status, code)
    changed = await put(path, json={"url": f"{receiver.url}/v2"}, headers=headers | {"If-Match": '"v1"'})
    assert changed.json()["version"] == 2
    await telling.say()
    await telling.told()
    assert [call.path for call in receiver.calls] == ["/mafia/v2"]
