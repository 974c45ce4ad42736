"""Draws over the API: published, read, verified by anyone, and nothing before."""

import asyncio
import hashlib
import threading
from datetime import UTC, datetime
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from uuid import UUID, uuid4

import msgspec
import pytest
from msgspec.structs import replace

from deploy.local.drawing_again import DrawUnreadable, drawn_again
from services.registration.domain.draw.algorithms import ALGORITHMS
from services.registration.domain.draw.inputs import DrawInputs
from shared.contracts.appeals import ProtestClosed
from shared.contracts.registration import DrawnTable
from shared.contracts.regulations import shipped
from shared.contracts.scoring import (
    CutAtStake,
    CutTied,
    ProtestAssessed,
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    TieAtCut,
)
from tests.integration.registration.setting_up import (
    ADMIN,
    CLUB,
    ORGANIZER,
    accepted,
    announced,
    created,
    full,
    judges,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

AT = datetime(2026, 5, 24, 18, 0, tzinfo=UTC)


def draw_path(championship: UUID, key: str) -> str:
    """Return the address of a stage's draw."""
    return f"/v1/championships/{championship}/stages/{key}/draw"


async def test_a_draw_is_published_and_verified(registration: RunningService) -> None:
    """Everybody reads the seating with its seed, and anybody has it drawn again."""
    championship = await announced(registration)
    players = await full(registration, championship, 10)
    [judge] = await judges(registration, championship, 1)
    path = draw_path(championship, "tour")
    draw = created(await registration.post(path, {"seed": "4 8 15 16 23 42"}, by=ORGANIZER))
    view = (await registration.get(path)).json()
    assert view["draw"] == str(draw)
    assert (view["algorithm"], view["seed"]) == ("even-1", "4 8 15 16 23 42")
    assert [(t["round"], t["table"], t["judge"]) for t in view["tables"]] == [
        (1, 1, str(judge)),
        (2, 1, str(judge)),
    ]
    assert all(set(t["seats"]) == set(map(str, players)) for t in view["tables"])
    verified = (await registration.get(f"{path}/verification")).json()
    assert verified["reproduced"]
    assert verified["inputs_digest"] == view["inputs_digest"]
    said = (await registration.said())[-1]
    assert said["type"] == "DrawPublished"
    assert said["data"]["tables"] == view["tables"]


async def test_a_search_holds_nobody_up(
    registration: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While a draw is searched for, entries come and go; what is published is for those who then play."""
    began, go_on = threading.Event(), threading.Event()
    search = ALGORITHMS["even-1"]

    def slow(inputs: DrawInputs, seed: str) -> tuple[DrawnTable, ...]:
        began.set()
        assert go_on.wait(60)
        return search(inputs, seed)

    monkeypatch.setitem(ALGORITHMS, "even-1", slow)
    championship = await announced(registration)
    players = await full(registration, championship, 10)
    await judges(registration, championship, 1)
    path = draw_path(championship, "tour")
    drawing = asyncio.create_task(registration.post(path, {}, by=ORGANIZER))
    try:
        assert await asyncio.to_thread(began.wait, 60)
        gone = f"/v1/championships/{championship}/entries/{players[3]}/withdrawal"
        created(await registration.post(gone, by=players[3]), 200)
        late = await accepted(registration, championship, "Late")
    finally:
        go_on.set()
    created(await drawing)
    drawn = set((await registration.get(path)).json()["players"])
    assert drawn == set(map(str, {*players, late} - {players[3]}))


async def test_a_seed_is_made_where_none_is_given(registration: RunningService) -> None:
    """Without a seed one is drawn, and published with the result."""
    championship = await announced(registration)
    await full(registration, championship, 10)
    await judges(registration, championship, 1)
    path = draw_path(championship, "tour")
    created(await registration.post(path, {}, by=ORGANIZER, key="draw"))
    seed = (await registration.get(path)).json()["seed"]
    assert len(seed) == 32
    again = await registration.post(path, {}, by=ORGANIZER, key="draw")
    assert again.status_code == 201
    second = await registration.post(path, {}, by=ORGANIZER)
    assert problem(second) == (409, "draw_already_published")
    assert (await registration.get(path)).json()["seed"] == seed


async def test_a_seed_committed_to_is_hidden_until_the_draw(registration: RunningService) -> None:
    """Only its digest is public before; then anyone checks it, over the API and without it."""
    championship = await announced(registration)
    await full(registration, championship, 10)
    await judges(registration, championship, 1)
    path = draw_path(championship, "tour")
    assert problem(await registration.get(f"{path}/commitment")) == (404, "commitment_unknown")
    created(await registration.post(f"{path}/commitment", None, by=ORGANIZER))
    second = await registration.post(f"{path}/commitment", None, by=ORGANIZER)
    assert problem(second) == (409, "seed_already_committed")
    shown = (await registration.get(f"{path}/commitment")).json()
    said = (await registration.said())[-1]
    assert said["type"] == "SeedCommitted"
    assert said["data"]["commitment"] == shown["commitment"]
    assert "secret" not in said["data"]
    assert problem(await registration.get(path)) == (404, "draw_unknown")
    mine = await registration.post(path, {"seed": "mine"}, by=ORGANIZER)
    assert problem(mine) == (409, "seed_is_committed")
    body = {"public_value": "4 8 15", "public_value_source": "State lottery 1815"}
    created(await registration.post(path, body, by=ORGANIZER))
    view = await registration.get(path)
    revealed = view.json()["revealed"]
    assert hashlib.sha256(revealed["secret"].encode()).hexdigest() == shown["commitment"]
    async with registration.store.engine.connect() as connection:
        kept = await connection.exec_driver_sql("SELECT data FROM es.events WHERE type = 'SeedCommitted'")
        assert revealed["secret"] not in kept.scalar_one()
    verified = (await registration.get(f"{path}/verification")).json()
    assert verified["reproduced"]
    assert verified["commitment_kept"]
    file = Path(mkdtemp()) / "draw.json"
    file.write_bytes(view.content)
    again = drawn_again(str(file))
    assert again.reproduced
    assert f"commitment {shown['commitment']}: kept" in again.lines
    swapped = view.json()
    swapped["tables"][0]["seats"].reverse()
    file.write_bytes(msgspec.json.encode(swapped))
    assert not drawn_again(str(file)).reproduced
    for text in ("[]", "{}", "no draw"):
        file.write_text(text)
        with pytest.raises(DrawUnreadable):
            drawn_again(str(file))
    rmtree(file.parent)


async def test_a_list_that_is_final_is_too_late_for_a_commitment(registration: RunningService) -> None:
    """Whoever knows who plays could try seeds."""
    championship = await announced(registration)
    phase = f"/v1/championships/{championship}/phase"
    assert (await registration.post(phase, {"phase": "list_final"}, by=ORGANIZER)).status_code < 300
    late = await registration.post(f"{draw_path(championship, 'tour')}/commitment", None, by=ORGANIZER)
    assert problem(late) == (409, "commitment_too_late")


async def test_an_unreleased_draw_guessed_by_address_leaks_nothing(registration: RunningService) -> None:
    """Before publication a stage that waits, one that does not exist, and no championship look the same."""
    championship = await announced(registration)
    await full(registration, championship, 10)
    for address in (
        draw_path(championship, "tour"),
        draw_path(championship, "secret"),
        draw_path(uuid4(), "tour"),
    ):
        for path in (address, f"{address}/verification"):
            response = await registration.get(path)
            assert problem(response) == (404, "draw_unknown")
            assert "ETag" not in response.headers


async def test_who_may_not_draw_is_told_so(registration: RunningService) -> None:
    """Players and other organizers hold no draw here; the chief judge does."""
    championship = await announced(registration)
    players = await full(registration, championship, 10)
    await judges(registration, championship, 1)
    path = draw_path(championship, "tour")
    assert problem(await registration.post(path, {}, by=players[0])) == (403, "not_your_draw")
    assert problem(await registration.post(path, {}, by=CLUB, scope="organizer")) == (403, "not_your_draw")
    chief = await registered(registration, "Chief")
    body = {"person": str(chief), "role": "chief_judge"}
    created(await registration.post(f"/v1/championships/{championship}/officials", body, by=ORGANIZER))
    created(await registration.post(path, {}, by=chief))


async def test_what_cannot_be_drawn_is_refused(registration: RunningService) -> None:
    """Too few players or judges, strangers as judges and unknown stages are refused; nothing is published."""
    championship = await announced(registration)
    await full(registration, championship, 9)
    path = draw_path(championship, "tour")
    assert problem(await registration.post(path, {}, by=ORGANIZER)) == (422, "too_few_players")
    await accepted(registration, championship, "Tenth")
    assert problem(await registration.post(path, {}, by=ORGANIZER)) == (422, "too_few_judges")
    stranger = {"judges": [str(uuid4())]}
    assert problem(await registration.post(path, stranger, by=ORGANIZER)) == (422, "judge_not_appointed")
    [judge] = await judges(registration, championship, 1)
    twice = {"judges": [str(judge), str(judge)]}
    assert problem(await registration.post(path, twice, by=ORGANIZER)) == (422, "judge_repeated")
    assert problem(await registration.post(path, {"seed": "\u0007"}, by=ORGANIZER)) == (
        422,
        "text_unacceptable",
    )
    elsewhere = draw_path(championship, "final")
    assert problem(await registration.post(elsewhere, {}, by=ORGANIZER)) == (404, "stage_unknown")
    assert problem(await registration.get(path)) == (404, "draw_unknown")
    created(await registration.post(path, {}, by=ORGANIZER))


@pytest.mark.case(63)
async def test_later_stages_are_drawn_from_what_scoring_said(registration: RunningService) -> None:
    """A second tour has the players of the first; a final waits for its qualifiers, and reserves step in."""
    championship = await announced(
        registration,
        stages=[
            stage("tour-1", 20, 1),
            stage("tour-2", 20, 1, advance=10),
            stage("final", 10, 1, kind="final"),
        ],
    )
    players = await full(registration, championship, 20)
    await judges(registration, championship, 2)
    first, second, final = (draw_path(championship, key) for key in ("tour-1", "tour-2", "final"))
    early = await registration.post(second, {}, by=ORGANIZER)
    assert problem(early) == (409, "previous_stage_not_drawn")
    created(await registration.post(first, {}, by=ORGANIZER))
    created(await registration.post(second, {}, by=ORGANIZER))
    assert set((await registration.get(second)).json()["players"]) == set(map(str, players))

    unnamed = await registration.post(final, {}, by=ORGANIZER)
    assert problem(unnamed) == (409, "qualifiers_not_named")
    assert unnamed.json()["facts"] == {"missing": "tour-2", "closed": False, "ties": []}
    equal = tuple(players[9:12])
    ties = (TieAtCut(group=None, players=equal),)
    await registration.hear(CutTied(championship=championship, stage="tour-2", ties=ties, found_at=AT))
    tied = await registration.post(final, {}, by=ORGANIZER)
    assert tied.json()["facts"]["ties"] == [{"group": None, "players": list(map(str, equal))}]
    assert str(equal[0]) in tied.json()["detail"]
    await registration.hear(CutTied(championship=championship, stage="tour-2", ties=(), found_at=AT))
    await registration.hear(
        StageClosed(championship=championship, stage="tour-2", closed_by=ORGANIZER, closed_at=AT)
    )
    tied = await registration.post(final, {}, by=ORGANIZER)
    assert tied.json()["facts"] == {"missing": "tour-2", "closed": True, "ties": []}
    await registration.hear(
        QualifiersNamed(
            championship=championship,
            stage="tour-2",
            next_stage="final",
            qualifiers=tuple(players[:10]),
            reserves=tuple(players[10:]),
            named_at=AT,
            tied_reserves=(tuple(players[10:12]),),
        )
    )
    gone = f"/v1/championships/{championship}/entries/{players[3]}/withdrawal"
    created(await registration.post(gone, by=players[3]), 200)
    undecided = await registration.post(final, {}, by=ORGANIZER)
    assert problem(undecided) == (409, "reserves_tied")
    assert undecided.json()["facts"]["players"] == list(map(str, players[10:12]))
    await registration.hear(
        QualifiersRenamed(
            championship=championship,
            stage="tour-2",
            next_stage="final",
            qualifiers=tuple(players[:10]),
            reserves=tuple(players[10:]),
            left=(),
            entered=(),
            ways=(),
            tied_reserves=(),
            reason="by a lot",
            renamed_by=ORGANIZER,
            renamed_at=AT,
        )
    )
    created(await registration.post(final, {}, by=ORGANIZER))
    finalists = set((await registration.get(final)).json()["players"])
    assert finalists == set(map(str, [*players[:3], *players[4:11]]))


async def test_a_final_is_judged_by_who_has_the_right(registration: RunningService) -> None:
    """Where judges are accredited, one with the right alone is taken; one without, if named, is refused."""
    document = shipped()["mafgame-2026"]
    strict = replace(document, registration=replace(document.registration, judges_accredited=True))
    championship = await announced(
        registration,
        stages=[stage("final", 10, 1, kind="final")],
        regulations=msgspec.to_builtins(strict),
    )
    await full(registration, championship, 10)
    officials = f"/v1/championships/{championship}/officials"
    people = []
    for rights in (["table"], ["table", "final"]):
        judge = await registered(registration, f"Judge {len(rights)}")
        granted = await registration.client.put(
            f"/v1/people/{judge}/accreditation",
            json={
                "category": "1",
                "rights": rights,
                "valid_from": "2020-01-01T00:00:00Z",
                "valid_until": "2040-01-01T00:00:00Z",
            },
            headers=registration.bearer(ADMIN, "admin"),
        )
        assert granted.status_code == 200
        body = {"person": str(judge), "role": "table_judge"}
        created(await registration.post(officials, body, by=ORGANIZER))
        people.append(str(judge))
    path = draw_path(championship, "final")
    refused = await registration.post(path, {"judges": people}, by=ORGANIZER)
    assert problem(refused) == (422, "no_right_to_judge_final")
    assert refused.json()["facts"] == {"judges": people[:1]}
    created(await registration.post(path, {}, by=ORGANIZER))
    view = (await registration.get(path)).json()
    assert view["judges"] == people[1:]


@pytest.mark.parametrize("closed_first", [False, True])
async def test_an_open_protest_at_the_cut_holds_the_draw(
    registration: RunningService, closed_first: bool
) -> None:
    """The next stage waits for it, is told which, and goes on when it ends, however the news arrive."""
    championship = await announced(
        registration, stages=[stage("tour", 20, 1, advance=10), stage("final", 10, 1, kind="final")]
    )
    players = await full(registration, championship, 20)
    await judges(registration, championship, 2)
    created(await registration.post(draw_path(championship, "tour"), {}, by=ORGANIZER))
    await registration.hear(
        StageClosed(championship=championship, stage="tour", closed_by=ORGANIZER, closed_at=AT)
    )
    await registration.hear(
        QualifiersNamed(
            championship=championship,
            stage="tour",
            next_stage="final",
            qualifiers=tuple(players[:10]),
            reserves=tuple(players[10:]),
            named_at=AT,
        )
    )
    protest = uuid4()
    over = ProtestClosed(championship=championship, protest=protest, closed_at=AT)
    final = draw_path(championship, "final")
    if closed_first:
        await registration.hear(over)
    await registration.hear(
        ProtestAssessed(
            championship=championship,
            protest=protest,
            game=uuid4(),
            materiality="cut",
            points=(),
            places=(),
            cuts=(CutAtStake(stage="tour", players=tuple(players[9:11])),),
            medals=(),
            inputs={},
            assessed_at=AT,
        )
    )
    if not closed_first:
        held = await registration.post(final, {}, by=ORGANIZER)
        assert problem(held) == (409, "cut_disputed")
        assert held.json()["facts"] == {"stage": "tour", "protests": [str(protest)]}
        await registration.hear(over)
    created(await registration.post(final, {}, by=ORGANIZER))


@pytest.mark.case(62)
async def test_a_seating_from_elsewhere_takes_the_place_of_a_draw(registration: RunningService) -> None:
    """It is published whole, or the line that fails is named and nothing is there."""
    championship = await announced(registration)
    players = await full(registration, championship, 10)
    [judge] = await judges(registration, championship, 1)
    path = f"/v1/championships/{championship}/stages/tour/seating"
    first = {"round": 1, "table": 1, "judge": str(judge), "seats": list(map(str, players))}
    second = first | {"round": 2, "seats": [*map(str, players[:9]), str(uuid4())]}
    refused = await registration.post(path, {"tables": [first, second]}, by=ORGANIZER)
    assert problem(refused) == (422, "player_not_in_stage")
    assert refused.json()["facts"] == {"line": 2, "seat": 10}
    assert problem(await registration.get(draw_path(championship, "tour"))) == (404, "draw_unknown")
    second["seats"] = list(map(str, players[::-1]))
    assert problem(await registration.post(path, {"tables": [first, second]}, by=CLUB)) == (
        403,
        "not_an_organizer",
    )
    created(await registration.post(path, {"tables": [second, first]}, by=ORGANIZER))
    view = (await registration.get(draw_path(championship, "tour"))).json()
    assert (view["algorithm"], view["seed"]) == ("imported", "")
    assert [table["seats"] for table in view["tables"]] == [first["seats"], second["seats"]]
    assert (await registration.said())[-1]["data"]["tables"] == view["tables"]
    verification = await registration.get(f"{draw_path(championship, 'tour')}/verification")
    assert problem(verification) == (409, "seating_was_given")


async def test_a_draw_keeps_people_apart_and_is_explained(registration: RunningService) -> None:
    """Pairs and teams never meet; anybody reads whom each meets, zeros included, and sees the picture."""
    championship = await announced(registration, stages=[stage("tour", 20, 2)])
    players = await full(registration, championship, 20)
    await judges(registration, championship, 2)
    path = draw_path(championship, "tour")
    apart = {
        "separations": [[str(players[0]), str(players[1])]],
        "teams": [[str(players[2]), str(players[3])]],
    }
    impossible = {"teams": [[str(one) for one in players[:3]]]}
    assert problem(await registration.post(path, impossible, by=ORGANIZER)) == (
        422,
        "separations_cannot_be_kept",
    )
    created(await registration.post(path, apart, by=ORGANIZER))
    told = (await registration.get(f"{path}/explanation")).json()
    meets = {one["player"]: one["meets"] for one in told["players"]}
    assert meets[str(players[0])][str(players[1])] == meets[str(players[2])][str(players[3])] == 0
    assert all(sum(of_one.values()) == 18 for of_one in meets.values())
    assert told["quality"]["seats"]["repeats"] == 0
    one = (await registration.get(f"{path}/explanation", player=str(players[5]))).json()
    assert [part["player"] for part in one["players"]] == [str(players[5])]
    stranger = await registration.get(f"{path}/explanation", player=str(uuid4()))
    assert problem(stranger) == (422, "player_not_in_stage")
    matrix = (await registration.get(f"{path}/matrix")).json()
    assert [sum(row) for row in matrix["rows"]] == [18] * 20
    picture = await registration.get(f"{path}/matrix.svg")
    assert picture.headers["content-type"].startswith("image/svg+xml")
    assert picture.text.startswith("<svg")
    assert (await registration.get(f"{path}/verification")).json()["reproduced"]
