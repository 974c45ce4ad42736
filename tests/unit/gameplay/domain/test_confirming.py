"""What the judge is told before he removes somebody or ends the game."""

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.confirming import Consequence, consequence, demand_confirmation
from tests.unit.gameplay.playing import FIIM, Judge, at_day_two
from tests.unit.gameplay.tables import CHNU, ONORE


def removal(seat: int) -> moves.PlayerRemoved:
    """Return a removal that no document has anything against."""
    return moves.PlayerRemoved(seat=seat, note="the judge saw it")


def foul(seat: int) -> moves.FoulGiven:
    """Return a foul."""
    return moves.FoulGiven(seat=seat, note="loud")


def nothing(**but: object) -> Consequence:
    """Return the consequences of a move that has none, but for these."""
    none = {"out": (), "silenced": (), "vote_lost": False, "over": False, "winner": None}
    return Consequence(**(none | but))  # type: ignore[arg-type]


def test_a_removal_costs_a_vote_today_or_the_next_or_none() -> None:
    """In the speeches today's; after the decision, by FIIM, the next one; by Chernivtsi none."""
    speeches, dusk = Judge(FIIM).day(), Judge(FIIM).quiet_day()
    assert consequence(speeches.table, removal(5), FIIM) == nothing(out=(5,), vote_lost=True)
    assert consequence(dusk.table, removal(5), FIIM) == nothing(out=(5,), vote_lost=True)
    assert consequence(Judge(CHNU).day().table, removal(5), CHNU) == nothing(out=(5,))
    dusk.play(removal(5))
    assert consequence(dusk.table, foul(6), FIIM) == nothing()
    assert consequence(dusk.table, removal(6), FIIM) == nothing(out=(6,), vote_lost=True)
    speeches.play(removal(5))
    assert consequence(speeches.table, foul(6), FIIM) == nothing()
    assert consequence(speeches.table, removal(6), FIIM) == nothing(out=(6,), vote_lost=True)


def test_who_would_have_a_last_word_loses_it() -> None:
    """And nobody else; who is still in the game and waits for his speech loses no last word."""
    judge = Judge().quiet_day().night(10)
    assert consequence(judge.table, removal(10), ONORE) == nothing(silenced=(10,))
    assert consequence(judge.table, removal(9), ONORE) == nothing(out=(9,), vote_lost=True)
    stopped = moves.GameStopped(note="no light")
    assert consequence(judge.table, stopped, ONORE) == nothing(silenced=(10,), over=True)


def test_the_end_is_told_with_its_winner_once() -> None:
    """A game that is over does not end again, but its winner is still told."""
    judge = Judge().day()
    declared = moves.WinnerDeclared(team="red", note="seen")
    assert consequence(judge.table, declared, ONORE) == nothing(over=True, winner="red")
    judge.play(declared)
    assert consequence(judge.table, foul(5), ONORE) == nothing(winner="red")


def test_the_words_that_confirm_name_everything_that_follows() -> None:
    """In this order; where nothing follows there is nothing to say."""
    everything = nothing(out=(5, 6), silenced=(7,), vote_lost=True, over=True)
    said = "seat 5 leaves, seat 6 leaves, seat 7 loses the last word, a vote is not held, the game ends"
    assert everything.confirm == said
    assert nothing().confirm == ""


@pytest.mark.parametrize("said", [None, "", "seat 6 leaves"])
def test_what_is_not_meant_is_refused_with_what_would_follow(said: str | None) -> None:
    """Said wrongly or not at all; said rightly it is taken."""
    judge = at_day_two(CHNU)
    with pytest.raises(errors.ConfirmationNeeded) as caught:
        demand_confirmation(judge.table, removal(5), CHNU, said)
    assert caught.value.message == (
        "What follows: seat 5 leaves. Send it again with that as `confirm` if it is meant."
    )
    assert caught.value.facts["confirm"] == "seat 5 leaves"
    demand_confirmation(judge.table, removal(5), CHNU, "seat 5 leaves")


def test_what_has_no_consequences_needs_no_words() -> None:
    """A foul that removes nobody, and whatever a player did; words for what does not follow are refused."""
    table = Judge().day().table
    demand_confirmation(table, foul(5), ONORE, None)
    demand_confirmation(table, foul(5), ONORE, "")
    with pytest.raises(errors.ConfirmationNeeded) as caught:
        demand_confirmation(table, foul(5), ONORE, "seat 5 leaves")
    assert caught.value.message.startswith("What follows: nothing. ")
    demand_confirmation(table, moves.SpeechGiven(seat=1), ONORE, "whatever")
