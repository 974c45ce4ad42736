"""While the public table is frozen nothing of scoring depends on what happens: two finals, one public record.

The same championship is frozen before its final. In one world the reds win it, in the other the blacks, and a
ruling costs this player a point or that one. All that anybody without the right can have of scoring is
recorded in both, every read and every message, and is equal to the byte until the release.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Literal

from shared.contracts.appeals import AdjustPoints
from tests.attack.requests import SOME_UUID, operations
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    ORGANIZER,
    amended,
    announced,
    appointed,
    entered,
    player,
    protest_id,
    result,
    ruled,
    signed,
)

Start = Callable[..., Awaitable[RunningService]]
BASE = f"/v1/championships/{CHAMPIONSHIP}/standings"
PLACES = {
    "championship": str(CHAMPIONSHIP),
    "stage": "final",
    "player": str(player(3)),
    "protest": str(protest_id(1)),
    "sheet": "standings",
    "series": str(SOME_UUID),
    "webhook": str(SOME_UUID),
}
_MADE_UP = re.compile(r"(?!0190d000)[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}")
"""Ids that differ from run to run; those of players do not."""

_HASH = re.compile(r"[0-9a-f]{64}")
"""In an archive they are made of such ids, beside all that they are made of."""


async def record(running: RunningService, series: str) -> list[str]:
    """Return every read of every route by nobody and by a player, and every message."""
    ids: dict[str, str] = {}

    def plain(text: str) -> str:
        return _MADE_UP.sub(lambda found: ids.setdefault(found[0], f"id-{len(ids)}"), text)

    found = []
    reads = [operation for operation in operations("scoring") if operation.method == "GET"]
    more = [f"{BASE}?stage=final", f"{BASE}/as-of?revision=6"]
    more += [
        f"/v1/series/{series}/{what}&provisional=true" for what in ("standings?", "qualification?places=3")
    ]
    for path in (*(one.filled(PLACES | {"series": series}) for one in reads), *more):
        for answer in (await running.get(path), await running.get(path, by=player(1))):
            headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
            text = _HASH.sub("hash", answer.text) if path.endswith("/archive") else answer.text
            found.append(plain(f"{path}: {answer.status_code} {headers} {text}"))
    return found + [plain(one) for one in await said(running)]


async def said(running: RunningService) -> list[str]:
    """Return every message."""
    messages = await running.store.read_outbox(0, 10_000)
    return [f"said {one.seq} {one.subject} {one.payload}" for one in messages]


async def lived(start: Start, winner: Literal["red", "black"], punished: int) -> tuple[list[str], list[str]]:
    """Live through a world; return what was recorded under the freeze, and after the release."""
    running = await start("scoring")
    first = signed(result("black"), "semifinal")
    await running.hear(
        announced(tour_2=10, semifinal=10), appointed(), *(entered(number) for number in range(1, 11)), first
    )
    rules = {"title": "Cities", "rules": {"count": "points"}}
    opened = await running.post("/v1/series", rules, by=ORGANIZER, scope="organizer")
    series = str(opened.json()["id"])
    body = {"championship": str(CHAMPIONSHIP)}
    added = await running.post(f"/v1/series/{series}/championships", body, by=ORGANIZER, scope="organizer")
    assert added.status_code == 201, added.text
    frozen = await running.post(f"{BASE}/freeze", {"reason": "the final"}, by=CHIEF_JUDGE)
    assert frozen.status_code == 200, frozen.text
    remedy = AdjustPoints(player=player(punished), points="-1", reason="so")
    final = signed(result(winner, extra={punished: "1"}), "final")
    await running.hear(final, ruled(first, remedy), amended(final, result(winner, extra={punished: "0.5"})))
    under = await record(running, series)
    released = await running.post(f"{BASE}/release", by=CHIEF_JUDGE)
    assert released.status_code == 200, released.text
    return under, await said(running)


async def test_nothing_of_scoring_depends_on_a_final_that_is_hidden(service: Start) -> None:
    """Another winner, another punished player: nothing differs before the release, and much after it."""
    one, one_after = await lived(service, "red", 3)
    other, other_after = await lived(service, "black", 9)
    for this, that in zip(one, other, strict=True):
        assert this == that
    assert [_MADE_UP.sub("id", text) for text in one_after] != [
        _MADE_UP.sub("id", text) for text in other_after
    ]
