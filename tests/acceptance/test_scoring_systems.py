"""Fourteen scoring systems in use, each a document, each with games that were counted by hand.

At the table seat 1 is the don, 2 and 3 mafia, 4 the sheriff, 5 to 10 civilians.
"""

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.scoring.domain.tables import OVERALL
from shared.contracts.gameplay import Award, Elimination, ProtocolSigned
from shared.contracts.regulations import shipped
from tests.unit.scoring.games import announced, numbers, result, signed, standings

SYSTEMS = {
    "omsk-2014": "onore-2014",
    "chernivtsi-2016": "chnu-2016",
    "fiim-v1-v3": "fiim-v1-v3",
    "fiim-v4": "fiim-v4",
    "fiim-v5": "fiim-v5",
    "fiim-v6": "fiim-v6",
    "fiim-v7": "fiim-v7",
    "fiim-family-judge-exam": "fiim-family-judge-exam",
    "mafgame-2026": "mafgame-2026",
    "fsm-2022-as-implemented-by-2LA-Noire": "fsm-2022",
    "mafia-universe-2025": "mafia-universe-2025",
    "vawaca": "vawaca",
    "club-tracker-sqrt": "club-tracker-sqrt",
    "studinfo-36450": "studinfo-36450",
}
NAMES_OF_SYSTEMS = re.compile(
    r"onore|chnu|chernivtsi|fiim|fsm\b|mafgame|mafia.universe|vawaca|tracker|studinfo"
)
ROOT = Path(__file__).parents[2]


def totals(document: str, *games: ProtocolSigned) -> dict[int, str]:
    """Return totals by player, as decimals where they end."""
    rows = standings(announced(document), *games).tables[OVERALL].rows
    return {numbers([row.player])[0]: _text(row.total) for row in rows}


def _text(value: Fraction) -> str:
    return f"{float(value):g}" if value.denominator in {1, 2, 4, 5, 10, 20, 25, 50, 100} else str(value)


def places(document: str, *games: ProtocolSigned) -> list[int]:
    """Return the players in the order of the overall table."""
    return [numbers([row.player])[0] for row in standings(announced(document), *games).tables[OVERALL].rows]


def game(number: int, winner: Any, stage: str = "qualification", **fields: Any) -> ProtocolSigned:
    """Sign a game of a stage."""
    return signed(result(winner, **fields), stage, number)


def marked(signed_game: ProtocolSigned, seat: int, name: str, points: str = "0") -> ProtocolSigned:
    """Add a named penalty."""
    what = signed_game.result
    award = Award(seat=seat, points=points, reason=name)
    changed = msgspec.structs.replace(what, penalties=(*what.penalties, award))
    return msgspec.structs.replace(signed_game, result=changed)


def removed(seat: int) -> Elimination:
    """Remove a player on the first day."""
    return Elimination(seat=seat, cause="removal", time="day", number=1)


def test_every_system_is_a_shipped_document() -> None:
    """Fourteen of them, and two earlier versions of one."""
    assert set(SYSTEMS.values()) <= shipped().keys()
    assert len(SYSTEMS) == 14


def test_no_code_knows_a_tournament_or_a_system() -> None:
    """Documents differ in their settings only; none is named but in examples of an API's description."""
    names = list(shipped())
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for folder in ("services", "shared", "second_scorer")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line in path.read_text(encoding="utf-8").lower().splitlines()
        if "examples=[" not in line
        if NAMES_OF_SYSTEMS.search(line) or any(name in line for name in names)
    ]
    assert found == []


def test_onore_2014() -> None:
    """Wins of 3 and 4, a best move of two blacks, extras of losers, everything by 1.5 in the final."""
    tour = game(1, "red", "tour-1", first_killed=5, best_move=(5, (1, 2, 9)), extra={2: "1"})
    final = game(1, "black", "final", best={1: "1"})
    counted = totals("onore-2014", tour, final)
    assert counted[5] == "3.5"  # 3 + 0.5
    assert counted[2] == "7"  # 1 + 4 * 1.5
    assert counted[1] == "7.5"  # (4 + 1) * 1.5
    assert counted[4] == "3"


def test_chnu_2016() -> None:
    """Points by role for wins and losses, one more each for a team that is whole, three for the best."""
    out = Elimination(seat=5, cause="vote", time="day", number=1)
    counted = totals("chnu-2016", game(1, "black", out=[out], best={1: "3"}))
    assert (counted[1], counted[2], counted[4], counted[5]) == ("10", "6", "-1", "0")


def test_fiim_v1_v3() -> None:
    """A win of 1, 0.4 for three blacks, -0.5 for a removal and for a surrender; Ci of a lost game."""
    first = game(1, "black", first_killed=5, best_move=(5, (1, 2, 3)), out=[removed(6)])
    first = marked(first, 7, "surrender", "-0.5")
    more = [game(number, "red") for number in range(2, 6)]
    counted = totals("fiim-v1-v3", first, *more)
    assert counted[5] == "4.6"  # 4 wins, 0.4, and 1 * 0.4 / round(0.4 * 5) = 0.2
    assert (counted[6], counted[7], counted[1]) == ("3.5", "3.5", "1")


def test_fiim_v4() -> None:
    """Everyone has 0.3 in every game; 0.5 and 0.3 for the best move; Ci as before."""
    one = game(1, "black", first_killed=5, best_move=(5, (1, 2, 9)))
    counted = totals("fiim-v4", one)
    assert counted[5] == "1"  # 0.3 + 0.3 + 0.4
    assert (counted[1], counted[6]) == ("1.3", "0.3")


@pytest.mark.parametrize(
    ("document", "best_move", "cap"), [("fiim-v5", 5, 4), ("fiim-v6", 7, 4), ("fiim-v7", 7, 5)]
)
def test_fiim_v5_to_v7(document: str, best_move: int, cap: int) -> None:
    """0.3 unless the judge gave the worst move; -0.7 for a team defeat; Ci up to 0.4 or 0.5."""
    first = game(1, "black", first_killed=5, best_move=(5, (1, 2, 3)), team_defeat=6)
    first = marked(first, 7, "worst-move")
    counted = totals(document, first)
    assert counted[5] == f"{(3 + best_move + cap) / 10:g}"
    assert (counted[6], counted[7], counted[1]) == ("-0.4", "0", "1.3")


def test_fiim_family_judge_exam() -> None:
    """A draw brings everyone 0.3, less a small penalty; -0.8 for a removal, 0.7 for three blacks."""
    draw = marked(game(1, None), 7, "small", "-0.3")
    won = marked(game(2, "red", best_move=(5, (1, 2, 3)), out=[removed(1)]), 8, "big", "-0.5")
    counted = totals("fiim-family-judge-exam", draw, won)
    assert (counted[5], counted[7], counted[8]) == ("2", "1", "0.8")
    assert counted[1] == "-0.5"  # 0.3 - 0.8
    limits = shipped()["fiim-family-judge-exam"].scoring.extra_points
    assert limits is not None
    assert (limits.max_players, limits.max_players_with_chief_judge) == (5, 6)
    assert (limits.max_total, limits.max_total_with_chief_judge, limits.max_total_with_college) == (
        "2.8",
        "3",
        "3.5",
    )


def test_mafgame_2026() -> None:
    """0.75, extras and Ci by 1.3 in the final, which is a group of its own."""
    first = game(1, "black", "main", first_killed=5)
    final = game(1, "black", "final", first_killed=5, extra={5: "0.2"})
    counted = totals("mafgame-2026", first, final)
    assert counted[5] == "1.18"  # 0.4, and 1.3 * (0.2 + 0.4)
    assert counted[1] == "69/40"  # 0.75 + 1.3 * 0.75


def test_fsm_2022() -> None:
    """Ci by the distance, rounded to hundredths, whole when lost, half when won with a black named."""
    lost = game(1, "black", first_killed=5)
    won = game(2, "red", first_killed=5, best_move=(5, (1, 9, 10)))
    bare = game(3, "red", first_killed=5)
    counted = totals("fsm-2022", lost, won, bare)
    # N = 10, K = 3: 0.4 * 3 / 4 = 0.3; 0.3 + (1 + 0.1 + 0.15) + 1
    assert counted[5] == "2.55"
    kicked = game(4, "red", out=[removed(1)], team_defeat=1)
    fouled = marked(marked(kicked, 2, "technical-foul-small", "-0.3"), 3, "technical-foul-big", "-0.6")
    assert {seat: totals("fsm-2022", fouled)[seat] for seat in (1, 2, 3)} == {1: "-1", 2: "-0.3", 3: "-0.6"}


def test_fsm_2022_rounds_the_rate() -> None:
    """With 14 games the rate of one kill is 0.4 / 6, which is 0.07."""
    games = [game(1, "black", first_killed=5), game(1, "black", "final")]
    assert totals("fsm-2022", *games)[5] == "0.07"


def test_mafia_universe_2025() -> None:
    """0.4 * K / 24 where the best move named a black, half of it in a won game."""
    lost = game(1, "black", first_killed=5, best_move=(5, (1, 9, 10)))
    won = game(2, "red", first_killed=5, best_move=(5, (1, 2, 10)))
    bare = game(3, "black", first_killed=5)
    # K = 3: 0.05; 0.1 + 0.05, and 1 + 0.3 + 0.025
    assert totals("mafia-universe-2025", lost, won, bare)[5] == str(Fraction("1.475"))


def test_vawaca() -> None:
    """4 and 1; -1.5 for a removal; from the second first-night kill in a lost game 1 each, up to 3."""
    lost = [game(number, "black", first_killed=5) for number in range(1, 7)]
    won = game(7, "red", first_killed=5, best_move=(5, (1, 2, 3)), out=[removed(6)])
    sheriff = game(8, "red", first_killed=4, best_move=(4, (1, 2, 3)))
    counted = totals("vawaca", *lost, won, sheriff)
    assert counted[5] == "18"  # 6 lost, 2 won, 1, and 3
    assert counted[6] == "12.5"
    assert counted[4] == "14.5"  # 6 + 8 + 0.5
    lines = standings(announced("vawaca"), *lost).lines
    paid = [
        line for own in lines.values() for line in own if line.component == "compensation" and line.points
    ]
    assert [line.round for line in paid] == [2, 3, 4]


def test_club_tracker_sqrt_v1() -> None:
    """0.5 * K * (K + 1) / 2 at each best move with a black; yellow cards grow."""
    games = [game(number, "red", first_killed=5, best_move=(5, (1, 9, 10))) for number in (1, 2)]
    games[0] = marked(games[0], 6, "yellow-card", "-0.5")
    games[1] = marked(marked(games[1], 6, "yellow-card", "-0.5"), 7, "grey-card", "-0.5")
    counted = totals("club-tracker-sqrt-v1", *games)
    assert counted[5] == "4"  # 2 wins, 0.5, and 0.5 * 2 * 3 / 2 = 1.5
    assert (counted[6], counted[7]) == ("0.5", "1.5")


@pytest.mark.parametrize(
    ("document", "points"), [("club-tracker-sqrt-v2", "6.68"), ("club-tracker-sqrt", "5.66")]
)
def test_club_tracker_sqrt_v2_and_v3(document: str, points: str) -> None:
    """K * (K + 1) / sqrt(N) with K = X - N / 10, in hundredths; version 3 leaves games with a bonus out."""
    games = [game(number, "red", first_killed=5, best_move=(5, (1, 9, 10))) for number in (1, 2)]
    games[0] = game(1, "red", first_killed=5, best_move=(5, (1, 9, 10)), extra={5: "0.1"})
    # N = 2: 0.8 * 1.8 / sqrt(2) = 1.018, and 1.8 * 2.8 / sqrt(2) = 3.564; 2 wins and 0.1
    assert totals(document, *games)[5] == points


def test_club_tracker_orders_by_the_root_of_games() -> None:
    """One win in one game stands above two in five: 1 is more than 2 / sqrt(5)."""
    games = [game(1, "red", players=range(11, 21))]
    games += [game(number, "red" if number < 4 else "black") for number in range(2, 7)]
    listed = places("club-tracker-sqrt", *games)
    assert listed.index(14) < listed.index(4)
    assert totals("club-tracker-sqrt", *games)[4] == "2"


def test_studinfo_36450() -> None:
    """0.75 for the best player, 0.5 and 0.25 for the best move; equals by what they brought along."""
    counted = totals("studinfo-36450", game(1, "red", best={5: "0.75"}, best_move=(6, (1, 2, 9))))
    assert (counted[5], counted[6], counted[7]) == ("1.75", "1.25", "1")
    first = game(1, "red", best={6: "0.75"})
    final = game(1, "red", "final", best={5: "0.75"})
    listed = places("studinfo-36450", first, final)
    assert listed[:2] == [6, 5]
