"""Votes and ties: the cases of the field, under every document that has an answer."""

from collections.abc import Sequence

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.voting import Voting, decided
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, rules

ALL_FOUR = pytest.mark.parametrize(
    "table_rules", [ONORE, CHNU, FIIM, FSM], ids=["onore", "chnu", "fiim", "fsm"]
)
ASKING = pytest.mark.parametrize("table_rules", [ONORE, FIIM, FSM], ids=["onore", "fiim", "fsm"])
FEDERATIONS = pytest.mark.parametrize("table_rules", [FIIM, FSM], ids=["fiim", "fsm"])


def tied_twice(judge: Judge, *hands: Sequence[int]) -> Judge:
    """Let a vote tie, the tied speak, and the revote tie the same way."""
    return judge.vote(*hands).hear_out().vote(*hands)


@ALL_FOUR
@pytest.mark.case(1)
@pytest.mark.clause("O-DAY-4", "C-DAY-5")
def test_a_single_candidate_is_not_voted_on_on_day_one(table_rules: TableRules) -> None:
    """After the speeches night falls; there is no vote to hold."""
    judge = Judge(table_rules).day().speeches({1: 5})
    assert judge.phase == "dusk"
    judge.refused(moves.HandsCounted(candidate=5), errors.MoveOutOfPlace)
    assert judge.out == []


@ALL_FOUR
@pytest.mark.case(1)
@pytest.mark.clause("O-DAY-4", "C-DAY-5", "O-VOTE-3", "C-DAY-4")
def test_a_single_candidate_of_a_later_day_leaves_without_a_hand(table_rules: TableRules) -> None:
    """On day 2 the only candidate is voted on and has all votes that nobody gave."""
    judge = at_day_two(table_rules).speeches({3: 5}).vote(())
    assert (judge.out[-1], judge.phase) == (5, "last_words")
    assert judge.table.tallies[-1].votes == (5, 5, 5, 5, 5, 5, 5, 5, 5, 0)


@pytest.mark.parametrize(
    ("switch", "phase"), [("no_vote", "dusk"), ("talk_only", "tie_speeches"), ("vote", "vote")]
)
@pytest.mark.case(1)
def test_what_becomes_of_a_single_candidate_is_a_switch(switch: str, phase: str) -> None:
    """On day 1 he is let be, has a speech, or is voted on."""
    judge = Judge(rules(FIIM, single_candidate_first_day=switch)).day().speeches({1: 5})
    assert judge.phase == phase
    if phase == "tie_speeches":
        assert judge.hear_out().phase == "dusk"
        assert judge.out == []


@pytest.mark.case(2)
def test_a_leader_of_day_one_leaves_on_his_own_vote_only_where_the_switch_says_so() -> None:
    """With the switch a leader who voted for another has a speech and stays; his own vote sends him out."""
    own = rules(FIIM, first_day_own_vote=True)
    stays = Judge(own).day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 6, 7), (5, 8, 9, 10))
    assert (stays.phase, stays.table.queue, stays.out) == ("tie_speeches", (5,), [])
    assert stays.hear_out().phase == "dusk"
    leaves = Judge(own).day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 5, 7), (6, 8, 9, 10))
    assert leaves.out == [5]
    without = Judge(FIIM).day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 6, 7), (5, 8, 9, 10))
    assert without.out == [5]
    later = at_day_two(own).speeches({3: 5, 4: 6}).vote((1, 2, 3, 4, 6, 7), (5, 8, 9))
    assert later.out[-1] == 5


def three_tied_then_two(table_rules: TableRules) -> Judge:
    """Return a table of nine where 5, 6 and 7 tied, and the revote tied 5 and 6."""
    judge = at_day_two(table_rules).speeches({2: 5, 3: 6, 4: 7})
    judge.vote((1, 2, 3), (4, 5, 6), (7, 8, 9)).hear_out()
    assert judge.table.voting is not None
    assert judge.table.voting.ballot == (5, 6, 7)
    return judge.vote((1, 2, 3, 4), (5, 6, 7, 8), (9,))


@FEDERATIONS
@pytest.mark.case(3)
@pytest.mark.case(5)
def test_a_smaller_tie_is_voted_on_again_until_it_repeats(table_rules: TableRules) -> None:
    """Two of three who tied speak and are voted on once more, and then one of them leaves."""
    judge = three_tied_then_two(table_rules)
    assert (judge.phase, judge.table.queue) == ("tie_speeches", (5, 6))
    judge.hear_out().vote((5, 6, 7, 8), (1, 2, 3, 4, 9))
    assert judge.out[-1] == 6
    again = three_tied_then_two(table_rules).hear_out().vote((1, 2, 3, 4), (5, 6, 7, 8, 9))
    assert again.out[-1] == 6
    assert again.table.tallies[-1].round == 3


@FEDERATIONS
@pytest.mark.case(5)
def test_a_repeated_tie_compares_leaders_and_not_ballots(table_rules: TableRules) -> None:
    """The same two lead with other voters: that is a repeat, and the table is asked."""
    judge = Judge(table_rules).day().speeches({1: 5, 2: 6})
    judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out().vote((6, 7, 8, 9, 10), (1, 2, 3, 4, 5))
    assert (judge.phase, judge.table.tied) == ("all_leave", (5, 6))


@pytest.mark.case(3)
@pytest.mark.clause("O-TIE-2", "C-TIE-1")
def test_after_one_revote_the_regulations_of_the_seeds_know_no_other() -> None:
    """Omsk asks whether the two now tied leave; Chernivtsi lets nobody leave."""
    asked = three_tied_then_two(ONORE)
    assert (asked.phase, asked.table.tied) == ("all_leave", (5, 6))
    silent = three_tied_then_two(CHNU)
    assert (silent.phase, silent.out) == ("dusk", [10])


@ASKING
@pytest.mark.case(6)
@pytest.mark.clause("O-TIE-2")
@pytest.mark.parametrize(
    ("alive", "votes", "leave"), [(9, 4, False), (9, 5, True), (8, 4, False), (8, 5, True)]
)
def test_all_leave_by_a_majority_of_those_alive(
    table_rules: TableRules, alive: int, votes: int, *, leave: bool
) -> None:
    """Nine need five, eight need five; half lets all stay."""
    seats = (1, 2, 3, 4, 5, 6, 7, 8, 9)[:alive]
    third = alive // 3
    even = (seats[: alive // 2], seats[alive // 2 :])
    hands = even if alive % 2 == 0 else (seats[:third], seats[third : 2 * third], seats[2 * third :])
    judge = with_alive(table_rules, seats)
    judge.speeches(dict(zip(judge.table.queue, seats[: len(hands)], strict=False)))
    tied_twice(judge, *hands)
    assert judge.phase == "all_leave"
    tied, before = judge.table.tied, judge.out
    judge.play(moves.AllLeaveVoted(voters=seats[:votes]))
    assert judge.out == [*before, *(tied if leave else ())]


@pytest.mark.case(7)
@pytest.mark.parametrize(("alive", "leaders"), [(5, 3), (9, 5), (8, 5)])
@pytest.mark.parametrize(("switch", "decision"), [("as_others", "ask_all_leave"), ("night", "nobody")])
def test_more_leaders_than_half_are_asked_about_by_a_switch(
    alive: int, leaders: int, switch: str, decision: str
) -> None:
    """Three of five or five of nine tied: the question, or night at once; half is not more than half."""
    play = rules(ONORE, more_leaders_than_half=switch).play
    tied = tuple(range(1, leaders + 1))

    def decide(alive: int) -> str:
        voting = Voting(round=2, ballot=tied)
        return decided(play, day=2, voting=voting, votes=(), leaders=tied, alive=alive, missed=False)

    assert decide(alive) == decision
    assert decide(2 * leaders) == "ask_all_leave"


@pytest.mark.parametrize(("switch", "phase"), [("as_others", "all_leave"), ("night", "dusk")])
@pytest.mark.case(7)
def test_six_of_six_are_more_than_half(switch: str, phase: str) -> None:
    """Everybody has one vote, twice: by the switch the table is asked, or night falls."""
    seats = (1, 2, 4, 5, 6, 7)
    judge = with_alive(rules(ONORE, more_leaders_than_half=switch), seats)
    judge.speeches(dict(zip(judge.table.queue, seats, strict=True)))
    assert tied_twice(judge, *((seat,) for seat in seats)).phase == phase


def four_left(table_rules: TableRules) -> Judge:
    """Return four players, two against two, after the first vote."""
    judge = with_alive(table_rules, (1, 4, 5, 6))
    first, second = judge.table.queue[:2]
    judge.speeches({first: 5, second: 6})
    return judge.vote((1, 4), (5, 6))


@pytest.mark.case(9)
@pytest.mark.clause("O-TIE-3", "C-TIE-1")
def test_four_alive_two_against_two() -> None:
    """Omsk: night at once; Chernivtsi and FIIM: a revote, then nobody; FSM: a revote, then the question."""
    onore = four_left(ONORE)
    assert (onore.phase, onore.table.tallies[-1].decision) == ("dusk", "nobody")
    for table_rules in (CHNU, FIIM):
        judge = four_left(table_rules)
        assert judge.phase == "tie_speeches"
        assert judge.hear_out().vote((1, 4), (5, 6)).phase == "dusk"
    asked = four_left(FSM).hear_out().vote((1, 4), (5, 6))
    assert asked.phase == "all_leave"
    asked.play(moves.AllLeaveVoted(voters=(1, 4, 5)))
    assert asked.out[-2:] == [5, 6]
    assert asked.winner == "black"


@ASKING
@pytest.mark.case(10)
def test_three_of_nine_tie_twice_and_two_want_them_out(table_rules: TableRules) -> None:
    """Five of nine would be needed: nobody leaves."""
    judge = at_day_two(table_rules).speeches({2: 5, 3: 6, 4: 7})
    tied_twice(judge, (1, 2, 3), (4, 5, 6), (7, 8, 9))
    assert judge.phase == "all_leave"
    judge.play(moves.AllLeaveVoted(voters=(1, 2)))
    assert (judge.phase, judge.out) == ("dusk", [10])


@pytest.mark.case(10)
@pytest.mark.parametrize(
    ("switch", "missed", "phase"),
    [
        ("as_others", False, "all_leave"),
        ("night", False, "dusk"),
        ("as_others_after_miss", False, "dusk"),
        ("as_others_after_miss", True, "all_leave"),
    ],
)
def test_nine_alive_and_three_tied_is_a_switch(switch: str, phase: str, *, missed: bool) -> None:
    """Asked, never asked, or asked only after a night that missed."""
    table_rules = rules(FIIM, nine_alive_three_tied=switch)
    judge = Judge(table_rules).day()
    if missed:
        judge.speeches({1: 9, 2: 10}).vote((1, 2, 3, 4), ()).hear_out().night(None)
    else:
        judge.speeches().night(10).hear_out()
    judge.day()
    alive = judge.table.alive
    up = alive[-3:]
    judge.speeches(dict(zip(judge.table.queue[:3], up, strict=True)))
    tied_twice(judge, alive[:3], alive[3:6], alive[6:])
    assert judge.phase == phase


@ALL_FOUR
@pytest.mark.case(11)
@pytest.mark.clause("O-VOTE-3", "C-DAY-4")
def test_a_missing_vote_counts_for_the_last_candidate_at_the_tally(table_rules: TableRules) -> None:
    """Nobody's hand is up for the last, and he leaves with the votes that were not given."""
    judge = Judge(table_rules).day().speeches({1: 5, 2: 6})
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2, 3)))
    assert judge.out == []
    judge.play(moves.HandsCounted(candidate=6))
    assert judge.table.tallies[-1].votes == (5, 5, 5, 6, 6, 6, 6, 6, 6, 6)
    assert judge.out == [6]


@pytest.mark.case(11)
@pytest.mark.parametrize(("order", "last"), [("same", 6), ("reverse", 5)])
def test_in_a_revote_the_last_is_that_of_the_revote(order: str, last: int) -> None:
    """Of three candidates two tie: votes not given go to the last of the two, as they are called then."""
    judge = at_day_two(rules(FIIM, revote_order=order)).speeches({2: 5, 3: 6, 4: 7})
    judge.vote((1, 2, 3, 4), (5, 6, 7, 8), ()).hear_out()
    judge.vote((), ())
    assert judge.out[-1] == last


@ALL_FOUR
@pytest.mark.case(12)
@pytest.mark.clause("O-DAY-3", "C-DAY-3")
def test_every_candidate_is_called_in_order(table_rules: TableRules) -> None:
    """A majority for the first does not end the vote, and nobody is called before his turn."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 5, 3: 6})
    assert [c.seat for c in judge.table.candidates] == [7, 5, 6]
    clause = table_rules.clause("play.vote")
    judge.refused(moves.HandsCounted(candidate=5), errors.CandidateOutOfOrder, clause)
    judge.play(moves.HandsCounted(candidate=7, voters=(1, 2, 3, 4, 5, 6, 8)))
    assert (judge.phase, judge.out) == ("vote", [])
    judge.play(moves.HandsCounted(candidate=5), moves.HandsCounted(candidate=6))
    assert judge.out == [7]


@ALL_FOUR
@pytest.mark.case(13)
@pytest.mark.clause("O-VOTE-2", "C-LAW-6")
def test_a_hand_late_or_put_down_does_not_count(table_rules: TableRules) -> None:
    """It is noted, and the vote goes to the last candidate, or to whom the player votes for in time."""
    judge = Judge(table_rules).day().speeches({1: 5, 2: 6, 3: 7})
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2), late=(3,), withdrawn=(4,)))
    judge.play(moves.HandsCounted(candidate=6, voters=(4,)), moves.HandsCounted(candidate=7))
    votes = judge.table.tallies[-1].votes
    assert (votes[2], votes[3]) == (7, 6)
    again = Judge(table_rules).day().speeches({1: 5, 2: 6})
    both = moves.HandsCounted(candidate=5, voters=(1, 2), late=(2,))
    again.refused(both, errors.VotedTwice, table_rules.clause("play.one_vote"))


@ALL_FOUR
@pytest.mark.case(14)
@pytest.mark.clause("O-VOTE-1", "C-LAW-4")
def test_bad_votes_are_refused(table_rules: TableRules) -> None:
    """For no candidate, by one player twice, by somebody who is out: refused, and nothing changes."""
    judge = at_day_two(table_rules).speeches({2: 5, 3: 6})
    one_vote = table_rules.clause("play.one_vote")
    judge.refused(moves.HandsCounted(candidate=8), errors.NotACandidate, table_rules.clause("play.vote"))
    judge.refused(moves.HandsCounted(candidate=5, voters=(10,)), errors.PlayerIsOut)
    judge.refused(moves.HandsCounted(candidate=5, voters=(1, 1)), errors.VotedTwice, one_vote)
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2)))
    judge.refused(moves.HandsCounted(candidate=6, voters=(2, 3)), errors.VotedTwice, one_vote)


@ALL_FOUR
@pytest.mark.case(16)
@pytest.mark.clause("O-DAY-2", "C-DAY-3", "C-LAW-4")
def test_one_candidate_for_each_player_and_the_first_counts(table_rules: TableRules) -> None:
    """A second one by the same player and a candidate who stands already are refused."""
    clause = table_rules.clause("play.candidates")
    judge = Judge(table_rules).day().play(moves.CandidatePutUp(by=1, candidate=5))
    judge.refused(moves.CandidatePutUp(by=1, candidate=6), errors.CandidatePutUpTwice, clause)
    judge.refused(moves.CandidatePutUp(by=2, candidate=6), errors.OutOfTurn, clause)
    judge.speak().refused(moves.CandidatePutUp(by=2, candidate=5), errors.CandidateStandsAlready, clause)
    assert [(c.by, c.seat) for c in judge.table.candidates] == [(1, 5)]


@pytest.mark.case(16)
def test_taking_a_candidate_back_is_a_switch() -> None:
    """Where the document allows it the speaker may take his candidate back, and put up another."""
    back = moves.CandidateWithdrawn(by=1)
    judge = Judge(ONORE).day().play(moves.CandidatePutUp(by=1, candidate=5))
    judge.refused(back, errors.WithdrawalNotInRegulations, "O-DAY-2")
    judge = Judge(rules(ONORE, candidates_withdrawn=True)).day().play(moves.CandidatePutUp(by=1, candidate=5))
    judge.play(back, moves.CandidatePutUp(by=1, candidate=6))
    assert [c.seat for c in judge.table.candidates] == [6]


@pytest.mark.parametrize(
    ("switch", "phase"), [("as_others", "all_leave"), ("night", "dusk"), ("ask_draw", "draw")]
)
def test_everybody_tied_is_a_switch(switch: str, phase: str) -> None:
    """All six who are left tie twice: the question, night, or a vote on a draw."""
    seats = (1, 2, 4, 5, 6, 7)
    judge = with_alive(rules(ONORE, everyone_tied=switch), seats)
    order = judge.table.queue
    judge.speeches(dict(zip(order, seats, strict=True)))
    tied_twice(judge, *((seat,) for seat in seats))
    assert judge.phase == phase


def test_a_draw_needs_a_majority_of_those_alive() -> None:
    """Three of six do not end the game, four do."""
    seats = (1, 2, 4, 5, 6, 7)
    for voters, over in ((seats[:3], False), (seats[:4], True)):
        judge = with_alive(rules(ONORE, everyone_tied="ask_draw"), seats)
        judge.speeches(dict(zip(judge.table.queue, seats, strict=True)))
        tied_twice(judge, *((seat,) for seat in seats)).play(moves.DrawVoted(voters=voters))
        assert (judge.table.finish is not None) == over
        assert not over or judge.winner is None
