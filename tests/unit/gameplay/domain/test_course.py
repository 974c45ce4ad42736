"""What a move does to the table, where no clause is at stake: ends, last words, checks, a vote cut short."""

import msgspec

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.course import apply, replay
from services.gameplay.domain.game.leaving import out
from services.gameplay.domain.game.night import Check
from services.gameplay.domain.game.table import Finish, Table
from services.gameplay.domain.game.votes import begin_vote, settle_votes, voted_again
from services.gameplay.domain.game.voting import NOBODY, Voting
from shared.contracts.gameplay import BestMove, Ending
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, ROLES, rules


def removal(seat: int) -> moves.PlayerRemoved:
    """Return a removal that no document has anything against."""
    return moves.PlayerRemoved(seat=seat, note="the judge saw it")


def test_a_stopped_game_has_no_winner_and_says_why() -> None:
    """The judge's words are its reason; a second end changes nothing."""
    judge = Judge().day().play(moves.GameStopped(note="the lights went out"))
    stopped = Finish(winner=None, ending=Ending(kind="stopped", reason="the lights went out"))
    assert judge.table.finish == stopped
    assert judge.table.news
    again = apply(judge.table, moves.WinnerDeclared(team="red", note="no"), ONORE)
    assert again.finish == stopped


def test_a_winner_that_the_judge_declares_stands_as_his_decision() -> None:
    """With his words; whatever was under way is void."""
    judge = Judge().day().speeches({1: 5, 2: 6})
    judge.play(moves.WinnerDeclared(team="black", note="the reds gave up"))
    ending = Ending(kind="judge_decision", reason="the reds gave up")
    assert judge.table.finish == Finish(winner="black", ending=ending)
    assert (judge.phase, judge.table.queue, judge.table.voting) == ("over", (), None)


def test_a_draw_that_is_voted_for_stops_the_game() -> None:
    """Its reason is in the protocol; where the majority is against it, night falls."""
    six = (1, 2, 4, 5, 6, 7)
    for voters, phase in ((six[:3], "dusk"), (six[:4], "over")):
        judge = with_alive(rules(ONORE, everyone_tied="ask_draw"), six)
        judge.speeches(dict(zip(judge.table.queue, six, strict=True)))
        for _ in range(2):
            judge.vote(*((seat,) for seat in six)).hear_out()
        assert judge.table.tied == six
        judge.play(moves.DrawVoted(voters=voters))
        assert judge.phase == phase
        nobody: tuple[int, ...] = ()
        assert judge.table.tied == nobody
        if phase == "over":
            ending = Ending(kind="stopped", reason="everybody tied, and voted for a draw")
            assert judge.table.finish == Finish(winner=None, ending=ending)


def test_a_team_defeat_says_for_what_it_was() -> None:
    """By the judge's words, else by the offense; the best move of another stays."""
    made = BestMove(seat=10, named=(1, 2, 3))
    for note, reason in (("heard by all", "heard by all"), (None, "oath")):
        judge = Judge().quiet_day().night(10).play(moves.BestMoveMade(by=10, named=(1, 2, 3)))
        assert judge.table.best_move == made
        judge.hear_out().day().play(moves.TeamDefeatCalled(seat=6, offense="oath", note=note))
        ending = Ending(kind="team_defeat", reason=reason, offense="oath")
        assert judge.table.finish == Finish(winner="black", ending=ending, offender=6)
        assert judge.table.best_move == made


def test_before_the_cards_are_dealt_nobody_can_lose_the_game() -> None:
    """There is no team to lose yet: an overruled call changes nothing."""
    assert replay((moves.TeamDefeatCalled(seat=6, offense="oath"),), ONORE) == Table()


def test_who_protests_leaves_for_the_protest() -> None:
    """The elimination says so."""
    judge = Judge(CHNU).day().play(moves.ProtestRaised(seat=5, note="miscounted"))
    assert [(e.seat, e.cause, e.reason) for e in judge.table.gone] == [(5, "removal", "protest-in-game")]
    assert out(judge.table) == {5}


def test_a_removal_says_for_what_it_was() -> None:
    """By the name of the offense, else by the judge's words."""
    judge = Judge().day().play(moves.PlayerRemoved(seat=5, offense="peeking", note="seen"), removal(6))
    assert [e.reason for e in judge.table.gone] == ["peeking", "the judge saw it"]


def test_a_removal_in_the_morning_takes_the_last_word_and_the_best_move() -> None:
    """From who was killed, and from nobody else."""
    killed = Judge().quiet_day().night(10)
    assert (killed.table.entitled, killed.table.queue) == (10, (10,))
    other = killed.table
    assert apply(other, removal(9), ONORE).entitled == 10
    killed.play(removal(10))
    assert (killed.table.entitled, killed.table.queue, killed.phase) == (None, (), "morning")
    assert [(e.seat, e.cause) for e in killed.table.gone] == [(10, "kill")]
    assert killed.day().phase == "speeches"


def test_of_two_who_were_voted_out_one_can_lose_his_last_word() -> None:
    """The other still has his; when he has had it night falls."""
    judge = Judge(FIIM).day().speeches({1: 5, 2: 6})
    for _ in range(2):
        judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    judge.play(moves.AllLeaveVoted(voters=(1, 2, 3, 4, 7, 8)))
    assert (judge.phase, judge.table.queue, judge.table.leaving) == ("last_words", (5, 6), (5, 6))
    nobody: tuple[int, ...] = ()
    assert judge.table.tied == nobody
    judge.play(removal(5))
    assert (judge.phase, judge.table.queue) == ("last_words", (6,))
    assert judge.hear_out().phase == "dusk"


def test_after_the_end_a_last_word_is_not_taken() -> None:
    """What is recorded then changes nothing of the table."""
    judge = Judge().quiet_day().night(10).play(moves.GameStopped(note="no light"))
    after = apply(judge.table, removal(10), ONORE)
    assert (after.entitled, after.phase) == (10, "over")
    assert apply(judge.table, removal(5), ONORE).gone == judge.table.gone
    assert apply(judge.table, moves.DayBegan(), ONORE).phase == "over"
    assert apply(judge.table, moves.NightFell(), ONORE).phase == "over"


def test_a_check_says_who_checked_whom_when_and_what_the_answer_was() -> None:
    """The don asks for the sheriff, the sheriff for a black and, where he may, for the don."""
    judge = Judge(CHNU).quiet_day().play(moves.NightFell(), moves.ShotsFired())
    judge.play(moves.DonChecked(target=4), moves.SheriffChecked(target=1, asks_don=True), moves.MorningCame())
    judge.quiet_day().play(moves.NightFell(), moves.ShotsFired())
    judge.play(moves.DonChecked(target=5), moves.SheriffChecked(target=2))
    assert judge.table.checks == (
        Check(night=1, by=1, target=4, yes=True),
        Check(night=1, by=4, target=1, yes=True, don=True),
        Check(night=2, by=1, target=5, yes=False),
        Check(night=2, by=4, target=2, yes=True),
    )
    mafia = replay((*judge.moves[:4], moves.SheriffChecked(target=2, asks_don=True)), CHNU)
    assert mafia.checks == (Check(night=1, by=4, target=2, yes=True, don=False),)


def test_a_check_by_who_is_out_changes_nothing() -> None:
    """Overruled or not, there is nobody to ask."""
    judge = Judge().quiet_day().night(4).hear_out().day().speeches({2: 1}).vote(()).hear_out()
    judge.play(moves.NightFell(), moves.ShotsFired())
    for check in (moves.DonChecked(target=2), moves.SheriffChecked(target=2)):
        assert apply(judge.table, check, ONORE) == told(judge.table)


def told(table: Table) -> Table:
    """Return a table of which the hall knows everything."""
    return apply(table, moves.ConductNoted(note="sang"), ONORE)


def test_before_the_cards_are_dealt_nobody_shoots_or_checks() -> None:
    """Whatever a judge overrules: there is no black, no don and no sheriff yet."""
    night = replay((moves.NightFell(),), ONORE)
    assert night.blacks() == ()
    assert (night.holder("don"), night.holder("sheriff")) == (None, None)
    for check in (moves.DonChecked(target=2), moves.SheriffChecked(target=2)):
        assert apply(night, check, ONORE) == told(night)


def test_a_day_begins_with_a_clean_slate() -> None:
    """No candidates, no vote, nobody tied or leaving, nobody with a best move; silences that passed go."""
    judge = Judge(FIIM).day().speeches({1: 5, 2: 6}, until=4).fouls(2, 3).speeches()
    for _ in range(2):
        judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    judge.play(moves.AllLeaveVoted(voters=(1, 2, 3, 4, 7, 8))).hear_out().night(10)
    day = apply(judge.table, moves.DayBegan(), FIIM)
    assert (day.candidates, day.voting, day.tied, day.leaving, day.entitled) == ((), None, (), (), None)
    assert (day.removed_tonight, day.number, day.opener, day.phase) == ((), 2, 2, "speeches")
    assert [(s.seat, s.day) for s in day.silences] == [(2, 2)]
    judge.hear_out().day().speeches().night(None).day()
    assert judge.table.silences == ()


def test_a_night_begins_with_nothing_done() -> None:
    """No shots, no checks, no miss, nobody removed tonight: each night is its own."""
    judge = Judge().quiet_day().play(moves.NightFell(), removal(9), moves.ShotsFired())
    judge.play(moves.DonChecked(target=4), moves.SheriffChecked(target=1))
    before = judge.table
    assert (before.removed_tonight, before.missed, before.don_checked, before.sheriff_checked) == (
        (9,),
        "no_shot",
        True,
        True,
    )
    judge.play(moves.MorningCame()).quiet_day().play(moves.NightFell())
    night = judge.table
    assert (night.shots, night.aimed, night.missed, night.removed_tonight) == (None, None, None, ())
    assert (night.don_checked, night.sheriff_checked, night.costs_vote) == (False, False, ())


def test_a_speech_of_the_tied_leads_to_the_vote_or_to_the_night() -> None:
    """After the first tie to the vote; where they were only to talk, to the night."""
    own = Judge(rules(FIIM, first_day_own_vote=True)).day().speeches({1: 5, 2: 6})
    own.vote((1, 2, 3, 4, 6, 7), (5, 8, 9, 10))
    assert (own.phase, own.table.then, own.table.voting) == ("tie_speeches", "dusk", None)
    assert own.hear_out().phase == "dusk"
    tied = Judge(FIIM).day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert (tied.phase, tied.table.then) == ("tie_speeches", "vote")
    assert tied.table.voting == Voting(round=2, ballot=(5, 6))
    assert tied.hear_out().phase == "vote"


def test_a_talk_after_a_tied_round_is_a_talk_and_no_vote() -> None:
    """Whatever the tied of an earlier vote led to, the single candidate of day 1 only talks."""
    judge = Judge(rules(FIIM, single_candidate_first_day="talk_only")).day()
    judge.table = apply(judge.table, moves.CandidatePutUp(by=1, candidate=5), judge.rules)
    busy = begin_vote(with_then(judge.table), judge.rules)
    assert (busy.phase, busy.queue, busy.voting, busy.then) == ("tie_speeches", (5,), None, "dusk")


def with_then(table: Table) -> Table:
    """Return a table with a vote that a tie led to."""
    return msgspec.structs.replace(table, then="vote", voting=Voting(round=2, ballot=(5, 6)), queue=())


def test_a_candidate_who_left_takes_his_own_vote_with_him() -> None:
    """The others' votes stay theirs; his vote and those for him are nobody's."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(
        moves.HandsCounted(candidate=7, voters=(1, 10)), moves.HandsCounted(candidate=8, voters=(7, 4))
    )
    judge.play(removal(7))
    voting = judge.table.voting
    assert voting == Voting(
        round=1,
        ballot=(8, 9),
        called=1,
        votes=(NOBODY, NOBODY, NOBODY, 8, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY),
        unsettled=True,
    )


def test_a_voter_who_left_leaves_the_vote_as_it_is() -> None:
    """His vote is nobody's, the candidates stay, and nothing is to be settled."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7, voters=(1, 10)), removal(10))
    assert judge.table.voting == Voting(round=1, ballot=(7, 8, 9), called=1, votes=(7,) + (NOBODY,) * 9)
    own = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    own.play(moves.HandsCounted(candidate=7, voters=(7,)), removal(7))
    assert own.table.voting == Voting(round=1, ballot=(8, 9))


def test_the_last_candidate_who_is_removed_ends_the_vote() -> None:
    """The rest were called: the votes are counted at once; nobody is left to vote on: night falls."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7, voters=(1, 2)), moves.HandsCounted(candidate=8, voters=(3,)))
    judge.play(removal(9))
    assert (judge.phase, judge.out) == ("last_words", [9, 8])
    lone = at_day_two(CHNU).speeches({2: 5})
    lone.play(removal(5))
    assert (lone.phase, lone.table.voting, lone.table.queue) == ("dusk", None, ())


def test_a_removal_in_the_speeches_of_a_tie_leaves_the_revote_to_the_rest() -> None:
    """Of two tied one is removed: the other still speaks, and is voted on alone."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    judge.play(removal(7))
    assert (judge.phase, judge.table.queue) == ("tie_speeches", (8,))
    assert judge.table.voting == Voting(round=2, ballot=(8,))
    judge.hear_out()
    assert judge.phase == "vote"
    assert judge.play(moves.HandsCounted(candidate=8, voters=())).out == [7, 8]


def test_of_those_who_would_all_leave_one_can_be_removed() -> None:
    """The question stands for the rest; with nobody left to ask about, night falls."""
    play = rules(ONORE, vote_after_removal="goes_on")
    judge = Judge(play).day().speeches({1: 5, 2: 6})
    for _ in range(2):
        judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    assert (judge.phase, judge.table.tied) == ("all_leave", (5, 6))
    judge.play(removal(5))
    assert (judge.phase, judge.table.tied) == ("all_leave", (6,))
    stays = apply(judge.table, moves.AllLeaveVoted(voters=(1, 2, 3, 4)), play)
    assert (stays.phase, stays.tied) == ("dusk", ())
    judge.play(removal(6))
    assert (judge.phase, judge.table.tied) == ("dusk", ())
    six = (1, 2, 4, 5, 6, 7)
    drawn = with_alive(rules(play, everyone_tied="ask_draw"), six, roles=ROLES)
    drawn.speeches(dict(zip(drawn.table.queue, six, strict=True)))
    for _ in range(2):
        drawn.vote(*((seat,) for seat in six)).hear_out()
    assert drawn.phase == "draw"
    drawn.table = msgspec.structs.replace(drawn.table, tied=(7,))
    drawn.play(removal(7))
    assert (drawn.phase, drawn.table.tied) == ("dusk", ())


def test_a_vote_with_nothing_to_settle_is_left_alone() -> None:
    """Settling votes where no vote is held, or nobody left it, changes nothing."""
    settle = moves.CastVotesSettled(treatment="restart_round", note="again")
    judge = Judge(CHNU).day()
    assert settle_votes(judge.table, settle, CHNU) == judge.table
    judge.speeches({1: 7, 2: 8}).play(moves.HandsCounted(candidate=7, voters=(1, 2)))
    assert settle_votes(judge.table, settle, CHNU) == judge.table


def test_a_restarted_round_begins_with_no_votes_at_all() -> None:
    """Ten times nobody's, none called; the vote goes on with the first of those who are left."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7, voters=(1,)), moves.HandsCounted(candidate=8, voters=(2,)))
    judge.play(removal(7), moves.CastVotesSettled(treatment="restart_round", note="again"))
    assert judge.table.voting == Voting(round=1, ballot=(8, 9))
    assert judge.phase == "vote"


def test_votes_settled_after_the_last_call_are_counted_at_once() -> None:
    """The candidate who left was called, and so was everybody else."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7, voters=(1,)), moves.HandsCounted(candidate=8, voters=(2, 3)))
    judge.play(removal(9))
    assert judge.out == [9, 8]
    left = Judge(CHNU).day().speeches({1: 7, 2: 8})
    left.play(moves.HandsCounted(candidate=7, voters=(1,)), removal(7))
    assert left.phase == "vote"
    left.play(moves.CastVotesSettled(treatment="may_vote_again", note="again"))
    assert left.play(moves.HandsCounted(candidate=8)).out == [7, 8]


def test_votes_settled_when_nobody_is_left_to_call_are_counted_at_once() -> None:
    """Two left the vote, the one with votes and the one who was not called yet: the rest is counted."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7, voters=(1,)), moves.HandsCounted(candidate=8, voters=(2, 3)))
    judge.play(removal(7), removal(9))
    assert judge.table.voting is not None
    assert (judge.phase, judge.table.voting.ballot, judge.table.voting.unsettled) == ("vote", (8,), True)
    judge.play(moves.CastVotesSettled(treatment="may_vote_again", note="again"))
    assert judge.out == [7, 9, 8]


def test_the_speeches_of_a_tie_that_nobody_is_left_in_lead_to_the_night() -> None:
    """No ballot, or none with a name in it: there is nothing to vote on again."""
    for voting in (None, Voting(round=2, ballot=())):
        night = voted_again(Table(phase="tie_speeches", voting=voting))
        assert night == Table(phase="dusk")
    tied = Table(phase="tie_speeches", voting=Voting(round=2, ballot=(5, 6)))
    assert voted_again(tied) == Table(phase="vote", voting=tied.voting)


def test_who_is_removed_by_day_was_not_removed_tonight() -> None:
    """While the vote is open, and when it is decided."""
    assert Judge(FSM).day().play(removal(9)).table.removed_tonight == ()
    assert Judge(FSM).quiet_day().play(removal(9)).table.removed_tonight == ()


def test_nights_without_a_shot_are_counted_in_a_row() -> None:
    """By Omsk with four left: a night with shots that missed begins the count again."""
    judge = with_alive(ONORE, (1, 4, 5, 6))
    miss = (moves.Shot(by=1, at=9),)
    for shots, quiet in (((), 1), (miss, 0), ((), 1), ((), 2)):
        judge.speeches().night(None, shots=shots)
        assert (judge.table.quiet, judge.phase) == (quiet, "morning")
        judge.day()
    assert judge.speeches().night(None).phase == "over"
    assert judge.winner == "red"


def test_who_has_had_his_last_word_cannot_lose_it() -> None:
    """The best move that is his until the next day is still his."""
    judge = Judge().quiet_day().night(10).hear_out()
    assert (judge.phase, judge.table.queue, judge.table.entitled) == ("morning", (), 10)
    assert apply(judge.table, removal(10), ONORE).entitled == 10


def test_a_removal_that_goes_on_costs_no_vote_and_one_that_costs_it_ends_the_day() -> None:
    """In the speeches they go on to dusk; in a tie, a vote or a question night falls at once."""
    speeches = Judge(FSM).day().speeches({1: 7, 2: 8}, until=5).play(removal(9))
    assert (speeches.phase, speeches.table.costs_vote, speeches.table.costs_next_vote) == (
        "speeches",
        (9,),
        (),
    )
    tie = Judge(FSM).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).play(removal(9))
    assert (tie.phase, tie.table.queue, tie.table.voting, tie.table.tied) == ("dusk", (), None, ())
    asked = Judge(FSM).day().speeches({1: 7, 2: 8})
    for _ in range(2):
        asked.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    assert asked.play(removal(9)).table.tied == ()
    assert asked.phase == "dusk"
    dusk = Judge(FSM).quiet_day().play(removal(9))
    assert (dusk.table.costs_vote, dusk.table.costs_next_vote) == ((), (9,))
    first_night = Judge(FSM).play(removal(9))
    assert (first_night.table.costs_next_vote, first_night.table.removed_tonight) == ((9,), (9,))
    assert first_night.day().table.costs_vote == (9,)
    assert CHNU.play.vote_after_removal == "goes_on"
    assert Judge(CHNU).play(removal(9)).table.costs_next_vote == ()
