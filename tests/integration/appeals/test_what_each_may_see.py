"""What each reader sees of a protest, and that nobody sees anything of a sealed vote."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

import pytest

from tests.integration.appeals.championship import FILING, REJECT, UPHOLD, Court, official
from tests.unit.appeals.protests import (
    CHAIRMAN,
    CHAMPIONSHIP,
    CHIEF,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    STRANGER,
    person,
)

EVERYBODY = (None, FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER, *MEMBERS)
LISTS = (f"/v1/championships/{CHAMPIONSHIP}/protests", f"/v1/championships/{CHAMPIONSHIP}/rulings")


async def seen(court: Court, readers: Sequence[UUID | None] = EVERYBODY) -> dict[Any, Any]:
    """Return all that can be read of the protest by these readers, bodies and headers."""
    found: dict[Any, Any] = {}
    for reader in readers:
        for path in (f"/v1/protests/{court.protest}", *LISTS, "/v1/events"):
            answer = await court.api.get(path, by=reader)
            found[reader, path] = (answer.status_code, answer.json(), answer.headers.get("ETag"))
    return found


async def test_the_parties_and_officials_know_the_case(court: Court) -> None:
    """The filer, who is complained of, the game's judge, the commission and the officials read the case."""
    await court.under_review(against=str(OTHER))
    for reader in (FILER, OTHER, JUDGE, CHIEF, ORGANIZER, *MEMBERS):
        case = (await court.read(by=reader))["case"]
        assert (case["filer"], case["act"]["text"], case["evidence"]) == (
            str(FILER),
            FILING["act"],
            FILING["evidence"],
        )


async def test_others_know_how_far_it_is_only(court: Court) -> None:
    """Another player, another table's judge, a stranger and nobody see neither the filer nor his words."""
    await court.under_review()
    await court.api.hear(official(person(77), "table_judge"))
    for reader in (None, OTHER, STRANGER, person(77)):
        answer = await court.api.get(f"/v1/protests/{court.protest}", by=reader)
        assert answer.json()["case"] is None
        assert answer.json()["status"] == "under_review"
        for secret in (str(FILER), FILING["act"], FILING["evidence"]):
            assert str(secret) not in answer.text
        assert answer.headers["Vary"] == "Authorization"


async def test_lists_and_feed_never_name_the_filer(court: Court) -> None:
    """The public lists and the feed of a whole course do not know the filer."""
    await court.ruled()
    for path in (*LISTS, "/v1/events"):
        answer = await court.api.get(path, by=CHIEF)
        assert str(FILER) not in answer.text
        assert str(FILING["act"]) not in answer.text


async def test_no_read_tells_of_a_vote(court: Court) -> None:
    """Whatever is voted, everybody but the chairman reads what he read before the first vote."""
    await court.under_review()
    others = [reader for reader in EVERYBODY if reader != CHAIRMAN]
    before = await seen(court, others)
    chairman = await seen(court, [CHAIRMAN])
    for member, vote in zip(reversed(MEMBERS), (REJECT, UPHOLD, UPHOLD), strict=True):
        assert await seen(court, [CHAIRMAN]) == chairman
        await court.step("votes", vote, by=member)
        assert await seen(court, others) == before
    await court.step("reasons", {"reasons": "A draft."}, by=CHAIRMAN)
    assert await seen(court, others) == before


async def test_no_answer_to_a_vote_tells_of_others(court: Court) -> None:
    """Each member is answered alike: version, position and ETag do not tell who voted before."""
    await court.under_review()
    answers = [
        await court.step("votes", vote, by=m)
        for m, vote in zip(MEMBERS, (UPHOLD, UPHOLD, REJECT), strict=True)
    ]
    assert len({answer.text for answer in answers}) == 1
    assert len({(answer.headers["ETag"], answer.headers["Position"]) for answer in answers}) == 1


async def test_a_version_read_before_the_votes_serves_after_them(court: Court) -> None:
    """Members vote on the version they read, however many have voted meanwhile."""
    await court.under_review()
    version = court.version
    for member in MEMBERS:
        court.version = version
        await court.step("votes", UPHOLD, by=member)
    assert court.version == version


@pytest.mark.parametrize("votes", [0, 1, 2, 3])
async def test_no_refusal_tells_of_a_vote(court: Court, votes: int) -> None:
    """Strangers, parties and officials are refused in the same words, whatever was voted."""
    await court.under_review()
    for member in MEMBERS[:votes]:
        await court.step("votes", UPHOLD, by=member)
    refused = []
    for step, body in (
        ("acceptance", None),
        ("decline", {"reason": "No."}),
        ("commission", {"members": [str(m) for m in MEMBERS]}),
        ("votes", UPHOLD),
        ("reasons", {"reasons": "So."}),
        ("ruling", {"reasons": "So."}),
    ):
        for reader in (FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER):
            answer = await court.api.post(
                f"/v1/protests/{court.protest}/{step}", body, by=reader, version=court.version
            )
            assert answer.status_code in {403, 409}, answer.text
            refused.append(answer.json()["code"])
    assert refused == [
        *["stake_in_the_case", *["not_the_games_judge"], "step_not_open", *["not_the_games_judge"] * 3],
        *["stake_in_the_case", *["not_the_games_judge"], "step_not_open", *["not_the_games_judge"] * 3],
        *["stake_in_the_case"] * 3,
        *["step_not_open", "not_the_appointer", "not_the_appointer"],
        *["stake_in_the_case", *["not_on_the_commission"] * 5],
        *["stake_in_the_case", *["not_the_chairman"] * 5],
        *["stake_in_the_case", *["not_the_chairman"] * 5],
    ]


async def test_a_second_vote_is_refused_before_and_after_the_tally(court: Court) -> None:
    """A member who votes again gets 409, in the same words before and after the tally (A9, A10)."""
    await court.under_review()
    again = []
    for member in MEMBERS:
        await court.step("votes", UPHOLD, by=member)
        answer = await court.api.post(
            f"/v1/protests/{court.protest}/votes", REJECT, by=MEMBERS[0], version=court.version
        )
        again.append((answer.status_code, answer.text))
    assert again[0][0] == 409
    assert len(set(again)) == 1


async def test_the_chairman_reads_the_draft(court: Court) -> None:
    """With the last vote the chairman, and he alone, reads what was decided, and can write the ruling."""
    await court.decided()
    held = {"If-None-Match": f'"v{court.version}"'} | court.api.bearer(CHAIRMAN, "participant")
    answer = await court.api.client.get(f"/v1/protests/{court.protest}", headers=held)
    assert answer.status_code == 200
    assert answer.json()["draft"] == {
        "verdict": "uphold",
        "remedy": {"type": "AnnulGame"},
        "in_part": False,
        "warn": False,
        "reasons": None,
        "grounds": None,
    }
    await court.step("reasons", {"reasons": "A draft."}, by=CHAIRMAN)
    assert (await court.read(by=CHAIRMAN))["draft"]["reasons"] == "A draft."
    for reader in EVERYBODY:
        if reader != CHAIRMAN:
            assert (await court.read(by=reader))["draft"] is None
    await court.step("ruling", {}, by=CHAIRMAN)
    assert (await court.read(by=CHAIRMAN))["draft"] is None


async def test_votes_of_a_withdrawn_protest_stay_sealed(court: Court) -> None:
    """A protest withdrawn while the commission votes never shows what was cast."""
    await court.under_review()
    await court.step("votes", UPHOLD, by=MEMBERS[1])
    await court.step("withdrawal", by=FILER)
    view = await court.read(by=CHIEF)
    assert (view["outcome"], view["published"], view["draft"], view["version"]) == (
        "withdrawn",
        None,
        None,
        5,
    )
    assert [event["type"] for event in await court.api.said()][-1] == "ProtestClosed"
