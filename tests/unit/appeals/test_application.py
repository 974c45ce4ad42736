"""What became of a ruling: each answer once, in whatever order the answers come."""

from collections.abc import Sequence
from datetime import date
from itertools import permutations

import pytest
from msgspec.structs import replace

from services.appeals.domain.errors import UnknownRuling
from services.appeals.domain.protest.commands import ProtestCommand
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    AppliedToGame,
    AppliedToRoster,
    AppliedToStandings,
    ConflictFound,
    EffectReleased,
    ProtestEvent,
)
from shared.contracts.appeals import (
    AdjustPoints,
    AwardWin,
    CorrectResult,
    OrderReplay,
    Remedy,
    RemovePlayer,
    SeatFacts,
    SuspendPlayer,
)
from tests.scenario import scenario
from tests.unit.appeals.protests import (
    AT,
    CHANGE,
    CLOSED,
    DECLINED,
    ENDED,
    OTHER,
    STRANGER,
    UNDER_REVIEW,
    applied,
    record_conflict,
    record_game,
    record_release,
    record_roster,
    record_standings,
    ruled,
)

CORRECTION = CorrectResult(reason="A foul was lost.", seats=(SeatFacts(seat=4, fouls=2),))
REMOVAL = RemovePlayer(OTHER, "He insulted the judge.")
SUSPENSION = SuspendPlayer(OTHER, date(2030, 1, 1), "He insulted the judge.")
TO_ROSTER = AppliedToRoster(applied_at=AT)
POINTS = AdjustPoints(player=OTHER, points="-1", reason="He looked.")
TO_GAME = AppliedToGame(applied_at=AT)
TO_STANDINGS = AppliedToStandings(revision=17, changes=(CHANGE,), applied_at=AT)
CONFLICT = ConflictFound(conflict="game_annulled", detail="By ruling 7.", found_at=AT)


@pytest.mark.parametrize("remedy", [None, AwardWin("red"), OrderReplay(), CORRECTION])
def test_a_changed_game_awaits_both(remedy: Remedy | None) -> None:
    """A ruling on the game is applied when gameplay and scoring have both answered, in either order."""
    given = scenario(decider).given(*ruled(remedy))
    given.when(record_game()).then(TO_GAME)
    given.when(record_standings()).then(TO_STANDINGS)
    given.given(TO_GAME).when(record_standings()).then(TO_STANDINGS, applied(), ENDED)
    given.given(TO_STANDINGS).when(record_game()).then(TO_GAME, applied(), ENDED)


def test_what_is_withheld_under_a_freeze_holds_nobody_up() -> None:
    """The protest closes, and what changed is noted when it is said: once, of that revision."""
    held = replace(TO_STANDINGS, changes=(), withheld=True)
    told = EffectReleased(revision=17, changes=(CHANGE,), released_at=AT)
    given = scenario(decider).given(*ruled(POINTS))
    withheld = replace(applied(changes=()), withheld=True)
    given.when(replace(record_standings(changes=()), withheld=True)).then(held, withheld, ENDED)
    closed = given.given(held, withheld, ENDED)
    closed.when(record_release()).then(told)
    closed.when(record_release(revision=18)).then_nothing()
    closed.given(told).when(record_release()).then_nothing()
    scenario(decider).given(*ruled(POINTS), TO_STANDINGS, applied(), ENDED).when(
        record_release()
    ).then_nothing()


def test_a_release_before_the_end_of_a_protest_comes_with_its_end() -> None:
    """Where the game has not answered yet, the ruling is applied with what changed."""
    held = replace(TO_STANDINGS, changes=(), withheld=True)
    told = EffectReleased(revision=17, changes=(CHANGE,), released_at=AT)
    scenario(decider).given(*ruled(None), held, told).when(record_game()).then(TO_GAME, applied(), ENDED)


def test_changed_points_await_scoring() -> None:
    """A ruling on points is applied when scoring has answered."""
    scenario(decider).given(*ruled(POINTS)).when(record_standings()).then(TO_STANDINGS, applied(), ENDED)


def test_a_removal_awaits_registration_and_scoring() -> None:
    """Who is removed is out of the list and of the cuts: both answer, in either order."""
    given = scenario(decider).given(*ruled(REMOVAL))
    given.when(record_game()).then_nothing()
    given.when(record_roster()).then(TO_ROSTER)
    given.given(TO_ROSTER).when(record_standings()).then(TO_STANDINGS, applied(), ENDED)
    given.given(TO_STANDINGS).when(record_roster()).then(TO_ROSTER, applied(), ENDED)
    conflict = ConflictFound(conflict="game_annulled", detail="By ruling 7.", found_at=AT, found_in="roster")
    given.given(TO_STANDINGS).when(record_conflict(found_in="roster")).then(
        conflict, applied(conflict="game_annulled"), ENDED
    )


def test_a_suspension_awaits_registration() -> None:
    """Nothing in the tables changes by it, so nobody else is asked."""
    scenario(decider).given(*ruled(SUSPENSION)).when(record_roster()).then(
        TO_ROSTER, applied(None, ()), ENDED
    )


def test_a_conflict_is_kept_and_told() -> None:
    """What gameplay cannot carry out is kept with its code, in either order, and the protest closes."""
    unchanged = AppliedToStandings(revision=17, changes=(), applied_at=AT)
    end = (applied(changes=(), conflict="game_annulled"), ENDED)
    given = scenario(decider).given(*ruled())
    given.when(record_conflict()).then(CONFLICT)
    given.given(CONFLICT).when(record_standings(changes=())).then(unchanged, *end)
    given.given(unchanged).when(record_conflict()).then(CONFLICT, *end)


def test_a_late_conflict_is_kept_without_reopening() -> None:
    """A conflict that comes after the end is noted, and changes nothing else."""
    closed = (*ruled(POINTS), TO_STANDINGS, applied(), ENDED)
    scenario(decider).given(*closed).when(record_conflict()).then(CONFLICT)
    scenario(decider).given(*closed, CONFLICT).when(record_conflict()).then_nothing()


@pytest.mark.parametrize(
    "history",
    [(*ruled(), TO_GAME, TO_STANDINGS, applied(), ENDED), CLOSED],
)
def test_answers_are_noted_once(history: Sequence[ProtestEvent]) -> None:
    """An answer that comes again after the end is nothing new."""
    scenario(decider).given(*history).when(record_game()).then_nothing()
    scenario(decider).given(*history).when(record_standings()).then_nothing()


def test_repeated_answers_are_noted_once_before_the_end() -> None:
    """An answer that comes again while another is awaited is nothing new."""
    scenario(decider).given(*ruled(), TO_GAME).when(record_game()).then_nothing()
    scenario(decider).given(*ruled(), TO_STANDINGS).when(record_standings()).then_nothing()
    scenario(decider).given(*ruled(), CONFLICT).when(record_conflict()).then_nothing()
    scenario(decider).given(*ruled(), CONFLICT).when(record_game()).then_nothing()


@pytest.mark.parametrize("history", [(), UNDER_REVIEW, DECLINED, ruled()])
def test_an_answer_names_a_ruling_of_this_protest(history: Sequence[ProtestEvent]) -> None:
    """An answer to a ruling that was never published here is an error, not an answer."""
    for command in (record_game(STRANGER), record_standings(STRANGER), record_conflict(STRANGER)):
        scenario(decider).given(*history).when(command).then_refused(UnknownRuling)


def test_every_order_and_repetition_ends_the_same() -> None:
    """Any order of the answers, each twice, applies the ruling exactly once and ends in one state."""
    cases: tuple[tuple[ProtestCommand, ...], ...] = (
        (record_game(), record_standings()),
        (record_conflict(), record_standings(changes=())),
        (record_roster(), record_standings()),
        (record_conflict(found_in="roster"), record_standings(changes=())),
    )
    for answers, remedy in zip(cases, (None, None, REMOVAL, REMOVAL), strict=True):
        ends = set()
        for order in permutations(answers * 2):
            history: list[ProtestEvent] = list(ruled(remedy))
            for command in order:
                history += decider.decide(command, decider.fold(history))
            assert sum(type(event).__name__ == "RulingApplied" for event in history) == 1
            ends.add(repr(decider.fold(history)))
        assert len(ends) == 1
