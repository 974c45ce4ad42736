"""A championship in minutes: from a template to an open registration, over the API."""

from typing import Any

from tests.integration.registration.setting_up import ORGANIZER, created, problem
from tests.running import RunningService

KYIV = {"key": "kyiv", "name": "Клуб «Дон»", "city": "Київ", "address": "Хрещатик 1", "zone": "Europe/Kyiv"}


def filled(**changes: Any) -> dict[str, Any]:
    """Return the fields of a championship of forty in Kyiv."""
    body = {
        "title": "Весняний кубок",
        "host_club": "Дон",
        "venues": [KYIV],
        "players": 40,
        "first_day": "2031-05-24",
    }
    return body | changes


async def test_every_shipped_document_is_a_template(registration: RunningService) -> None:
    """Each is listed with its stages, and sets up a championship of fifty."""
    listed = (await registration.get("/v1/templates")).json()
    assert {"onore-2014", "chnu-2016", "fsm-2022"} <= {one["id"] for one in listed}
    for one in listed:
        body = filled(players=50, title=one["title"])
        created(
            await registration.post(
                f"/v1/templates/{one['id']}/championships", body, by=ORGANIZER, scope="organizer"
            )
        )


async def test_from_a_template_to_open_registration(registration: RunningService) -> None:
    """Few fields make a draft that only its author sees; announced, it promises all that was laid out."""
    body = filled(
        partner_clubs=["Sheriff", "Корона"],
        fee={"amount": "400", "currency": "UAH"},
        tables=2,
        days=3,
        waitlist=5,
    )
    path = "/v1/templates/onore-2014/championships"
    championship = created(await registration.post(path, body, by=ORGANIZER, scope="organizer"))
    assert (await registration.get(f"/v1/championships/{championship}")).status_code == 404
    draft = await registration.get(f"/v1/championships/{championship}/draft", by=ORGANIZER, scope="organizer")
    assert [stage["key"] for stage in draft.json()["stages"]] == ["tour-1", "tour-2", "semifinal", "final"]
    answer = await registration.post(
        f"/v1/championships/{championship}/announcement", {}, by=ORGANIZER, scope="organizer"
    )
    assert answer.status_code == 201, answer.text
    view = (await registration.get(f"/v1/championships/{championship}")).json()
    assert view["partner_clubs"] == ["Sheriff", "Корона"]
    assert view["fee"] == {"amount": "400", "currency": "UAH"}
    assert (view["phase"], view["capacity"], view["waitlist"]) == ("registration_open", 40, 5)
    assert view["final_deadline"]["local"] == "2031-05-23T20:00:00"
    assert view["final_deadline"]["instant"] == "2031-05-23T17:00:00Z"
    assert view["stages"][0]["tables"] == 2
    assert view["stages"][0]["blocks"][0]["start"]["local"] == "2031-05-24T11:00:00"


async def test_the_fee_that_was_announced_is_the_fee(registration: RunningService) -> None:
    """Instead of the document's: another currency is refused, a change of it needs a reason, 0 is free."""
    body = filled(fee={"amount": "400", "currency": "UAH"}, announce=True)
    path = "/v1/templates/onore-2014/championships"
    championship = created(await registration.post(path, body, by=ORGANIZER, scope="organizer"))
    person = created(await registration.post("/v1/people", {"nick": "Лис"}, by=ORGANIZER, scope="organizer"))
    entries = f"/v1/championships/{championship}/entries"
    created(await registration.post(entries, {"player": str(person)}, by=ORGANIZER, scope="organizer"))

    async def asked(path: str, body: dict[str, Any] | None = None) -> tuple[int, str]:
        answer = await registration.post(path, body or {}, by=ORGANIZER, scope="organizer")
        return problem(answer) if answer.status_code >= 400 else (answer.status_code, "")

    rubles = {"amount": "500", "currency": "RUB", "receipt": "1"}
    assert await asked(f"{entries}/{person}/fee", rubles) == (422, "fee_mismatch")
    plan = f"/v1/championships/{championship}/plan"
    free = {"amount": "0", "currency": "UAH"}
    assert await asked(plan, {"fee": free}) == (422, "reason_missing")
    assert await asked(plan, {"fee": free, "reason": "The city pays."}) == (200, "")
    assert await asked(f"{entries}/{person}/acceptance") == (200, "")
    view = (await registration.get(f"/v1/championships/{championship}/changes")).json()
    assert [one["changed"] for one in view] == [["fee"]]


async def test_what_cannot_work_is_told_before_anything_is_kept(registration: RunningService) -> None:
    """Unknown templates, numbers that do not divide, days that do not suffice, no such day, a club twice."""
    wrong: list[tuple[str, dict[str, Any], tuple[int, str]]] = [
        ("no-such", {}, (404, "regulations_unknown")),
        ("chnu-2016", {"players": 25}, (422, "games_do_not_divide")),
        ("onore-2014", {"days": 1}, (422, "schedule_cannot_work")),
        ("onore-2014", {"first_day": "2031-02-30"}, (422, "local_time_out_of_range")),
        ("onore-2014", {"tables": 7}, (201, "")),
        ("onore-2014", {"partner_clubs": ["дон "]}, (422, "club_repeated")),
        ("onore-2014", {"first_day": "2001-05-24", "announce": True}, (422, "deadline_cannot_work")),
        ("onore-2014", {"venues": [KYIV | {"zone": "Mars/Base"}]}, (422, "time_zone_unknown")),
        ("onore-2014", {"opens": "25:00"}, (400, "malformed_request")),
    ]
    for template, changes, told in wrong:
        answer = await registration.post(
            f"/v1/templates/{template}/championships", filled(**changes), by=ORGANIZER, scope="organizer"
        )
        seen = problem(answer) if answer.status_code >= 400 else (answer.status_code, "")
        assert seen == told, (template, changes, answer.text)


OMSK = {"key": "omsk", "name": "Клуб", "city": "Омск", "address": "Ленина 1", "zone": "Asia/Omsk"}


async def test_a_template_lays_groups_out_by_city(registration: RunningService) -> None:
    """Up to the first cut each city plays at home, on its own clock; then those meet who went on."""
    groups = [{"venue": "kyiv", "players": 30}, {"venue": "omsk", "players": 20}]
    body = filled(venues=[KYIV, OMSK], players=50, groups=groups, announce=True)
    path = "/v1/templates/onore-2014/championships"
    championship = created(await registration.post(path, body, by=ORGANIZER, scope="organizer"))
    view = (await registration.get(f"/v1/championships/{championship}")).json()
    tours, later = view["stages"][:2], view["stages"][2:]
    for tour in tours:
        assert [(one["key"], one["players"], one["tables"]) for one in tour["groups"]] == [
            ("kyiv", 30, 3),
            ("omsk", 20, 2),
        ]
        starts = {one["blocks"][0]["start"]["local"] for one in tour["groups"]}
        assert len(starts) == 1
        assert len({one["blocks"][0]["start"]["instant"] for one in tour["groups"]}) == 2
    assert [one["advance"] for one in tours[-1]["groups"]] == [12, 8]
    assert all(not stage["groups"] for stage in later)
    listed = (await registration.get(f"/v1/championships/{championship}/groups")).json()
    assert [one["cities"] for one in listed["groups"]] == [["Київ"], ["Омск"]]


async def test_groups_of_a_template_hold_all_its_players(registration: RunningService) -> None:
    """Others are refused with both numbers, and a venue that there is not with its name."""
    path = "/v1/templates/onore-2014/championships"
    for groups, code in (
        ([{"venue": "kyiv", "players": 30}, {"venue": "omsk", "players": 10}], "plan_cannot_work"),
        ([{"venue": "kyiv", "players": 30}, {"venue": "lviv", "players": 20}], "venue_unknown"),
    ):
        body = filled(venues=[KYIV, OMSK], players=50, groups=groups, announce=True)
        refused = await registration.post(path, body, by=ORGANIZER, scope="organizer")
        assert problem(refused) == (422, code), refused.text
