"""Lots with a recorded seed."""

import hashlib
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.errors import LotsNotForeseen, NotTied
from services.scoring.domain.lots import drawn_by_lot
from services.scoring.domain.stage.decider import STAGE, DrawLots
from services.scoring.domain.stage.events import TieDecided
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, CHIEF_JUDGE, NOW, player

TIED = tuple(map(player, (2, 3, 5)))
DRAW = DrawLots(
    championship=CHAMPIONSHIP,
    stage="tour-1",
    players=frozenset(TIED),
    seed="4711",
    reason="lots",
    by=CHIEF_JUDGE,
    at=NOW,
    authorities=frozenset({CHIEF_JUDGE}),
    ties=(TIED,),
    foreseen=True,
)


@given(st.permutations(TIED), st.text(min_size=1))
def test_a_seed_gives_one_order_whatever_the_players_come_in(players: list[UUID], seed: str) -> None:
    """Nothing but the seed and the ids decides."""
    assert drawn_by_lot(players, seed) == drawn_by_lot(TIED, seed)
    assert set(drawn_by_lot(players, seed)) == set(TIED)


@pytest.mark.case(47)
def test_a_lot_is_a_decision_with_its_seed_that_anybody_can_work_out() -> None:
    """SHA-256 of seed and player, smallest first."""
    order = sorted(TIED, key=lambda one: hashlib.sha256(f"4711:{one}".encode()).hexdigest())
    decided = TieDecided(
        championship=CHAMPIONSHIP,
        stage="tour-1",
        order=tuple(order),
        decided_by=CHIEF_JUDGE,
        reason="lots",
        decided_at=NOW,
        seed="4711",
    )
    scenario(STAGE).given().when(DRAW).then(decided)


def test_lots_are_drawn_between_equals_and_where_the_document_lets_them_decide() -> None:
    """Otherwise people decide, or nobody has to."""
    scenario(STAGE).given().when(replace(DRAW, foreseen=False)).then_refused(LotsNotForeseen)
    scenario(STAGE).given().when(replace(DRAW, ties=())).then_refused(NotTied)
