"""What is read is what replaying the log gives, after everything that can happen to a row."""

from datetime import UTC, datetime
from typing import Any

from services.registration.composition import DEFINITION
from shared.contracts.scoring import QualifiersNamed, StageClosed
from shared.verify import verify
from tests.integration.registration.setting_up import (
    ADMIN,
    ORGANIZER,
    accepted,
    announced,
    announcement,
    applied,
    created,
    entry,
    full,
    judges,
    registered,
    stage,
)
from tests.running import RunningService

AT = datetime(2026, 5, 24, 18, 0, tzinfo=UTC)


async def changed_and_sanctioned(registration: RunningService) -> None:
    """Let everything happen that may happen after an announcement, and to people."""
    drafted = await registration.post(
        "/v1/championships/drafts", announcement(waitlist=2), by=ORGANIZER, scope="organizer"
    )
    cup = created(drafted)
    path = f"/v1/championships/{cup}"
    created(await registration.post(f"{path}/announcement", {}, by=ORGANIZER, scope="organizer"))
    players = await full(registration, cup, 10)
    waiting = await applied(registration, cup, "Waiting")
    await entry(registration, cup, waiting, "acceptance")
    await entry(registration, cup, players[1], "check-in")
    body = {"person": str(players[0]), "reason": "Insult"}
    suspension = created(await registration.post(f"{path}/suspensions", body, by=ORGANIZER))
    lifting = f"/v1/people/{players[0]}/suspensions/{suspension}/lifting"
    created(await registration.post(lifting, {"reason": "Sorry"}, by=ORGANIZER), 200)
    for reason, changes in (("Smaller", {"waitlist": 1}), ("Renamed", {"title": "Another"})):
        created(await registration.post(f"{path}/plan", changes | {"reason": reason}, by=ORGANIZER), 200)
    rebinding = {"regulations": "onore-2014", "reason": "Ours"}
    created(await registration.post(f"{path}/regulations", rebinding, by=ORGANIZER), 200)
    created(await registration.post(f"{path}/phase", {"phase": "list_final"}, by=ORGANIZER), 200)
    relation = {"judge": str(players[2]), "player": str(players[3]), "kind": "family"}
    created(await registration.post(f"{path}/relations", relation, by=ORGANIZER))
    clone = await registered(registration, "Clone")
    admin: dict[str, Any] = {"by": ADMIN, "scope": "admin"}
    merge = {"into": str(players[4]), "reason": "Same face"}
    created(await registration.post(f"/v1/people/{clone}/merger", merge, **admin), 200)
    edited = await registration.client.put(
        f"/v1/people/{players[5]}", json={"nick": "Edited"}, headers=registration.bearer(ADMIN, "admin")
    )
    assert edited.status_code == 200
    accreditation = {
        "category": "1",
        "rights": ["table", "final"],
        "valid_from": "2026-01-01T00:00:00Z",
        "valid_until": "2027-01-01T00:00:00Z",
    }
    accredited = await registration.client.put(
        f"/v1/people/{players[6]}/accreditation",
        json=accreditation,
        headers=registration.bearer(ADMIN, "admin"),
    )
    assert accredited.status_code == 200
    opened = await registration.post("/v1/organizers", {"login": "onore", "name": "ONORE"}, **admin)
    setting = {"reset_code": opened.json()["reset_code"], "password": "correct horse battery"}
    assert (await registration.client.post("/v1/passwords", json=setting)).status_code == 204


async def test_replay_equals_what_is_read(registration: RunningService) -> None:
    """Appointments and dismissals, entries of every fate, links, clients, draws and hearing: all replay."""
    championship = await announced(
        registration, stages=[stage("tour", 20, 1, advance=10), stage("final", 10, 1)]
    )
    path = f"/v1/championships/{championship}"
    players = await full(registration, championship, 9)
    await accepted(registration, championship, "Tenth")
    await applied(registration, championship, "Waiting")
    created(await registration.post(f"{path}/entries/{players[0]}/withdrawal", by=players[0]), 200)
    created(await registration.post(f"{path}/entries", {"nick": "Again"}, by=players[0]))
    await entry(registration, championship, players[0], "acceptance")
    [judge, other] = await judges(registration, championship, 2)
    headers = registration.bearer(ORGANIZER, "organizer")
    await registration.client.delete(f"{path}/officials/table_judge/{other}", headers=headers)
    created(await registration.post(f"{path}/stages/tour/draw", {"judges": [str(judge)]}, by=ORGANIZER))
    for _ in range(2):
        created(await registration.post(f"{path}/personal-links", {"person": str(judge)}, by=ORGANIZER))
    created(await registration.post(f"{path}/personal-links", {"person": str(other)}, by=ORGANIZER))
    await registration.client.delete(f"{path}/personal-links/{other}", headers=headers)
    body = {"name": "Club", "scopes": ["organizer"]}
    client = created(await registration.post("/v1/clients", body, by=ADMIN, scope="admin"))
    await registration.client.delete(f"/v1/clients/{client}", headers=registration.bearer(ADMIN, "admin"))
    await registered(registration, "Fox", real_name="Ivan Lisov")
    await changed_and_sanctioned(registration)
    await registration.hear(
        StageClosed(championship=championship, stage="tour", closed_by=ORGANIZER, closed_at=AT),
        QualifiersNamed(
            championship=championship,
            stage="tour",
            next_stage="final",
            qualifiers=tuple(players),
            reserves=(),
            named_at=AT,
        ),
    )
    await registration.hear_again("scoring", 2)
    findings = await verify(DEFINITION, registration.store.engine)
    wrong = [finding for finding in findings if finding.wrong is not None]
    assert {finding.invariant for finding in wrong} <= {"I1"}, "test servers do without fsync, nothing else"
    assert {"I2", "I3", "I4", "I6", "I7"} <= {finding.invariant for finding in findings}
