"""Organizers by password, rotated secrets and keys, second records, changes after the announcement."""

from uuid import uuid4

from tests.integration.registration.setting_up import (
    ADMIN,
    ORGANIZER,
    accepted,
    announced,
    announcement,
    created,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

PASSWORD = "correct horse battery"  # noqa: S105 - of a test


async def test_an_organizer_comes_in_by_password_and_guessing_is_slowed(registration: RunningService) -> None:
    """A code sets the password once; after three failures even the right password waits, then works."""
    body = {"login": "onore", "name": "ONORE"}
    opened = await registration.post("/v1/organizers", body, by=ADMIN, scope="admin")
    organizer, code = created(opened), opened.json()["reset_code"]
    taken = await registration.post("/v1/organizers", body, by=ADMIN, scope="admin")
    assert problem(taken) == (409, "login_taken")
    setting = {"reset_code": code, "password": PASSWORD}
    weak = await registration.client.post("/v1/passwords", json=setting | {"password": "onore-onore"})
    assert problem(weak) == (422, "password_too_weak")
    assert (await registration.client.post("/v1/passwords", json=setting)).status_code == 204
    used = await registration.client.post("/v1/passwords", json=setting)
    assert problem(used) == (422, "reset_code_invalid")
    right = {"login": "onore", "password": PASSWORD}
    token = await registration.client.post("/v1/tokens", json=right)
    assert (token.status_code, token.json()["scope"], token.json()["subject"]) == (
        200,
        "organizer",
        str(organizer),
    )
    for login in ("onore", "nobody"):
        wrong = {"login": login, "password": "guess"}
        for _ in range(3):
            assert problem(await registration.client.post("/v1/tokens", json=wrong)) == (
                401,
                "credentials_refused",
            )
            registration.later(microseconds=1)
        waiting = await registration.client.post("/v1/tokens", json=wrong | {"password": PASSWORD})
        assert problem(waiting) == (429, "too_many_attempts")
        assert waiting.headers["Retry-After"] == "1"
    registration.later(seconds=3)
    assert (await registration.client.post("/v1/tokens", json=right)).status_code == 200
    headers = registration.bearer(ADMIN, "admin")
    await registration.client.delete(f"/v1/organizers/{organizer}", headers=headers)
    assert (await registration.client.post("/v1/tokens", json=right)).status_code == 401


async def test_a_clients_secret_is_rotated(registration: RunningService) -> None:
    """The new one holds at once and the old one no more; a retry tells the same."""
    body = {"name": "Site", "scopes": ["federation"]}
    opened = await registration.post("/v1/clients", body, by=ADMIN, scope="admin")
    client, old = created(opened), opened.json()["client_secret"]
    path = f"/v1/clients/{client}/secret"
    rotated = await registration.post(path, by=ADMIN, scope="admin", key="r")
    again = await registration.post(path, by=ADMIN, scope="admin", key="r")
    new = rotated.json()["client_secret"]
    assert (rotated.status_code, again.json()["client_secret"]) == (200, new)
    for secret, status in ((old, 401), (new, 200)):
        grant = {"client_id": str(client), "client_secret": secret}
        assert (await registration.client.post("/v1/tokens", json=grant)).status_code == status


async def test_a_second_records_link_opens_the_record_that_stays(registration: RunningService) -> None:
    """Merged, one comes in as the other; unmerged, as oneself again; two entries in one cup do not merge."""
    cup = await announced(registration)
    stays, clone = await registered(registration, "Fox"), await registered(registration, "Clone")
    path = f"/v1/championships/{cup}/personal-links"
    issued = await registration.post(path, {"person": str(clone)}, by=ORGANIZER)
    grant = {"code": issued.json()["code"]}
    for deed, body, subject in (
        ("merger", {"into": str(stays), "reason": "Same face"}, stays),
        ("separation", {"reason": "Twins"}, clone),
    ):
        created(await registration.post(f"/v1/people/{clone}/{deed}", body, by=ADMIN, scope="admin"), 200)
        token = await registration.client.post("/v1/tokens", json=grant)
        assert token.json()["subject"] == str(subject)
    assert [one["type"] for one in await registration.said()][-2:] == ["PlayersMerged", "PlayersUnmerged"]
    one, other = await accepted(registration, cup, "One"), await accepted(registration, cup, "Other")
    merge = {"into": str(one), "reason": "Same face"}
    doubled = await registration.post(f"/v1/people/{other}/merger", merge, by=ADMIN, scope="admin")
    assert problem(doubled) == (409, "merge_would_double")


async def test_erased_data_are_gone_and_the_log_stands(registration: RunningService) -> None:
    """The person asks; name and contacts are nowhere, the record stays."""
    person = await registered(registration, "Fox", real_name="Ivan Lisov", contacts={"email": "f@f.org"})
    headers = registration.bearer(person, "participant")
    path = f"/v1/people/{person}/personal-data"
    stranger = await registration.client.delete(path, headers=registration.bearer(uuid4(), "participant"))
    assert problem(stranger) == (403, "not_your_record")
    assert (await registration.client.delete(path, headers=headers)).status_code == 200
    shown = (await registration.get(f"/v1/people/{person}", by=person)).json()
    assert (shown["nick"], shown["personal_data"]) == ("Fox", None)


async def test_a_draft_is_announced_changed_and_cancelled_in_public(registration: RunningService) -> None:
    """Nobody sees the draft; each change after the announcement is listed with its reason, and said."""
    drafted = await registration.post(
        "/v1/championships/drafts", announcement(), by=ORGANIZER, scope="organizer"
    )
    cup = created(drafted)
    path = f"/v1/championships/{cup}"
    assert (await registration.get(path)).status_code == 404
    assert (await registration.get(f"{path}/draft", by=ADMIN)).status_code == 404
    assert (await registration.get(f"{path}/draft", by=ORGANIZER)).status_code == 200
    created(await registration.post(f"{path}/announcement", {}, by=ORGANIZER, scope="organizer"))
    assert (await registration.get(f"{path}/draft", by=ORGANIZER)).status_code == 404
    plan = {"stages": [stage("tour", 20, 2)]}
    silent = await registration.post(f"{path}/plan", plan, by=ORGANIZER)
    assert problem(silent) == (422, "reason_missing")
    created(await registration.post(f"{path}/plan", plan | {"reason": "More came"}, by=ORGANIZER), 200)
    for phase, reason in (("registration_closed", None), ("cancelled", "Rain")):
        body = {"phase": phase, "reason": reason}
        created(await registration.post(f"{path}/phase", body, by=ORGANIZER), 200)
    shown = (await registration.get(path)).json()
    assert (shown["phase"], shown["stages"][0]["players"]) == ("cancelled", 20)
    changes = (await registration.get(f"{path}/changes")).json()
    assert [(one["kind"], one["reason"]) for one in changes] == [
        ("plan", "More came"),
        ("phase", None),
        ("phase", "Rain"),
    ]
    types = [one["type"] for one in await registration.said()]
    assert types[-3:] == ["PlanChanged", "PhaseEntered", "PhaseEntered"]
