"""What a championship promises, clause by clause: venues, officials, stages, blocks."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from services.registration.domain.championship.decider import championship
from services.registration.domain.errors import PlanBreaksRegulations, PlanCannotWork, ScheduleCannotWork
from shared.contracts.regulations import shipped
from tests.integration.registration.setting_up import (
    ORGANIZER,
    announced,
    announcement,
    created,
    problem,
    registered,
    stage,
)
from tests.running import RunningService
from tests.scenario import scenario
from tests.unit.registration import samples

SPRING = datetime(2014, 5, 10, 6, 0, tzinfo=UTC)


def block(title: str, start: str, end: str, kind: str = "games") -> dict[str, Any]:
    """Return a block on the clock of Omsk."""
    return {"title": title, "kind": kind, "start": start, "end": end}


SPRING_CUP: dict[str, Any] = {
    "title": "ONORE Spring Cup",
    "host_club": "ONORE",
    "regulations": "onore-2014",
    "venues": [
        {
            "key": "onore",
            "name": "ONORE",
            "city": "Омск",
            "address": "ул. Красный путь, 11",
            "zone": "Asia/Omsk",
        }
    ],
    "stages": [
        stage(
            "tour-1",
            40,
            3,
            blocks=[
                block("Opening", "2014-05-24T12:00:00", "2014-05-24T12:30:00", "break"),
                block("Tour 1", "2014-05-24T12:30:00", "2014-05-24T15:30:00"),
                block("Lunch", "2014-05-24T15:30:00", "2014-05-24T16:00:00", "break"),
            ],
        ),
        stage(
            "tour-2",
            40,
            2,
            advance=20,
            blocks=[
                block("Tour 2", "2014-05-24T16:00:00", "2014-05-24T19:00:00"),
                block("Results", "2014-05-24T21:00:00", "2014-05-24T22:00:00", "break"),
            ],
        ),
        stage(
            "semifinal",
            20,
            3,
            kind="semifinal",
            advance=10,
            blocks=[
                block("Semi-finals", "2014-05-25T12:00:00", "2014-05-25T15:00:00"),
                block("Results", "2014-05-25T15:00:00", "2014-05-25T16:00:00", "break"),
            ],
        ),
        stage(
            "final",
            10,
            3,
            kind="final",
            blocks=[
                block("Final table", "2014-05-25T16:00:00", "2014-05-25T19:00:00"),
                block("Awards", "2014-05-25T19:00:00", "2014-05-25T19:30:00", "break"),
            ],
        ),
    ],
    "preliminary_deadline": {"local": "2014-02-20T00:00:00", "venue": "onore"},
    "final_deadline": {"local": "2014-05-23T16:00:00", "venue": "onore"},
}


@pytest.mark.clause("O-REG-1", "O-PLAN-1", "O-PLAN-2")
async def test_the_spring_cup_is_announced_as_its_document_says(
    service: Callable[..., Awaitable[RunningService]],
) -> None:
    """Title, club, venue, chief judge, two days in Omsk's time, four stages and their breaks are public."""
    registration = await service("registration", now=SPRING)
    cup = await announced(registration, **SPRING_CUP)
    chief = await registered(registration, "Chief judge")
    officials = f"/v1/championships/{cup}/officials"
    created(await registration.post(officials, {"person": str(chief), "role": "chief_judge"}, by=ORGANIZER))
    view = (await registration.get(f"/v1/championships/{cup}")).json()
    assert (view["title"], view["host_club"]) == ("ONORE Spring Cup", "ONORE")
    assert (view["venues"][0]["city"], view["venues"][0]["address"]) == ("Омск", "ул. Красный путь, 11")
    assert {"chief_judge", "organizer"} == {official["role"] for official in view["officials"]}
    assert [(s["games"], s["players"], s["advance"]) for s in view["stages"]] == [
        (3, 40, None),
        (2, 40, 20),
        (3, 20, 10),
        (3, 10, None),
    ]
    blocks = [b for s in view["stages"] for b in s["blocks"]]
    assert {b["start"]["local"][:10] for b in blocks} == {"2014-05-24", "2014-05-25"}
    assert blocks[1]["start"] == {
        "local": "2014-05-24T12:30:00",
        "zone": "Asia/Omsk",
        "instant": "2014-05-24T05:30:00Z",
    }
    assert [b["title"] for b in blocks if b["kind"] == "break"] == [
        "Opening",
        "Lunch",
        "Results",
        "Results",
        "Awards",
    ]


@pytest.mark.clause("O-REG-1")
async def test_a_championship_without_title_venue_or_address_is_refused(
    service: Callable[..., Awaitable[RunningService]],
) -> None:
    """What the clause asks for cannot be left out."""
    registration = await service("registration", now=SPRING)
    venue = SPRING_CUP["venues"][0]
    incomplete: tuple[dict[str, Any], ...] = (
        {"title": " "},
        {"host_club": " "},
        {"venues": []},
        {"venues": [venue | {"address": ""}]},
        {"venues": [venue | {"city": ""}]},
        {"venues": [venue | {"zone": "Omsk"}]},
    )
    for missing in incomplete:
        response = await registration.post(
            "/v1/championships", announcement(**(SPRING_CUP | missing)), by=ORGANIZER, scope="organizer"
        )
        assert response.status_code == 422, response.text
        assert problem(response)[1] in {
            "text_unacceptable",
            "plan_cannot_work",
            "venue_unknown",
            "time_zone_unknown",
        }


@pytest.mark.clause("O-PLAN-1")
def test_stages_that_do_not_follow_one_another_are_refused() -> None:
    """Twenty semi-finalists cannot be followed by a semi-final of thirty."""
    stages = (samples.stage("tour-2", 40, 2, 20), samples.stage("semifinal", 30, 3, kind="semifinal"))
    outcome = scenario(championship).when(samples.announce(stages=stages))
    assert "20 come" in outcome.then_refused(PlanCannotWork, clause="O-PLAN-1").message


@pytest.mark.clause("O-PLAN-2")
def test_blocks_that_overlap_are_refused() -> None:
    """Lunch does not begin before the games end."""
    games = samples.stage(
        "tour-1",
        40,
        3,
        blocks=(
            samples.block("Tour 1", samples.local(24, 12, 30), samples.local(24, 15, 30)),
            samples.block("Lunch", samples.local(24, 15), samples.local(24, 16)),
        ),
    )
    outcome = scenario(championship).when(samples.announce(stages=(games,)))
    outcome.then_refused(ScheduleCannotWork, clause="O-PLAN-2")


@pytest.mark.clause("C-PLAN-1")
@pytest.mark.parametrize("games", [2, 4])
def test_every_player_plays_exactly_three_qualifying_games(games: int) -> None:
    """ChNU's document binds the plan: neither fewer nor more games are announced under it."""
    stages = (samples.stage("qualification", 30, games, 10), samples.stage("final", 10, 1, kind="final"))
    outcome = scenario(championship).when(samples.announce(regulations=shipped()["chnu-2016"], stages=stages))
    outcome.then_refused(PlanBreaksRegulations, clause="C-PLAN-1")
    three = (samples.stage("qualification", 30, 3, 10), samples.stage("final", 10, 1, kind="final"))
    kept = scenario(championship).when(samples.announce(regulations=shipped()["chnu-2016"], stages=three))
    assert kept.refusal is None


@pytest.mark.case(67)
async def test_a_saved_time_does_not_shift(service: Callable[..., Awaitable[RunningService]]) -> None:
    """What is read as local time and saved again is the same instant, whoever's browser it went through."""
    registration = await service("registration", now=SPRING)
    first = await announced(registration, **SPRING_CUP)
    view = (await registration.get(f"/v1/championships/{first}")).json()
    stages = [
        s | {"blocks": [b | {"start": b["start"]["local"], "end": b["end"]["local"]} for b in s["blocks"]]}
        for s in view["stages"]
    ]
    deadline = {"local": view["final_deadline"]["local"], "venue": "onore"}
    second = await announced(registration, **(SPRING_CUP | {"stages": stages, "final_deadline": deadline}))
    again = (await registration.get(f"/v1/championships/{second}")).json()
    assert again["stages"] == view["stages"]
    assert again["final_deadline"] == view["final_deadline"]
