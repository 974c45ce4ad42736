"""Groups by city over the API: announced, listed, filled, drawn one by one, and the final after all."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from shared.contracts.scoring import QualifiersNamed, StageClosed
from tests.integration.registration.setting_up import (
    ORGANIZER,
    announced,
    applied,
    created,
    entry,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

AT = datetime(2026, 5, 24, 18, 0, tzinfo=UTC)
CITIES = {"omsk": ("Омск", "Asia/Omsk"), "kyiv": ("Київ", "Europe/Kyiv")}
VENUES = [
    {"key": key, "name": city, "city": city, "address": "Main Street 1", "zone": zone}
    for key, (city, zone) in CITIES.items()
]


def group(key: str, **changes: Any) -> dict[str, Any]:
    """Return a group of ten at the venue of its name."""
    block = {"title": "Games", "start": "2026-05-23T11:00", "end": "2026-05-23T18:00"}
    return {"key": key, "title": key.title(), "players": 10, "venue": key, "blocks": [block]} | changes


STAGES = [
    stage("tour", 20, 2, advance=10, venue="omsk", groups=[group("omsk", advance=2), group("kyiv")]),
    stage("final", 10, 1, kind="final", venue="kyiv"),
]


async def came(service: RunningService, championship: UUID, nick: str, city: str | None) -> UUID:
    """Register a player of a city and accept him."""
    player = await applied(service, championship, nick, **({} if city is None else {"city": city}))
    await entry(service, championship, player, "acceptance")
    return player


async def judge(service: RunningService, championship: UUID, city: str) -> UUID:
    """Appoint a table judge of a city."""
    person = await registered(service, f"Judge of {city}", city=city)
    body = {"person": str(person), "role": "table_judge"}
    created(await service.post(f"/v1/championships/{championship}/officials", body, by=ORGANIZER))
    return person


async def filled(service: RunningService) -> tuple[UUID, dict[str, list[UUID]], dict[str, UUID]]:
    """Announce it, let ten of each city take part, and a judge of each: championship, players, judges."""
    championship = await announced(service, venues=VENUES, stages=STAGES)
    players, judges = {}, {}
    for key, (city, _) in CITIES.items():
        players[key] = [await came(service, championship, f"{key} {n}", city.upper()) for n in range(10)]
        judges[key] = await judge(service, championship, f" {city.lower()}")
    return championship, players, judges


async def test_players_are_listed_by_group_and_put_into_one(registration: RunningService) -> None:
    """By city; who is of none is put into one with a reason, and not into one that is full."""
    championship = await announced(registration, venues=VENUES, stages=STAGES)
    path = f"/v1/championships/{championship}"
    blocks = [one["blocks"] for one in (await registration.get(path)).json()["stages"][0]["groups"]]
    assert [one[0]["start"]["instant"] for one in blocks] == ["2026-05-23T05:00:00Z", "2026-05-23T08:00:00Z"]
    first = await came(registration, championship, "Первый", "КИЇВ")
    stranger = await applied(registration, championship, "Мандрівник", city="Одеса")
    refused = await registration.post(f"{path}/entries/{stranger}/acceptance", None, by=ORGANIZER)
    assert problem(refused) == (409, "entrants_without_group")
    put = {"group": "kyiv", "reason": "Приедет в Киев"}
    assert problem(await registration.post(f"{path}/entries/{stranger}/group", put, by=stranger))[0] == 403
    await entry(registration, championship, stranger, "group", put)
    await entry(registration, championship, stranger, "acceptance")
    groups = (await registration.get(f"{path}/groups")).json()
    assert [(one["key"], one["accepted"]) for one in groups["groups"]] == [("omsk", 0), ("kyiv", 2)]
    assert groups["nowhere"] == []
    listed = (await registration.get(f"{path}/entries", group="kyiv")).json()["entries"]
    assert {one["player"] for one in listed} == {str(first), str(stranger)}
    assert {one["group"] for one in listed} == {"kyiv"}
    assert (await registration.get(f"{path}/entries", group="omsk")).json()["entries"] == []
    assert problem(await registration.get(f"{path}/entries", group="tver")) == (404, "group_unknown")
    whose = (await registration.get(f"{path}/entries/{stranger}")).json()
    assert (whose["city"], whose["group"]) == ("Одеса", "kyiv")
    for number in range(8):
        await came(registration, championship, f"Kyiv {number}", "Київ")
    late = await applied(registration, championship, "Eleventh", city="Київ")
    full = await registration.post(f"{path}/entries/{late}/acceptance", None, by=ORGANIZER)
    assert problem(full) == (409, "group_full")


async def test_each_group_is_drawn_for_itself(registration: RunningService) -> None:
    """With its players, its city's judge, its seed and id; anyone reads and verifies each."""
    championship, players, judges = await filled(registration)
    path = f"/v1/championships/{championship}"
    draw = f"{path}/stages/tour/draw"
    assert problem(await registration.post(draw, {}, by=ORGANIZER)) == (422, "group_not_said")
    unknown = await registration.post(f"{draw}?group=tver", {}, by=ORGANIZER)
    assert problem(unknown) == (404, "group_unknown")
    created(await registration.post(f"{draw}/commitment?group=kyiv", None, by=ORGANIZER))
    ids = {"omsk": created(await registration.post(f"{draw}?group=omsk", {}, by=ORGANIZER))}
    elsewhere = {"judges": [str(judges["omsk"])]}
    clash = await registration.post(f"{draw}?group=kyiv", elsewhere, by=ORGANIZER)
    assert problem(clash) == (409, "judge_in_other_group")
    ids["kyiv"] = created(await registration.post(f"{draw}?group=kyiv", {}, by=ORGANIZER))
    assert len(set(ids.values())) == 2
    assert problem(await registration.get(draw)) == (404, "draw_unknown")
    for key in CITIES:
        view = (await registration.get(draw, group=key)).json()
        assert (view["draw"], view["group"]) == (str(ids[key]), key)
        assert set(view["players"]) == set(map(str, players[key]))
        assert view["judges"] == [str(judges[key])]
        assert (await registration.get(f"{draw}/verification", group=key)).json()["reproduced"]
        assert len((await registration.get(f"{draw}/explanation", group=key)).json()["players"]) == 10
        assert len((await registration.get(f"{draw}/matrix", group=key)).json()["rows"]) == 10
    assert (await registration.get(f"{draw}/commitment", group="kyiv")).json()["group"] == "kyiv"
    assert problem(await registration.get(f"{draw}/commitment", group="omsk"))[0] == 404
    move = {"group": "omsk", "reason": "Back"}
    moved = await registration.post(f"{path}/entries/{players['kyiv'][0]}/group", move, by=ORGANIZER)
    assert problem(moved) == (409, "player_already_drawn")
    whole = (await registration.get(f"{path}/schedule")).json()["games"]
    times = {(one["group"], one["venue"]["key"], one["starts"]["zone"]) for one in whole}
    assert times == {("omsk", "omsk", "Asia/Omsk"), ("kyiv", "kyiv", "Europe/Kyiv")}
    assert (await registration.get(f"{draw}/wall.pdf", group="kyiv")).status_code == 200
    said = [one["data"] for one in await registration.said() if one["type"] == "DrawPublished"]
    assert [one["group"] for one in said] == list(CITIES)


async def test_the_final_is_drawn_from_the_qualifiers_of_all_groups(registration: RunningService) -> None:
    """When every group is drawn, and scoring named them; it has no groups itself."""
    championship, players, judges = await filled(registration)
    path = f"/v1/championships/{championship}"
    created(await registration.post(f"{path}/stages/tour/draw?group=kyiv", {}, by=ORGANIZER))
    early = await registration.post(f"{path}/stages/final/draw", {}, by=ORGANIZER)
    assert problem(early) == (409, "previous_stage_not_drawn")
    assert early.json()["facts"]["groups"] == ["omsk"]
    created(await registration.post(f"{path}/stages/tour/draw?group=omsk", {}, by=ORGANIZER))
    best = tuple(players["omsk"][:4] + players["kyiv"][:6])
    await registration.hear(
        StageClosed(championship=championship, stage="tour", closed_by=ORGANIZER, closed_at=AT),
        QualifiersNamed(
            championship=championship,
            stage="tour",
            next_stage="final",
            qualifiers=best,
            reserves=(),
            named_at=AT,
        ),
    )
    named = await registration.post(f"{path}/stages/final/draw?group=omsk", {}, by=ORGANIZER)
    assert problem(named) == (422, "stage_has_no_groups")
    body = {"judges": [str(judges["omsk"])]}
    created(await registration.post(f"{path}/stages/final/draw", body, by=ORGANIZER))
    final = (await registration.get(f"{path}/stages/final/draw")).json()
    assert set(final["players"]) == set(map(str, best))


async def test_a_given_seating_is_a_groups(registration: RunningService) -> None:
    """It seats the players of its group and nobody else's, and holds the plan fast like a draw."""
    championship, players, judges = await filled(registration)
    path = f"/v1/championships/{championship}"
    address = f"{path}/stages/tour/seating"

    def tables(*seats: UUID) -> dict[str, Any]:
        given = {"table": 1, "judge": str(judges["omsk"]), "seats": list(map(str, seats))}
        return {"tables": [given | {"round": number} for number in (1, 2)]}

    own = tables(*players["omsk"])
    mixed = tables(*players["omsk"][:9], players["kyiv"][0])
    refused = await registration.post(f"{address}?group=omsk", mixed, by=ORGANIZER)
    assert problem(refused) == (422, "player_not_in_stage")
    assert problem(await registration.post(address, own, by=ORGANIZER)) == (422, "group_not_said")
    created(await registration.post(f"{address}?group=omsk", own, by=ORGANIZER))
    groups = [group("omsk", players=20, advance=2), group("kyiv")]
    bigger = [STAGES[0] | {"players": 30, "groups": groups}, STAGES[1]]
    change = await registration.post(f"{path}/plan", {"stages": bigger, "reason": "More"}, by=ORGANIZER)
    assert problem(change) == (409, "stage_already_drawn")
