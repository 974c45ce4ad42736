"""Remedies tried on facts, and what is at stake in a protest."""

from fractions import Fraction
from itertools import chain
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.errors import GameNotCounted, NotAtTheTable, PlayerUnknown
from services.scoring.domain.facts import Facts
from services.scoring.domain.materiality import Stake, shifted, stake_of, swing
from services.scoring.domain.remedies import (
    GameAnnulled,
    PlayerOut,
    PointsAdjusted,
    WinAwarded,
    difference,
    medals,
    tried,
    what_if,
)
from services.scoring.domain.tables import OVERALL, standings_of
from shared.contracts.appeals import AdjustPoints, AnnulGame
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import shipped
from shared.contracts.scoring import Crossing, Medal
from tests.unit.scoring.games import (
    amended,
    announced,
    annulled,
    championships,
    closed,
    entered,
    facts,
    filed,
    numbers,
    player,
    protest_id,
    result,
    ruled,
    ruling_id,
    signed,
    standings,
)

ONE = signed(result("black", extra={5: "1"}), round_number=1)
TWO = signed(result("red", tuple(range(11, 21)), extra={5: "0.5"}), table=2)
ENTRIES = [entered(number) for number in range(1, 21)]
CUP = [announced(tour_1=4), *ENTRIES, ONE, TWO]


def asked(*events: PublicEvent) -> Facts:
    """Return facts that have a contest."""
    return facts(*events)


def stake(known: Facts, game: PublicEvent = ONE) -> Stake:
    """Return what is at stake in a game."""
    assert known.contest is not None
    found = stake_of(known, known.contest, game.game)  # type: ignore[attr-defined]
    assert found is not None
    return found


def test_trying_a_remedy_gives_what_the_events_that_carry_it_would_give() -> None:
    """Annulled, awarded, adjusted: the same tables as after the real thing."""
    known = asked(*CUP)
    annulment = tried(known, [GameAnnulled(game=ONE.game)])
    assert standings_of(annulment).tables == standings(*CUP, annulled(ONE)).tables
    award = tried(known, [WinAwarded(game=ONE.game, team="red")])
    won = result("red", extra={5: "1"})
    assert standings_of(award).tables == standings(*CUP, amended(ONE, won)).tables
    points = tried(known, [PointsAdjusted(game=ONE.game, player=player(5), points="-1")])
    ruling = ruled(ONE, AdjustPoints(player=player(5), points="-1", reason="so"))
    assert standings_of(points).tables == standings(*CUP, ruling).tables


def test_trying_changes_nothing() -> None:
    """The facts stay as they were."""
    known = asked(*CUP)
    before = standings_of(known)
    tried(known, [GameAnnulled(game=ONE.game), PlayerOut(player=player(1))])
    assert standings_of(known) == before


def test_a_difference_names_points_places_cuts_and_medals() -> None:
    """Blacks of game one lead; without it those of game two do."""
    known = asked(*CUP)
    assert known.contest is not None
    found = what_if(known, known.contest, [GameAnnulled(game=ONE.game)])
    rows = {numbers([change.player])[0]: change for change in found.changes}
    assert (rows[1].points_before, rows[1].points_after, rows[1].place_after) == ("4", None, None)
    (crossing,) = (one for one in found.cuts if one.stage == "tour-1")
    assert set(numbers(crossing.leave)) == {1, 2, 3}
    assert len(crossing.enter) == 3
    assert {one.before for one in found.medals if one.player == player(1)} == {1}


def test_who_is_out_leaves_cut_and_medals_to_the_next() -> None:
    """His games stay, so nobody's points change."""
    known = asked(*CUP)
    assert known.contest is not None
    found = what_if(known, known.contest, [PlayerOut(player=player(1))])
    assert found.changes == ()
    assert Medal(player=player(1), before=1, after=None) in found.medals
    assert isinstance(found.cuts[0], Crossing)
    assert player(1) in found.cuts[0].leave


def test_remedies_that_cannot_be_tried_are_refused() -> None:
    """A game that does not count, a player of another table, nobody's entry."""
    known = asked(*CUP)
    with pytest.raises(GameNotCounted):
        tried(known, [GameAnnulled(game=uuid4())])
    with pytest.raises(GameNotCounted):
        tried(known, [GameAnnulled(game=ONE.game), WinAwarded(game=ONE.game, team="red")])
    with pytest.raises(NotAtTheTable):
        tried(known, [PointsAdjusted(game=ONE.game, player=player(11), points="1")])
    with pytest.raises(PlayerUnknown):
        tried(known, [PlayerOut(player=player(99))])


def test_medals_are_the_three_best_places_of_those_who_take_part() -> None:
    """Shared places share a medal, and the next one is left out."""
    computed = standings(announced(), signed(result("black", extra={5: "0.5"})))
    assert sorted(medals(computed.tables[OVERALL].rows).values()) == [1, 2, 2]


def test_a_protest_that_can_change_a_cut_is_material() -> None:
    """Whose places, whose cut and whose medals: all of them by name."""
    found = stake(asked(*CUP, filed(ONE)))
    assert found.materiality == "cut"
    assert {player(number) for number in (1, 2, 3)} <= set(found.cuts[0].players)
    assert player(1) in found.medals
    assert set(found.places) <= set(found.points) | set(found.places)


def test_a_protest_about_decimals_says_so() -> None:
    """Everybody is further from the next one than any remedy reaches; points change, and no place."""
    apart = signed(result("red", extra={seat: str(50 * seat) for seat in range(1, 11)}), round_number=1)
    contested = signed(result("black"), round_number=2)
    found = stake(asked(announced(), apart, contested), contested)
    assert (found.materiality, found.places, found.cuts, found.medals) == ("decimals", (), (), ())
    assert len(found.points) == 10


def test_nothing_is_at_stake_in_a_game_without_a_result() -> None:
    """It is assessed when it has one."""
    known = asked(*CUP, annulled(ONE))
    assert known.contest is not None
    assert stake_of(known, known.contest, ONE.game) is None


def test_protests_are_open_until_they_are_closed() -> None:
    """A ruling does not close one: it has to be applied."""
    ruling = ruled(ONE, AnnulGame())
    assert asked(*CUP, filed(ONE), ruling, annulled(ONE, ruling_id(1))).protests == {protest_id(1): ONE.game}
    assert asked(*CUP, filed(ONE), ruling, closed()).protests == {}


@pytest.mark.parametrize(
    ("document", "most"),
    [("onore-2014", 4 + 1 + 1 + 1), ("chnu-2016", 7 + 1 + 1 + 3)],
)
def test_a_swing_is_the_most_that_a_game_can_give_or_take(document: str, most: int) -> None:
    """Best win against worst loss, the bonus, the best move, the best player, the extras."""
    assert swing(shipped()[document]) == most


@settings(max_examples=25, deadline=None)
@given(championships(), st.integers(0, 9), st.sampled_from(["-7", "-1", "1/3", "0.5", "9"]))
def test_points_alone_move_one_row(events: list[PublicEvent], seat: int, points: str) -> None:
    """The short way over one row gives the same difference as computing everything anew."""
    known = asked(*events)
    assert known.contest is not None
    before = standings_of(known)
    for game in list(known.games.values())[:2]:
        if not game.counts:
            continue
        assert game.result is not None
        remedy = PointsAdjusted(game=game.id, player=game.result.seats[seat].player, points=points)
        long = difference(known.contest, before, standings_of(tried(known, [remedy])))
        short = difference(known.contest, before, shifted(known, known.contest, before, remedy))
        assert sorted(short.changes, key=str) == sorted(long.changes, key=str)
        assert (short.cuts, set(short.medals)) == (long.cuts, set(long.medals))


@settings(max_examples=15, deadline=None)
@given(championships(), st.sampled_from(["-1", "0.5", "0.1"]))
def test_an_assessment_names_everybody_whom_a_remedy_moves(events: list[PublicEvent], points: str) -> None:
    """A smaller adjustment moves nobody whom the largest does not."""
    known = asked(*events)
    assert known.contest is not None
    for game in list(known.games.values())[:1]:
        found = stake_of(known, known.contest, game.id)
        if found is None or game.result is None:
            continue
        for seat in game.result.seats[:3]:
            remedy = PointsAdjusted(game=game.id, player=seat.player, points=points)
            one = what_if(known, known.contest, [remedy])
            moved = {change.player for change in one.changes if change.place_before != change.place_after}
            assert moved <= set(found.places)
            assert {medal.player for medal in one.medals} <= set(found.medals)
            at_stake = set(chain.from_iterable(cut.players for cut in found.cuts))
            assert {who for cut in one.cuts for who in (*cut.enter, *cut.leave)} <= at_stake
    assert swing(known.contest.regulations) >= Fraction(1)
