"""Night, best move and end of game: the cases of the field, under every document that has an answer."""

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.moves import Shot
from services.gameplay.domain.game.rules import TableRules
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, rules

ALL_FOUR = pytest.mark.parametrize(
    "table_rules", [ONORE, CHNU, FIIM, FSM], ids=["onore", "chnu", "fiim", "fsm"]
)

MISSES = {
    "different_targets": (Shot(by=1, at=7), Shot(by=2, at=7), Shot(by=3, at=8)),
    "no_shot": (Shot(by=1, at=7), Shot(by=2, at=7)),
    "between_numbers": (Shot(by=1, at=7), Shot(by=2, at=7), Shot(by=3, at=7, fault="between_numbers")),
    "twice": (Shot(by=1, at=7), Shot(by=2, at=7), Shot(by=3, at=7, fault="twice")),
}


@ALL_FOUR
@pytest.mark.case(34)
@pytest.mark.clause("O-NIGHT-1", "O-NIGHT-2", "C-NIGHT-1")
@pytest.mark.parametrize("why", MISSES)
def test_a_miss_hurts_nobody_and_the_protocol_says_why(table_rules: TableRules, why: str) -> None:
    """Different targets, a missing shot, one between numbers, two shots by one: nobody dies."""
    judge = Judge(table_rules).quiet_day().night(None, shots=MISSES[why])
    assert (judge.out, judge.table.missed, judge.phase) == ([], why, "morning")


@ALL_FOUR
@pytest.mark.case(34)
@pytest.mark.clause("O-NIGHT-1", "C-NIGHT-1")
def test_all_blacks_alive_at_one_number_hit(table_rules: TableRules) -> None:
    """Three shots kill; a black who is out is not needed; a dead seat is a miss."""
    judge = Judge(table_rules).quiet_day().night(7)
    assert (judge.out, judge.table.missed) == ([7], None)
    judge.hear_out().day().speeches({2: 3}).vote(()).hear_out().night(8)
    assert judge.out == [7, 3, 8]
    judge.hear_out().quiet_day().night(None, shots=(Shot(by=1, at=7), Shot(by=2, at=7)))
    assert (judge.out, judge.table.missed) == ([7, 3, 8], "target_is_out")


@ALL_FOUR
@pytest.mark.clause("O-NIGHT-1", "C-NIGHT-1")
def test_others_do_not_shoot(table_rules: TableRules) -> None:
    """A shot by a red, by a black who is out, two entries for one, and a second round are refused."""
    clause = table_rules.clause("play.shots")
    judge = at_day_two(table_rules).speeches({2: 3}).vote(()).hear_out().play(moves.NightFell())
    for shots in ((Shot(by=5, at=7),), (Shot(by=3, at=7),)):
        refusal = judge.refused(moves.ShotsFired(shots=shots), errors.NotAShooter, clause)
        assert not any(character.isdigit() for character in refusal.message)
    twice = moves.ShotsFired(shots=(Shot(by=1, at=7), Shot(by=1, at=8)))
    judge.refused(twice, errors.ShotTwice, table_rules.clause("play.misses"))
    judge.play(moves.ShotsFired()).refused(moves.ShotsFired(), errors.ShotTwice, clause)


def three_quiet_nights(judge: Judge) -> Judge:
    """Let three nights pass in which nobody shoots, and the days between in which nobody is voted on."""
    for _ in range(2):
        judge.speeches().night(None).day()
    return judge.speeches().night(None)


@pytest.mark.case(35)
@pytest.mark.clause("O-END-3")
def test_three_nights_without_shots() -> None:
    """With four left Omsk gives the reds the win, the federations call a draw, Chernivtsi plays on."""
    four = (1, 4, 5, 6)
    onore = three_quiet_nights(with_alive(ONORE, four))
    assert onore.winner == "red"
    assert onore.table.finish is not None
    assert onore.table.finish.ending.kind == "no_kills"
    for table_rules in (FIIM, FSM):
        assert three_quiet_nights(with_alive(table_rules, four)).winner is None
    assert three_quiet_nights(with_alive(CHNU, four)).phase == "morning"


@pytest.mark.case(35)
@pytest.mark.clause("O-END-3")
def test_it_takes_three_nights_in_a_row_with_four_left() -> None:
    """Two nights, five players, a shot that missed, or somebody who leaves between: the game goes on."""
    assert (
        with_alive(ONORE, (1, 4, 5, 6)).speeches().night(None).day().speeches().night(None).phase == "morning"
    )
    assert three_quiet_nights(with_alive(ONORE, (1, 4, 5, 6, 7))).phase == "morning"
    shooting = with_alive(ONORE, (1, 4, 5, 6)).speeches().night(None).day().speeches()
    shooting.night(None, shots=(Shot(by=1, at=5, fault="twice"),)).day().speeches().night(None)
    assert shooting.phase == "morning"
    between = with_alive(FIIM, (1, 4, 5, 6, 7)).speeches().night(None).day().speeches().night(None).day()
    between.speeches({between.table.queue[0]: 7}).vote(()).hear_out().night(None)
    assert between.phase == "morning"


@pytest.mark.case(37)
@pytest.mark.parametrize(
    ("table_rules", "kept"), [(ONORE, True), (FIIM, False), (FSM, False)], ids=["onore", "fiim", "fsm"]
)
def test_two_out_on_day_one_cost_the_best_move(table_rules: TableRules, *, kept: bool) -> None:
    """The federations refuse it; Omsk is silent, and it is allowed."""
    judge = Judge(table_rules).day().speeches({1: 8, 2: 9})
    judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out().vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    judge.play(moves.AllLeaveVoted(voters=(1, 2, 3, 4, 5, 6))).hear_out().night(10)
    assert judge.out == [8, 9, 10]
    move = moves.BestMoveMade(by=10, named=(1, 2, 3))
    if kept:
        assert judge.play(move).table.best_move is not None
    else:
        judge.refused(move, errors.BestMoveNotEntitled)


@pytest.mark.case(37)
def test_two_removed_on_day_one_leave_the_best_move_in_chernivtsi() -> None:
    """The text is silent: it is allowed."""
    judge = Judge(CHNU).day().fouls(8, 4).fouls(9, 4).speeches().night(10)
    assert judge.play(moves.BestMoveMade(by=10, named=(1, 2, 3))).table.best_move is not None


@ALL_FOUR
@pytest.mark.case(38)
@pytest.mark.clause("O-NIGHT-5")
def test_the_best_move_is_the_first_killeds_with_good_numbers(table_rules: TableRules) -> None:
    """By another, four numbers, a number twice, his own: refused; fewer than three are allowed, once."""
    clause = table_rules.clause("play.best_move")
    judge = Judge(table_rules).quiet_day().night(10)
    judge.refused(moves.BestMoveMade(by=9, named=(1, 2, 3)), errors.BestMoveNotEntitled, clause)
    judge.refused(moves.BestMoveMade(by=10, named=(1, 2, 3, 4)), errors.BestMoveTooLong, clause)
    judge.refused(moves.BestMoveMade(by=10, named=(1, 1, 2)), errors.BestMoveRepeatsNumber, clause)
    judge.refused(moves.BestMoveMade(by=10, named=(1, 2, 10)), errors.BestMoveNamesItself, clause)
    judge.play(moves.BestMoveMade(by=10, named=(1, 2)))
    judge.refused(moves.BestMoveMade(by=10, named=(1, 2)), errors.BestMoveMadeAlready, clause)


@pytest.mark.case(38)
@pytest.mark.parametrize("switch", [True, False])
def test_a_black_killed_first_has_the_best_move_by_a_switch(*, switch: bool) -> None:
    """The seeds do not exclude him; a document may."""
    judge = Judge(rules(ONORE, best_move_by_black=switch)).quiet_day().night(3)
    move = moves.BestMoveMade(by=3, named=(4, 5, 6))
    if switch:
        judge.play(move)
    else:
        judge.refused(move, errors.BestMoveNotEntitled, "O-NIGHT-5")


@ALL_FOUR
@pytest.mark.case(39)
@pytest.mark.clause("O-NIGHT-5")
def test_removed_on_the_first_night_is_not_killed_first(table_rules: TableRules) -> None:
    """Nobody has the best move: neither the removed, nor who is killed in the second night."""
    judge = (
        Judge(table_rules).quiet_day().play(moves.NightFell(), moves.PlayerRemoved(seat=10, note="stood up"))
    )
    judge.play(moves.ShotsFired(), moves.MorningCame())
    move = moves.BestMoveMade(by=10, named=(1, 2, 3))
    judge.refused(move, errors.BestMoveNotEntitled)
    judge.quiet_day().night(9)
    judge.refused(moves.BestMoveMade(by=9, named=(1, 2, 3)), errors.BestMoveNotEntitled)


@pytest.mark.parametrize(
    ("switch", "allowed"), [("first_night", False), ("first_kill", True), ("none", False)]
)
def test_after_a_first_night_without_a_kill_the_best_move_is_a_switch(switch: str, *, allowed: bool) -> None:
    """Whom the second night kills has it only where the first kill counts."""
    judge = Judge(rules(ONORE, best_move=switch)).quiet_day().night(None).quiet_day().night(9)
    move = moves.BestMoveMade(by=9, named=(1, 2, 3))
    if allowed:
        judge.play(move)
    else:
        rule = errors.BestMoveNotInRegulations if switch == "none" else errors.BestMoveNotEntitled
        judge.refused(move, rule)


@ALL_FOUR
@pytest.mark.case(45)
@pytest.mark.clause("O-END-1", "O-END-2")
def test_who_is_left_says_who_has_won(table_rules: TableRules) -> None:
    """Reds win with the last black's leaving, blacks with as many as reds; a double removal counts."""
    red = with_alive(table_rules, (1, 4, 5, 6))
    red.speeches({red.table.queue[0]: 1}).vote(())
    assert (red.winner, red.table.queue) == ("red", ())
    black = with_alive(table_rules, (1, 2, 4, 5, 6)).speeches().night(6)
    assert black.winner == "black"
    double = with_alive(table_rules, (1, 2, 4, 5, 6, 7)).fouls(6, 4)
    assert double.phase == "speeches"
    assert double.fouls(7, 4).winner == "black"


@ALL_FOUR
@pytest.mark.clause("O-NIGHT-3", "O-NIGHT-4", "C-NIGHT-2", "C-NIGHT-3")
def test_don_and_sheriff_ask_once_a_night_and_are_answered(table_rules: TableRules) -> None:
    """The don learns whether it is the sheriff, the sheriff whether it is a black; each has one check."""
    judge = Judge(table_rules).quiet_day().play(moves.NightFell())
    judge.refused(moves.DonChecked(target=4), errors.ShotsMissing)
    judge.play(moves.ShotsFired(), moves.DonChecked(target=4))
    don, sheriff = table_rules.clause("play.don_check"), table_rules.clause("play.sheriff_check")
    judge.refused(moves.DonChecked(target=5), errors.CheckedTwice, don)
    judge.play(moves.SheriffChecked(target=2))
    judge.refused(moves.SheriffChecked(target=1), errors.CheckedTwice, sheriff)
    assert [(c.by, c.target, c.yes, c.don) for c in judge.table.checks] == [
        (1, 4, True, None),
        (4, 2, True, None),
    ]
    judge.play(moves.MorningCame()).quiet_day().play(moves.NightFell(), moves.ShotsFired())
    judge.play(moves.DonChecked(target=2), moves.SheriffChecked(target=5))
    assert [c.yes for c in judge.table.checks[2:]] == [False, False]


@ALL_FOUR
@pytest.mark.clause("O-NIGHT-4", "C-NIGHT-3")
def test_who_is_out_does_not_check(table_rules: TableRules) -> None:
    """A sheriff who is shot checks in that night and in no later one; neither does a don who is out."""
    judge = Judge(table_rules).quiet_day().play(moves.NightFell())
    judge.play(moves.ShotsFired(shots=tuple(Shot(by=seat, at=4) for seat in (1, 2, 3))))
    judge.play(moves.SheriffChecked(target=1))
    late = moves.DonChecked(target=4)
    judge.refused(late, errors.CheckOutOfOrder, table_rules.clause("play.don_check"))
    judge.play(moves.MorningCame()).hear_out().day().speeches({2: 1}).vote(()).hear_out()
    judge.play(moves.NightFell(), moves.ShotsFired())
    judge.refused(
        moves.SheriffChecked(target=2), errors.CheckerIsOut, table_rules.clause("play.sheriff_check")
    )
    judge.refused(moves.DonChecked(target=4), errors.CheckerIsOut, table_rules.clause("play.don_check"))


@pytest.mark.clause("C-NIGHT-3")
def test_after_a_yes_the_sheriff_of_chernivtsi_may_ask_for_the_don() -> None:
    """The answer to the second question is given; after a no it is refused, and elsewhere always."""

    def at_night(table_rules: TableRules) -> Judge:
        return Judge(table_rules).quiet_day().play(moves.NightFell(), moves.ShotsFired())

    for target, don in ((1, True), (2, False)):
        check = at_night(CHNU).play(moves.SheriffChecked(target=target, asks_don=True)).table.checks[-1]
        assert (check.yes, check.don) == (True, don)
    at_night(CHNU).refused(
        moves.SheriffChecked(target=5, asks_don=True), errors.SecondQuestionAfterNo, "C-NIGHT-3"
    )
    for table_rules in (ONORE, FIIM, FSM):
        second = moves.SheriffChecked(target=1, asks_don=True)
        at_night(table_rules).refused(second, errors.SecondQuestionNotInRegulations)


@ALL_FOUR
@pytest.mark.clause("O-GAME-3", "C-GAME-2")
def test_the_first_night_is_for_meeting(table_rules: TableRules) -> None:
    """The don names three victims once; nobody is shot or checked."""
    clause = table_rules.clause("play.first_night")
    judge = Judge(table_rules)
    for early in (moves.ShotsFired(), moves.DonChecked(target=4), moves.SheriffChecked(target=1)):
        judge.refused(early, errors.FirstNightQuiet, clause)
    for order in ((5, 6), (5, 5, 6), (5, 6, 7, 8)):
        judge.refused(moves.ShootingOrdered(order=order), errors.ShootingOrderNotThree, clause)
    judge.play(moves.ShootingOrdered(order=(5, 6, 7)))
    judge.refused(moves.ShootingOrdered(order=(5, 6, 8)), errors.MoveOutOfPlace)
    assert judge.table.ordered == (5, 6, 7)
    assert judge.day().phase == "speeches"
