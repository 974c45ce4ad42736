"""Searches for draws over the API: watched, stopped, cancelled, lost; nothing is seen of what they find."""

import asyncio
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from deploy.local.drawing_again import drawn_again
from services.registration.app import create_app
from services.registration.domain.draw.algorithms import ALGORITHMS
from shared.contracts.registration import DrawnTable
from tests.eventually import eventually
from tests.integration.registration.setting_up import (
    CLUB,
    ORGANIZER,
    accepted,
    announced,
    created,
    full,
    judges,
    problem,
    stage,
)
from tests.integration.registration.test_draws import draw_path
from tests.running import RunningService

LONG = {"effort": 20}
"""Sixty million moves, for a field whose bound is never met."""


async def drawable(
    service: RunningService, players: int = 15, games: int = 6
) -> tuple[UUID, str, list[UUID]]:
    """Return a championship that can be drawn, the address of its draw, and who plays."""
    championship = await announced(service, stages=[stage("tour", players, games)])
    entrants = await full(service, championship, players)
    await judges(service, championship, 1)
    return championship, draw_path(championship, "tour"), entrants


async def come(
    service: RunningService, path: str, there: Callable[[dict[str, Any]], bool], what: str
) -> dict[str, Any]:
    """Return the view of a search as soon as it is as it should be."""
    seen: dict[str, Any] = {}

    async def shown() -> bool:
        seen.update((await service.get(f"{path}/search", by=ORGANIZER)).json())
        return there(seen)

    await eventually(shown, what)
    return seen


def under_way(view: dict[str, Any]) -> bool:
    """Tell whether moves were done."""
    return bool(view["done"] > 0)


async def test_a_stopped_search_publishes_its_best_which_anybody_draws_again(
    registration: RunningService, tmp_path: Path
) -> None:
    """It is one search however often it is asked for; ended after so many moves, it verifies, offline too."""
    _, path, players = await drawable(registration)
    begun = await registration.post(f"{path}/search", LONG, by=ORGANIZER)
    search = created(begun, 202)
    assert begun.headers["Location"] == "search"
    assert created(await registration.post(f"{path}/search", LONG, by=ORGANIZER), 202) == search
    other = await registration.post(f"{path}/search", {"effort": 19}, by=ORGANIZER)
    assert problem(other) == (409, "search_underway")
    assert problem(await registration.post(path, {}, by=ORGANIZER)) == (409, "search_underway")
    view = await come(registration, path, under_way, "moves")
    assert (view["state"], view["part"], view["moves"]) == ("searching", "meetings", 60_020_000)
    assert view["c2"] >= view["bound"] > 0
    assert not {"seed", "tables", "ask", "made"} & view.keys()
    assert problem(await registration.get(path)) == (404, "draw_unknown")
    created(await registration.post(f"{path}/search/stop", by=ORGANIZER), 202)
    view = await come(registration, path, lambda view: view["state"] != "searching", "the end")
    assert (view["state"], view["search"], view["number"]) == ("published", str(search), 1)
    drawn = await registration.get(path)
    told = drawn.json()
    assert (told["algorithm"], told["moves"]) == ("even-2", view["done"])
    assert set(told["players"]) == set(map(str, players))
    assert (await registration.get(f"{path}/verification")).json()["reproduced"]
    file = tmp_path / "draw.json"
    file.write_bytes(drawn.content)
    assert drawn_again(str(file)).reproduced
    said = (await registration.said())[-1]
    assert (said["type"], said["data"]["algorithm"]) == ("DrawPublished", "even-2")
    over = await registration.post(f"{path}/search/stop", by=ORGANIZER)
    assert problem(over) == (409, "search_is_over")
    assert problem(await registration.post(f"{path}/search", LONG, by=ORGANIZER)) == (
        409,
        "draw_already_published",
    )


async def test_a_draw_is_drawn_again_once_for_all_who_ask(
    registration: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may ask, together and again: it costs one search, and everybody has the answer."""
    _, path, _ = await drawable(registration, 10, 2)
    created(await registration.post(path, {}, by=ORGANIZER))
    search, calls = ALGORITHMS["even-1"], count(1)
    searched: list[int] = []

    def counted(*given: Any) -> tuple[DrawnTable, ...]:
        searched.append(next(calls))
        return search(*given)

    monkeypatch.setitem(ALGORITHMS, "even-1", counted)
    asked = [registration.get(f"{path}/verification") for _ in range(5)]
    answers = [*await asyncio.gather(*asked), await registration.get(f"{path}/verification")]
    assert all(answer.json()["reproduced"] for answer in answers)
    assert searched == [1]


async def test_a_search_that_meets_the_bound_ends_by_itself(registration: RunningService) -> None:
    """Nobody need stop it, and it is the whole search, under its own name."""
    _, path, _ = await drawable(registration, 10, 2)
    created(await registration.post(f"{path}/search", LONG, by=ORGANIZER), 202)
    view = await come(registration, path, lambda view: view["state"] != "searching", "the end")
    assert (view["state"], view["c2"]) == ("published", view["bound"])
    told = (await registration.get(path)).json()
    assert (told["algorithm"], told["moves"]) == ("even-1", None)


async def test_a_cancelled_search_publishes_nothing(registration: RunningService) -> None:
    """It is over at once, twice the same, and another one may begin."""
    _, path, _ = await drawable(registration)
    first = created(await registration.post(f"{path}/search", LONG, by=ORGANIZER), 202)
    await come(registration, path, under_way, "moves")
    cancel = f"{path}/search"
    headers = registration.bearer(ORGANIZER, "participant")
    for _ in range(2):
        assert created(await registration.client.delete(cancel, headers=headers), 200) == first
    view = (await registration.get(cancel, by=ORGANIZER)).json()
    assert (view["state"], view["number"]) == ("cancelled", 1)
    assert problem(await registration.get(path)) == (404, "draw_unknown")
    second = created(await registration.post(cancel, LONG, by=ORGANIZER), 202)
    assert second != first
    view = await come(registration, path, under_way, "moves")
    assert (view["search"], view["number"], view["ended_at"]) == (str(second), 2, None)
    await registration.client.delete(cancel, headers=headers)
    assert (await registration.said())[-1]["type"] != "DrawPublished"


async def test_a_search_is_begun_anew_for_who_then_plays(registration: RunningService) -> None:
    """Entries come and go meanwhile; stopping what nobody needs any more does not cut the next one short."""
    championship, path, players = await drawable(registration)
    created(await registration.post(f"{path}/search", LONG, by=ORGANIZER), 202)
    await come(registration, path, under_way, "moves")
    gone = f"/v1/championships/{championship}/entries/{players[3]}/withdrawal"
    created(await registration.post(gone, by=players[3]), 200)
    late = await accepted(registration, championship, "Late")
    created(await registration.post(f"{path}/search/stop", by=ORGANIZER), 202)
    view = await come(
        registration, path, lambda view: view["fields"] == 2 and under_way(view), "another field"
    )
    assert (view["state"], view["stop_asked"]) == ("searching", False)
    created(await registration.post(f"{path}/search/stop", by=ORGANIZER), 202)
    await come(registration, path, lambda view: view["state"] == "published", "the draw")
    told = (await registration.get(path)).json()
    assert set(told["players"]) == set(map(str, {*players, late} - {players[3]}))
    assert (await registration.get(f"{path}/verification")).json()["reproduced"]


async def test_a_search_whose_process_died_is_said_to_be_lost(registration: RunningService) -> None:
    """Silence is told as such; nothing is half done, and the search is begun again by a word."""
    _, path, _ = await drawable(registration)
    settings = registration.app.state.settings
    dying = create_app(settings=settings, clock=lambda: registration.now)
    async with dying.lifespan():
        transport = httpx.ASGITransport(app=dying)  # type: ignore[arg-type]
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as client:
            headers = registration.bearer(ORGANIZER, "participant") | {"Idempotency-Key": str(uuid4())}
            created(await client.post(f"{path}/search", json=LONG, headers=headers), 202)
        await come(registration, path, under_way, "moves")
    view = (await registration.get(f"{path}/search", by=ORGANIZER)).json()
    assert (view["state"], view["code"]) == ("lost", "server_stopped")
    async with registration.store.engine.begin() as connection:  # as if it had had no time to say so
        await connection.exec_driver_sql(
            "UPDATE draw_searches SET state = 'searching', code = NULL, ended_at = NULL,"
            " heard_at = clock_timestamp() - interval '1 minute'"
        )
    view = (await registration.get(f"{path}/search", by=ORGANIZER)).json()
    assert (view["state"], view["code"]) == ("lost", "search_lost")
    stop = await registration.post(f"{path}/search/stop", by=ORGANIZER)
    assert problem(stop) == (409, "search_is_over")
    assert problem(await registration.get(path)) == (404, "draw_unknown")
    created(await registration.post(f"{path}/search", LONG, by=ORGANIZER), 202)
    await come(registration, path, lambda view: view["number"] == 2 and under_way(view), "moves")
    created(await registration.post(f"{path}/search/stop", by=ORGANIZER), 202)
    await come(registration, path, lambda view: view["state"] == "published", "the draw")


async def test_only_who_holds_the_draw_sees_and_ends_a_search(registration: RunningService) -> None:
    """To others it is forbidden whether there is one or not; what is impossible never begins."""
    championship, path, players = await drawable(registration)
    search = f"{path}/search"
    assert problem(await registration.get(search, by=ORGANIZER)) == (404, "search_unknown")
    assert problem(await registration.post(f"{search}/stop", by=ORGANIZER)) == (404, "search_unknown")
    apart = {"teams": [[str(one) for one in players]]}
    impossible = await registration.post(search, apart, by=ORGANIZER)
    assert problem(impossible) == (422, "separations_cannot_be_kept")
    assert problem(await registration.get(search, by=ORGANIZER)) == (404, "search_unknown")
    for stranger in (players[0], CLUB):
        refused = [
            await registration.post(search, LONG, by=stranger),
            await registration.get(search, by=stranger),
            await registration.post(f"{search}/stop", by=stranger),
            await registration.client.delete(search, headers=registration.bearer(stranger, "participant")),
        ]
        assert [problem(one) for one in refused] == [(403, "not_your_draw")] * 4
    assert (await registration.get(search)).status_code == 401
    created(await registration.post(search, LONG, by=ORGANIZER), 202)
    assert problem(await registration.get(search, by=players[0])) == (403, "not_your_draw")
    seating = f"/v1/championships/{championship}/stages/tour/draw/search/stop"
    assert problem(await registration.post(seating, by=players[0])) == (403, "not_your_draw")
    await registration.client.delete(search, headers=registration.bearer(ORGANIZER, "participant"))
