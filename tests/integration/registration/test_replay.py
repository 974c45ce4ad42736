"""What is read is what replaying the log gives, after everything that can happen to a row."""

from datetime import UTC, datetime

from services.registration.composition import DEFINITION
from shared.contracts.scoring import QualifiersNamed, StageClosed
from shared.verify import verify
from tests.integration.registration.setting_up import (
    ADMIN,
    ORGANIZER,
    accepted,
    announced,
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
