"""A published seating changes over the API: previewed, made as seen, taken over or taken back."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import msgspec

from deploy.local.drawing_again import drawn_again
from shared.contracts.gameplay import GameReseated, GameStarted, SeatingNotChanged
from shared.contracts.scoring import QualifiersNamed, StageClosed
from tests.integration.registration.setting_up import (
    ORGANIZER,
    accepted,
    announced,
    applied,
    created,
    entry,
    full,
    judges,
    problem,
    stage,
)
from tests.running import RunningService

AT = datetime(2026, 5, 24, 18, 0, tzinfo=UTC)
SEED = {"seed": "4 8 15 16 23 42"}


class Cup:
    """A championship whose stage is drawn, as its organizer changes the seating."""

    def __init__(self, service: RunningService, championship: UUID, key: str) -> None:
        self.service, self.championship = service, championship
        self.draw = f"/v1/championships/{championship}/stages/{key}/draw"
        self.path = f"{self.draw}/changes"

    async def tables(self) -> list[dict[str, Any]]:
        """Return the seating as everybody reads it."""
        found: list[dict[str, Any]] = (await self.service.get(self.draw)).json()["tables"]
        return found

    async def change(self, wish: dict[str, Any]) -> UUID:
        """Preview a wish and have it done."""
        seen = await self.service.post(f"{self.path}/preview", {"wish": wish}, by=ORGANIZER)
        assert seen.status_code == 200, seen.text
        body = {"wish": wish, "reason": "He is ill", "digest": seen.json()["digest"]}
        return created(await self.service.post(self.path, body, by=ORGANIZER))

    async def take_over(self, change: UUID) -> None:
        """Let the tables say that they have taken a change over: as gameplay does, of every game."""
        said = [event["data"] for event in await self.service.said() if event["type"] == "SeatingChanged"]
        [event] = [one for one in said if one["change"] == str(change)]
        for table in event["tables"]:
            await self.service.hear(
                GameReseated(
                    championship=self.championship,
                    game=UUID(table["game"]),
                    draw=UUID(event["draw"]),
                    change=change,
                    judge=UUID(table["judge"]),
                    seats=tuple(map(UUID, table["seats"])),
                    substitutes=(),
                    reseated_at=AT,
                )
            )

    async def states(self) -> list[str]:
        """Return how the changes went."""
        return [change["state"] for change in (await self.service.get(self.path)).json()]


async def drawn(service: RunningService, players: int = 20, games: int = 3) -> tuple[Cup, list[UUID]]:
    """Announce a cup, fill it, draw it."""
    championship = await announced(service, stages=[stage("tour", players + 10, games)])
    people = await full(service, championship, players)
    await judges(service, championship, players // 10)
    cup = Cup(service, championship, "tour")
    created(await service.post(cup.draw, SEED, by=ORGANIZER))
    return cup, people


async def started(cup: Cup, *games: str) -> None:
    """Let registration hear that games have started."""
    for game in games:
        await cup.service.hear(GameStarted(championship=cup.championship, game=UUID(game), started_at=AT))


async def test_a_substitute_from_the_second_round_on(registration: RunningService) -> None:
    """Previewed without effect, made as seen, read everywhere, verified by anyone."""
    cup, people = await drawn(registration)
    leaver, spare = people[4], await applied(registration, cup.championship, "Spare")
    entries = f"/v1/championships/{cup.championship}/entries"
    as_substitute = f"{entries}/{spare}/acceptance?substitute=true"
    created(await registration.post(as_substitute, by=ORGANIZER), 200)
    listed = (await registration.get(entries)).json()["entries"]
    assert [one["player"] for one in listed if one["substitute"]] == [str(spare)]
    before = await cup.tables()
    await started(cup, *[table["game"] for table in before if table["round"] == 1])
    wish = {"type": "ReplacePlayer", "out": str(leaver), "into": str(spare)}
    seen = (await registration.post(f"{cup.path}/preview", {"wish": wish}, by=ORGANIZER)).json()
    assert await cup.tables() == before
    assert seen["operation"]["as_substitute"]
    assert seen["cost_before"]["c2"] != seen["cost_after"]["c2"]
    change = await cup.change(wish)
    assert await cup.states() == ["waiting"]
    again = await registration.post(f"{cup.path}/preview", {"wish": wish}, by=ORGANIZER)
    assert problem(again) == (409, "change_not_settled")
    await cup.take_over(change)
    assert await cup.states() == ["in_force"]
    now = await cup.tables()
    assert [table for table in now if table["round"] == 1] == [t for t in before if t["round"] == 1]
    assert not any(str(leaver) in table["seats"] for table in now if table["round"] > 1)
    explained = (await registration.get(f"{cup.draw}/explanation", player=str(spare))).json()["players"][0]
    assert len(explained["games"]) == 2
    matrix = (await registration.get(f"{cup.draw}/matrix")).json()
    assert {str(leaver), str(spare)} <= set(matrix["players"])
    verified = (await registration.get(f"{cup.draw}/verification")).json()
    assert verified["reproduced"]
    assert [one["reproduced"] for one in verified["changes"]] == [True]
    view = (await registration.get(cup.draw)).json()
    assert view["tables_as_drawn"] == before
    schedule = f"/v1/championships/{cup.championship}/people/{spare}/schedule"
    assert len((await registration.get(schedule)).json()["games"]) == 2


async def test_a_draw_with_changes_is_verified_from_a_file(
    registration: RunningService, tmp_path: Any
) -> None:
    """The command line draws again and makes the changes again; one that was tampered with is named."""
    cup, _ = await drawn(registration)
    change = await cup.change({"type": "RedrawRounds", "rounds": [3]})
    await cup.take_over(change)
    text = (await registration.get(cup.draw)).text
    kept = tmp_path / "draw.json"
    kept.write_text(text, encoding="utf-8")
    found = drawn_again(str(kept))
    assert found.reproduced
    assert "change 1: reproduced" in found.lines
    view = msgspec.json.decode(text)
    seats = view["changes"][0]["changed"]["tables"][0]["seats"]
    seats[0], seats[1] = seats[1], seats[0]
    kept.write_bytes(msgspec.json.encode(view))
    assert "change 1: NOT as it says" in drawn_again(str(kept)).lines


async def test_a_change_that_came_too_late_is_taken_back(registration: RunningService) -> None:
    """The seating is as before, the organizer sees why, everybody is told, and the next change is made."""
    cup, people = await drawn(registration)
    before = await cup.tables()
    spare = await accepted(registration, cup.championship, "Spare")
    wish = {"type": "ReplacePlayer", "out": str(people[0]), "into": str(spare)}
    change = await cup.change(wish)
    said = (await registration.said())[-1]["data"]
    late = SeatingNotChanged(
        championship=cup.championship,
        game=UUID(said["tables"][0]["game"]),
        draw=UUID(said["draw"]),
        change=change,
        conflict="game_already_started",
        detail="Round 1, table 1 had started before the change was heard of.",
        found_at=AT,
    )
    await registration.hear(late, late)
    assert await cup.tables() == before
    shown = (await registration.get(cup.path)).json()
    assert [(one["state"], one["conflict"]) for one in shown] == [("taken_back", "game_already_started")]
    restored = [event["data"] for event in await registration.said() if event["type"] == "SeatingRestored"]
    assert len(restored) == 1
    assert restored[0]["tables"] == said["was"]
    await started(cup, said["tables"][0]["game"])
    await cup.take_over(await cup.change(wish))
    assert await cup.states() == ["taken_back", "in_force"]


async def test_the_next_reserve_of_the_cut_takes_a_place(registration: RunningService) -> None:
    """Without a name the first reserve comes who still takes part."""
    plan = [stage("tour", 20, 1, advance=10), stage("final", 10, 2, kind="final")]
    championship = await announced(registration, stages=plan)
    people = await full(registration, championship, 20)
    await judges(registration, championship, 2)
    created(await registration.post(Cup(registration, championship, "tour").draw, SEED, by=ORGANIZER))
    named = QualifiersNamed(
        championship=championship,
        stage="tour",
        next_stage="final",
        qualifiers=tuple(people[:10]),
        reserves=tuple(people[10:13]),
        named_at=AT,
    )
    await registration.hear(
        StageClosed(championship=championship, stage="tour", closed_by=ORGANIZER, closed_at=AT), named
    )
    final = Cup(registration, championship, "final")
    created(await registration.post(final.draw, SEED, by=ORGANIZER))
    await entry(registration, championship, people[10], "withdrawal")
    await final.take_over(await final.change({"type": "ReplacePlayer", "out": str(people[3])}))
    assert all(str(people[11]) in table["seats"] for table in await final.tables())


async def test_who_may_not_and_what_cannot_be(registration: RunningService) -> None:
    """A player changes nothing, an unseen change is none, a wrong wish names its rule."""
    cup, people = await drawn(registration)
    wish = {"type": "SwapSeats", "one": str(people[0]), "other": str(people[1])}
    answer = await registration.post(f"{cup.path}/preview", {"wish": wish}, by=people[0])
    assert problem(answer) == (403, "not_your_draw")
    body = {"wish": wish, "reason": "Why not", "digest": "0" * 64}
    assert problem(await registration.post(cup.path, body, by=people[0])) == (403, "not_your_draw")
    assert problem(await registration.post(cup.path, body, by=ORGANIZER)) == (409, "preview_outdated")
    suspended = await registration.post(
        f"{cup.path}/preview",
        {"wish": {"type": "ReplacePlayer", "out": str(people[0]), "into": str(UUID(int=1))}},
        by=ORGANIZER,
    )
    assert problem(suspended) == (409, "entry_not_accepted")
    nonsense = await registration.post(f"{cup.path}/preview", {"wish": {"type": "Shuffle"}}, by=ORGANIZER)
    assert nonsense.status_code == 400
    undrawn = Cup(registration, cup.championship, "final")
    gone = await registration.post(f"{undrawn.path}/preview", {"wish": wish}, by=ORGANIZER)
    assert gone.status_code in {404, 422}
