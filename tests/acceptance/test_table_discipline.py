"""Fouls, removals and team defeat: the cases of the field, under every document that has an answer."""

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.rules import TableRules
from tests.unit.gameplay.playing import FIIM, FSM, Judge, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, ROLES, rules

ALL_FOUR = pytest.mark.parametrize(
    "table_rules", [ONORE, CHNU, FIIM, FSM], ids=["onore", "chnu", "fiim", "fsm"]
)
CANCELLING = pytest.mark.parametrize("table_rules", [ONORE, FIIM, FSM], ids=["onore", "fiim", "fsm"])
FEDERATIONS = pytest.mark.parametrize("table_rules", [FIIM, FSM], ids=["fiim", "fsm"])


def removal(seat: int) -> moves.PlayerRemoved:
    """Return a removal that no document has anything against."""
    return moves.PlayerRemoved(seat=seat, note="the judge saw it")


@CANCELLING
@pytest.mark.case(17)
@pytest.mark.clause("O-FOUL-3", "O-OUT-2", "O-OUT-3")
def test_a_fourth_foul_in_the_discussion_costs_the_vote(table_rules: TableRules) -> None:
    """The player is out without a last word, the speeches go on, and no vote is held that day."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 8}, until=4).fouls(5, 4)
    assert (judge.out, judge.table.gone[0].cause, judge.table.gone[0].time) == ([5], "removal", "day")
    assert 5 not in judge.table.queue
    judge.speeches()
    assert (judge.phase, judge.out) == ("dusk", [5])
    judge.night(9).hear_out().day()
    assert judge.speeches({2: 7}).phase == "vote"


@pytest.mark.case(17)
@pytest.mark.clause("C-LAW-22", "C-LAW-24", "C-LAW-27")
def test_by_chernivtsi_the_vote_goes_on_after_a_fourth_warning() -> None:
    """The player is out at once, and that day's vote is held among the others."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 5, 3: 8}, until=4).fouls(5, 4).speeches()
    assert judge.table.voting is not None
    assert judge.table.voting.ballot == (7, 8)
    judge.vote((1, 2, 3, 4, 6), ())
    assert judge.out == [5, 7]


@CANCELLING
@pytest.mark.case(18)
@pytest.mark.clause("O-OUT-3")
def test_a_candidate_removed_under_vote_ends_the_vote(table_rules: TableRules) -> None:
    """Night falls, and nobody leaves by that vote."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 8})
    judge.play(moves.HandsCounted(candidate=7, voters=(1, 2, 3)), removal(7))
    assert (judge.phase, judge.out) == ("dusk", [7])


@pytest.mark.case(18)
@pytest.mark.clause("C-LAW-24")
@pytest.mark.parametrize(("treatment", "left"), [("may_vote_again", 9), ("restart_round", 8)])
def test_by_chernivtsi_the_vote_goes_on_without_the_candidate(treatment: moves.Treatment, left: int) -> None:
    """What becomes of votes cast for him is the judge's recorded decision; then the rest is called."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(
        moves.HandsCounted(candidate=7, voters=(1, 2, 3)), moves.HandsCounted(candidate=8, voters=(4, 5))
    )
    judge.play(removal(7))
    hands = moves.HandsCounted(candidate=9, voters=(1, 2, 3))
    judge.refused(hands, errors.CastVotesUnsettled, "C-LAW-24")
    judge.play(moves.CastVotesSettled(treatment=treatment, note="they vote again"))
    if treatment == "restart_round":
        judge.play(moves.HandsCounted(candidate=8, voters=(1, 2, 3, 4, 5)))
    judge.play(moves.HandsCounted(candidate=9, voters=()))
    assert judge.out == [7, left]
    assert sum(vote > 0 for vote in judge.table.tallies[-1].votes) == 9


@pytest.mark.case(18)
@pytest.mark.clause("C-LAW-24")
def test_by_chernivtsi_nothing_is_to_decide_where_nobody_voted_for_him() -> None:
    """The candidate is dropped from the list and the vote goes on at once."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    judge.play(moves.HandsCounted(candidate=7), removal(7), moves.HandsCounted(candidate=8, voters=(1, 2)))
    assert judge.play(moves.HandsCounted(candidate=9)).out == [7, 9]


@FEDERATIONS
@pytest.mark.case(19)
def test_a_removal_after_the_decision_costs_the_next_vote(table_rules: TableRules) -> None:
    """The voted player leaves with his word; the next day's vote is not held, the one after is."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5, 6), ())
    judge.fouls(9, 4)
    assert (judge.out, judge.phase) == ([7, 9], "last_words")
    judge.hear_out().night(10).hear_out().day()
    assert judge.speeches({2: 5}).phase == "dusk"
    judge.night(None).day()
    assert judge.speeches({3: 5}).phase == "vote"


@pytest.mark.case(19)
def test_by_omsk_a_removal_after_the_decision_costs_nothing_more() -> None:
    """The day's vote was held already, and nothing is said of the next: it is held."""
    judge = Judge(ONORE).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5, 6), ()).fouls(9, 4)
    judge.hear_out().night(10).hear_out().day()
    assert judge.speeches({2: 5}).phase == "vote"


@ALL_FOUR
@pytest.mark.case(20)
@pytest.mark.clause("O-OUT-2", "C-LAW-27")
def test_a_fourth_foul_of_the_voted_player_costs_his_last_word_only(table_rules: TableRules) -> None:
    """He is out by the vote, says nothing, and the next vote is held."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5, 6), ()).fouls(7, 4)
    assert (judge.phase, judge.out, judge.table.gone[0].cause) == ("dusk", [7], "vote")
    judge.night(10).hear_out().day()
    assert judge.speeches({2: 5}).phase == "vote"


@CANCELLING
@pytest.mark.case(22)
@pytest.mark.clause("O-OUT-4")
def test_a_removal_at_night_costs_the_next_days_vote(table_rules: TableRules) -> None:
    """Nobody is voted on the following day, and the day after that is as usual."""
    judge = Judge(table_rules).quiet_day()
    judge.play(moves.NightFell(), removal(9))
    assert (judge.table.gone[0].cause, judge.table.gone[0].time) == ("removal", "night")
    shots = tuple(moves.Shot(by=seat, at=10) for seat in (1, 2, 3))
    judge.play(moves.ShotsFired(shots=shots), moves.MorningCame()).hear_out().day()
    assert judge.speeches({2: 5}).phase == "dusk"
    judge.night(8).hear_out().day()
    assert judge.speeches({3: 5}).phase == "vote"


@pytest.mark.case(22)
@pytest.mark.clause("C-LAW-24")
def test_by_chernivtsi_a_removal_at_night_costs_no_vote() -> None:
    """The following day's vote is held."""
    judge = Judge(CHNU).quiet_day().play(moves.NightFell(), removal(9))
    judge.play(moves.ShotsFired(), moves.MorningCame()).day()
    assert judge.speeches({2: 5}).phase == "vote"


@pytest.mark.case(22)
@pytest.mark.parametrize("removed_first", [True, False])
@pytest.mark.parametrize(("switch", "phase"), [("vote_held", "vote"), ("no_vote", "dusk")])
def test_removed_and_shot_in_one_night_is_a_switch(switch: str, phase: str, *, removed_first: bool) -> None:
    """Killed and removed: by the switch the vote is held all the same."""
    judge = Judge(rules(FIIM, removed_and_shot=switch)).quiet_day().play(moves.NightFell())
    fired = moves.ShotsFired(shots=tuple(moves.Shot(by=seat, at=9) for seat in (1, 2, 3)))
    judge.play(*((removal(9), fired) if removed_first else (fired, removal(9))), moves.MorningCame())
    assert [(e.seat, e.cause) for e in judge.table.gone] == [(9, "removal")]
    assert judge.day().speeches({2: 5}).phase == phase


@ALL_FOUR
@pytest.mark.case(23)
@pytest.mark.case(45)
@pytest.mark.clause("O-END-2")
def test_a_removal_that_makes_parity_ends_the_game_in_the_middle_of_a_vote(table_rules: TableRules) -> None:
    """Two blacks, three reds, and a red is removed: the blacks have won and nobody leaves by the vote."""
    judge = with_alive(table_rules, (1, 2, 4, 5, 6))
    first, second = judge.table.queue[:2]
    judge.speeches({first: 1, second: 5})
    judge.play(moves.HandsCounted(candidate=1, voters=(4, 5, 6)), removal(6))
    assert (judge.phase, judge.winner, judge.out[-1]) == ("over", "black", 6)
    judge.refused(moves.HandsCounted(candidate=5), errors.MoveOutOfPlace)


OFFENSES = {"onore-2014": "oath", "chnu-2016": "hint-after-leaving", "fiim": "peeking", "fsm-2022": None}


@ALL_FOUR
@pytest.mark.case(25)
@pytest.mark.clause("O-WIN-1", "C-LAW-29")
def test_a_team_defeat_in_the_middle_of_a_vote_ends_the_game(table_rules: TableRules) -> None:
    """The vote is void and the opposing team has won."""
    judge = (
        Judge(table_rules).day().speeches({1: 7, 2: 8}).play(moves.HandsCounted(candidate=7, voters=(1, 2)))
    )
    judge.play(moves.TeamDefeatCalled(seat=6, offense=OFFENSES[table_rules.document], note="heard by all"))
    assert (judge.phase, judge.winner, judge.out) == ("over", "black", [])
    assert judge.table.finish is not None
    assert (judge.table.finish.offender, judge.table.finish.ending.kind) == (6, "team_defeat")


@pytest.mark.case(25)
@pytest.mark.clause("O-WIN-1", "C-LAW-29")
def test_a_hint_by_one_who_has_left_defeats_his_team() -> None:
    """Who is out can lose the game for his team, and loses the best move that he made."""
    for table_rules in (ONORE, CHNU):
        judge = Judge(table_rules).quiet_day().night(10).play(moves.BestMoveMade(by=10, named=(1, 2, 3)))
        judge.hear_out().day().play(moves.TeamDefeatCalled(seat=10, offense="hint-after-leaving"))
        assert (judge.winner, judge.table.best_move) == ("black", None)


@ALL_FOUR
@pytest.mark.case(26)
def test_a_game_has_one_offender_and_his_card_says_who_won(table_rules: TableRules) -> None:
    """A second claim is refused; with another card of the offender the other team has won."""
    defeat = moves.TeamDefeatCalled(seat=6, offense=OFFENSES[table_rules.document], note="heard by all")
    judge = Judge(table_rules).day().play(defeat)
    second = moves.TeamDefeatCalled(seat=1, offense=OFFENSES[table_rules.document], note="and he")
    judge.refused(second, errors.TeamDefeatTwice, table_rules.clause("sanctions.team_defeat"))
    swapped = (*ROLES[1:2], *ROLES[0:1], ROLES[5], *ROLES[3:5], ROLES[2], *ROLES[6:])
    assert Judge(table_rules, swapped).day().play(defeat).winner == "red"
    assert judge.winner == "black"
    undealt = Judge(table_rules)
    undealt.table = type(undealt.table)()
    undealt.refused(defeat, errors.MoveOutOfPlace)


@pytest.mark.case(27)
@pytest.mark.clause("O-WIN-1", "C-LAW-1")
def test_an_oath_costs_what_the_document_says() -> None:
    """Omsk and FIIM: the game; Chernivtsi: a warning or removal at the host's choice."""
    defeat = moves.TeamDefeatCalled(seat=6, offense="oath")
    warning, out = moves.FoulGiven(seat=6, offense="oath"), moves.PlayerRemoved(seat=6, offense="oath")
    for table_rules, clause in ((ONORE, "O-WIN-1"), (FIIM, None)):
        judge = Judge(table_rules).day()
        judge.refused(warning, errors.OffenseHasOtherConsequence, clause)
        judge.refused(out, errors.OffenseHasOtherConsequence, clause)
        assert judge.play(defeat).winner == "black"
    Judge(CHNU).day().refused(defeat, errors.OffenseNotInRegulations, "C-LAW-29")
    assert Judge(CHNU).day().play(warning).table.foul_count(6) == 1
    assert Judge(CHNU).day().play(out).out == [6]


@ALL_FOUR
@pytest.mark.case(28)
@pytest.mark.clause("O-FOUL-2", "C-LAW-21")
def test_a_third_foul_after_the_own_speech_costs_the_next(table_rules: TableRules) -> None:
    """Seat 2 spoke, gets the third foul, and is silent on day 2 and on no other."""
    judge = Judge(table_rules).day().speeches(until=5).fouls(2, 3).speeches().night(10).hear_out().day()
    speech = moves.SpeechGiven(seat=2)
    judge.refused(speech, errors.PlayerSilent, table_rules.clause("play.third_foul"))
    judge.speeches().night(9).hear_out().day().speeches(until=2).play(speech)


@pytest.mark.case(28)
@pytest.mark.clause("O-FOUL-2")
@pytest.mark.parametrize("table_rules", [ONORE, FIIM, FSM], ids=["onore", "fiim", "fsm"])
def test_before_the_own_speech_a_third_foul_costs_none(table_rules: TableRules) -> None:
    """Seat 5 has not spoken: he finishes his speech, today and tomorrow."""
    judge = Judge(table_rules).day().speeches(until=4).fouls(5, 3).speeches(until=5)
    judge.play(moves.SpeechGiven(seat=5)).speeches().night(10).hear_out().day()
    judge.speeches(until=5).play(moves.SpeechGiven(seat=5))


@pytest.mark.case(28)
@pytest.mark.clause("C-LAW-21")
def test_by_chernivtsi_a_third_warning_before_the_own_speech_costs_it() -> None:
    """Seat 5 is silent this round, and speaks in the next; he may still put somebody up."""
    judge = Judge(CHNU).day().speeches(until=4).fouls(5, 3).speeches(until=5)
    judge.refused(moves.SpeechGiven(seat=5), errors.PlayerSilent, "C-LAW-21")
    judge.play(moves.CandidatePutUp(by=5, candidate=7)).speeches().night(10).hear_out().day()
    judge.speeches(until=5).play(moves.SpeechGiven(seat=5))
    mute = Judge(rules(CHNU, silenced_puts_up=False)).day().speeches(until=4).fouls(5, 3).speeches(until=5)
    mute.refused(moves.CandidatePutUp(by=5, candidate=7), errors.PlayerSilent, "C-LAW-21")


@pytest.mark.case(28)
@pytest.mark.clause("C-LAW-21", "C-DAY-6")
def test_who_is_silent_today_has_his_last_word_all_the_same() -> None:
    """A third warning costs the speech of the round, and not the last word of who is voted out in it."""
    judge = Judge(CHNU).day().speeches({1: 5, 2: 6}, until=4).fouls(5, 3).speeches()
    judge.vote((1, 2, 3, 4, 6, 7), ())
    assert (judge.phase, judge.table.queue) == ("last_words", (5,))
    assert judge.allowed("SpeechGiven").choices == {"seat": (5,)}
    assert judge.play(moves.SpeechGiven(seat=5)).phase == "dusk"


@pytest.mark.case(28)
@pytest.mark.parametrize(
    ("table_rules", "speaks"),
    [(ONORE, False), (CHNU, False), (FIIM, True), (FSM, True), (rules(CHNU, silence_lifted_at=10), True)],
    ids=["onore", "chnu", "fiim", "fsm", "always"],
)
def test_with_four_left_a_silent_player_has_thirty_seconds_by_a_switch(
    table_rules: TableRules, *, speaks: bool
) -> None:
    """The federations give him half a minute; the seeds give him nothing."""
    judge = with_alive(table_rules, (1, 4, 5, 6, 7)).speeches().fouls(6, 3).night(7).hear_out().day()
    judge.speeches(until=6)
    if speaks:
        assert judge.allowed("SpeechGiven").seconds == 30
        judge.play(moves.SpeechGiven(seat=6, seconds=30))
    else:
        judge.refused(moves.SpeechGiven(seat=6), errors.PlayerSilent)


@pytest.mark.case(29)
@pytest.mark.parametrize(("switch", "speaks"), [("speaks", True), ("silent", False)])
def test_three_fouls_in_a_tie_are_a_switch(switch: str, *, speaks: bool) -> None:
    """Seat 5 has his third foul and is tied: he speaks now and is silent tomorrow, or silent now too."""
    judge = Judge(rules(FIIM, silenced_in_tie=switch)).day().speeches({1: 5, 2: 6}).fouls(5, 3)
    judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    speech = moves.SpeechGiven(seat=5)
    if not speaks:
        judge.refused(speech, errors.PlayerSilent)
        return
    judge.play(speech).hear_out().vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).play(moves.AllLeaveVoted())
    judge.night(10).hear_out().day().speeches(until=5).refused(speech, errors.PlayerSilent)


@ALL_FOUR
@pytest.mark.case(31)
@pytest.mark.clause("O-FOUL-3", "C-LAW-22")
def test_the_foul_that_removes_is_one_removal_and_no_second(table_rules: TableRules) -> None:
    """Four fouls are one removal; there is no fifth foul, and nobody is removed who is out."""
    judge = Judge(table_rules).day().fouls(5, 4)
    assert [(e.seat, e.cause, e.reason) for e in judge.table.gone] == [(5, "removal", "fouls")]
    fifth = moves.FoulGiven(seat=5, note="again")
    judge.refused(fifth, errors.TooManyFouls, table_rules.clause("play.fouls_to_removal"))
    judge.refused(removal(5), errors.PlayerIsOut)


@pytest.mark.case(32)
def test_technical_fouls_are_counted_apart() -> None:
    """By FIIM two remove; by FSM they are recorded and never remove; the seeds know none."""
    technical = moves.TechnicalFoulGiven(seat=5, note="late at the table")
    fiim = Judge(FIIM).day().fouls(5, 3).play(technical)
    assert (fiim.out, fiim.table.foul_count(5)) == ([], 3)
    assert fiim.play(technical).out == [5]
    assert fiim.table.gone[0].reason == "technical fouls"
    fiim.refused(technical, errors.TooManyFouls)
    assert Judge(FSM).day().play(technical, technical, technical).out == []
    for table_rules in (ONORE, CHNU):
        Judge(table_rules).day().refused(technical, errors.TechnicalFoulsNotInRegulations)


@ALL_FOUR
@pytest.mark.case(33)
def test_a_warning_after_the_end_or_in_a_last_word_changes_nothing(table_rules: TableRules) -> None:
    """It stays in the protocol; winner and eliminations are what they were."""
    judge = Judge(table_rules).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5, 6), ()).fouls(7, 1)
    assert (judge.phase, judge.table.foul_count(7)) == ("last_words", 1)
    judge.hear_out().play(moves.GameStopped(note="the lights went out"))
    before = judge.table.finish, judge.table.gone
    judge.fouls(7, 1).fouls(3, 4)
    assert (judge.table.finish, judge.table.gone) == before
    assert (judge.table.foul_count(7), judge.table.foul_count(3)) == (2, 3)


@pytest.mark.case(71)
@pytest.mark.clause("C-LAW-25")
def test_who_protests_during_the_game_leaves_it_or_is_not_heard() -> None:
    """Chernivtsi and FIIM: the filer leaves the game; Omsk and FSM take no protest now."""
    protest = moves.ProtestRaised(seat=5, note="the vote was miscounted")
    for table_rules in (CHNU, FIIM):
        judge = Judge(table_rules).day().play(protest)
        assert [(e.seat, e.cause) for e in judge.table.gone] == [(5, "removal")]
        judge.refused(protest, errors.PlayerIsOut)
    Judge(ONORE).day().refused(protest, errors.ProtestDuringGame, "O-PROT-1")
    Judge(FSM).day().refused(protest, errors.ProtestDuringGame)
