"""Entries over the API: who may do what, who sees what, and many at once."""

import asyncio
from collections import Counter
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from tests.integration.registration.setting_up import (
    ADMIN,
    CLUB,
    ORGANIZER,
    accepted,
    announced,
    applied,
    created,
    entry,
    full,
    problem,
    registered,
    stage,
)
from tests.running import RunningService


async def test_an_entry_from_application_to_the_public_list(registration: RunningService) -> None:
    """A player applies, pays, is accepted, and only then is on the public list."""
    championship = await announced(registration, regulations="onore-2014", stages=[stage("tour", 10, 2)])
    player = await registered(registration, "Лис", club="ONORE", city="Omsk")
    path = f"/v1/championships/{championship}/entries"
    response = await registration.post(path, {}, by=player)
    assert created(response) == player
    assert (await registration.get(path)).json()["entries"] == []
    fee = {"amount": "500", "currency": "RUB", "receipt": "A-17"}
    await entry(registration, championship, player, "fee", fee)
    assert (await registration.get(path)).json()["entries"] == []
    await entry(registration, championship, player, "acceptance")
    [listed] = (await registration.get(path)).json()["entries"]
    assert (listed["nick"], listed["club"], listed["city"]) == ("Лис", "ONORE", "Omsk")
    assert listed["details"] is None
    said = await registration.said()
    assert said[-1]["type"] == "EntryAccepted"
    assert said[-1]["data"]["nick"] == "Лис"
    assert "A-17" not in str(said)


async def test_the_organizer_sees_every_entry(registration: RunningService) -> None:
    """Organizers see applications and their details; the player his own; others only the public list."""
    championship = await announced(registration)
    waiting = await applied(registration, championship, "Waiting")
    playing = await accepted(registration, championship, "Playing")
    path = f"/v1/championships/{championship}/entries"
    for by, scope in ((ORGANIZER, "participant"), (ADMIN, "admin")):
        seen = (await registration.get(path, by=by, scope=scope)).json()["entries"]
        assert [(e["player"], e["details"]["status"]) for e in seen] == [
            (str(playing), "accepted"),
            (str(waiting), "applied"),
        ]
    for by in (CLUB, playing):
        seen = (await registration.get(path, by=by, scope="organizer")).json()["entries"]
        assert [e["player"] for e in seen] == [str(playing)]
    own = await registration.get(f"{path}/{waiting}", by=waiting)
    assert own.json()["details"]["status"] == "applied"
    for stranger in (None, playing):
        hidden = await registration.get(f"{path}/{waiting}", by=stranger)
        assert problem(hidden) == (404, "application_unknown")
    shown = await registration.get(f"{path}/{playing}")
    assert shown.json()["details"] is None


async def test_the_list_is_paged_by_nick(registration: RunningService) -> None:
    """A page names the next one, whatever the order of application."""
    championship = await announced(registration)
    for nick in ("cat", "Ant", "bee"):
        await accepted(registration, championship, nick)
    path = f"/v1/championships/{championship}/entries"
    page = (await registration.get(path, limit=2)).json()
    assert [e["nick"] for e in page["entries"]] == ["Ant", "bee"]
    rest = (await registration.get(path, limit=2, after=page["next"])).json()
    assert [e["nick"] for e in rest["entries"]] == ["cat"]
    assert rest["next"] is None


async def test_a_club_enters_its_players(registration: RunningService) -> None:
    """Any organizer's account may apply for a player, under another nick if he wishes."""
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    body = {"player": str(player), "nick": "Fox of ONORE"}
    path = f"/v1/championships/{championship}/entries"
    created(await registration.post(path, body, by=CLUB, scope="organizer"))
    seen = await registration.get(f"{path}/{player}", by=player)
    assert seen.json()["nick"] == "Fox of ONORE"
    assert seen.json()["details"]["applied_by"] == str(CLUB)
    response = await registration.post(f"{path}/{player}/acceptance", by=CLUB, scope="organizer")
    assert problem(response) == (403, "not_an_organizer")


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"nick": "Fox\u0007"}, (422, "text_unacceptable")),
        ({"nick": "x" * 41}, (422, "text_unacceptable")),
        ({"nick": ""}, (400, "malformed_request")),
        ({"nick": "Fox\u0000"}, (400, "nul_character")),
        ({"attributes": {"faculty": "Law"}}, (422, "attribute_not_asked")),
        ({"attributes": {"Faculty!": "Law"}}, (400, "malformed_request")),
        ({"nick": 7}, (400, "malformed_request")),
        ({"player": "me"}, (400, "malformed_request")),
        ({"surprise": True}, (400, "malformed_request")),
        ({"player": str(uuid4())}, (403, "not_your_entry")),
    ],
)
async def test_a_bad_application_is_refused(
    registration: RunningService, body: dict[str, Any], refused: tuple[int, str]
) -> None:
    """A refused application says why, and leaves no entry."""
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    if refused[1] == "not_your_entry":
        body = {"player": str(await registered(registration, "Owl"))}
    path = f"/v1/championships/{championship}/entries"
    assert problem(await registration.post(path, body, by=player)) == refused
    seen = await registration.get(path, by=ORGANIZER)
    assert seen.json()["entries"] == []


async def test_unknown_people_and_championships_are_refused(registration: RunningService) -> None:
    """Nobody enters who is not registered, and nothing is entered that is not announced."""
    championship = await announced(registration)
    path = f"/v1/championships/{championship}/entries"
    assert problem(await registration.post(path, {}, by=uuid4())) == (404, "account_unknown")
    player = await registered(registration, "Fox")
    elsewhere = f"/v1/championships/{uuid4()}/entries"
    assert problem(await registration.post(elsewhere, {}, by=player)) == (404, "championship_unknown")
    assert problem(await registration.get(elsewhere)) == (404, "championship_unknown")
    response = await registration.post(f"{path}/{player}/acceptance", by=ORGANIZER)
    assert problem(response) == (404, "application_unknown")
    response = await registration.post(path, {}, by=player, scope="federation")
    assert problem(response) == (403, "forbidden")


async def test_a_withdrawal_takes_the_player_off_the_list(registration: RunningService) -> None:
    """What was public is withdrawn in public; what was not stays unsaid."""
    championship = await announced(registration)
    playing = await accepted(registration, championship, "Playing")
    waiting = await applied(registration, championship, "Waiting")
    before = len(await registration.said())
    path = f"/v1/championships/{championship}/entries"
    for player in (playing, waiting):
        created(await registration.post(f"{path}/{player}/withdrawal", by=player), 200)
        created(await registration.post(f"{path}/{player}/withdrawal", by=player), 200)
    assert (await registration.get(path)).json()["entries"] == []
    [said] = (await registration.said())[before:]
    assert (said["type"], said["data"]["player"]) == ("EntryWithdrawn", str(playing))
    created(await registration.post(path, {}, by=waiting))


async def codes(*requests: Any) -> Counter[tuple[int, str]]:
    """Send requests at once and count the answers."""
    answers: list[httpx.Response] = await asyncio.gather(*requests)
    return Counter(
        (answer.status_code, "" if answer.is_success else answer.json()["code"]) for answer in answers
    )


async def test_fifty_at_once_for_the_last_place(registration: RunningService) -> None:
    """Exactly one gets it; the others are told that every place is taken."""
    championship = await announced(registration)
    await full(registration, championship, 9)
    late = [await applied(registration, championship, f"Late {number}") for number in range(50)]
    path = f"/v1/championships/{championship}/entries"
    answers = await codes(
        *(registration.post(f"{path}/{player}/acceptance", by=ORGANIZER) for player in late)
    )
    assert answers == {(200, ""): 1, (409, "championship_full"): 49}
    assert len((await registration.get(path)).json()["entries"]) == 10
    public = [said for said in await registration.said() if said["type"] == "EntryAccepted"]
    assert len(public) == 10


async def test_the_same_application_from_two_browsers_at_once(registration: RunningService) -> None:
    """Two browsers are two requests with keys of their own: one entry, and a clear refusal for the other."""
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    path = f"/v1/championships/{championship}/entries"
    answers = await codes(*(registration.post(path, {}, by=player) for _ in range(2)))
    assert answers == {(201, ""): 1, (409, "already_applied"): 1}
    [seen] = (await registration.get(path, by=ORGANIZER)).json()["entries"]
    assert seen["player"] == str(player)


async def test_two_players_at_once_for_one_nick(registration: RunningService) -> None:
    """One nick has one bearer, even in the same moment."""
    championship = await announced(registration)
    people: list[UUID] = [await registered(registration, nick) for nick in ("Fox", "FOX", "fox ")]
    path = f"/v1/championships/{championship}/entries"
    answers = await codes(*(registration.post(path, {}, by=player) for player in people))
    assert answers == {(201, ""): 1, (409, "nick_taken"): 2}


@pytest.mark.case(75)
async def test_a_retried_application_is_one_entry(registration: RunningService) -> None:
    """A retry after a time-out gets the first answer; another payload under the key is refused."""
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    path = f"/v1/championships/{championship}/entries"
    first = await registration.post(path, {}, by=player, key="retry")
    again = await registration.post(path, {}, by=player, key="retry")
    assert (again.status_code, again.json()) == (201, first.json())
    assert again.headers["Idempotency-Replayed"] == "true"
    other = await registration.post(path, {"nick": "Owl"}, by=player, key="retry")
    assert problem(other) == (422, "idempotency_key_reused")
    missing = await registration.client.post(
        path, json={}, headers=registration.bearer(player, "participant")
    )
    assert problem(missing) == (400, "idempotency_key_required")
