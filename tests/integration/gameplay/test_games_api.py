"""Gameplay's API over real PostgreSQL: from the draw to the signed protocol."""

import base64
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from shared.contracts.registration import DrawnTable
from tests.integration.gameplay.championship import (
    CHIEF_JUDGE,
    ORGANIZER,
    OTHER_GAME,
    OTHER_JUDGE,
    OTHER_PLAYERS,
    announced,
    body,
    chief_judge,
    draw,
    drawn,
    entry,
    signed,
)
from tests.running import RunningService
from tests.unit.gameplay.tables import (
    CHAMPIONSHIP,
    GAME,
    JUDGE,
    PLAYERS,
    STRANGER,
    award,
    move,
    result,
    seats,
)

Start = Callable[..., Awaitable[RunningService]]
PATH = f"/v1/games/{GAME}"
GAMES = f"/v1/championships/{CHAMPIONSHIP}/games"


@pytest.fixture
async def api(service: Start) -> RunningService:
    """Give gameplay with a drawn stage."""
    return await drawn(await service("gameplay"))


def codes(answer: Any) -> tuple[int, str]:
    """Return status and code of a problem document."""
    assert answer.headers["content-type"].startswith("application/problem+json")
    return answer.status_code, answer.json()["code"]


async def test_a_published_draw_schedules_all_its_games(api: RunningService) -> None:
    """Both games of the draw are listed in its order, with seats, judge and the rules that bind them."""
    listed = (await api.get(GAMES)).json()
    assert [game["game"] for game in listed["games"]] == [str(GAME), str(OTHER_GAME)]
    first = listed["games"][0]
    assert first["seats"] == [str(player) for player in PLAYERS]
    assert (first["judge"], first["status"], first["version"]) == (str(JUDGE), "scheduled", 1)
    assert (first["regulations"], first["regulations_version"]) == ("onore-2014", 1)
    assert [event["type"] for event in await api.said()] == ["GameScheduled", "GameScheduled"]


async def test_hearing_a_draw_again_schedules_nothing(api: RunningService) -> None:
    """A draw delivered twice, or published again unchanged, leads to no second game."""
    await api.hear_again("registration", 3)
    await api.hear(draw())
    assert len(await api.said()) == 2


async def test_a_game_goes_from_start_to_signature(api: RunningService) -> None:
    """The judge starts, enters and signs; each answer carries version, ETag and position."""
    started = await api.post(f"{PATH}/start", by=JUDGE)
    assert (started.status_code, started.json()["version"]) == (200, 2)
    assert started.headers["ETag"] == '"v2"'
    entered = await api.post(f"{PATH}/summary", body(result(best_move=move(5, 1, 2, 9))), by=JUDGE, version=2)
    assert (entered.status_code, entered.json()["version"]) == (200, 4)
    signature = await api.post(f"{PATH}/signature", by=JUDGE, version=4)
    assert (signature.status_code, signature.json()["version"]) == (200, 5)
    view = (await api.get(PATH, min=signature.json()["position"])).json()
    assert (view["status"], view["result"]["winner"], view["result"]["first_killed"]) == (
        "signed",
        "black",
        5,
    )
    said = await api.said()
    assert [event["type"] for event in said[2:]] == ["GameStarted", "GameEnded", "ProtocolSigned"]
    assert said[-1]["data"]["result"] == view["result"]


async def test_an_entered_summary_is_replaced_before_the_signature(api: RunningService) -> None:
    """The second summary takes the place of the first, which nobody saw."""
    await api.post(f"{PATH}/start", by=JUDGE)
    await api.post(f"{PATH}/summary", body(result("red")), by=JUDGE, version=2)
    again = await api.post(f"{PATH}/summary", body(result("black")), by=JUDGE, version=4)
    assert again.json()["version"] == 5
    protocol = (await api.get(f"{PATH}/protocol", by=JUDGE)).json()
    assert (protocol["result"]["winner"], protocol["signed_at"], protocol["version"]) == ("black", None, 5)


@pytest.mark.case(75)
async def test_a_save_retried_is_one_save(api: RunningService) -> None:
    """The same key and summary give the same answer once; another summary under the key is refused."""
    await api.post(f"{PATH}/start", by=JUDGE)
    key = str(uuid4())
    first = await api.post(f"{PATH}/summary", body(result("red")), by=JUDGE, version=2, key=key)
    second = await api.post(f"{PATH}/summary", body(result("red")), by=JUDGE, version=2, key=key)
    assert (first.status_code, second.status_code) == (200, 200)
    assert second.json() == first.json()
    assert second.headers["Idempotency-Replayed"] == "true"
    other = await api.post(f"{PATH}/summary", body(result("black")), by=JUDGE, version=2, key=key)
    assert codes(other) == (422, "idempotency_key_reused")
    assert (await api.get(PATH)).json()["version"] == 4


@pytest.mark.case(76)
async def test_of_two_tabs_the_second_is_told_the_current_version(api: RunningService) -> None:
    """A summary or signature on a version that is past is refused with the version that is."""
    await api.post(f"{PATH}/start", by=JUDGE)
    await api.post(f"{PATH}/summary", body(result("red")), by=JUDGE, version=2)
    stale = await api.post(f"{PATH}/summary", body(result("black")), by=JUDGE, version=2)
    assert codes(stale) == (412, "stale_version")
    assert (stale.json()["version"], stale.headers["ETag"]) == (4, '"v4"')
    assert codes(await api.post(f"{PATH}/signature", by=JUDGE, version=2)) == (412, "stale_version")
    for step, given in (("summary", body(result())), ("signature", None)):
        blind = await api.post(f"{PATH}/{step}", given, by=JUDGE)
        assert codes(blind) == (428, "version_required")


async def test_only_the_table_judge_writes(api: RunningService) -> None:
    """The judge of the other table, a player, the organizer and the chief judge are refused."""
    for person in (OTHER_JUDGE, PLAYERS[0], ORGANIZER, CHIEF_JUDGE, STRANGER):
        assert codes(await api.post(f"{PATH}/start", by=person)) == (403, "not_the_table_judge")
        refused = await api.post(f"{PATH}/summary", body(result()), by=person, version=1)
        assert codes(refused) == (403, "not_the_table_judge")
    organizer = await api.post(f"{PATH}/start", by=JUDGE, scope="organizer")
    assert organizer.status_code == 403
    nobody = await api.client.post(f"{PATH}/start", headers={"Idempotency-Key": "k"})
    assert codes(nobody) == (401, "unauthenticated")


async def test_a_refusal_names_its_clause_and_changes_nothing(api: RunningService) -> None:
    """Four players with extra points are refused with O-SCORE-4, and the game stays as it was."""
    await api.post(f"{PATH}/start", by=JUDGE)
    four = tuple(award(seat, "0.5") for seat in range(1, 5))
    refused = await api.post(f"{PATH}/summary", body(result(extra_points=four)), by=JUDGE, version=2)
    assert codes(refused) == (422, "too_many_with_extra_points")
    assert refused.json()["clause"] == "O-SCORE-4"
    assert (await api.get(PATH)).json()["version"] == 2


async def test_what_comes_out_of_turn_conflicts(api: RunningService) -> None:
    """A summary before the start, a signature before a summary, a summary after the signature."""
    early = await api.post(f"{PATH}/summary", body(result()), by=JUDGE, version=1)
    assert codes(early) == (409, "game_not_started")
    await api.post(f"{PATH}/start", by=JUDGE)
    assert codes(await api.post(f"{PATH}/signature", by=JUDGE, version=2)) == (409, "summary_missing")
    await api.post(f"{PATH}/summary", body(result()), by=JUDGE, version=2)
    await api.post(f"{PATH}/signature", by=JUDGE, version=4)
    late = await api.post(f"{PATH}/summary", body(result("red")), by=JUDGE, version=5)
    assert codes(late) == (409, "protocol_already_signed")
    assert codes(await api.post(f"{PATH}/start", by=JUDGE)) == (409, "protocol_already_signed")


async def test_bad_input_is_a_clear_problem(api: RunningService) -> None:
    """Unknown games and championships, unknown fields, wrong types, broken JSON, a NUL character."""
    unknown = f"/v1/games/{uuid4()}"
    assert codes(await api.get(unknown)) == (404, "game_unknown")
    assert codes(await api.get(f"{unknown}/protocol", by=JUDGE)) == (404, "game_unknown")
    assert codes(await api.post(f"{unknown}/start", by=JUDGE)) == (404, "game_unknown")
    for step, given in (("summary", body(result())), ("signature", None)):
        answer = await api.post(f"{unknown}/{step}", given, by=JUDGE, version=7)
        assert codes(answer) == (404, "game_unknown")
    assert codes(await api.get(f"/v1/championships/{uuid4()}/games")) == (404, "championship_unknown")
    assert (await api.get("/v1/games/nine")).status_code == 404
    await api.post(f"{PATH}/start", by=JUDGE)
    malformed: tuple[Any, ...] = (
        body(result(), score=3),
        body(result(), winner="green"),
        body(result(), best_move={"seat": 11, "named": []}),
        body(result(), extra_points=[{"seat": 1, "points": 0.5}]),
        body(result(), penalties=[{"seat": 1, "points": "a lot"}]),
        body(result(), ending={"kind": "stopped", "reason": "nul \0"}),
        {},
        [],
    )
    for bad in malformed:
        refused = await api.post(f"{PATH}/summary", bad, by=JUDGE, version=2)
        assert codes(refused)[0] == 400, refused.text
    headers = api.bearer(JUDGE, "participant") | {"Idempotency-Key": "k", "If-Match": '"v2"'}
    broken = await api.client.post(
        f"{PATH}/summary", content=b'{"result": ', headers=headers | {"Content-Type": "application/json"}
    )
    assert codes(broken)[0] == 400
    for place in (
        "nonsense",
        f'["2026-05-23T08:00:00Z",{2**40},1,"{GAME}"]',
        f'["2026-05-23T08:00:00",1,1,"{GAME}"]',
        f'["0001-01-01T00:00:00+14:00",1,1,"{GAME}"]',
    ):
        cursor = base64.urlsafe_b64encode(place.encode()).decode()
        assert codes(await api.get(GAMES, cursor=cursor)) == (400, "malformed_cursor")
    assert codes(await api.get(GAMES, cursor="%%%")) == (400, "malformed_cursor")
    assert codes(await api.get(GAMES, status="lost"))[0] == 400
    assert codes(await api.get(GAMES, limit=201))[0] == 400


async def test_the_list_is_filtered_and_paged(api: RunningService) -> None:
    """Stage, round, judge and status narrow the list; a cursor goes on where a page ended."""
    await api.post(f"{PATH}/start", by=JUDGE)
    for query, expected in (
        ({"stage": "tour-1"}, [GAME, OTHER_GAME]),
        ({"stage": "final"}, []),
        ({"round": 1}, [GAME, OTHER_GAME]),
        ({"round": 2}, []),
        ({"judge": str(OTHER_JUDGE)}, [OTHER_GAME]),
        ({"status": "running"}, [GAME]),
        ({"status": "scheduled", "stage": "tour-1"}, [OTHER_GAME]),
    ):
        page = (await api.get(GAMES, **query)).json()
        assert [game["game"] for game in page["games"]] == [str(game) for game in expected], query
        assert page["next"] is None
    first = await api.get(GAMES, limit=1)
    assert [game["game"] for game in first.json()["games"]] == [str(GAME)]
    assert first.headers["Link"].endswith('rel="next"')
    second = (await api.get(GAMES, limit=1, cursor=first.json()["next"])).json()
    assert ([game["game"] for game in second["games"]], second["next"]) == ([str(OTHER_GAME)], None)


async def test_a_reader_is_told_when_nothing_is_new(api: RunningService) -> None:
    """A game read again with its ETag is not sent again."""
    tag = (await api.get(PATH)).headers["ETag"]
    assert (await api.client.get(PATH, headers={"If-None-Match": tag})).status_code == 304
    await api.post(f"{PATH}/start", by=JUDGE)
    assert (await api.client.get(PATH, headers={"If-None-Match": tag})).status_code == 200


async def test_the_protocol_is_secret_until_it_is_signed(api: RunningService) -> None:
    """Before the signature it is for the table's judge, the chief judge and the organizer; then for all."""
    secret = f"{PATH}/protocol"
    insiders = (JUDGE, CHIEF_JUDGE, ORGANIZER)
    outsiders = (None, OTHER_JUDGE, PLAYERS[0], STRANGER)
    await api.post(f"{PATH}/start", by=JUDGE)
    for person in insiders:
        assert codes(await api.get(secret, by=person)) == (404, "protocol_missing")
    for outsider in outsiders:
        assert codes(await api.get(secret, by=outsider)) == (403, "protocol_not_public")
    await api.post(f"{PATH}/summary", body(result()), by=JUDGE, version=2)
    for person in insiders:
        assert (await api.get(secret, by=person)).json()["result"]["winner"] == "black"
    for outsider in outsiders:
        assert codes(await api.get(secret, by=outsider)) == (403, "protocol_not_public")
    await api.post(f"{PATH}/signature", by=JUDGE, version=4)
    for anybody in (*insiders, *outsiders):
        assert (await api.get(secret, by=anybody)).json()["result"]["winner"] == "black"


@pytest.mark.case(58)
async def test_a_substitute_takes_part_in_the_championship(api: RunningService) -> None:
    """Another player in a seat is taken when marked as substitute and entered, and refused otherwise."""
    await api.post(f"{PATH}/start", by=JUDGE)
    guest = UUID(int=0x5B)
    marked = body(result(seats=seats(s9={"player": guest, "substitute": True})))
    refused = await api.post(f"{PATH}/summary", marked, by=JUDGE, version=2)
    assert codes(refused) == (422, "substitute_not_entered")
    await api.hear(entry(guest))
    unmarked = body(result(seats=seats(s9={"player": guest})))
    stranger = await api.post(f"{PATH}/summary", unmarked, by=JUDGE, version=2)
    assert codes(stranger) == (422, "stranger_at_the_table")
    taken = await api.post(f"{PATH}/summary", marked, by=JUDGE, version=2)
    assert taken.status_code == 200, taken.text


ROLE_WORDS = ("civilian", "sheriff", "mafia", '"don"', "winner", "best_move", "named", "elimination")


async def test_nothing_public_holds_a_secret_before_the_signature(api: RunningService) -> None:
    """No list, view, feed, refusal or page carries a role, a winner or anything else of the summary."""
    await api.post(f"{PATH}/start", by=JUDGE)
    secret = result(best_move=move(5, 1, 2, 9), extra_points=(award(7, "1"),), first_killed=5)
    await api.post(f"{PATH}/summary", body(secret), by=JUDGE, version=2)
    public = [
        await api.get("/v1/events"),
        await api.get(GAMES),
        await api.get(PATH),
        await api.get(f"{PATH}/protocol"),
        await api.get(f"{PATH}/protocol", by=PLAYERS[0]),
        await api.post(f"{PATH}/summary", body(result("red")), by=PLAYERS[0], version=4),
        await api.post(f"{PATH}/signature", by=PLAYERS[0], version=4),
        await api.get("/readyz"),
    ]
    assert public[2].json()["result"] is None
    for answer in public:
        said = answer.text + str(answer.headers)
        assert not [word for word in ROLE_WORDS if word in said.lower()], said
    await signed_later(api)
    for answer in (await api.get("/v1/events"), await api.get(PATH)):
        assert "sheriff" in answer.text


async def signed_later(api: RunningService) -> None:
    """Sign what was entered."""
    answer = await api.post(f"{PATH}/signature", by=JUDGE, version=4)
    assert answer.status_code == 200


async def test_a_signed_game_keeps_its_result_public(api: RunningService) -> None:
    """The view of a signed game carries the whole result, and so does the protocol."""
    await signed(api, result("red"))
    view, protocol = (await api.get(PATH)).json(), (await api.get(f"{PATH}/protocol")).json()
    assert view["result"] == protocol["result"]
    assert view["signed_at"] == protocol["signed_at"]


async def test_a_link_from_another_championship_opens_nothing_here(api: RunningService) -> None:
    """The judge's own id, in a token that another organizer's link gave, writes nothing here."""
    for championship, status in ((uuid4(), 403), (CHAMPIONSHIP, 200)):
        token = api.keys.token(JUDGE, "participant", championship=str(championship))
        headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(uuid4())}
        answer = await api.client.post(f"{PATH}/start", headers=headers)
        assert answer.status_code == status, answer.text


async def test_groups_of_a_stage_number_their_rounds_and_tables_anew(service: Start) -> None:
    """Two groups have a table 1 in round 1; a person of both clashes only with a game that runs."""
    api = await service("gameplay")
    kyiv, omsk = (
        msgspec.structs.replace(
            draw(),
            draw=UUID(int=0xD0 + number),
            group=group,
            tables=(DrawnTable(game=game, round=1, table=1, judge=judge, seats=who),),
        )
        for number, (group, game, judge, who) in enumerate(
            [
                ("kyiv", GAME, JUDGE, PLAYERS),
                ("omsk", OTHER_GAME, OTHER_JUDGE, (PLAYERS[0], *OTHER_PLAYERS[1:])),
            ]
        )
    )
    await api.hear(announced(), chief_judge(), kyiv, omsk)
    games = (await api.get(GAMES)).json()["games"]
    assert {(one["group"], one["round"], one["table"]) for one in games} == {("kyiv", 1, 1), ("omsk", 1, 1)}
    [own] = (await api.get(GAMES, group="omsk")).json()["games"]
    assert own["game"] == str(OTHER_GAME)
    assert [event["data"]["group"] for event in await api.said()] == ["kyiv", "omsk"]
    assert (await api.post(f"{PATH}/start", by=JUDGE)).status_code == 200
    clash = await api.post(f"/v1/games/{OTHER_GAME}/start", by=OTHER_JUDGE)
    assert codes(clash) == (422, "player_at_two_tables")
