"""The summary protocol under the two source regulations, clause by clause, and the cases of the field."""

from uuid import UUID

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import GameEnded, ProtocolSigned, SummaryEntered
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Award, Elimination, Ending, HostDecision
from tests.scenario import scenario
from tests.unit.gameplay.judging import refused, taken
from tests.unit.gameplay.tables import (
    AT,
    CHNU,
    JUDGE,
    MAFGAME,
    ONORE,
    PLAYERS,
    STRANGER,
    award,
    ended,
    ending,
    enter,
    move,
    out,
    result,
    roles_only,
    rules,
    running,
    schedule,
    seats,
    sign,
    votes,
)

BOTH = pytest.mark.parametrize("table_rules", [ONORE, CHNU], ids=["onore", "chnu"])


@pytest.mark.clause("O-GAME-1", "C-GAME-1")
@BOTH
def test_a_table_has_ten_players(table_rules: TableRules) -> None:
    """A game of nine players, or with one player twice, is not scheduled."""
    clause = table_rules.clause("play.seats")
    assert clause in {"O-GAME-1", "C-GAME-1"}
    for players in (PLAYERS[:9], (*PLAYERS[:9], PLAYERS[0])):
        command = schedule(table_rules, seats=players)
        scenario(decider).when(command).then_refused(errors.TableNotTen, clause=clause)


@pytest.mark.clause("O-GAME-1")
@pytest.mark.case(59)
def test_a_judge_does_not_play_at_his_own_table() -> None:
    """A game whose judge sits at the table is not scheduled."""
    scenario(decider).when(schedule(judge=PLAYERS[3])).then_refused(errors.JudgeAtOwnTable)


@pytest.mark.clause("O-GAME-1")
def test_the_protocol_holds_the_ten_seated_players() -> None:
    """A missing seat, a seat twice, a stranger, and a player in two seats are refused."""
    refused(result(seats=seats()[:9]), errors.SeatsIncomplete, clause="O-GAME-1")
    refused(result(seats=(*seats()[:9], seats()[0])), errors.SeatsIncomplete, clause="O-GAME-1")
    refused(result(seats=seats(s4={"player": STRANGER})), errors.StrangerAtTheTable)
    refused(result(seats=seats(s4={"player": PLAYERS[4]})), errors.PlayerTwice)
    swapped = seats(s4={"player": PLAYERS[4]}, s5={"player": PLAYERS[3]})
    refused(result(seats=swapped), errors.StrangerAtTheTable)


@pytest.mark.clause("O-GAME-2", "C-GAME-1")
@pytest.mark.case(65)
@BOTH
def test_seven_red_and_three_black_cards_are_dealt(table_rules: TableRules) -> None:
    """Ten civilians, or three mafia beside the don, are a draft and no result."""
    clause = table_rules.clause("play.composition")
    assert clause in {"O-GAME-2", "C-GAME-1"}
    ten_civilians = {f"s{seat}": {"role": "civilian"} for seat in range(1, 11)}
    for changed in (ten_civilians, {"s5": {"role": "mafia"}}, {"s4": {"role": "civilian"}}):
        entered = result(seats=seats(**changed))
        refused(entered, errors.WrongComposition, table_rules, clause=clause)


@pytest.mark.clause("O-END-1")
def test_reds_win_when_all_blacks_are_out() -> None:
    """With three blacks out, the reds have won, and nobody can enter another winner."""
    assert taken(result("red")).ending == Ending(kind="blacks_out")
    for wrong in ("black", None):
        entered = result("red", winner=wrong)
        refused(entered, errors.WinnerContradictsEliminations, clause="O-END-1")


@pytest.mark.clause("O-END-2")
@pytest.mark.case(45)
def test_blacks_win_when_as_many_reds_are_left() -> None:
    """Parity gives the game to the blacks, and to nobody else."""
    assert taken(result("black")).ending == Ending(kind="parity")
    refused(result("black", winner="red"), errors.WinnerContradictsEliminations, clause="O-END-2")


@pytest.mark.clause("O-END-2")
@pytest.mark.case(45)
def test_parity_after_two_removals_at_once() -> None:
    """Blacks win too when a double removal leaves fewer reds than blacks."""
    gone = (out(5, "night 1"), out(6, "day 2"), out(7, "night 2"), out(8, "day 3", "removal"))
    assert taken(result(eliminations=gone)).ending == Ending(kind="parity")
    both = (out(5, "night 1"), out(6, "day 2"), out(7, "day 2"), out(8, "day 2"))
    assert taken(result(eliminations=both)).ending == Ending(kind="parity")
    overshot = (out(5, "night 1"), out(6, "day 2"), out(7, "night 2"), out(8, "day 3"), out(9, "day 3"))
    assert taken(result(eliminations=overshot)).ending == Ending(kind="parity")


@pytest.mark.clause("O-END-1", "O-END-2")
def test_nobody_leaves_a_game_that_is_over() -> None:
    """A kill in the night after parity, or after the last black left, is refused."""
    late = (*result("black").eliminations, out(9, "night 3"))
    refused(result("black", eliminations=late), errors.EliminatedAfterTheEnd, clause="O-END-2")
    late = (*result("red").eliminations, out(9, "night 3"))
    refused(result("red", eliminations=late), errors.EliminatedAfterTheEnd, clause="O-END-1")


@pytest.mark.clause("O-END-1", "O-END-2")
def test_a_game_that_goes_on_has_no_winner() -> None:
    """Complete eliminations that end nothing are refused until the judge says how the game ended."""
    unfinished = result("black", eliminations=(out(5, "night 1"),))
    refused(unfinished, errors.EndingMissing)
    refused(roles_only(None), errors.EndingMissing)
    stopped = result(None, eliminations=(out(5, "night 1"),), ending=ending("stopped"))
    assert taken(stopped).winner is None
    refused(result(None, eliminations=(), ending=ending("stopped", None)), errors.EndingReasonMissing)
    refused(roles_only("red", ending=ending("stopped")), errors.WinnerContradictsEnding)


@pytest.mark.clause("O-END-3")
def test_four_left_and_three_nights_without_a_shot_are_a_red_win() -> None:
    """The reds win with four left, not with five, and no one else does."""
    four = tuple(out(seat, f"day {day}") for day, seat in enumerate((5, 6, 1, 7, 2, 8), start=1))
    no_kills = ending("no_kills", None)
    assert taken(result("red", eliminations=four, ending=no_kills)).winner == "red"
    refused(
        result("red", eliminations=four[:5], ending=no_kills),
        errors.WinnerContradictsEliminations,
        clause="O-END-3",
    )
    refused(roles_only("black", ending=no_kills), errors.WinnerContradictsEnding, clause="O-END-3")


@pytest.mark.case(35)
def test_three_nights_without_a_kill_by_other_regulations() -> None:
    """The same nights are a draw, or nothing at all, where the document says so."""
    no_kills = ending("no_kills", None)
    assert taken(roles_only(None, ending=no_kills), MAFGAME).winner is None
    refused(roles_only("red", ending=no_kills), errors.WinnerContradictsEnding, MAFGAME)
    refused(roles_only("red", ending=no_kills), errors.EndingNotInRegulations, CHNU)


@pytest.mark.clause("C-LAW-36")
def test_the_judge_may_name_the_winner_against_the_record() -> None:
    """What the eliminations contradict is taken as the judge's decision, with a reason that stays."""
    against = result("black", winner="red", ending=ending("judge_decision", "The last vote was void."))
    assert taken(against, CHNU).ending == ending("judge_decision", "The last vote was void.")
    refused(result("black", winner="red", ending=ending("judge_decision", None)), errors.EndingReasonMissing)


@pytest.mark.clause("O-NIGHT-5")
def test_the_player_killed_on_the_first_night_of_shooting_has_the_best_move() -> None:
    """Who was killed first is taken from the eliminations, and nobody else makes a best move."""
    recorded = taken(result(best_move=move(5, 1, 2, 9)))
    assert recorded.first_killed == 5
    refused(result(best_move=move(6, 1, 2, 3)), errors.BestMoveNotEntitled, clause="O-NIGHT-5")
    later = (out(6, "day 1"), out(5, "night 2"), out(7, "day 3"), out(8, "night 3"))
    refused(
        result(eliminations=later, best_move=move(5, 1, 2, 3)),
        errors.BestMoveNotEntitled,
        clause="O-NIGHT-5",
    )


@pytest.mark.clause("O-NIGHT-5", "C-SCORE-2")
@pytest.mark.case(38)
@BOTH
def test_a_best_move_is_up_to_three_other_numbers(table_rules: TableRules) -> None:
    """Four numbers, a number twice and the own number are refused; fewer than three are taken."""
    clause = table_rules.clause("play.best_move")
    for named, rule in (
        ((1, 2, 3, 4), errors.BestMoveTooLong),
        ((1, 2, 2), errors.BestMoveRepeatsNumber),
        ((1, 2, 5), errors.BestMoveNamesItself),
    ):
        entered = result(best_move=move(5, *named))
        refused(entered, rule, table_rules, clause=clause)
    for short in ((1, 2), (9,), ()):
        assert taken(result(best_move=move(5, *short)), table_rules).best_move == move(5, *short)


@pytest.mark.case(38)
def test_a_black_killed_first_has_a_best_move_too() -> None:
    """The source texts do not exclude a black whom his own team killed."""
    gone = (out(3, "night 1"), *(out(seat, f"day {day}") for day, seat in enumerate((1, 2), start=2)))
    assert taken(result("red", eliminations=gone, best_move=move(3, 1, 2, 5))).first_killed == 3


@pytest.mark.clause("O-NIGHT-5")
@pytest.mark.case(39)
def test_who_was_removed_on_the_first_night_was_not_killed_first() -> None:
    """A removal makes nobody first killed, and gives no best move."""
    removed = (
        out(5, "night 1", "removal"),
        out(6, "day 2"),
        out(7, "night 2"),
        out(8, "day 3"),
    )
    assert taken(result(eliminations=removed)).first_killed is None
    refused(
        result(eliminations=removed, first_killed=5),
        errors.FirstKilledContradictsEliminations,
        clause="O-NIGHT-5",
    )
    refused(
        result(eliminations=removed, best_move=move(5, 1, 2, 3)),
        errors.BestMoveNotEntitled,
        clause="O-NIGHT-5",
    )


@pytest.mark.case(37)
def test_a_best_move_after_two_left_on_the_first_day() -> None:
    """It is lost where the document says so; the two sources are silent, so it stands."""
    two = (out(6, "day 1"), out(7, "day 1"), out(5, "night 1"), out(8, "day 2"))
    entered = result(eliminations=two, best_move=move(5, 1, 2, 3))
    assert taken(entered).best_move == move(5, 1, 2, 3)
    refused(entered, errors.BestMoveLost, rules(best_move_lost_with=2), clause="O-NIGHT-5")
    one_more_needed = rules(best_move_lost_with=3)
    assert taken(entered, one_more_needed).best_move == move(5, 1, 2, 3)


def test_a_night_kills_one_at_most() -> None:
    """Two kills in one night, a kill by day, and a kill in the night of the meeting are refused."""
    refused(
        result(eliminations=(out(5, "night 1"), out(6, "night 1"))),
        errors.TwoKillsInOneNight,
        clause="O-NIGHT-1",
    )
    refused(result(eliminations=(out(5, "day 2", "kill"),)), errors.EliminatedAtWrongTime)
    refused(result(eliminations=(out(5, "night 0"),)), errors.EliminatedAtWrongTime)
    refused(result(eliminations=(out(5, "night 2", "vote"),)), errors.EliminatedAtWrongTime)


@pytest.mark.clause("O-TIE-2", "C-TIE-1")
def test_tied_players_leave_together_where_the_regulations_ask_for_it() -> None:
    """ONORE may let all of them leave; at ChNU nobody leaves after a second tie."""
    both = (out(6, "day 1"), out(7, "day 1"), out(5, "night 1"), out(8, "day 2"))
    assert taken(result(eliminations=both)).winner == "black"
    refused(result(eliminations=both), errors.TiedLeftTogether, CHNU, clause="C-TIE-1")


@pytest.mark.clause("O-FOUL-3", "C-LAW-22")
@BOTH
def test_a_fourth_foul_removes(table_rules: TableRules) -> None:
    """A player with four fouls is out of the game, and nobody has five."""
    clause = table_rules.clause("play.fouls_to_removal")
    assert clause in {"O-FOUL-3", "C-LAW-22"}
    refused(result(seats=seats(s9={"fouls": 4})), errors.RemovalMissing, table_rules, clause=clause)
    refused(result(seats=seats(s8={"fouls": 5})), errors.TooManyFouls, table_rules, clause=clause)
    gone = (out(5, "night 1"), out(6, "day 2"), out(7, "night 2"), out(8, "day 3", "removal"))
    assert taken(result(eliminations=gone, seats=seats(s8={"fouls": 4})), table_rules).winner == "black"


@pytest.mark.clause("O-FOUL-3")
@pytest.mark.case(20, 33)
def test_a_fourth_foul_in_the_last_word_changes_nothing() -> None:
    """Who was voted out or killed already may have four fouls without a removal."""
    assert taken(result(seats=seats(s5={"fouls": 4}, s8={"fouls": 4}))).winner == "black"


@pytest.mark.clause("O-WIN-1", "C-LAW-29")
@pytest.mark.case(25)
def test_a_team_defeat_gives_the_win_to_the_other_team() -> None:
    """The offender's team loses for one of the document's offenses, whatever the table showed."""
    defeat = ending("team_defeat", "Swore by his mother.", "oath")
    entered = result("black", eliminations=(), team_defeat=4, ending=defeat)
    assert taken(entered).winner == "black"
    refused(result("red", team_defeat=4, ending=defeat), errors.WinnerContradictsEnding, clause="O-WIN-1")
    refused(entered, errors.OffenseNotInRegulations, CHNU, clause="C-LAW-29")
    hint = ending("team_defeat", "Pointed at the don when leaving.", "hint-after-leaving")
    assert taken(result("black", eliminations=(), team_defeat=4, ending=hint), CHNU).ending == hint


@pytest.mark.clause("O-WIN-1")
@pytest.mark.case(25)
def test_the_offender_gets_no_extras_and_no_best_move() -> None:
    """Extra points, best player and best move are refused to who caused the team defeat."""
    defeat = {"team_defeat": 5, "ending": ending("team_defeat", "A bet.", "bet")}
    for awards in (
        {"extra_points": (award(5, "1"),)},
        {"best_players": (award(5, "1"),)},
        {"best_move": move(5, 1, 2, 3)},
    ):
        refused(result("black", **defeat, **awards), errors.OffenderAwarded, clause="O-WIN-1")
    assert taken(result("black", **defeat, extra_points=(award(6, "1"),))).team_defeat == 5


@pytest.mark.clause("O-WIN-1")
@pytest.mark.case(26)
def test_the_offenders_role_decides_who_won() -> None:
    """Entering another role for the one offender flips the winner."""
    defeat = ending("team_defeat", "A bet.", "bet")
    dealt = seats(s4={"role": "mafia"}, s3={"role": "sheriff"})
    refused(
        roles_only("black", team_defeat=4, ending=defeat, seats=dealt),
        errors.WinnerContradictsEnding,
        clause="O-WIN-1",
    )
    assert taken(roles_only("red", team_defeat=4, ending=defeat, seats=dealt)).winner == "red"


@pytest.mark.clause("O-WIN-1")
def test_a_team_defeat_is_said_twice() -> None:
    """An offender without the ending, or the ending without an offender, is a slip and refused."""
    refused(result("black", team_defeat=4), errors.OffenderMissing, clause="O-WIN-1")
    refused(
        result("black", ending=ending("team_defeat", "A bet.", "bet")),
        errors.OffenderMissing,
        clause="O-WIN-1",
    )


@pytest.mark.clause("O-SCORE-4")
@pytest.mark.case(50)
def test_extra_points_keep_the_limits_of_the_document() -> None:
    """Four players, a sum of 2.5 and a value of 0.3 are refused; 1 + 0.5 + 0.5 is allowed, losers too."""
    for points, rule in (
        (("0.5", "0.5", "0.5", "0.5"), errors.TooManyWithExtraPoints),
        (("1", "1", "0.5"), errors.ExtraPointsTotalExceeded),
        (("0.3",), errors.ExtraPointsNotAllowed),
        (("-0.5",), errors.ExtraPointsNotAllowed),
    ):
        given = tuple(award(seat, p) for seat, p in enumerate(points, start=4))
        refused(result(extra_points=given), rule, clause="O-SCORE-4")
    given = (award(1, "1"), award(5, "0.5"), award(6, "0.50"))
    assert taken(result("black", extra_points=given)).extra_points == given
    refused(result(extra_points=(award(1, "1"), award(1, "1"))), errors.AwardedTwice)
    refused(result(extra_points=given), errors.ExtraPointsNotInRegulations, CHNU)


@pytest.mark.case(55)
def test_penalties_are_for_documents_that_know_them() -> None:
    """A negative award is taken down to the document's limit, and refused where there is none."""
    assert taken(result(penalties=(award(5, "-0.5"),)), MAFGAME).penalties == (award(5, "-0.5"),)
    for points in ("-1.1", "0", "0.5"):
        refused(result(penalties=(award(5, points),)), errors.PenaltyNotAllowed, MAFGAME)
    refused(result(penalties=(award(5, "-0.5"),)), errors.PenaltyNotAllowed, ONORE)


@pytest.mark.clause("O-SCORE-2")
def test_the_judge_names_one_to_three_best_players() -> None:
    """Three with 0.5 or 1 are taken; a fourth, and 3 points, are refused, and so is a vote."""
    three = (award(1, "1"), award(2, "0.5"), award(9, "1"))
    assert taken(result(best_players=three)).best_players == three
    four = (*three, award(4, "1"))
    refused(result(best_players=four), errors.TooManyBestPlayers, clause="O-SCORE-2")
    refused(result(best_players=(award(1, "3"),)), errors.BestPlayerPointsNotAllowed, clause="O-SCORE-2")
    refused(result(best_player_votes=votes({1: 2})), errors.BestPlayerNotByVote, clause=None)
    refused(result(best_players=three), errors.BestPlayersNotInRegulations, MAFGAME)


FIVE_FOR_4 = {1: 4, 2: 4, 3: 4, 5: 4, 6: 4}
FOUR_FOR_4 = {1: 4, 2: 4, 3: 4, 5: 4}
FIVE_FOR_7 = {4: 7, 7: 7, 8: 7, 9: 7, 10: 7}


@pytest.mark.clause("C-SCORE-5", "C-SCORE-4")
def test_best_player_is_who_gets_five_votes() -> None:
    """Five votes make the best player, with three points; the host's vote counts; four are too few."""
    best = (award(4, "3"),)
    assert taken(roles_only(best_player_votes=votes(FIVE_FOR_4)), CHNU).best_players == best
    assert taken(roles_only(best_player_votes=votes(FOUR_FOR_4, 4)), CHNU).best_players == best
    assert taken(roles_only(best_player_votes=votes(FOUR_FOR_4, 7)), CHNU).best_players == ()
    assert taken(roles_only(best_player_votes=votes({})), CHNU).best_players == ()
    assert (
        taken(roles_only(best_player_votes=votes(FIVE_FOR_4), best_players=best), CHNU).best_players == best
    )


@pytest.mark.clause("C-SCORE-5")
def test_equal_votes_go_to_whom_the_host_voted_for() -> None:
    """With five each, the host's vote is one of the five and decides."""
    tied = votes(FOUR_FOR_4 | FIVE_FOR_7, 4)
    assert taken(roles_only(best_player_votes=tied), CHNU).best_players == (award(4, "3"),)


@pytest.mark.clause("C-SCORE-5")
@pytest.mark.case(49)
def test_equal_votes_and_the_hosts_for_a_third_need_a_recorded_decision() -> None:
    """The text is silent: the host decides for one of the two, with a reason, and only then."""
    tied = FIVE_FOR_4 | FIVE_FOR_7
    clause = "C-SCORE-5"
    refused(roles_only(best_player_votes=votes(tied, 1)), errors.BestPlayerUndecided, CHNU, clause=clause)
    decision = HostDecision(choice=7, reason="Found the don on day 1.")
    decided = roles_only(best_player_votes=votes(tied, 1, decision=decision))
    assert taken(decided, CHNU).best_players == (award(7, "3"),)
    third = HostDecision(choice=1, reason="My own favorite.")
    refused(
        roles_only(best_player_votes=votes(tied, 1, decision=third)),
        errors.BestPlayerUndecided,
        CHNU,
        clause=clause,
    )
    refused(
        roles_only(best_player_votes=votes(FIVE_FOR_4, 1, decision=decision)),
        errors.HostDecisionNotNeeded,
        CHNU,
        clause=clause,
    )


@pytest.mark.clause("C-SCORE-5")
def test_best_player_by_vote_needs_the_votes() -> None:
    """A best player without votes, against the votes, or voted by one seat twice, is refused."""
    clause = "C-SCORE-5"
    named = roles_only(best_players=(award(4, "3"),))
    refused(named, errors.BestPlayerVotesMissing, CHNU, clause=clause)
    against = roles_only(best_players=(award(7, "3"),), best_player_votes=votes(FIVE_FOR_4))
    refused(against, errors.BestPlayerContradictsVotes, CHNU, clause=clause)
    twice = votes({})
    twice = type(twice)(seats=(*votes({1: 4}).seats, *votes({1: 5}).seats))
    refused(roles_only(best_player_votes=twice), errors.BestPlayerVotedTwice, CHNU, clause=clause)


def test_a_removed_player_leaves_once_and_for_all() -> None:
    """Who was removed cannot be voted out or killed afterwards."""
    twice: tuple[Elimination, ...] = (out(5, "night 1", "removal"), out(5, "day 2"))
    refused(result(eliminations=twice), errors.EliminatedTwice)


def test_a_result_ends_the_game_and_the_signature_makes_it_final() -> None:
    """The first summary ends the game, another takes its place, and the signature closes it."""
    first, second = result("red"), result("black")
    recorded = taken(first)
    game = scenario(decider).given(*running())
    game.when(enter(first)).then(
        GameEnded(by=JUDGE, ended_at=AT), SummaryEntered(result=recorded, by=JUDGE, entered_at=AT)
    )
    again = scenario(decider).given(*ended(recorded))
    again.when(enter(second)).then(SummaryEntered(result=taken(second), by=JUDGE, entered_at=AT))
    again.when(enter(first)).then_nothing()
    again.when(sign()).then(ProtocolSigned(by=JUDGE, signed_at=AT))


@pytest.mark.clause("C-LAW-36")
def test_nobody_but_the_table_judge_writes_the_protocol() -> None:
    """A player, another judge or an organizer is refused, whatever the situation."""
    for history in ((), running()[:1], running(), ended(taken(result()))):
        for command in (enter(result(), STRANGER), sign(STRANGER), enter(result(), UUID(int=1))):
            outcome = scenario(decider).given(*history).when(command)
            outcome.then_refused(errors.NotTheTableJudge if history else errors.GameUnknown)


def test_a_summary_names_only_features_that_there_are() -> None:
    """What scoring and statistics go by has fixed names; a slip of the pen is no new one."""
    refused(result("black", features=("eliminations", "eliminatons")), errors.FeatureUnknown)
    known = ("eliminations", "best_move_count")
    assert taken(result("black", features=known)).features == known


@pytest.mark.parametrize("blank", [" ", "\t", "\u00a0"])
def test_a_reason_of_spaces_is_none(blank: str) -> None:
    """Wherever in what is entered it stands, and the answer says where."""
    stopped = enter(result(None, ending=Ending(kind="stopped", reason=blank), eliminations=(), features=()))
    asked = scenario(decider).given(*running()).when(stopped)
    asked.then_refused(errors.ReasonBlank)
    assert "result.ending.reason" in str(asked.refusal)
    penalty = enter(result("black", penalties=(Award(seat=3, points="-0.5", reason=blank),)))
    asked = scenario(decider).given(*running()).when(penalty)
    asked.then_refused(errors.ReasonBlank)
    assert "result.penalties[0].reason" in str(asked.refusal)
