"""Announcing championships, their officials, and what the public reads."""

from typing import Any
from uuid import uuid4

import msgspec
import pytest

from shared.contracts.regulations import shipped
from tests.integration.registration.setting_up import (
    ADMIN,
    CLUB,
    ORGANIZER,
    announced,
    announcement,
    created,
    problem,
    registered,
    stage,
)
from tests.running import RunningService


def at(local: str, venue: str = "onore") -> dict[str, str]:
    """Return a deadline of a body."""
    return {"local": local, "venue": venue}


async def test_an_announced_championship_is_public(registration: RunningService) -> None:
    """Anybody reads what was promised, local deadlines and their instants included."""
    championship = await announced(
        registration,
        regulations="onore-2014",
        stages=[
            stage(
                "tour-1",
                40,
                3,
                blocks=[{"title": "Games", "start": "2026-05-24T12:30:00", "end": "2026-05-24T15:30:00"}],
            )
        ],
        preliminary_deadline={"local": "2026-02-20T00:00:00", "venue": "onore"},
        final_deadline={"local": "2026-05-23T16:00:00", "venue": "onore"},
    )
    response = await registration.get(f"/v1/championships/{championship}")
    view = response.json()
    assert response.headers["ETag"] == '"v2"'
    assert view["regulations"]["title"] == shipped()["onore-2014"].title
    assert view["final_deadline"] == {
        "local": "2026-05-23T16:00:00",
        "zone": "Asia/Omsk",
        "instant": "2026-05-23T10:00:00Z",
    }
    assert view["stages"][0]["blocks"][0]["start"]["instant"] == "2026-05-24T06:30:00Z"
    assert [(o["person"], o["role"]) for o in view["officials"]] == [(str(ORGANIZER), "organizer")]
    assert [said["type"] for said in await registration.said()] == [
        "ChampionshipAnnounced",
        "OfficialAppointed",
    ]
    held = await registration.client.get(
        f"/v1/championships/{championship}", headers={"If-None-Match": '"v2"'}
    )
    assert held.status_code == 304


async def test_a_whole_document_can_be_sent(registration: RunningService) -> None:
    """A federation's own regulations travel in the announcement, and are checked as they come."""
    document = (await registration.get("/v1/regulations/chnu-2016")).json()
    own = document | {"id": "our-own", "version": 3}
    championship = await announced(registration, regulations=own)
    view = (await registration.get(f"/v1/championships/{championship}")).json()
    assert (view["regulations"]["id"], view["regulations"]["version"]) == ("our-own", 3)
    broken = own | {"surprise": 1}
    response = await registration.post(
        "/v1/championships", announcement(regulations=broken), by=ORGANIZER, scope="organizer"
    )
    assert problem(response) == (400, "malformed_request")


async def test_a_document_that_cannot_be_meant_is_refused_as_a_whole(registration: RunningService) -> None:
    """Everything that contradicts or is out of reach is told at once, each with its path."""
    whole = msgspec.to_builtins(shipped()["onore-2014"])
    whole["scoring"]["extra_points"]["allowed"] = ["5"]
    whole["scoring"]["best_move"]["9"] = "1"
    response = await registration.post(
        "/v1/championships", announcement(regulations=whole), by=ORGANIZER, scope="organizer"
    )
    assert problem(response) == (422, "regulations_flawed")
    paths = [one["path"] for one in response.json()["facts"]["problems"]]
    assert len(paths) >= 2
    assert all(path.startswith("scoring.") for path in paths)


async def test_the_list_is_paged_newest_first(registration: RunningService) -> None:
    """A page names the next one."""
    made = []
    for _ in range(3):
        made.append(str(await announced(registration)))
        registration.later(seconds=1)
    page = await registration.get("/v1/championships", limit=2)
    assert [line["id"] for line in page.json()["championships"]] == [made[2], made[1]]
    assert page.json()["next"] == made[1]
    assert page.headers["Link"] == f'<?after={made[1]}&limit=2>; rel="next"'
    rest = (await registration.get("/v1/championships", limit=2, after=made[1])).json()
    assert [line["id"] for line in rest["championships"]] == [made[0]]
    assert rest["next"] is None


async def test_shipped_documents_are_public(registration: RunningService) -> None:
    """Every shipped document can be read, and an unknown one is refused with those there are."""
    listed = (await registration.get("/v1/regulations")).json()
    assert {line["id"] for line in listed} == set(shipped())
    response = await registration.get("/v1/regulations/fifa-2030")
    assert problem(response) == (404, "regulations_unknown")
    assert "onore-2014" in response.json()["detail"]


@pytest.mark.parametrize(
    ("changes", "refused"),
    [
        ({"regulations": "fifa-2030"}, (404, "regulations_unknown")),
        ({"title": "Cup\u0007"}, (422, "text_unacceptable")),
        ({"title": "Cup\u0000"}, (400, "nul_character")),
        ({"surprise": 1}, (400, "malformed_request")),
        ({"stages": [stage("tour", 10, 3, tables=7)]}, (422, "tables_cannot_be_filled")),
        ({"stages": [stage("tour", 9, 10)]}, (422, "too_few_players")),
        ({"stages": [stage("tour", 10, 3, venue="moon")]}, (422, "venue_unknown")),
        ({"venues": [{"key": "onore"}]}, (400, "malformed_request")),
        ({"final_deadline": at("2026-05-23T16:00:00", venue="moon")}, (422, "venue_unknown")),
        ({"final_deadline": at("2026-05-23T16:00:00Z")}, (400, "malformed_request")),
        ({"final_deadline": at("0001-01-01T00:00:00")}, (422, "local_time_out_of_range")),
        ({"final_deadline": at("2026-01-01T00:00:00")}, (422, "deadline_cannot_work")),
    ],
)
async def test_what_cannot_work_is_refused(
    registration: RunningService, changes: dict[str, Any], refused: tuple[int, str]
) -> None:
    """A refused announcement says why, and nothing of it is kept."""
    response = await registration.post(
        "/v1/championships", announcement(**changes), by=ORGANIZER, scope="organizer"
    )
    assert problem(response) == refused
    assert (await registration.get("/v1/championships")).json()["championships"] == []
    assert await registration.said() == []


async def test_an_unknown_zone_is_refused(registration: RunningService) -> None:
    """A zone must be in the IANA database."""
    venue = announcement()["venues"][0]
    for zone in ("Omsk", "", "../etc/passwd", "Europe", "GMT+25"):
        response = await registration.post(
            "/v1/championships",
            announcement(venues=[venue | {"zone": zone}]),
            by=ORGANIZER,
            scope="organizer",
        )
        assert problem(response) == (422, "time_zone_unknown"), zone


async def test_a_player_announces_nothing(registration: RunningService) -> None:
    """Announcing needs an organizer's token, and any writing needs a token."""
    response = await registration.post("/v1/championships", announcement(), by=ORGANIZER)
    assert problem(response) == (403, "forbidden")
    response = await registration.client.post(
        "/v1/championships", json=announcement(), headers={"Idempotency-Key": "k"}
    )
    assert problem(response) == (401, "unauthenticated")


@pytest.mark.case(75)
async def test_a_repeated_announcement_is_one_championship(registration: RunningService) -> None:
    """The same key with the same body answers the same; with another body it is refused."""
    first = await registration.post(
        "/v1/championships", announcement(), by=ORGANIZER, scope="organizer", key="once"
    )
    again = await registration.post(
        "/v1/championships", announcement(), by=ORGANIZER, scope="organizer", key="once"
    )
    assert (again.status_code, again.json()) == (201, first.json())
    other = await registration.post(
        "/v1/championships", announcement(title="Other"), by=ORGANIZER, scope="organizer", key="once"
    )
    assert problem(other) == (422, "idempotency_key_reused")
    assert len((await registration.get("/v1/championships")).json()["championships"]) == 1


async def test_a_site_may_bring_its_own_id(registration: RunningService) -> None:
    """An id of the caller's own is taken once."""
    own = uuid4()
    assert await announced(registration, id=str(own)) == own
    body = announcement(id=str(own), title="Other")
    response = await registration.post("/v1/championships", body, by=CLUB, scope="organizer")
    assert problem(response) == (409, "championship_already_announced")


async def test_officials_come_and_go(registration: RunningService) -> None:
    """An appointment shows, a dismissal ends it, and both are said in public."""
    championship = await announced(registration)
    judge = await registered(registration, "Judge")
    path = f"/v1/championships/{championship}/officials"
    created(await registration.post(path, {"person": str(judge), "role": "table_judge"}, by=ORGANIZER))
    view = (await registration.get(f"/v1/championships/{championship}")).json()
    assert {(o["person"], o["role"]) for o in view["officials"]} == {
        (str(ORGANIZER), "organizer"),
        (str(judge), "table_judge"),
    }
    gone = await registration.client.delete(
        f"{path}/table_judge/{judge}", headers=registration.bearer(ORGANIZER, "participant")
    )
    assert gone.status_code == 200, gone.text
    view = (await registration.get(f"/v1/championships/{championship}")).json()
    assert len(view["officials"]) == 1
    assert view["version"] == 4
    assert [said["type"] for said in await registration.said()][2:] == [
        "OfficialAppointed",
        "OfficialDismissed",
    ]


async def test_who_may_not_appoint_is_told_so(registration: RunningService) -> None:
    """Another organizer appoints nobody here; unknown people, championships and roles are refused."""
    championship = await announced(registration)
    judge = await registered(registration, "Judge")
    path = f"/v1/championships/{championship}/officials"
    body = {"person": str(judge), "role": "table_judge"}
    response = await registration.post(path, body, by=CLUB, scope="organizer")
    assert problem(response) == (403, "not_an_organizer")
    response = await registration.post(path, body | {"person": str(uuid4())}, by=ORGANIZER)
    assert problem(response) == (404, "account_unknown")
    response = await registration.post(path, body | {"role": "king"}, by=ORGANIZER)
    assert problem(response) == (400, "malformed_request")
    response = await registration.post(path, body, by=ORGANIZER, version=1)
    assert problem(response) == (412, "stale_version")
    elsewhere = f"/v1/championships/{uuid4()}/officials"
    response = await registration.post(elsewhere, body, by=ORGANIZER)
    assert problem(response) == (404, "championship_unknown")
    response = await registration.post(path, body, by=ADMIN, scope="admin")
    assert response.status_code == 201
    response = await registration.client.delete(
        f"{path}/king/{judge}", headers=registration.bearer(ORGANIZER, "organizer")
    )
    assert response.status_code in {400, 404}


async def test_an_unknown_championship_is_not_found(registration: RunningService) -> None:
    """Reading what is not there is a clear answer."""
    response = await registration.get(f"/v1/championships/{uuid4()}")
    assert problem(response) == (404, "championship_unknown")
    response = await registration.get("/v1/championships/omsk")
    assert problem(response) == (404, "not_found")


async def test_the_interface_is_documented(registration: RunningService) -> None:
    """The OpenAPI document can be read."""
    response = await registration.get("/schema/openapi.json", by=ORGANIZER)
    assert response.status_code == 200
    assert "/v1/championships/{championship_id}/entries" in response.json()["paths"]


@pytest.mark.parametrize(
    ("planned", "code"),
    [
        pytest.param(stage("tour", 5, 2), "too_few_players", id="few"),
        pytest.param(stage("tour", 0, 0), "too_few_players", id="none"),
        pytest.param(stage("tour", 10, 0), "games_do_not_divide", id="no-games"),
        pytest.param(
            stage("tour", 20, 2, groups=[{"key": "a", "title": "A", "players": 5, "venue": "onore"}]),
            "too_few_players",
            id="few-in-a-group",
        ),
    ],
)
async def test_a_draft_may_hold_a_plan_that_cannot_work_yet(
    registration: RunningService, planned: dict[str, Any], code: str
) -> None:
    """Its author reads it again and changes it; what cannot work is refused when it is announced."""
    body = announcement(stages=[planned])
    drafted = await registration.post("/v1/championships/drafts", body, by=ORGANIZER, scope="organizer")
    path = f"/v1/championships/{created(drafted)}"
    seen = await registration.get(f"{path}/draft", by=ORGANIZER, scope="organizer")
    assert seen.json()["stages"][0]["players"] == planned["players"]
    refused = await registration.post(f"{path}/announcement", {}, by=ORGANIZER, scope="organizer")
    assert problem(refused) == (422, code)
    better = announcement()
    changed = await registration.client.put(
        f"{path}/draft", json=better, headers=registration.bearer(ORGANIZER, "organizer")
    )
    assert changed.status_code == 200
    created(await registration.post(f"{path}/announcement", {}, by=ORGANIZER, scope="organizer"))
