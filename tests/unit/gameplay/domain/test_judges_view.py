"""The judge's view: everything of the table, as it stands, and nothing of another."""

import msgspec

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import allowed_now
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import GameEnded, GameEvent, MoveRecorded, SummaryEntered
from services.gameplay.domain.game.judges_view import Silent, TableView, judges_view, last_check
from services.gameplay.domain.game.night import Check
from services.gameplay.domain.game.play import Play
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.state import Running
from services.gameplay.domain.game.voting import Candidacy
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.playing import FIIM, Judge, with_alive
from tests.unit.gameplay.tables import AT, JUDGE, ONORE, ROLES, ended, result, rules, running, signed


def history(judge: Judge) -> tuple[GameEvent, ...]:
    """Return what happened at a judge's table as events."""
    entries = (
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(judge.moves, start=1)
    )
    return *running(judge.rules), *entries


def view_of(events: tuple[GameEvent, ...]) -> TableView:
    """Return the view after events."""
    view = judges_view(decider.fold(events))
    assert view is not None
    return view


def test_the_view_in_the_middle_of_a_vote() -> None:
    """Ballot, who was called, who voted for whom, who is out, fouls and entries, and the next number."""
    judge = Judge().play(moves.ShootingOrdered(order=(10, 9, 8))).quiet_day().night(10)
    judge.play(moves.BestMoveMade(by=10, named=(1, 2, 3))).hear_out().day()
    judge.speeches({2: 5, 3: 6}, until=5).fouls(3, 2).speeches()
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 9)))
    state = decider.fold(history(judge))
    assert isinstance(state, Running)
    table = judge.table
    expected = TableView(
        phase="vote",
        number=2,
        turn=None,
        seconds=None,
        queue=(),
        allowed=allowed_now(table, ONORE),
        alive=(1, 2, 3, 4, 5, 6, 7, 8, 9),
        out=table.gone,
        candidates=(Candidacy(by=2, seat=5), Candidacy(by=3, seat=6)),
        ballot=(5, 6),
        called=1,
        votes={1: 5, 9: 5},
        tied=(),
        vote_held=True,
        tallies=(),
        silent=[],
        roles=ROLES,
        shooting_order=(10, 9, 8),
        missed=None,
        checks=(),
        best_move_of=None,
        best_move=table.best_move,
        fouls=(0, 0, 2, 0, 0, 0, 0, 0, 0, 0),
        technical_fouls=(0,) * 10,
        finish=None,
        entries=state.play.entries,
        doubts=(),
        next_number=len(judge.moves) + 1,
        missing=["end", "result"],
    )
    assert judges_view(state) == expected
    assert expected.best_move is not None
    assert len(expected.out) == 1
    assert len(expected.entries) == len(judge.moves)


def test_the_view_while_somebody_speaks_and_while_a_question_is_put() -> None:
    """Whose turn it is and for how long; of whom the table is asked, and the rounds before."""
    judge = (
        Judge(FIIM).day().play(moves.TechnicalFoulGiven(seat=5, note="late")).speeches({1: 5, 2: 6}, until=3)
    )
    view = view_of(history(judge))
    assert (view.turn, view.seconds, view.queue) == (3, 60, (3, 4, 5, 6, 7, 8, 9, 10))
    assert (view.ballot, view.called, view.votes, view.next_number) == ((), 0, {}, len(judge.moves) + 1)
    assert view.technical_fouls == (0, 0, 0, 0, 1, 0, 0, 0, 0, 0)
    judge.speeches()
    for _ in range(2):
        judge.vote((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)).hear_out()
    asked = view_of(history(judge))
    assert (asked.tied, asked.turn, asked.seconds) == ((5, 6), None, None)
    assert asked.tallies == judge.table.tallies
    assert [tally.decision for tally in asked.tallies] == ["revote", "ask_all_leave"]


def test_the_view_of_a_night_and_a_morning() -> None:
    """Checks with their answers, why the shots missed, whose the best move is, and that no vote is held."""
    judge = Judge().quiet_day().play(moves.NightFell(), moves.PlayerRemoved(seat=9, note="seen"))
    judge.play(moves.ShotsFired(), moves.SheriffChecked(target=1))
    view = view_of(history(judge))
    assert view.checks == (Check(night=1, by=4, target=1, yes=True),)
    assert (view.missed, view.best_move_of) == ("no_shot", None)
    morning = Judge().quiet_day().night(10)
    assert view_of(history(morning)).best_move_of == 10
    assert view_of(history(judge.play(moves.MorningCame()).day())).vote_held is False


def silent_at(table_rules: TableRules, alive: tuple[int, ...]) -> list[Silent]:
    """Return who is silent at a table of these, of whom one, out of turn, had his third foul."""
    judge = with_alive(table_rules, alive)
    judge.speeches().fouls(alive[-1], 3)
    return view_of(history(judge)).silent


def test_who_is_silent_and_how_long_he_may_speak_all_the_same() -> None:
    """Nothing, or half a minute from the number of players on at which the document lifts it."""
    five, four = (1, 4, 5, 6, 7), (1, 4, 5, 6)
    silent = Silent(seat=7, day=7, reason="3 fouls", clause="O-FOUL-2", seconds=0)
    assert silent_at(ONORE, five) == [silent]
    lifted = rules(ONORE, silence_lifted_at=4)
    assert [s.seconds for s in silent_at(lifted, five)] == [0]
    assert [s.seconds for s in silent_at(lifted, four)] == [30]
    assert [s.seconds for s in silent_at(rules(ONORE, silence_lifted_at=5), four)] == [30]
    judge = Judge().day().speeches(until=5).fouls(2, 4)
    assert judge.table.silences
    assert view_of(history(judge)).silent == []


def test_a_protocol_that_is_closed_to_the_judge_offers_nothing() -> None:
    """Signed, or entered as a summary only; after the end of a live game it still offers something."""
    summary = ended(taken(result()))
    assert view_of(summary).allowed == []
    assert view_of(signed(taken(result()))).allowed == []
    over = Judge().day().play(moves.GameStopped(note="no light"))
    events = (*history(over), GameEnded(by=JUDGE, ended_at=AT))
    assert view_of(events).allowed == allowed_now(over.table, ONORE)
    finish = view_of(events).finish
    assert finish == over.table.finish
    assert finish is not None
    entered = SummaryEntered(result=taken(result()), by=JUDGE, entered_at=AT)
    assert view_of((*events, entered)).allowed == allowed_now(over.table, ONORE)


def test_the_last_check_is_told_to_who_entered_it() -> None:
    """With its answer; where nobody checked there is none."""
    first, second = Check(night=1, by=1, target=4, yes=True), Check(night=1, by=4, target=5, yes=False)
    assert last_check(Play()) is None
    table = msgspec.structs.replace(Judge().table, checks=(first, second))
    assert last_check(Play(table=table)) == second
    assert last_check(Play(table=msgspec.structs.replace(table, checks=(first,)))) == first
