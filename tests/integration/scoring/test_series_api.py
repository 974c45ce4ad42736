"""Series over HTTP and PostgreSQL: opened, filled, counted when final, through rulings and merges."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from shared.contracts.appeals import AdjustPoints
from shared.contracts.primitives import PublicEvent
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    ORGANIZER,
    announced,
    entered,
    merged,
    player,
    result,
    ruled,
    signed,
)

OTHER = UUID("0190c000-0000-7000-8000-00000000cafe")
RULES = {
    "count": "places",
    "tables": [{"players": 10, "points": ["10", "8", "6", "4", "2"]}],
    "best": 2,
}
ONE_STAGE = replace(announced(), title="Omsk", stages=announced().stages[-1:])
FIRST = signed(result("black", extra={1: "1", 2: "0.5"}), "final")
SECOND = replace(
    signed(result("black", (11, *range(2, 11)), extra={2: "1"}), "final"),
    championship=OTHER,
    game=UUID(int=77),
)
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of two championships of one game, in two cities."""
    running = await service("scoring")
    tomsk = replace(ONE_STAGE, championship=OTHER, title="Tomsk")
    events: list[PublicEvent] = [ONE_STAGE, tomsk, *map(entered, range(1, 11)), FIRST, SECOND]
    events += [replace(entered(number), championship=OTHER) for number in range(2, 12)]
    await running.hear(*events)
    return running


async def opened(running: RunningService) -> str:
    """Open a series with both championships, and return its path."""
    answer = await running.post(
        "/v1/series", {"title": "Cities", "rules": RULES}, by=ORGANIZER, scope="organizer"
    )
    assert answer.status_code == 201, answer.text
    path = f"/v1/series/{answer.json()['id']}"
    for championship in (CHAMPIONSHIP, OTHER):
        added = await running.post(
            f"{path}/championships", {"championship": str(championship)}, by=ORGANIZER, scope="organizer"
        )
        assert added.status_code == 201, added.text
    return path


async def finish(running: RunningService, championship: UUID) -> None:
    """Close the only stage of a championship and say that its standings are final."""
    path = f"/v1/championships/{championship}"
    for step in ("stages/final/close", "standings/finalize"):
        done = await running.post(f"{path}/{step}", by=ORGANIZER, scope="organizer")
        assert done.status_code == 200, done.text


async def table(running: RunningService, path: str, **query: Any) -> dict[str, Any]:
    """Return the table of a series."""
    answer = await running.get(f"{path}/standings", **query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


def totals(body: dict[str, Any]) -> dict[str, str]:
    """Return totals of players."""
    return {row["player"]: row["total"] for row in body["rows"]}


async def test_a_series_counts_what_is_final_and_more_if_asked(scoring: RunningService) -> None:
    """Every total is explained by its championships; the same again costs nothing; as a sheet too."""
    path = await opened(scoring)
    empty = await table(scoring, path)
    assert empty["rows"] == []
    assert [one["left_out"] for one in empty["championships"]] == ["not_final", "not_final"]
    assert [one["title"] for one in empty["championships"]] == ["Omsk", "Tomsk"]
    everything = totals(await table(scoring, path, provisional="true"))
    await finish(scoring, CHAMPIONSHIP)
    one = await table(scoring, path)
    assert [row["total"] for row in one["rows"][:3]] == ["10", "8", "6"]
    await finish(scoring, OTHER)
    both = await scoring.get(f"{path}/standings")
    assert totals(both.json()) == everything
    first = both.json()["rows"][0]
    assert (first["player"], first["total"]) == (str(player(2)), "18")
    assert [(line["place"], line["points"]) for line in first["lines"]] == [(2, "8"), (1, "10")]
    again = await scoring.client.get(f"{path}/standings", headers={"If-None-Match": both.headers["ETag"]})
    assert again.status_code == 304
    sheet = await scoring.get(f"{path}/standings", format="csv")
    assert sheet.text.splitlines()[1].startswith(f"1,false,{player(2)},player 02,18.00,18,")


async def test_a_series_follows_revisions_and_merges(scoring: RunningService) -> None:
    """A ruling on a final championship; a second record of one person; who goes to the final by it."""
    path = await opened(scoring)
    await finish(scoring, CHAMPIONSHIP)
    await finish(scoring, OTHER)
    ruling = ruled(FIRST, AdjustPoints(player=player(3), points="9", reason="so"))
    await scoring.hear(ruling)
    revised = await table(scoring, path)
    assert revised["championships"][0]["state"] == "revised"
    assert totals(revised)[str(player(3))] == "16"
    await scoring.hear(merged(11, 1))
    whole = await table(scoring, path)
    assert str(player(11)) not in totals(whole)
    (own,) = [row for row in whole["rows"] if row["player"] == str(player(1))]
    assert len(own["lines"]) == 2
    answer = await scoring.get(f"{path}/qualification", places=2)
    found = answer.json()
    assert (len(found["qualifiers"]), found["tied"], found["complete"]) == (2, [], True)
    assert found["qualifiers"] == [row["player"] for row in whole["rows"][:2]]


async def test_a_series_is_kept_by_who_opened_it(scoring: RunningService) -> None:
    """Others, wrong rules, unknown ones and a second time are refused; a frozen table is left out."""
    path = await opened(scoring)
    given: dict[str, Any] = {"by": ORGANIZER, "scope": "organizer"}
    twice = await scoring.post(f"{path}/championships", {"championship": str(OTHER)}, **given)
    assert (twice.status_code, twice.json()["code"]) == (409, "already_in_series")
    unknown = await scoring.post(f"{path}/championships", {"championship": str(UUID(int=9))}, **given)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "championship_unknown")
    wrong = {"rules": {"count": "places"}, "reason": "so"}
    contradictory = await scoring.post(f"{path}/rules", wrong, **given)
    assert contradictory.json()["code"] == "series_rules_contradictory"
    removal = f"{path}/championships/{OTHER}/removal"
    stranger = await scoring.post(removal, {"reason": "so"}, by=player(1), scope="organizer")
    assert (stranger.status_code, stranger.json()["code"]) == (403, "keepers_only")
    assert (await scoring.post(removal, {"reason": "so"}, by=player(1))).status_code == 403
    frozen = await scoring.post(
        f"/v1/championships/{CHAMPIONSHIP}/standings/freeze", {"reason": "the final"}, **given
    )
    assert frozen.status_code == 200
    shown = (await table(scoring, path, provisional="true"))["championships"]
    assert [(one["left_out"], one["revision"] > 0) for one in shown] == [("frozen", False), (None, True)]
    assert (await scoring.post(removal, {"reason": "so"}, **given)).status_code == 200
    (listed,) = (await scoring.get("/v1/series")).json()["series"]
    assert [one["championship"] for one in listed["championships"]] == [str(CHAMPIONSHIP)]
    missing = await scoring.get(f"/v1/series/{UUID(int=5)}")
    assert (missing.status_code, missing.json()["code"]) == (404, "series_unknown")
