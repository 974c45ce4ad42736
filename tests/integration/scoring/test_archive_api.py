"""Archives over HTTP and PostgreSQL, counted again; and a result that only two scorers can make final."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from second_scorer.archive import check
from services.scoring.domain.canonical import read_rows
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    announced,
    appointed,
    entered,
    merged,
    player,
    result,
    signed,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}"
STAGES = ("tour-1", "tour-2", "semifinal", "final")
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of a whole championship of ten."""
    running = await service("scoring")
    await running.hear(
        announced(tour_2=10, semifinal=10),
        appointed(),
        *(entered(number) for number in range(1, 11)),
        *(signed(result("black", extra={5: "1"}), stage) for stage in STAGES),
    )
    return running


async def publish(running: RunningService, what: str, body: Any = None, by: Any = CHIEF_JUDGE) -> Any:
    """Freeze, release or finalize."""
    return await running.post(f"{BASE}/standings/{what}", body, by=by)


async def close_all(running: RunningService) -> None:
    """Close every stage."""
    for stage in STAGES:
        answer = await running.post(f"{BASE}/stages/{stage}/close", by=CHIEF_JUDGE)
        assert answer.status_code == 200, answer.text


def differences(archive: dict[str, Any]) -> list[Any]:
    """Return all that the second scorer finds otherwise."""
    return [one for found in check(archive) for one in found.differences]


async def test_an_archive_holds_what_was_published_and_agrees(scoring: RunningService) -> None:
    """Events, tables, lines, qualifiers and the final result; nothing for who has it already."""
    rows = (await scoring.get(f"{BASE}/standings")).json()["rows"]
    tied = [row["player"] for row in rows if row["place"] == rows[-1]["place"]]
    decision = {"order": tied[::-1], "reason": "so"}
    decided = await scoring.post(f"{BASE}/stages/final/tie-decisions", decision, by=CHIEF_JUDGE)
    assert decided.is_success, decided.text
    await close_all(scoring)
    assert (await publish(scoring, "finalize")).status_code == 200
    answer = await scoring.get(f"{BASE}/archive")
    assert answer.status_code == 200
    archive = answer.json()
    assert differences(archive) == []
    table = (await scoring.get(f"{BASE}/standings")).json()
    overall = next(one for one in archive["tables"] if one["scope"] == "overall")
    assert (archive["revision"], overall["rows"]) == (table["revision"], table["rows"])
    said = {one["event"]["type"].rpartition(".")[2] for one in archive["events"]}
    assert {"TieDecided", "StandingsChanged", "StandingsFinalized", "QualifiersNamed", "StageClosed"} <= said
    held = await scoring.client.get(f"{BASE}/archive", headers={"If-None-Match": answer.headers["ETag"]})
    assert held.status_code == 304


async def test_a_merge_heard_of_all_people_is_in_the_archive(scoring: RunningService) -> None:
    """It belongs to no championship, and its tables depend on it."""
    await scoring.hear(
        entered(11), signed(result("red", [11, *range(2, 11)]), "final", 2), merged(11, into=1)
    )
    archive = (await scoring.get(f"{BASE}/archive")).json()
    assert differences(archive) == []
    assert "PlayersMerged" in {one["event"]["type"].rpartition(".")[2] for one in archive["events"]}


async def test_while_frozen_an_archive_holds_nothing_later(scoring: RunningService) -> None:
    """The public's is byte for byte the same; officials have all of it."""
    assert (await publish(scoring, "freeze", {"reason": "the final"})).status_code == 200
    before = await scoring.get(f"{BASE}/archive")
    await scoring.hear(signed(result("red", extra={6: "1"}), "final", 2))
    await close_all(scoring)
    after = await scoring.get(f"{BASE}/archive")
    assert (after.content, after.headers["ETag"]) == (before.content, before.headers["ETag"])
    assert differences(after.json()) == []
    live = (await scoring.get(f"{BASE}/archive", by=CHIEF_JUDGE)).json()
    assert live["positions"]["gameplay"] > before.json()["positions"]["gameplay"]
    assert differences(live) == []
    final = await publish(scoring, "finalize")
    assert final.status_code == 200, final.text


async def test_there_is_no_archive_of_what_nobody_announced(scoring: RunningService) -> None:
    """As with its standings."""
    answer = await scoring.get(f"/v1/championships/{player(1)}/archive")
    assert (answer.status_code, answer.json()["code"]) == (404, "championship_unknown")


async def test_a_result_on_which_two_scorers_differ_is_not_final(scoring: RunningService) -> None:
    """The refusal names the player, what of his differs, and both values; and nothing is said."""
    await close_all(scoring)
    async with scoring.store.engine.begin() as connection:
        where = "FROM standings_tables WHERE championship = $1 AND scope = 'overall'"
        found = await connection.exec_driver_sql(f"SELECT rows {where}", (CHAMPIONSHIP,))
        rows = list(read_rows(found.scalar_one()))
        first = rows[0]
        rows[0] = msgspec.structs.replace(first, components=first.components | {"extra_points": "9"})
        text = msgspec.json.Encoder(order="sorted").encode(rows)
        await connection.exec_driver_sql(
            "UPDATE standings_tables SET rows = $2, checksum = $3"
            " WHERE championship = $1 AND scope = 'overall'",
            (CHAMPIONSHIP, text.decode(), hashlib.sha256(text).hexdigest()),
        )
    refused = await publish(scoring, "finalize")
    assert (refused.status_code, refused.json()["code"]) == (409, "scorers_disagree"), refused.text
    named = refused.json()["facts"]["disagreements"]
    assert {
        "where": "overall",
        "player": str(first.player),
        "what": "points for extra_points",
        "published": "9",
        "found": first.components.get("extra_points", "0"),
    } in named
    assert not [one for one in await scoring.said() if one["type"] == "StandingsFinalized"]
    nobody = await publish(scoring, "finalize", by=player(1))
    assert nobody.json()["code"] == "only_organizer_or_chief_judge"
