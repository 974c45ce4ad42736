"""Lines: each reason for points, with its game, rule, coefficient and event."""

from fractions import Fraction

import pytest

from services.scoring.domain.facts import Game
from services.scoring.domain.lines import Line, lines_of_game
from services.scoring.domain.rulebook import Rulebook
from shared.contracts.gameplay import Elimination, Result
from shared.contracts.regulations import ByRole, Component, Regulations, StageKind
from tests.unit.scoring.games import document, game_id, player, result, ruling_id

EVENT = ruling_id(99)


def lines(what: Result, regulations: Regulations | None = None, stage: str = "tour-1") -> list[Line]:
    """Return the lines of one game."""
    kind: StageKind = "final" if stage == "final" else "qualification"
    game = Game(
        id=game_id(stage, 1, 1), stage=stage, stage_kind=kind, round=1, table=1, result=what, event=EVENT
    )
    return list(lines_of_game(Rulebook(regulations or document()), game))


def worth(what: Result, component: Component, regulations: Regulations | None = None) -> dict[int, Fraction]:
    """Return by seat what a component brings."""
    found = lines(what, regulations)
    return {line.player.int & 0xFF: line.worth for line in found if line.component == component}


def test_every_seat_has_one_line_for_the_outcome() -> None:
    """A loss is a line too, so that each game played shows."""
    outcomes = [line.component for line in lines(result("black"))]
    assert sorted(outcomes) == ["loss"] * 7 + ["win"] * 3


def test_a_line_names_game_key_clause_and_event() -> None:
    """Whoever reads a line can look up the game, the rule and the event behind it."""
    line = lines(result("red"))[3]
    assert (line.player, line.game, line.stage) == (player(4), game_id("tour-1", 1, 1), "tour-1")
    assert (line.key, line.clause, line.event) == ("scoring.win.sheriff", "O-SCORE-1", EVENT)


def test_a_game_without_a_winner_pays_what_the_document_says() -> None:
    """A draw is neither win nor loss."""
    rules = document(draw=ByRole(civilian="0.3"))
    assert worth(result(None), "draw", rules)[5] == Fraction(3, 10)
    assert {line.component for line in lines(result(None), rules)} == {"draw"}


@pytest.mark.parametrize(
    ("named", "points"), [((1, 2, 3), 1), ((1, 2, 9), Fraction(1, 2)), ((1, 8, 9), 0), ((7, 8, 9), 0)]
)
def test_best_move_counts_the_blacks_named(named: tuple[int, ...], points: Fraction) -> None:
    """Fewer than two blacks bring nothing, which a line says."""
    assert worth(result(first_killed=5, best_move=(5, named)), "best_move") == {5: points}


def test_awards_and_penalties_bring_what_was_given() -> None:
    """Best players, extra points and penalties are the judge's own numbers."""
    what = result(best={1: "1"}, extra={2: "0.5"}, penalties={3: "-0.3"})
    assert worth(what, "best_player") == {1: 1}
    assert worth(what, "extra_points") == {2: Fraction(1, 2)}
    assert worth(what, "penalty") == {3: Fraction(-3, 10)}


def test_removal_and_team_defeat_cost_what_the_document_says() -> None:
    """The offender of a team defeat and every removed player pay; nobody else does."""
    removed = Elimination(seat=9, cause="removal", time="day", number=2)
    what = result("black", out=[removed], team_defeat=8)
    rules = document(removal="-0.5", team_defeat="-0.7")
    assert worth(what, "removal", rules) == {9: Fraction(-1, 2)}
    assert worth(what, "team_defeat", rules) == {8: Fraction(-7, 10)}
    assert not {line.component for line in lines(what)} & {"removal", "team_defeat"}


def test_a_whole_team_is_paid_only_where_eliminations_are_known() -> None:
    """Nobody of the winning team is out; a summary that lacks eliminations cannot say so."""
    shot = Elimination(seat=5, cause="kill", time="night", number=1)
    voted = Elimination(seat=1, cause="vote", time="day", number=1)
    rules = document("chnu-2016")
    assert worth(result("black", out=[shot]), "full_team_win", rules) == {1: 1, 2: 1, 3: 1}
    assert worth(result("black", out=[shot, voted]), "full_team_win", rules) == {}
    assert worth(result("black"), "full_team_win", rules) == {}


def test_a_coefficient_may_be_for_some_components_only() -> None:
    """The switch `coefficient_on` leaves the others as they are."""
    what = result("red", extra={5: "1"})
    everything = {
        line.component: line.worth for line in lines(what, stage="final") if line.player == player(5)
    }
    assert everything == {"win": Fraction(9, 2), "extra_points": Fraction(3, 2)}
    some = lines(what, document(coefficient_on=("win", "loss")), "final")
    assert {line.component: line.worth for line in some if line.player == player(5)} == {
        "win": Fraction(9, 2),
        "extra_points": 1,
    }
