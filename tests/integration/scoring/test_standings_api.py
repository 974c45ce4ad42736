"""Standings over HTTP and PostgreSQL: what is heard becomes tables, lines and public events."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from shared.contracts.appeals import AdjustPoints, AnnulGame, NoChange
from shared.contracts.primitives import exact
from shared.verify import verify
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    amended,
    announced,
    annulled,
    entered,
    merged,
    not_applicable,
    player,
    rebound,
    result,
    ruled,
    ruling_id,
    signed,
    unmerged,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}"
UNKNOWN = UUID(int=404)
GAME = signed(result("black", first_killed=5, best_move=(5, (1, 2, 9))))
LATER = signed(result("red", best={5: "1"}), "final")
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of a championship with two games."""
    running = await service("scoring")
    await running.hear(announced(), *(entered(number) for number in range(1, 11)), GAME, LATER)
    return running


async def read(running: RunningService, path: str = "/standings", **query: Any) -> dict[str, Any]:
    """Return an answer's body."""
    answer = await running.get(BASE + path, **query)
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def revisions(running: RunningService) -> list[dict[str, Any]]:
    """Return every StandingsChanged that was said."""
    return [event["data"] for event in await running.said() if event["type"] == "StandingsChanged"]


async def test_standings_show_rows_with_exact_and_shown_totals(scoring: RunningService) -> None:
    """Places, nicks, totals, metrics, what decided each place, and what the revision stands on."""
    table = await read(scoring)
    assert table["scope"] == "overall"
    assert table["regulations"] == "onore-2014"
    assert table["inputs"] == {"gameplay": 2, "registration": 11}
    first, second = table["rows"][:2]
    assert first["player"] == str(player(5))
    assert (first["nick"], first["place"], first["total"], first["shown"]) == ("player 05", 1, "6.5", "6.50")
    assert first["metrics"]["wins"] == "1"
    assert first["components"] == {"best_move": "0.5", "best_player": "1.5", "loss": "0", "win": "4.5"}
    assert second["decided_by"] == {
        "by": "points",
        "neighbor": str(player(5)),
        "own": "4.5",
        "theirs": "6.5",
        "decision": None,
    }


async def test_the_checksum_is_that_of_the_rows(scoring: RunningService) -> None:
    """Whoever has the rows can compute it."""
    table = await read(scoring)
    canonical = msgspec.json.encode(table["rows"], order="sorted")
    assert hashlib.sha256(canonical).hexdigest() == table["checksum"]


async def test_every_scope_has_its_table(scoring: RunningService) -> None:
    """One stage alone, and all stages up to one."""
    alone = await read(scoring, stage="final")
    assert alone["scope"] == "stage:final"
    assert [row["games"] for row in alone["rows"]] == [1] * 10
    through = await read(scoring, through="tour-1")
    assert {row["total"] for row in through["rows"]} == {"4", "0.5", "0"}
    assert (await read(scoring, through="final"))["rows"] == (await read(scoring))["rows"]


async def test_a_players_lines_sum_to_the_total(scoring: RunningService) -> None:
    """Each line names game, component, clause, points before and after the coefficient, and its event."""
    view = await read(scoring, f"/players/{player(5)}")
    assert sum(exact(line["worth"]) for line in view["lines"]) == exact(view["total"])
    (best,) = [line for line in view["lines"] if line["component"] == "best_player"]
    assert (best["game"], best["stage"], best["clause"]) == (str(LATER.game), "final", "O-SCORE-2")
    assert (best["points"], best["coefficient"], best["worth"]) == ("1", "1.5", "1.5")
    async with scoring.store.engine.connect() as connection:
        rows = await connection.exec_driver_sql(
            "SELECT type FROM es.inbox WHERE event_id = $1", (best["event"],)
        )
        assert rows.scalar_one() == "ProtocolSigned"


@pytest.mark.parametrize(
    ("path", "query", "status", "code"),
    [
        (f"/v1/championships/{UNKNOWN}/standings", {}, 404, "championship_unknown"),
        (f"/v1/championships/{UNKNOWN}/players/{player(5)}", {}, 404, "championship_unknown"),
        (f"{BASE}/players/{UNKNOWN}", {}, 404, "player_unknown"),
        (f"{BASE}/standings", {"stage": "tour-9"}, 404, "stage_unknown"),
        (f"{BASE}/standings", {"stage": "Tour 1!"}, 404, "stage_unknown"),
        (f"{BASE}/standings", {"through": "tour-9"}, 404, "stage_unknown"),
        (f"{BASE}/standings", {"stage": "final", "through": "final"}, 422, "more_than_one_table"),
    ],
)
async def test_questions_without_an_answer_are_named(
    scoring: RunningService, path: str, query: dict[str, Any], status: int, code: str
) -> None:
    """Unknown championship, player, stage, or two scopes at once."""
    answer = await scoring.get(path, **query)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_an_unchanged_table_costs_nothing(scoring: RunningService) -> None:
    """The same revision is answered 304; a new one is not."""
    answer = await scoring.get(f"{BASE}/standings")
    held = {"If-None-Match": answer.headers["ETag"]}
    assert (await scoring.client.get(f"{BASE}/standings", headers=held)).status_code == 304
    await scoring.hear(amended(GAME, result("red")))
    assert (await scoring.client.get(f"{BASE}/standings", headers=held)).status_code == 200


async def test_each_change_of_the_table_is_said_with_its_differences(scoring: RunningService) -> None:
    """Rows before and after; the revision is the stream's version."""
    before = await read(scoring)
    await scoring.hear(amended(LATER, result("red")))
    said = await revisions(scoring)
    assert [one["revision"] for one in said] == list(range(1, len(said) + 1))
    last, table = said[-1], await read(scoring)
    assert (last["revision"], last["checksum"]) == (table["revision"], table["checksum"])
    assert last["revision"] == before["revision"] + 1
    assert last["ruling"] is None
    assert {change["player"]: change for change in last["changes"]}[str(player(5))] == {
        "player": str(player(5)),
        "points_before": "6.5",
        "points_after": "5",
        "place_before": 1,
        "place_after": 1,
    }


async def test_what_changes_nothing_is_no_revision(scoring: RunningService) -> None:
    """An entry without a game, or an event heard twice, is not said."""
    said = await revisions(scoring)
    await scoring.hear(entered(20))
    await scoring.hear_again("gameplay", 2)
    assert await revisions(scoring) == said


async def test_games_heard_of_before_the_championship_wait_for_its_rules(service: Start) -> None:
    """Sources arrive in any order; the announcement brings everything in."""
    running = await service("scoring")
    await running.hear(GAME)
    assert (await running.get(f"{BASE}/standings")).status_code == 404
    await running.hear(announced())
    assert len((await read(running))["rows"]) == 10


async def test_a_ruling_on_points_is_answered_with_what_it_changed(scoring: RunningService) -> None:
    """The points are a line, and the revision names the ruling."""
    await scoring.hear(ruled(GAME, AdjustPoints(player=player(5), points="-1", reason="so")))
    last = (await revisions(scoring))[-1]
    assert last["ruling"] == str(ruling_id(1))
    assert [change["points_after"] for change in last["changes"]] == ["5.5"]
    lines = (await read(scoring, f"/players/{player(5)}"))["lines"]
    (line,) = [line for line in lines if line["component"] == "adjustment"]
    assert (line["worth"], line["clause"], line["game"]) == ("-1", "O-PROT-4", str(GAME.game))


async def test_every_ruling_is_answered_exactly_once(scoring: RunningService) -> None:
    """Without change at once; on a game when gameplay has applied it, or could not."""
    nothing, annulment, impossible = (ruling_id(number) for number in (1, 2, 3))
    await scoring.hear(
        ruled(GAME, NoChange(), 1),
        ruled(GAME, AnnulGame(), 2),
        ruled(LATER, AnnulGame(), 3),
        annulled(GAME, annulment),
        not_applicable(LATER, impossible),
    )
    answered = {one["ruling"]: one["changes"] for one in await revisions(scoring) if one["ruling"]}
    assert list(answered) == [str(nothing), str(annulment), str(impossible)]
    assert answered[str(nothing)] == answered[str(impossible)] == []
    assert {change["points_after"] for change in answered[str(annulment)]} >= {"6", "0"}


async def test_gameplay_may_be_heard_before_the_ruling_it_applied(scoring: RunningService) -> None:
    """The ruling is answered with gameplay's event, and not again."""
    await scoring.hear(annulled(GAME, ruling_id(1)))
    assert [one["ruling"] for one in await revisions(scoring)].count(str(ruling_id(1))) == 1
    await scoring.hear(ruled(GAME, AnnulGame()))
    assert [one["ruling"] for one in await revisions(scoring)].count(str(ruling_id(1))) == 1


async def test_a_consumer_that_stands_still_shows_in_every_answer(scoring: RunningService) -> None:
    """`frozen_at` names the event, and the ETag is another one."""
    fresh = (await scoring.get(f"{BASE}/standings")).headers["ETag"]
    async with scoring.store.engine.begin() as connection:
        await connection.exec_driver_sql("UPDATE es.checkpoints SET frozen_at = 3 WHERE source = 'gameplay'")
    answer = await scoring.get(f"{BASE}/standings")
    assert answer.json()["frozen_at"] == {"gameplay": 3}
    assert answer.headers["ETag"] != fresh


async def test_replay_computes_what_is_live(scoring: RunningService) -> None:
    """Every promise of the store holds, and the read models are those of the events (I6)."""
    await scoring.hear(
        ruled(GAME, AdjustPoints(player=player(5), points="-1", reason="so"), 1),
        amended(LATER, result("black")),
        annulled(GAME),
    )
    findings = await verify(scoring.definition, scoring.store.engine)
    broken = [one for one in findings if one.wrong and one.invariant != "I1"]
    assert broken == [], "I1 is a setting of the server, and the tests' one is not durable"


async def test_a_table_that_was_written_over_is_found(scoring: RunningService) -> None:
    """Replay computes the rows again and does not read them."""
    async with scoring.store.engine.begin() as connection:
        await connection.exec_driver_sql(
            "UPDATE standings_tables SET rows = replace(rows, '6.5', '7.5') WHERE scope = 'overall'"
        )
    findings = await verify(scoring.definition, scoring.store.engine)
    (i6,) = [one for one in findings if one.invariant == "I6"]
    assert i6.wrong is not None
    assert "standings_tables" in i6.wrong


async def test_merged_records_are_one_row_until_they_are_unmerged(scoring: RunningService) -> None:
    """The news is of people and not of a championship; tables with one of the two follow it, and back."""
    before = await read(scoring)
    await scoring.hear(signed(result("red", (30, *range(11, 20))), round_number=3), merged(30, 5))
    row = next(row for row in (await read(scoring))["rows"] if row["player"] == str(player(5)))
    assert (row["games"], row["nick"]) == (3, "player 05")
    past = (await scoring.get(f"{BASE}/standings/as-of", revision=before["revision"])).json()
    assert past["checksum"] == before["checksum"]
    await scoring.hear(unmerged(30, 5))
    rows = {row["player"]: row["games"] for row in (await read(scoring))["rows"]}
    assert (rows[str(player(5))], rows[str(player(30))]) == (2, 1)


async def test_another_version_of_the_document_is_a_revision_and_the_old_table_stays(
    scoring: RunningService,
) -> None:
    """Rebinding recomputes; the revision before is still to be read, with its own version."""
    before = await read(scoring)
    document = replace(announced().regulations, version=2)
    scored = replace(document, scoring=replace(document.scoring, coefficients={}))
    await scoring.hear(rebound(scored))
    after = await read(scoring)
    assert (before["regulations_version"], after["regulations_version"]) == (1, 2)
    assert after["rows"][0]["total"] == "4.5"
    past = (await scoring.get(f"{BASE}/standings/as-of", revision=before["revision"])).json()
    assert (past["regulations_version"], past["rows"]) == (1, before["rows"])


async def test_rulings_that_come_before_their_game_are_told_apart_from_it(service: Start) -> None:
    """Each is answered with the rows that it moved; what the game brought is no ruling's."""
    running = await service("scoring")
    await running.hear(announced(), *(entered(number) for number in range(1, 11)))
    for number, (who, points) in enumerate(((5, "-1"), (3, "2")), start=1):
        await running.hear(ruled(GAME, AdjustPoints(player=player(who), points=points, reason="so"), number))
    await running.hear(GAME)
    said = (await revisions(running))[-3:]
    assert [one["ruling"] for one in said] == [None, str(ruling_id(1)), str(ruling_id(2))]
    moved = [{change["player"] for change in one["changes"]} for one in said]
    assert len(moved[0]) == 10
    for who, players in ((5, moved[1]), (3, moved[2])):
        assert str(player(who)) in players
    scores = {
        change["player"]: (change["points_before"], change["points_after"])
        for one in said[1:]
        for change in one["changes"]
        if change["points_before"] != change["points_after"]
    }
    assert set(scores) == {str(player(5)), str(player(3))}
    rows = {change["player"]: change["place_after"] for one in said for change in one["changes"]}
    assert rows == {row["player"]: row["place"] for row in (await read(running))["rows"]}
    findings = await verify(running.definition, running.store.engine)
    assert [one for one in findings if one.wrong and one.invariant != "I1"] == []
