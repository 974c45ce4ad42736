"""Standings as of any moment, over HTTP and PostgreSQL."""

import hashlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import msgspec
import pytest

from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    amended,
    announced,
    annulled,
    appointed,
    entered,
    player,
    result,
    signed,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}"
FIRST = signed(result("black", first_killed=5), round_number=1)
SECOND = signed(result("red"), round_number=2)
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that heard two games and a correction, an hour apart."""
    running = await service("scoring")
    await running.hear(announced(), appointed(), *(entered(number) for number in range(1, 11)))
    for event in (FIRST, SECOND, amended(FIRST, result("red"))):
        running.later(hours=1)
        await running.hear(event)
    return running


async def read(running: RunningService, **query: Any) -> dict[str, Any]:
    """Return a table of the past."""
    answer = await running.get(f"{BASE}/standings/as-of", **query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def test_positions_a_time_a_game_and_a_revision_name_the_same_moment(scoring: RunningService) -> None:
    """After the first game and before the second: the same bytes under the same ETag."""
    hour = scoring.now - timedelta(hours=2)
    named: list[dict[str, Any]] = [
        {"at": "gameplay:1,registration:12"},
        {"time": hour.isoformat()},
        {"time": (hour + timedelta(minutes=59)).isoformat()},
        {"before": "tour-1/2/1"},
        {"revision": 2},
    ]
    answers = [await scoring.get(f"{BASE}/standings/as-of", **one) for one in named]
    assert {one.status_code for one in answers} == {200}
    assert len({one.content for one in answers}) == 1
    assert len({one.headers["ETag"] for one in answers}) == 1
    body = answers[0].json()
    assert body["positions"] == {"appeals": 0, "gameplay": 1, "registration": 12, "scoring": 0}
    assert (body["regulations"], body["regulations_version"]) == ("onore-2014", 1)
    assert {row["total"] for row in body["rows"]} == {"0", "4"}
    canonical = msgspec.json.encode(body["rows"], order="sorted")
    assert hashlib.sha256(canonical).hexdigest() == body["checksum"]


async def test_now_is_a_moment_too(scoring: RunningService) -> None:
    """The same rows as the table itself, and the positions that it names."""
    past, table = await read(scoring), (await scoring.get(f"{BASE}/standings")).json()
    assert past["rows"] == table["rows"]
    assert past["checksum"] == table["checksum"]
    assert past["positions"] == table["positions"]
    assert past["positions"]["gameplay"] == 3


async def test_a_past_table_that_is_held_costs_nothing(scoring: RunningService) -> None:
    """304, whatever happened since; a later event changes nothing before it."""
    held = await scoring.get(f"{BASE}/standings/as-of", before="tour-1/2/1")
    await scoring.hear(annulled(SECOND))
    again = await scoring.client.get(
        f"{BASE}/standings/as-of",
        params={"before": "tour-1/2/1"},
        headers={"If-None-Match": held.headers["ETag"]},
    )
    assert (again.status_code, again.content) == (304, b"")
    other = await scoring.get(f"{BASE}/standings/as-of", before="tour-1/2/1", through="tour-1")
    assert other.headers["ETag"] != held.headers["ETag"]


async def test_a_decision_of_a_tie_is_known_from_its_moment_on(scoring: RunningService) -> None:
    """Before it the places are shared; afterwards the decision is named."""
    tied = [1, 2, 3]
    before = await read(scoring, through="tour-1")
    order = [str(player(number)) for number in reversed(tied)]
    body = {"order": order, "reason": "so"}
    answer = await scoring.post(f"{BASE}/stages/tour-1/tie-decisions", body, by=CHIEF_JUDGE)
    assert answer.status_code == 201, answer.text
    after = await read(scoring, through="tour-1")
    assert [row["place"] for row in before["rows"]][-3:] == [8, 8, 8]
    assert [row["place"] for row in after["rows"]][-3:] == [8, 9, 10]
    assert after["positions"]["scoring"] > 0 == before["positions"]["scoring"]
    assert await read(scoring, through="tour-1", at="scoring:0") == before


async def test_lines_of_a_player_come_with_the_moment(scoring: RunningService) -> None:
    """What he had then, and not what was corrected later."""
    then = await read(scoring, revision=2, player=str(player(5)))
    assert [(line["key"], line["worth"]) for line in then["lines"]] == [("scoring.loss.civilian", "0")]
    corrected = await read(scoring, player=str(player(5)))
    assert [line["worth"] for line in corrected["lines"]] == ["3", "3"]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ({"at": "gameplay:99"}, 409, "moment_not_reached"),
        ({"at": "nothing"}, 400, "malformed_position"),
        ({"before": "tour-1/9/1"}, 404, "game_not_played"),
        ({"before": "tour-1"}, 422, "one_moment_at_a_time"),
        ({"revision": 99}, 404, "revision_unknown"),
        ({"revision": 1, "at": "gameplay:1"}, 422, "one_moment_at_a_time"),
        ({"stage": "tour-9"}, 404, "stage_unknown"),
        ({"at": "registration:0"}, 404, "championship_unknown"),
        ({"player": str(player(77))}, 404, "player_unknown"),
    ],
)
async def test_moments_that_cannot_be_told_are_named(
    scoring: RunningService, query: dict[str, Any], status: int, code: str
) -> None:
    """Nothing is guessed."""
    answer = await scoring.get(f"{BASE}/standings/as-of", **query)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
