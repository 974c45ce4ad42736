"""Cases of the field that belong to standings and ties, by number."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from services.scoring.domain.tables import OVERALL, Standings, through_scope
from shared.contracts.appeals import AnnulGame
from shared.contracts.gameplay import SeatResult
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import RankedRules
from tests.unit.scoring.games import (
    announced,
    annulled,
    document,
    entered,
    numbers,
    player,
    reinstated,
    result,
    ruled,
    ruling_id,
    scheduled,
    signed,
    standings,
)

MAFGAME = announced("mafgame-2026")


def compensation(computed: Standings, number: int = 5) -> list[Fraction]:
    """Return what each of a player's lines of compensation is worth."""
    return [line.worth for line in computed.lines[player(number)] if line.component == "compensation"]


@pytest.mark.case(41)
def test_compensation_is_capped_and_only_for_reds_who_lost() -> None:
    """At most 0.4; a black killed first has none and is not counted; a won game pays nothing."""
    games = [signed(result("black", first_killed=5), "main", number) for number in range(1, 11)]
    assert compensation(standings(MAFGAME, *games)) == [Fraction(4, 10)] * 10
    assert compensation(standings(MAFGAME, signed(result("red", first_killed=1), "main")), 1) == []
    assert compensation(standings(MAFGAME, signed(result("red", first_killed=5), "main"))) == []


@pytest.mark.case(42)
def test_the_final_is_a_group_of_its_own_for_compensation() -> None:
    """A final game changes no qualifying line; one more qualifying game changes all of them."""
    main = [signed(result("black", first_killed=5), "main", number) for number in range(1, 6)]
    final = signed(result("black", first_killed=5), "final")
    assert compensation(standings(MAFGAME, *main[:4])) == [Fraction(4, 10)] * 4
    assert compensation(standings(MAFGAME, main[0], final)) == [
        Fraction(4, 10),
        Fraction(4, 10) * Fraction(13, 10),
    ]
    once = [main[0], *(signed(result("black"), "main", number) for number in range(2, 6))]
    assert compensation(standings(MAFGAME, *once[:2])) == [Fraction(4, 10)]
    assert compensation(standings(MAFGAME, *once, final))[0] == Fraction(2, 10)


@pytest.mark.case(47)
def test_fully_equal_rows_share_a_place() -> None:
    """Neither account age nor input order decides; the next place is left out."""
    rows = standings(announced(), signed(result("black"))).tables[OVERALL].rows
    assert [row.place for row in rows] == [1, 2, 2] + [4] * 7
    assert [row.shared for row in rows] == [False, True, True] + [True] * 7


@pytest.mark.case(52)
def test_exhibition_players_are_out_of_standings_and_still_count_for_others() -> None:
    """Without an accepted entry there is no place; the game is the same for everybody else."""
    rules = announced(document(ranked=RankedRules(entry_required=True)))
    entries = [entered(number) for number in range(1, 10)]
    rows = standings(rules, *entries, signed(result("black"))).tables[OVERALL].rows
    assert [row.place for row in rows][-1] is None
    assert numbers([rows[-1].player]) == [10]
    assert {row.total for row in rows[:3]} == {4}


@pytest.mark.case(55)
def test_negative_points_count_as_they_were_given() -> None:
    """A penalty takes points away."""
    (row,) = (
        row
        for row in standings(MAFGAME, signed(result("red", penalties={5: "-0.5"}), "main"))
        .tables[OVERALL]
        .rows
        if row.player == player(5)
    )
    assert row.total == Fraction(1, 4)


@pytest.mark.case(56)
def test_players_who_share_a_seat_in_turn_keep_their_own_games() -> None:
    """Each has a row with his own games and his own N."""
    lineups = [(5, *range(2, 5), 1, *range(6, 11)), (5, *range(2, 5), 11, *range(6, 11))]
    games = [
        signed(result("black", lineup, first_killed=5), "main", number)
        for number, lineup in enumerate(lineups, start=1)
    ]
    computed = standings(MAFGAME, *games)
    rows = {numbers([row.player])[0]: row for row in computed.tables[OVERALL].rows}
    assert (rows[1].games, rows[11].games, rows[5].games) == (1, 1, 2)
    assert compensation(computed, 1) == compensation(computed, 11) == [Fraction(4, 10)]


@pytest.mark.case(58)
def test_a_substitute_may_be_ranked_or_not_by_the_document() -> None:
    """Marked in the protocol, and out of the ranking where the document says so."""
    seats = [*result().seats[:9], SeatResult(seat=10, player=player(10), role="civilian", substitute=True)]
    game = signed(replace(result("red"), seats=tuple(seats)))
    for substitutes, place in ((True, 2), (False, None)):
        rules = announced(document(ranked=RankedRules(substitutes=substitutes)))
        rows = standings(rules, game).tables[OVERALL].rows
        assert [row.place for row in rows if row.player == player(10)] == [place]


@pytest.mark.case(68)
def test_a_game_annulled_and_reinstated_counts_as_before() -> None:
    """Both change compensation and places; nothing is lost."""
    one = signed(result("black", first_killed=5), "main", 1)
    two = signed(result("black", first_killed=5), "main", 2)
    before = standings(MAFGAME, one, two)
    gone = [one, two, ruled(two, AnnulGame()), annulled(two, ruling_id(1))]
    assert compensation(standings(MAFGAME, *gone)) == [Fraction(4, 10)]
    assert standings(MAFGAME, *gone, reinstated(two)) == before


@pytest.mark.case(77)
@pytest.mark.case(81)
def test_a_game_that_is_not_signed_does_not_count() -> None:
    """A scheduled game is no row, no game and no penalty."""
    unsigned: list[PublicEvent] = [scheduled("main")]
    assert standings(MAFGAME, *unsigned).tables[through_scope("main")].rows == ()
