"""Rows and lines of an archive, beside what its events come to."""

from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Any

from second_scorer import events, scorer
from second_scorer.differences import Counted, Difference, same

Plain = dict[str, Any]


def rows(archive: Plain) -> Counted:
    """Compare every row of every table, and what set it apart from its neighbor."""
    facts = events.facts_of(archive["events"])
    entries = facts["entries"]
    counted = scorer.standings(**facts)
    tables = {one["scope"]: one for one in archive["tables"]}
    yield same("archive", "tables", sorted(tables), sorted(counted))
    for scope in sorted(tables.keys() & counted.keys()):
        theirs, held = counted[scope], tables[scope]["rows"]
        yield same(scope, "players", sorted(row["player"] for row in held), sorted(theirs))
        places = [one["place"] for one in theirs.values()]
        for row in held:
            if row["player"] in theirs:
                own = theirs[row["player"]]
                entry = entries.get(row["player"], {"nick": None, "withdrawn": False})
                shared = own["place"] is not None and places.count(own["place"]) > 1
                yield from _row(scope, row, own | entry | {"shared": shared})
        yield from _neighbors(scope, tables[scope]["order"], held)


def _row(scope: str, row: Plain, own: Plain) -> Counted:
    pairs = {
        "place": (row["place"], own["place"]),
        "shared": (row["shared"], own["shared"]),
        "nick": (row["nick"], own["nick"]),
        "withdrawn": (row["withdrawn"], own["withdrawn"]),
        "games": (Fraction(row["games"]), own["metrics"]["games"]),
        "games as substitute": (row["substituted"], own["substituted"]),
        "points": (Fraction(row["total"]), own["points"]),
        "points shown": (row["shown"], shown(own["points"])),
    }
    for field, of in (("metrics", "metric"), ("components", "points for")):
        for name in sorted(row[field].keys() | own[field].keys()):
            archived, found = Fraction(row[field].get(name, "0")), Fraction(own[field].get(name, 0))
            pairs[f"{of} {name}"] = archived, found
    for what, (archived, found) in pairs.items():
        yield same(scope, what, archived, found, row["player"])


def _neighbors(scope: str, order: list[str], rows: list[Plain]) -> Counted:
    """Compare what set each row apart from the one above with the metrics of both."""
    for above, row in pairwise(rows):
        if row["place"] is None or above["place"] is None:
            continue
        by = next((name for name in order if row["metrics"][name] != above["metrics"][name]), None)
        if by is None:
            by = "panel" if row["place"] != above["place"] else None
        said = row["above"] or {"by": None, "neighbor": above["player"]}
        yield same(scope, "what decided the place", said["by"], by, row["player"])
        yield same(scope, "the row above", said["neighbor"], above["player"], row["player"])
        if said["by"] == by and by not in (None, "panel"):
            yield same(scope, f"own {by}", said["own"], row["metrics"][by], row["player"])
            yield same(scope, f"{by} above", said["theirs"], above["metrics"][by], row["player"])


def shown(value: Fraction) -> str:
    """Return a number as people read it: to hundredths, half away from zero."""
    hundredths = floor(abs(value) * 100 + Fraction(1, 2))
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def lines(archive: Plain) -> Counted:
    """Compare each player's points of each game and component, and each sum with the overall row."""
    counted = scorer.lines_of_all(events.facts_of(archive["events"]))
    overall = next(one for one in archive["tables"] if one["scope"] == "overall")
    totals = {row["player"]: Fraction(row["total"]) for row in overall["rows"]}
    held: dict[tuple[str, str, str], Fraction] = {}
    known = {one["event"]["id"] for one in archive["events"]}
    for one in archive["lines"]:
        player, total = one["player"], Fraction(0)
        for number, line in enumerate(one["lines"], start=1):
            worth = Fraction(line["worth"])
            total += worth
            key = (player, line["game"], line["component"])
            held[key] = held.get(key, Fraction(0)) + worth
            product = Fraction(line["points"]) * Fraction(line["coefficient"])
            yield same("lines", f"line {number}, worth", worth, product, player)
            if line["event"] not in known:
                yield Difference(
                    "lines", player, f"line {number}, event", line["event"], "an event of the archive"
                )
        yield same("lines", "sum", total, totals.get(player), player)
    for key in sorted(held.keys() | counted.keys()):
        player, game, component = key
        archived, found = held.get(key, Fraction(0)), counted.get(key, Fraction(0))
        yield same("lines", f"{component} in game {game}", archived, found, player)
