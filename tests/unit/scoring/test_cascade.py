"""The cascade: what the regulations let become of a cut that a ruling changes after it was made."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.cascade import Outcome, cascade_of, totals_of
from services.scoring.domain.cut import Cut
from services.scoring.domain.facts import Facts
from services.scoring.domain.stage.events import QualifiersNamed
from services.scoring.domain.tables import cut_of, standings_of
from shared.contracts.appeals import AdjustPoints
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import CascadeRules
from tests.unit.scoring.games import (
    CHAMPIONSHIP,
    NOW,
    announced,
    document,
    drawn,
    entered,
    facts,
    numbers,
    player,
    result,
    ruled,
    signed,
    withdrawn,
)

GAME = signed(result("black", extra={1: "1", 2: "1", 3: "0.5"}))
OPENING = announced(tour_1=2)
BEFORE: tuple[PublicEvent, ...] = (OPENING, *map(entered, range(1, 11)), GAME)
"""1, 2 and 3 in this order; two go on."""
HIS_OWN = ruled(GAME, AdjustPoints(player=player(2), points="-2", reason="so"))
ANOTHERS = ruled(GAME, AdjustPoints(player=player(3), points="2", reason="so"))


def named(known: Facts) -> QualifiersNamed:
    """Name who goes on by what is known."""
    tables = standings_of(known).tables
    line: Cut = cut_of(tables, OPENING.stages[0])
    return QualifiersNamed(
        championship=CHAMPIONSHIP,
        stage="tour-1",
        next_stage="tour-2",
        qualifiers=line.qualifiers,
        reserves=line.reserves,
        named_at=NOW,
        ways=line.ways,
        totals=totals_of(tables, OPENING.stages[0]),
    )


def after(*events: PublicEvent, **rules: Any) -> Outcome | None:
    """Return what becomes of the cut made before by what was heard since."""
    known = facts(*BEFORE, *events)
    regulations = replace(document(), cascade=CascadeRules(**rules))
    return cascade_of(
        known, regulations, standings_of(known).tables, OPENING.stages[0], named(facts(*BEFORE))
    )


def ends(outcome: Outcome | None) -> tuple[list[int], list[int], list[int]]:
    """Return who goes on, who left and who entered, by number."""
    assert outcome is not None
    return numbers(outcome.qualifiers), numbers(outcome.left), numbers(outcome.entered)


def test_an_unchanged_cut_has_no_cascade() -> None:
    """Points that move nobody across the line are no matter of it."""
    assert after() is None
    assert after(ruled(GAME, AdjustPoints(player=player(1), points="1", reason="so"))) is None


def test_who_loses_his_own_points_loses_the_place() -> None:
    """By the rules that hold unless a document says otherwise."""
    outcome = after(HIS_OWN)
    assert ends(outcome) == ([1, 3], [2], [3])
    assert outcome is not None
    assert [one.because for one in outcome.departures] == ["own_result"]


def test_whom_another_passes_keeps_the_place() -> None:
    """The other stays a reserve, the first one."""
    outcome = after(ANOTHERS)
    assert ends(outcome) == ([1, 2], [], [])
    assert outcome is not None
    assert numbers(outcome.reserves)[0] == 3
    assert [(one.because, one.stays) for one in outcome.departures] == [("others_results", True)]


def test_a_document_may_say_it_the_other_way_round() -> None:
    """Each is a setting."""
    assert ends(after(HIS_OWN, own_result="keep")) == ([1, 2], [], [])
    assert ends(after(ANOTHERS, others_results="replace_undrawn")) == ([3, 1], [2], [3])


@pytest.mark.parametrize(
    ("rule", "heard", "replaced"),
    [
        ("replace_undrawn", [], True),
        ("replace_undrawn", [drawn("tour-2", (1, 1))], False),
        ("replace_unplayed", [drawn("tour-2", (1, 1))], True),
        ("replace_unplayed", [drawn("tour-2", (1, 1)), signed(stage="tour-2")], False),
    ],
)
def test_the_next_stage_stands_once_it_is_drawn_or_played(
    rule: str, heard: list[PublicEvent], replaced: bool
) -> None:
    """As the document says."""
    assert bool(ends(after(HIS_OWN, *heard, own_result=rule))[1]) is replaced


def test_who_is_out_of_the_championship_goes_like_one_whose_own_result_changed() -> None:
    """The next one enters."""
    assert ends(after(withdrawn(1))) == ([2, 3], [1], [3])


def test_a_tie_across_the_new_line_is_named_where_it_matters() -> None:
    """Not where the document lets everything stand."""
    tie = ruled(GAME, AdjustPoints(player=player(2), points="-0.5", reason="so"))
    outcome = after(tie)
    assert outcome is not None
    assert numbers(outcome.tied) == [2, 3]
    kept = after(tie, own_result="keep")
    assert kept is not None
    assert kept.tied == ()


@given(
    st.dictionaries(st.integers(1, 10), st.sampled_from(["-3", "-1", "1", "3"]), max_size=5),
    st.sampled_from(["keep", "replace_undrawn", "replace_unplayed"]),
    st.sampled_from(["keep", "replace_undrawn", "replace_unplayed"]),
)
@settings(max_examples=40, deadline=None)
def test_any_cascade_leaves_as_many_as_were_named(points: dict[int, str], own: str, others: str) -> None:
    """Nobody twice, nobody lost; who stays in the cut is never put out; who is kept is kept."""
    rulings = [
        ruled(GAME, AdjustPoints(player=player(number), points=value, reason="so"), number)
        for number, value in points.items()
    ]
    outcome = after(*rulings, own_result=own, others_results=others)
    if outcome is None:
        return
    before = named(facts(*BEFORE))
    assert len(set(outcome.qualifiers)) == len(outcome.qualifiers) == len(before.qualifiers)
    assert {*outcome.qualifiers, *outcome.reserves} == {*before.qualifiers, *before.reserves}
    assert set(outcome.left) <= {one.player for one in outcome.departures if not one.stays}
    assert set(outcome.qualifiers) == ({*before.qualifiers} - {*outcome.left}) | {*outcome.entered}
