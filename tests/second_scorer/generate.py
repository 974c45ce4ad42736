"""Championships made up from a seed, as plain data: any shipped document, sometimes with other settings.

How often things happen follows real games: black wins somewhat more often than red, a first night
misses now and then, extra points go to five or six seats, few are penalties.
"""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

Plain = dict[str, Any]
ROOT = Path(__file__).parents[2]
DOCUMENTS: dict[str, Plain] = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "shared" / "contracts" / "documents").glob("*.json"))
}
ROLES = ("don", "mafia", "mafia", "sheriff", *("civilian",) * 6)


def championship(seed: int) -> Plain:
    """Return document, stages, games, adjustments, entries and decisions of ties."""
    dice = Random(seed)  # noqa: S311 - made-up games are no secret
    document = _varied(dice, copy.deepcopy(DOCUMENTS[dice.choice(sorted(DOCUMENTS))]))
    stages = copy.deepcopy(document["plan"]["stages"])
    players = [_id(dice) for _ in range(dice.randint(10, 24))]
    games = []
    for stage in stages:
        for number in range(1, dice.randint(1, 4) + 1):
            seated = dice.sample(players, 10 * (len(players) // 10))
            for table in range(len(seated) // 10):
                if dice.random() < 0.9:
                    ten = seated[10 * table : 10 * table + 10]
                    games.append(_game(dice, document, stage, number, table + 1, ten))
    adjusted = [game for game in games if dice.random() < 0.1]
    adjustments = [
        (game["id"], dice.choice(game["result"]["seats"])["player"], dice.choice(["-1", "0.5", "1/3"]))
        for game in adjusted
    ]
    of_groups = _in_groups(Random(-seed), document, stages, games, players)  # noqa: S311
    entries = [player for player in players if dice.random() < 0.9]
    decisions = [
        {"stage": stage["key"], "order": dice.sample(players, len(players) - dice.randint(0, 2))}
        for stage in stages
        if dice.random() < 0.5
    ]
    return {
        "document": document,
        "stages": stages,
        "games": games,
        "adjustments": adjustments,
        "entries": entries,
        "decisions": decisions,
        "seated": of_groups,
    }


def _in_groups(
    dice: Random, document: Plain, stages: list[Plain], games: list[Plain], players: list[str]
) -> dict[str, dict[str, str]]:
    """Let some stages play in groups: games belong to one, and players to that of their first game.

    Who of a group sits in at a game of another makes it harder than it ever is.
    """
    seated: dict[str, dict[str, str]] = {}
    for stage in stages[:-1]:
        if dice.random() < 0.6:
            continue
        names = ["omsk", "tomsk", "tara"][: dice.randint(2, 3)]
        advance = [dice.choice([None, 0, 1, 2, 3]) for _ in names]
        stage["groups"] = [{"key": key, "advance": own} for key, own in zip(names, advance, strict=True)]
        stage["advance"] = sum(own or 0 for own in advance) + dice.randint(1, 6)
        seated[stage["key"]] = {player: dice.choice(names) for player in players if dice.random() < 0.9}
        for game in games:
            if game["stage"] == stage["key"]:
                game["group"] = dice.choice(names)
    if document["scoring"].get("compensation") and dice.random() < 0.2:
        document["scoring"]["compensation"]["by_group"] = True
    return seated


def _id(dice: Random) -> str:
    return str(UUID(int=dice.getrandbits(128), version=4))


def _varied(dice: Random, document: Plain) -> Plain:  # noqa: C901 - a list of changes
    """Change a setting or two of every third document."""
    scoring, ties = document["scoring"], document["ties"]
    if dice.random() < 0.66:
        return document
    for _ in range(2):
        match dice.randrange(9):
            case 0:
                scoring |= {"removal": "-0.5", "removal_counts": "instead"}
            case 1:
                counts = dice.choice(["beside", "instead_of_removal", "instead"])
                scoring |= {"team_defeat": "-1", "removal": "-0.5", "team_defeat_counts": counts}
            case 2:
                scoring["component_coefficients"] = {"final": {"win": "1.5", "compensation": "1/3"}}
            case 3:
                scoring |= {"coefficients": {"final": "1.3"}, "coefficient_on": ["win", "extra_points"]}
            case 4:
                scoring["ranked"] = {
                    "minimum_games": 2,
                    "substitutes": dice.random() < 0.5,
                    "entry_required": True,
                }
            case 5:
                ties |= {"order": [*ties["order"], "games"], "fewer_first": ["games", "times_first_killed"]}
            case 6 if scoring.get("compensation"):
                changes = {
                    "rounding": dice.choice(["half_even", "down", "up"]),
                    "on_draw": dice.choice(["half", "full"]),
                    "not_with": ["best_move"],
                }
                scoring["compensation"] |= changes
            case 7:
                scoring["automatic"] = {"points": "0.25", "to": dice.choice(["winners", "losers"])}
            case _:
                scoring |= {"full_team_win": "1", "draw": dict.fromkeys(set(ROLES), "0.5")}
    return document


def _game(dice: Random, document: Plain, stage: Plain, number: int, table: int, players: list[str]) -> Plain:
    return {
        "id": _id(dice),
        "stage": stage["key"],
        "kind": stage["kind"],
        "round": number,
        "table": table,
        "result": _result(dice, document["scoring"], players),
    }


def _result(dice: Random, scoring: Plain, players: list[str]) -> Plain:
    roles = dice.sample(ROLES, 10)
    seats = range(1, 11)
    killed = dice.choice(seats) if dice.random() < 0.94 else None
    named = dice.sample([seat for seat in seats if seat != killed], dice.randint(1, 3))
    out = dice.sample(seats, dice.randint(0, 4))
    best_player = scoring.get("best_player") or {"max_players": 0}
    penalties = [_award(seat, dice.choice(["-0.5", "-0.3", "-1"])) for seat in seats if dice.random() < 0.03]
    penalties += [
        _award(dice.choice(seats), scoring["penalties"][name]["points"], name)
        for name in scoring.get("penalties", {})
        if dice.random() < 0.4
    ]
    return {
        "winner": dice.choices(["black", "red", None], [179, 111, 10])[0],
        "seats": [
            {"seat": seat, "player": player, "role": role, "fouls": 0, "substitute": dice.random() < 0.02}
            for seat, player, role in zip(seats, players, roles, strict=True)
        ],
        "eliminations": [
            {
                "seat": seat,
                "cause": dice.choice(["vote", "kill", "removal"]),
                "time": "day",
                "number": day,
                "reason": None,
            }
            for day, seat in enumerate(out, start=1)
        ],
        "first_killed": killed,
        "best_move": {"seat": killed, "named": named} if killed and dice.random() < 0.7 else None,
        "best_players": [
            _award(dice.choice(seats), dice.choice(best_player["points"]))
            for _ in range(best_player["max_players"])
        ],
        "extra_points": [
            _award(seat, dice.choice(["0.1", "0.2", "0.3", "0.5", "-0.1"]))
            for seat in seats
            if dice.random() < 0.3
        ],
        "penalties": penalties,
        "team_defeat": dice.choice(seats) if dice.random() < 0.05 else None,
        "features": ["eliminations"] if dice.random() < 0.7 else [],
    }


def _award(seat: int, points: str, reason: str | None = None) -> Plain:
    return {"seat": seat, "points": points, "reason": reason}
