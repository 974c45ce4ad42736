"""Scoring under the regulations of the ONORE Spring Cup, clause by clause."""

from fractions import Fraction

import pytest

from services.scoring.domain import errors
from services.scoring.domain.cut import cut, tied_groups
from services.scoring.domain.facts import Decision
from services.scoring.domain.lines import Line
from services.scoring.domain.stage.decider import STAGE, CloseStage, DecideTie
from services.scoring.domain.stage.events import QualifiersNamed, TieDecided
from services.scoring.domain.tables import OVERALL, Row, Standings, through_scope
from shared.contracts.gameplay import Elimination, ProtocolSigned
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import Component
from tests.scenario import scenario
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    CHIEF_JUDGE,
    NOW,
    ORGANIZER,
    amended,
    announced,
    annulled,
    decided,
    numbers,
    player,
    result,
    signed,
    standings,
)

AUTHORITIES = frozenset({ORGANIZER, CHIEF_JUDGE})


def lines(computed: Standings, component: Component, *, key: str = "") -> dict[int, Line]:
    """Return by player the lines of a component, or of one key."""
    return {
        numbers([who])[0]: line
        for who, own in computed.lines.items()
        for line in own
        if line.component == component and line.key.startswith(key)
    }


def overall(*events: PublicEvent) -> list[Row]:
    """Return the overall table."""
    return list(standings(announced(), *events).tables[OVERALL].rows)


def against(better: int, other: int, *games: ProtocolSigned) -> tuple[str, int, int]:
    """Return what placed one of two players of equal points above the other, with both values."""
    rows = {numbers([row.player])[0]: row for row in overall(*games)}
    assert rows[better].total == rows[other].total
    listed = [numbers([row.player])[0] for row in overall(*games)]
    assert listed.index(better) < listed.index(other)
    for metric in announced().regulations.ties.order:
        own, theirs = rows[better].metrics[metric], rows[other].metrics[metric]
        if own != theirs:
            return metric, int(own), int(theirs)
    raise AssertionError("nothing sets them apart")


@pytest.mark.clause("O-SCORE-1")
def test_a_win_is_paid_by_role_and_a_loss_brings_nothing() -> None:
    """Mafia 4, don 4, sheriff 3, civilian 3; a loss 0."""
    black, red = (
        standings(announced(), signed(result("black"))),
        standings(announced(), signed(result("red"))),
    )
    assert {number: line.worth for number, line in lines(black, "win").items()} == {1: 4, 2: 4, 3: 4}
    assert {number: line.worth for number, line in lines(red, "win").items()} == dict.fromkeys(
        range(4, 11), 3
    )
    assert {line.worth for line in lines(red, "loss").values()} == {0}
    assert {line.clause for line in [*lines(black, "win").values(), *lines(red, "loss").values()]} == {
        "O-SCORE-1"
    }


@pytest.mark.clause("O-SCORE-2")
def test_the_best_players_get_what_the_judge_gave_them() -> None:
    """One to three, each 0.5 or 1, recorded with the clause; winners and losers alike."""
    found = lines(
        standings(announced(), signed(result("red", best={1: "1", 5: "0.5", 6: "0.5"}))), "best_player"
    )
    assert {number: line.worth for number, line in found.items()} == {
        1: 1,
        5: Fraction(1, 2),
        6: Fraction(1, 2),
    }
    assert {line.clause for line in found.values()} == {"O-SCORE-2"}


@pytest.mark.parametrize("winner", ["red", "black"])
@pytest.mark.parametrize(
    ("named", "points"), [((1, 2, 3), 1), ((1, 2, 9), Fraction(1, 2)), ((1, 8, 9), 0), ((7, 8, 9), 0)]
)
@pytest.mark.clause("O-SCORE-3")
def test_a_best_move_is_paid_by_the_blacks_it_names(
    winner: str, named: tuple[int, ...], points: Fraction
) -> None:
    """Three bring 1, two bring 0.5, fewer 0; won or lost alike."""
    game = signed(result("red" if winner == "red" else "black", first_killed=5, best_move=(5, named)))
    found = lines(standings(announced(), game), "best_move")
    assert {number: (line.worth, line.clause) for number, line in found.items()} == {5: (points, "O-SCORE-3")}


@pytest.mark.clause("O-SCORE-4")
@pytest.mark.case(50)
def test_extra_points_count_for_losers_too() -> None:
    """1 + 0.5 + 0.5, to whom the judge gave them, independent of who won."""
    found = lines(
        standings(announced(), signed(result("red", extra={1: "1", 2: "0.5", 5: "0.5"}))), "extra_points"
    )
    assert {number: line.worth for number, line in found.items()} == {
        1: 1,
        2: Fraction(1, 2),
        5: Fraction(1, 2),
    }
    assert {line.clause for line in found.values()} == {"O-SCORE-4"}


@pytest.mark.clause("O-SCORE-5")
def test_equal_points_go_by_games_won() -> None:
    """Two won games of 3 against one of 4 with 2 points for playing well."""
    assert against(
        5,
        1,
        signed(result("red"), round_number=1),
        signed(result("red"), round_number=2),
        signed(result("black", best={1: "1"}, extra={1: "1"}), round_number=3),
    ) == ("wins", 2, 1)


@pytest.mark.clause("O-SCORE-5")
@pytest.mark.parametrize(
    ("metric", "games"),
    [
        (
            "times_best_player",
            [signed(result("black", best={2: "1"}, extra={3: "1"}))],
        ),
        (
            "wins_as_black",
            [
                signed(result("black", (2, 11, 12, 3, *range(13, 19))), round_number=1),
                signed(result("red", (21, 22, 23, 3, *range(24, 30)), extra={4: "1"}), round_number=2),
            ],
        ),
        (
            "wins_as_don",
            [signed(result("black", (2, 3, *range(11, 19))))],
        ),
        (
            "wins_as_sheriff",
            [signed(result("red", (11, 12, 13, 2, 3, *range(14, 19))))],
        ),
        (
            "times_first_killed",
            [signed(result("red", (11, 12, 13, 14, 2, 3, *range(15, 19)), first_killed=5))],
        ),
    ],
)
def test_then_by_best_player_wins_as_black_don_sheriff_and_first_night(
    metric: str, games: list[ProtocolSigned]
) -> None:
    """Each in its turn, where everything before it is equal."""
    assert against(2, 3, *games) == (metric, 1, 0)


def tie_of_two() -> list[PublicEvent]:
    """Return a first tour in which the two mafia are equal in everything."""
    return [announced(tour_1=2), signed(result("black"))]


@pytest.mark.clause("O-SCORE-6")
def test_what_stays_equal_is_decided_by_the_panel_with_author_and_reason() -> None:
    """The decision is an event, and the place names it."""
    events = tie_of_two()
    rows = standings(*events).tables[through_scope("tour-1")].rows
    assert [(numbers([row.player])[0], row.place) for row in rows[:3]] == [(1, 1), (2, 2), (3, 2)]
    command = DecideTie(
        championship=CHAMPIONSHIP,
        stage="tour-1",
        order=(player(3), player(2)),
        reason="the panel's opinion",
        by=CHIEF_JUDGE,
        at=NOW,
        authorities=AUTHORITIES,
        ties=tied_groups(rows),
    )
    scenario(STAGE).when(command).then(
        TieDecided(
            championship=CHAMPIONSHIP,
            stage="tour-1",
            order=(player(3), player(2)),
            decided_by=CHIEF_JUDGE,
            reason="the panel's opinion",
            decided_at=NOW,
        )
    )
    decision = decided("tour-1", 3, 2)
    after = standings(*events, decisions=[decision]).tables[through_scope("tour-1")].rows
    assert [(numbers([row.player])[0], row.place) for row in after[:3]] == [(1, 1), (3, 2), (2, 3)]
    assert after[2].decided is not None
    assert (after[2].decided.by, after[2].decided.decision) == ("panel", decision.event)


@pytest.mark.clause("O-SCORE-7")
@pytest.mark.case(43)
def test_at_the_final_table_every_point_counts_one_and_a_half() -> None:
    """Win, best player, best move, extra points: each line shows the points before and after."""
    what = result("red", first_killed=5, best_move=(5, (1, 2, 3)), best={5: "1"}, extra={5: "0.5"})
    final, before = (
        standings(announced(), signed(what, stage)).lines[player(5)] for stage in ("final", "semifinal")
    )
    assert [line.coefficient for line in final] == [Fraction(3, 2)] * 4
    assert [line.worth for line in final] == [line.points * Fraction(3, 2) for line in before]
    assert sum(line.worth for line in before) == Fraction(11, 2)


@pytest.mark.clause("O-SCORE-8")
def test_each_signed_game_changes_the_standings_by_its_outcome_and_roles() -> None:
    """Signed: points. Amended: other points. Annulled: none. Nobody adds anything up."""
    game = signed(result("red"))
    assert sum(row.total for row in overall(game)) == 21
    assert sum(row.total for row in overall(game, amended(game, result("black")))) == 12
    assert overall(game, annulled(game)) == []


@pytest.mark.clause("O-SCORE-8")
@pytest.mark.case(45)
def test_the_winner_is_what_was_recorded() -> None:
    """Nothing is derived: a win given to the blacks is paid to them though all of them are out."""
    out = [Elimination(seat=seat, cause="vote", time="day", number=seat) for seat in (1, 2, 3)]
    found = lines(standings(announced(), signed(result("black", out=out))), "win")
    assert sorted(found) == [1, 2, 3]


@pytest.mark.clause("O-CUT-1")
@pytest.mark.case(48)
def test_a_tie_across_the_cut_is_decided_before_the_stage_closes() -> None:
    """Two players for one place: refused with their names, then closed as decided."""
    events = tie_of_two()

    def close(*decisions: Decision) -> CloseStage:
        return CloseStage(
            championship=CHAMPIONSHIP,
            stage="tour-1",
            next_stage="tour-2",
            by=ORGANIZER,
            at=NOW,
            authorities=AUTHORITIES,
            open_games=(),
            open_earlier=(),
            played=True,
            cut=cut(standings(*events, decisions=decisions).tables[through_scope("tour-1")].rows, 2),
            clause=announced().regulations.clause("ties.across_the_cut"),
        )

    refusal = scenario(STAGE).when(close()).then_refused(errors.TieAcrossTheCut, clause="O-CUT-1")
    assert refusal.facts["players"] == [player(2), player(3)]
    outcome = scenario(STAGE).when(close(decided("tour-1", 3, 2)))
    named = outcome.events[-1]
    assert isinstance(named, QualifiersNamed)
    assert numbers(named.qualifiers) == [1, 3]
    assert numbers(named.reserves)[0] == 2
