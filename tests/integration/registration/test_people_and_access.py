"""People, what may be seen of them, and how they and clients come in."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest

from services.registration.bootstrap import bootstrap_admin
from services.registration.composition import KERNEL
from shared.eventsourcing.handling import CommandLoop
from shared.web.auth import TokenVerifier
from tests.integration.registration.setting_up import (
    ADMIN,
    CLUB,
    ORGANIZER,
    announced,
    applied,
    created,
    problem,
    registered,
)
from tests.running import RunningService


@pytest.fixture
async def today(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give a running service under the real date, so that the tokens it signs are valid now."""
    return await service("registration", now=datetime.now(UTC))


def bearing(token: str) -> dict[str, str]:
    """Return the headers of a request with a token."""
    return {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}


async def granted(service: RunningService, **grant: Any) -> str:
    """Exchange what one comes in by for a token."""
    response = await service.client.post("/v1/tokens", json=grant)
    assert response.status_code == 200, response.text
    assert response.headers["Cache-Control"] == "no-store"
    token: str = response.json()["access_token"]
    return token


# ------------------------------------------------------------------ people


async def test_real_names_are_for_officials_only(registration: RunningService) -> None:
    """Contacts are for officials of the person's championships, himself, admins and who registered him."""
    championship = await announced(registration)
    player = await registered(
        registration, "Fox", real_name="Ivan Lisov", contacts={"email": "fox@example.org"}
    )
    path = f"/v1/people/{player}"
    kept = {"real_name": "Ivan Lisov", "contacts": {"email": "fox@example.org"}}
    secretary = await registered(registration, "Secretary")
    officials = f"/v1/championships/{championship}/officials"
    body = {"person": str(secretary), "role": "secretary"}
    created(await registration.post(officials, body, by=ORGANIZER))
    for by, scope in ((secretary, "participant"), (CLUB, "organizer"), (uuid4(), "federation")):
        seen = await registration.get(path, by=by, scope=scope)
        assert seen.json()["nick"] == "Fox"
        assert seen.json()["personal_data"] is None
    created(await registration.post(f"/v1/championships/{championship}/entries", {}, by=player))
    for by, scope in (
        (secretary, "participant"),
        (player, "participant"),
        (ORGANIZER, "organizer"),
        (ADMIN, "admin"),
    ):
        seen = await registration.get(path, by=by, scope=scope)
        assert seen.json()["personal_data"] == kept
    assert problem(await registration.get(path)) == (401, "unauthenticated")
    assert problem(await registration.get(f"/v1/people/{uuid4()}", by=player)) == (404, "account_unknown")


async def test_no_event_holds_a_real_name(registration: RunningService) -> None:
    """Neither the store nor the feed carries personal data."""
    await registered(registration, "Fox", real_name="Ivan Lisov", contacts={"phone": "+7 900"})
    stored = await registration.store.read(0, 100)
    assert stored
    assert not any("Lisov" in event.data or "+7 900" in event.data for event in stored)
    assert await registration.said() == []


async def test_people_are_registered_by_organizers(registration: RunningService) -> None:
    """A player registers nobody, and a bad text leaves nobody."""
    body: dict[str, Any] = {"nick": "Fox"}
    assert problem(await registration.post("/v1/people", body, by=uuid4())) == (403, "forbidden")
    for bad in ({"nick": "\u202eFox"}, {"nick": "Fox", "real_name": "\u0007"}, {"nick": "Fox", "city": " "}):
        response = await registration.post("/v1/people", bad, by=ORGANIZER, scope="organizer")
        assert problem(response) == (422, "text_unacceptable")
    assert list(await registration.store.read(0, 10)) == []


async def test_a_site_may_bring_its_own_id_of_a_person(registration: RunningService) -> None:
    """An id of the caller's own is taken once, and a refusal leaves what was kept."""
    own = uuid4()
    assert await registered(registration, "Fox", id=str(own), real_name="Ivan Lisov") == own
    body = {"id": str(own), "nick": "Owl", "real_name": "Somebody Else"}
    response = await registration.post("/v1/people", body, by=CLUB, scope="organizer")
    assert problem(response) == (409, "account_already_opened")
    seen = (await registration.get(f"/v1/people/{own}", by=own)).json()
    assert (seen["nick"], seen["personal_data"]["real_name"]) == ("Fox", "Ivan Lisov")


# ------------------------------------------------------------------ clients


async def test_an_admin_opens_a_client_that_gets_tokens(today: RunningService) -> None:
    """A client exchanges its secret for a token that every service can verify, until it is closed."""
    body = {"name": "Omsk club", "scopes": ["organizer"]}
    opened = await today.post("/v1/clients", body, by=ADMIN, scope="admin", key="open")
    client = created(opened)
    assert opened.headers["Cache-Control"] == "no-store"
    secret = opened.json()["client_secret"]
    again = await today.post("/v1/clients", body, by=ADMIN, scope="admin", key="open")
    assert again.json() == opened.json()

    token = await granted(today, client_id=str(client), client_secret=secret)
    principal = await TokenVerifier.from_file(today.keys.jwks).verify(token)
    assert (principal.id, principal.name, principal.scopes) == (client, "Omsk club", frozenset({"organizer"}))
    response = await today.client.post("/v1/people", json={"nick": "Fox"}, headers=bearing(token))
    assert response.status_code == 201

    closed = await today.client.delete(f"/v1/clients/{client}", headers=today.bearer(ADMIN, "admin"))
    assert closed.status_code == 200
    refused = await today.client.post("/v1/tokens", json={"client_id": str(client), "client_secret": secret})
    assert problem(refused) == (401, "credentials_refused")


async def test_no_secret_is_kept(today: RunningService) -> None:
    """Neither events nor remembered answers hold a secret or a link's code."""
    body = {"name": "Omsk club", "scopes": ["organizer"]}
    opened = await today.post("/v1/clients", body, by=ADMIN, scope="admin")
    championship = await announced(today)
    player = await applied(today, championship, "Fox")
    path = f"/v1/championships/{championship}/personal-links"
    issued = await today.post(path, {"person": str(player)}, by=ORGANIZER)
    async with today.store.engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT data FROM es.events UNION ALL SELECT body FROM es.idempotency"
            " UNION ALL SELECT secret_hash FROM clients UNION ALL SELECT code_hash FROM personal_links"
        )
        kept = "\n".join(rows.scalars())
    assert opened.json()["client_secret"] not in kept
    assert issued.json()["code"] not in kept
    assert issued.json()["code"].partition(".")[2] not in kept


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"name": "x", "scopes": []}, (400, "malformed_request")),
        ({"name": "x", "scopes": ["participant"]}, (400, "malformed_request")),
        ({"name": "\u0007", "scopes": ["admin"]}, (422, "text_unacceptable")),
    ],
)
async def test_a_bad_client_is_refused(
    registration: RunningService, body: dict[str, Any], refused: tuple[int, str]
) -> None:
    """A client has a name and known scopes, and only an admin opens one."""
    assert problem(await registration.post("/v1/clients", body, by=ADMIN, scope="admin")) == refused
    response = await registration.post(
        "/v1/clients", {"name": "x", "scopes": ["admin"]}, by=ORGANIZER, scope="organizer"
    )
    assert problem(response) == (403, "forbidden")
    response = await registration.client.delete(
        f"/v1/clients/{uuid4()}", headers=registration.bearer(ADMIN, "admin")
    )
    assert problem(response) == (404, "account_unknown")


@pytest.mark.parametrize(
    "grant",
    [
        {},
        {"client_id": str(ADMIN)},
        {"client_secret": "x"},
        {"code": "x", "client_id": str(ADMIN), "client_secret": "x"},
    ],
)
async def test_half_a_grant_is_refused(registration: RunningService, grant: dict[str, Any]) -> None:
    """One comes in by a secret or by a link, whole and one of them."""
    response = await registration.client.post("/v1/tokens", json=grant)
    assert problem(response) == (422, "grant_malformed")


async def test_wrong_credentials_look_the_same(registration: RunningService) -> None:
    """An unknown client, a wrong secret and an invented code are refused alike."""
    opened = await registration.post(
        "/v1/clients", {"name": "Club", "scopes": ["organizer"]}, by=ADMIN, scope="admin"
    )
    for grant in (
        {"client_id": opened.json()["id"], "client_secret": "wrong"},
        {"client_id": str(uuid4()), "client_secret": "wrong"},
        {"code": f"{uuid4().hex}.wrong"},
    ):
        response = await registration.client.post("/v1/tokens", json=grant)
        assert problem(response) == (401, "credentials_refused")


# ------------------------------------------------------------------ personal links


async def test_a_personal_link_lets_a_player_in_until_it_is_revoked(today: RunningService) -> None:
    """A link becomes a participant's token; a new link voids the old one, a revocation voids it too."""
    championship = await announced(today)
    player = await registered(today, "Fox")
    path = f"/v1/championships/{championship}/personal-links"
    issued = await today.post(path, {"person": str(player)}, by=ORGANIZER, key="link")
    code = issued.json()["code"]
    assert UUID(issued.json()["link"]).hex == code.partition(".")[0]
    again = await today.post(path, {"person": str(player)}, by=ORGANIZER, key="link")
    assert again.json() == issued.json()

    token = await granted(today, code=code)
    principal = await TokenVerifier.from_file(today.keys.jwks).verify(token)
    assert (principal.id, principal.name, principal.scopes) == (player, "Fox", frozenset({"participant"}))
    entering = await today.client.post(
        f"/v1/championships/{championship}/entries", json={}, headers=bearing(token)
    )
    assert created(entering) == player

    assert principal.championship == championship
    drawn = await today.get(f"{path}/{player}/qr.svg", by=ORGANIZER)
    assert (drawn.status_code, drawn.text[:4]) == (200, "<svg")
    assert (await today.get(f"{path}/{player}/qr.svg", by=player)).status_code == 403

    newer = (await today.post(path, {"person": str(player)}, by=ORGANIZER)).json()["code"]
    refused = await today.client.post("/v1/tokens", json={"code": code})
    assert problem(refused) == (401, "credentials_refused")
    await granted(today, code=newer)
    revoked = await today.client.delete(f"{path}/{player}", headers=today.bearer(ORGANIZER, "participant"))
    assert revoked.status_code == 200
    refused = await today.client.post("/v1/tokens", json={"code": newer})
    assert problem(refused) == (401, "credentials_refused")


async def test_only_the_organizer_gives_links(registration: RunningService) -> None:
    """Another organizer issues none, and nobody gets one who is not registered."""
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    path = f"/v1/championships/{championship}/personal-links"
    response = await registration.post(path, {"person": str(player)}, by=CLUB, scope="organizer")
    assert problem(response) == (403, "not_an_organizer")
    response = await registration.post(path, {"person": str(uuid4())}, by=ORGANIZER)
    assert problem(response) == (404, "account_unknown")
    response = await registration.client.delete(
        f"{path}/{player}", headers=registration.bearer(ORGANIZER, "participant")
    )
    assert problem(response) == (404, "link_unknown")


async def test_no_organizer_comes_in_as_a_commission_member(today: RunningService) -> None:
    """Neither by a link issued to a member, nor by one of before his appointment; an admin's link is good."""
    championship = await announced(today)
    member = await registered(today, "Prudence")
    path = f"/v1/championships/{championship}/personal-links"
    early = (await today.post(path, {"person": str(member)}, by=ORGANIZER)).json()["code"]
    await granted(today, code=early)
    body = {"person": str(member), "role": "commission_member"}
    created(await today.post(f"/v1/championships/{championship}/officials", body, by=ORGANIZER))
    refused = await today.client.post("/v1/tokens", json={"code": early})
    assert problem(refused) == (403, "link_not_for_commission")
    late = await today.post(path, {"person": str(member)}, by=ORGANIZER)
    assert problem(late) == (403, "link_not_for_commission")
    good = (await today.post(path, {"person": str(member)}, by=ADMIN, scope="admin")).json()["code"]
    await granted(today, code=good)


async def test_every_link_is_shown_with_who_issued_it(today: RunningService) -> None:
    """Officials see all of them, void ones too; a player sees his own; no code is among it."""
    championship = await announced(today)
    fox, hare = await registered(today, "Fox"), await registered(today, "Hare")
    path = f"/v1/championships/{championship}/personal-links"
    for person, issuer, scope in (
        (fox, ORGANIZER, "participant"),
        (hare, ORGANIZER, "participant"),
        (fox, ADMIN, "admin"),
    ):
        created(await today.post(path, {"person": str(person)}, by=issuer, scope=scope))
        today.later(seconds=1)
    await today.client.delete(f"{path}/{hare}", headers=today.bearer(ORGANIZER, "participant"))
    seen = (await today.get(path, by=ORGANIZER)).json()
    assert [(one["person"], one["issued_by"], one["by_admin"], one["void_at"] is None) for one in seen] == [
        (str(fox), str(ORGANIZER), False, False),
        (str(hare), str(ORGANIZER), False, False),
        (str(fox), str(ADMIN), True, True),
    ]
    assert not {"code", "code_hash"} & seen[0].keys()
    own = (await today.get(path, by=hare)).json()
    assert [one["person"] for one in own] == [str(hare)]
    assert (await today.get(path, by=uuid4())).json() == []


async def test_the_keys_are_public(registration: RunningService) -> None:
    """Anybody reads the keys that verify tokens, and never the private part."""
    jwks = (await registration.get("/.well-known/jwks.json")).json()
    assert [key["kid"] for key in jwks["keys"]] == ["test"]
    assert all("d" not in key for key in jwks["keys"])


async def test_the_first_admin_is_opened_once(today: RunningService) -> None:
    """Bootstrapping twice changes nothing; with another secret that one holds."""
    loop = CommandLoop(KERNEL, today.store)
    first, second = "first secret, quite long", "second secret, quite long"
    assert await bootstrap_admin(loop, ADMIN, first, today.now)
    assert not await bootstrap_admin(loop, ADMIN, first, today.now)
    token = await granted(today, client_id=str(ADMIN), client_secret=first)
    body = {"name": "Omsk club", "scopes": ["organizer"]}
    assert (await today.client.post("/v1/clients", json=body, headers=bearing(token))).status_code == 201
    assert await bootstrap_admin(loop, ADMIN, second, today.now)
    refused = await today.client.post("/v1/tokens", json={"client_id": str(ADMIN), "client_secret": first})
    assert problem(refused) == (401, "credentials_refused")
    await granted(today, client_id=str(ADMIN), client_secret=second)
