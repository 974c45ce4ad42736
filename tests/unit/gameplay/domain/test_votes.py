"""Votes to the last field: what a tally keeps, what a count out of its place changes, what is left behind."""

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.voting import Tally, Voting
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two
from tests.unit.gameplay.tables import CHNU, ONORE, rules


def test_a_tally_keeps_the_whole_round() -> None:
    """The day and round, who was called in which order, each vote, who leads, and what it led to."""
    judge = at_day_two(ONORE).speeches({2: 6, 3: 5})
    judge.vote((1, 2, 3, 4), (5, 6, 7, 8))
    votes = (6, 6, 6, 6, 5, 5, 5, 5, 5, 0)
    assert judge.table.tallies[0] == Tally(
        day=2, round=1, ballot=(6, 5), votes=votes, leaders=(5,), decision="leave"
    )
    even = at_day_two(ONORE).speeches({2: 6, 3: 5, 4: 7})
    even.vote((1, 2, 3), (4, 5, 6), (7, 8)).hear_out()
    assert even.table.tallies == (
        Tally(
            day=2,
            round=1,
            ballot=(6, 5, 7),
            votes=(6, 6, 6, 5, 5, 5, 7, 7, 7, 0),
            leaders=(6, 5, 7),
            decision="revote",
        ),
    )
    assert even.table.voting == Voting(round=2, ballot=(6, 5, 7))


def test_a_vote_leaves_nothing_of_itself_behind() -> None:
    """Whoever leaves or stays: no ballot is open, nobody is asked about, after the round that decided."""
    out = Judge(ONORE).day().speeches({1: 5, 2: 6}).vote(range(1, 9), (9, 10))
    assert (out.phase, out.table.voting, out.table.tied) == ("last_words", None, ())
    asked = Judge(ONORE).day().speeches({1: 5, 2: 6})
    for _ in range(2):
        asked.vote(range(1, 6), range(6, 11)).hear_out()
    assert (asked.phase, asked.table.voting, asked.table.tied) == ("all_leave", None, (5, 6))
    stay = Judge(CHNU).day().speeches({1: 5, 2: 6})
    for _ in range(2):
        stay.vote(range(1, 6), range(6, 11)).hear_out()
    assert (stay.phase, stay.table.voting, stay.out) == ("dusk", None, [])
    everyone = rules(FIIM, everyone_tied="ask_draw", revotes="once")
    draw = Judge(everyone).day().speeches({seat: seat % 10 + 1 for seat in range(1, 11)})
    for _ in range(2):
        assert draw.table.voting is not None
        draw.vote(*((seat % 10 + 1,) for seat in draw.table.voting.ballot)).hear_out()
    assert (draw.phase, draw.table.voting) == ("draw", None)
    assert sorted(draw.table.tied) == list(range(1, 11))


def test_a_candidate_counted_again_has_what_was_counted_last() -> None:
    """Overruled out of order, a count neither calls anybody twice nor drops somebody from the ballot."""
    judge = Judge(ONORE).day().speeches({1: 5, 2: 6, 3: 7})
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2)))
    again = apply(judge.table, moves.HandsCounted(candidate=5, voters=(3,)), ONORE)
    assert again.voting == Voting(round=1, ballot=(5, 6, 7), called=1, votes=(5, 5, 5, 0, 0, 0, 0, 0, 0, 0))
    early = apply(judge.table, moves.HandsCounted(candidate=7, voters=(3,)), ONORE)
    assert early.voting == Voting(round=1, ballot=(5, 7, 6), called=2, votes=(5, 5, 7, 0, 0, 0, 0, 0, 0, 0))
    stranger = apply(judge.table, moves.HandsCounted(candidate=8, voters=(3,)), ONORE)
    assert stranger.voting == Voting(
        round=1, ballot=(5, 8, 6, 7), called=2, votes=(5, 5, 8, 0, 0, 0, 0, 0, 0, 0)
    )


def test_hands_count_only_in_a_vote_and_for_who_is_alive() -> None:
    """In the speeches of a tie, by night, and for somebody who is out nothing is counted."""
    tie = Judge(ONORE).day().speeches({1: 5, 2: 6}).vote(range(1, 6), range(6, 11))
    assert tie.table.voting is not None
    day_two = at_day_two(ONORE, killed=10).speeches({2: 5, 3: 6})
    dusk = Judge(ONORE).quiet_day()
    for judge, candidate in ((tie, 5), (day_two, 10), (dusk, 5)):
        hands = moves.HandsCounted(candidate=candidate, voters=(1, 2))
        assert apply(judge.table, hands, ONORE) == judge.table


def test_who_leaves_between_two_rounds_is_on_no_ballot_and_counts_no_round() -> None:
    """The others speak and are voted on; where nobody is left to vote on, night falls at once."""
    three = Judge(CHNU).day().speeches({1: 5, 2: 6, 3: 7})
    three.vote((1, 2, 3), (4, 5, 6), (7, 8, 9, 10))
    two = Judge(CHNU).day().speeches({1: 5, 2: 6}).vote(range(1, 6), range(6, 11))
    two.play(moves.PlayerRemoved(seat=5, note="shouted"))
    assert two.table.voting == Voting(round=2, ballot=(6,))
    assert (two.phase, two.table.queue, len(two.table.tallies)) == ("tie_speeches", (6,), 1)
    nobody = two.play(moves.PlayerRemoved(seat=6, note="shouted"))
    assert (nobody.phase, nobody.table.queue, nobody.table.voting) == ("dusk", (), None)
    assert three.out == [7]


def test_a_removal_in_the_federations_ends_the_vote_and_what_was_asked() -> None:
    """No ballot, no queue and nobody tied is left of it."""
    tie = Judge(FSM).day().speeches({1: 5, 2: 6}).vote(range(1, 6), range(6, 11))
    tie.play(moves.PlayerRemoved(seat=9, note="shouted"))
    assert (tie.phase, tie.table.queue, tie.table.voting, tie.table.tied) == ("dusk", (), None, ())
