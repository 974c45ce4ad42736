"""Answers that are kept ready are those that would be read: byte for byte, at any moment, for anybody."""

from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from services.scoring.api import ready
from services.scoring.api.ready import ReadyAnswers
from shared.contracts.appeals import AdjustPoints
from shared.contracts.primitives import PublicEvent
from tests.running import RunningService
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    amended,
    announced,
    annulled,
    appointed,
    entered,
    player,
    result,
    ruled,
    ruling_id,
    signed,
)

BASE = f"/v1/championships/{CHAMPIONSHIP}"
GAMES = [signed(result("black"), stage) for stage in ("tour-1", "tour-2", "semifinal")]
PATHS = ("/standings", "/standings?stage=tour-1", "/standings?through=tour-2", f"/players/{player(3)}")
READERS = (None, player(1), CHIEF_JUDGE)
COURSE: tuple[PublicEvent | str, ...] = (
    GAMES[0],
    ruled(GAMES[0], AdjustPoints(player=player(3), points="-1", reason="so"), 1),
    GAMES[1],
    "freeze",
    GAMES[2],
    amended(GAMES[0], result("red")),
    "release",
    annulled(GAMES[1], ruling_id(2)),
)
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service that has heard of a championship before its first game."""
    running = await service("scoring")
    await running.hear(announced(tour_2=10, semifinal=10), appointed())
    await running.hear(*(entered(number) for number in range(1, 11)))
    return running


async def seen(running: RunningService) -> dict[tuple[str, UUID | None], Any]:
    """Return what each reader gets of each answer."""
    found = {}
    for path in PATHS:
        for reader in READERS:
            answer = await running.get(BASE + path, by=reader)
            found[path, reader] = (answer.status_code, answer.content, answer.headers.get("ETag"))
    return found


async def test_a_ready_answer_is_the_one_that_would_be_read(scoring: RunningService) -> None:
    """After every event, with and without what is kept, before, under and after a freeze."""
    for number, step in enumerate(COURSE):
        if isinstance(step, str):
            body = {"reason": "the final"} if step == "freeze" else None
            await scoring.post(f"{BASE}/standings/{step}", body, by=CHIEF_JUDGE)
        else:
            await scoring.hear(step)
        first, again = await seen(scoring), await seen(scoring)
        await scoring.app.state.ready.close()
        scoring.app.state.ready = ReadyAnswers(scoring.store.engine)
        assert first == again == await seen(scoring), number
        hidden = first["/standings", None] != first["/standings", CHIEF_JUDGE]
        assert hidden == (number in {3, 4, 5})


async def test_what_happens_in_one_championship_changes_no_byte_of_another(scoring: RunningService) -> None:
    """Tables, players, archive and messages of a championship beside it, with the same players."""
    beside = UUID(int=0xBE51DE)
    await scoring.hear(replace(announced(tour_2=10, semifinal=10), championship=beside))
    await scoring.hear(*(replace(entered(number), championship=beside) for number in range(1, 11)))
    await scoring.hear(replace(GAMES[0], championship=beside, game=UUID(int=0x6A3E)))

    async def shown() -> list[bytes]:
        paths = (*PATHS, "/exports/lines", "/exports/protocols")
        answers = [await scoring.get(f"/v1/championships/{beside}{path}") for path in paths]
        assert {answer.status_code for answer in answers} == {200}
        return [answer.content for answer in answers]

    async def said() -> list[dict[str, Any]]:
        return [one for one in await scoring.said() if one["data"].get("championship") == str(beside)]

    before = await shown(), await said()
    for step in COURSE:
        if not isinstance(step, str):
            await scoring.hear(step)
    assert (await shown(), await said()) == before


async def test_what_is_kept_is_read_no_more(scoring: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    """One small question is left: who has the answer gets 304, the others the same bytes."""
    await scoring.hear(*GAMES)
    first = await scoring.get(BASE + PATHS[0])

    def opened(*_: object) -> None:
        raise AssertionError("the answer was read again")

    monkeypatch.setattr("shared.web.reads.Reads.connection", opened)
    again = await scoring.get(BASE + PATHS[0])
    assert (again.status_code, again.content, again.headers["ETag"]) == (
        200,
        first.content,
        first.headers["ETag"],
    )
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    held = await scoring.client.get(BASE + PATHS[0], headers={"If-None-Match": first.headers["ETag"]})
    assert (held.status_code, held.content) == (304, b"")


async def test_no_more_is_kept_than_there_is_room_for(
    scoring: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was used longest ago goes first; nothing else changes."""
    await scoring.hear(*GAMES)
    monkeypatch.setattr(ready, "MOST_BYTES", 10_000)
    assert await seen(scoring) == await seen(scoring)
    assert 0 <= scoring.app.state.ready._bytes <= 10_000  # noqa: SLF001 - that is what is kept
