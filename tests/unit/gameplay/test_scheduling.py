"""A game is drawn once and started once."""

from uuid import UUID

from services.gameplay.domain import errors
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import GameStarted
from tests.scenario import scenario
from tests.unit.gameplay.judging import taken
from tests.unit.gameplay.tables import (
    AT,
    CHNU,
    JUDGE,
    PLAYERS,
    STRANGER,
    ended,
    result,
    running,
    schedule,
    scheduled,
    start,
)


def test_a_draw_schedules_a_game_with_the_rules_that_bind_it() -> None:
    """The event holds the limits of the document, so that no later version reaches the game."""
    scenario(decider).when(schedule(CHNU)).then(scheduled(CHNU))


def test_the_same_draw_again_changes_nothing() -> None:
    """Before and after the start, a game drawn again as it was stays as it is."""
    for history in ((scheduled(),), running(), ended(taken(result()))):
        scenario(decider).given(*history).when(schedule()).then_nothing()


def test_another_draw_of_the_same_game_conflicts() -> None:
    """Other seats, another judge or other rules are refused."""
    game = scenario(decider).given(scheduled())
    for command in (
        schedule(seats=PLAYERS[::-1]),
        schedule(judge=STRANGER),
        schedule(table=9),
        schedule(CHNU),
        schedule(championship=UUID(int=9)),
    ):
        game.when(command).then_refused(errors.GameAlreadyScheduled)


def test_a_double_tap_starts_once() -> None:
    """The judge starts a scheduled game; starting it again, even when it has ended, changes nothing."""
    scenario(decider).given(scheduled()).when(start()).then(GameStarted(by=JUDGE, started_at=AT))
    for history in (running(), ended(taken(result()))):
        scenario(decider).given(*history).when(start()).then_nothing()


def test_a_game_that_was_never_drawn_is_unknown() -> None:
    """Nobody can start it."""
    scenario(decider).when(start()).then_refused(errors.GameUnknown)
