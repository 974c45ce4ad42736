"""What a finished table becomes: a result with every fact, closed by who writes; a log with its overrides."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.eliminations import FEATURES
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameStarted,
    MoveRecorded,
    RuleOverridden,
    RulingNotApplicable,
    SummaryEntered,
)
from services.gameplay.domain.game.live import CloseProtocol, EnterLog, Logged, RecordMove
from services.gameplay.domain.game.play import Entry, Overruled
from services.gameplay.domain.game.protocol import Awards, awards_of, told_by
from services.gameplay.domain.game.state import Ended, Running, Scheduled, Unscheduled
from shared.contracts.gameplay import BestMove, Ending, Result, SeatResult
from tests.scenario import scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.playing import Judge
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    GAME,
    JUDGE,
    PLAYERS,
    ROLES,
    award,
    out,
    result,
    running,
    scheduled,
    signed,
    votes,
)

CHIEF = UUID(int=0xC41EF)
LATER = AT + timedelta(minutes=5)
DEALT = moves.RolesDealt(roles=ROLES)
DAY = moves.DayBegan()
AWARDS = Awards(
    best_players=(award(4, "1"),),
    extra_points=(award(6, "0.5"),),
    penalties=(award(7, "-0.5"),),
    best_player_votes=votes({1: 4}),
)


def history(*played: moves.Move) -> tuple[GameEvent, ...]:
    """Return what happened at a table as events."""
    entries = (
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(played, start=1)
    )
    return *running(), *entries


def test_a_finished_table_tells_everything_and_the_judge_gives_the_rest() -> None:
    """Cards, fouls and substitutes by seat; who left, who was killed first, the best move, the offender."""
    judge = Judge().quiet_day().night(10).play(moves.BestMoveMade(by=10, named=(1, 2, 3))).hear_out().day()
    judge.fouls(3, 2).play(moves.TeamDefeatCalled(seat=6, offense="oath", note="heard"))
    told = told_by(judge.table, PLAYERS, AWARDS, substitutes=(9,))
    assert told == Result(
        winner="black",
        seats=tuple(
            SeatResult(
                seat=seat,
                player=PLAYERS[seat - 1],
                role=ROLES[seat - 1],
                fouls=2 if seat == 3 else 0,
                substitute=seat == 9,
            )
            for seat in range(1, 11)
        ),
        eliminations=(out(10, "night 1"),),
        first_killed=10,
        best_move=BestMove(seat=10, named=(1, 2, 3)),
        best_players=AWARDS.best_players,
        extra_points=AWARDS.extra_points,
        penalties=AWARDS.penalties,
        team_defeat=6,
        ending=Ending(kind="team_defeat", reason="heard", offense="oath"),
        best_player_votes=AWARDS.best_player_votes,
        features=FEATURES,
    )
    assert awards_of(told) == AWARDS


def test_who_was_killed_first_was_killed_and_on_the_first_night() -> None:
    """Neither who was removed on that night, nor who was killed on a later one."""
    removed = Judge().quiet_day().play(moves.NightFell(), moves.PlayerRemoved(seat=9, note="seen"))
    removed.play(moves.ShotsFired(), moves.MorningCame()).quiet_day().night(10).play(
        moves.GameStopped(note="x")
    )
    assert [e.seat for e in removed.table.gone] == [9, 10]
    assert told_by(removed.table, PLAYERS, Awards()).first_killed is None


def test_a_game_is_closed_by_who_writes_and_when_it_is() -> None:
    """The chief judge, where he stepped in; an override of a rule of the result has his reason."""
    over = history(DEALT, DAY, moves.GameStopped(note="no light"))
    stepped_in = ChiefJudgeSteppedIn(by=CHIEF, reason="ill", stepped_in_at=AT)
    too_much = Awards(extra_points=(award(4, "7"),))
    close = CloseProtocol(awards=too_much, by=CHIEF, at=LATER, override="So the organizer wishes.")
    ended, overridden, entered = scenario(decider).given(*over, stepped_in).when(close).events
    assert ended == GameEnded(by=CHIEF, ended_at=LATER)
    assert isinstance(overridden, RuleOverridden)
    assert (overridden.number, overridden.rule, overridden.clause, overridden.reason, overridden.by) == (
        0,
        "extra_points_not_allowed",
        "O-SCORE-4",
        "So the organizer wishes.",
        CHIEF,
    )
    assert isinstance(entered, SummaryEntered)
    assert (entered.by, entered.entered_at) == (CHIEF, LATER)
    assert entered.result.extra_points == too_much.extra_points


def test_a_game_that_goes_on_is_not_closed() -> None:
    """The refusal says where the table is."""
    close = CloseProtocol(awards=Awards(), by=JUDGE, at=LATER)
    refusal = scenario(decider).given(*history(DEALT, DAY)).when(close).then_refused(errors.GameNotEnded)
    assert refusal.facts == {"phase": "speeches"}


def test_an_annulled_game_is_written_no_more() -> None:
    """Neither move by move nor by its close, and the refusal says that it is annulled."""
    annulled = GameAnnulled(ruling=UUID(int=1), reason="So ruled.", annulled_at=AT)
    game = scenario(decider).given(*signed(taken(result())), annulled)
    for command in (
        RecordMove(move=DAY, by=JUDGE, at=LATER),
        CloseProtocol(awards=Awards(), by=JUDGE, at=LATER),
        EnterLog(log=(Logged(move=DEALT),), by=JUDGE, at=LATER),
    ):
        game.when(command).then_refused(errors.GameIsAnnulled)


def test_a_log_holds_the_judges_overrides() -> None:
    """Each before the move that it lets stand; the lines after it go on from there."""
    early = Logged(move=moves.SpeechGiven(seat=4), override="He had to leave.")
    log = EnterLog(
        log=(Logged(move=DEALT), Logged(move=DAY), early, Logged(move=moves.SpeechGiven(seat=1))),
        by=JUDGE,
        at=LATER,
    )
    given = scenario(decider).given(*running())
    events = given.when(log).events
    assert [type(event) for event in events] == [
        *(MoveRecorded, MoveRecorded),
        *(RuleOverridden, MoveRecorded, MoveRecorded),
    ]
    state = decider.fold((*given.history, *events))
    assert isinstance(state, Running)
    overruled = Overruled(rule="out_of_turn", clause="O-DAY-1", reason="He had to leave.")
    assert state.play.entries[2:] == (
        Entry(number=3, moves=(early.move,), by=JUDGE, at=LATER, overruled=(overruled,)),
        Entry(number=4, moves=(moves.SpeechGiven(seat=1),), by=JUDGE, at=LATER),
    )
    bad = EnterLog(log=(*log.log, Logged(move=moves.NightFell())), by=JUDGE, at=LATER)
    assert given.when(bad).then_refused(errors.MoveOutOfPlace).facts == {"phase": "speeches", "line": 5}


def test_a_summary_without_a_winner_contradicts_a_log_with_one() -> None:
    """That nobody won is something that a summary knows."""
    played = (DEALT, DAY, moves.TeamDefeatCalled(seat=6, offense="oath"))
    close = CloseProtocol(awards=Awards(), by=JUDGE, at=AT)
    told = scenario(decider).given(*history(*played)).when(close).events[-1].result
    unwon = msgspec.structs.replace(told, winner=None)
    given = scenario(decider).given(
        *running(), GameEnded(by=JUDGE, ended_at=AT), SummaryEntered(result=unwon, by=JUDGE, entered_at=AT)
    )
    log = EnterLog(log=tuple(Logged(move=move) for move in played), by=JUDGE, at=LATER)
    refusal = given.when(log).then_refused(errors.LogContradictsSummary)
    assert refusal.facts == {"of": "winner"}


def test_rulings_that_were_heeded_stay_heeded_through_the_game() -> None:
    """From before the draw to the signature."""
    ruling = UUID(int=0x801)
    unknown: Any = RulingNotApplicable(
        game=GAME, championship=CHAMPIONSHIP, ruling=ruling, conflict="x", detail="x", found_at=AT
    )
    steps = (unknown, *signed(taken(result())))
    for length in range(1, len(steps) + 1):
        assert decider.fold(steps[:length]).heeded == (ruling,)


@pytest.mark.parametrize("length", [0, 1, 3])
def test_an_event_that_fits_no_situation_changes_nothing(length: int) -> None:
    """Folding never fails: what makes no sense where it stands is passed over."""
    before = decider.fold(signed(taken(result()))[:length])
    assert isinstance(before, Unscheduled | Scheduled | Ended)
    strange = GameAnnulled(ruling=UUID(int=1), reason="x", annulled_at=AT)
    assert decider.fold((strange,), before) == before
    assert decider.fold((GameStarted(by=JUDGE, started_at=AT),), decider.fold((scheduled(),))) == Running(
        setting=before.setting if isinstance(before, Scheduled | Ended) else setting()
    )


def setting() -> Any:
    """Return what the draw laid down."""
    state = decider.fold((scheduled(),))
    assert isinstance(state, Scheduled)
    return state.setting
