"""Groups of a stage over HTTP and PostgreSQL: their tables and lines, ties, and cuts that change later."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from shared.contracts.appeals import AdjustPoints
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    ORGANIZER,
    announced,
    appointed,
    drawn,
    entered,
    in_groups,
    player,
    result,
    ruled,
    signed,
)

ROOT = f"/v1/championships/{CHAMPIONSHIP}"
STAGE = f"{ROOT}/stages/tour-1"
TEN, ELEVEN = tuple(range(1, 11)), tuple(range(11, 21))
OMSK = signed(result("black", extra={1: "0.5"}))
TOMSK = signed(result("red", ELEVEN, extra={5: "1", 6: "0.5"}), table=2)
Start = Callable[..., Awaitable[RunningService]]


def ids(*wanted: int) -> list[str]:
    """Return players by number, as answers name them."""
    return [str(player(number)) for number in wanted]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of a first tour in two groups, both played, one line tied."""
    running = await service("scoring")
    await running.hear(
        in_groups(announced(tour_1=4), "tour-1", omsk=2, tomsk=1),
        appointed(),
        *map(entered, range(1, 21)),
        drawn("tour-1", (1, 1), group="omsk", seats=TEN),
        drawn("tour-1", (1, 2), group="tomsk", seats=ELEVEN),
    )
    await running.hear(OMSK, TOMSK)
    return running


async def read(running: RunningService, path: str = STAGE, **query: Any) -> dict[str, Any]:
    """Return what everybody sees."""
    answer = await running.get(path, **query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def close(running: RunningService) -> None:
    """Decide the tie in Omsk and close the tour."""
    order = {"order": ids(3, 2), "reason": "the panel saw it so"}
    decided = await running.post(f"{STAGE}/tie-decisions", order, by=CHIEF_JUDGE)
    assert decided.status_code == 201, decided.text
    closed = await running.post(f"{STAGE}/close", by=ORGANIZER, scope="organizer")
    assert closed.status_code == 200, closed.text


async def test_a_group_has_its_own_standings_now_and_then(scoring: RunningService) -> None:
    """Of the stage alone and through it; as of a moment, named by a game of the group; as a sheet."""
    omsk = await read(scoring, f"{ROOT}/standings", stage="tour-1", group="omsk")
    assert omsk["scope"] == "stage:tour-1:omsk"
    assert omsk["rows"][0]["player"] == ids(1)[0]
    tomsk = await read(scoring, f"{ROOT}/standings", through="tour-1", group="tomsk")
    assert (tomsk["rows"][0]["player"], tomsk["rows"][0]["place"]) == (ids(15)[0], 1)
    as_of = f"{ROOT}/standings/as-of"
    before = await read(scoring, as_of, before="tour-1/tomsk/1/2", through="tour-1", group="tomsk")
    assert before["rows"] == []
    sheet = await scoring.get(f"{ROOT}/exports/standings", through="tour-1", group="omsk", format="csv")
    assert len(sheet.text.splitlines()) == 11
    alone = await scoring.get(f"{ROOT}/standings", group="omsk")
    assert (alone.status_code, alone.json()["code"]) == (422, "group_of_no_stage")
    unknown = await scoring.get(f"{ROOT}/standings", group="tara", stage="tour-1")
    assert (unknown.status_code, unknown.json()["code"]) == (404, "stage_unknown")
    missing = await scoring.get(as_of, before="tour-1/tara/1/2")
    assert missing.json()["code"] == "game_not_played"


async def test_a_cut_of_groups_says_by_which_place_each_goes_on(scoring: RunningService) -> None:
    """Blocked by the tie in a group, which is said in public; then two of Omsk, one of Tomsk, one of all."""
    answer = await scoring.post(f"{STAGE}/close", by=ORGANIZER, scope="organizer")
    assert answer.json()["code"] == "tie_across_the_cut"
    assert answer.json()["facts"]["ties"] == [{"group": "omsk", "players": ids(2, 3)}]
    assert [event["type"] for event in await scoring.said()][-1] == "CutTied"
    await close(scoring)
    stage = await read(scoring)
    ways = {one["player"]: (one["group"], one["place"]) for one in stage["ways"]}
    assert ways == {
        ids(1)[0]: ("omsk", 1),
        ids(3)[0]: ("omsk", 2),
        ids(15)[0]: ("tomsk", 1),
        ids(2)[0]: (None, 3),
    }
    assert [(one["group"], one["players"]) for one in stage["groups"]] == [("omsk", 10), ("tomsk", 10)]
    assert stage["tied_reserves"][-1] == ids(*range(4, 14))
    (named,) = [event for event in await scoring.said() if event["type"] == "QualifiersNamed"]
    assert named["data"]["ways"] == stage["ways"]


async def test_a_ruling_that_changes_a_cut_is_shown_before_anybody_is_named_anew(
    scoring: RunningService,
) -> None:
    """In what-if, then at the stage; applied by a person with a reason; another's result changes nothing."""
    await close(scoring)
    rename = {"reason": "the ruling on the game in Tomsk"}
    path = f"{STAGE}/qualifiers"
    refused = await scoring.post(path, rename, by=ORGANIZER)
    assert (refused.status_code, refused.json()["code"]) == (409, "cut_unchanged")
    remedy = {"remedy": "adjust_points", "game": str(TOMSK.game), "player": ids(15)[0], "points": "-1"}
    tried = await scoring.post(f"{ROOT}/standings/what-if", {"remedies": [remedy]}, by=ORGANIZER)
    outcome = tried.json()["cascades"]["tour-1"]
    assert (outcome["left"], outcome["entered"]) == (ids(15), ids(16))
    assert (await read(scoring))["cascade"] is None
    await scoring.hear(ruled(TOMSK, AdjustPoints(player=player(15), points="-1", reason="so")))
    stage = await read(scoring)
    assert stage["cascade"] == outcome
    assert ids(15)[0] in stage["qualifiers"]
    assert (await scoring.post(path, rename, by=player(1))).status_code == 403
    done = await scoring.post(path, rename, by=ORGANIZER)
    assert done.status_code == 200, done.text
    after = await read(scoring)
    assert (after["cascade"], set(after["qualifiers"])) == (None, set(ids(1, 2, 3, 16)))
    said = (await scoring.said())[-1]
    assert (said["type"], said["data"]["reason"]) == ("QualifiersRenamed", rename["reason"])
    await scoring.hear(ruled(TOMSK, AdjustPoints(player=player(17), points="9", reason="so"), 2))
    kept = await read(scoring)
    assert [one["stays"] for one in kept["cascade"]["departures"]] == [True]
    assert (await scoring.post(path, rename, by=ORGANIZER)).json()["code"] == "cut_unchanged"
