"""Who may enter, until when and for what fee, clause by clause, over the real API."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from tests.integration.registration.setting_up import (
    ORGANIZER,
    accepted,
    announced,
    applied,
    created,
    entry,
    judges,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

Starter = Callable[..., Awaitable[RunningService]]
FEE = {"amount": "500", "currency": "RUB", "receipt": "A-1"}
KYIV = {
    "key": "onore",
    "name": "University",
    "city": "Чернівці",
    "address": "вул. Коцюбинського, 2",
    "zone": "Europe/Kyiv",
}


@pytest.mark.clause("O-REG-2")
async def test_applications_end_at_an_instant_of_omsk(service: Starter) -> None:
    """At 16:00:00 in Omsk an application is taken; a second later it is refused, naming the deadline."""
    registration = await service("registration", now=datetime(2014, 5, 23, 8, 59, 59, tzinfo=UTC))
    championship = await announced(
        registration,
        regulations="onore-2014",
        final_deadline={"local": "2014-05-23T16:00:00", "venue": "onore"},
    )
    people = [await registered(registration, nick) for nick in ("Early", "In time", "Late")]
    path = f"/v1/championships/{championship}/entries"
    for player in people[:2]:
        created(await registration.post(path, {}, by=player))
        registration.later(seconds=1)
    assert registration.now == datetime(2014, 5, 23, 9, 0, 1, tzinfo=UTC)
    response = await registration.post(path, {}, by=people[2])
    assert problem(response) == (422, "applications_closed")
    answer = response.json()
    assert answer["clause"] == "O-REG-2"
    assert answer["facts"]["deadline"] == {
        "local": "2014-05-23T16:00:00",
        "zone": "Asia/Omsk",
        "instant": "2014-05-23T09:00:00Z",
    }
    assert "2014-05-23 16:00:00 Asia/Omsk" in answer["detail"]
    by_organizer = await registration.post(path, {"player": str(people[2])}, by=ORGANIZER)
    assert problem(by_organizer) == (422, "applications_closed")


@pytest.mark.clause("O-REG-2")
async def test_a_deadline_after_the_clocks_change_is_the_new_clocks(service: Starter) -> None:
    """Announced in summer time, noon of the last Sunday of October is noon by the winter clock."""
    registration = await service("registration", now=datetime(2026, 10, 1, 9, 0, tzinfo=UTC))
    championship = await announced(
        registration, venues=[KYIV], final_deadline={"local": "2026-10-25T12:00:00", "venue": "onore"}
    )
    people = [await registered(registration, f"Player {number}") for number in range(3)]
    path = f"/v1/championships/{championship}/entries"
    registration.now = datetime(2026, 10, 25, 9, 0, 1, tzinfo=UTC)
    created(await registration.post(path, {}, by=people[0]))
    registration.now = datetime(2026, 10, 25, 10, 0, 0, tzinfo=UTC)
    created(await registration.post(path, {}, by=people[1]))
    registration.later(seconds=1)
    assert problem(await registration.post(path, {}, by=people[2])) == (422, "applications_closed")


@pytest.mark.clause("O-REG-2")
async def test_a_deadline_that_the_clocks_never_show_is_refused(service: Starter) -> None:
    """Times that the change of clocks skips or repeats are no deadlines."""
    registration = await service("registration", now=datetime(2026, 3, 1, 9, 0, tzinfo=UTC))
    for local, code in (
        ("2026-03-29T03:30:00", "local_time_skipped"),
        ("2026-10-25T03:30:00", "local_time_ambiguous"),
    ):
        body = {
            "title": "Cup",
            "host_club": "Club",
            "regulations": "onore-2014",
            "venues": [KYIV],
            "stages": [stage("tour", 10, 2)],
            "final_deadline": {"local": local, "venue": "onore"},
        }
        response = await registration.post("/v1/championships", body, by=ORGANIZER, scope="organizer")
        assert problem(response) == (422, code)


@pytest.mark.clause("O-REG-3")
async def test_an_entry_is_accepted_only_after_its_fee(service: Starter) -> None:
    """Unpaid, paid in another currency or with another amount is not accepted; 500 RUB with a receipt are."""
    registration = await service("registration")
    championship = await announced(registration, regulations="onore-2014")
    player = await applied(registration, championship, "Fox")
    path = f"/v1/championships/{championship}/entries/{player}"
    unpaid = await registration.post(f"{path}/acceptance", by=ORGANIZER)
    assert problem(unpaid) == (422, "fee_not_recorded")
    assert unpaid.json()["clause"] == "O-REG-3"
    for wrong in ({"currency": "UAH"}, {"amount": "450"}, {"amount": "500.01"}):
        response = await registration.post(f"{path}/fee", FEE | wrong, by=ORGANIZER)
        assert problem(response) == (422, "fee_mismatch")
        assert response.json()["clause"] == "O-REG-3"
        assert response.json()["facts"]["expected"] == {"amount": "500", "currency": "RUB"}
    himself = await registration.post(f"{path}/fee", FEE, by=player)
    assert problem(himself) == (403, "not_an_organizer")
    assert (await registration.get(path)).status_code == 404
    await entry(registration, championship, player, "fee", FEE)
    await entry(registration, championship, player, "acceptance")
    assert (await registration.get(path)).json()["nick"] == "Fox"


@pytest.mark.clause("O-REG-4")
async def test_the_list_and_the_first_draw_are_published(service: Starter) -> None:
    """After the deadline the final list and the draw of the first stage are public, to everybody."""
    registration = await service("registration", now=datetime(2014, 5, 20, 9, 0, tzinfo=UTC))
    championship = await announced(
        registration, final_deadline={"local": "2014-05-23T16:00:00", "venue": "onore"}
    )
    path = f"/v1/championships/{championship}"
    players = [await accepted(registration, championship, f"Player {number}") for number in range(10)]
    await judges(registration, championship, 1)
    registration.now = datetime(2014, 5, 23, 9, 0, 1, tzinfo=UTC)
    assert (await registration.get(f"{path}/stages/tour/draw")).status_code == 404
    created(await registration.post(f"{path}/stages/tour/draw", {}, by=ORGANIZER))
    listed = (await registration.get(f"{path}/entries")).json()["entries"]
    assert {UUID(line["player"]) for line in listed} == set(players)
    drawn = (await registration.get(f"{path}/stages/tour/draw")).json()
    assert {UUID(player) for player in drawn["players"]} == set(players)
    assert drawn["published_at"] == "2014-05-23T09:00:01Z"


STUDENT = {"full-time-student": "yes", "union-member": "yes", "faculty": "Physics", "department": "Optics"}


async def student(service: RunningService, championship: UUID, nick: str, **attributes: str) -> Any:
    """Let a student apply; return the answer and the id."""
    player = await registered(service, nick)
    body = {"attributes": STUDENT | attributes}
    return await service.post(f"/v1/championships/{championship}/entries", body, by=player), player


@pytest.mark.clause("C-REG-1")
async def test_only_full_time_students_of_the_union_enter(service: Starter) -> None:
    """What the regulations ask for is declared, and a no is no entry."""
    registration = await service("registration")
    championship = await announced(
        registration, regulations="chnu-2016", stages=[stage("qualification", 10, 3)]
    )
    player = await registered(registration, "Silent")
    silent = await registration.post(f"/v1/championships/{championship}/entries", {}, by=player)
    assert problem(silent) == (422, "attribute_missing")
    assert silent.json()["clause"] == "C-REG-1"
    for attribute in ("full-time-student", "union-member"):
        response, _ = await student(registration, championship, attribute, **{attribute: "no"})
        assert problem(response) == (422, "attribute_not_allowed")
        assert response.json()["clause"] == "C-REG-1"
    response, _ = await student(registration, championship, "Member")
    assert response.status_code == 201


@pytest.mark.clause("C-REG-2")
async def test_a_faculty_enters_three_and_a_department_of_iftkn_two(service: Starter) -> None:
    """The fourth of a faculty and the third of an IFTKN department are refused; a withdrawal makes room."""
    registration = await service("registration")
    championship = await announced(
        registration, regulations="chnu-2016", stages=[stage("qualification", 20, 3)]
    )
    path = f"/v1/championships/{championship}/entries"

    async def accept(nick: str, **attributes: str) -> Any:
        response, player = await student(registration, championship, nick, **attributes)
        assert response.status_code == 201, response.text
        return await registration.post(f"{path}/{player}/acceptance", by=ORGANIZER), player

    for number in range(3):
        answer, _ = await accept(f"Lawyer {number}", faculty="Law", department=f"D{number}")
        assert answer.status_code == 200
    fourth, lawyer = await accept("Lawyer 4", faculty="law", department="D4")
    assert problem(fourth) == (422, "quota_full")
    assert fourth.json()["clause"] == "C-REG-2"
    for number in range(2):
        answer, first = await accept(f"Optician {number}", faculty="IFTKN", department="Optics")
        assert answer.status_code == 200
    third, optician = await accept("Optician 3", faculty="IFTKN", department="Optics")
    assert problem(third) == (422, "quota_full")
    assert third.json()["facts"] == {"attribute": "department", "value": "Optics", "limit": 2}
    other, _ = await accept("Physicist", faculty="IFTKN", department="Physics")
    assert other.status_code == 200
    created(await registration.post(f"{path}/{first}/withdrawal", by=first), 200)
    created(await registration.post(f"{path}/{optician}/acceptance", by=ORGANIZER), 200)
    again = await registration.post(f"{path}/{lawyer}/acceptance", by=ORGANIZER)
    assert problem(again) == (422, "quota_full")


@pytest.mark.case(75)
async def test_a_retry_after_a_time_out_enters_once(service: Starter) -> None:
    """The first request was lost on its way back: the retry gets its answer, and the log holds one entry."""
    registration = await service("registration")
    championship = await announced(registration)
    player = await registered(registration, "Fox")
    path = f"/v1/championships/{championship}/entries"
    first = await registration.post(path, {}, by=player, key="k-1")
    registration.later(minutes=1)
    retried = await registration.post(path, {}, by=player, key="k-1")
    assert retried.json() == first.json()
    other = await registration.post(path, {"club": "ONORE"}, by=player, key="k-1")
    assert problem(other) == (422, "idempotency_key_reused")
    stored = await registration.store.read(0, 100)
    assert [event.type for event in stored].count("ApplicationReceived") == 1
