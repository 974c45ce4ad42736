"""The API of protests over real PostgreSQL: the steps, and what stops them."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from shared.contracts.registration import PlanChanged, RegulationsRebound
from tests.integration.appeals.championship import (
    FILING,
    REJECT,
    UPHOLD,
    Court,
    announced,
    scheduled,
    signed,
    started,
    up_to_the_signature,
    within,
)
from tests.running import RunningService
from tests.unit.appeals.protests import (
    CHAIRMAN,
    CHAMPIONSHIP,
    CHIEF,
    CHNU,
    FILER,
    GAME,
    JUDGE,
    MEMBERS,
    ONORE,
    ORGANIZER,
    OTHER,
    SIGNED,
    STRANGER,
)

PROTESTS = f"/v1/games/{GAME}/protests"
LIST = f"/v1/championships/{CHAMPIONSHIP}/protests"


def problem(answer: Any) -> tuple[int, str]:
    """Return status and code of a problem document."""
    assert answer.headers["content-type"].startswith("application/problem+json"), answer.text
    return answer.status_code, answer.json()["code"]


async def test_a_protest_goes_from_filing_to_ruling(court: Court) -> None:
    """Each step is said in public, and nothing else is."""
    await court.ruled()
    kinds = [event["type"] for event in await court.api.said()]
    assert kinds == ["ProtestFiled", "ProtestAccepted", "CommissionAppointed", "RulingPublished"]
    view = await court.read()
    assert (view["status"], view["published"]["verdict"]) == ("ruled", "uphold")
    assert [vote["dissent"] for vote in view["published"]["votes"]] == [False, False, True]


async def test_a_ruling_that_changes_nothing_closes_the_protest(court: Court) -> None:
    """A rejected protest is closed with its ruling."""
    await court.ruled(REJECT)
    view = await court.read()
    assert (view["status"], view["outcome"], view["published"]["remedy"]) == (
        "closed",
        "ruled",
        {"type": "NoChange"},
    )
    assert [event["type"] for event in await court.api.said()][-3:] == [
        "RulingPublished",
        "RulingApplied",
        "ProtestClosed",
    ]


async def test_a_decline_is_public_with_its_reason(court: Court) -> None:
    """A protest that is not taken up shows why and is closed."""
    await court.file()
    await court.step("decline", {"reason": "No rule was broken."}, by=JUDGE)
    view = await court.read()
    assert (view["status"], view["outcome"], view["decline_reason"]) == (
        "closed",
        "declined",
        "No rule was broken.",
    )


async def test_a_withdrawal_is_an_end(court: Court) -> None:
    """A withdrawn protest stays readable as withdrawn."""
    await court.under_review()
    await court.step("withdrawal", by=FILER)
    assert (await court.read())["outcome"] == "withdrawn"


async def test_draft_and_publication_are_two_acts(court: Court) -> None:
    """Reasons drafted before are published without sending them again."""
    await court.decided()
    await court.step("reasons", {"reasons": "A first draft."}, by=CHAIRMAN)
    await court.step("reasons", {"reasons": "The count was wrong."}, by=CHAIRMAN)
    await court.step("ruling", {}, by=CHAIRMAN)
    assert (await court.read())["published"]["reasons"] == "The count was wrong."


async def test_no_ruling_without_reasons(court: Court) -> None:
    """A ruling without reasons is refused, and nothing of it is kept."""
    await court.decided()
    answer = await court.api.post(
        f"/v1/protests/{court.protest}/ruling", {}, by=CHAIRMAN, version=court.version
    )
    assert problem(answer) == (422, "reason_missing")
    assert (await court.read())["status"] == "under_review"


async def test_a_game_nobody_heard_of(court: Court) -> None:
    """A protest on an unknown game finds no game."""
    answer = await court.api.post(f"/v1/games/{uuid4()}/protests", FILING, by=FILER)
    assert problem(answer) == (404, "unknown_game")


async def test_regulations_that_have_not_arrived(appeals: RunningService) -> None:
    """A game may be heard of before its championship: then filing waits."""
    await appeals.hear(scheduled(), signed())
    assert problem(await appeals.post(PROTESTS, FILING, by=FILER)) == (409, "regulations_not_heard")
    await appeals.hear(announced())
    assert (await appeals.post(PROTESTS, FILING, by=FILER)).status_code == 201


async def test_filing_during_the_game(appeals: RunningService) -> None:
    """A running game takes no protest, and the clause says why."""
    await appeals.hear(announced(), scheduled(), started())
    answer = await appeals.post(PROTESTS, FILING, by=FILER)
    assert problem(answer) == (409, "protest_during_game")
    assert answer.json()["clause"] == "O-PROT-1"


async def test_filing_after_the_window(appeals: RunningService) -> None:
    """The window closes by the clock of the command, and the answer says when it closed."""
    await appeals.hear(*up_to_the_signature(within(5)))
    appeals.later(seconds=1)
    answer = await appeals.post(PROTESTS, FILING, by=FILER)
    assert problem(answer) == (422, "protest_window_closed")
    assert answer.json()["facts"] == {
        "signed_at": "2026-05-24T09:00:00.250000Z",
        "closed_at": "2026-05-24T09:05:00Z",
        "zone": "Asia/Omsk",
    }


async def test_filing_in_the_last_second(appeals: RunningService) -> None:
    """The closing second itself is in time; both times and the venue's zone are kept."""
    await appeals.hear(*up_to_the_signature(within(5)))
    court = Court(appeals)
    await court.file()
    case = (await court.read(by=FILER))["case"]
    assert (case["window_closes_at"], case["zone"]) == ("2026-05-24T09:05:00Z", "Asia/Omsk")


async def test_the_rule_is_demanded_by_the_document(appeals: RunningService) -> None:
    """Under regulations that want the rule named, a protest without it is refused with the clause."""
    await appeals.hear(*up_to_the_signature(CHNU))
    answer = await appeals.post(PROTESTS, FILING | {"rule": None}, by=FILER)
    assert problem(answer) == (422, "rule_not_named")
    assert answer.json()["clause"] == "C-LAW-23"


async def test_who_did_not_play(court: Court) -> None:
    """A judge, an organizer or a stranger cannot file."""
    for person in (JUDGE, ORGANIZER, STRANGER):
        answer = await court.api.post(PROTESTS, FILING, by=person)
        assert problem(answer) == (403, "not_seated_at_the_game")


async def test_the_same_facts_again(court: Court) -> None:
    """The same facts in other words are refused and the first protest is named; other facts are not."""
    first = await court.file()
    again = await court.api.post(PROTESTS, FILING | {"act": "He cheated us!"}, by=FILER)
    assert problem(again) == (409, "same_facts_protested")
    assert again.json()["facts"] == {"protest": first}
    await court.file(rule="O-VOTE-3")
    await court.file(moment={"time": "day", "number": 2})
    await court.file(against=str(OTHER))
    await court.file(by=OTHER)
    listed = (await court.api.get(LIST, game=str(GAME))).json()["protests"]
    assert len(listed) == 5


async def test_two_protests_on_the_same_facts_at_once(court: Court) -> None:
    """Of two filings at one moment exactly one is taken, and the other is refused, not failed."""
    answers = await asyncio.gather(*(court.api.post(PROTESTS, FILING, by=FILER) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


async def test_a_repeated_request_files_once(court: Court) -> None:
    """The same key and body give the same answer once; another body under the key is refused."""
    first = await court.api.post(PROTESTS, FILING, by=FILER, key="k1")
    again = await court.api.post(PROTESTS, FILING, by=FILER, key="k1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    other = await court.api.post(PROTESTS, FILING | {"rule": "O-TIE-1"}, by=FILER, key="k1")
    assert problem(other) == (422, "idempotency_key_reused")
    assert len((await court.api.get(LIST)).json()["protests"]) == 1


STEPS: list[tuple[str, Any]] = [
    ("withdrawal", None),
    ("acceptance", None),
    ("decline", {"reason": "No."}),
    ("commission", {"members": [str(member) for member in MEMBERS]}),
    ("votes", UPHOLD),
    ("reasons", {"reasons": "So."}),
    ("ruling", {"reasons": "So."}),
]


@pytest.mark.parametrize(("step", "body"), STEPS)
async def test_every_step_names_the_version_it_saw(court: Court, step: str, body: Any) -> None:
    """A step without If-Match is refused, one on a stale version too, with the current one."""
    await court.accepted()
    path = f"/v1/protests/{court.protest}/{step}"
    assert problem(await court.api.post(path, body, by=JUDGE)) == (428, "version_required")
    stale = await court.api.post(path, body, by=JUDGE, version=1)
    assert problem(stale) == (412, "stale_version")
    assert (stale.json()["version"], stale.headers["ETag"]) == (2, '"v2"')


@pytest.mark.parametrize(("step", "body"), STEPS)
async def test_every_step_needs_a_protest(court: Court, step: str, body: Any) -> None:
    """A step on an unknown protest finds none."""
    answer = await court.api.post(f"/v1/protests/{uuid4()}/{step}", body, by=CHIEF, version=1)
    assert problem(answer) == (404, "unknown_protest")


@pytest.mark.parametrize(("step", "body"), STEPS)
async def test_no_step_is_for_nobody(court: Court, step: str, body: Any) -> None:
    """Without a token there is no step, and with a reader's token neither."""
    await court.file()
    path = f"/v1/protests/{court.protest}/{step}"
    bare = await court.api.client.post(path, json=body, headers={"Idempotency-Key": "k"})
    assert problem(bare) == (401, "unauthenticated")
    reader = await court.api.post(path, body, by=FILER, scope="federation", version=1)
    assert problem(reader) == (403, "forbidden")


async def test_the_organizer_appoints_with_his_own_token(court: Court) -> None:
    """Where the chief judge is complained of, the organizer names the commission."""
    await court.accepted(against=str(CHIEF))
    await court.step("commission", {"members": [str(m) for m in MEMBERS]}, by=ORGANIZER, scope="organizer")
    assert (await court.read())["members"] == [str(m) for m in MEMBERS]


async def test_a_refusal_says_who_cannot_sit(court: Court) -> None:
    """A conflicted member is named with the reason."""
    await court.accepted()
    answer = await court.api.post(
        f"/v1/protests/{court.protest}/commission",
        {"members": [str(MEMBERS[0]), str(MEMBERS[1]), str(JUDGE)]},
        by=CHIEF,
        version=court.version,
    )
    assert problem(answer) == (422, "member_conflicted")
    assert answer.json()["facts"] == {"person": str(JUDGE), "stake": "complained_of"}
    assert answer.json()["clause"] == "O-PROT-3"


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (PROTESTS, {}),
        (PROTESTS, FILING | {"unknown": 1}),
        (PROTESTS, FILING | {"act": ""}),
        (PROTESTS, FILING | {"act": 7}),
        (PROTESTS, FILING | {"remedy": {"type": "Abracadabra"}}),
        (PROTESTS, FILING | {"remedy": {"type": "AwardWin", "team": "blue"}}),
        (
            PROTESTS,
            FILING | {"remedy": {"type": "AdjustPoints", "player": "x", "points": "1", "reason": "r"}},
        ),
        (PROTESTS, FILING | {"moment": {"time": "noon", "number": 1}}),
        (PROTESTS, FILING | {"evidence": "a\0b"}),
        ("/v1/games/not-a-uuid/protests", FILING),
    ],
)
async def test_malformed_filings(court: Court, path: str, body: Any) -> None:
    """What does not fit the schema is a 4xx problem document, and nothing is kept."""
    answer = await court.api.post(path, body, by=FILER)
    assert problem(answer)[0] in {400, 404}
    assert (await court.api.get(LIST)).json()["protests"] == []


async def test_the_list_comes_in_pages(court: Court) -> None:
    """Protests are listed oldest first, page by page, and by status."""
    filed = [await court.file(rule=f"O-TIE-{n}") for n in range(1, 4)]
    first = await court.api.get(LIST, limit=2)
    assert [row["protest"] for row in first.json()["protests"]] == filed[:2]
    assert first.json()["next"] == filed[1]
    assert f"cursor={filed[1]}" in first.headers["Link"]
    second = await court.api.get(LIST, limit=2, cursor=filed[1])
    assert [row["protest"] for row in second.json()["protests"]] == filed[2:]
    assert (second.json()["next"], "Link" in second.headers) == (None, False)
    await court.step("acceptance", by=JUDGE)
    accepted = await court.api.get(LIST, status="accepted")
    assert [row["protest"] for row in accepted.json()["protests"]] == filed[2:]


@pytest.mark.parametrize("what", ["protests", "rulings"])
async def test_a_championship_nobody_announced(court: Court, what: str) -> None:
    """Lists of an unknown championship find none."""
    answer = await court.api.get(f"/v1/championships/{uuid4()}/{what}")
    assert problem(answer) == (404, "unknown_championship")


async def test_an_unknown_protest(court: Court) -> None:
    """Reading a protest that does not exist finds none."""
    assert problem(await court.api.get(f"/v1/protests/{uuid4()}")) == (404, "unknown_protest")


async def test_an_unchanged_protest_costs_nothing(court: Court) -> None:
    """A reader who has the version is told so."""
    await court.file()
    first = await court.api.get(f"/v1/protests/{court.protest}")
    assert first.headers["ETag"] == '"v1"'
    again = await court.api.client.get(
        f"/v1/protests/{court.protest}", headers={"If-None-Match": first.headers["ETag"]}
    )
    assert again.status_code == 304


async def test_a_conflict_of_interest_that_comes_later(court: Court) -> None:
    """A member whom gameplay then names as a substitute in the game leaves, and nobody votes without him."""
    await court.under_review()
    seats = (*court_players()[:9], MEMBERS[2])
    await court.api.hear(signed(seats=seats))
    view = await court.read()
    assert view["members"] == [str(member) for member in MEMBERS[:2]]
    path = f"/v1/protests/{court.protest}/votes"
    answer = await court.api.post(path, UPHOLD, by=MEMBERS[2], version=view["version"])
    assert problem(answer) == (403, "not_on_the_commission")
    answer = await court.api.post(path, UPHOLD, by=MEMBERS[0], version=view["version"])
    assert problem(answer) == (422, "commission_incomplete")


def court_players() -> tuple[UUID, ...]:
    """Return who sits at the game."""
    return scheduled().seats


async def test_three_votes_at_once_make_one_tally(court: Court) -> None:
    """Members may vote in the same moment: all three votes count, and there is one tally."""
    await court.under_review()
    path = f"/v1/protests/{court.protest}/votes"
    answers = await asyncio.gather(
        *(court.api.post(path, UPHOLD, by=member, version=court.version) for member in (*MEMBERS, *MEMBERS))
    )
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 409, 409, 409]
    assert (await court.read(by=CHAIRMAN))["draft"]["verdict"] == "uphold"
    await court.step("ruling", {"reasons": "So."}, by=CHAIRMAN)
    assert len((await court.read())["published"]["votes"]) == 3


async def test_two_steps_at_once_are_one_step(court: Court) -> None:
    """Accepting and declining in the same moment: one of them happens, the other is stale."""
    await court.file()
    answers = await asyncio.gather(
        court.api.post(f"/v1/protests/{court.protest}/acceptance", by=JUDGE, version=1),
        court.api.post(f"/v1/protests/{court.protest}/decline", {"reason": "No."}, by=JUDGE, version=1),
        court.api.post(f"/v1/protests/{court.protest}/withdrawal", by=FILER, version=1),
    )
    assert sorted(answer.status_code for answer in answers) == [200, 412, 412]


async def test_what_is_changed_on_the_way_holds_for_the_next_protest(appeals: RunningService) -> None:
    """Another hall in another zone, and another version of the regulations, as registration says them."""
    await appeals.hear(*up_to_the_signature())
    before = Court(appeals)
    await before.file(moment={"time": "day", "number": 1})
    plan = announced()
    kyiv = replace(plan.venues[0], city="Kyiv", zone="Europe/Kyiv")
    stricter = replace(ONORE, version=2, protests=replace(ONORE.protests, rule_required=True))
    await appeals.hear(
        PlanChanged(
            championship=CHAMPIONSHIP,
            title=plan.title,
            host_club=plan.host_club,
            venues=(kyiv,),
            stages=plan.stages,
            preliminary_deadline=None,
            final_deadline=None,
            capacity=None,
            waitlist=0,
            changed=("venues",),
            reason="The hall burnt down.",
            changed_at=SIGNED,
        ),
        RegulationsRebound(
            championship=CHAMPIONSHIP, regulations=stricter, digest="0" * 64, reason="So.", rebound_at=SIGNED
        ),
    )
    unnamed = {name: value for name, value in FILING.items() if name != "rule"}
    refused = await appeals.post(f"/v1/games/{GAME}/protests", unnamed, by=FILER)
    assert (refused.status_code, refused.json()["code"]) == (422, "rule_not_named")
    after = Court(appeals)
    await after.file(moment={"time": "day", "number": 2}, rule="3.4")
    assert [(await court.read(by=FILER))["case"]["zone"] for court in (before, after)] == [
        "Asia/Omsk",
        "Europe/Kyiv",
    ]
