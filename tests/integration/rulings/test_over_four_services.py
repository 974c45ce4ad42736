"""Rulings from the vote to the last table over four services, delivered smoothly and as roughly as can be."""

import os
from collections.abc import Awaitable, Callable
from fractions import Fraction
from random import Random
from typing import Any
from uuid import UUID

import msgspec

from second_scorer import scorer
from shared.verify import verify
from tests.integration.registration.setting_up import ORGANIZER
from tests.integration.rulings.cup import DOCUMENT, STAGES, Cup
from tests.integration.rulings.four import NAMES, Four
from tests.running import RunningService

RULED = [("appeals", "RulingPublished"), ("appeals", "RulingApplied")]
TRAILS = [
    [("gameplay", "ResultAmended"), ("scoring", "StandingsChanged"), *RULED],
    [("gameplay", "GameAnnulled"), ("scoring", "StandingsChanged"), *RULED],
    [
        ("registration", "PlayerSuspended"),
        ("registration", "PlayerDisqualified"),
        ("scoring", "StandingsChanged"),
        *RULED,
    ],
    [("gameplay", "ResultAmended"), ("scoring", "StandingsChanged"), *RULED],
]
"""What each of the rulings leads to, by service."""
Start = Callable[..., Awaitable[RunningService]]
SEEDS = tuple(map(int, os.environ.get("RULINGS_SEEDS", "1").split(",")))
"""Of rough deliveries; more of them take some seconds each."""
MANY = 4
"""At least that often somebody dies while he applies something."""


async def to_the_final(start: Start) -> Cup:
    """Give a championship whose semi-final is played and whose final is drawn."""
    cup = await Cup.entered(await Four.started(start))
    await cup.drawn("semi")
    await cup.played("semi")
    cup.qualifiers = await cup.closed("semi")
    await cup.drawn("final")
    return cup


async def ruled(cup: Cup) -> list[dict[str, Any]]:
    """Uphold a protest against each game of the semi-final; a finalist is removed by one of them."""
    winner = (await cup.four["gameplay"].get(f"/v1/games/{cup.games['semi'][0]['game']}")).json()["result"]
    other = "red" if winner["winner"] == "black" else "black"
    third = cup.games["semi"][2]["seats"]
    cup.removed = next(one for one in cup.qualifiers if str(one) in third[1:])
    remedies: list[dict[str, Any]] = [
        {"type": "AwardWin", "team": other},
        {"type": "AnnulGame"},
        {"type": "RemovePlayer", "player": str(cup.removed), "reason": "He insulted the judge."},
        {"type": "CorrectResult", "reason": "It was another.", "penalties": [], "extra_points": []},
    ]
    pairs = zip(cup.games["semi"], remedies, strict=True)
    return [await cup.ruled(table, remedy) for table, remedy in pairs]


async def table(cup: Cup) -> dict[str, tuple[Any, ...]]:
    """Return the overall table: place and points by player."""
    rows = (await cup.four["scoring"].get(f"{cup.path}/standings")).json()["rows"]
    return {row["player"]: (row["place"], Fraction(row["total"])) for row in rows}


async def counted_again(cup: Cup) -> dict[str, tuple[Any, ...]]:
    """Return the same as the second scorer has it."""
    stages = [{"key": one["key"], "kind": one["kind"], "games": one["games"]} for one in STAGES]
    counted = scorer.standings(
        document=msgspec.to_builtins(DOCUMENT),
        stages=stages,
        games=await cup.results(),
        entries=[str(one) for one in cup.players],
    )
    return {player: (row["place"], row["points"]) for player, row in counted["overall"].items()}


async def outcome(cup: Cup) -> dict[str, Any]:
    """Return what there is to see at the end, without ids that differ between runs."""
    names = {str(player): number for number, player in enumerate(cup.players)}
    rulings = (await cup.four["appeals"].get(f"{cup.path}/rulings")).json()["rulings"]
    applied = [(one["remedy"]["type"], one["conflict"], one["applied_at"] is not None) for one in rulings]
    return {
        "table": {names[player]: row for player, row in (await table(cup)).items()},
        "applied": applied,
        "conflicts": await cup.four.conflicts(),
        "said": {
            name: sorted(
                event["type"] for event in await cup.four[name].said() if event["data"].get("ruling")
            )
            for name in ("registration", "gameplay", "appeals")
        },
    }


async def test_a_semi_final_is_ruled_on_after_the_final_was_drawn(service: Start) -> None:
    """A win given away, a game annulled, a finalist removed, a protocol corrected: all tables are right.

    The removed player's games stand for the others, the first reserve plays the final in his place, and
    every ruling says what it changed.
    """
    cup = await to_the_final(service)
    before = await table(cup)
    assert before == await counted_again(cup)
    rulings = await ruled(cup)
    await cup.four.deliver()
    after = await table(cup)
    assert after == await counted_again(cup) != before
    assert await cup.four.conflicts() == []
    changes = []
    for one in rulings:
        view = (await cup.four["appeals"].get(one["protest"])).json()
        assert view["status"] == "closed"
        assert view["published"]["conflict"] is None
        changes.append(view["published"]["changes"])
    assert changes[0]
    assert changes[1]
    moved = {one["player"] for found in changes for one in found}
    assert moved >= {player for player, row in before.items() if after[player] != row}
    await lines_are_right(cup, annulled=cup.games["semi"][1]["game"], stands=cup.games["semi"][2])
    assert [await trail(cup, one["ruling"]) for one in rulings] == TRAILS

    semi = (await cup.four["scoring"].get(f"{cup.path}/stages/semi")).json()
    assert semi["qualifiers"] == [str(one) for one in cup.qualifiers]
    final = cup.games["final"][0]
    seat = final["seats"].index(str(cup.removed)) + 1
    reserve = semi["reserves"][0]
    body = {"seat": seat, "player": reserve, "reason": "In place of who was removed."}
    path = f"/v1/games/{final['game']}"
    version = (await cup.four["gameplay"].get(path)).json()["version"]
    swapped = await cup.four["gameplay"].post(
        f"{path}/substitutions", body, by=ORGANIZER, scope="organizer", version=version
    )
    assert swapped.status_code == 200, swapped.text
    await cup.played("final")
    assert await table(cup) == await counted_again(cup)
    lines = (await cup.four["scoring"].get(f"{cup.path}/players/{reserve}")).json()["lines"]
    assert {line["stage"] for line in lines} == {"semi", "final"}
    rows = (await cup.four["scoring"].get(f"{cup.path}/standings")).json()["rows"]
    removed = next(row for row in rows if row["player"] == str(cup.removed))
    assert removed["withdrawn"]
    assert reserve == next(one for one in before if UUID(one) not in cup.qualifiers)
    for name in NAMES:
        findings = await verify(cup.four[name].definition, cup.four[name].store.engine)
        assert [one for one in findings if one.wrong and one.invariant != "I1"] == []


async def lines_are_right(cup: Cup, *, annulled: str, stands: dict[str, Any]) -> None:
    """Expect every total to be the sum of its lines, none of the annulled game, all of one that stands."""
    rows = (await cup.four["scoring"].get(f"{cup.path}/standings")).json()["rows"]
    for row in rows:
        lines = (await cup.four["scoring"].get(f"{cup.path}/players/{row['player']}")).json()["lines"]
        assert sum(Fraction(line["worth"]) for line in lines) == Fraction(row["total"])
        assert annulled not in {line["game"] for line in lines}
        if row["player"] in stands["seats"]:
            assert stands["game"] in {line["game"] for line in lines}


async def trail(cup: Cup, ruling: str) -> list[tuple[str, str]]:
    """Return who said what by a ruling, each service in its order."""
    return [
        (name, event["type"])
        for name in NAMES
        for event in await cup.four[name].said()
        if event["data"].get("ruling") == ruling
    ]


async def test_no_order_no_repetition_and_no_death_changes_what_rulings_lead_to(
    service: Start,
) -> None:
    """Whoever hears what first, hears it twice or dies while he applies it: the end is the same."""
    smooth = await to_the_final(service)
    await ruled(smooth)
    await smooth.four.deliver()
    expected = await outcome(smooth)
    for seed in SEEDS:
        rough = await to_the_final(service)
        await ruled(rough)
        deaths = await rough.four.deliver(Random(seed))  # noqa: S311 - no secret
        assert deaths > MANY
        assert await outcome(rough) == expected, f"seed {seed}"


async def test_what_a_higher_body_rules_instead_undoes_the_ruling_everywhere(service: Start) -> None:
    """The annulled game counts again, points are gone, the win goes back: the table is as before."""
    cup = await to_the_final(service)
    before = await table(cup)
    rulings = await ruled(cup)
    await cup.four.deliver()
    assert await table(cup) != before
    for one in rulings:
        await cup.superseded(one["ruling"])
    await cup.four.deliver(Random(7))  # noqa: S311 - no secret
    assert await cup.four.conflicts() == ["player_may_enter_again"]
    assert await table(cup) == before == await counted_again(cup)
    shown = (await cup.four["appeals"].get(f"{cup.path}/rulings")).json()["rulings"]
    assert sum(one["superseded_by"] is None for one in shown) == len(rulings)
    assert all(one["applied_at"] for one in shown)
