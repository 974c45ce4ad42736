"""A second scorer: the standings of a championship again, by someone who has not read the first.

Plain Python over plain data: a document, stages, games and entries as their JSON says them, and
nothing imported from the product. Slow on purpose where slow is plainer.
"""

from collections.abc import Iterable, Iterator
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from math import ceil, floor
from typing import Any

Plain = dict[str, Any]
Adjustments = Iterable[tuple[str, str, str]]
Cards = dict[tuple[str, str], int]
Tables = dict[str, dict[str, Plain]]

RED = {"civilian", "sheriff"}
ROLES = ("civilian", "sheriff", "mafia", "don")
BESIDES = {
    "automatic",
    "best_move",
    "best_player",
    "extra_points",
    "penalty",
    "removal",
    "team_defeat",
    "adjustment",
}
PART = {"nothing": Fraction(0), "half": Fraction(1, 2), "full": Fraction(1)}


def standings(
    document: Plain,
    stages: list[Plain],
    games: list[Plain],
    adjustments: Adjustments = (),
    entries: Iterable[str] = (),
    decisions: Iterable[Plain] = (),
    seated: dict[str, dict[str, str]] | None = None,
) -> Tables:
    """Return by scope a dict of player to {"place", "points", "metrics", "components"}.

    `stages`: dicts with key and games, in playing order. `games`: dicts with id, stage, kind, round,
    table and result, of games that count. `adjustments`: (game id, player, points). `entries`: players.
    `decisions`: of ties, as they were made: dicts with the stage and the order, best first. Where a stage
    has groups, dicts with key and advance, its games name theirs, and `seated` says by stage where each
    player belongs.
    """
    order = [stage["key"] for stage in stages]
    games = sorted(games, key=lambda game: (order.index(game["stage"]), game["round"], game["table"]))
    ties = document["ties"]
    tables: Tables = {}
    before: dict[str, Fraction] = {}
    played = {key: [game for game in games if game["stage"] == key] for key in order}
    for index, key in enumerate(order):
        known = [game for game in games if game["stage"] in order[: index + 1]]
        lines = all_lines(document, stages, known, adjustments)
        own = [line for line in lines if line["stage"] == key]
        alone_order = ties.get("stage_order") or ties["order"]
        decided = [one["order"] for one in decisions if one["stage"] == key]
        tables[f"stage:{key}"] = table(document, alone_order, played[key], own, before, entries)
        tables[f"through:{key}"] = table(document, ties["order"], known, lines, before, entries, decided)
        overall = table(document, ties["order"], known, lines, before, entries, decided)
        for group in stages[index].get("groups", ()):
            name = group["key"]
            here = [game for game in played[key] if game.get("group") == name]
            of_here = [one for one in own if one["game"] in [game["id"] for game in here]]
            members = {player for player, at in (seated or {}).get(key, {}).items() if at == name}
            tables[f"stage:{key}:{name}"] = table(document, alone_order, here, of_here, before, entries)
            tables[f"through:{key}:{name}"] = table(
                document, ties["order"], known, lines, before, entries, decided, members
            )
        before = {player: row["points"] for player, row in tables[f"through:{key}"].items()}
    tables["overall"] = overall
    return tables


def cut(
    tables: Tables, stage: Plain, gone: Iterable[str] = ()
) -> tuple[set[str], dict[str | None, set[str]]]:
    """Return who goes on for certain, and by line who is tied across it (None: that over all).

    A player is in by a line with N places when he and all who are level with him fit into them. Where a
    group's line is tied, nothing is said of the line over all.
    """
    certain: set[str] = set()
    ties: dict[str | None, set[str]] = {}

    def draw_line(name: str | None, rows: dict[str, Plain], places: int, able: list[str]) -> None:
        for player in able:
            ahead = sum(rows[other]["place"] < rows[player]["place"] for other in able)
            level = sum(rows[other]["place"] == rows[player]["place"] for other in able)
            if ahead + level <= places:
                certain.add(player)
            elif ahead < places:
                place = rows[player]["place"]
                ties[name] = {other for other, row in rows.items() if row["place"] == place}

    def able_of(rows: dict[str, Plain]) -> list[str]:
        return [one for one, row in rows.items() if row["place"] is not None and one not in gone]

    everybody = tables[f"through:{stage['key']}"]
    if stage.get("advance") is None:
        return set(able_of(everybody)), ties
    for group in stage.get("groups", ()):
        rows = tables[f"through:{stage['key']}:{group['key']}"]
        draw_line(group["key"], rows, group.get("advance") or 0, able_of(rows))
    if not ties:
        others = [one for one in able_of(everybody) if one not in certain]
        draw_line(None, everybody, stage["advance"] - len(certain), others)
    return certain, ties


def all_lines(
    document: Plain, stages: list[Plain], games: list[Plain], adjustments: Adjustments
) -> list[Plain]:
    """Return every reason for points, each a dict."""
    scoring = document["scoring"]
    lines: list[Plain] = []
    cards: Cards = {}
    for game in games:
        for player, component, points in lines_of(scoring, game["result"], cards):
            lines.append(line(scoring, game, player, component, points))
        for of_game, player, text in adjustments:
            if of_game == game["id"]:
                lines.append(line(scoring, game, player, "adjustment", Fraction(text)))
    if scoring.get("compensation"):
        lines += compensations(scoring, stages, games)
    return lines


def lines_of_all(facts: Plain) -> dict[tuple[str, str, str], Fraction]:
    """Return by player, game and component what they are worth together, over all stages."""
    order = [stage["key"] for stage in facts["stages"]]
    games = sorted(
        facts["games"], key=lambda game: (order.index(game["stage"]), game["round"], game["table"])
    )
    summed: dict[tuple[str, str, str], Fraction] = {}
    for one in all_lines(facts["document"], facts["stages"], games, facts["adjustments"]):
        key = (one["player"], one["game"], one["component"])
        summed[key] = summed.get(key, Fraction(0)) + one["worth"]
    return summed


def line(scoring: Plain, game: Plain, player: str, component: str, points: Fraction) -> Plain:
    """Return one reason with the coefficient in it."""
    limited = scoring.get("coefficient_on")
    factor = scoring.get("coefficients", {}).get(game["kind"], "1")
    if limited is not None and component not in limited:
        factor = "1"
    factor = scoring.get("component_coefficients", {}).get(game["kind"], {}).get(component, factor)
    worth = points * Fraction(factor)
    return {
        "player": player,
        "game": game["id"],
        "component": component,
        "stage": game["stage"],
        "worth": worth,
    }


def lines_of(scoring: Plain, result: Plain, cards: Cards) -> list[tuple[str, str, Fraction]]:
    """Return (player, component, points) of one game; `cards` counts growing penalties."""
    seats = {seat["seat"]: seat for seat in result["seats"]}
    removed = [one["seat"] for one in result["eliminations"] if one["cause"] == "removal"]
    offender = result["team_defeat"]
    kept = {}
    for number, seat in seats.items():
        kept[number] = list(earned(scoring, result, seats, number, seat["role"]))
        for award in result["penalties"]:
            if award["seat"] == number:
                kept[number].append(("penalty", penalty(scoring, award, seat["player"], cards)))
        if number == offender and scoring.get("team_defeat_counts") == "instead":
            kept[number] = []
        if number in removed and scoring.get("removal_counts") == "instead":
            kept[number] = []
        if number in removed:
            forgiven = number == offender and scoring.get("team_defeat_counts", "beside") != "beside"
            if not forgiven:
                times = removed.count(number)
                kept[number] += [("removal", Fraction(scoring.get("removal", "0")))] * times
        if number == offender:
            kept[number].append(("team_defeat", Fraction(scoring.get("team_defeat", "0"))))
    return [(seats[number]["player"], *one) for number, own in kept.items() for one in own]


def earned(
    scoring: Plain, result: Plain, seats: dict[int, Plain], number: int, role: str
) -> Iterator[tuple[str, Fraction]]:
    """Yield what the game and the judge gave to a seat."""
    outcome = outcome_of(result, role)
    yield outcome, Fraction(scoring.get(outcome, {}).get(role, "0"))
    if outcome == "win" and "eliminations" in result["features"]:
        out = {one["seat"] for one in result["eliminations"]}
        if not any(seat["seat"] in out for seat in seats.values() if same_team(seat["role"], role)):
            yield "full_team_win", Fraction(scoring.get("full_team_win", "0"))
    rule = scoring.get("automatic")
    if rule and {"winners": "win", "losers": "loss"}.get(rule.get("to", "everyone"), outcome) == outcome:
        marks = [one["reason"] for one in result["penalties"] if one["seat"] == number]
        if rule.get("unless") not in marks or rule.get("unless") is None:
            yield "automatic", Fraction(rule["points"])
    if result["best_move"] and result["best_move"]["seat"] == number:
        blacks = str(blacks_in(result))
        common = scoring.get("best_move", {}).get(blacks, "0")
        yield "best_move", Fraction(scoring.get("best_move_by_role", {}).get(role, {}).get(blacks, common))
    for field, component in (("best_players", "best_player"), ("extra_points", "extra_points")):
        for award in result[field]:
            if award["seat"] == number:
                yield component, Fraction(award["points"])


def penalty(scoring: Plain, award: Plain, player: str, cards: Cards) -> Fraction:
    """Return what a penalty takes, grown where its name says so."""
    named = scoring.get("penalties", {}).get(award["reason"])
    if named is None:
        return Fraction(award["points"])
    if not named.get("escalates"):
        return Fraction(named["points"])
    cards[player, award["reason"]] = cards.get((player, award["reason"]), 0) + 1
    return Fraction(named["points"]) * cards[player, award["reason"]]


def outcome_of(result: Plain, role: str) -> str:
    """Return win, loss or draw."""
    if result["winner"] is None:
        return "draw"
    return "win" if (result["winner"] == "red") == (role in RED) else "loss"


def same_team(one: str, other: str) -> bool:
    """Tell whether two roles play together."""
    return (one in RED) == (other in RED)


def blacks_in(result: Plain) -> int:
    """Return how many blacks the best move named."""
    if not result["best_move"]:
        return 0
    return len(
        [s for s in result["seats"] if s["role"] not in RED and s["seat"] in result["best_move"]["named"]]
    )


def compensations(scoring: Plain, stages: list[Plain], games: list[Plain]) -> list[Plain]:
    """Return the lines of being killed first, group by group."""
    rule, lines = scoring["compensation"], []
    parts = list(dict.fromkeys(game.get("group") if rule.get("by_group") else None for game in games))
    for group, where in [(group, part) for group in rule["groups"] for part in parts]:
        own = [game for game in games if game["kind"] in group]
        if rule.get("by_group"):
            own = [game for game in own if game.get("group") == where]
        reached = {game["stage"] for game in own}
        distance = sum(stage["games"] for stage in stages if stage["key"] in reached)
        raises = [case_of(rule, game["result"]) for game in own]
        seated_at = [set(players(game["result"])) for game in own]
        for index, game in enumerate(own):
            seat = candidate(rule, game["result"])
            if seat is None or not counts(rule, game["result"], seat):
                continue
            part = part_of(scoring, rule, game["result"], seat)
            if not part:
                continue
            kills = (raises[: index + 1] if rule.get("so_far") else raises).count(seat["player"])
            mine = sum(seat["player"] in table for table in seated_at)
            basis = {"own": mine, "distance": distance, "running": index + 1}[rule.get("games", "own")]
            lines.append(
                line(scoring, game, seat["player"], "compensation", part * formula(rule, kills, basis))
            )
    return lines


def players(result: Plain) -> list[str]:
    """Return who sat at the table."""
    return [seat["player"] for seat in result["seats"]]


def candidate(rule: Plain, result: Plain) -> Plain | None:
    """Return the seat that a game may compensate, or None."""
    if rule.get("counts") == "best_moves":
        number = result["best_move"]["seat"] if blacks_in(result) else None
        return seated(result, number)
    seat = seated(result, result["first_killed"])
    return seat if seat and seat["role"] in RED else None


def seated(result: Plain, number: int | None) -> Plain | None:
    """Return the seat of that number."""
    seats: list[Plain] = result["seats"]
    return next((seat for seat in seats if seat["seat"] == number), None)


def counts(rule: Plain, result: Plain, seat: Plain) -> bool:
    """Tell whether a game raises the count of its candidate."""
    return rule.get("counts") != "lost_first_kills" or outcome_of(result, seat["role"]) == "loss"


def case_of(rule: Plain, result: Plain) -> str | None:
    """Return the player whose count a game raises, or None."""
    seat = candidate(rule, result)
    return str(seat["player"]) if seat is not None and counts(rule, result, seat) else None


def part_of(scoring: Plain, rule: Plain, result: Plain, seat: Plain) -> Fraction:
    """Return which part of the formula a game pays."""
    outcome = outcome_of(result, seat["role"])
    needs = rule.get("needs_black_named", "never")
    made = result["best_move"] and result["best_move"]["seat"] == seat["seat"] and blacks_in(result)
    if not made and (needs == "always" or (needs == "on_win" and outcome == "win")):
        return Fraction(0)
    removed = any(e["seat"] == seat["seat"] and e["cause"] == "removal" for e in result["eliminations"])
    if removed and scoring.get("removal_counts") == "instead":
        return Fraction(0)
    if result["team_defeat"] == seat["seat"] and scoring.get("team_defeat_counts") == "instead":
        return Fraction(0)
    for player, component, points in lines_of(scoring, result, {}):
        if player == seat["player"] and component in rule.get("not_with", ()) and points:
            return Fraction(0)
    if outcome == "loss":
        return Fraction(1)
    return PART[rule.get("on_win" if outcome == "win" else "on_draw", "nothing")]


def formula(rule: Plain, kills: int, games: int) -> Fraction:
    """Return what one game pays in full."""
    kind, factor, share = rule.get("formula", "rate"), Fraction(rule["factor"]), Fraction(rule["share"])
    cap = Fraction(rule["cap"]) if rule.get("cap") is not None else None
    if kind == "steps":
        paid = [max(0, number - int(rule.get("free", 0))) * factor for number in (kills, kills - 1)]
        now, earlier = paid if cap is None else [min(cap, one) for one in paid]
        return now - earlier
    value: Fraction = factor * kills
    if kind == "rate":
        divisor = rule.get("divisor") or rounded(share * games, rule.get("rounding", "half_up"))
        if divisor:
            value /= Fraction(divisor)
        elif cap is not None:
            value = cap
    elif kind == "triangular":
        over = max(0, kills - floor(share * games))
        value = factor * over * (over + 1) / 2
    else:
        return root(factor, max(Fraction(0), kills - share * games), games, rule)
    if rule.get("digits") is not None:
        unit = 10 ** int(rule["digits"])
        value = Fraction(rounded(value * unit, "half_up"), unit)
    return value if cap is None else min(value, cap)


def root(factor: Fraction, k: Fraction, games: int, rule: Plain) -> Fraction:
    """Return factor * k * (k + 1) / sqrt(games), rounded, with far more digits than are kept."""
    with localcontext() as context:
        context.prec = 80
        product = factor * k * (k + 1)
        value = Decimal(product.numerator) / Decimal(product.denominator) / Decimal(games).sqrt()
        exact = Fraction(value.quantize(Decimal(1).scaleb(-int(rule["digits"])), ROUND_HALF_UP))
    return min(exact, Fraction(rule["cap"])) if rule.get("cap") is not None else exact


def rounded(value: Fraction, how: str) -> int:
    """Round to a whole number."""
    if how == "half_up":
        return floor(value + Fraction(1, 2))
    if how == "half_even":
        return round(value)
    return floor(value) if how == "down" else ceil(value)


def table(
    document: Plain,
    order: Iterable[str],
    games: list[Plain],
    lines: list[Plain],
    before: dict[str, Fraction],
    entries: Iterable[str],
    decided: Iterable[list[str]] = (),
    only: set[str] | None = None,
) -> dict[str, Plain]:
    """Return the rows of one table by player, with places: how many stand above, and one.

    `only`: of these players, as if there were no others.
    """
    own_games: dict[str, list[tuple[Plain, Plain]]] = {}
    own_lines: dict[str, list[Plain]] = {}
    for game in games:
        for seat in game["result"]["seats"]:
            own_games.setdefault(seat["player"], []).append((game, seat))
    for one in lines:
        own_lines.setdefault(one["player"], []).append(one)
    rows = {
        player: row(own_games.get(player, []), own_lines.get(player, []), before.get(player, Fraction(0)))
        for player in own_games.keys() | own_lines.keys()
        if only is None or player in only
    }
    fewer = document["ties"].get("fewer_first", ())
    keys = {
        player: tuple(-one["metrics"][m] if m in fewer else one["metrics"][m] for m in order)
        for player, one in rows.items()
    }
    flags = document["scoring"].get("ranked", {})
    inside = {player for player, one in rows.items() if is_ranked(flags, one, player, entries)}
    for one in rows.values():
        one["place"] = None
    place = 1
    for key in sorted({keys[player] for player in inside}, reverse=True):
        level = {player for player in inside if keys[player] == key}
        said = [ranks for ranks in decided if level <= set(ranks)] if len(level) > 1 else []
        for player in level:
            above = sum(said[-1].index(other) < said[-1].index(player) for other in level) if said else 0
            rows[player]["place"] = place + above
        place += len(level)
    return rows


def is_ranked(flags: Plain, one: Plain, player: str, entries: Iterable[str]) -> bool:
    """Tell whether a player has a place."""
    if one["metrics"]["games"] < flags.get("minimum_games", 1):
        return False
    if not flags.get("substitutes", True) and one["only_substitute"]:
        return False
    return player in entries or not flags.get("entry_required", False)


def row(mine: list[tuple[Plain, Plain]], lines: list[Plain], earlier: Fraction) -> Plain:
    """Return what a table knows of one player, from his games with his seats, and his lines."""
    total = sum((one["worth"] for one in lines), Fraction(0))
    wins = [seat["role"] for game, seat in mine if outcome_of(game["result"], seat["role"]) == "win"]
    metrics = {
        "points": total,
        "additional_points": sum((one["worth"] for one in lines if one["component"] in BESIDES), Fraction(0)),
        "wins": len(wins),
        "times_best_player": sum(
            award["seat"] == seat["seat"] for game, seat in mine for award in game["result"]["best_players"]
        ),
        "wins_as_black": wins.count("mafia") + wins.count("don"),
        "wins_as_don_and_sheriff": wins.count("don") + wins.count("sheriff"),
        "times_first_killed": sum(game["result"]["first_killed"] == seat["seat"] for game, seat in mine),
        "points_in_earlier_stages": earlier,
        "stages_reached": len({game["stage"] for game, _ in mine}),
        "games": len(mine),
        "average_points": total / max(1, len(mine)),
        "rating_squared": total * abs(total) / max(1, len(mine)),
    }
    metrics |= {f"wins_as_{role}": wins.count(role) for role in ROLES}
    components: dict[str, Fraction] = {}
    for one in lines:
        components[one["component"]] = components.get(one["component"], Fraction(0)) + one["worth"]
    return {
        "points": total,
        "metrics": metrics,
        "components": components,
        "only_substitute": all(seat["substitute"] for _, seat in mine),
        "substituted": sum(seat["substitute"] for _, seat in mine),
    }
