"""Why a move is refused, by name and clause: each rule once where nothing else is wrong."""

import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from shared.eventsourcing.refusal import Refusal
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, ROLES, rules, sanctions


def undealt(table_rules: TableRules = ONORE) -> Judge:
    """Return a judge before the cards are dealt."""
    judge = Judge(table_rules)
    judge.table = Table()
    return judge


def stopped(table_rules: TableRules = ONORE) -> Judge:
    """Return a judge whose game is over."""
    return Judge(table_rules).day().play(moves.GameStopped(note="no light"))


def asked(table_rules: TableRules = ONORE) -> Judge:
    """Return a table of nine that is asked whether all tied leave; seat 10 is out."""
    judge = at_day_two(table_rules).speeches({2: 5, 3: 6, 4: 7})
    for _ in range(2):
        judge.vote((1, 2, 3), (4, 5, 6), (7, 8, 9)).hear_out()
    assert judge.phase == "all_leave"
    return judge


def test_a_question_is_answered_by_those_alive_once_each() -> None:
    """Who is out has no vote, nobody has two; and where nothing is asked, nothing is answered."""
    judge = asked()
    judge.refused(moves.AllLeaveVoted(voters=(1, 10)), errors.PlayerIsOut)
    judge.refused(moves.AllLeaveVoted(voters=(1, 1)), errors.VotedTwice, "O-VOTE-1")
    judge.refused(moves.DrawVoted(voters=(1,)), errors.MoveOutOfPlace)
    six = (1, 2, 4, 5, 6, 7)
    drawn = with_alive(rules(ONORE, everyone_tied="ask_draw"), six)
    drawn.speeches(dict(zip(drawn.table.queue, six, strict=True)))
    for _ in range(2):
        drawn.vote(*((seat,) for seat in six)).hear_out()
    drawn.refused(moves.DrawVoted(voters=(1, 10)), errors.PlayerIsOut)
    drawn.refused(moves.DrawVoted(voters=(1, 1)), errors.VotedTwice, "O-VOTE-1")
    quiet = at_day_two()
    quiet.refused(moves.AllLeaveVoted(voters=(1, 1)), errors.MoveOutOfPlace)
    quiet.refused(moves.DrawVoted(voters=(10,)), errors.MoveOutOfPlace)


def test_a_candidate_is_put_up_by_who_has_the_word_and_may() -> None:
    """The refusal says whose word it is; the silent put nobody up only where the document says so."""
    judge = at_day_two()
    refusal = judge.refused(moves.CandidatePutUp(by=3, candidate=5), errors.OutOfTurn, "O-DAY-2")
    assert "seat 2 has" in refusal.message
    lenient = Judge(CHNU).day().speeches(until=4).fouls(5, 3).speeches({4: 6}, until=5)
    lenient.refused(moves.CandidatePutUp(by=5, candidate=6), errors.CandidateStandsAlready, "C-LAW-4")
    loud = rules(CHNU, silenced_puts_up=False)
    heard = Judge(loud).day().speeches({1: 6}, until=2)
    heard.refused(moves.CandidatePutUp(by=2, candidate=6), errors.CandidateStandsAlready, "C-LAW-4")


def test_hands_are_counted_in_a_vote() -> None:
    """Not while the tied speak, whoever is voted for."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert judge.phase == "tie_speeches"
    judge.refused(moves.HandsCounted(candidate=9), errors.MoveOutOfPlace)
    judge.refused(moves.HandsCounted(candidate=5), errors.MoveOutOfPlace)


def test_the_shots_of_a_night_are_entered_once() -> None:
    """And not before the night, nor for a seat twice, nor for one that does not shoot."""
    judge = Judge().quiet_day()
    shot = moves.Shot(by=1, at=5)
    judge.refused(moves.ShotsFired(shots=(shot,)), errors.MoveOutOfPlace)
    judge.play(moves.NightFell())
    judge.refused(moves.ShotsFired(shots=(shot, shot)), errors.ShotTwice, "O-NIGHT-2")
    red = moves.Shot(by=6, at=5)
    judge.refused(moves.ShotsFired(shots=(red,)), errors.NotAShooter, "O-NIGHT-1")
    judge.play(moves.ShotsFired(shots=(shot,)))
    judge.refused(moves.ShotsFired(), errors.ShotTwice, "O-NIGHT-1")
    Judge().refused(moves.ShotsFired(), errors.FirstNightQuiet, "O-GAME-3")


def test_a_morning_comes_after_the_shots() -> None:
    """By day it does not come at all."""
    judge = Judge().quiet_day()
    judge.refused(moves.MorningCame(), errors.MoveOutOfPlace)
    judge.play(moves.NightFell())
    judge.refused(moves.MorningCame(), errors.ShotsMissing)


def test_checks_come_after_the_shots_and_once() -> None:
    """The don first; each once a night, by who is alive; none in the first night and none by day."""
    don, sheriff = moves.DonChecked(target=5), moves.SheriffChecked(target=1)
    for check in (don, sheriff):
        Judge().refused(check, errors.FirstNightQuiet, "O-GAME-3")
        Judge().quiet_day().refused(check, errors.MoveOutOfPlace)
        Judge().quiet_day().play(moves.NightFell()).refused(check, errors.ShotsMissing)
    judge = Judge().quiet_day().play(moves.NightFell(), moves.ShotsFired())
    both = Judge().quiet_day().play(moves.NightFell(), moves.ShotsFired(), don, sheriff)
    both.refused(don, errors.CheckedTwice, "O-NIGHT-3")
    both.refused(sheriff, errors.CheckedTwice, "O-NIGHT-4")
    judge.play(sheriff).refused(don, errors.CheckOutOfOrder, "O-NIGHT-3")
    after_don = Judge(CHNU).quiet_day().play(moves.NightFell(), moves.ShotsFired(), don)
    twice = moves.SheriffChecked(target=5, asks_don=True)
    after_don.refused(twice, errors.SecondQuestionAfterNo, "C-NIGHT-3")
    first = Judge().quiet_day().play(moves.NightFell(), moves.ShotsFired(), don)
    first.refused(don, errors.CheckedTwice, "O-NIGHT-3")
    assert first.play(sheriff).table.sheriff_checked


def test_who_is_out_checks_nobody() -> None:
    """The don's check goes with the don, the sheriff's with the sheriff; the other's stays."""
    sheriff_out = at_day_two(killed=4).speeches().play(moves.NightFell(), moves.ShotsFired())
    sheriff_out.refused(moves.SheriffChecked(target=1), errors.CheckerIsOut, "O-NIGHT-4")
    sheriff_out.play(moves.DonChecked(target=5))
    don_out = at_day_two().speeches({2: 1}).vote(()).hear_out().play(moves.NightFell(), moves.ShotsFired())
    don_out.refused(moves.DonChecked(target=5), errors.CheckerIsOut, "O-NIGHT-3")
    don_out.play(moves.SheriffChecked(target=2))


def test_the_second_question_is_asked_where_there_is_one_and_after_a_yes() -> None:
    """Omsk knows none; by Chernivtsi it follows a yes."""
    twice = moves.SheriffChecked(target=1, asks_don=True)
    omsk = Judge().quiet_day().play(moves.NightFell(), moves.ShotsFired())
    omsk.refused(twice, errors.SecondQuestionNotInRegulations)
    clause = "play.sheriff_second_question"
    table_rules = rules(CHNU, sheriff_second_question=False)
    without = Judge(table_rules).quiet_day().play(moves.NightFell(), moves.ShotsFired())
    without.refused(twice, errors.SecondQuestionNotInRegulations, table_rules.clause(clause))
    assert table_rules.clause(clause) == "C-NIGHT-3"
    chnu = Judge(CHNU).quiet_day().play(moves.NightFell(), moves.ShotsFired())
    chnu.refused(moves.SheriffChecked(target=5, asks_don=True), errors.SecondQuestionAfterNo, "C-NIGHT-3")


def test_a_best_move_is_made_once_by_who_was_killed_first() -> None:
    """By nobody else, not twice, and not where the document has none."""
    mine = moves.BestMoveMade(by=10, named=(1, 2))
    table_rules = rules(best_move="none")
    none = Judge(table_rules).quiet_day().night(10)
    none.refused(mine, errors.BestMoveNotInRegulations, "O-NIGHT-5")
    judge = Judge().quiet_day()
    judge.refused(mine, errors.BestMoveNotEntitled, "O-NIGHT-5")
    judge.night(10)
    other = judge.refused(moves.BestMoveMade(by=9, named=()), errors.BestMoveNotEntitled, "O-NIGHT-5")
    assert "seat 10" in other.message
    judge.refused(moves.BestMoveMade(by=10, named=(10,)), errors.BestMoveNamesItself, "O-NIGHT-5")
    judge.refused(moves.BestMoveMade(by=10, named=(1, 1)), errors.BestMoveRepeatsNumber, "O-NIGHT-5")
    judge.refused(moves.BestMoveMade(by=10, named=(1, 2, 3, 4)), errors.BestMoveTooLong, "O-NIGHT-5")
    judge.play(mine).refused(mine, errors.BestMoveMadeAlready, "O-NIGHT-5")


@pytest.mark.parametrize(
    "kind", [moves.FoulGiven, moves.TechnicalFoulGiven, moves.PlayerRemoved, moves.TeamDefeatCalled]
)
def test_an_offense_has_the_consequences_of_the_document(kind: type) -> None:
    """Whatever else is given for it is refused, with what the document has, and its clause."""
    names: dict[type, str] = {
        moves.FoulGiven: "foul",
        moves.TechnicalFoulGiven: "technical_foul",
        moves.PlayerRemoved: "removal",
        moves.TeamDefeatCalled: "team_defeat",
    }
    name = names[kind]
    others = [c for c in ("foul", "technical_foul", "removal", "team_defeat") if c != name]
    base = rules(ONORE, technical_fouls=True)
    table_rules = sanctions(base, consequences={"peeking": tuple(others), "bet": (name,)}, team_defeat=())
    judge = Judge(table_rules).day()
    refusal = judge.refused(kind(seat=5, offense="peeking"), errors.OffenseHasOtherConsequence, "O-OUT-1")
    assert f"has {' or '.join(others)}." in refusal.message
    judge.play(kind(seat=5, offense="bet"))


@pytest.mark.parametrize(
    "kind", [moves.FoulGiven, moves.TechnicalFoulGiven, moves.PlayerRemoved, moves.TeamDefeatCalled]
)
def test_a_measure_says_for_what_it_is(kind: type) -> None:
    """An offense or a note: without either it is refused, with the clause on warnings where there is one."""
    table_rules = sanctions(rules(CHNU, technical_fouls=True), team_defeat=())
    judge = Judge(table_rules).day()
    judge.refused(kind(seat=5), errors.ReasonMissing, "C-HOST-1")
    judge.play(kind(seat=5, note="I saw it"))


def test_there_are_no_fouls_beyond_the_one_that_removes() -> None:
    """Of either kind; the refusal names the seat."""
    judge = Judge(FIIM).day().fouls(5, 4)
    refusal = judge.refused(moves.FoulGiven(seat=5, note="again"), errors.TooManyFouls)
    assert refusal.facts == {"seat": 5}
    late = moves.TechnicalFoulGiven(seat=6, note="late")
    judge.play(late, late)
    assert judge.refused(late, errors.TooManyFouls).facts == {"seat": 6}
    insult = moves.TechnicalFoulGiven(seat=6, offense="insult")
    assert judge.refused(insult, errors.TooManyFouls).facts == {"seat": 6}
    Judge(ONORE).day().refused(late, errors.TechnicalFoulsNotInRegulations)


def test_who_is_out_is_named_in_the_refusal() -> None:
    """Removed, protesting or voting: seat 10 was killed."""
    judge = at_day_two(CHNU)
    for move in (moves.PlayerRemoved(seat=10, note="seen"), moves.ProtestRaised(seat=10, note="wrong")):
        assert judge.refused(move, errors.PlayerIsOut).facts == {"seat": 10}
    waiting = Judge(CHNU).quiet_day().night(10)
    assert waiting.play(moves.PlayerRemoved(seat=10, note="seen")).table.queue == ()


MEASURES: tuple[moves.Move, ...] = (
    moves.PlayerRemoved(seat=5, note="seen"),
    moves.TeamDefeatCalled(seat=5, offense="hint-after-leaving", note="seen"),
    moves.ProtestRaised(seat=5, note="wrong"),
)
ENDS: tuple[moves.Move, ...] = (
    moves.GameStopped(note="no light"),
    moves.WinnerDeclared(team="red", note="seen"),
)


@pytest.mark.parametrize("move", [*MEASURES, *ENDS])
def test_a_game_that_is_over_is_not_ended_again(move: moves.Move) -> None:
    """Neither by a removal, nor a team defeat, a protest or the judge's word."""
    stopped(CHNU).refused(move, errors.GameIsOver)


@pytest.mark.parametrize(
    "move", [*MEASURES, *ENDS, moves.PlayerRemoved(seat=5), moves.TeamDefeatCalled(seat=5)]
)
def test_before_the_cards_nobody_is_out_and_nothing_ends(move: moves.Move) -> None:
    """There is no game yet, whatever else is wrong with it."""
    undealt(CHNU).refused(move, errors.MoveOutOfPlace)


def test_a_team_is_defeated_once_and_for_what_the_document_names() -> None:
    """An offense that it does not name gives no win; without a list the judge's words do."""
    unnamed = moves.TeamDefeatCalled(seat=5, offense="whistling")
    Judge(ONORE).day().refused(unnamed, errors.OffenseNotInRegulations, "O-WIN-1")
    assert Judge(FSM).day().play(unnamed).winner == "black"
    judge = Judge(ONORE).day().play(moves.TeamDefeatCalled(seat=5, offense="oath"))
    judge.refused(moves.TeamDefeatCalled(seat=6, offense="bet"), errors.TeamDefeatTwice, "O-WIN-1")
    listed = sanctions(ONORE, consequences={"oath": ("foul",)}, team_defeat=("oath",))
    oath = moves.TeamDefeatCalled(seat=5, offense="oath")
    Judge(listed).day().refused(oath, errors.OffenseHasOtherConsequence, "O-WIN-1")


def test_protests_wait_for_the_end_where_the_document_says_so() -> None:
    """Before the cards, during the game and after it the answer is the same."""
    protest = moves.ProtestRaised(seat=5, note="wrong")
    for judge in (undealt(), Judge().day(), stopped()):
        judge.refused(protest, errors.ProtestDuringGame, "O-PROT-1")


@pytest.mark.parametrize(
    ("play_to", "expected"),
    [
        (undealt, "the cards to be dealt"),
        (Judge, "the first day to begin"),
        (lambda: Judge().day(), "the speeches of the day"),
        (lambda: Judge().day().speeches({1: 5, 2: 6}), "the vote"),
        (asked, "the vote on whether all tied leave"),
        (lambda: Judge().quiet_day(), "night to fall"),
        (stopped, "awards and signature"),
    ],
)
def test_a_move_out_of_place_says_what_the_table_expects(play_to: type[Judge], expected: str) -> None:
    """In words, and in the name of the phase."""
    judge = play_to()
    settle = moves.CastVotesSettled(treatment="restart_round", note="again")
    refusal: Refusal = judge.refused(settle, errors.MoveOutOfPlace)
    assert f"expects {expected}" in refusal.message
    assert refusal.message.startswith("CastVotesSettled does not happen now")
    assert refusal.facts == {"phase": judge.phase}


def test_the_cards_are_the_ten_and_the_don_orders_three() -> None:
    """Other cards are refused with their clause, and so is any other number of victims."""
    undealt().refused(moves.RolesDealt(roles=("don", *ROLES[:9])), errors.WrongComposition, "O-GAME-2")
    judge = Judge()
    for order in ((5, 6), (5, 6, 6)):
        wrong = moves.ShootingOrdered(order=order)
        judge.refused(wrong, errors.ShootingOrderNotThree, "O-GAME-3")
    judge.play(moves.ShootingOrdered(order=(5, 6, 7)))
    judge.refused(moves.ShootingOrdered(order=(5, 6, 8)), errors.MoveOutOfPlace)
    Judge().day().refused(moves.ShootingOrdered(order=(5, 6)), errors.MoveOutOfPlace)
