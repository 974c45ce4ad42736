"""The public table frozen, released, final and revised, over HTTP and PostgreSQL."""

from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from shared.contracts.appeals import AdjustPoints
from shared.verify import verify
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
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
    ruled,
    ruling_id,
    scheduled,
    signed,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}"
GAMES = [signed(result("black"), stage) for stage in ("tour-1", "tour-2", "semifinal")]
FINAL = signed(result("red", extra={5: "1"}), "final")
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of all stages but the final."""
    running = await service("scoring")
    await running.hear(
        announced(tour_2=10, semifinal=10), appointed(), *(entered(number) for number in range(1, 11)), *GAMES
    )
    return running


async def publish(running: RunningService, what: str, body: Any = None, **by: Any) -> httpx.Response:
    """Freeze, release or finalize, as the chief judge unless said otherwise."""
    return await running.post(f"{BASE}/standings/{what}", body, **{"by": CHIEF_JUDGE} | by)


async def close_all(running: RunningService) -> None:
    """Close every stage."""
    for stage in ("tour-1", "tour-2", "semifinal", "final"):
        answer = await running.post(f"{BASE}/stages/{stage}/close", by=CHIEF_JUDGE)
        assert answer.status_code == 200, answer.text


async def test_the_public_sees_what_was_known_at_the_freeze(scoring: RunningService) -> None:
    """Tables, players, stages and the past: byte for byte, whatever comes; officials see everything."""
    assert (await publish(scoring, "freeze", {"reason": "the final"})).status_code == 200
    paths = ["/standings", f"/players/{player(5)}", "/standings/as-of", "/stages/final"]
    before = [await scoring.get(BASE + path) for path in paths]
    assert [one.status_code for one in before] == [200] * 4
    assert before[0].json()["public_view_frozen"]
    await scoring.hear(FINAL, amended(GAMES[0], result("red")))
    after = [await scoring.get(BASE + path) for path in paths]
    assert [one.content for one in after] == [one.content for one in before]
    assert [one.headers.get("ETag") for one in after] == [one.headers.get("ETag") for one in before]
    live = (await scoring.get(f"{BASE}/standings", by=CHIEF_JUDGE)).json()
    assert live["revision"] > before[0].json()["revision"]
    as_player = await scoring.get(f"{BASE}/standings", by=player(1))
    assert as_player.content == before[0].content
    late = await scoring.get(f"{BASE}/standings/as-of", at="gameplay:5")
    assert late.json()["rows"] == before[0].json()["rows"]
    assert (await publish(scoring, "release")).status_code == 200
    assert (await scoring.get(f"{BASE}/standings")).json()["rows"] == live["rows"]


async def test_what_changes_under_a_freeze_is_said_at_the_release(scoring: RunningService) -> None:
    """Until then events name no point and no place; after it they add up to the table that everybody sees."""
    assert (await publish(scoring, "freeze", {"reason": "the final"})).status_code == 200
    remedy = AdjustPoints(player=player(3), points="-1", reason="so")
    await scoring.hear(FINAL, ruled(GAMES[0], remedy))
    under = [one["data"] for one in await scoring.said() if one["type"] == "StandingsChanged"][-2:]
    assert [(one["withheld"], one["changes"], one["checksum"]) for one in under] == [(True, [], "")] * 2
    assert [one["ruling"] for one in under] == [None, str(ruling_id(1))]
    released = await publish(scoring, "release")
    assert released.status_code == 200, released.text
    said = await scoring.said()
    assert [one["type"] for one in said[-3:]] == ["StandingsReleased", "ChangesReleased", "ChangesReleased"]
    told = [one["data"] for one in said if one["type"] == "ChangesReleased"]
    assert [(one["revision"], one["ruling"]) for one in told] == [
        (one["revision"], one["ruling"]) for one in under
    ]
    assert {change["player"] for change in told[1]["changes"]} >= {str(player(3))}
    table = (await scoring.get(f"{BASE}/standings")).json()
    rows = {
        change["player"]: change["place_after"]
        for one in said
        if one["type"] in {"StandingsChanged", "ChangesReleased"}
        for change in one["data"]["changes"]
    }
    assert rows == {row["player"]: row["place"] for row in table["rows"]}
    assert told[1]["checksum"] == table["checksum"]
    await publish(scoring, "freeze", {"reason": "once more"})
    await publish(scoring, "release")
    assert [one["type"] for one in await scoring.said()][-1] == "StandingsReleased"


async def test_a_result_is_final_only_when_nothing_is_open(scoring: RunningService) -> None:
    """The refusal names games, protests and stages; afterwards the table says that it is final."""
    await scoring.hear(scheduled("final"), filed(GAMES[0]))
    problem = await publish(scoring, "finalize")
    assert (problem.status_code, problem.json()["code"]) == (409, "not_ready_to_be_final")
    assert set(problem.json()["facts"]) == {"open_games", "protests", "open_stages"}
    await scoring.hear(FINAL, closed())
    await close_all(scoring)
    accepted = await publish(scoring, "finalize", by=ORGANIZER, scope="organizer")
    assert accepted.status_code == 200, accepted.text
    table = (await scoring.get(f"{BASE}/standings")).json()
    assert (table["state"], table["edition"]) == ("final", 1)


@pytest.mark.parametrize(
    ("remedies", "waits"),
    [(("AnnulGame",), False), (("SuspendPlayer",), False), (("AnnulGame", "RemovePlayer"), True)],
)
async def test_a_protest_that_can_change_nothing_holds_up_no_result(
    service: Start, remedies: tuple[Any, ...], *, waits: bool
) -> None:
    """One about a game that was annulled meanwhile, where no player can be removed; others are listed."""
    document = announced().regulations
    granting = replace(document, protests=replace(document.protests, remedies=remedies))
    running = await service("scoring")
    await running.hear(replace(announced(tour_2=10, semifinal=10), regulations=granting), appointed())
    await running.hear(*(entered(number) for number in range(1, 11)), *GAMES, filed(GAMES[0]))
    await running.hear(FINAL)
    await close_all(running)
    await running.hear(annulled(GAMES[0], ruling_id(2)))
    answer = await publish(running, "finalize")
    assert answer.json().get("facts", {}).get("protests", []) == ([str(protest_id(1))] if waits else [])
    assert answer.status_code == (409 if waits else 200), answer.text


async def test_what_changes_after_the_final_result_is_revised(scoring: RunningService) -> None:
    """Said once, with the next revision; final again as the second edition."""
    await scoring.hear(FINAL)
    await close_all(scoring)
    await publish(scoring, "finalize")
    held = await scoring.get(f"{BASE}/standings")
    await scoring.hear(amended(FINAL, result("black")))
    table = (await scoring.get(f"{BASE}/standings")).json()
    assert (table["state"], table["edition"]) == ("revised", 1)
    await publish(scoring, "finalize")
    again = await scoring.get(f"{BASE}/standings")
    assert (again.json()["state"], again.json()["edition"]) == ("final", 2)
    assert len({held.headers["ETag"], again.headers["ETag"]}) == 2
    said = [one["type"] for one in await scoring.said() if one["type"].startswith("StandingsF")]
    assert said == ["StandingsFinalized", "StandingsFinalized"]
    findings = await verify(scoring.definition, scoring.store.engine)
    assert [one for one in findings if one.wrong and one.invariant != "I1"] == []


async def test_publishing_is_for_organizer_and_chief_judge(scoring: RunningService) -> None:
    """Nobody else freezes, releases or finalizes."""
    for what, body in (("freeze", {"reason": "so"}), ("release", None), ("finalize", None)):
        answer = await publish(scoring, what, body, by=player(1))
        assert (answer.status_code, answer.json()["code"]) == (403, "only_organizer_or_chief_judge")
