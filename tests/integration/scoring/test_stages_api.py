"""Stages over HTTP and PostgreSQL: open games, ties across the cut, decisions, qualifiers."""

from asyncio import gather
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from shared.contracts.registration import OfficialDismissed
from shared.verify import verify
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    NOW,
    ORGANIZER,
    announced,
    annulled,
    appointed,
    drawn,
    entered,
    game_id,
    player,
    result,
    scheduled,
    signed,
    withdrawn,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}/stages"
ONE, TWO = signed(result("black"), table=1), signed(result("black", tuple(range(11, 21))), table=2)
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of a first tour with a tie across its cut, and a game open."""
    running = await service("scoring")
    await running.hear(announced(tour_1=4), appointed(), *(entered(number) for number in range(1, 21)))
    await running.hear(drawn("tour-1", (1, 1), (1, 2)), ONE, scheduled(table=2))
    return running


async def read(running: RunningService, stage: str = "tour-1") -> dict[str, Any]:
    """Return a stage as everybody sees it."""
    answer = await running.get(f"{BASE}/{stage}")
    assert answer.status_code == 200, answer.text
    body: dict[str, Any] = answer.json()
    return body


async def close(running: RunningService, stage: str = "tour-1", **by: Any) -> httpx.Response:
    """Ask to close a stage, as the organizer unless said otherwise."""
    given: dict[str, Any] = {"by": ORGANIZER, "scope": "organizer"} | by
    return await running.post(f"{BASE}/{stage}/close", **given)


async def decide(running: RunningService, *order: int, **by: Any) -> httpx.Response:
    """Decide a tie, as the chief judge unless said otherwise."""
    body = {"order": [str(player(number)) for number in order], "reason": "the panel saw it so"}
    given: dict[str, Any] = {"by": CHIEF_JUDGE} | by
    return await running.post(f"{BASE}/tour-1/tie-decisions", body, **given)


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Expect a refusal, and return its document."""
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    return body


async def test_a_stage_shows_what_keeps_it_open(scoring: RunningService) -> None:
    """The open game, the tie across the cut, and who would go on, provisionally."""
    stage = await read(scoring)
    assert (stage["state"], stage["advance"], stage["next_stage"]) == ("open", 4, "tour-2")
    assert stage["open_games"] == [str(game_id("tour-1", 1, 2))]
    assert stage["provisional"]
    assert stage["tied"] == [str(player(number)) for number in range(4, 11)]
    assert len(stage["qualifiers"]) == 4


async def test_open_games_are_refused_with_their_list(scoring: RunningService) -> None:
    """Signing or annulling them opens the way."""
    problem = refused(await close(scoring), 409, "stage_has_open_games")
    assert problem["facts"]["games"] == [str(game_id("tour-1", 1, 2))]
    await scoring.hear(annulled(TWO))
    refused(await close(scoring), 409, "tie_across_the_cut")


async def test_a_tie_across_the_cut_is_decided_before_the_stage_closes(scoring: RunningService) -> None:
    """Refused with the players and the clause; decided by the chief judge; closed; qualifiers named."""
    await scoring.hear(TWO)
    tied = [2, 3, 12, 13]
    problem = refused(await close(scoring), 409, "tie_across_the_cut")
    assert problem["clause"] == "O-CUT-1"
    assert problem["facts"]["players"] == [str(player(number)) for number in tied]
    accepted = await decide(scoring, 13, 2, 12, 3)
    assert accepted.status_code == 201, accepted.text
    assert accepted.headers["ETag"] == '"v1"'
    assert (await close(scoring)).status_code == 200
    stage = await read(scoring)
    assert (stage["state"], stage["provisional"], stage["tied"]) == ("closed", False, [])
    assert stage["qualifiers"] == [str(player(number)) for number in (1, 11, 13, 2)]
    assert stage["reserves"][:2] == [str(player(number)) for number in (12, 3)]
    assert (stage["closed_by"], stage["version"]) == (str(ORGANIZER), 3)
    (decision,) = stage["decisions"]
    assert (decision["decided_by"], decision["reason"]) == (str(CHIEF_JUDGE), "the panel saw it so")
    said = [event for event in await scoring.said() if event["type"] != "StandingsChanged"]
    types = [event["type"] for event in said]
    assert types == ["CutTied", "TieDecided", "CutTied", "StageClosed", "QualifiersNamed"]
    assert said[0]["data"]["ties"] == [{"group": None, "players": [str(player(number)) for number in tied]}]
    assert said[-1]["data"]["qualifiers"] == stage["qualifiers"]
    assert said[-1]["data"]["next_stage"] == "tour-2"


async def test_a_decision_places_players_in_the_table_of_its_stage(scoring: RunningService) -> None:
    """The rows name the decision; a revision says that something changed, though nothing overall."""
    await scoring.hear(TWO)
    await decide(scoring, 13, 2, 12, 3)
    path = f"/v1/championships/{CHAMPIONSHIP}/standings"
    rows = (await scoring.get(path, through="tour-1")).json()["rows"]
    assert [row["place"] for row in rows[:7]] == [1, 1, 3, 4, 5, 6, 7]
    assert rows[4]["decided_by"]["by"] == "panel"
    assert [row["place"] for row in (await scoring.get(path)).json()["rows"][2:6]] == [3] * 4
    *_, last, ties = await scoring.said()
    assert (last["type"], last["data"]["changes"]) == ("StandingsChanged", [])
    assert (ties["type"], ties["data"]["ties"]) == ("CutTied", [])


async def test_a_tie_that_came_up_under_a_freeze_is_said_at_the_release(scoring: RunningService) -> None:
    """Not before: who is tied would tell what is hidden."""
    standings = f"/v1/championships/{CHAMPIONSHIP}/standings"
    frozen = await scoring.post(f"{standings}/freeze", {"reason": "so"}, by=CHIEF_JUDGE)
    assert frozen.status_code == 200, frozen.text
    await scoring.hear(TWO)
    assert "CutTied" not in [event["type"] for event in await scoring.said()]
    released = await scoring.post(f"{standings}/release", by=CHIEF_JUDGE)
    assert released.status_code == 200, released.text
    last = [event["type"] for event in await scoring.said()][-3:]
    assert last == ["StandingsReleased", "ChangesReleased", "CutTied"]


async def test_only_players_that_are_tied_are_decided(scoring: RunningService) -> None:
    """All of one tie, and nobody else."""
    await scoring.hear(TWO)
    problem = refused(await decide(scoring, 2, 3), 422, "not_tied")
    assert problem["clause"] == "O-SCORE-6"
    assert problem["facts"]["tie"] == [str(player(number)) for number in (2, 3, 12, 13)]
    refused(await decide(scoring, 1, 2), 422, "not_tied")


async def test_the_same_decision_under_the_same_key_is_taken_once(scoring: RunningService) -> None:
    """A retry gives the same answer."""
    await scoring.hear(TWO)
    answers = [await decide(scoring, 13, 2, 12, 3, key="one") for _ in range(2)]
    assert answers[0].json() == answers[1].json()
    assert [event["type"] for event in await scoring.said()].count("TieDecided") == 1


async def test_who_withdrew_is_passed_over(scoring: RunningService) -> None:
    """The next player moves up, and the tie across the line is another one."""
    await scoring.hear(TWO, withdrawn(1), withdrawn(2), withdrawn(12))
    assert (await read(scoring))["tied"] == [
        str(player(number)) for number in (*range(4, 11), *range(14, 21))
    ]


async def test_closing_twice_is_closing_once(scoring: RunningService) -> None:
    """The second request finds what it asks for."""
    await scoring.hear(TWO)
    await decide(scoring, 13, 2, 12, 3)
    assert (await close(scoring)).json()["version"] == (await close(scoring)).json()["version"] == 3
    refused(await decide(scoring, 2, 13, 12, 3), 409, "stage_already_closed")


async def test_stages_close_in_order_and_only_after_games(scoring: RunningService) -> None:
    """A later stage waits for the earlier one; a stage without games has no cut."""
    await scoring.hear(signed(stage="tour-2"))
    refused(await close(scoring, "tour-2"), 409, "earlier_stage_open")
    await scoring.hear(annulled(ONE), annulled(TWO))
    refused(await close(scoring), 409, "stage_not_played")


async def test_only_organizer_and_chief_judge_may_act(scoring: RunningService) -> None:
    """Neither another organizer nor a player; a dismissed chief judge no longer."""
    await scoring.hear(TWO)
    refused(await close(scoring, by=uuid4()), 403, "only_organizer_or_chief_judge")
    refused(await decide(scoring, 13, 2, 12, 3, by=player(1)), 403, "only_organizer_or_chief_judge")
    await scoring.hear(
        OfficialDismissed(championship=CHAMPIONSHIP, person=CHIEF_JUDGE, role="chief_judge", dismissed_at=NOW)
    )
    refused(await decide(scoring, 13, 2, 12, 3), 403, "only_organizer_or_chief_judge")
    answer = await close(scoring, by=ORGANIZER, scope="federation")
    assert answer.status_code == 403
    assert (await scoring.client.post(f"{BASE}/tour-1/close")).status_code == 401


async def test_a_stale_version_is_refused(scoring: RunningService) -> None:
    """Whoever says which version he saw is not surprised."""
    await scoring.hear(TWO)
    await decide(scoring, 13, 2, 12, 3)
    assert (await close(scoring, version=0)).status_code == 412
    assert (await close(scoring, version=1)).status_code == 200


@pytest.mark.parametrize("stage", ["tour-9", "Tour!", "x" * 300])
async def test_unknown_stages_are_named(scoring: RunningService, stage: str) -> None:
    """Reading and closing alike."""
    refused(await scoring.get(f"{BASE}/{stage}"), 404, "stage_unknown")
    refused(await close(scoring, stage), 404, "stage_unknown")


async def test_an_unknown_championship_is_named(scoring: RunningService) -> None:
    """Its stages are unknown with it."""
    unknown = f"/v1/championships/{uuid4()}/stages/tour-1"
    refused(await scoring.get(unknown), 404, "championship_unknown")
    refused(await scoring.post(f"{unknown}/close", by=ORGANIZER), 404, "championship_unknown")


@pytest.mark.parametrize(
    "body",
    [
        {"order": [str(player(2))], "reason": "so"},
        {"order": [str(player(2)), "nobody"], "reason": "so"},
        {"order": [str(player(2)), str(player(3))], "reason": ""},
        {"order": [str(player(2)), str(player(3))]},
        {"order": [str(player(2)), str(player(3))], "reason": "so", "by": "me"},
    ],
)
async def test_a_malformed_decision_is_a_bad_request(scoring: RunningService, body: dict[str, Any]) -> None:
    """Too few players, no ids, no reason, unknown fields."""
    answer = await scoring.post(f"{BASE}/tour-1/tie-decisions", body, by=CHIEF_JUDGE)
    assert answer.status_code == 400


async def test_replay_computes_decisions_and_cuts_too(scoring: RunningService) -> None:
    """Every promise of the store holds after decisions and a cut (I6)."""
    await scoring.hear(TWO)
    await decide(scoring, 2, 3, 12, 13)
    await decide(scoring, 13, 2, 12, 3)
    await close(scoring)
    findings = await verify(scoring.definition, scoring.store.engine)
    broken = [one for one in findings if one.wrong and one.invariant != "I1"]
    assert broken == [], "I1 is a setting of the server, and the tests' one is not durable"


async def test_a_decision_and_a_result_at_the_same_moment_are_both_in(scoring: RunningService) -> None:
    """Recomputations of one championship follow one another, and the last sees everything."""
    await scoring.hear(TWO)
    late = signed(result("red", tuple(range(21, 31))), "tour-2")
    answer, _ = await gather(decide(scoring, 13, 2, 12, 3), scoring.hear(late))
    assert answer.status_code == 201
    path = f"/v1/championships/{CHAMPIONSHIP}/standings"
    rows = (await scoring.get(path, through="tour-1")).json()["rows"]
    assert [row["place"] for row in rows[2:6]] == [3, 4, 5, 6]
    assert len((await scoring.get(path)).json()["rows"]) == 30
