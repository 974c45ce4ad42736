"""Compensation for being killed first."""

from fractions import Fraction

import pytest

from services.scoring.domain.compensation import amount
from services.scoring.domain.lines import Line
from shared.contracts.gameplay import Elimination
from shared.contracts.primitives import PublicEvent, Team
from shared.contracts.regulations import Compensation
from tests.unit.scoring.games import announced, annulled, player, result, signed, standings

RULE = Compensation(cap="0.4", factor="0.4", share="0.4", groups=(("qualification", "semifinal"), ("final",)))


def paid(*games: PublicEvent, number: int = 5) -> list[Line]:
    """Return a player's lines of compensation."""
    own = standings(announced("mafgame-2026"), *games).lines[player(number)]
    return [line for line in own if line.component == "compensation"]


@pytest.mark.parametrize(
    ("kills", "games", "expected"),
    [
        (1, 12, Fraction(8, 100)),
        (3, 12, Fraction(24, 100)),
        (1, 15, Fraction(4, 60)),
        (1, 4, Fraction(2, 10)),
        (7, 12, Fraction(4, 10)),
        (1, 1, Fraction(4, 10)),
        (1, 2, Fraction(4, 10)),
    ],
)
def test_amount_is_capped_and_rounds_only_the_divisor(kills: int, games: int, expected: Fraction) -> None:
    """0.4 of N rounds half up; a divisor of 0 pays the cap; the amount itself is never rounded."""
    assert amount(RULE, kills, games) == expected


def test_a_red_killed_first_is_paid_when_the_game_was_lost() -> None:
    """Won and undecided games pay nothing, but count as kills and games."""
    winners: list[Team | None] = ["black", "red", None]
    games = [
        signed(result(winner, first_killed=5), "main", number)
        for number, winner in enumerate(winners, start=1)
    ]
    (line,) = paid(*games)
    assert line.game == games[0].game
    assert line.points == amount(RULE, kills=3, games=3)


def test_a_black_killed_first_is_neither_paid_nor_counted() -> None:
    """K counts first-night kills as a red."""
    assert paid(signed(result("red", first_killed=1), "main"), number=1) == []
    games = [
        signed(result("black", (5, *range(2, 5), 1, *range(6, 11)), first_killed=1), "main", 1),
        signed(result("black", first_killed=5), "main", 2),
    ]
    (line,) = paid(*games)
    assert line.points == amount(RULE, kills=1, games=2)


@pytest.mark.case(39)
def test_who_is_removed_on_the_first_night_is_not_killed_first() -> None:
    """No compensation and no kill for a removal."""
    removal = Elimination(seat=5, cause="removal", time="night", number=1)
    assert paid(signed(result("black", out=[removal]), "main")) == []


def test_an_annulled_game_is_neither_kill_nor_game() -> None:
    """Annulling one game changes the compensation of another."""
    first = signed(result("black", first_killed=5), "main", 1)
    second = signed(result("black", first_killed=5), "main", 2)
    assert [line.points for line in paid(first, second)] == [amount(RULE, 2, 2)] * 2
    assert [line.points for line in paid(first, second, annulled(second))] == [amount(RULE, 1, 1)]
