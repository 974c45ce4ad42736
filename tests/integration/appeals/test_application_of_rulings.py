"""What became of a ruling: policies over real PostgreSQL, exactly once in whatever order answers come."""

import json
from itertools import permutations
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import UnknownRuling
from shared.contracts.gameplay import GameAnnulled, GameReinstated, ResultAmended, RulingNotApplicable
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import PlayerDisqualified, PlayerSuspended, RulingNotCarriedOut
from shared.contracts.scoring import ChangesReleased, Crossing, Medal, PlaceChange, StandingsChanged
from tests.integration.appeals.championship import Court, result, up_to_the_signature
from tests.running import RunningService
from tests.unit.appeals.protests import AT, CHAMPIONSHIP, CHANGE, CHIEF, FILER, GAME, ONORE, OTHER, STRANGER

RULINGS = f"/v1/championships/{CHAMPIONSHIP}/rulings"
AWARD = {"verdict": "uphold", "remedy": {"type": "AwardWin", "team": "black"}}
POINTS = {
    "verdict": "uphold",
    "remedy": {"type": "AdjustPoints", "player": str(OTHER), "points": "-1", "reason": "He looked."},
}


def annulled(ruling: UUID | None) -> GameAnnulled:
    """Return gameplay's word that the game is annulled."""
    return GameAnnulled(championship=CHAMPIONSHIP, game=GAME, reason="So.", ruling=ruling, annulled_at=AT)


def amended(ruling: UUID | None) -> ResultAmended:
    """Return gameplay's word that the result is amended."""
    return ResultAmended(
        championship=CHAMPIONSHIP, game=GAME, result=result(), reason="So.", ruling=ruling, amended_at=AT
    )


def not_applicable(ruling: UUID) -> RulingNotApplicable:
    """Return gameplay's word that it could not."""
    return RulingNotApplicable(
        championship=CHAMPIONSHIP,
        game=GAME,
        ruling=ruling,
        conflict="game_annulled",
        detail="By ruling 7.",
        found_at=AT,
    )


CUTS = (Crossing(stage="semi", enter=(OTHER,), leave=(FILER,), tied=()),)
MEDALS = (Medal(player=OTHER, before=None, after=3),)


def standings(
    ruling: UUID | None, changes: tuple[PlaceChange, ...] = (CHANGE,), revision: int = 17
) -> StandingsChanged:
    """Return scoring's word."""
    return StandingsChanged(
        championship=CHAMPIONSHIP,
        revision=revision,
        checksum="c",
        inputs={"gameplay": 3},
        ruling=ruling,
        changes=changes,
        changed_at=AT,
        cuts=CUTS if changes else (),
        medals=MEDALS if changes else (),
    )


REMOVAL = {"type": "RemovePlayer", "player": str(OTHER), "reason": "He insulted the judge."}
SUSPENSION = REMOVAL | {"type": "SuspendPlayer", "until": "2030-01-01"}


def suspended(ruling: UUID | None, player: UUID = OTHER, only_in: UUID | None = None) -> PlayerSuspended:
    """Return registration's word that a player is suspended."""
    return PlayerSuspended(
        player=player,
        suspension=uuid4(),
        capacity="player",
        only_in=only_in,
        until=None,
        suspended_at=AT,
        ruling=ruling,
    )


def removed(ruling: UUID | None) -> PlayerDisqualified:
    """Return registration's word that the player is out."""
    return PlayerDisqualified(
        championship=CHAMPIONSHIP, player=OTHER, clause=None, disqualified_at=AT, ruling=ruling
    )


def not_carried_out(ruling: UUID) -> RulingNotCarriedOut:
    """Return registration's word that it could not."""
    return RulingNotCarriedOut(
        championship=CHAMPIONSHIP,
        player=OTHER,
        ruling=ruling,
        conflict="player_withdrawn",
        detail="He has withdrawn.",
        found_at=AT,
    )


async def applied(court: Court) -> list[dict[str, Any]]:
    """Return what was said of applications and ends."""
    return [e for e in await court.api.said() if e["type"] in {"RulingApplied", "ProtestClosed"}]


async def test_an_annulment_is_applied_when_both_have_answered(court: Court) -> None:
    """The game is annulled and the standings recomputed: the protest closes with what it changed."""
    ruling = (await court.ruled()).ruling
    await court.api.hear(annulled(ruling))
    assert await applied(court) == []
    assert (await court.read())["status"] == "ruled"
    await court.api.hear(standings(ruling))
    done, closed = await applied(court)
    assert (done["data"]["revision"], done["data"]["conflict"]) == (17, None)
    assert closed["data"]["outcome"] == "ruled"
    view = await court.read()
    assert (view["status"], view["published"]["changes"]) == (
        "closed",
        [
            {
                "player": str(OTHER),
                "nick": "P2",
                "points_before": "4",
                "points_after": "0",
                "place_before": 1,
                "place_after": 9,
            }
        ],
    )


async def test_under_a_freeze_a_ruling_is_applied_and_its_effect_shown_at_the_release(court: Court) -> None:
    """Nobody waits for the release; nothing that is read or said tells places before it."""
    ruling = (await court.ruled()).ruling
    await court.api.hear(annulled(ruling), replace(standings(ruling, ()), checksum="", withheld=True))
    done, closed = await applied(court)
    assert (done["data"]["changes"], done["data"]["withheld"]) == ([], True)
    assert closed["data"]["outcome"] == "ruled"
    published = (await court.read())["published"]
    assert (published["changes"], published["changes_withheld"]) == ([], True)
    await court.api.hear(
        ChangesReleased(
            championship=CHAMPIONSHIP,
            revision=17,
            checksum="c",
            ruling=ruling,
            changes=(CHANGE,),
            changed_at=AT,
            released_at=AT,
        )
    )
    published = (await court.read())["published"]
    assert ([one["place_after"] for one in published["changes"]], published["changes_withheld"]) == (
        [9],
        False,
    )
    last = (await court.api.said())[-1]
    assert (last["type"], last["data"]["ruling"]) == ("RulingEffectReleased", str(ruling))
    assert len(last["data"]["changes"]) == 1


async def test_a_win_is_applied_in_the_other_order(court: Court) -> None:
    """Scoring may be heard before gameplay: the end is the same."""
    ruling = (await court.ruled(AWARD)).ruling
    await court.api.hear(standings(ruling))
    assert await applied(court) == []
    await court.api.hear(amended(ruling))
    assert [event["type"] for event in await applied(court)] == ["RulingApplied", "ProtestClosed"]


async def test_points_await_scoring_only(court: Court) -> None:
    """A ruling on points is applied with the standings."""
    ruling = (await court.ruled(POINTS)).ruling
    await court.api.hear(standings(ruling))
    assert [event["type"] for event in await applied(court)] == ["RulingApplied", "ProtestClosed"]


async def test_a_conflict_is_shown(court: Court) -> None:
    """What could not be carried out stays readable with its code, and is said with the application."""
    ruling = (await court.ruled()).ruling
    assert ruling is not None
    await court.api.hear(not_applicable(ruling), standings(ruling, ()))
    done, _closed = await applied(court)
    assert (done["data"]["conflict"], done["data"]["changes"]) == ("game_annulled", [])
    listed = (await court.api.get(RULINGS)).json()["rulings"]
    assert listed[0]["conflict"]["code"] == "game_annulled"
    assert (await court.read(by=CHIEF))["published"]["conflict"]["detail"] == "By ruling 7."


async def test_changes_without_a_ruling_are_nobodys_protest(court: Court) -> None:
    """Ordinary corrections and revisions leave every protest alone."""
    await court.ruled()
    said = await court.api.said()
    await court.api.hear(amended(None), annulled(None), standings(None))
    assert await court.api.said() == said


async def test_a_ruling_of_nobody_halts_the_hearing(court: Court) -> None:
    """An answer to a ruling that was never published here is not passed over."""
    await court.ruled()
    with pytest.raises(UnknownRuling):
        await court.api.hear(standings(uuid4()))


@pytest.mark.parametrize("conflict", [False, True])
@pytest.mark.parametrize("order", list(permutations(range(3))))
async def test_every_order_and_repetition_applies_once(
    court: Court, conflict: bool, order: tuple[int, ...]
) -> None:
    """Answers in any order, with a later revision between, each delivered twice: one application."""
    ruling = (await court.ruled()).ruling
    assert ruling is not None
    changes = () if conflict else (CHANGE,)
    answers: tuple[PublicEvent, ...] = (
        not_applicable(ruling) if conflict else annulled(ruling),
        standings(ruling, changes),
        standings(None, (), revision=18),
    )
    heard: dict[str, int] = {"gameplay": 2, "scoring": 0}
    for index in order:
        await court.api.hear(answers[index])
        source = type(answers[index]).__module__.rpartition(".")[2]
        heard[source] += 1
        await court.api.hear_again(source, heard[source])
    done, closed = await applied(court)
    assert done["data"] | {"applied_at": None} == {
        "type": "RulingApplied",
        "championship": str(CHAMPIONSHIP),
        "protest": court.protest,
        "ruling": str(ruling),
        "revision": 17,
        "changes": done["data"]["changes"],
        "conflict": "game_annulled" if conflict else None,
        "applied_at": None,
        "withheld": False,
        "cuts": [] if conflict else json.loads(msgspec.json.encode(CUTS)),
        "medals": [] if conflict else json.loads(msgspec.json.encode(MEDALS)),
    }
    assert len(done["data"]["changes"]) == len(changes)
    assert closed["data"]["protest"] == court.protest
    view = await court.read()
    assert (view["status"], view["version"]) == ("closed", 8)


async def test_rulings_are_public_with_reasons_and_votes(court: Court) -> None:
    """Anybody reads the rulings of a championship, page by page, with named votes and dissents."""
    first = (await court.ruled()).ruling
    second = (await court.ruled(POINTS, rule="O-TIE-1")).ruling
    page = (await court.api.get(RULINGS, limit=1)).json()
    assert [ruling["ruling"] for ruling in page["rulings"]] == [str(first)]
    ruling = page["rulings"][0]
    assert (ruling["rule"], ruling["reasons"], ruling["applied_at"]) == (
        "O-VOTE-1",
        "The vote did not count.",
        None,
    )
    assert [(vote["verdict"], vote["dissent"]) for vote in ruling["votes"]] == [
        ("uphold", False),
        ("uphold", False),
        ("reject", True),
    ]
    rest = (await court.api.get(RULINGS, cursor=page["next"])).json()
    assert [ruling["ruling"] for ruling in rest["rulings"]] == [str(second)]


async def test_a_removal_is_applied_when_registration_and_scoring_have_answered(court: Court) -> None:
    """The suspension that comes with it is no answer yet; a disqualification by officials is none at all."""
    ruling = (await court.ruled({"verdict": "uphold", "remedy": REMOVAL})).ruling
    await court.api.hear(suspended(ruling, only_in=CHAMPIONSHIP), removed(None), standings(ruling))
    assert await applied(court) == []
    await court.api.hear(removed(ruling), removed(ruling))
    done, closed = await applied(court)
    assert (done["data"]["revision"], done["data"]["conflict"]) == (17, None)
    assert closed["data"]["outcome"] == "ruled"


async def test_what_registration_cannot_do_comes_back_to_the_chief_judge(court: Court) -> None:
    """The conflict is in his inbox and with the published ruling."""
    ruling = (await court.ruled({"verdict": "uphold", "remedy": REMOVAL})).ruling
    assert ruling is not None
    await court.api.hear(not_carried_out(ruling), standings(ruling, ()))
    done, _ = await applied(court)
    assert done["data"]["conflict"] == "player_withdrawn"
    inbox = (await court.api.get("/v1/inbox", by=CHIEF)).json()
    assert [item["awaits"] for item in inbox["items"]] == ["conflict"]


async def test_a_suspension_is_applied_when_registration_has_answered(court: Court) -> None:
    """It changes no table, so scoring is not asked."""
    ruling = (await court.ruled({"verdict": "uphold", "remedy": SUSPENSION})).ruling
    await court.api.hear(suspended(ruling))
    done, _ = await applied(court)
    assert (done["data"]["revision"], done["data"]["changes"]) == (None, [])


async def test_a_higher_body_rules_in_the_place_of_the_commission(appeals: RunningService) -> None:
    """Both rulings stay readable and say which one is current; who undoes the old one is waited for."""
    document = replace(ONORE, protests=replace(ONORE.protests, higher_body="Board of the federation"))
    await appeals.hear(*up_to_the_signature(document))
    court = Court(appeals)
    old = (await court.ruled()).ruling
    await appeals.hear(annulled(old), standings(old))
    path = f"/v1/rulings/{old}/superseding"
    body = {"verdict": "reject", "reasons": "The recording was another game's."}
    refused = await appeals.post(path, body, by=CHIEF, scope="organizer")
    assert refused.status_code == 403
    made = await appeals.post(path, body, by=STRANGER, scope="admin")
    assert made.status_code == 201, made.text
    new, place = made.json()["ruling"], made.json()["id"]
    again = await appeals.post(path, body, by=STRANGER, scope="admin")
    assert again.json()["code"] == "already_superseded"
    back = GameReinstated(
        championship=CHAMPIONSHIP, game=GAME, reason="So.", ruling=UUID(new), reinstated_at=AT
    )
    cited = replace(back, ruling=uuid4())
    await appeals.hear(cited, back, standings(UUID(new), revision=18))
    shown = {one["ruling"]: one for one in (await appeals.get(RULINGS)).json()["rulings"]}
    assert (shown[str(old)]["superseded_by"], shown[new]["superseded_by"]) == (new, None)
    assert (shown[new]["supersedes"], shown[new]["body"]) == (str(old), "Board of the federation")
    assert shown[new]["revision"] == 18
    assert (await appeals.get(f"/v1/protests/{place}")).json()["status"] == "closed"
    assert (await court.read())["status"] == "closed"
    assert new in (await appeals.get(f"/v1/rulings/{old}/text")).text
    printed = await appeals.get(f"/v1/rulings/{new}/text")
    assert "In the place of ruling" in printed.text


async def test_what_a_ruling_changed_is_shown_and_printed(court: Court) -> None:
    """Points, place, cut and medal before and after: with the ruling, in its document, beside its digest."""
    ruling = (await court.ruled()).ruling
    assert ruling is not None
    path = f"/v1/rulings/{ruling}"
    before = (await court.api.get(f"{path}/document")).json()
    assert before.get("effect") is None
    await court.api.hear(annulled(ruling), standings(ruling))
    shown = (await court.api.get(path)).json()
    assert [one["stage"] for one in shown["cuts"]] == ["semi"]
    assert [(one["before"], one["after"]) for one in shown["medals"]] == [(None, 3)]
    after = (await court.api.get(f"{path}/document")).json()
    assert (after["digest"], after["content"]) == (before["digest"], before["content"])
    (cut,) = after["effect"]["cuts"]
    text = (await court.api.get(f"{path}/text")).text
    assert f"Cut of stage semi: in: {cut['enter'][0]}" in text
    assert "medal — → 3" in text
    hidden = (await court.api.get(f"{path}/document", names="hidden")).json()["effect"]
    assert all(one["player"].startswith("#") for one in hidden["changes"] + hidden["medals"])
