"""Ranking: order, shared places, and what decided each place."""

from fractions import Fraction
from random import Random
from typing import get_args
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from services.scoring.domain.metrics import METRICS
from services.scoring.domain.ranking import Placed, rank
from shared.contracts.regulations import Metric
from tests.unit.scoring.games import decided, numbers, player

ORDER: tuple[Metric, ...] = ("points", "wins")


def measured(**values: tuple[int, int]) -> dict[UUID, dict[Metric, Fraction]]:
    """Return points and wins of players, as p1=(3, 1)."""
    return {
        player(int(name[1:])): {"points": Fraction(points), "wins": Fraction(wins)}
        for name, (points, wins) in values.items()
    }


def places(rows: list[Placed]) -> list[tuple[int, int | None, bool]]:
    """Return player, place and whether it is shared."""
    return [(numbers([row.player])[0], row.place, row.shared) for row in rows]


def why(row: Placed) -> tuple[str, int, int, int] | None:
    """Return what decided a place: by what, against whom, both values."""
    decided_by = row.decided
    if decided_by is None:
        return None
    (neighbor,) = numbers([decided_by.neighbor])
    return decided_by.by, neighbor, int(decided_by.own), int(decided_by.theirs)


def test_metrics_break_ties_in_order() -> None:
    """The second metric counts where the first is equal."""
    rows = rank(measured(p1=(3, 1), p2=(5, 0), p3=(3, 2)), ORDER, (), {})
    assert places(rows) == [(2, 1, False), (3, 2, False), (1, 3, False)]


def test_equal_rows_share_a_place_and_the_next_place_is_left_out() -> None:
    """1, 2, 2, 4."""
    rows = rank(measured(p1=(3, 1), p2=(5, 0), p3=(3, 1), p4=(0, 0)), ORDER, (), {})
    assert places(rows) == [(2, 1, False), (1, 2, True), (3, 2, True), (4, 4, False)]


def test_those_who_share_a_place_are_listed_by_name() -> None:
    """The list follows names, whatever the ids or the order in which players came."""
    names = {player(1): "zoe", player(2): "Adam"}
    rows = rank(measured(p1=(3, 1), p2=(3, 1)), ORDER, (), names)
    assert numbers(row.player for row in rows) == [2, 1]


def test_each_place_says_which_metric_decided_it_with_both_values() -> None:
    """A row is compared with the one above it, the first with the one below."""
    first, second, third = rank(measured(p1=(3, 1), p2=(5, 0), p3=(3, 2)), ORDER, (), {})
    assert why(first) == ("points", 3, 5, 3)
    assert why(second) == ("points", 2, 3, 5)
    assert why(third) == ("wins", 3, 1, 2)


def test_nothing_decided_a_shared_place() -> None:
    """Where neighbors share a place there is nothing to say; the first of them still names the one above."""
    rows = rank(measured(p1=(3, 1), p2=(5, 0), p3=(3, 1)), ORDER, (), {})
    assert [row.decided is None for row in rows] == [False, False, True]
    alone = rank(measured(p1=(3, 1)), ORDER, (), {})
    assert alone[0].decided is None


def test_a_decision_orders_those_it_names() -> None:
    """People decided, and the rows name their decision."""
    decision = decided("tour-1", 3, 1)
    rows = rank(measured(p1=(3, 1), p2=(5, 0), p3=(3, 1)), ORDER, [decision], {})
    assert places(rows) == [(2, 1, False), (3, 2, False), (1, 3, False)]
    assert why(rows[2]) == ("panel", 3, 2, 1)
    assert rows[2].decided is not None
    assert rows[2].decided.decision == decision.event


def test_a_decision_never_overrules_a_metric() -> None:
    """Who is no longer equal is placed by the metrics."""
    rows = rank(measured(p1=(3, 2), p3=(3, 1)), ORDER, [decided("tour-1", 3, 1)], {})
    assert places(rows) == [(1, 1, False), (3, 2, False)]


def test_a_decision_on_some_of_a_tie_leaves_it_open() -> None:
    """A third player who joined the tie was not considered: all share the place again."""
    rows = rank(measured(p1=(3, 1), p2=(3, 1), p3=(3, 1)), ORDER, [decided("tour-1", 3, 1)], {})
    assert {row.place for row in rows} == {1}


def test_a_decision_holds_for_those_of_a_tie_that_are_left() -> None:
    """One of three left the tie: the order of the other two stands."""
    rows = rank(measured(p1=(3, 1), p2=(9, 1), p3=(3, 1)), ORDER, [decided("tour-1", 3, 2, 1)], {})
    assert numbers(row.player for row in rows) == [2, 3, 1]


def test_the_last_decision_counts() -> None:
    """People may decide again."""
    decisions = [decided("tour-1", 3, 1), decided("tour-1", 1, 3)]
    rows = rank(measured(p1=(3, 1), p3=(3, 1)), ORDER, decisions, {})
    assert numbers(row.player for row in rows) == [1, 3]


def test_every_metric_of_the_regulations_is_computed() -> None:
    """A document can name no metric that the registry lacks."""
    assert set(METRICS) == set(get_args(Metric))
    assert all(definition.key == key and definition.name for key, definition in METRICS.items())


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2)), max_size=8), st.randoms())
def test_input_order_decides_nothing(values: list[tuple[int, int]], random: Random) -> None:
    """Any order of the same players gives the same rows."""
    players = measured(**{f"p{number}": value for number, value in enumerate(values, start=1)})
    shuffled = list(players.items())
    random.shuffle(shuffled)
    assert rank(dict(shuffled), ORDER, (), {}) == rank(players, ORDER, (), {})


def test_each_place_says_what_set_it_apart_from_both_neighbors() -> None:
    """With both values, from its own side; nothing between those who share a place."""
    rows = rank(measured(p1=(5, 0), p2=(3, 2), p3=(3, 1), p4=(3, 1)), ORDER, (), {})
    sides = [
        tuple((one.by, int(one.own), int(one.theirs)) if one else None for one in (row.above, row.below))
        for row in rows
    ]
    assert sides == [
        (None, ("points", 5, 3)),
        (("points", 3, 5), ("wins", 2, 1)),
        (("wins", 1, 2), None),
        (None, None),
    ]


def test_less_is_better_where_the_document_says_so() -> None:
    """The metric and its values stay as they are; only the order turns."""
    rows = rank(measured(p1=(3, 2), p2=(3, 1)), ORDER, (), {}, {"wins"})
    assert places(rows) == [(2, 1, False), (1, 2, False)]
    assert why(rows[1]) == ("wins", 2, 2, 1)
