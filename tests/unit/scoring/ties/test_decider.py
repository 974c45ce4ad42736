"""Ties of a stage: said when they change, and only then."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.ties.decider import TIES, NoteTies
from services.scoring.domain.ties.events import CutTied
from shared.contracts.scoring import TieAtCut
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, NOW, player

TIE = TieAtCut(group=None, players=(player(2), player(3)))


def note(*ties: TieAtCut) -> NoteTies:
    """Note ties of a stage."""
    return NoteTies(championship=CHAMPIONSHIP, stage="tour-1", ties=ties, at=NOW)


def tied(*ties: TieAtCut) -> CutTied:
    """Return the event that says them."""
    return CutTied(championship=CHAMPIONSHIP, stage="tour-1", ties=ties, found_at=NOW)


def test_a_tie_is_said_once_and_its_end_once() -> None:
    """No tie at first is nothing to say."""
    scenario(TIES).when(note()).then_nothing()
    scenario(TIES).when(note(TIE)).then(tied(TIE))
    scenario(TIES).given(tied(TIE)).when(note(TIE)).then_nothing()
    scenario(TIES).given(tied(TIE)).when(note()).then(tied())


@given(st.lists(st.sampled_from([(), (TIE,), (TIE, TieAtCut(group="omsk", players=TIE.players))])))
@settings(deadline=None)
def test_whatever_is_noted_the_last_that_was_said_is_so(noted: list[tuple[TieAtCut, ...]]) -> None:
    """And nothing is said twice in a row."""
    history: list[CutTied] = []
    for ties in noted:
        history += TIES.decide(note(*ties), TIES.fold(history))
        assert TIES.fold(history) == ties
    assert all(one.ties != after.ties for one, after in pairwise(history))
