"""The protocol move by move: who writes it, overrides, corrections, the close, and what stays afterwards."""

from typing import Any
from uuid import UUID

import msgspec
import pytest

from deploy.local.championship.table import played_game
from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.amending import ConfirmCorrection, ProposeCorrection
from services.gameplay.domain.game.arranging import CorrectSeats, GiveBack, StepIn, SubstitutePlayer
from services.gameplay.domain.game.dealing import dealt_from
from services.gameplay.domain.game.decider import StartGame, decider
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    GameAnnulled,
    GameEnded,
    GameEvent,
    GameStarted,
    MoveCorrected,
    MoveRecorded,
    PlayerSubstituted,
    ProtocolSigned,
    ResultAmended,
    RuleOverridden,
    SeatsCorrected,
    SummaryEntered,
)
from services.gameplay.domain.game.judges_view import judges_view
from services.gameplay.domain.game.live import CloseProtocol, CorrectMove, EnterLog, Logged, RecordMove
from services.gameplay.domain.game.protocol import Awards, missing_before_signature
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.rulings import ApplyRuling
from services.gameplay.domain.game.state import Running
from shared.contracts.appeals import AnnulGame
from shared.contracts.gameplay import Result
from shared.contracts.primitives import COMPOSITION
from tests.scenario import scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.playing import Judge
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    GAME,
    JUDGE,
    ONORE,
    PLAYERS,
    ROLES,
    STRANGER,
    award,
    chance,
    ended,
    enter,
    result,
    running,
    schedule,
    scheduled,
    sign,
    signed,
)

CHIEF = UUID(int=0xC41EF)


def record(move: moves.Move, by: UUID = JUDGE, **more: Any) -> RecordMove:
    """Return the command for a move."""
    return RecordMove(move=move, by=by, at=AT, **more)


def recorded(number: int, move: moves.Move, by: UUID = JUDGE) -> MoveRecorded:
    """Return the event of a move."""
    return MoveRecorded(number=number, move=move, by=by, recorded_at=AT)


def played(*played: moves.Move, rules: TableRules = ONORE) -> tuple[GameEvent, ...]:
    """Return what happened up to these moves."""
    entries = (recorded(number, move) for number, move in enumerate(played, start=1))
    return *running(rules), *entries


def correct(number: int, *instead: moves.Move, **more: Any) -> CorrectMove:
    """Return a correction."""
    return CorrectMove(number=number, moves=instead, reason="entered wrongly", by=JUDGE, at=AT, **more)


def close(override: str | None = None, **awards: Any) -> CloseProtocol:
    """Return the close of a game."""
    return CloseProtocol(awards=Awards(**awards), by=JUDGE, at=AT, override=override)


def log(*logged: moves.Move) -> EnterLog:
    """Return a written log."""
    return EnterLog(log=tuple(Logged(move=move) for move in logged), by=JUDGE, at=AT)


DEALT = moves.RolesDealt(roles=ROLES)
FOUL = moves.FoulGiven(seat=5, note="spoke out of turn")
WHOLE_GAME = played_game(chance(11), ONORE)
EARLY = moves.NightFell()


@pytest.mark.clause("O-GAME-1", "C-GAME-1", "C-LAW-36")
def test_the_judge_of_the_table_writes_and_nobody_else() -> None:
    """A stranger, a player and even the chief judge are refused, without a word about the table."""
    given = scenario(decider).given(*played(DEALT))
    for person in (STRANGER, PLAYERS[0], CHIEF):
        for command in (record(FOUL, person), correct(1), close(), log(FOUL)):
            refusal = given.when(msgspec.structs.replace(command, by=person)).then_refused(
                errors.NotTheTableJudge
            )
            assert "mafia" not in refusal.message
    given.when(record(FOUL)).then(recorded(2, FOUL))


def test_a_game_that_is_not_started_has_no_moves() -> None:
    """Neither before the start nor after the signature."""
    scenario(decider).given(scheduled()).when(record(DEALT)).then_refused(errors.GameNotStarted)
    scenario(decider).given(scheduled()).when(log(DEALT)).then_refused(errors.GameNotStarted)
    done = scenario(decider).given(*signed(taken(result())))
    for command in (record(FOUL), correct(1), close()):
        done.when(command).then_refused(errors.ProtocolAlreadySigned)
    scenario(decider).when(record(DEALT)).then_refused(errors.GameUnknown)
    only_summary = scenario(decider).given(*ended(taken(result())))
    only_summary.when(record(FOUL)).then_refused(errors.ProtocolNotLive)


@pytest.mark.case(75)
def test_a_double_tap_is_one_foul() -> None:
    """The same entry again changes nothing; another move under its number is refused."""
    given = scenario(decider).given(*played(DEALT, FOUL))
    given.when(record(FOUL, number=2)).then_nothing()
    other = moves.FoulGiven(seat=6, note="spoke out of turn")
    given.when(record(other, number=2)).then_refused(errors.MoveNumberTaken)
    given.when(record(other, number=4)).then_refused(errors.MoveNumberTaken)
    given.when(record(other, number=3)).then(recorded(3, other))


def test_what_removes_a_player_is_said_twice() -> None:
    """A slip removes nobody: the first time the judge is told what follows, and says it back."""
    removal = moves.PlayerRemoved(seat=5, note="left the hall")
    game = scenario(decider).given(*played(moves.RolesDealt(roles=ROLES), moves.DayBegan()))
    slip = game.when(record(removal, asked=True)).then_refused(errors.ConfirmationNeeded)
    assert slip.facts == {
        "confirm": "seat 5 leaves, a vote is not held",
        "follows": {"out": (5,), "silenced": (), "vote_lost": True, "over": False, "winner": None},
    }
    other = record(removal, asked=True, confirm="seat 6 leaves, a vote is not held")
    game.when(other).then_refused(errors.ConfirmationNeeded)
    meant = record(removal, asked=True, confirm="seat 5 leaves, a vote is not held")
    game.when(meant).then(recorded(3, removal))
    game.when(record(removal)).then(recorded(3, removal))


def test_only_what_cannot_be_taken_back_easily_is_said_twice() -> None:
    """A foul is not, the fourth is; a vote that puts somebody out is not; whatever ends the game is."""
    fouls = [moves.FoulGiven(seat=2, note="loud")] * 4
    dealt = (moves.RolesDealt(roles=ROLES), moves.DayBegan())
    third = scenario(decider).given(*played(*dealt, *fouls[:2]))
    third.when(record(fouls[2], asked=True)).then(recorded(5, fouls[2]))
    third.when(record(fouls[2], asked=True, confirm="seat 2 leaves")).then_refused(errors.ConfirmationNeeded)
    fourth = scenario(decider).given(*played(*dealt, *fouls[:3]))
    fourth.when(record(fouls[3], asked=True)).then_refused(errors.ConfirmationNeeded)
    ends: dict[moves.Move, str | None] = {
        moves.TeamDefeatCalled(seat=2, offense="oath", note="swore"): "red",
        moves.GameStopped(note="no light"): None,
        moves.WinnerDeclared(team="black", note="all saw it"): "black",
    }
    for move, winner in ends.items():
        asked = fourth.when(record(move, asked=True)).then_refused(errors.ConfirmationNeeded)
        assert asked.facts["confirm"] == "the game ends"
        assert asked.facts["follows"]["over"]  # type: ignore[index]
        assert asked.facts["follows"]["winner"] == winner  # type: ignore[index]
        confirmed = fourth.when(record(move, asked=True, confirm="the game ends"))
        confirmed.then(recorded(6, move))


def test_the_last_word_that_a_removal_takes_is_told() -> None:
    """Who was voted out and misbehaves loses his last word, and the judge is told so before."""
    judge = Judge().day().speeches({1: 6, 2: 7}).vote((1, 2, 3, 4, 5, 8, 9, 10), (6, 7))
    assert judge.table.queue == (6,)
    removal = moves.PlayerRemoved(seat=6, note="shouted")
    asked = scenario(decider).given(*played(*judge.moves)).when(record(removal, asked=True))
    told = asked.then_refused(errors.ConfirmationNeeded)
    assert told.facts["confirm"] == "seat 6 loses the last word"


@pytest.mark.clause("C-LAW-36")
def test_the_judge_overrules_a_rule_and_it_shows() -> None:
    """A move against a rule is refused with its clause; with a reason it stands, as an event of its own."""
    given = scenario(decider).given(*played(DEALT, moves.DayBegan()))
    early = moves.SpeechGiven(seat=4)
    given.when(record(early)).then_refused(errors.OutOfTurn, clause="O-DAY-1")
    taken = given.when(record(early, override="Seat 1 is hoarse and speaks last."))
    overridden, event = taken.events
    assert event == recorded(3, early)
    assert (overridden.number, overridden.rule, overridden.clause) == (3, "out_of_turn", "O-DAY-1")
    assert overridden.reason == "Seat 1 is hoarse and speaks last."
    state = decider.fold((*given.history, *taken.events))
    assert isinstance(state, Running)
    assert state.play.entries[2].overruled[0].reason == "Seat 1 is hoarse and speaks last."
    assert 4 not in state.play.table.queue
    legal = given.when(record(moves.SpeechGiven(seat=1), override="not needed"))
    legal.then(recorded(3, moves.SpeechGiven(seat=1)))


def test_white_space_is_no_reason_to_the_judge_either() -> None:
    """Neither for a foul, an overruled rule, a correction, nor for stepping in."""
    game = scenario(decider).given(*played(moves.RolesDealt(roles=ROLES), moves.DayBegan()))
    foul = moves.FoulGiven(seat=3, note=" ")
    commands = {
        "move.note": record(foul),
        "override": record(moves.MorningCame(), override="\n"),
        "reason": CorrectMove(number=2, moves=(), reason="  ", by=JUDGE, at=AT),
        "log[0].move.note": EnterLog(log=(Logged(move=foul),), by=JUDGE, at=AT),
    }
    for field, command in commands.items():
        refusal = game.when(command).then_refused(errors.ReasonBlank)
        assert refusal.facts == {"field": field}
    game.when(StepIn(is_chief_judge=True, reason="\t", by=CHIEF, at=AT)).then_refused(errors.ReasonBlank)


@pytest.mark.case(14)
@pytest.mark.clause("C-LAW-36")
def test_an_overruled_vote_keeps_one_vote_for_each_player_alive() -> None:
    """The judge lets a second hand count: it takes the place of the first, and ten votes are ten."""
    judge = Judge().day().speeches({1: 5, 2: 6})
    judge.play(moves.HandsCounted(candidate=5, voters=(1, 2, 3)))
    events = list(played(*judge.moves))
    second = moves.HandsCounted(candidate=6, voters=(3, 4))
    scenario(decider).given(*events).when(record(second)).then_refused(errors.VotedTwice, clause="O-VOTE-1")
    outcome = scenario(decider).given(*events).when(record(second, override="He meant 6, all saw it."))
    state = decider.fold((*events, *outcome.events))
    assert isinstance(state, Running)
    tally = state.play.table.tallies[-1]
    assert tally.votes == (5, 5, 6, 6, 6, 6, 6, 6, 6, 6)
    assert isinstance(outcome.events[0], RuleOverridden)


@pytest.mark.case(14)
def test_an_overruled_vote_from_the_dead_stands_in_the_protocol_and_counts_nothing() -> None:
    """Seat 10 is out: with an override his hand is noted, and nine votes are nine."""
    judge = Judge().quiet_day().night(10).hear_out().day().speeches({2: 5, 3: 6})
    given = scenario(decider).given(*played(*judge.moves))
    dead = moves.HandsCounted(candidate=5, voters=(1, 10))
    given.when(record(dead)).then_refused(errors.PlayerIsOut)
    first = given.when(record(dead, override="He raised it before he left.")).events
    last = scenario(decider).given(*given.history, *first).when(record(moves.HandsCounted(candidate=6)))
    state = decider.fold((*given.history, *first, *last.events))
    assert isinstance(state, Running)
    assert state.play.table.tallies[-1].votes == (5, 6, 6, 6, 6, 6, 6, 6, 6, 0)


@pytest.mark.clause("C-HOST-2")
def test_a_warning_is_taken_back_by_a_correction_that_shows() -> None:
    """The entry stays with what it said, who changed it and why; the count is what is true."""
    given = scenario(decider).given(*played(DEALT, moves.DayBegan(), FOUL))
    outcome = given.when(correct(3))
    outcome.then(
        MoveCorrected(number=3, moves=(), reason="entered wrongly", doubts=(), by=JUDGE, corrected_at=AT)
    )
    state = decider.fold((*given.history, *outcome.events))
    assert isinstance(state, Running)
    assert state.play.table.foul_count(5) == 0
    (correction,) = state.play.entries[2].corrections
    assert (correction.before, correction.reason, correction.by) == ((FOUL,), "entered wrongly", JUDGE)


def test_a_correction_says_what_no_longer_holds() -> None:
    """A vote that is corrected leaves other words and a night in the air; the close waits for them."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 7, 8), ()).hear_out().night(9)
    number = len(judge.moves) - 5
    assert judge.moves[number - 1] == moves.HandsCounted(candidate=5, voters=(1, 2, 3, 4, 7, 8))
    given = scenario(decider).given(*played(*judge.moves))
    outcome = given.when(correct(number, moves.HandsCounted(candidate=5, voters=(1, 2))))
    (event,) = outcome.events
    assert [(d.number, d.rule) for d in event.doubts] == [
        (number + 2, "out_of_turn"),
        (number + 3, "move_out_of_place"),
    ]
    state = decider.fold((*given.history, event))
    assert isinstance(state, Running)
    assert [e.seat for e in state.play.table.gone] == [6, 9]
    assert "doubts" in missing_before_signature(state)
    stopped = recorded(len(judge.moves) + 1, moves.GameStopped(note="the lights went out"))
    over = scenario(decider).given(*given.history, event, stopped)
    over.when(close()).then_refused(errors.ProtocolInDoubt)
    right = over.when(correct(number + 2, moves.SpeechGiven(seat=6)))
    assert right.events[-1].doubts == ()
    stands = over.when(correct(number + 2, moves.SpeechGiven(seat=5), override="He spoke all the same."))
    assert [d.number for d in stands.events[-1].doubts] == [number + 3]
    assert isinstance(stands.events[0], RuleOverridden)


def test_a_correction_names_an_entry_and_changes_it() -> None:
    """An entry that is not there, one that says this already, and an illegal replacement are refused."""
    given = scenario(decider).given(*played(DEALT, moves.DayBegan(), moves.SpeechGiven(seat=1)))
    given.when(correct(9)).then_refused(errors.MoveUnknown)
    given.when(correct(0)).then_refused(errors.MoveUnknown)
    given.when(correct(2, moves.DayBegan())).then_refused(errors.CorrectionChangesNothing)
    given.when(correct(3, moves.SpeechGiven(seat=2))).then_refused(errors.OutOfTurn, clause="O-DAY-1")
    forgotten = (moves.CandidatePutUp(by=1, candidate=7), moves.SpeechGiven(seat=1))
    assert given.when(correct(3, *forgotten)).events[0].moves == forgotten


@pytest.mark.case(26)
def test_another_card_of_the_offender_flips_the_winner() -> None:
    """The cards were entered wrongly: after the correction the win is the other team's."""
    defeat = moves.TeamDefeatCalled(seat=6, offense="oath")
    given = scenario(decider).given(*played(DEALT, moves.DayBegan(), defeat))
    swapped = moves.RolesDealt(roles=(ROLES[5], *ROLES[1:5], ROLES[0], *ROLES[6:]))
    outcome = given.when(correct(1, swapped))
    for events, winner in (((), "black"), (outcome.events, "red")):
        state = decider.fold((*given.history, *events))
        assert isinstance(state, Running)
        assert state.play.table.finish is not None
        assert state.play.table.finish.winner == winner


@pytest.mark.clause("O-RULE-2")
def test_the_judges_view_answers_who_is_put_up() -> None:
    """In the order in which they were put up, with whose turn it is, how long, who is silent and why."""
    judge = Judge().day().fouls(1, 0).speeches({1: 7, 2: 3}, until=4).fouls(2, 3)
    view = judges_view(decider.fold(played(*judge.moves)))
    assert view is not None
    assert [c.seat for c in view.candidates] == [7, 3]
    assert (view.turn, view.seconds, view.phase, view.number) == (4, 60, "speeches", 1)
    assert [(s.seat, s.day, s.reason, s.clause, s.seconds) for s in view.silent] == [
        (2, 2, "3 fouls", "O-FOUL-2", 0)
    ]
    assert {a.move for a in view.allowed} >= {"CandidatePutUp", "SpeechGiven", "SpeechSkipped", "FoulGiven"}
    assert view.missing == ["end", "result"]
    assert judges_view(decider.fold((scheduled(),))) is None


def test_a_game_that_is_over_is_closed_and_signed() -> None:
    """The result follows from the protocol; the judge adds points within the document's limits."""
    given = scenario(decider).given(*played(*WHOLE_GAME.moves))
    outcome = given.when(close(extra_points=(award(4, "0.5"),)))
    game_ended, entered = outcome.events
    assert isinstance(game_ended, GameEnded)
    assert entered.result.winner == WHOLE_GAME.table.finish.winner  # type: ignore[union-attr]
    assert entered.result.eliminations == WHOLE_GAME.table.gone
    assert {"votes", "shots", "checks"} <= set(entered.result.features)
    history = (*given.history, *outcome.events)
    assert missing_before_signature(decider.fold(history)) == []
    scenario(decider).given(*history).when(close(extra_points=(award(4, "0.5"),))).then_nothing()
    scenario(decider).given(*history).when(sign()).then(ProtocolSigned(by=JUDGE, signed_at=AT))
    given.when(close(extra_points=(award(4, "7"),))).then_refused(
        errors.ExtraPointsNotAllowed, clause="O-SCORE-4"
    )
    scenario(decider).given(*played(DEALT)).when(close()).then_refused(errors.GameNotEnded)
    given.when(sign()).then_refused(errors.SummaryMissing)


@pytest.mark.case(33)
def test_fouls_after_the_end_do_not_keep_a_game_from_its_close() -> None:
    """Four fouls of a player who is still in the game remove nobody: all are entries, three are counted."""
    alive = WHOLE_GAME.table.alive[0]
    shouted = [moves.FoulGiven(seat=alive, note="shouted at the judge")] * 4
    given = scenario(decider).given(*played(*WHOLE_GAME.moves, *shouted))
    entered = given.when(close()).events[-1].result
    assert [seat.fouls for seat in entered.seats if seat.seat == alive] == [3]
    assert entered.eliminations == WHOLE_GAME.table.gone


def test_a_correction_of_a_closed_game_makes_its_result_anew() -> None:
    """A card corrected before the signature changes the result; an end undone takes it away."""
    given = scenario(decider).given(*played(*WHOLE_GAME.moves))
    history = (*given.history, *given.when(close()).events)
    late = scenario(decider).given(*history).when(record(moves.FoulGiven(seat=1, note="shouted")))
    assert [type(event) for event in late.events] == [MoveRecorded, SummaryEntered]
    undone = scenario(decider).given(*history).when(correct(len(WHOLE_GAME.moves)))
    assert [type(event) for event in undone.events] == [MoveCorrected]
    again = scenario(decider).given(*history, *undone.events)
    again.when(sign()).then_refused(errors.SummaryMissing)
    assert missing_before_signature(decider.fold(again.history)) == ["end", "result"]
    redone = again.when(record(WHOLE_GAME.moves[-1]))
    closed = scenario(decider).given(*again.history, *redone.events).when(close())
    assert [type(event) for event in closed.events] == [SummaryEntered]


def test_a_written_log_is_all_or_nothing() -> None:
    """A whole game at once ends as it did move by move; one bad line and nothing is entered."""
    given = scenario(decider).given(*running())
    outcome = given.when(log(*WHOLE_GAME.moves))
    outcome.then(*(recorded(number, move) for number, move in enumerate(WHOLE_GAME.moves, start=1)))
    annulled = GameAnnulled(ruling=UUID(int=1), reason="So ruled.", annulled_at=AT)
    scenario(decider).given(*signed(taken(result())), annulled).when(log(FOUL)).then_refused(
        errors.GameIsAnnulled
    )
    bad = (*WHOLE_GAME.moves[:7], EARLY, *WHOLE_GAME.moves[7:])
    refusal = given.when(log(*bad)).then_refused(errors.MoveOutOfPlace)
    assert refusal.facts["line"] == 8


def test_a_summary_is_filled_up_to_a_log() -> None:
    """The log tells the same game; then the result knows more, or, once signed, stays as it is."""
    told = scenario(decider).given(*played(*WHOLE_GAME.moves)).when(close()).events[-1].result
    summary = msgspec.structs.replace(told, features=("eliminations", "first_killed", "fouls"))
    history = (
        *running(),
        GameEnded(by=JUDGE, ended_at=AT),
        SummaryEntered(result=summary, by=JUDGE, entered_at=AT),
    )
    filled = scenario(decider).given(*history).when(log(*WHOLE_GAME.moves))
    assert filled.events[-1] == SummaryEntered(result=told, by=JUDGE, entered_at=AT)
    after = scenario(decider).given(*history, ProtocolSigned(by=JUDGE, signed_at=AT))
    late = after.when(log(*WHOLE_GAME.moves))
    assert {type(event) for event in late.events} == {MoveRecorded}
    assert decider.fold((*after.history, *late.events)).result == summary  # type: ignore[union-attr]
    other = played_game(chance(12), ONORE)
    for given in (scenario(decider).given(*history), after):
        given.when(log(*other.moves)).then_refused(errors.LogContradictsSummary)
        given.when(log(*WHOLE_GAME.moves[:-1])).then_refused(errors.LogContradictsSummary)


def test_a_summary_keeps_what_was_recorded() -> None:
    """The judge goes on with a summary: other cards, or somebody in the game who left it, are refused."""
    judge = Judge().quiet_day().night(5)
    given = scenario(decider).given(*played(*judge.moves))
    assert given.when(enter(result("black"))).events
    other = result("black", seats=tuple(reversed(result().seats)))
    wrong = msgspec.structs.replace(
        other,
        seats=tuple(
            msgspec.structs.replace(s, role={4: "civilian", 5: "sheriff"}.get(s.seat, s.role))
            for s in other.seats
        ),
    )
    given.when(enter(wrong)).then_refused(errors.SummaryContradictsProtocol)
    given.when(
        enter(result("red", eliminations=result("red").eliminations[:1] + result("red").eliminations[2:]))
    )
    without = result("black", eliminations=(), features=())
    given.when(enter(without)).then_refused(errors.SummaryContradictsProtocol)


def test_the_chief_judge_takes_the_judges_place_and_it_shows() -> None:
    """From then on he writes and the judge does not, until the table is given back."""
    step_in = StepIn(reason="The judge fell ill.", by=CHIEF, is_chief_judge=True, at=AT)
    given = scenario(decider).given(*played(DEALT))
    stepped = ChiefJudgeSteppedIn(by=CHIEF, reason="The judge fell ill.", stepped_in_at=AT)
    given.when(step_in).then(stepped)
    not_chief = msgspec.structs.replace(step_in, by=STRANGER, is_chief_judge=False)
    given.when(not_chief).then_refused(errors.NotTheChiefJudge)
    given.when(msgspec.structs.replace(step_in, by=PLAYERS[2])).then_refused(errors.JudgeAtOwnTable)
    taken_over = scenario(decider).given(*given.history, stepped)
    taken_over.when(step_in).then_nothing()
    taken_over.when(record(FOUL)).then_refused(errors.NotTheTableJudge)
    taken_over.when(record(FOUL, CHIEF)).then(recorded(2, FOUL, CHIEF))
    returned = taken_over.when(GiveBack(by=CHIEF, at=AT)).events
    scenario(decider).given(*taken_over.history, *returned).when(record(FOUL)).then(recorded(2, FOUL))
    given.when(GiveBack(by=JUDGE, at=AT)).then_nothing()
    done = scenario(decider).given(*signed(taken(result())))
    for late in (step_in, GiveBack(by=JUDGE, at=AT)):
        done.when(late).then_refused(errors.ProtocolAlreadySigned)


def substitution(**changed: Any) -> SubstitutePlayer:
    """Return a substitution at seat 3."""
    given: dict[str, Any] = {
        "seat": 3,
        "player": STRANGER,
        "reason": "He left for his train.",
        "is_entered": True,
        "by": CHIEF,
        "is_official": True,
        "at": AT,
    }
    return SubstitutePlayer(**(given | changed))


@pytest.mark.case(59)
def test_nobody_starts_with_who_is_out_or_at_another_table() -> None:
    """Who withdrew, was disqualified, or sits at two tables of a round is replaced before the start."""
    given = scenario(decider).given(scheduled())
    for facts, rule in (
        ({"left": frozenset({PLAYERS[4]})}, errors.PlayerHasLeft),
        ({"elsewhere": frozenset({PLAYERS[4]})}, errors.PlayerAtTwoTables),
    ):
        start = StartGame(by=JUDGE, at=AT, **facts)
        assert given.when(start).then_refused(rule).facts == {"seat": 5}
        replaced = given.when(substitution(seat=5)).events
        given.given(*replaced).when(start).then(GameStarted(by=JUDGE, started_at=AT))
    busy = substitution(elsewhere=UUID(int=0xE))
    given.when(busy).then_refused(errors.PlayerAtTwoTables)


@pytest.mark.case(56)
@pytest.mark.case(58)
def test_a_substitute_plays_in_games_that_have_not_started() -> None:
    """He is marked as one in the result; in a started game, twice, or without entry he is refused."""
    given = scenario(decider).given(scheduled())
    event = PlayerSubstituted(
        seat=3, player=STRANGER, reason="He left for his train.", by=CHIEF, substituted_at=AT
    )
    given.when(substitution()).then(event)
    given.when(substitution(is_entered=False)).then_refused(errors.SubstituteNotEntered)
    given.when(substitution(player=PLAYERS[7])).then_refused(errors.PlayerTwice)
    given.when(substitution(player=JUDGE)).then_refused(errors.JudgeAtOwnTable)
    given.when(substitution(is_official=False, by=PLAYERS[0])).then_refused(errors.NotAnOfficial)
    scenario(decider).given(*running()).when(substitution()).then_refused(errors.GameAlreadyStarted)
    swapped = scenario(decider).given(scheduled(), event)
    swapped.when(substitution()).then_nothing()
    swapped.when(schedule()).then_nothing()
    events = (scheduled(), event, *played(*WHOLE_GAME.moves)[1:])
    entered: Result = scenario(decider).given(*events).when(close()).events[-1].result
    assert [(s.player, s.substitute) for s in entered.seats if s.seat == 3] == [(STRANGER, True)]
    assert [s.seat for s in entered.seats if s.substitute] == [3]


@pytest.mark.case(56)
def test_a_seat_error_in_a_running_game_is_corrected_at_once() -> None:
    """Two players sat in each other's seats: one event, and the protocol goes with the seats."""
    really = (PLAYERS[1], PLAYERS[0], *PLAYERS[2:])
    command = CorrectSeats(seats=really, reason="1 and 2 swapped", by=JUDGE, at=AT)
    event = SeatsCorrected(seats=really, reason="1 and 2 swapped", by=JUDGE, corrected_at=AT)
    for history in ((scheduled(),), played(*WHOLE_GAME.moves)):
        given = scenario(decider).given(*history)
        given.when(command).then(event)
        for wrong in (really[:9], (*really[:9], STRANGER), (*really[:9], really[0])):
            given.when(msgspec.structs.replace(command, seats=wrong)).then_refused(errors.SeatsNotThePlayers)
        given.when(msgspec.structs.replace(command, seats=PLAYERS)).then_nothing()
    entered = scenario(decider).given(*played(*WHOLE_GAME.moves), event).when(close()).events[-1].result
    assert tuple(seat.player for seat in entered.seats) == really
    scenario(decider).given(*ended(taken(result()))).when(command).then_refused(errors.GameAlreadyStarted)
    scenario(decider).given(*signed(taken(result()))).when(command).then_refused(errors.ProtocolAlreadySigned)


def test_a_signed_result_is_corrected_by_judge_and_chief_judge_together() -> None:
    """One proposes with a reason, the other agrees, and the result is amended; one alone cannot."""
    before, after = taken(result("black")), taken(result("red"))
    given = scenario(decider).given(*signed(before))
    propose = ProposeCorrection(result=after, reason="a slip", by=JUDGE, is_chief_judge=False, at=AT)
    (proposed,) = given.when(propose).events
    amended = ResultAmended(result=after, ruling=None, reason="a slip", amended_at=AT)
    agree = ConfirmCorrection(by=CHIEF, is_chief_judge=True, at=AT)
    waiting = scenario(decider).given(*given.history, proposed)
    waiting.when(agree).then(amended)
    waiting.when(propose).then_nothing()
    alone = ConfirmCorrection(by=JUDGE, is_chief_judge=False, at=AT)
    waiting.when(alone).then_refused(errors.SecondOfficialNeeded)
    waiting.when(ConfirmCorrection(by=STRANGER, is_chief_judge=False, at=AT)).then_refused(
        errors.NotAnOfficial
    )
    (by_chief,) = given.when(msgspec.structs.replace(propose, by=CHIEF, is_chief_judge=True)).events
    scenario(decider).given(*given.history, by_chief).when(alone).then(amended)
    two_chiefs = ConfirmCorrection(by=STRANGER, is_chief_judge=True, at=AT)
    scenario(decider).given(*given.history, by_chief).when(two_chiefs).then_refused(
        errors.SecondOfficialNeeded
    )
    given.when(agree).then_refused(errors.CorrectionNotProposed)
    same = msgspec.structs.replace(propose, result=before)
    given.when(same).then_refused(errors.CorrectionChangesNothing)
    scenario(decider).given(*ended(before)).when(propose).then_refused(errors.ProtocolNotSigned)
    done = scenario(decider).given(*waiting.history, amended)
    done.when(agree).then_refused(errors.CorrectionNotProposed)


def test_a_ruling_still_decides_over_a_live_game() -> None:
    """A game played move by move is annulled by a ruling like any other."""
    history = played(*WHOLE_GAME.moves)
    history = (
        *history,
        *scenario(decider).given(*history).when(close()).events,
        ProtocolSigned(by=JUDGE, signed_at=AT),
    )
    command = ApplyRuling(
        game=GAME,
        championship=CHAMPIONSHIP,
        ruling=UUID(int=1),
        remedy=AnnulGame(),
        reason="So ruled.",
        at=AT,
    )
    assert len(scenario(decider).given(*history).when(command).events) == 1


def test_the_server_draws_the_cards_from_a_seed() -> None:
    """A seed always gives the same ten cards, other seeds others, and every card comes to every seat."""
    assert dealt_from("0123456789") == dealt_from("0123456789")
    dealt = [dealt_from(f"seed-{n}") for n in range(300)]
    for move in dealt:
        assert sorted(move.roles) == sorted(role for role, count in COMPOSITION.items() for _ in range(count))
    assert {seat for move in dealt for seat, role in enumerate(move.roles) if role == "don"} == set(range(10))
    assert len({move.roles for move in dealt}) > 200
