"""Who may not play does not, clause by clause, over the real API."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

import pytest

from tests.integration.registration.setting_up import (
    ADMIN,
    ORGANIZER,
    accepted,
    announced,
    applied,
    created,
    entry,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

Starter = Callable[..., Awaitable[RunningService]]
FEE = {"amount": "500", "currency": "RUB", "receipt": "A-1", "method": "cash"}


async def suspended(service: RunningService, championship: UUID, person: UUID, **more: str) -> UUID:
    """Put a person out of a championship as its organizer."""
    body = {"person": str(person), "reason": "As the protocol says"} | more
    return created(await service.post(f"/v1/championships/{championship}/suspensions", body, by=ORGANIZER))


@pytest.mark.clause("O-SUSP-1")
async def test_deliberate_peeking_costs_the_championship_and_a_year(service: Starter) -> None:
    """Out at once; elsewhere refused with the end date for a year by Omsk's clock, and free after it."""
    registration = await service("registration", now=datetime(2014, 5, 24, 8, 0, tzinfo=UTC))
    cup = await announced(registration, regulations="onore-2014")
    player = await applied(registration, cup, "Fox")
    await entry(registration, cup, player, "fee", FEE)
    await entry(registration, cup, player, "acceptance")
    await suspended(registration, cup, player, offense="deliberate-peeking")
    assert (await registration.get(f"/v1/championships/{cup}/entries/{player}")).status_code == 404
    again = await registration.post(f"/v1/championships/{cup}/entries", {}, by=player)
    assert problem(again) == (422, "player_is_suspended")
    other = await announced(registration)
    registration.now = datetime(2015, 5, 24, 8, 59, 59, tzinfo=UTC)
    refused = await registration.post(f"/v1/championships/{other}/entries", {}, by=player)
    assert problem(refused) == (422, "player_is_suspended")
    assert refused.json()["clause"] == "O-SUSP-1"
    # Omsk put its clocks back for good in October 2014: the same wall clock is an hour later.
    assert refused.json()["facts"]["until"] == {
        "local": "2015-05-24T15:00:00",
        "zone": "Asia/Omsk",
        "instant": "2015-05-24T09:00:00Z",
    }
    registration.later(seconds=1)
    created(await registration.post(f"/v1/championships/{other}/entries", {}, by=player))
    still = await registration.post(f"/v1/championships/{cup}/entries", {}, by=player)
    assert problem(still) == (422, "player_is_suspended")
    said = {one["type"]: one["data"] for one in await registration.said()}
    assert said["PlayerDisqualified"]["clause"] == "O-SUSP-1"
    assert said["PlayerSuspended"]["until"]["zone"] == "Asia/Omsk"
    assert "reason" not in said["PlayerSuspended"]


@pytest.mark.clause("O-SUSP-2")
async def test_a_hint_from_outside_bars_player_and_spectator(service: Starter) -> None:
    """Both are out of this championship's games and of no other one."""
    registration = await service("registration")
    cup = await announced(registration, regulations="onore-2014")
    player, spectator = await applied(registration, cup, "Fox"), await registered(registration, "Owl")
    await suspended(registration, cup, player, offense="outside-hint")
    await suspended(registration, cup, spectator, offense="outside-hint", capacity="spectator")
    for person in (player, spectator):
        refused = await registration.post(f"/v1/championships/{cup}/entries", {}, by=person)
        assert problem(refused) == (422, "player_is_suspended")
        assert refused.json()["clause"] == "O-SUSP-2"
        created(
            await registration.post(
                f"/v1/championships/{await announced(registration)}/entries", {}, by=person
            )
        )
    listed = await registration.get(f"/v1/championships/{cup}/suspensions", by=ORGANIZER)
    assert {one["capacity"] for one in listed.json()} == {"player", "spectator"}
    hidden = await registration.get(f"/v1/championships/{cup}/suspensions")
    assert problem(hidden) == (403, "not_an_official")


@pytest.mark.clause("C-LAW-34", "C-LAW-33")
async def test_insults_away_from_the_table_may_bar_from_the_tournament(service: Starter) -> None:
    """An organizer or the chief judge decides it, with the reason; nobody else; lifted, one may return."""
    registration = await service("registration")
    cup = await announced(registration, regulations="chnu-2016", stages=[stage("qualification", 10, 3)])
    person = await registered(registration, "Fox")
    path = f"/v1/championships/{cup}/suspensions"
    body = {"person": str(person), "offense": "insult-away-from-table", "reason": "In the corridor"}
    assert problem(await registration.post(path, body, by=person)) == (403, "not_an_official")
    suspension = created(await registration.post(path, body, by=ORGANIZER))
    [shown] = (await registration.get(f"/v1/people/{person}/suspensions", by=person)).json()
    assert (shown["clause"], shown["reason"]) == ("C-LAW-34", "In the corridor")
    attributes = {"full-time-student": "yes", "union-member": "yes", "faculty": "Law", "department": "D"}
    application = {"attributes": attributes}
    refused = await registration.post(f"/v1/championships/{cup}/entries", application, by=person)
    assert refused.json()["clause"] == "C-LAW-34"
    lifting = f"/v1/people/{person}/suspensions/{suspension}/lifting"
    himself = await registration.post(lifting, {"reason": "Sorry"}, by=person)
    assert problem(himself) == (403, "not_an_official")
    created(await registration.post(lifting, {"reason": "He apologized"}, by=ORGANIZER), 200)
    created(await registration.post(f"/v1/championships/{cup}/entries", application, by=person))


async def test_the_federation_bars_under_every_record(service: Starter) -> None:
    """A suspension of a second record holds for the person; who waits is passed over when a place is free."""
    registration = await service("registration")
    cup = await announced(registration, waitlist=3)
    players = [await accepted(registration, cup, f"Player {number}") for number in range(10)]
    waiting = [await applied(registration, cup, f"Waiting {number}") for number in range(2)]
    for player in waiting:
        await entry(registration, cup, player, "acceptance")
    clone = await registered(registration, "Clone")
    until = (registration.now + timedelta(days=30)).replace(tzinfo=None, microsecond=0).isoformat()
    body = {"person": str(clone), "until": until, "zone": "Asia/Omsk", "reason": "Bribery"}
    assert (await registration.post("/v1/suspensions", body, by=ORGANIZER)).status_code == 403
    created(await registration.post("/v1/suspensions", body, by=ADMIN, scope="admin"))
    merge = {"into": str(waiting[0]), "reason": "Same face"}
    created(await registration.post(f"/v1/people/{clone}/merger", merge, by=ADMIN, scope="admin"), 200)
    path = f"/v1/championships/{cup}/entries"
    created(await registration.post(f"{path}/{players[0]}/withdrawal", by=players[0]), 200)
    listed = (await registration.get(path, by=ORGANIZER)).json()["entries"]
    status = {UUID(line["player"]): line["details"]["status"] for line in listed}
    assert (status[waiting[0]], status[waiting[1]]) == ("waitlisted", "accepted")
    applied_as_clone = await registration.post(path, {"player": str(clone)}, by=ORGANIZER, scope="organizer")
    assert problem(applied_as_clone) == (409, "person_is_merged")
    unknown = await registration.get(f"/v1/people/{uuid4()}/suspensions", by=ADMIN, scope="admin")
    assert unknown.status_code == 404
