"""Two scorers that share no code say the same of every championship.

`SECOND_SCORER_CHAMPIONSHIPS` and `SECOND_SCORER_SEED` choose how many championships are compared, and
from which seed on; `make verify-scoring` compares 5,000.
"""

import os
from fractions import Fraction
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
import pytest

from second_scorer import scorer
from services.scoring.domain.facts import Adjustment, Contest, Decision, Entrant, Facts, Game
from services.scoring.domain.tables import OVERALL, Standings, cut_of, standings_of
from shared.contracts.checking import problems_of
from shared.contracts.gameplay import Result
from shared.contracts.registration import Group, StagePlan
from shared.contracts.regulations import Regulations
from tests.official_results import FOLDER, TOLERANCE, load, player_id
from tests.second_scorer import generate

NUMBER = int(os.environ.get("SECOND_SCORER_CHAMPIONSHIPS", "150"))
SEED = int(os.environ.get("SECOND_SCORER_SEED", "1"))
BATCH = 50
CHAMPIONSHIP = UUID("0190a000-0000-7000-8000-00000000002d")


def stages_of(made: dict[str, Any]) -> tuple[StagePlan, ...]:
    """Return the plan of a championship."""
    return tuple(
        StagePlan(
            key=stage["key"],
            title=stage["key"],
            kind=stage["kind"],
            games=stage["games"],
            players=40,
            venue="hall",
            advance=stage.get("advance"),
            groups=tuple(
                Group(
                    key=group["key"],
                    title=group["key"],
                    players=20,
                    venue="hall",
                    advance=group["advance"],
                )
                for group in stage.get("groups", ())
            ),
        )
        for stage in made["stages"]
    )


def first(made: dict[str, Any]) -> Standings:
    """Return what the product says of a championship."""
    games = [
        Game(
            id=UUID(game["id"]),
            stage=game["stage"],
            stage_kind=game["kind"],
            round=game["round"],
            table=game["table"],
            result=msgspec.convert(game["result"], Result),
            event=uuid5(NAMESPACE_URL, game["id"]),
            group=game.get("group"),
        )
        for game in made["games"]
    ]
    facts = Facts(
        groups={
            stage: {UUID(player): group for player, group in own.items()}
            for stage, own in made["seated"].items()
        },
        contest=Contest(
            championship=CHAMPIONSHIP,
            title="Cup",
            regulations=msgspec.convert(made["document"], Regulations),
            stages=stages_of(made),
            organizer=CHAMPIONSHIP,
        ),
        entrants={UUID(one): Entrant(player=UUID(one), nick=one) for one in made["entries"]},
        games={game.id: game for game in games},
        adjustments=tuple(
            Adjustment(
                game=UUID(game),
                player=UUID(player),
                points=points,
                ruling=CHAMPIONSHIP,
                event=uuid5(NAMESPACE_URL, f"{game} {player}"),
            )
            for game, player, points in made["adjustments"]
        ),
        decisions=tuple(
            Decision(
                stage=one["stage"],
                order=tuple(map(UUID, one["order"])),
                decided_by=CHAMPIONSHIP,
                reason="a lot",
                event=CHAMPIONSHIP,
            )
            for one in made["decisions"]
        ),
    )
    return standings_of(facts)


def difference(made: dict[str, Any]) -> str:
    """Return the first difference of places, points or metrics in any table; empty where there is none."""
    ours, theirs = first(made), scorer.standings(**made)
    if ours.tables.keys() != theirs.keys():
        return f"tables {sorted(ours.tables)} and {sorted(theirs)}"
    for scope, table in ours.tables.items():
        if {str(row.player) for row in table.rows} != theirs[scope].keys():
            return f"{scope}: other players"
        for row in table.rows:
            other = theirs[scope][str(row.player)]
            own: dict[str, Any] = {"place": row.place, "points": row.total} | dict(row.metrics.items())
            said: dict[str, Any] = {"place": other["place"], "points": other["points"], **other["metrics"]}
            own["components"] = {name: worth for name, worth in row.components.items() if worth}
            said["components"] = {name: worth for name, worth in other["components"].items() if worth}
            wrong = {name: (own[name], said[name]) for name in own if own[name] != said[name]}
            if wrong:
                return f"{scope}: player {row.player}: {wrong}"
    return difference_of_cuts(made, ours, theirs)


def difference_of_cuts(made: dict[str, Any], ours: Standings, theirs: scorer.Tables) -> str:
    """Return the first difference in who goes on for certain, and who is tied across which line."""
    for plan, stage in zip(stages_of(made), made["stages"], strict=True):
        line = cut_of(ours.tables, plan)
        tied = {tie.group: set(map(str, tie.players)) for tie in line.ties}
        certain, other = scorer.cut(theirs, stage)
        if tied != other:
            return f"cut of {plan.key}: tied {tied} and {other}"
        sure = {str(one) for one in line.qualifiers} - {player for own in tied.values() for player in own}
        in_by_groups_alone = bool(tied) and None not in tied
        if not in_by_groups_alone and sure != certain - {one for own in tied.values() for one in own}:
            return f"cut of {plan.key}: {sure} and {certain}"
    return ""


@pytest.mark.parametrize("begin", range(SEED, SEED + NUMBER, BATCH))
def test_both_scorers_agree_on_generated_championships(begin: int) -> None:
    """In every table: places, points, their parts, every metric, exactly; a difference prints its seed."""
    for seed in range(begin, min(begin + BATCH, SEED + NUMBER)):
        made = generate.championship(seed)
        found = difference(made)
        assert not found, f"seed {seed}, document {made['document']['id']}: {found}"


def test_generated_documents_cover_all_that_are_shipped() -> None:
    """Each document comes up among the first seeds, as it is shipped and changed."""
    made = [generate.championship(seed)["document"] for seed in range(SEED, SEED + 150)]
    as_shipped = {one["id"] for one in made if one == generate.DOCUMENTS[one["id"]]}
    assert as_shipped == generate.DOCUMENTS.keys()
    assert any(one != generate.DOCUMENTS[one["id"]] for one in made)
    assert all(not problems_of(one) for one in made if one == generate.DOCUMENTS[one["id"]])


def test_a_difference_is_found_and_named() -> None:
    """A comparison that cannot fail says nothing."""
    made = generate.championship(SEED)
    changed = msgspec.json.decode(msgspec.json.encode(made))
    changed["adjustments"] = []
    game = changed["games"][0]
    changed["adjustments"].append((game["id"], game["result"]["seats"][0]["player"], "1/7"))
    scorer_says = scorer.standings(**made)
    ours = first(changed)
    player = game["result"]["seats"][0]["player"]
    (row,) = (row for row in ours.tables[OVERALL].rows if str(row.player) == player)
    assert row.total != scorer_says["overall"][player]["points"]


@pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"the official results lie outside the repository, in {FOLDER}"
)
@pytest.mark.parametrize(
    ("number", "name", "scope"),
    [
        (702, "qualification", "stage:main"),
        (702, "total", "overall"),
        (826, "qualification", "stage:main"),
    ],
)
def test_the_second_scorer_meets_the_official_tables(number: int, name: str, scope: str) -> None:
    """To 0.01 in points, and in every place; so both stand on the same oracle."""
    tournament = load(number)
    if name not in tournament.tables:
        pytest.skip(f"tournament {number} has no table {name}")
    stages = [
        {"key": key, "kind": "final" if key == "final" else "qualification", "games": 12}
        for key in tournament.stages
    ]
    games = [
        {
            "id": f"{game.stage} {game.round} {game.table}",
            "stage": game.stage,
            "kind": game.kind,
            "round": game.round,
            "table": game.table,
            "result": msgspec.to_builtins(game.result()),
        }
        for game in tournament.games
    ]
    rows = scorer.standings(generate.DOCUMENTS["mafgame-2026"], stages, games)[scope]
    official = tournament.tables[name]
    assert official
    for one in official:
        row = rows[str(player_id(one.player))]
        assert str(row["place"]) == one.place, one.player
        assert abs(row["points"] - one.values["sigma"]) <= TOLERANCE + Fraction(1, 10**9), one.player
