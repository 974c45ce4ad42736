"""What is offered to a judge's client, word for word: it builds its buttons from nothing else."""

from typing import Any

import pytest

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import Allowed, allowed_now, voters_left
from services.gameplay.domain.game.table import Table
from tests.unit.gameplay.playing import FIIM, FSM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import CHNU, ONORE, rules

ALL = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)
ALWAYS = {"FoulGiven", "ConductNoted", "SpectatorSentOut"}
PLAYED = ALWAYS | {"PlayerRemoved", "TeamDefeatCalled", "GameStopped", "WinnerDeclared"}


def offered(judge: Judge) -> set[str]:
    """Return the kinds of moves that are offered."""
    return {allowed.move for allowed in allowed_now(judge.table, judge.rules)}


def only(move: str, **choices: Any) -> Allowed:
    """Return an offer of a move with choices and no more."""
    return Allowed(move=move, choices=choices)


def test_before_the_cards_nothing_is_played() -> None:
    """The cards can be dealt and misconduct noted; nobody is removed, nothing is stopped or won."""
    judge = Judge()
    judge.table = Table()
    assert offered(judge) == ALWAYS | {"RolesDealt"}
    assert judge.allowed("RolesDealt") == only("RolesDealt")


def test_in_the_first_night_the_don_orders_three_shots_once() -> None:
    """Three different numbers, once; the day can begin all the same."""
    judge = Judge()
    assert offered(judge) == PLAYED | {"ShootingOrdered", "DayBegan"}
    order = Allowed(move="ShootingOrdered", choices={"order": ALL}, at_least=3, at_most=3)
    assert judge.allowed("ShootingOrdered") == order
    judge.play(moves.ShootingOrdered(order=(5, 6, 7)))
    assert offered(judge) == PLAYED | {"DayBegan"}
    assert judge.allowed("DayBegan") == only("DayBegan")


def test_who_has_the_word_speaks_and_puts_up() -> None:
    """He may speak, be skipped, and put up one who is alive and stands in no vote yet."""
    judge = at_day_two().speeches({2: 5}, until=3)
    speech = {"CandidatePutUp", "SpeechGiven", "SpeechSkipped"}
    assert offered(judge) == PLAYED | speech
    assert judge.allowed("CandidatePutUp") == only(
        "CandidatePutUp", by=(3,), candidate=(1, 2, 3, 4, 6, 7, 8, 9)
    )
    assert judge.allowed("SpeechGiven") == Allowed(move="SpeechGiven", choices={"seat": (3,)}, seconds=60)
    assert judge.allowed("SpeechSkipped") == only("SpeechSkipped", seat=(3,))
    judge.play(moves.CandidatePutUp(by=3, candidate=6))
    assert offered(judge) == PLAYED | speech - {"CandidatePutUp"}
    assert judge.speeches().phase == "vote"
    assert not offered(judge) & speech


def test_a_candidate_is_taken_back_by_who_put_him_up_while_he_speaks() -> None:
    """Only where the document allows it, only by the speaker, and only what he put up himself."""
    lenient = rules(ONORE, candidates_withdrawn=True)
    judge = Judge(lenient).day()
    assert "CandidateWithdrawn" not in offered(judge)
    judge.play(moves.CandidatePutUp(by=1, candidate=5))
    assert judge.allowed("CandidateWithdrawn") == only("CandidateWithdrawn", by=(1,))
    judge.speak()
    assert "CandidateWithdrawn" not in offered(judge)
    judge.play(moves.CandidatePutUp(by=2, candidate=6))
    assert judge.allowed("CandidateWithdrawn") == only("CandidateWithdrawn", by=(2,))
    judge.speeches()
    assert "CandidateWithdrawn" not in offered(judge)
    tied = judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert tied.table.queue == (5, 6)
    assert offered(tied) == PLAYED | {"SpeechGiven", "SpeechSkipped"}
    spoke = Judge(lenient).day().speeches({1: 5, 5: 1}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert spoke.table.queue == (5, 1)
    assert offered(spoke) == PLAYED | {"SpeechGiven", "SpeechSkipped"}
    strict = Judge(ONORE).day().play(moves.CandidatePutUp(by=1, candidate=5))
    assert "CandidateWithdrawn" not in offered(strict)


def test_the_hands_of_those_who_have_not_voted_are_counted() -> None:
    """For the candidate who is called; without a vote under way nobody is left to vote."""
    judge = Judge().day().speeches({1: 5, 2: 6})
    assert voters_left(Judge().table) == ()
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2, 3)))
    left = (4, 5, 6, 7, 8, 9, 10)
    assert offered(judge) == PLAYED | {"HandsCounted"}
    assert judge.allowed("HandsCounted") == only(
        "HandsCounted", candidate=(6,), voters=left, late=left, withdrawn=left
    )


def test_votes_for_one_who_left_are_settled_first() -> None:
    """Nothing else of the vote can be done until the judge has said what becomes of them."""
    judge = Judge(CHNU).day().speeches({1: 7, 2: 8, 3: 9})
    assert "CastVotesSettled" not in offered(judge)
    judge.play(moves.HandsCounted(candidate=7, voters=(1, 2)), moves.PlayerRemoved(seat=7, note="left"))
    assert offered(judge) == PLAYED | {"CastVotesSettled", "ProtestRaised"}
    assert judge.allowed("CastVotesSettled") == only(
        "CastVotesSettled", treatment=("may_vote_again", "restart_round")
    )
    judge.play(moves.CastVotesSettled(treatment="restart_round", note="again"))
    assert offered(judge) == PLAYED | {"HandsCounted", "ProtestRaised"}


def test_a_question_is_put_to_all_who_are_alive() -> None:
    """Whether all tied leave, or whether the game is a draw: those who are out are not asked."""
    judge = at_day_two().speeches({2: 5, 3: 6, 4: 7})
    for _ in range(2):
        judge.vote((1, 2, 3), (4, 5, 6), (7, 8, 9)).hear_out()
    assert offered(judge) == PLAYED | {"AllLeaveVoted"}
    assert judge.allowed("AllLeaveVoted") == only("AllLeaveVoted", voters=(1, 2, 3, 4, 5, 6, 7, 8, 9))
    six = (1, 2, 4, 5, 6, 7)
    drawn = with_alive(rules(ONORE, everyone_tied="ask_draw"), six)
    drawn.speeches(dict(zip(drawn.table.queue, six, strict=True)))
    for _ in range(2):
        drawn.vote(*((seat,) for seat in six)).hear_out()
    assert offered(drawn) == PLAYED | {"DrawVoted"}
    assert drawn.allowed("DrawVoted") == only("DrawVoted", voters=six)


def test_the_night_goes_from_shots_to_checks_to_the_morning() -> None:
    """First the shots of the blacks alive, then the don's check and the sheriff's; morning at any time."""
    judge = Judge().quiet_day()
    assert offered(judge) == PLAYED | {"NightFell"}
    judge.play(moves.NightFell())
    assert offered(judge) == PLAYED | {"ShotsFired"}
    assert judge.allowed("ShotsFired") == only("ShotsFired", shots=(1, 2, 3))
    judge.play(moves.ShotsFired())
    assert offered(judge) == PLAYED | {"DonChecked", "SheriffChecked", "MorningCame"}
    assert judge.allowed("DonChecked") == only("DonChecked", target=ALL)
    assert judge.allowed("SheriffChecked") == only("SheriffChecked", target=ALL, asks_don=(False,))
    judge.play(moves.DonChecked(target=4))
    assert offered(judge) == PLAYED | {"SheriffChecked", "MorningCame"}
    judge.play(moves.SheriffChecked(target=1))
    assert offered(judge) == PLAYED | {"MorningCame"}
    assert judge.allowed("MorningCame") == only("MorningCame")
    judge.play(moves.MorningCame())
    assert offered(judge) == PLAYED | {"DayBegan"}


def test_the_don_does_not_check_after_the_sheriff() -> None:
    """Once the sheriff has checked, the don's check of this night is over."""
    judge = Judge().quiet_day().play(moves.NightFell(), moves.ShotsFired(), moves.SheriffChecked(target=1))
    assert offered(judge) == PLAYED | {"MorningCame"}


def test_who_is_out_checks_nobody() -> None:
    """Without don no don's check, without sheriff no sheriff's."""
    judge = Judge().quiet_day().night(4).hear_out().day().speeches({2: 1}).vote(()).hear_out()
    judge.play(moves.NightFell(), moves.ShotsFired())
    assert offered(judge) == PLAYED | {"MorningCame"}


def test_a_second_question_is_asked_about_blacks() -> None:
    """By Chernivtsi the sheriff who saw a black may ask whether it is the don: two ways of one move."""
    judge = Judge(CHNU).quiet_day().play(moves.NightFell(), moves.ShotsFired())
    ways = [a for a in allowed_now(judge.table, CHNU) if a.move == "SheriffChecked"]
    assert ways == [
        only("SheriffChecked", target=ALL, asks_don=(False,)),
        only("SheriffChecked", target=(1, 2, 3), asks_don=(True,)),
    ]


def test_the_best_move_is_offered_in_the_morning_and_after_the_end() -> None:
    """To who was killed first, of all others, up to three; once made, or on the next day, no more."""
    judge = Judge().quiet_day().night(5)
    best = Allowed(
        move="BestMoveMade",
        choices={"by": (5,), "named": (1, 2, 3, 4, 6, 7, 8, 9, 10)},
        at_most=3,
    )
    assert offered(judge) == PLAYED | {"BestMoveMade", "SpeechGiven", "SpeechSkipped"}
    assert judge.allowed("BestMoveMade") == best
    judge.play(moves.BestMoveMade(by=5, named=(1, 2)))
    assert "BestMoveMade" not in offered(judge)
    late = Judge().quiet_day().night(5).hear_out().day()
    assert "BestMoveMade" not in offered(late)
    stopped = Judge().quiet_day().night(5).play(moves.GameStopped(note="no light"))
    assert offered(stopped) == ALWAYS | {"BestMoveMade"}
    assert stopped.allowed("BestMoveMade") == best


def test_a_foul_is_offered_up_to_the_one_that_removes() -> None:
    """To everybody, also who is out, by day with a reason; not for what has another consequence."""
    judge = Judge().day().fouls(5, 4)
    barred = (
        *("insult", "night-hint", "peeking", "standing-up", "touching-at-night", "foul-limit"),
        *("oath", "bet", "hint-after-leaving"),
    )
    foul = Allowed(
        move="FoulGiven",
        choices={"seat": (1, 2, 3, 4, 6, 7, 8, 9, 10)},
        barred=barred,
        reason_needed=True,
    )
    assert judge.allowed("FoulGiven") == foul
    assert judge.speeches().play(moves.NightFell()).allowed("FoulGiven").reason_needed is False
    everybody = Judge()
    for seat in ALL:
        everybody.fouls(seat, 3)
    everybody.table = Table(fouls=(4,) * 10)
    assert "FoulGiven" not in offered(everybody)


def test_technical_fouls_are_offered_by_the_federations() -> None:
    """With a reason, until they remove; where they remove nobody, up to ten are taken."""
    judge = Judge(FIIM).day()
    technical = Allowed(
        move="TechnicalFoulGiven",
        choices={"seat": ALL},
        barred=("oath", "bet", "bribe", "threat", "peeking", "out-of-turn"),
        reason_needed=True,
    )
    assert judge.allowed("TechnicalFoulGiven") == technical
    late = moves.TechnicalFoulGiven(seat=5, note="late at the table")
    judge.play(late, late)
    assert judge.allowed("TechnicalFoulGiven").choices == {"seat": (1, 2, 3, 4, 6, 7, 8, 9, 10)}
    assert "TechnicalFoulGiven" not in offered(Judge(ONORE).day())
    counted = Judge(FSM).day()
    for _ in range(10):
        assert 5 in counted.allowed("TechnicalFoulGiven").choices["seat"]
        counted.play(late)
    assert counted.allowed("TechnicalFoulGiven").choices == {"seat": (1, 2, 3, 4, 6, 7, 8, 9, 10)}
    counted.table = Table(phase="speeches", technical_fouls=(10,) * 10)
    assert "TechnicalFoulGiven" not in offered(counted)


def test_who_waits_for_his_last_word_can_still_be_removed() -> None:
    """With those alive, and with a reason; not for what is a foul or loses the game."""
    judge = Judge(FIIM).day().speeches({1: 7, 2: 8}).vote((1, 2, 3, 4, 5, 6), ())
    assert judge.allowed("PlayerRemoved") == Allowed(
        move="PlayerRemoved",
        choices={"seat": (1, 2, 3, 4, 5, 6, 8, 9, 10, 7)},
        barred=("oath", "bet", "bribe", "threat", "out-of-turn"),
        reason_needed=True,
    )
    assert judge.hear_out().allowed("PlayerRemoved").choices == {"seat": (1, 2, 3, 4, 5, 6, 8, 9, 10)}


def test_a_team_defeat_is_offered_for_the_offenses_of_the_document() -> None:
    """By everybody, also who is out; where the document names no offenses the judge says what it was."""
    judge = at_day_two(FIIM)
    assert judge.allowed("TeamDefeatCalled") == Allowed(
        move="TeamDefeatCalled",
        choices={"seat": ALL, "offense": ("oath", "bet", "peeking", "bribe", "threat")},
        barred=("insult", "out-of-turn"),
        reason_needed=True,
    )
    assert at_day_two(FSM).allowed("TeamDefeatCalled") == Allowed(
        move="TeamDefeatCalled", choices={"seat": ALL}, reason_needed=True
    )


def test_a_protest_is_offered_where_its_filer_leaves() -> None:
    """By those alive, and nowhere else."""
    judge = at_day_two(CHNU)
    assert judge.allowed("ProtestRaised") == only("ProtestRaised", seat=(1, 2, 3, 4, 5, 6, 7, 8, 9))
    assert "ProtestRaised" not in offered(at_day_two(ONORE))


def test_what_is_always_offered_has_no_choices() -> None:
    """Misconduct, spectators and a stop are free; a winner that the judge declares is red or black."""
    judge = Judge().day()
    for move in ("ConductNoted", "SpectatorSentOut", "GameStopped"):
        assert judge.allowed(move) == only(move)
    assert judge.allowed("WinnerDeclared") == only("WinnerDeclared", team=("red", "black"))


@pytest.mark.parametrize(
    "end", [moves.GameStopped(note="no light"), moves.WinnerDeclared(team="red", note="x")]
)
def test_after_the_end_misconduct_is_noted_and_no_more(end: moves.Move) -> None:
    """Nobody is removed any more, and no other end is declared."""
    assert offered(Judge().day().play(end)) == ALWAYS
