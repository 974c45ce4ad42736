"""Cases and complaints about protests that other systems got wrong."""

from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace

from shared.contracts.regulations import Regulations
from tests.integration.appeals.championship import (
    FILING,
    REJECT,
    UPHOLD,
    Court,
    official,
    up_to_the_signature,
    within,
)
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
    OTHER,
)

PROTESTS = f"/v1/games/{GAME}/protests"
RULINGS = f"/v1/championships/{CHAMPIONSHIP}/rulings"


@pytest.fixture
async def appeals(service: Callable[..., Awaitable[RunningService]]) -> RunningService:
    """Give the API of appeals, which has heard nothing."""
    return await service("appeals", now=AT)


@pytest.fixture
async def court(appeals: RunningService) -> Court:
    """Give the steps of a protest on a signed game."""
    await appeals.hear(*up_to_the_signature())
    return Court(appeals)


@pytest.mark.case(69)
async def test_nobody_with_a_stake_decides_at_any_step(court: Court) -> None:
    """A filer who is also chief judge and was named a table judge decides nothing in his own protest (A2)."""
    await court.api.hear(official(FILER, "chief_judge"), official(FILER, "table_judge"))
    await court.file()
    await refused_to_the_filer(court, "acceptance", None)
    await refused_to_the_filer(court, "decline", {"reason": "No."})
    await court.step("acceptance", by=JUDGE)
    await refused_to_the_filer(court, "commission", {"members": [str(m) for m in MEMBERS]})
    await court.step("commission", {"members": [str(m) for m in MEMBERS]}, by=CHIEF)
    await refused_to_the_filer(court, "votes", UPHOLD)
    for member in MEMBERS:
        await court.step("votes", UPHOLD, by=member)
    await refused_to_the_filer(court, "reasons", {"reasons": "I won."})
    await refused_to_the_filer(court, "ruling", {"reasons": "I won."})


async def refused_to_the_filer(court: Court, step: str, body: object) -> None:
    """Expect 403 for the filer."""
    path = f"/v1/protests/{court.protest}/{step}"
    answer = await court.api.post(path, body, by=FILER, version=court.version)
    assert (answer.status_code, answer.json()["code"]) == (403, "stake_in_the_case")


async def test_a_protest_is_never_deleted(court: Court) -> None:
    """Declined, withdrawn and ruled protests stay in the list, and there is no route to delete one (A2)."""
    await court.file(rule="O-TIE-1")
    await court.step("decline", {"reason": "No."}, by=JUDGE)
    await court.file(rule="O-TIE-2")
    await court.step("withdrawal", by=FILER)
    await court.ruled(REJECT)
    listed = (await court.api.get(f"/v1/championships/{CHAMPIONSHIP}/protests")).json()["protests"]
    assert [protest["outcome"] for protest in listed] == ["declined", "withdrawn", "ruled"]
    headers = court.api.bearer(CHIEF, "participant", "organizer", "admin")
    deleted = await court.api.client.delete(f"/v1/protests/{court.protest}", headers=headers)
    assert deleted.status_code == 405


@pytest.mark.case(72)
@pytest.mark.parametrize(("seconds", "status"), [(-1, 201), (0, 201), (1, 422)])
async def test_the_window_closes_to_the_second(appeals: RunningService, seconds: int, status: int) -> None:
    """A second before the end and in the last second a protest is taken, a second later it is not (A5)."""
    await appeals.hear(*up_to_the_signature(within(10)))
    appeals.later(minutes=5, seconds=seconds)
    answer = await appeals.post(PROTESTS, FILING, by=FILER)
    assert answer.status_code == status, answer.text
    if status == 422:
        assert answer.json()["code"] == "protest_window_closed"


@pytest.mark.case(72)
async def test_a_second_protest_on_the_same_facts(court: Court) -> None:
    """What was protested once, and even withdrawn, is not heard again; another player may protest it."""
    await court.file()
    await court.step("withdrawal", by=FILER)
    again = await court.api.post(PROTESTS, FILING | {"act": "Once more."}, by=FILER)
    assert (again.status_code, again.json()["code"]) == (409, "same_facts_protested")
    assert (await court.api.post(PROTESTS, FILING, by=OTHER)).status_code == 201


@pytest.mark.case(72)
async def test_a_point_of_judgement(appeals: RunningService) -> None:
    """Where the document excludes points of judgement they are refused with a code."""
    await appeals.hear(*up_to_the_signature(excluding_judgement()))
    answer = await appeals.post(PROTESTS, FILING | {"ground": "judgement"}, by=FILER)
    assert (answer.status_code, answer.json()["code"]) == (422, "point_of_judgement")
    assert (await appeals.post(PROTESTS, FILING, by=FILER)).status_code == 201


def excluding_judgement() -> Regulations:
    """Return a document that takes no protest against a judge's judgement."""
    return replace(ONORE, protests=replace(ONORE.protests, points_of_judgement="excluded"))


async def test_exactly_one_ruling_counts(court: Court) -> None:
    """A protest has one ruling, under one id, however often its publication is tried (A7)."""
    await court.decided()
    path = f"/v1/protests/{court.protest}/ruling"
    body = {"reasons": "The vote did not count."}
    first = await court.api.post(path, body, by=CHAIRMAN, version=court.version, key="k")
    repeated = await court.api.post(path, body, by=CHAIRMAN, version=court.version, key="k")
    assert first.json() == repeated.json()
    other = await court.api.post(path, body, by=CHAIRMAN, version=first.json()["version"])
    assert (other.status_code, other.json()["code"]) == (409, "ruling_final")
    rulings = (await court.api.get(RULINGS)).json()["rulings"]
    assert [ruling["ruling"] for ruling in rulings] == [first.json()["ruling"]]
    assert (await court.read())["ruling"] == first.json()["ruling"]


async def test_a_vote_is_keyed_by_its_member(court: Court) -> None:
    """Nobody votes over another: a second vote is refused and the first one counts (A9)."""
    await court.under_review()
    await court.step("votes", UPHOLD, by=MEMBERS[0])
    flipped = await court.api.post(
        f"/v1/protests/{court.protest}/votes", REJECT, by=MEMBERS[0], version=court.version
    )
    assert (flipped.status_code, flipped.json()["code"]) == (409, "already_voted")
    await court.step("votes", REJECT, by=MEMBERS[1])
    await court.step("votes", UPHOLD, by=MEMBERS[2])
    await court.step("ruling", {"reasons": "So."}, by=CHAIRMAN)
    votes = (await court.read())["published"]["votes"]
    assert [(vote["member"], vote["verdict"]) for vote in votes] == [
        (str(MEMBERS[0]), "uphold"),
        (str(MEMBERS[1]), "reject"),
        (str(MEMBERS[2]), "uphold"),
    ]


async def test_a_vote_after_the_tally_is_refused(court: Court) -> None:
    """Who votes when the tally is done is refused, and the tally stays what it was (A10)."""
    await court.decided()
    for member in MEMBERS:
        late = await court.api.post(
            f"/v1/protests/{court.protest}/votes", REJECT, by=member, version=court.version
        )
        assert (late.status_code, late.json()["code"]) == (409, "already_voted")
    assert (await court.read(by=CHAIRMAN))["draft"]["verdict"] == "uphold"


async def test_a_draft_ruling_says_nothing_in_public(court: Court) -> None:
    """Neither the tally nor its reasons leave appeals before the ruling is published (C7)."""
    await court.under_review()
    said = await court.api.said()
    shown = await court.read()
    for member in MEMBERS:
        await court.step("votes", UPHOLD, by=member)
    await court.step("reasons", {"reasons": "The vote did not count."}, by=CHAIRMAN)
    assert await court.api.said() == said
    assert await court.read() == shown
    assert (await court.api.get(RULINGS)).json()["rulings"] == []
