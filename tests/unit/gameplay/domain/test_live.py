"""What is written move by move, to the last field: numbers, overrides, corrections, results made anew."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from deploy.local.championship.table import played_game
from services.gameplay.domain import errors
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.eliminations import FEATURES
from services.gameplay.domain.game.events import (
    ChiefJudgeSteppedIn,
    Doubt,
    GameEnded,
    GameEvent,
    MoveCorrected,
    MoveRecorded,
    ProtocolSigned,
    RuleOverridden,
    SummaryEntered,
)
from services.gameplay.domain.game.live import CloseProtocol, CorrectMove, EnterLog, Logged, RecordMove
from services.gameplay.domain.game.play import Correction, Overruled
from services.gameplay.domain.game.protocol import Awards
from services.gameplay.domain.game.state import Ended, Running
from shared.contracts.gameplay import BestPlayerVotes, Result
from tests.scenario import Scenario, scenario
from tests.unit.gameplay.playing import Judge
from tests.unit.gameplay.tables import AT, CHNU, JUDGE, ONORE, PLAYERS, ROLES, award, chance, running

DEALT = moves.RolesDealt(roles=ROLES)
DAY = moves.DayBegan()
LATER = AT + timedelta(minutes=5)
CHIEF = UUID(int=0xC41EF)
WHOLE_GAME = played_game(chance(11), ONORE)


def happened(*played: moves.Move) -> Scenario:
    """Return a game with these entries."""
    entries = (
        MoveRecorded(number=number, move=move, by=JUDGE, recorded_at=AT)
        for number, move in enumerate(played, start=1)
    )
    return scenario(decider).given(*running(), *entries)


def record(move: moves.Move, **more: Any) -> RecordMove:
    """Return the judge's command, five minutes later."""
    return RecordMove(**({"move": move, "by": JUDGE, "at": LATER} | more))


def correct(number: int, *instead: moves.Move, **more: Any) -> CorrectMove:
    """Return the judge's correction, five minutes later."""
    given: dict[str, Any] = {"number": number, "moves": instead, "reason": "a slip", "by": JUDGE, "at": LATER}
    return CorrectMove(**(given | more))


def after(given: Scenario, command: Any) -> Any:
    """Return the situation after a command that is taken."""
    outcome = given.when(command)
    assert outcome.refusal is None, outcome.refusal
    return decider.fold((*given.history, *outcome.events))


def test_an_entry_has_the_next_number() -> None:
    """Its own again is nothing new, the first too; zero and another are told what is expected."""
    given = happened(DEALT, DAY)
    given.when(record(DEALT, number=1)).then_nothing()
    for number, move in ((0, DEALT), (0, DAY), (1, DAY), (4, moves.SpeechGiven(seat=1))):
        refusal = given.when(record(move, number=number)).then_refused(errors.MoveNumberTaken)
        assert refusal.facts == {"expected": 3}


def test_an_overruled_rule_is_told_whole() -> None:
    """The rule, its clause, what it said, the judge's reason, who and when; the entry carries it."""
    given = happened(DEALT, DAY)
    early = moves.SpeechGiven(seat=4)
    event, _ = given.when(record(early, override="He is hoarse.")).events
    assert event == RuleOverridden(
        number=3,
        rule="out_of_turn",
        clause="O-DAY-1",
        detail="Seat 4 does not have the word; seat 1 has.",
        reason="He is hoarse.",
        by=JUDGE,
        overridden_at=LATER,
    )
    state = after(given, record(early, override="He is hoarse."))
    overruled = Overruled(rule="out_of_turn", clause="O-DAY-1", reason="He is hoarse.")
    assert state.play.entries[-1].overruled == (overruled,)
    assert state.play.pending == ()


def test_a_correction_is_told_whole() -> None:
    """The new moves, the reason, every doubt with its rule and clause; the entry keeps what stood there."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 7, 8), ()).hear_out()
    number = len(judge.moves) - 2
    given = happened(*judge.moves)
    fewer = moves.HandsCounted(candidate=5, voters=(1, 2))
    doubt = Doubt(
        number=number + 2,
        rule="out_of_turn",
        clause="O-TIE-1",
        detail="Seat 5 does not have the word; seat 6 has.",
    )
    (event,) = given.when(correct(number, fewer)).events
    assert event == MoveCorrected(
        number=number, moves=(fewer,), reason="a slip", doubts=(doubt,), by=JUDGE, corrected_at=LATER
    )
    state = after(given, correct(number, fewer))
    entry = state.play.entries[number - 1]
    before = (judge.moves[number - 1],)
    assert entry.corrections == (Correction(before=before, reason="a slip", by=JUDGE, at=LATER),)
    assert state.play.doubts == (doubt,)
    assert state.play.table.news


def test_a_correction_that_breaks_a_rule_needs_an_override() -> None:
    """It is overruled at the number it corrects, and what follows is checked on the table it leads to."""
    given = happened(DEALT, DAY, moves.SpeechGiven(seat=1))
    wrong = moves.SpeechGiven(seat=2)
    given.when(correct(3, wrong)).then_refused(errors.OutOfTurn)
    overridden, corrected = given.when(correct(3, wrong, override="They swapped.")).events
    assert (overridden.number, overridden.reason) == (3, "They swapped.")
    assert corrected.moves == (wrong,)
    both = (moves.SpeechGiven(seat=1), moves.SpeechGiven(seat=2))
    (taken,) = given.when(correct(3, *both)).events
    assert taken.moves == both
    doubled = (moves.SpeechGiven(seat=1), moves.SpeechGiven(seat=1))
    given.when(correct(3, *doubled)).then_refused(errors.OutOfTurn)


def test_a_correction_by_several_moves_follows_the_rules_from_one_to_the_next() -> None:
    """A forgotten third foul before a speech, by Chernivtsi, costs that speech."""
    history = (*running(CHNU), *happened(DEALT, DAY, moves.SpeechGiven(seat=1)).history[2:])
    given = scenario(decider).given(*history)
    foul = moves.FoulGiven(seat=1, note="loud")
    (event,) = given.when(correct(3, foul, foul, foul, moves.SpeechSkipped(seat=1))).events
    assert event.doubts == ()
    silent = given.when(correct(3, foul, foul, foul, moves.SpeechGiven(seat=1)))
    silent.then_refused(errors.PlayerSilent, clause="C-LAW-21")


def test_an_overruled_first_entry_says_so_and_an_overruled_close_says_nothing_of_entries() -> None:
    """Entry 1 carries its override; the number 0 of a close belongs to no entry."""
    begun = after(scenario(decider).given(*running()), record(DAY, override="They sat down awake."))
    assert [o.reason for o in begun.play.entries[0].overruled] == ["They sat down awake."]
    overridden = RuleOverridden(
        number=0, rule="x", clause=None, detail="x", reason="x", by=JUDGE, overridden_at=AT
    )
    closed = decider.fold((*running(), overridden))
    assert isinstance(closed, Running)
    assert closed.play.pending == ()


def test_what_an_entry_says_already_is_no_correction() -> None:
    """Unless it stands in doubt and the judge lets it stand by an override."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 7, 8), ()).hear_out()
    number = len(judge.moves) - 2
    given = happened(*judge.moves)
    same = judge.moves[number - 1]
    for more in ({}, {"override": "So it was."}):
        given.when(correct(number, same, **more)).then_refused(errors.CorrectionChangesNothing)
    fewer = given.when(correct(number, moves.HandsCounted(candidate=5, voters=(1, 2))))
    doubtful = given.given(*fewer.events)
    word = judge.moves[number + 1]
    doubtful.when(correct(number + 2, word)).then_refused(errors.CorrectionChangesNothing)
    stands = doubtful.when(correct(number + 2, word, override="He spoke all the same."))
    assert stands.events[-1].doubts == ()
    elsewhere = judge.moves[number - 2]
    doubtful.when(correct(number - 1, elsewhere, override="x")).then_refused(errors.CorrectionChangesNothing)


def closed_game(**awards: Any) -> Scenario:
    """Return a whole game, closed by its judge with awards."""
    given = happened(*WHOLE_GAME.moves)
    close = CloseProtocol(awards=Awards(**awards), by=JUDGE, at=AT)
    return given.given(*given.when(close).events)


def test_a_closed_result_follows_what_is_written_later() -> None:
    """By whoever writes then, at that time, with the awards it had; a closed game says who closed it."""
    alive = WHOLE_GAME.table.alive[0]
    given = closed_game(extra_points=(award(4, "0.5"),))
    state = decider.fold(given.history)
    assert isinstance(state, Ended)
    closed = state.result
    assert closed is not None
    foul = moves.FoulGiven(seat=alive, note="shouted")
    entry, entered = given.when(record(foul)).events
    assert entry.number == len(WHOLE_GAME.moves) + 1
    assert (entered.by, entered.entered_at) == (JUDGE, LATER)
    assert [seat.fouls for seat in entered.result.seats if seat.seat == alive] == [
        WHOLE_GAME.table.foul_count(alive) + 1
    ]
    assert entered.result.extra_points == (award(4, "0.5"),)
    swapped = tuple(reversed(WHOLE_GAME.moves[0].roles))  # type: ignore[union-attr]
    dealt = correct(1, moves.RolesDealt(roles=swapped))
    events = given.when(dealt).events
    assert type(events[0]) is MoveCorrected


def test_a_correction_makes_the_result_anew_in_the_name_of_who_corrects() -> None:
    """The chief judge, where he stepped in; and the result is that of the corrected table."""
    fouled = moves.FoulGiven(seat=WHOLE_GAME.table.alive[0], note="shouted")
    given = closed_game()
    noted = given.given(*given.when(record(fouled)).events)
    stepped = noted.given(ChiefJudgeSteppedIn(by=CHIEF, reason="He fell ill.", stepped_in_at=AT))
    last = len(WHOLE_GAME.moves) + 1
    corrected, entered = stepped.when(correct(last, by=CHIEF)).events
    assert corrected.by == CHIEF
    assert entered == SummaryEntered(result=_result_of(given), by=CHIEF, entered_at=LATER)


def test_a_result_that_no_longer_fits_its_awards_waits_for_another_close() -> None:
    """Here the offender of a team defeat had extra points."""
    given = happened(DEALT, DAY, moves.TeamDefeatCalled(seat=6, offense="oath", note="swore"))
    close = CloseProtocol(awards=Awards(extra_points=(award(5, "1"),)), by=JUDGE, at=AT)
    closed = given.given(*given.when(close).events)
    other = moves.TeamDefeatCalled(seat=5, offense="oath", note="swore")
    outcome = closed.when(correct(3, other))
    assert [type(event) for event in outcome.events] == [MoveCorrected]
    state = decider.fold((*closed.history, *outcome.events))
    assert isinstance(state, Ended)
    again = scenario(decider).given(*closed.history, *outcome.events)
    again.when(close).then_refused(errors.OffenderAwarded, clause="O-WIN-1")
    override = msgspec.structs.replace(close, override="All agreed.")
    overridden, entered = again.when(override).events
    assert (overridden.number, overridden.rule) == (0, "offender_awarded")
    assert entered.result.team_defeat == 5


def test_doubts_are_named_where_they_keep_a_game_from_its_close() -> None:
    """All their numbers, and the first in words."""
    judge = Judge().day().speeches({1: 5, 2: 6}).vote((1, 2, 3, 4, 7, 8), ()).hear_out().night(9)
    number = len(judge.moves) - 5
    given = happened(*judge.moves, moves.GameStopped(note="no light"))
    fewer = given.when(correct(number, moves.HandsCounted(candidate=5, voters=(1, 2))))
    close = CloseProtocol(awards=Awards(), by=JUDGE, at=AT)
    refusal = given.given(*fewer.events).when(close).then_refused(errors.ProtocolInDoubt)
    assert refusal.facts == {"numbers": [number + 2, number + 3]}
    assert f"Entry {number + 2} " in refusal.message


def with_summary(**changed: Any) -> Scenario:
    """Return a game that has a summary only: that of WHOLE_GAME, with other facts."""
    state = decider.fold(closed_game().history)
    assert isinstance(state, Ended)
    assert state.result is not None
    summary = msgspec.structs.replace(state.result, **changed)
    ending = GameEnded(by=JUDGE, ended_at=AT)
    return scenario(decider).given(
        *running(), ending, SummaryEntered(result=summary, by=JUDGE, entered_at=AT)
    )


def whole_log() -> EnterLog:
    """Return the whole game as a written log."""
    log = tuple(Logged(move=move) for move in WHOLE_GAME.moves)
    return EnterLog(log=log, by=JUDGE, at=LATER)


@pytest.mark.parametrize(
    "known",
    [
        {"features": ("eliminations", "fouls")},
        {"features": ("eliminations",), "seats": "without fouls"},
        {"features": ("eliminations",), "seats": "in another order"},
        {"features": (), "eliminations": "the first"},
        {"features": (), "eliminations": "all"},
        {"features": ("eliminations",), "first_killed": None},
        {"features": ("eliminations",), "best_move": None},
    ],
    ids=str,
)
def test_a_log_may_tell_more_than_a_summary(known: dict[str, Any]) -> None:
    """What the summary does not know is open: fouls without the feature, some who left, the best move."""
    result = _result_of(closed_game())
    named = {
        "without fouls": tuple(msgspec.structs.replace(seat, fouls=0) for seat in result.seats),
        "in another order": tuple(reversed(result.seats)),
        "the first": result.eliminations[:1],
        "all": result.eliminations,
    }
    changed = {name: named.get(value, value) for name, value in known.items()}
    *entries, entered = with_summary(**changed).when(whole_log()).events
    assert len(entries) == len(WHOLE_GAME.moves)
    assert entered == SummaryEntered(result=result, by=JUDGE, entered_at=LATER)


@pytest.mark.parametrize(
    ("changed", "of"),
    [
        ({"winner": "other"}, "winner"),
        ({"seats": "more fouls"}, "seats"),
        ({"seats": "other cards"}, "seats"),
        ({"eliminations": "the first"}, "eliminations"),
        ({"eliminations": "another", "features": ()}, "eliminations"),
        ({"first_killed": "another"}, "first_killed"),
        ({"team_defeat": 1}, "team_defeat"),
    ],
    ids=str,
)
def test_a_log_tells_no_other_game_than_the_summary(changed: dict[str, Any], of: str) -> None:
    """What both know they say alike; the refusal names where they differ."""
    result = _result_of(closed_game())
    first, *others = result.seats
    another = next(seat for seat in WHOLE_GAME.table.alive)
    named = {
        "other": "red" if result.winner == "black" else "black",
        "more fouls": (msgspec.structs.replace(first, fouls=first.fouls + 1), *others),
        "other cards": (msgspec.structs.replace(first, player=PLAYERS[9]), *others),
        "the first": result.eliminations[:1],
        "another": (msgspec.structs.replace(result.eliminations[0], seat=another),),
    }
    values: dict[str, Any] = {name: named.get(value, value) for name, value in changed.items()}
    if of == "first_killed":
        values = {"first_killed": another}
    for given in (with_summary(**values), with_summary(**values).given(_signature())):
        refusal = given.when(whole_log()).then_refused(errors.LogContradictsSummary)
        assert refusal.facts == {"of": of}


def test_a_log_that_does_not_end_the_game_is_no_log_of_it() -> None:
    """It says so by its ending."""
    short = EnterLog(log=whole_log().log[:-1], by=JUDGE, at=LATER)
    refusal = with_summary().when(short).then_refused(errors.LogContradictsSummary)
    assert refusal.facts == {"of": "ending"}


def test_a_result_from_a_log_has_everything_its_judge_gave() -> None:
    """Awards, best-player votes, who is a substitute, all features."""
    given: dict[str, Any] = {
        "best_players": (award(2, "1"),),
        "extra_points": (award(4, "0.5"),),
        "best_player_votes": BestPlayerVotes(seats=(), host=None),
    }
    closing = CloseProtocol(awards=Awards(**given), by=JUDGE, at=AT)
    refused = happened(*WHOLE_GAME.moves).when(closing)
    assert refused.refusal is not None
    given.pop("best_player_votes")
    result = _result_of(closed_game(**given))
    assert {name: getattr(result, name) for name in given} == given
    assert result.features == FEATURES


def _signature() -> GameEvent:
    return ProtocolSigned(by=JUDGE, signed_at=AT)


def _result_of(given: Scenario) -> Result:
    state = decider.fold(given.history)
    assert isinstance(state, Running | Ended)
    assert isinstance(state, Ended)
    assert state.result is not None
    return state.result
