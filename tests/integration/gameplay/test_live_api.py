"""The table over HTTP: played move by move, seen by its judge and by the hall, corrected and arranged."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import UUID

import msgspec
import pytest

from deploy.local.championship.table import played_game
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.rules import binding
from shared.contracts.registration import DrawnTable, DrawPublished, PlayerDisqualified
from shared.contracts.regulations import shipped
from tests.integration.gameplay.championship import (
    CHIEF_JUDGE,
    ORGANIZER,
    OTHER_GAME,
    OTHER_JUDGE,
    OTHER_PLAYERS,
    announced,
    body,
    chief_judge,
    drawn,
    entry,
    signed,
)
from tests.running import RunningService
from tests.unit.gameplay.tables import (
    CHAMPIONSHIP,
    DIGEST,
    DRAW,
    GAME,
    JUDGE,
    PLAYERS,
    ROLES,
    STRANGER,
    chance,
    result,
)

Start = Callable[..., Awaitable[RunningService]]
PATH = f"/v1/games/{GAME}"
SHORT_GAMES = (111, 138, 281)
"""Seeds of games that end early."""
SECRETS = ("mafia", "sheriff", "civilian", '"don', "shot", "check", "seed", "winner")


@pytest.fixture
async def api(service: Start) -> RunningService:
    """Give gameplay with a drawn stage."""
    return await drawn(await service("gameplay"))


def codes(answer: Any) -> tuple[int, str]:
    """Return status and code of a problem document."""
    return answer.status_code, answer.json()["code"]


def written(move: moves.Move) -> Any:
    """Return a move as JSON."""
    return msgspec.json.decode(msgspec.json.encode(move))


async def send(
    api: RunningService, step: str, given: Any, version: int, by: UUID = JUDGE, **more: Any
) -> Any:
    """Send a command on GAME that must be taken, and return the answer."""
    answer = await api.post(f"{PATH}/{step}", given, by=by, version=version, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def begun(api: RunningService, *played: moves.Move) -> int:
    """Start GAME and record moves; return its version."""
    await api.post(f"{PATH}/start", by=JUDGE)
    version = 2
    for move in played:
        version = (await send(api, "moves", {"move": written(move)}, version))["version"]
    return version


async def test_a_client_plays_a_game_by_what_is_allowed(api: RunningService) -> None:
    """Every answer carries the version; the judge's table says whose turn it is; close and sign end it."""
    game = played_game(chance(96), binding(shipped()["onore-2014"], DIGEST))
    version = await begun(api)
    for number, move in enumerate(game.moves, start=1):
        table = (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"]
        assert type(move).__name__ in {allowed["move"] for allowed in table["allowed"]}
        answer = await send(api, "moves", {"move": written(move), "number": number}, version)
        assert answer["number"] == number
        assert (answer["check"] is not None) == isinstance(move, moves.DonChecked | moves.SheriffChecked)
        version = answer["version"]
    table = (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"]
    assert (table["phase"], table["missing"]) == ("over", ["result"])
    version = (await send(api, "close", {}, version))["version"]
    version = (await send(api, "signature", None, version))["version"]
    view = (await api.get(PATH)).json()
    assert view["result"]["winner"] == game.table.finish.winner  # type: ignore[union-attr]
    assert len(view["result"]["eliminations"]) == len(game.table.gone)


async def test_a_removal_is_confirmed_and_can_be_undone(api: RunningService) -> None:
    """One click removes nobody; the second, with what follows, does; a correction takes it back."""
    version = await begun(api, moves.RolesDealt(roles=ROLES), moves.DayBegan())
    given = {"move": written(moves.PlayerRemoved(seat=5, note="left the hall"))}
    slip = await api.post(f"{PATH}/moves", given, by=JUDGE, version=version)
    assert codes(slip) == (409, "confirmation_needed")
    assert slip.json()["facts"]["confirm"] == "seat 5 leaves, a vote is not held"
    assert (await api.get(f"{PATH}/hall")).json()["out"] == []
    meant = given | {"confirm": slip.json()["facts"]["confirm"]}
    version = (await send(api, "moves", meant, version))["version"]
    assert [out["seat"] for out in (await api.get(f"{PATH}/hall")).json()["out"]] == [5]
    undo = {"number": 3, "moves": [], "reason": "He only stood up."}
    await send(api, "corrections", undo, version)
    assert (await api.get(f"{PATH}/hall")).json()["out"] == []


async def test_nothing_public_tells_a_secret_while_the_game_runs(api: RunningService) -> None:
    """Events, the hall, the list, the view and refusals to strangers say no role, shot or check."""
    game = played_game(chance(8), binding(shipped()["onore-2014"], DIGEST))
    log = {"log": [{"move": written(move)} for move in game.moves]}
    await begun(api)
    await send(api, "log", log, 2)
    seen = [
        (await api.get(f"{PATH}/hall")).text,
        (await api.get(PATH)).text.replace('"result":null', ""),
        (await api.get(f"/v1/championships/{CHAMPIONSHIP}/games")).text,
        (await api.get("/v1/events", after=0)).text.replace("GameScheduled", ""),
        (await api.get(f"{PATH}/table", by=STRANGER)).text,
        (await api.get(f"{PATH}/protocol", by=STRANGER)).text,
        (await api.post(f"{PATH}/moves", {"move": {"type": "NightFell"}}, by=STRANGER, version=3)).text,
    ]
    said = await api.said()
    assert {event["type"] for event in said} == {"GameScheduled", "GameStarted", "TableProgressed"}
    for text in (*seen, *map(str, said)):
        assert not [word for word in SECRETS if word in text.lower()], text
    hall = (await api.get(f"{PATH}/hall")).json()
    assert (hall["phase"], hall["status"]) == ("over", "running")
    assert [out["seat"] for out in hall["out"]] == [e.seat for e in game.table.gone]


async def test_the_judges_table_is_for_its_judge_and_the_chief_judge(api: RunningService) -> None:
    """Others are refused, strangers without a token too; before the start there is nothing on it."""
    assert (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"] is None
    for person in (OTHER_JUDGE, PLAYERS[0], ORGANIZER):
        assert codes(await api.get(f"{PATH}/table", by=person)) == (403, "not_the_table_judge")
    assert (await api.get(f"{PATH}/table", by=CHIEF_JUDGE)).status_code == 200
    assert (await api.get(f"{PATH}/table")).status_code == 401
    unknown = f"/v1/games/{UUID(int=0xDEAD)}"
    assert codes(await api.get(f"{unknown}/table", by=JUDGE)) == (404, "game_unknown")
    assert codes(await api.get(f"{unknown}/hall")) == (404, "game_unknown")


@pytest.mark.case(75)
@pytest.mark.case(76)
async def test_a_double_tap_is_one_foul(api: RunningService) -> None:
    """The same request again is answered the same; a second tap on the same version is refused."""
    version = await begun(api, moves.RolesDealt(roles=ROLES))
    foul = {"move": {"type": "FoulGiven", "seat": 5, "note": "spoke out of turn"}}
    first = await send(api, "moves", foul, version, key="tap")
    assert await send(api, "moves", foul, version, key="tap") == first
    assert codes(await api.post(f"{PATH}/moves", foul, by=JUDGE, version=version)) == (412, "stale_version")
    assert codes(await api.post(f"{PATH}/moves", foul, by=JUDGE)) == (428, "version_required")
    again = await send(api, "moves", foul | {"number": 2}, first["version"])
    assert again["version"] == first["version"]
    assert (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"]["fouls"][4] == 1


@pytest.mark.clause("C-LAW-36", "O-DAY-1")
async def test_a_refusal_names_its_clause_and_an_override_shows(api: RunningService) -> None:
    """Out of turn is refused by O-DAY-1; with a reason it stands in the entry; bad seats never do."""
    version = await begun(api, moves.RolesDealt(roles=ROLES), moves.DayBegan())
    early = {"move": {"type": "SpeechGiven", "seat": 4}}
    refused = await api.post(f"{PATH}/moves", early, by=JUDGE, version=version)
    assert codes(refused) == (422, "out_of_turn")
    assert refused.json()["clause"] == "O-DAY-1"
    await send(api, "moves", early | {"override": "Seat 1 is hoarse."}, version)
    entry_made = (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"]["entries"][2]
    assert entry_made["overruled"] == [
        {"rule": "out_of_turn", "clause": "O-DAY-1", "reason": "Seat 1 is hoarse."}
    ]
    eleventh = {"move": {"type": "SpeechGiven", "seat": 11}, "override": "no"}
    assert (await api.post(f"{PATH}/moves", eleventh, by=JUDGE, version=version + 2)).status_code == 400


async def test_a_correction_answers_with_what_no_longer_holds(api: RunningService) -> None:
    """The cards corrected, the seat that checked is another: nothing in doubt; a day undone leaves doubts."""
    version = await begun(
        api,
        moves.RolesDealt(roles=ROLES),
        moves.DayBegan(),
        moves.SpeechGiven(seat=1),
        moves.SpeechGiven(seat=2),
    )
    undone = await send(api, "corrections", {"number": 3, "moves": [], "reason": "not yet"}, version)
    assert [doubt["number"] for doubt in undone["doubts"]] == [4]
    right = {"number": 4, "moves": [written(moves.SpeechGiven(seat=1))], "reason": "it was seat 1"}
    assert (await send(api, "corrections", right, undone["version"]))["doubts"] == []
    unknown = {"number": 9, "moves": [], "reason": "x"}
    answer = await api.post(f"{PATH}/corrections", unknown, by=JUDGE, version=undone["version"] + 1)
    assert codes(answer) == (404, "move_unknown")


async def test_the_server_deals_from_a_seed_that_stays_in_the_protocol(api: RunningService) -> None:
    """The judge sees the cards and the seed; dealing twice is refused."""
    version = await begun(api)
    version = (await send(api, "deal", None, version))["version"]
    table = (await api.get(f"{PATH}/table", by=JUDGE)).json()["table"]
    assert sorted(table["roles"]) == sorted(ROLES)
    assert len(table["entries"][0]["moves"][0]["seed"]) == 32
    assert codes(await api.post(f"{PATH}/deal", by=JUDGE, version=version)) == (409, "move_out_of_place")


async def test_the_chief_judge_steps_in_and_gives_back(api: RunningService) -> None:
    """In between he writes and the judge does not."""
    version = await begun(api, moves.RolesDealt(roles=ROLES))
    reason = {"reason": "The judge fell ill."}
    assert codes(await api.post(f"{PATH}/judge", reason, by=OTHER_JUDGE, version=version)) == (
        403,
        "not_the_chief_judge",
    )
    version = (await send(api, "judge", reason, version, by=CHIEF_JUDGE))["version"]
    day = {"move": {"type": "DayBegan"}}
    assert codes(await api.post(f"{PATH}/moves", day, by=JUDGE, version=version)) == (
        403,
        "not_the_table_judge",
    )
    version = (await send(api, "moves", day, version, by=CHIEF_JUDGE))["version"]
    assert (await api.get(f"{PATH}/table", by=CHIEF_JUDGE)).json()["judged_by"] == str(CHIEF_JUDGE)
    version = (await send(api, "judge/return", None, version, by=CHIEF_JUDGE))["version"]
    await send(api, "moves", {"move": {"type": "SpeechGiven", "seat": 1}}, version)


@pytest.mark.case(56)
async def test_a_substitute_and_a_seat_error(api: RunningService) -> None:
    """The organizer names a substitute before the start, the judge corrects seats; both are public."""
    await api.hear(entry(STRANGER))
    given = {"seat": 3, "player": str(STRANGER), "reason": "He left for his train."}
    refused = await api.post(f"{PATH}/substitutions", given, by=PLAYERS[0], version=1)
    assert codes(refused) == (403, "not_an_official")
    organizer = await api.post(f"{PATH}/substitutions", given, by=ORGANIZER, scope="organizer", version=1)
    assert organizer.status_code == 200, organizer.text
    assert (await api.get(PATH)).json()["seats"][2] == str(STRANGER)
    await api.post(f"{PATH}/start", by=JUDGE)
    really = [str(PLAYERS[1]), str(PLAYERS[0]), str(STRANGER), *map(str, PLAYERS[3:])]
    await send(api, "seats", {"seats": really, "reason": "1 and 2 swapped"}, 3)
    assert (await api.get(PATH)).json()["seats"] == really
    corrected = [event["data"] for event in await api.said() if event["type"] == "SeatsCorrected"]
    assert [event["substitutes"] for event in corrected] == [[3], [3]]
    assert corrected[-1]["seats"] == really


@pytest.mark.case(59)
async def test_who_is_out_or_at_another_table_is_replaced_before_the_start(api: RunningService) -> None:
    """After a disqualification the game waits for a substitute; nobody is at two tables of a round."""
    out = PlayerDisqualified(
        championship=CHAMPIONSHIP, player=PLAYERS[2], clause=None, disqualified_at=api.now
    )
    guest = [entry(person) for person in (STRANGER, OTHER_PLAYERS[0], PLAYERS[2])]
    await api.hear(*guest, out)
    refused = await api.post(f"{PATH}/start", by=JUDGE)
    assert codes(refused) == (409, "player_has_left")
    given = {"seat": 3, "player": str(OTHER_PLAYERS[0]), "reason": "Disqualified."}
    await send(api, "substitutions", given, 1, by=ORGANIZER, scope="organizer")
    assert codes(await api.post(f"{PATH}/start", by=JUDGE)) == (422, "player_at_two_tables")
    assert codes(await api.post(f"/v1/games/{OTHER_GAME}/start", by=OTHER_JUDGE)) == (
        422,
        "player_at_two_tables",
    )
    await send(api, "substitutions", given | {"player": str(STRANGER)}, 2, by=ORGANIZER, scope="organizer")
    assert (await api.post(f"/v1/games/{OTHER_GAME}/start", by=OTHER_JUDGE)).status_code == 200
    busy = await api.post(
        f"{PATH}/substitutions", given | {"seat": 4}, by=ORGANIZER, scope="organizer", version=3
    )
    assert codes(busy) == (422, "player_at_two_tables")
    assert (await api.post(f"{PATH}/start", by=JUDGE)).status_code == 200


async def test_a_clerical_error_is_corrected_by_two(api: RunningService) -> None:
    """The judge proposes, the chief judge agrees, and the amended result is public."""
    await signed(api, result("black"))
    proposal = body(result("red")) | {"reason": "a slip"}
    refused = await api.post(f"{PATH}/result-corrections", proposal, by=PLAYERS[0], version=5)
    assert codes(refused) == (403, "not_an_official")
    version = (await send(api, "result-corrections", proposal, 5))["version"]
    assert (await api.get(PATH)).json()["result"]["winner"] == "black"
    confirmation = "result-corrections/confirmation"
    alone = await api.post(f"{PATH}/{confirmation}", by=JUDGE, version=version)
    assert codes(alone) == (403, "second_official_needed")
    await send(api, confirmation, None, version, by=CHIEF_JUDGE)
    assert (await api.get(PATH)).json()["result"]["winner"] == "red"
    assert (await api.said())[-1]["type"] == "ResultAmended"


async def test_three_tables_are_played_at_once(service: Start) -> None:
    """Three judges record their games at the same time, each on its own stream; all protocols are whole."""
    api = await service("gameplay")
    games = [UUID(int=0x100 + n) for n in range(3)]
    judges = [UUID(int=0x200 + n) for n in range(3)]
    tables = tuple(
        DrawnTable(
            game=game,
            round=1,
            table=n + 1,
            judge=judge,
            seats=tuple(UUID(int=1000 * (n + 1) + s) for s in range(10)),
        )
        for n, (game, judge) in enumerate(zip(games, judges, strict=True))
    )
    drawn_tables = DrawPublished(
        championship=CHAMPIONSHIP,
        draw=DRAW,
        stage="tour-1",
        stage_kind="qualification",
        algorithm="random",
        seed="42",
        tables=tables,
        published_at=api.now,
    )
    await api.hear(announced(), chief_judge(), drawn_tables)
    rules = binding(shipped()["onore-2014"], DIGEST)

    async def play(game: UUID, judge: UUID, seed: int) -> str | None:
        played = played_game(chance(seed), rules)
        path = f"/v1/games/{game}"
        version = (await api.post(f"{path}/start", by=judge)).json()["version"]
        for move in played.moves:
            answer = await api.post(f"{path}/moves", {"move": written(move)}, by=judge, version=version)
            assert answer.status_code == 200, answer.text
            version = answer.json()["version"]
        for step, given in (("close", {}), ("signature", None)):
            answer = await api.post(f"{path}/{step}", given, by=judge, version=version)
            version = answer.json()["version"]
        table = (await api.get(f"{path}/table", by=judge)).json()["table"]
        assert [entry["moves"] for entry in table["entries"]] == [[written(move)] for move in played.moves]
        assert played.table.finish is not None
        return played.table.finish.winner

    winners = await asyncio.gather(
        *(play(game, judge, seed) for seed, game, judge in zip(SHORT_GAMES, games, judges, strict=True))
    )
    for game, winner in zip(games, winners, strict=True):
        assert (await api.get(f"/v1/games/{game}")).json()["result"]["winner"] == winner
