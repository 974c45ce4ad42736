"""The result of a table that is over: everything it tells, everything its judge gave, nothing else."""

from datetime import timedelta
from typing import Any

import msgspec

from deploy.local.championship.table import played_game
from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.eliminations import FEATURES
from services.gameplay.domain.game.events import GameEnded, MoveRecorded, RuleOverridden, SummaryEntered
from services.gameplay.domain.game.live import CloseProtocol, EnterLog, Logged
from services.gameplay.domain.game.play import Entry, Overruled
from services.gameplay.domain.game.protocol import Awards, awards_of, told_by
from services.gameplay.domain.game.state import Running
from shared.contracts.gameplay import Award, BestPlayerVotes, Result, SeatResult
from tests.scenario import Scenario, scenario
from tests.unit.gameplay.playing import Judge
from tests.unit.gameplay.tables import AT, JUDGE, ONORE, PLAYERS, ROLES, award, chance, move, running, votes

LATER = AT + timedelta(minutes=5)
WHOLE_GAME = played_game(chance(11), ONORE)
GIVEN = Awards(
    best_players=(award(2, "1"),),
    extra_points=(award(4, "0.5"),),
    penalties=(Award(seat=3, points="-0.5", reason="conduct"),),
    best_player_votes=votes({1: 2, 2: 3}, host=4),
)


def test_a_result_tells_all_that_the_table_knows() -> None:
    """Cards, fouls and players seat by seat, who left and how, the first killed, his best move."""
    judge = Judge().day().fouls(6, 2).speeches().play(moves.NightFell())
    shots = tuple(moves.Shot(by=seat, at=5) for seat in (1, 2, 3))
    judge.play(moves.ShotsFired(shots=shots), moves.MorningCame())
    judge.play(moves.BestMoveMade(by=5, named=(1, 2, 9)))
    judge.play(moves.PlayerRemoved(seat=10, note="left the hall"), moves.GameStopped(note="no light"))
    told = told_by(judge.table, PLAYERS, GIVEN, substitutes=(7,))
    assert told == Result(
        winner=None,
        seats=tuple(
            SeatResult(
                seat=seat,
                player=PLAYERS[seat - 1],
                role=ROLES[seat - 1],
                fouls=2 * (seat == 6),
                substitute=seat == 7,
            )
            for seat in range(1, 11)
        ),
        eliminations=judge.table.gone,
        first_killed=5,
        best_move=move(5, 1, 2, 9),
        best_players=GIVEN.best_players,
        extra_points=GIVEN.extra_points,
        penalties=GIVEN.penalties,
        team_defeat=None,
        ending=judge.table.finish.ending if judge.table.finish is not None else None,
        best_player_votes=GIVEN.best_player_votes,
        features=FEATURES,
    )
    assert awards_of(told) == GIVEN


def test_who_is_killed_in_a_later_night_or_removed_in_the_first_was_not_killed_first() -> None:
    """The first killed is whom the shots of the first night hit."""
    missed = Judge().quiet_day().night(None).day().speeches().night(9)
    missed.play(moves.GameStopped(note="no light"))
    assert told_by(missed.table, PLAYERS, Awards()).first_killed is None
    removed = Judge().quiet_day().play(moves.NightFell(), moves.PlayerRemoved(seat=8, note="peeped"))
    removed.play(moves.ShotsFired(), moves.MorningCame(), moves.GameStopped(note="no light"))
    assert [e.seat for e in removed.table.gone] == [8]
    assert told_by(removed.table, PLAYERS, Awards()).first_killed is None


def happened(*played: moves.Move) -> Scenario:
    """Return a game with these entries."""
    entries = (
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(played, start=1)
    )
    return scenario(decider).given(*running(), *entries)


def close(**more: Any) -> CloseProtocol:
    """Return the judge's command, five minutes later."""
    given: dict[str, Any] = {"awards": Awards(), "by": JUDGE, "at": LATER}
    return CloseProtocol(**(given | more))


def test_a_close_says_who_ended_the_game_and_when() -> None:
    """And who entered its result; a game that is not over says where it stands."""
    result = told_by(WHOLE_GAME.table, PLAYERS, Awards())
    happened(*WHOLE_GAME.moves).when(close()).then(
        GameEnded(by=JUDGE, ended_at=LATER), SummaryEntered(result=result, by=JUDGE, entered_at=LATER)
    )
    refusal = happened(*WHOLE_GAME.moves[:3]).when(close()).then_refused(errors.GameNotEnded)
    assert refusal.facts == {"phase": "speeches"}


def test_a_close_against_a_limit_says_why() -> None:
    """The rule, its clause, the judge's reason; what he gave stands."""
    generous = Awards(extra_points=(award(4, "7"),))
    ended, overridden, entered = (
        happened(*WHOLE_GAME.moves).when(close(awards=generous, override="For his birthday.")).events
    )
    assert ended == GameEnded(by=JUDGE, ended_at=LATER)
    assert isinstance(overridden, RuleOverridden)
    assert (overridden.number, overridden.rule, overridden.clause, overridden.reason) == (
        0,
        "extra_points_not_allowed",
        "O-SCORE-4",
        "For his birthday.",
    )
    assert entered.result == told_by(WHOLE_GAME.table, PLAYERS, generous)


def test_a_line_of_a_log_may_be_overruled_as_a_move_may() -> None:
    """The entry says so, by whom and when it was written; the lines after it go on from there."""
    lines = (
        Logged(move=moves.RolesDealt(roles=ROLES)),
        Logged(move=moves.DayBegan()),
        Logged(move=moves.SpeechGiven(seat=4), override="He is hoarse."),
        Logged(move=moves.SpeechGiven(seat=1)),
    )
    given = scenario(decider).given(*running())
    log = EnterLog(log=lines, by=JUDGE, at=LATER)
    events = given.when(log).events
    assert [type(event) for event in events].count(RuleOverridden) == 1
    state = decider.fold((*given.history, *events))
    assert isinstance(state, Running)
    overruled = Overruled(rule="out_of_turn", clause="O-DAY-1", reason="He is hoarse.")
    assert state.play.entries[2] == Entry(
        number=3, moves=(lines[2].move,), by=JUDGE, at=LATER, overruled=(overruled,)
    )
    assert state.play.table.queue == (2, 3, 5, 6, 7, 8, 9, 10)
    refused = given.when(msgspec.structs.replace(log, log=(*lines, Logged(move=moves.DayBegan()))))
    assert refused.then_refused(errors.MoveOutOfPlace).facts["line"] == 5


def test_votes_on_the_best_player_stay_with_a_result_that_is_made_anew() -> None:
    """They are the table's, not the protocol's."""
    cast = BestPlayerVotes(seats=(), host=None)
    result = msgspec.structs.replace(told_by(WHOLE_GAME.table, PLAYERS, Awards()), best_player_votes=cast)
    assert awards_of(result) == Awards(best_player_votes=cast)
