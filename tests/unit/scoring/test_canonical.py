"""The written form of standings."""

import hashlib
from fractions import Fraction

import msgspec
import pytest

from services.scoring.domain.canonical import read_lines, read_rows, shown, write
from services.scoring.domain.tables import OVERALL
from tests.unit.scoring.games import announced, entered, player, result, signed, standings


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(0), "0.00"),
        (Fraction(13, 40), "0.33"),
        (Fraction(-13, 40), "-0.33"),
        (Fraction(-1, 1000), "0.00"),
        (Fraction(167, 30), "5.57"),
        (Fraction(12), "12.00"),
    ],
)
def test_shown_numbers_are_rounded_half_away_from_zero(value: Fraction, text: str) -> None:
    """Two decimals, for reading only."""
    assert shown(value) == text


def test_rows_are_written_exactly_and_read_back() -> None:
    """Exact and shown totals stand side by side."""
    computed = standings(
        announced("mafgame-2026"),
        entered(5),
        *(signed(result("black", first_killed=5), "main", number) for number in range(1, 16)),
    )
    written = write(computed).tables[OVERALL]
    row = next(row for row in read_rows(written.text) if row.player == player(5))
    assert (row.nick, row.total, row.shown) == ("player 05", "6", "6.00")
    assert row.components == {"compensation": "6", "loss": "0"}
    lines = read_lines(write(computed).lines[player(5)].text)
    assert sum(Fraction(line.worth) for line in lines) == 6


def test_fractions_without_a_decimal_are_written_as_fractions() -> None:
    """A third is a third."""
    games = [signed(result("black", first_killed=5), "main", number) for number in range(1, 3)]
    games += [signed(result("black", first_killed=6), "main", number) for number in range(3, 9)]
    computed = standings(announced("mafgame-2026"), *games)
    rows = {row.player: row for row in read_rows(write(computed).tables[OVERALL].text)}
    assert (rows[player(5)].total, rows[player(5)].shown) == ("8/15", "0.53")


def test_a_checksum_is_that_of_the_canonical_json() -> None:
    """Anybody can compute it from the rows of an answer."""
    written = write(standings(announced(), signed())).tables[OVERALL]
    again = msgspec.json.encode(msgspec.json.decode(written.text), order="sorted")
    assert again.decode() == written.text
    assert hashlib.sha256(again).hexdigest() == written.checksum


def test_the_digest_changes_with_a_line_even_where_no_total_does() -> None:
    """Another reason for the same points is another revision."""
    one = write(standings(announced(), signed(result(best={5: "1"}))))
    other = write(standings(announced(), signed(result(extra={5: "1"}))))
    assert one.digest != other.digest
