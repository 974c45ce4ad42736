"""Changes of a published seating reach the tables: whole, once, and never a game that has started."""

from typing import Any
from uuid import UUID

from msgspec.structs import replace

from shared.contracts.registration import (
    DrawnTable,
    PlayerReplaced,
    SeatingChanged,
    SeatingCost,
    SeatsSwapped,
)
from tests.integration.gameplay.championship import (
    AT,
    ORGANIZER,
    OTHER_GAME,
    announced,
    body,
    draw,
    drawn,
)
from tests.running import RunningService
from tests.unit.gameplay.tables import CHAMPIONSHIP, DRAW, GAME, JUDGE, PLAYERS, result, seats

CHANGE = UUID(int=0xC0)
NEW_GAME, NEW_JUDGE = UUID(int=0xE), UUID(int=0xF02)
NEWCOMER = UUID(int=0xAA1)
COST = SeatingCost(c2=0, seats=0, repeats=0, neighbors=0, tables=0, judges=0)


def changed(*pairs: tuple[DrawnTable | None, DrawnTable], **changes: Any) -> SeatingChanged:
    """Return a change of the draw."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "draw": DRAW,
        "stage": "tour-1",
        "stage_kind": "qualification",
        "change": CHANGE,
        "number": 1,
        "operation": PlayerReplaced(out=PLAYERS[0], into=NEWCOMER, as_substitute=True),
        "was": tuple(was for was, _ in pairs if was is not None),
        "tables": tuple(now for _, now in pairs),
        "substitutes": (NEWCOMER,),
        "reason": "He is ill",
        "by": ORGANIZER,
        "cost_before": COST,
        "cost_after": COST,
        "changed_at": AT,
    }
    return SeatingChanged(**(given | changes))


OTHER, FIRST = draw().tables
REPLACED = changed((FIRST, replace(FIRST, seats=(NEWCOMER, *PLAYERS[1:]))))
SWAPPED = changed(
    (FIRST, replace(FIRST, seats=(OTHER.seats[0], *PLAYERS[1:]))),
    (OTHER, replace(OTHER, seats=(PLAYERS[0], *OTHER.seats[1:]))),
    operation=SeatsSwapped(one=PLAYERS[0], other=OTHER.seats[0], rounds=(1,)),
    substitutes=(),
)


async def seated(api: RunningService, game: UUID) -> list[str]:
    """Return who sits at a game."""
    found: list[str] = (await api.get(f"/v1/games/{game}")).json()["seats"]
    return found


async def test_a_change_reseats_its_games(service: Any) -> None:
    """The substitute sits, is marked in the protocol, and the table says so once, heard twice or not."""
    api = await drawn(await service("gameplay"))
    await api.hear(REPLACED)
    await api.hear_again("registration", 4)
    assert (await seated(api, GAME))[0] == str(NEWCOMER)
    said = [event["data"] for event in await api.said() if event["type"] == "GameReseated"]
    assert [(one["game"], one["change"], one["substitutes"]) for one in said] == [
        (str(GAME), str(CHANGE), [1])
    ]
    path = f"/v1/games/{GAME}"
    summary = body(result(seats=seats(s1={"player": NEWCOMER})))
    for step, given, version in (("start", None, None), ("summary", summary, 3), ("signature", None, 5)):
        answer = await api.post(f"{path}/{step}", given, by=JUDGE, version=version)
        assert answer.status_code == 200, answer.text
    protocol = [event["data"] for event in await api.said() if event["type"] == "ProtocolSigned"]
    assert protocol[0]["result"]["seats"][0]["substitute"]


async def test_a_change_holds_for_all_its_games_or_for_none(service: Any) -> None:
    """Where one of two tables has started, neither is reseated, and the change is sent back."""
    api = await drawn(await service("gameplay"))
    assert (await api.post(f"/v1/games/{GAME}/start", None, by=JUDGE)).status_code == 200
    await api.hear(SWAPPED)
    assert await seated(api, GAME) == list(map(str, PLAYERS))
    assert await seated(api, OTHER_GAME) == list(map(str, OTHER.seats))
    back = [event["data"] for event in await api.said() if event["type"] == "SeatingNotChanged"]
    assert [(one["game"], one["change"], one["conflict"]) for one in back] == [
        (str(GAME), str(CHANGE), "game_already_started")
    ]


async def test_a_table_that_is_new_is_scheduled(service: Any) -> None:
    """One player more may mean a game more; it comes with the change that makes room for it."""
    api = await drawn(await service("gameplay"))
    players = tuple(UUID(int=700 + number) for number in range(10))
    new = DrawnTable(game=NEW_GAME, round=1, table=3, judge=NEW_JUDGE, seats=players)
    await api.hear(replace(REPLACED, tables=(*REPLACED.tables, new)))
    assert await seated(api, NEW_GAME) == list(map(str, players))


async def test_a_change_of_games_that_no_draw_holds_is_sent_back(service: Any) -> None:
    """A change that is heard before its draw stops nothing and does not hold; the draw then does."""
    api = await service("gameplay")
    await api.hear(announced(), REPLACED, draw())
    back = [event["data"] for event in await api.said() if event["type"] == "SeatingNotChanged"]
    assert [one["conflict"] for one in back] == ["game_not_scheduled"]
    assert await seated(api, GAME) == list(map(str, PLAYERS))
