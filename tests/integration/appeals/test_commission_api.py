"""Commissions over HTTP: reserves, consents, objections, recusal, the standing commission, and inboxes."""

from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from shared.contracts.registration import (
    EntryAccepted,
    PlayersMerged,
    PlayersUnmerged,
    PlayerSuspended,
    PlayerSuspensionLifted,
)
from shared.contracts.scoring import ProtestAssessed
from tests.integration.appeals.championship import (
    REJECT,
    UPHOLD,
    Court,
    announced,
    official,
    scheduled,
    signed,
    started,
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
    OTHER,
    RESERVES,
    STRANGER,
)

WITH_RESERVES = {"members": [str(m) for m in MEMBERS], "reserves": [str(r) for r in RESERVES]}
REGISTER = f"/v1/championships/{CHAMPIONSHIP}"


async def awaited(court: Court, reader: UUID) -> list[str]:
    """Return what awaits a person."""
    answer = await court.api.get("/v1/inbox", by=reader)
    return [item["awaits"] for item in answer.json()["items"]]


async def refused(court: Court, step: str, body: Any, by: UUID) -> str:
    """Take a step that must be refused, and return the code."""
    path = f"/v1/protests/{court.protest}/{step}"
    answer = await court.api.post(path, body, by=by, version=court.version)
    assert answer.status_code in {403, 409, 422}, answer.text
    return str(answer.json()["code"])


async def test_an_objection_is_decided_and_the_reserve_votes(court: Court) -> None:
    """A party objects, the chief judge finds it in his inbox, and the reserve who comes in votes."""
    await court.accepted()
    await court.step("commission", WITH_RESERVES, by=CHIEF)
    await court.step("votes", UPHOLD, by=MEMBERS[1])
    await court.step("objections", {"member": str(MEMBERS[1]), "reason": "They share a flat."}, by=FILER)
    assert await awaited(court, CHIEF) == ["objection"]
    assert await refused(court, "votes", UPHOLD, MEMBERS[0]) == "objection_open"
    decision = {"member": str(MEMBERS[1]), "upheld": True, "reason": "They do."}
    await court.step("objections/decision", decision, by=CHIEF)
    assert await awaited(court, CHIEF) == []
    assert await awaited(court, MEMBERS[1]) == []
    assert await awaited(court, RESERVES[0]) == ["vote"]
    for member in (MEMBERS[0], MEMBERS[2], RESERVES[0]):
        await court.step("votes", UPHOLD, by=member)
    assert await awaited(court, MEMBERS[0]) == ["ruling"]
    await court.step("ruling", {"reasons": "So."}, by=MEMBERS[0])
    published = (await court.read())["published"]
    assert [v["member"] for v in published["votes"]] == [
        str(m) for m in (MEMBERS[0], MEMBERS[2], RESERVES[0])
    ]
    changed = [event["data"] for event in await court.api.said() if event["type"] == "CommissionChanged"]
    assert [(event["cause"], event["reserves"]) for event in changed] == [("objection", [str(RESERVES[1])])]


async def test_a_clubmate_sits_with_the_consent_of_both_parties(court: Court) -> None:
    """A declared club brings the question to both parties' inboxes; then the member votes."""
    entry = EntryAccepted(
        championship=CHAMPIONSHIP, player=FILER, nick="P1", club="Omega", city=None, accepted_at=AT
    )
    await court.api.hear(entry)
    declared = await court.api.post(f"{REGISTER}/interests", {"club": "OMEGA"}, by=MEMBERS[2])
    assert declared.status_code == 200
    await court.under_review()
    assert (await court.read(by=FILER))["case"]["consents_needed"] == [str(MEMBERS[2])]
    assert await awaited(court, FILER) == await awaited(court, JUDGE) == ["consent"]
    assert await refused(court, "votes", UPHOLD, MEMBERS[2]) == "consent_missing"
    for party in (FILER, JUDGE):
        await court.step("consents", {"member": str(MEMBERS[2])}, by=party)
        assert await awaited(court, party) == []
    await court.step("votes", UPHOLD, by=MEMBERS[2])


async def test_an_empty_seat_is_the_chief_judges_to_fill(court: Court) -> None:
    """Without reserves a recusal leaves a seat empty: nobody votes until it is filled."""
    await court.under_review()
    await court.step("recusal", {"reason": "My pupil."}, by=MEMBERS[0])
    assert await awaited(court, CHIEF) == ["replacement"]
    assert await refused(court, "votes", UPHOLD, MEMBERS[1]) == "commission_incomplete"
    await court.api.hear(official(STRANGER, "commission_member"))
    await court.step("replacement", {"successor": str(STRANGER), "reason": "He can."}, by=CHIEF)
    assert (await court.read())["members"] == [str(m) for m in (MEMBERS[1], MEMBERS[2], STRANGER)]
    await court.step("votes", UPHOLD, by=STRANGER)


async def test_a_standing_commission_reviews(appeals: RunningService) -> None:
    """Named before round 1, it is taken by default; whoever of it played the game makes room."""
    await appeals.hear(announced(), official(CHIEF, "chief_judge"), scheduled())
    body = {"members": [str(OTHER), *WITH_RESERVES["members"][:2]], "reserves": WITH_RESERVES["reserves"]}
    assert (await appeals.post(f"{REGISTER}/commission", body, by=STRANGER)).status_code == 403
    assert (await appeals.get(f"{REGISTER}/commission")).status_code == 409
    assert (await appeals.post(f"{REGISTER}/commission", body, by=CHIEF)).status_code == 200
    assert (await appeals.get(f"{REGISTER}/commission")).json()["members"] == body["members"]
    await appeals.hear(started())
    late = await appeals.post(f"{REGISTER}/commission", WITH_RESERVES, by=CHIEF)
    assert (late.status_code, late.json()["code"]) == (409, "play_has_begun")
    await appeals.hear(signed())
    court = await Court(appeals).accepted()
    await court.step("commission", {}, by=CHIEF)
    view = await court.read()
    assert view["members"] == [str(MEMBERS[0]), str(MEMBERS[1]), str(RESERVES[0])]
    assert view["reserves"] == [str(RESERVES[1])]


async def test_without_a_standing_commission_three_are_named(court: Court) -> None:
    """The default asks for what the championship does not have."""
    await court.accepted()
    assert await refused(court, "commission", {}, CHIEF) == "no_standing_commission"


async def test_suspended_people_sit_on_no_commission(court: Court) -> None:
    """Barred by the chief judge, a person is refused as a member."""
    body = {"person": str(MEMBERS[0]), "reason": "Suspended.", "until": "2030-01-01T00:00:00Z"}
    assert (await court.api.post(f"{REGISTER}/barred", body, by=CHIEF)).status_code == 200
    await court.accepted()
    assert await refused(court, "commission", WITH_RESERVES, CHIEF) == "member_conflicted"


async def test_the_hearing_is_read_by_those_concerned(appeals: RunningService) -> None:
    """Statements, questions, answers and evidence stand in order; others read nothing of it."""
    await appeals.hear(*up_to_the_signature())
    court = await Court(appeals).under_review()
    await court.step("statements", {"text": "It was so."}, by=FILER)
    await court.step("statements", {"text": "It was not."}, by=JUDGE)
    await court.step("questions", {"to": "filer", "text": "Who saw it?"}, by=MEMBERS[0])
    assert await awaited(court, FILER) == ["answer"]
    await court.step("answers", {"question": 1, "text": "Seat 3."}, by=FILER)
    assert await awaited(court, FILER) == []
    links = ["https://example.org/41"]
    await court.step("evidence", {"text": "A recording.", "links": links}, by=MEMBERS[1])
    path = f"/v1/protests/{court.protest}/hearing"
    for reader in (FILER, JUDGE, CHIEF, *MEMBERS):
        entries = (await appeals.get(path, by=reader)).json()["entries"]
        assert [entry["kind"] for entry in entries] == [
            "statement",
            "statement",
            "question",
            "answer",
            "evidence",
        ]
        assert entries[0]["by"] == str(FILER)
        assert all(entry["at"] for entry in entries)
    for reader in (OTHER, STRANGER):
        answer = await appeals.get(path, by=reader)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_heard")
    assert (await appeals.get(path)).status_code == 401


async def test_the_filer_is_hidden_from_the_commission(appeals: RunningService) -> None:
    """Where the document says so members do not learn who filed before the ruling; officials do."""
    document = replace(ONORE, protests=replace(ONORE.protests, filer_hidden=True))
    await appeals.hear(*up_to_the_signature(document))
    court = await Court(appeals).accepted()
    await court.step("commission", WITH_RESERVES, by=CHIEF)
    await court.step("statements", {"text": "It was so."}, by=FILER)
    await court.step("objections", {"member": str(RESERVES[0]), "reason": "No."}, by=FILER)
    paths = (f"/v1/protests/{court.protest}", f"/v1/protests/{court.protest}/hearing", "/v1/inbox")
    for reader in (*MEMBERS, *RESERVES):
        for path in paths:
            assert str(FILER) not in (await appeals.get(path, by=reader)).text
    assert (await court.read(by=CHIEF))["case"]["filer"] == str(FILER)
    for member in MEMBERS:
        await court.step("votes", UPHOLD, by=member)
    await court.step("ruling", {"reasons": "So."}, by=MEMBERS[0])
    assert (await court.read(by=MEMBERS[0]))["case"]["filer"] == str(FILER)


def assessed(protest: str, *places: UUID) -> ProtestAssessed:
    """Return scoring's word on whose own place a ruling can change."""
    return ProtestAssessed(
        championship=CHAMPIONSHIP,
        protest=UUID(protest),
        game=GAME,
        materiality="place",
        points=(),
        places=places,
        cuts=(),
        medals=(),
        inputs={},
        assessed_at=AT,
    )


@pytest.mark.parametrize("hidden", [False, True])
async def test_the_effect_is_told_to_who_appoints_and_hidden_where_the_document_says_so(
    appeals: RunningService, *, hidden: bool
) -> None:
    """Officials see whose place a ruling can change; members too, but where they decide without it."""
    document = replace(ONORE, protests=replace(ONORE.protests, effect_hidden=hidden))
    await appeals.hear(*up_to_the_signature(document))
    court = await Court(appeals).accepted()
    await court.step("commission", WITH_RESERVES, by=CHIEF)
    await appeals.hear(assessed(court.protest, OTHER))
    told = {"materiality": "place", "places": [str(OTHER)]}
    shown = None if hidden else told
    expected = {CHIEF: told, ORGANIZER: told, FILER: None, STRANGER: None}
    expected |= dict.fromkeys((*MEMBERS, *RESERVES), shown)
    assert {who: (await court.read(by=who))["stake"] for who in expected} == expected
    for member in MEMBERS:
        await court.step("votes", UPHOLD, by=member)
    await court.step("ruling", {"reasons": "So."}, by=MEMBERS[0])
    assert (await court.read(by=MEMBERS[0]))["stake"] == told


def out(person: UUID, suspension: UUID) -> PlayerSuspended:
    """Return registration's word that somebody is suspended from everything, for good."""
    return PlayerSuspended(
        player=person, suspension=suspension, capacity="player", only_in=None, until=None, suspended_at=AT
    )


async def test_nobody_decides_about_his_own_place(court: Court) -> None:
    """Whose place a ruling can change is not appointed, and makes room when it turns out later."""
    await court.accepted()
    await court.api.hear(assessed(court.protest, MEMBERS[1]))
    members = {"members": [str(one) for one in MEMBERS], "reserves": [str(one) for one in RESERVES]}
    path = f"/v1/protests/{court.protest}/commission"
    refused = await court.api.post(path, members, by=CHIEF, version=court.version)
    assert refused.json()["code"] == "member_conflicted"
    assert "own_place" in refused.json()["detail"]
    await court.api.hear(assessed(court.protest, OTHER))
    await court.step("commission", members, by=CHIEF)
    await court.step("votes", REJECT, by=MEMBERS[0])
    await court.api.hear(assessed(court.protest, MEMBERS[0], MEMBERS[2]))
    assert (await court.read())["members"] == [str(one) for one in (MEMBERS[1], *RESERVES)]


async def test_suspended_people_judge_nobody(court: Court) -> None:
    """Who is suspended while he sits makes room at once; lifted in time, he may be appointed."""
    await court.api.hear(out(MEMBERS[0], OTHER))
    await court.api.hear(PlayerSuspensionLifted(player=MEMBERS[0], suspension=OTHER, lifted_at=AT))
    await court.accepted()
    members = {"members": [str(one) for one in MEMBERS], "reserves": [str(one) for one in RESERVES]}
    await court.step("commission", members, by=CHIEF)
    await court.api.hear(out(MEMBERS[2], FILER))
    assert (await court.read())["members"] == [str(one) for one in (*MEMBERS[:2], RESERVES[0])]


async def test_a_second_record_of_a_player_is_that_player(court: Court) -> None:
    """Who played under another record neither sits nor stays, and nobody sits twice."""
    await court.accepted()
    await court.api.hear(PlayersMerged(player=STRANGER, into=OTHER, merged_at=AT))
    path = f"/v1/protests/{court.protest}/commission"
    members = {"members": [str(one) for one in (*MEMBERS[:2], STRANGER)]}
    refused = await court.api.post(path, members, by=CHIEF, version=court.version)
    assert "seated" in refused.json()["detail"]
    await court.api.hear(PlayersMerged(player=MEMBERS[2], into=MEMBERS[1], merged_at=AT))
    twice = await court.api.post(path, WITH_RESERVES, by=CHIEF, version=court.version)
    assert twice.json()["code"] == "commission_incomplete"
    await court.api.hear(PlayersUnmerged(player=MEMBERS[2], into=MEMBERS[1], unmerged_at=AT))
    await court.step("commission", WITH_RESERVES, by=CHIEF)
    await court.api.hear(PlayersMerged(player=MEMBERS[0], into=FILER, merged_at=AT))
    assert (await court.read())["members"] == [str(one) for one in (*MEMBERS[1:], RESERVES[0])]


async def test_nobody_sits_whom_the_championship_does_not_know(court: Court) -> None:
    """A mistyped id is refused with what to do; who is appointed a commission member then may sit."""
    await court.accepted()
    ghost = UUID(int=99)
    members = {"members": [str(one) for one in (*MEMBERS[:2], ghost)]}
    path = f"/v1/protests/{court.protest}/commission"
    refused = await court.api.post(path, members, by=CHIEF, version=court.version)
    assert (refused.status_code, refused.json()["code"]) == (422, "person_unknown")
    await court.api.hear(official(ghost, "commission_member"))
    await court.step("commission", members, by=CHIEF)
