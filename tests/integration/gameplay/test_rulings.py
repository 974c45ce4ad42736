"""Rulings heard of appeals, carried out over real PostgreSQL."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    NoChange,
    OrderReplay,
    SeatFacts,
)
from tests.integration.gameplay.championship import ORGANIZER, RULING, announced, drawn, ruling, signed
from tests.running import RunningService
from tests.unit.gameplay.tables import GAME, JUDGE, PLAYERS, award, result

PATH = f"/v1/games/{GAME}"


@pytest.fixture
async def api(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give gameplay with a signed game that the blacks won."""
    running = await drawn(await service("gameplay"))
    await signed(running, result("black", extra_points=(award(7, "1"),)))
    return running


async def last_said(api: RunningService) -> dict[str, Any]:
    """Return what gameplay said last."""
    return (await api.said())[-1]


async def test_an_annulment_is_said_and_shown(api: RunningService) -> None:
    """The game is annulled in public, by the ruling and with its reasons, and keeps its result."""
    await api.hear(ruling(AnnulGame()))
    said = await last_said(api)
    assert said["type"] == "GameAnnulled"
    assert (said["data"]["ruling"], said["data"]["reason"]) == (
        str(RULING),
        "The last vote was counted wrongly.",
    )
    view = (await api.get(PATH)).json()
    assert (view["status"], view["result"]["winner"], view["version"]) == ("annulled", "black", 6)
    assert view["annulled_at"] is not None


async def test_an_awarded_win_is_said_and_shown(api: RunningService) -> None:
    """The whole amended result is public, and the protocol names the ruling."""
    before = (await api.get(PATH)).json()["result"]
    await api.hear(ruling(AwardWin(team="red")))
    said = await last_said(api)
    assert said["type"] == "ResultAmended"
    after = (await api.get(PATH)).json()
    assert after["status"] == "signed"
    assert after["result"] == before | {"winner": "red"} == said["data"]["result"]
    assert (await api.get(f"{PATH}/protocol")).json()["amended_by_ruling"] == str(RULING)


async def test_a_ruling_heard_twice_is_applied_once(api: RunningService) -> None:
    """Neither a second delivery nor a second publication annuls again."""
    await api.hear(ruling(AnnulGame()))
    count = len(await api.said())
    await api.hear_again("appeals", 1)
    await api.hear(ruling(AnnulGame()))
    assert len(await api.said()) == count


async def test_what_cannot_be_applied_is_said(api: RunningService) -> None:
    """An unknown game, and a game annulled before, are answered with a code, and hearing goes on."""
    unknown = uuid4()
    await api.hear(ruling(AnnulGame(), game=unknown, of=UUID(int=1)))
    said = await last_said(api)
    assert (said["type"], said["data"]["conflict"]) == ("RulingNotApplicable", "game_unknown")
    assert said["data"]["game"] == str(unknown)
    await api.hear(ruling(AnnulGame(), of=UUID(int=2)), ruling(AwardWin(team="red"), of=UUID(int=3)))
    assert (await last_said(api))["data"]["conflict"] == "game_annulled"
    assert (await api.get(PATH)).json()["status"] == "annulled"


async def test_a_replay_that_is_ruled_is_scheduled_with_the_annulment(api: RunningService) -> None:
    """One transaction annuls, orders and schedules; delivered twice there is still one replay."""
    await api.hear(ruling(OrderReplay()), ruling(OrderReplay()))
    await api.hear_again("appeals", 1)
    said = (await api.said())[-3:]
    assert [event["type"] for event in said] == ["GameAnnulled", "ReplayOrdered", "GameScheduled"]
    again = f"/v1/games/{said[1]['data']['replay']}"
    assert (await api.post(f"{again}/start", by=JUDGE)).status_code == 200


async def test_a_correction_that_is_ruled_is_said_whole(api: RunningService) -> None:
    """The amended result goes out with the ruling, as an award does."""
    fouls = CorrectResult(reason="A foul was lost.", seats=(SeatFacts(seat=4, fouls=2),))
    await api.hear(ruling(fouls))
    said = await last_said(api)
    assert (said["type"], said["data"]["ruling"]) == ("ResultAmended", str(RULING))
    assert said["data"]["result"]["seats"][3]["fouls"] == 2


@pytest.mark.parametrize(
    "remedy", [NoChange(), AdjustPoints(player=PLAYERS[0], points="-1", reason="Conduct.")]
)
async def test_other_remedies_are_not_gameplays(api: RunningService, remedy: NoChange | AdjustPoints) -> None:
    """Nothing happens to the game where the ruling changes nothing, or points only."""
    count = len(await api.said())
    await api.hear(ruling(remedy))
    assert len(await api.said()) == count


async def test_a_game_stays_bound_to_the_rules_it_was_drawn_under(api: RunningService) -> None:
    """Another document announced later reaches no game that is drawn already."""
    other = "/v1/games/00000000-0000-0000-0000-00000000000b"
    await api.hear(announced("chnu-2016"))
    assert (await api.get(other)).json()["regulations"] == "onore-2014"
    assert (await api.post(f"{other}/start", by=JUDGE)).status_code == 403


@pytest.mark.clause("O-PROT-4")
async def test_no_route_undoes_a_ruling(api: RunningService) -> None:
    """Nobody lets an annulled game count again over the API; a ruling of a higher body does."""
    await api.hear(ruling(AnnulGame()))
    given = {"reason": "We talked about it."}
    refused = await api.post(f"{PATH}/reinstatement", given, by=ORGANIZER, scope="organizer", version=6)
    assert refused.status_code == 404
    assert (await api.get(PATH)).json()["status"] == "annulled"
    instead = replace(ruling(NoChange(), of=uuid4()), supersedes=RULING, superseded=AnnulGame(), votes=())
    await api.hear(instead)
    assert (await api.get(PATH)).json()["status"] == "signed"
    assert (await last_said(api))["type"] == "GameReinstated"


async def test_a_replay_is_a_game_of_its_own_at_the_same_table(api: RunningService) -> None:
    """It is scheduled beside the annulled game, with its players, judge and rules, and can be started."""
    await api.hear(ruling(AnnulGame()))
    reason = {"reason": "To be played again."}
    answer = await api.post(f"{PATH}/replay", reason, by=ORGANIZER, scope="organizer", version=6)
    assert answer.status_code == 200, answer.text
    again = f"/v1/games/{answer.json()['replay']}"
    before, after = (await api.get(PATH)).json(), (await api.get(again)).json()
    for name in ("championship", "stage", "round", "table", "judge", "seats", "regulations"):
        assert after[name] == before[name]
    assert (before["status"], after["status"]) == ("annulled", "scheduled")
    assert [event["type"] for event in (await api.said())[-2:]] == ["ReplayOrdered", "GameScheduled"]
    assert (await api.post(f"{again}/start", by=JUDGE)).status_code == 200
