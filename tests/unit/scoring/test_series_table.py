"""The table of a series: lines, the best of them, shared places, ties, who goes to the final."""

from collections import Counter
from fractions import Fraction
from uuid import UUID, uuid5

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.series_table import Leg, SeriesRow, qualification, table_of
from services.scoring.domain.sheets import as_csv, series_sheet
from shared.contracts.primitives import exact
from shared.contracts.series import PointsTable, SeriesRules
from tests.unit.scoring.games import CHAMPIONSHIP, numbers, player


class Row(msgspec.Struct, frozen=True):
    """What a series reads of a row of a championship."""

    player: UUID
    place: int | None
    total: str = "0"
    nick: str | None = None


TABLES = (
    PointsTable(players=3, points=("10", "6", "3")),
    PointsTable(players=5, points=("20", "12", "8", "4")),
)
PLACED = SeriesRules(tables=TABLES)


def leg(number: int, *places: int | None, **totals: str) -> Leg:
    """Return a championship in which players 1, 2… had these places."""
    rows = [
        Row(player(one), place, totals.get(f"p{one}", "0"), f"player {one}")
        for one, place in enumerate(places, start=1)
    ]
    return Leg(championship=uuid5(CHAMPIONSHIP, str(number)), rows=rows)


def totals(rows: tuple[SeriesRow, ...]) -> dict[int, str]:
    """Return totals by player."""
    return {numbers([row.player])[0]: row.total for row in rows}


def test_points_follow_place_and_size() -> None:
    """The table for the most players that the championship has; none is small enough: nothing."""
    rows = table_of(PLACED, [leg(1, 1, 2, 3), leg(2, 5, 1, 2, 3, 4), leg(3, 1, 2)])
    assert totals(rows) == {1: "10", 2: "26", 3: "15", 4: "8", 5: "4"}
    assert [line.of for line in rows[0].lines] == [3, 5, 2]


def test_players_of_a_shared_place_share_the_points_that_they_fill() -> None:
    """Or have those of the place each."""
    shared = [leg(1, 1, 2, 2)]
    assert totals(table_of(PLACED, shared)) == {1: "10", 2: "4.5", 3: "4.5"}
    each = SeriesRules(tables=TABLES, shared_places="each")
    assert totals(table_of(each, shared)) == {1: "10", 2: "6", 3: "6"}


def test_points_of_championships_may_be_summed_exactly() -> None:
    """Thirds stay thirds."""
    rules = SeriesRules(count="points")
    rows = table_of(rules, [leg(1, 1, 2, p1="1/3", p2="0.1"), leg(2, 1, 2, p1="1/3", p2="-0.1")])
    assert totals(rows) == {1: "2/3", 2: "0"}


def test_the_best_championships_count_and_the_others_say_so() -> None:
    """Of equal ones the earlier; the total is the sum of those that count."""
    rules = SeriesRules(tables=TABLES, best=2)
    (first, *_) = table_of(rules, [leg(1, 2, 1, 3), leg(2, 1, 2, 3), leg(3, 2, 1, 3)])
    assert numbers([first.player]) == [2]
    assert [line.why for line in first.lines] == ["counts", "not_among_the_best", "counts"]
    assert first.total == "20"


def test_a_place_is_decided_by_the_first_metric_that_differs() -> None:
    """Named with both values; equal in all of them is a shared place."""
    rows = table_of(PLACED, [leg(1, 1, 3, 2), leg(2, None, 1, 2, 3), leg(3, 3, 2, 1)])
    by = {numbers([row.player])[0]: row for row in rows}
    assert (by[3].total, by[2].total, by[1].total) == ("22", "19", "13")
    assert by[2].above is not None
    assert (by[2].above.by, by[2].above.own, by[2].above.theirs) == ("points", "19", "22")
    level = table_of(PLACED, [leg(1, 1, 2, 3), leg(2, 2, 1, 3)])
    assert [(row.place, row.shared, row.above) for row in level[:2]] == [(1, True, None)] * 2
    latest = table_of(
        SeriesRules(tables=TABLES, order=("points", "last_result")), [leg(1, 1, 2, 3), leg(2, 2, 1, 3)]
    )
    assert numbers([latest[0].player]) == [2]
    assert latest[1].above is not None
    assert latest[1].above.by == "last_result"


def test_who_played_too_few_championships_has_no_place() -> None:
    """And takes none from the others."""
    rules = SeriesRules(tables=TABLES, minimum=2)
    rows = table_of(rules, [leg(1, 2, 3, 1), leg(2, 2, 1)])
    assert [(numbers([row.player])[0], row.place) for row in rows] == [(1, 1), (2, 2), (3, None)]


def test_the_best_of_a_series_go_to_its_final() -> None:
    """Reserves in order; a tie across the line is named, and so is one among reserves."""
    rows = table_of(PLACED, [leg(1, 1, 2, 2, 4, 4)])
    clean = qualification(rows, 1)
    assert (numbers(clean.qualifiers), numbers(clean.reserves)) == ([1], [2, 3, 4, 5])
    assert clean.tied == ()
    assert [numbers(tie) for tie in clean.tied_reserves] == [[2, 3], [4, 5]]
    tied = qualification(rows, 2)
    assert numbers(tied.tied) == [2, 3]
    assert [numbers(tie) for tie in tied.tied_reserves] == [[4, 5]]
    assert qualification(rows, 9).reserves == ()
    assert qualification((), 3).qualifiers == ()


def test_a_series_is_a_sheet_with_a_column_for_each_championship() -> None:
    """Columns keep their names; a nick is no formula."""
    legs = [leg(1, 1, 2, 3), Leg(championship=CHAMPIONSHIP, rows=[Row(player(1), 1, "0", "=1+1")])]
    text = as_csv(series_sheet(table_of(PLACED, legs), [one.championship for one in legs]))
    head, first, *_ = text.splitlines()
    assert head.startswith("place,shared,player,nick,points,points_exact,decided_by,metric_points")
    assert head.endswith(f"points_{CHAMPIONSHIP}")
    assert ",'=1+1,10.00,10," in first


PLAYED = st.lists(
    st.lists(st.sampled_from([None, 1, 2, 3, 4]), min_size=1, max_size=6), min_size=1, max_size=4
)


@given(PLAYED, st.none() | st.integers(1, 3), st.integers(1, 2))
@settings(deadline=None)
def test_in_any_series_a_total_is_the_sum_of_its_lines(
    played: list[list[int | None]], best: int | None, minimum: int
) -> None:
    """Places count those above; equal metrics share a place; the order of rows is no matter."""
    rules = SeriesRules(tables=TABLES, best=best, minimum=minimum)
    legs = [leg(number, *places) for number, places in enumerate(played)]
    rows = table_of(rules, legs)
    for row in rows:
        counted = [exact(line.points) for line in row.lines if line.why == "counts"]
        assert exact(row.total) == sum(counted, Fraction(0))
        assert len(counted) == min(best or len(row.lines), len(row.lines))
        left = [exact(line.points) for line in row.lines if line.why != "counts"]
        assert not left or max(left) <= min(counted)
    ranked = [row for row in rows if row.place is not None]
    keys = [tuple(exact(row.metrics[metric]) for metric in rules.order) for row in ranked]
    assert [row.place for row in ranked] == [1 + sum(other > key for other in keys) for key in keys]
    assert all(row.shared is (Counter(keys)[key] > 1) for row, key in zip(ranked, keys, strict=True))
    turned = [Leg(championship=one.championship, rows=list(reversed(one.rows))) for one in legs]
    assert table_of(rules, turned) == rows
