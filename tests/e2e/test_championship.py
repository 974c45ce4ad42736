"""A championship from the first entry to the last ruling, over four services, through HTTP only."""

import asyncio
from fractions import Fraction
from typing import Any

import pytest

from deploy.local.stack import SERVICES
from deploy.local.verification import verified
from tests.e2e.conftest import Played
from tests.eventually import eventually
from tests.receiving import Call, receiving

pytestmark = pytest.mark.asyncio(loop_scope="session")
EVENTS_BEFORE_KILL = 10


async def test_forty_players_end_in_one_table_with_one_champion(played: Played) -> None:
    """Everyone who entered has a row; the ten finalists played eleven games, the semi-finalists eight."""
    rows = (await played.standings())["rows"]
    assert len(rows) == 40
    assert rows[0]["place"] == 1
    games = sorted((row["games"] for row in rows), reverse=True)
    assert games == [11] * 10 + [8] * 10 + [5] * 20


async def test_each_total_is_the_sum_of_lines_that_name_game_rule_and_event(played: Played) -> None:
    """Every point of every player can be followed to a game, a key of the document and an event."""
    for row in (await played.standings())["rows"]:
        lines = await played.lines(row["player"])
        assert sum((Fraction(line["worth"]) for line in lines), Fraction(0)) == Fraction(row["total"])
        assert all(line["game"] and line["key"] and line["event"] for line in lines)


async def test_the_final_counts_one_and_a_half_times(played: Played) -> None:
    """Lines of the final carry the coefficient 1.5, all others 1."""
    rows = (await played.standings())["rows"]
    lines = [line for row in rows[:10] for line in await played.lines(row["player"])]
    assert {(line["stage"] == "final", line["coefficient"]) for line in lines} == {
        (True, "1.5"),
        (False, "1"),
    }


async def test_one_protest_was_rejected_and_one_upheld_and_says_what_it_changed(played: Played) -> None:
    """The rejected one changed nothing; the upheld one names places and points before and after."""
    rulings = {ruling["verdict"]: ruling for ruling in await played.rulings()}
    assert set(rulings) == {"uphold", "reject"}
    assert rulings["reject"]["changes"] == []
    assert rulings["uphold"]["changes"]
    assert all(ruling["applied_at"] and ruling["conflict"] is None for ruling in rulings.values())
    assert sum(vote["dissent"] for vote in rulings["uphold"]["votes"]) == 1


async def test_nothing_reopens_a_ruling(played: Played) -> None:
    """No command of the appeals service is taken on a closed protest."""
    document = await played.front.get("/appeals/schema/openapi.json")
    commands = [
        path for path, item in document["paths"].items() if "post" in item and "/protests/{protest}" in path
    ]
    assert len(commands) >= 7
    bodies: dict[str, Any] = {
        "decline": {"reason": "again"},
        "commission": {"members": [str(played.going.member.id)]},
        "votes": {"verdict": "uphold", "remedy": {"type": "AnnulGame"}},
        "reasons": {"reasons": "again"},
        "ruling": {"reasons": "again"},
        "contest": {"reason": "again"},
        "consents": {"member": str(played.going.member.id)},
        "objections": {"member": str(played.going.member.id), "reason": "again"},
        "decision": {"member": str(played.going.member.id), "upheld": True, "reason": "again"},
        "recusal": {"reason": "again"},
        "replacement": {"member": str(played.going.member.id), "reason": "again"},
        "statements": {"text": "again"},
        "questions": {"to": "filer", "text": "again"},
        "answers": {"question": 1, "text": "again"},
        "evidence": {"text": "again"},
    }
    for protest in played.going.protests:
        version = (await played.front.get(f"/appeals/v1/protests/{protest}"))["version"]
        for path in commands:
            last = path.rpartition("/")[2]
            query = "?name=again.pdf&text=again" if last == "files" else ""
            with pytest.raises(Exception, match=r": (403|409|422) "):
                await played.going.member.command(
                    "/appeals" + path.replace("{protest}", str(protest)) + query,
                    bodies.get(last),
                    key="again",
                    version=version,
                )


async def test_the_stores_and_streams_keep_their_promises(played: Played) -> None:
    """After all that I2 to I7 hold in all four services; the test server has no fsync, which I1 says."""
    findings = await verified(played.stack.folder)
    assert [f for f in findings if f.wrong and f.invariant != "I1"] == []
    assert {f.service for f in findings} == {"registration", "gameplay", "scoring", "appeals"}
    assert all(f.checked > 0 for f in findings if f.invariant in {"I2", "I3", "I4", "I7"})


async def said_by(played: Played, service: str) -> list[str]:
    """Return the ids of everything a service ever said, in order, from its feed."""
    ids: list[str] = []
    while True:
        page = await played.front.get(f"/{service}/v1/events", after=len(ids))
        ids += [one["event"]["id"] for one in page["events"]]
        if len(ids) == page["head"]:
            return ids


async def test_a_federation_is_told_all_of_it_though_every_relay_is_killed(played: Played) -> None:
    """Each service's webhook gets every event in order, at least once, under the id that makes it once."""
    federation, told = played.going.federation, dict[str, list[str]]()
    loop = asyncio.get_running_loop()

    def answer(call: Call) -> tuple[int, dict[str, str]]:
        service = call.event["source"].strip("/")
        ids = told.setdefault(service, [])
        ids.append(call.headers["webhook-id"])
        if len(ids) == EVENTS_BEFORE_KILL:
            loop.call_soon_threadsafe(played.stack.kill, f"{service}-relay")
        return 204, {}

    with receiving() as receiver:
        receiver.answer = answer
        webhooks = {}
        for service in SERVICES:
            body = {"url": receiver.url, "after": 0}
            made = await federation.command(f"/{service}/v1/webhooks", body, key=f"webhook {service}")
            webhooks[service] = f"/{service}/v1/webhooks/{made['id']}"

        async def all_told() -> bool:
            views = [await federation.get(path) for path in webhooks.values()]
            return all(view["told"] == view["head"] for view in views)

        await eventually(all_told, "the end of every feed")
        for service in SERVICES:
            said = await said_by(played, service)
            assert list(dict.fromkeys(told[service])) == said
            assert len(told[service]) > EVENTS_BEFORE_KILL
