"""Scoring under the regulations of the ChNU student tournament, clause by clause."""

from fractions import Fraction

import pytest

from services.scoring.domain.cut import cut
from services.scoring.domain.lines import Line
from services.scoring.domain.tables import OVERALL, Row, through_scope
from shared.contracts.gameplay import Elimination, Result
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import Component
from tests.unit.scoring.games import announced, numbers, result, signed, standings

CHNU = announced("chnu-2016")


def lines(what: Result, component: Component) -> dict[int, Line]:
    """Return by player the lines of a component in a qualifying game."""
    return {
        numbers([who])[0]: line
        for who, own in standings(CHNU, signed(what, "qualification")).lines.items()
        for line in own
        if line.component == component
    }


def worth(what: Result, component: Component) -> dict[int, Fraction]:
    """Return by player what a component brings."""
    return {number: line.worth for number, line in lines(what, component).items()}


def overall(*events: PublicEvent) -> dict[int, Row]:
    """Return the overall rows by player."""
    return {numbers([row.player])[0]: row for row in standings(CHNU, *events).tables[OVERALL].rows}


@pytest.mark.clause("C-SCORE-1")
def test_a_win_is_paid_by_role() -> None:
    """Civilian 4, sheriff 5, don 6, mafia 5."""
    assert worth(result("black"), "win") == {1: 6, 2: 5, 3: 5}
    assert worth(result("red"), "win") == {4: 5} | dict.fromkeys(range(5, 11), 4)
    assert {line.clause for line in lines(result("red"), "win").values()} == {"C-SCORE-1"}


@pytest.mark.parametrize(("named", "points"), [((1, 2, 3), 1), ((1, 2, 9), Fraction(1, 2)), ((1, 8, 9), 0)])
@pytest.mark.clause("C-SCORE-2")
def test_a_best_move_is_paid_by_the_mafia_it_names(named: tuple[int, ...], points: Fraction) -> None:
    """Three bring 1, two bring 0.5."""
    found = lines(result("black", first_killed=5, best_move=(5, named)), "best_move")
    assert {number: (line.worth, line.clause) for number, line in found.items()} == {5: (points, "C-SCORE-2")}


@pytest.mark.clause("C-SCORE-3")
def test_a_win_with_the_whole_team_at_the_table_brings_one_more() -> None:
    """Every player of the winning team gets it, when nobody of the team is out."""
    shot = Elimination(seat=5, cause="kill", time="night", number=1)
    voted = Elimination(seat=1, cause="vote", time="day", number=2)
    found = lines(result("black", out=[shot]), "full_team_win")
    assert {number: line.worth for number, line in found.items()} == {1: 1, 2: 1, 3: 1}
    assert {line.clause for line in found.values()} == {"C-SCORE-3"}
    assert lines(result("black", out=[shot, voted]), "full_team_win") == {}
    assert sorted(lines(result("red", out=[voted]), "full_team_win")) == list(range(4, 11))


@pytest.mark.clause("C-SCORE-4")
def test_the_best_player_gets_three() -> None:
    """The points that the protocol says for the best player."""
    found = lines(result("red", best={1: "3"}), "best_player")
    assert {number: line.worth for number, line in found.items()} == {1: 3}
    assert found[1].clause == "C-SCORE-4"


@pytest.mark.clause("C-SCORE-6")
def test_when_reds_lose_the_sheriff_loses_a_point() -> None:
    """Civilians keep what they have."""
    found = lines(result("black"), "loss")
    assert {number: line.worth for number, line in found.items()} == {4: -1} | dict.fromkeys(range(5, 11), 0)
    assert {line.clause for line in found.values()} == {"C-SCORE-6"}


@pytest.mark.clause("C-SCORE-7")
def test_when_mafia_lose_the_don_loses_a_point() -> None:
    """The other mafia keep what they have."""
    found = lines(result("red"), "loss")
    assert {number: line.worth for number, line in found.items()} == {1: -1, 2: 0, 3: 0}
    assert {line.clause for line in found.values()} == {"C-SCORE-7"}


@pytest.mark.clause("C-SCORE-8")
def test_the_winner_has_most_points_over_four_games() -> None:
    """Three qualifying games and the final, all at their full worth and no more."""
    games = [signed(result("red"), "qualification", number) for number in (1, 2, 3)]
    final = signed(result("black", (5, *range(2, 5), 1, *range(6, 11))), "final")
    rows = overall(*games, final)
    assert (rows[5].place, rows[5].games) == (1, 4)
    assert rows[5].total == 18
    assert {line.coefficient for line in standings(CHNU, final).lines[rows[5].player]} == {1}


@pytest.mark.clause("C-SCORE-9")
def test_equal_points_go_by_times_best_player() -> None:
    """The don of a lost game was best player with 3; the civilian below won nothing but 2."""
    games = [
        signed(result("red", (11, 12, 13, 14, 1, *range(15, 20))), "qualification", 1),
        signed(result("black", (21, 22, 23, 24, 2, *range(25, 30)), best={5: "3"}), "qualification", 2),
        signed(
            result("black", (31, 32, 33, 34, 2, *range(35, 40)), first_killed=5, best_move=(5, (1, 2, 3))),
            "qualification",
            3,
        ),
    ]
    rows = overall(*games)
    assert rows[1].total == rows[2].total == 4
    assert rows[2].place is not None
    assert rows[1].place is not None
    assert rows[2].place < rows[1].place
    assert rows[2].metrics["times_best_player"] == 1


@pytest.mark.clause("C-CUT-1")
def test_the_ten_with_most_points_in_the_qualifying_games_play_the_final() -> None:
    """The cut takes ten of the table through the qualification."""
    games = [
        signed(result("red", best={5: "3"}), "qualification", 1, 1),
        signed(result("black", tuple(range(11, 21))), "qualification", 1, 2),
    ]
    (stage, _) = CHNU.stages
    assert (stage.key, stage.advance) == ("qualification", 10)
    line = cut(standings(CHNU, *games).tables[through_scope("qualification")].rows, stage.advance)
    assert line.tied == ()
    assert sorted(numbers(line.qualifiers)) == [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]
    assert numbers(line.qualifiers)[0] == 5
