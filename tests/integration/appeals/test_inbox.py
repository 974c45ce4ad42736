"""The inbox: each person finds what awaits an answer, and nothing else."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec.structs import replace

from shared.contracts.gameplay import RulingNotApplicable
from tests.integration.appeals.championship import REJECT, UPHOLD, Court, official, up_to_the_signature
from tests.running import RunningService
from tests.unit.appeals.protests import (
    AT,
    CHAIRMAN,
    CHAMPIONSHIP,
    CHIEF,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    ONORE,
    ORGANIZER,
    OTHER,
    STRANGER,
    person,
)

PEOPLE = (FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER, *MEMBERS)


async def inbox(court: Court, reader: UUID) -> list[tuple[str, str]]:
    """Return what awaits a person: what, and on which protest."""
    answer = await court.api.get("/v1/inbox", by=reader)
    assert answer.status_code == 200, answer.text
    return [(item["awaits"], item["protest"]) for item in answer.json()["items"]]


async def awaited(court: Court) -> dict[Any, list[str]]:
    """Return who is awaited to do what."""
    found = {reader: [what for what, _ in await inbox(court, reader)] for reader in PEOPLE}
    return {reader: items for reader, items in found.items() if items}


async def test_each_step_awaits_somebody(court: Court) -> None:
    """Judge, chief judge, members and chairman find their turn, and lose it when it is done."""
    await court.file()
    assert await awaited(court) == {JUDGE: ["acceptance"]}
    await court.step("acceptance", by=JUDGE)
    assert await awaited(court) == {CHIEF: ["commission"]}
    await court.step("commission", {"members": [str(m) for m in MEMBERS]}, by=CHIEF)
    assert await awaited(court) == {member: ["vote"] for member in MEMBERS}
    await court.step("votes", UPHOLD, by=MEMBERS[0])
    assert await awaited(court) == {MEMBERS[1]: ["vote"], MEMBERS[2]: ["vote"]}
    await court.step("votes", REJECT, by=MEMBERS[2])
    await court.step("votes", REJECT, by=MEMBERS[1])
    assert await awaited(court) == {CHAIRMAN: ["ruling"]}
    await court.step("ruling", {"reasons": "So."}, by=CHAIRMAN)
    assert await awaited(court) == {}


async def test_an_end_empties_every_inbox(court: Court) -> None:
    """A declined or withdrawn protest awaits nobody."""
    await court.file()
    await court.step("decline", {"reason": "No."}, by=JUDGE)
    await court.under_review(rule="O-TIE-1")
    await court.step("withdrawal", by=FILER)
    assert await awaited(court) == {}


async def test_the_organizer_is_awaited_where_the_chief_judge_has_a_stake(court: Court) -> None:
    """A commission against the chief judge awaits the organizer."""
    await court.accepted(against=str(CHIEF))
    assert await awaited(court) == {ORGANIZER: ["commission"]}


async def test_a_relation_that_the_chief_judge_declared_leaves_the_case_to_the_organizer(
    court: Court,
) -> None:
    """What he declared counts in his inbox and at his appointment, before and after the filing."""
    await court.accepted()
    interests = f"/v1/championships/{CHAMPIONSHIP}/interests"
    declared = await court.api.post(interests, {"related": [str(FILER)]}, by=CHIEF)
    assert declared.status_code in {200, 201}, declared.text
    assert await awaited(court) == {ORGANIZER: ["commission"]}
    body = {"members": [str(one) for one in MEMBERS]}
    path = f"/v1/protests/{court.protest}/commission"
    answer = await court.api.post(path, body, by=CHIEF, version=court.version)
    assert (answer.status_code, answer.json()["code"]) == (403, "stake_in_the_case")
    await court.step("commission", body, by=ORGANIZER)


async def test_a_chief_judge_named_later_is_awaited(court: Court) -> None:
    """Offices are asked for when the inbox is read."""
    await court.accepted()
    await court.api.hear(official(person(26), "chief_judge"))
    assert await inbox(court, person(26)) == [("commission", court.protest)]


async def test_the_chief_judge_finds_conflicts(court: Court) -> None:
    """A ruling that gameplay could not carry out lies in the chief judge's inbox."""
    await court.ruled()
    assert court.ruling is not None
    await court.api.hear(
        RulingNotApplicable(
            championship=CHAMPIONSHIP,
            game=GAME,
            ruling=court.ruling,
            conflict="game_annulled",
            detail="By ruling 7.",
            found_at=AT,
        )
    )
    assert await awaited(court) == {CHIEF: ["conflict"]}


async def test_the_inbox_is_ones_own(court: Court) -> None:
    """Nobody reads an inbox without a token."""
    assert (await court.api.get("/v1/inbox")).status_code == 401


async def test_an_inbox_tells_until_when(appeals: RunningService) -> None:
    """The deadline of each step stands with what it awaits; without one there is none."""
    protests = replace(ONORE.protests, acceptance_minutes=30, vote_minutes=120)
    await appeals.hear(*up_to_the_signature(replace(ONORE, protests=protests)))
    court = Court(appeals)
    await court.file()
    (item,) = (await appeals.get("/v1/inbox", by=JUDGE)).json()["items"]
    assert datetime.fromisoformat(item["due_at"]) == AT + timedelta(minutes=30)
    await court.step("acceptance", by=JUDGE)
    (item,) = (await appeals.get("/v1/inbox", by=CHIEF)).json()["items"]
    assert (item["awaits"], item["due_at"]) == ("commission", None)
    await court.step("commission", {"members": [str(m) for m in MEMBERS]}, by=CHIEF)
    (item,) = (await appeals.get("/v1/inbox", by=CHAIRMAN)).json()["items"]
    assert datetime.fromisoformat(item["due_at"]) == AT + timedelta(minutes=120)
