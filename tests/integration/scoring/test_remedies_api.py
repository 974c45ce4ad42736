"""Dry runs and assessments over HTTP and PostgreSQL."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import pytest
from msgspec.structs import replace

from shared.contracts.appeals import CommissionAppointed
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    NOW,
    ORGANIZER,
    amended,
    announced,
    annulled,
    appointed,
    closed,
    entered,
    filed,
    player,
    protest_id,
    result,
    ruling_id,
    signed,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}/standings"
GAME = signed(result("black", first_killed=5))
ANNUL = {"remedies": [{"remedy": "annul_game", "game": str(GAME.game)}]}
MEMBERS = (uuid4(), uuid4(), uuid4())
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service with one game and a commission."""
    running = await service("scoring")
    await running.hear(announced(), appointed(), *(entered(number) for number in range(1, 11)), GAME)
    await running.hear(called())
    return running


def called() -> CommissionAppointed:
    """Return the appointment of the commission."""
    return CommissionAppointed(
        championship=CHAMPIONSHIP,
        protest=protest_id(1),
        members=MEMBERS,
        appointed_by=CHIEF_JUDGE,
        appointed_at=NOW,
    )


async def test_a_commission_that_decides_without_the_effect_may_not_try_it(service: Start) -> None:
    """Where the document hides it, members are refused by name; who appoints them is told."""
    running = await service("scoring")
    document = announced().regulations
    hidden = replace(document, protests=replace(document.protests, effect_hidden=True))
    await running.hear(replace(announced(), regulations=hidden), appointed())
    await running.hear(*(entered(number) for number in range(1, 11)), GAME, called())
    assert (await running.post(f"{BASE}/what-if", ANNUL, by=CHIEF_JUDGE)).status_code == 200
    for member in MEMBERS:
        refused = await running.post(f"{BASE}/what-if", ANNUL, by=member)
        assert (refused.status_code, refused.json()["code"]) == (403, "effect_hidden_from_commission")


async def assessments(running: RunningService) -> list[dict[str, Any]]:
    """Return what was said to be at stake."""
    return [event["data"] for event in await running.said() if event["type"] == "ProtestAssessed"]


async def test_a_dry_run_says_what_would_change_and_changes_nothing(scoring: RunningService) -> None:
    """Points, places, cuts and medals, by the positions it was computed from; no revision, no event."""
    before, said = (await scoring.get(BASE)).json(), await scoring.said()
    answer = await scoring.post(f"{BASE}/what-if", ANNUL, by=CHIEF_JUDGE)
    assert answer.status_code == 200, answer.text
    body = answer.json()
    assert body["positions"]["gameplay"] == 1
    assert {change["points_before"] for change in body["changes"]} == {"4", "0"}
    assert {medal["before"] for medal in body["medals"]} == {1, 2}
    assert (await scoring.get(BASE)).json() == before
    assert await scoring.said() == said


async def test_asking_needs_the_right_to_ask(scoring: RunningService) -> None:
    """Organizer, chief judge and commission members; no player, nobody without a token."""
    for who in (ORGANIZER, CHIEF_JUDGE, MEMBERS[0]):
        assert (await scoring.post(f"{BASE}/what-if", ANNUL, by=who)).status_code == 200
    refused = await scoring.post(f"{BASE}/what-if", ANNUL, by=player(1))
    assert (refused.status_code, refused.json()["code"]) == (403, "only_who_decides_may_ask")
    assert (await scoring.client.post(f"{BASE}/what-if", json=ANNUL)).status_code == 401


@pytest.mark.parametrize(
    ("remedy", "status"),
    [
        ({"remedy": "annul_game", "game": str(uuid4())}, 404),
        ({"remedy": "award_win", "game": str(GAME.game), "team": "green"}, 400),
        ({"remedy": "adjust_points", "game": str(GAME.game), "player": str(uuid4()), "points": "1"}, 422),
        ({"remedy": "player_out", "player": str(uuid4())}, 404),
        ({"remedy": "replay"}, 400),
    ],
)
async def test_remedies_that_cannot_be_tried_are_named(
    scoring: RunningService, remedy: dict[str, Any], status: int
) -> None:
    """As a refusal or a bad request."""
    answer = await scoring.post(f"{BASE}/what-if", {"remedies": [remedy]}, by=CHIEF_JUDGE)
    assert answer.status_code == status, answer.text


async def test_a_protest_is_assessed_when_it_is_filed(scoring: RunningService) -> None:
    """Once, by name; and nothing more once it is closed."""
    await scoring.hear(filed(GAME))
    (said,) = await assessments(scoring)
    assert (said["protest"], said["game"]) == (str(protest_id(1)), str(GAME.game))
    assert said["materiality"] == "cut"
    assert str(player(1)) in said["medals"]
    assert len(said["places"]) == 10
    await scoring.hear(closed(), amended(GAME, result("red")))
    assert len(await assessments(scoring)) == 1


async def test_a_protest_heard_of_before_its_game_is_assessed_with_it(scoring: RunningService) -> None:
    """Streams arrive in any order."""
    late = signed(result("red"), round_number=2)
    await scoring.hear(filed(late))
    assert await assessments(scoring) == []
    await scoring.hear(late)
    assert [one["game"] for one in await assessments(scoring)] == [str(late.game)]


async def test_a_ruling_changes_what_was_tried_before(scoring: RunningService) -> None:
    """Points, places, cuts and medals of the revision that answers a ruling are those of the dry run."""
    tried = (await scoring.post(f"{BASE}/what-if", ANNUL, by=CHIEF_JUDGE)).json()
    await scoring.hear(annulled(GAME, ruling_id(1)))
    (said,) = [event["data"] for event in await scoring.said() if event["data"].get("ruling")]
    for name in ("changes", "cuts", "medals"):
        assert sorted(map(str, said[name])) == sorted(map(str, tried[name]))
    assert said["medals"]
    assert said["cuts"]


async def test_in_a_game_that_counts_no_more_nothing_is_at_stake(scoring: RunningService) -> None:
    """What was said of it while it counted would hold the next draw up for ever."""
    await scoring.hear(filed(GAME))
    await scoring.hear(annulled(GAME, ruling_id(2)))
    said = await assessments(scoring)
    assert [one["materiality"] for one in said][-1] == "nothing"
    assert said[-1]["places"] == said[-1]["cuts"] == []


async def test_what_is_at_stake_is_said_again_when_the_stage_is_closed(scoring: RunningService) -> None:
    """By then other games have moved what a ruling on this one can change; twice the same is said once."""
    await scoring.hear(filed(GAME))
    (before,) = await assessments(scoring)
    later = signed(result("red", extra={3: "5"}), round_number=2)
    await scoring.hear(later)
    assert len(await assessments(scoring)) == 1
    closing = await scoring.post(f"/v1/championships/{CHAMPIONSHIP}/stages/tour-1/close", by=CHIEF_JUDGE)
    assert closing.status_code == 200, closing.text
    after = (await assessments(scoring))[-1]
    assert after["inputs"]["gameplay"] > before["inputs"]["gameplay"]
    assert (after["places"], after["cuts"]) != (before["places"], before["cuts"])
