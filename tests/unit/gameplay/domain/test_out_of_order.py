"""What follows where a judge overrules the order of things, and what a night or a ruling leaves behind it."""

from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.course import apply, replay
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import (
    GameAnnulled,
    GameEnded,
    MoveRecorded,
    ProtocolSigned,
    ResultAmended,
    SummaryEntered,
)
from services.gameplay.domain.game.leaving import leave
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.state import Annulled, Running, Signed
from services.gameplay.domain.game.table import Finish, Table
from services.gameplay.domain.game.votes import close_round
from services.gameplay.domain.game.voting import Candidacy, Voting
from shared.contracts.gameplay import Ending
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.playing import FIIM, Judge, at_day_two, with_alive
from tests.unit.gameplay.tables import AT, CHNU, JUDGE, ONORE, ROLES, result, rules, running, signed

NOBODY: tuple[int, ...] = ()


def removal(seat: int) -> moves.PlayerRemoved:
    """Return a removal that no document has anything against."""
    return moves.PlayerRemoved(seat=seat, note="the judge saw it")


def test_who_is_put_up_during_the_first_round_is_called_last() -> None:
    """In a revote he is a candidate for the protocol only; the ballot is that of the tied."""
    judge = Judge().day().speeches({1: 5, 2: 6})
    late = moves.CandidatePutUp(by=3, candidate=7)
    vote = apply(judge.table, late, ONORE)
    assert vote.voting == Voting(round=1, ballot=(5, 6, 7))
    assert vote.candidates[-1] == Candidacy(by=3, seat=7)
    judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    again = apply(judge.table, late, ONORE)
    assert again.voting == Voting(round=2, ballot=(5, 6))
    assert again.candidates[-1] == Candidacy(by=3, seat=7)
    dusk = Judge().quiet_day().table
    assert apply(dusk, late, ONORE).voting is None


@pytest.mark.parametrize("candidate", [5, 10])
def test_who_stands_already_or_is_out_is_not_put_up_again(candidate: int) -> None:
    """The list stays as it is."""
    judge = at_day_two().speeches({2: 5, 3: 6})
    after = apply(judge.table, moves.CandidatePutUp(by=4, candidate=candidate), ONORE)
    assert (after.candidates, after.voting) == (judge.table.candidates, judge.table.voting)


def test_a_night_that_falls_early_ends_what_was_under_way() -> None:
    """Speeches, a vote, a question: nobody has the word, nothing is voted on, nobody is tied."""
    speeches = Judge().day().speeches({1: 5, 2: 6}, until=5)
    vote = Judge().day().speeches({1: 5, 2: 6})
    asked = Judge().day().speeches({1: 5, 2: 6})
    for _ in range(2):
        asked.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    for judge in (speeches, vote, asked):
        night = apply(judge.table, moves.NightFell(), ONORE)
        assert (night.phase, night.queue, night.voting, night.tied) == ("night", (), None, NOBODY)
        assert night.news is True


def test_a_day_that_begins_early_ends_what_was_under_way() -> None:
    """A vote, a question, a night: nothing is voted on, nobody tied, nobody killed first, nobody removed."""
    vote = Judge().day().speeches({1: 5, 2: 6})
    asked = Judge().day().speeches({1: 5, 2: 6})
    for _ in range(2):
        asked.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    night = Judge().quiet_day().play(moves.NightFell(), removal(9))
    morning = Judge().quiet_day().night(10)
    for judge in (vote, asked, night, morning):
        day = apply(judge.table, moves.DayBegan(), ONORE)
        assert (day.phase, day.number, day.candidates, day.voting) == ("speeches", 2, (), None)
        assert (day.tied, day.entitled, day.removed_tonight) == (NOBODY, None, NOBODY)
        assert day.news is True
        assert apply(day, moves.SpeechGiven(seat=2), ONORE).news is False


def test_cards_that_are_dealt_late_change_the_cards_and_no_more() -> None:
    """A game that goes on goes on where it was."""
    judge = Judge().day()
    dealt = apply(judge.table, moves.RolesDealt(roles=ROLES[::-1]), ONORE)
    assert (dealt.phase, dealt.roles, dealt.queue) == ("speeches", ROLES[::-1], judge.table.queue)


def test_a_removal_before_the_cards_ends_no_game() -> None:
    """Nobody knows who is black: it is a removal, and the cards are still to be dealt."""
    table = replay((removal(5),), ONORE)
    assert (table.phase, table.finish, len(table.alive)) == ("dealing", None, 9)


def test_who_is_out_leaves_nobody_behind() -> None:
    """To let him leave again changes nothing of the nights that are counted; one who leaves ends the row."""
    quiet = msgspec.structs.replace(at_day_two().table, quiet=2)
    assert leave(quiet, (10,), "vote").quiet == 2
    assert leave(quiet, (10,), "vote").gone == quiet.gone
    assert leave(quiet, (9,), "vote").quiet == 0


def test_a_departure_is_news() -> None:
    """A removal in the middle of the speeches, too."""
    assert Judge().day().play(removal(5)).table.news is True


def test_who_is_left_ends_the_game_for_one_team() -> None:
    """As many blacks as reds, or no black at all, and the protocol says which."""
    blacks = with_alive(ONORE, (1, 2, 4, 5, 6)).play(removal(6))
    assert blacks.table.finish == Finish(winner="black", ending=Ending(kind="parity"))
    reds = Judge(CHNU).day().play(removal(1), removal(2), removal(3))
    assert reds.table.finish == Finish(winner="red", ending=Ending(kind="blacks_out"))


def test_a_last_word_has_its_own_length() -> None:
    """It is that of the document, and not that of a speech."""
    short = rules(ONORE, last_word_seconds=45, tie_speech_seconds=20)
    judge = Judge(short).day().speeches({1: 5, 2: 6})
    assert judge.vote((1, 2, 3, 4, 6, 7), ()).allowed("SpeechGiven").seconds == 45
    tied = Judge(short).day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    assert tied.allowed("SpeechGiven").seconds == 20


def test_a_night_knows_nothing_of_the_night_before() -> None:
    """Not at whom they aimed, nor who was removed in it."""
    judge = Judge(CHNU).quiet_day().play(moves.NightFell(), removal(9))
    shots = tuple(moves.Shot(by=seat, at=10) for seat in (1, 2, 3))
    judge.play(moves.ShotsFired(shots=shots))
    assert (judge.table.aimed, judge.table.removed_tonight) == (10, (9,))
    again = apply(judge.table, moves.NightFell(), CHNU)
    assert (again.aimed, again.removed_tonight, again.shots) == (None, NOBODY, None)


def test_a_quiet_morning_is_news() -> None:
    """The hall hears that it is morning, whether or not somebody was killed."""
    judge = Judge(CHNU).quiet_day().night(None)
    assert (judge.phase, judge.table.news) == ("morning", True)


def test_after_the_last_words_nobody_is_tied() -> None:
    """Nothing of the vote is left at dusk."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 6, 7), ()).hear_out()
    assert (judge.phase, judge.table.tied, judge.table.queue) == ("dusk", NOBODY, ())


def test_a_round_without_candidates_is_no_round() -> None:
    """Night falls, and no tally is made."""
    empty = Table(phase="vote", roles=ROLES, voting=Voting(round=1, ballot=()))
    assert close_round(empty, ONORE) == Table(phase="dusk", roles=ROLES)


def test_the_first_kill_has_the_best_move_on_whichever_night() -> None:
    """Where the document gives it to the first kill: a removal is none, and a second kill is not first."""
    table_rules = rules(CHNU, best_move="first_kill")
    judge = Judge(table_rules).day().play(removal(9)).speeches().night(None).quiet_day().night(10)
    assert judge.table.entitled == 10
    later = judge.hear_out().quiet_day().night(8)
    assert later.table.entitled is None


@pytest.mark.parametrize(("victim", "by_black"), [(10, 10), (3, None)])
def test_a_black_has_no_best_move_where_the_document_says_so(victim: int, by_black: int | None) -> None:
    """A red has it all the same; by the source regulations everybody has."""
    assert Judge(rules(ONORE, best_move_by_black=False)).quiet_day().night(victim).table.entitled == by_black
    assert Judge(ONORE).quiet_day().night(victim).table.entitled == victim


def test_of_two_removed_by_night_one_is_shot_and_costs_no_vote() -> None:
    """The other still does."""
    judge = Judge(FIIM).quiet_day().play(moves.NightFell(), removal(9))
    shots = tuple(moves.Shot(by=seat, at=9) for seat in (1, 2, 3))
    shot = Judge(FIIM).quiet_day().play(moves.NightFell(), removal(9), moves.ShotsFired(shots=shots))
    assert shot.play(moves.MorningCame()).table.costs_next_vote == NOBODY
    judge.play(removal(8), moves.ShotsFired(shots=shots), moves.MorningCame())
    assert judge.table.costs_next_vote == (8,)


def last_speaker_removed(table_rules: TableRules) -> Judge:
    """Return a table where the last who would have spoken was removed."""
    return Judge(table_rules).day().speeches({1: 5, 2: 6}, until=10).play(removal(10))


def test_the_last_speaker_who_is_removed_leaves_the_word_to_the_vote() -> None:
    """By Chernivtsi the vote begins; by Omsk night falls, for the removal costs it."""
    assert last_speaker_removed(CHNU).phase == "vote"
    assert last_speaker_removed(ONORE).phase == "dusk"
    one = Judge(CHNU).day().speeches({1: 5}, until=10).play(removal(10))
    assert one.phase == "dusk"
    voted_on = rules(CHNU, single_candidate_first_day="vote")
    assert Judge(voted_on).day().speeches({1: 5}, until=10).play(removal(10)).phase == "vote"


def test_a_signed_game_keeps_its_entries() -> None:
    """With its table, through the signature."""
    history = (
        *running(),
        MoveRecorded(number=1, move=moves.RolesDealt(roles=ROLES), by=JUDGE, recorded_at=AT),
        MoveRecorded(number=2, move=moves.GameStopped(note="no light"), by=JUDGE, recorded_at=AT),
    )
    before = decider.fold(history)
    assert isinstance(before, Running)
    closing = (
        GameEnded(by=JUDGE, ended_at=AT),
        SummaryEntered(result=taken(result()), by=JUDGE, entered_at=AT),
        ProtocolSigned(by=JUDGE, signed_at=AT),
    )
    after = decider.fold((*history, *closing))
    assert isinstance(after, Signed)
    assert after.play == before.play


def test_what_changed_a_signed_result_last_is_remembered() -> None:
    """A ruling with the result before it; a clerical correction after it forgets the ruling."""
    first, ruling = taken(result("black")), UUID(int=0x801)
    red = taken(result("red"))
    amended = ResultAmended(result=red, ruling=ruling, reason="x", amended_at=AT)
    by_ruling = decider.fold((*signed(first), amended))
    assert isinstance(by_ruling, Signed)
    assert (by_ruling.amended, by_ruling.awarded_by) == ((ruling, first), ruling)
    clerical = ResultAmended(result=first, ruling=None, reason="x", amended_at=AT)
    corrected = decider.fold((clerical,), by_ruling)
    assert isinstance(corrected, Signed)
    assert (corrected.amended, corrected.awarded_by) == (None, ruling)


def test_the_last_ruling_that_annulled_a_game_counts() -> None:
    """One in the place of another annuls it anew."""
    first, second = UUID(int=0x801), UUID(int=0x802)
    events = [GameAnnulled(ruling=ruling, reason="x", annulled_at=AT) for ruling in (first, second)]
    state = decider.fold((*signed(taken(result())), *events))
    assert isinstance(state, Annulled)
    assert (state.ruling, state.heeded) == (second, (first, second))
