"""Deadlines run by themselves over PostgreSQL: once, whoever looks and however often."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from services.appeals.deadlines import run_due
from shared.contracts.registration import DrawPublished, Group, StagePlan
from shared.contracts.regulations import Regulations
from shared.eventsourcing.handling import CommandLoop
from shared.verify import verify
from tests.integration.appeals.championship import (
    FILING,
    Court,
    announced,
    official,
    scheduled,
    signed,
    up_to_the_signature,
)
from tests.running import RunningService
from tests.unit.appeals.protests import (
    AT,
    CHAMPIONSHIP,
    CHIEF,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    ONORE,
    ORGANIZER,
    STRANGER,
    person,
)


def timed(**settings: Any) -> Regulations:
    """Return a document with these settings for protests."""
    return replace(ONORE, protests=replace(ONORE.protests, **settings))


TIMED = timed(
    window_minutes=60,
    acceptance_minutes=10,
    decline_review_minutes=10,
    appointment_minutes=10,
    vote_minutes=10,
)


async def tick(api: RunningService, **delta: float) -> int:
    """Move the clock, let a worker that has just started look once, and return how many deadlines passed."""
    api.later(**delta)
    return await run_due(CommandLoop(api.definition.kernel, api.store), api.now)


@pytest.fixture
async def court(appeals: RunningService) -> Court:
    """Give the steps of a protest under a document with deadlines."""
    await appeals.hear(*up_to_the_signature(TIMED))
    return Court(appeals)


async def at_present(court: Court) -> None:
    """Go on from the version that is there now."""
    court.version = (await court.read())["version"]


async def test_a_protest_goes_from_deadline_to_deadline(court: Court) -> None:
    """Silence of the judge, of the chief judge and of the commission each lead on."""
    await court.file()
    view = await court.read()
    assert [one["deadline"] for one in view["due"]] == ["acceptance"]
    assert await tick(court.api, minutes=9) == 0
    assert await tick(court.api, minutes=1) == 1
    assert await tick(court.api) == 0
    await at_present(court)
    inbox = (await court.api.get("/v1/inbox", by=CHIEF)).json()["items"]
    assert [item["awaits"] for item in inbox] == ["acceptance"]
    await court.step("acceptance", by=CHIEF)
    assert await tick(court.api, minutes=10) == 1
    await at_present(court)
    commission = {"members": [str(m) for m in MEMBERS]}
    await court.step("commission", commission, by=ORGANIZER, scope="organizer")
    assert await tick(court.api, minutes=10) == 1
    view = await court.read()
    assert (view["overdue"], view["due"]) == (["acceptance", "appointment", "vote"], [])
    await at_present(court)
    await court.api.hear(official(STRANGER, "commission_member"))
    body = {"member": str(MEMBERS[2]), "successor": str(STRANGER), "reason": "He is silent."}
    await court.step("replacement", body, by=CHIEF)
    assert [one["deadline"] for one in (await court.read())["due"]] == ["vote"]


async def test_a_decline_is_contested_in_time_or_final(court: Court) -> None:
    """The filer finds it in his inbox; contested, it is the chief judge's; left alone, it is closed."""
    await court.file()
    await court.step("decline", {"reason": "No rule was broken."}, by=JUDGE)
    assert (await court.read())["status"] == "declined"
    inbox = (await court.api.get("/v1/inbox", by=FILER)).json()["items"]
    assert [item["awaits"] for item in inbox] == ["contest"]
    await court.step("contest", {"reason": "One was."}, by=FILER)
    await court.step("acceptance", by=CHIEF)
    await court.file(rule="O-TIE-1")
    await court.step("decline", {"reason": "No rule was broken."}, by=JUDGE)
    assert await tick(court.api, minutes=10) == 2  # the other protest's appointment is late too
    view = await court.read()
    assert (view["status"], view["outcome"], view["decline_reason"]) == (
        "closed",
        "declined",
        "No rule was broken.",
    )


async def test_a_window_closes_by_itself_to_the_second(court: Court) -> None:
    """Its last second is open for a filing; with the next one it is closed, and noted once."""
    closes = AT - timedelta(minutes=5) + timedelta(minutes=60)
    court.api.now = closes.replace(microsecond=900_000)
    assert await tick(court.api) == 0
    await court.file()
    assert await tick(court.api, seconds=1) == 1
    late = await court.api.post(f"/v1/games/{GAME}/protests", FILING | {"rule": "O-TIE-2"}, by=FILER)
    assert late.json()["code"] == "protest_window_closed"
    assert await tick(court.api) == 0


async def test_workers_that_run_at_once_pass_a_deadline_once(court: Court) -> None:
    """Two workers, or one that was killed and one that came after it, lead to the same events."""
    await court.file()
    court.api.later(minutes=11)
    loop = CommandLoop(court.api.definition.kernel, court.api.store)
    passed = await asyncio.gather(*(run_due(loop, court.api.now) for _ in range(3)))
    assert sum(passed) == 1
    assert (await court.read())["overdue"] == ["acceptance"]
    findings = await verify(court.api.definition, court.api.store.engine)
    assert {finding.invariant for finding in findings if finding.wrong is not None} <= {"I1"}


async def test_the_next_stages_draw_closes_the_window(appeals: RunningService) -> None:
    """With the publication of the next draw nothing more is filed on the stage before, in either order."""
    document = timed(window_until_next_draw=True)
    plan = announced(document)
    final = StagePlan(key="final", title="Final", kind="final", games=1, players=10, venue="hall")
    drawn = DrawPublished(
        championship=CHAMPIONSHIP,
        draw=person(60),
        stage="final",
        stage_kind="final",
        algorithm="x",
        seed="1",
        tables=(),
        published_at=AT + timedelta(minutes=1),
    )
    other = person(61)
    officials = (official(CHIEF, "chief_judge"), official(JUDGE, "table_judge"))
    await appeals.hear(replace(plan, stages=(*plan.stages, final)), *officials, scheduled(), signed())
    court = Court(appeals)
    await court.file()
    await appeals.hear(drawn, scheduled(other), signed(other))
    appeals.later(minutes=2)
    for game in (GAME, other):
        late = await appeals.post(f"/v1/games/{game}/protests", FILING | {"rule": "O-TIE-2"}, by=FILER)
        assert (late.status_code, late.json()["code"]) == (422, "protest_window_closed")


async def test_a_groups_next_draw_closes_its_own_windows(appeals: RunningService) -> None:
    """Where stages in a row have groups, one's draw leaves the other's protests open, in its own zone."""
    plan = announced(timed(window_until_next_draw=True))
    groups = (
        Group(key="omsk", title="Omsk", players=10, venue="hall"),
        Group(key="kyiv", title="Kyiv", players=10, venue="kyiv"),
    )
    kyiv = replace(plan.venues[0], key="kyiv", city="Kyiv", zone="Europe/Kyiv")
    tour = replace(plan.stages[0], players=20, groups=groups)
    stages = (tour, replace(tour, key="tour-2"))
    other = person(61)
    drawn = DrawPublished(
        championship=CHAMPIONSHIP,
        draw=person(60),
        stage="tour-2",
        stage_kind="qualification",
        algorithm="x",
        seed="1",
        tables=(),
        published_at=AT + timedelta(minutes=1),
        group="omsk",
    )
    officials = (official(CHIEF, "chief_judge"), official(JUDGE, "table_judge"))
    await appeals.hear(
        replace(plan, venues=(*plan.venues, kyiv), stages=stages),
        *officials,
        replace(scheduled(), group="omsk"),
        replace(scheduled(other), group="kyiv"),
        signed(),
        signed(other),
        drawn,
    )
    appeals.later(minutes=2)
    late = await appeals.post(f"/v1/games/{GAME}/protests", FILING, by=FILER)
    assert (late.status_code, late.json()["code"]) == (422, "protest_window_closed")
    assert late.json()["facts"]["zone"] == "Asia/Omsk"
    court = Court(appeals)
    await court.file(game=other)
    assert (await court.read(by=FILER))["case"]["zone"] == "Europe/Kyiv"
