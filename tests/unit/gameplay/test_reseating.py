"""A change of the published seating reaches a game that has not started, and no other."""

from typing import Any
from uuid import UUID

from services.gameplay.domain import errors
from services.gameplay.domain.game.arranging import StepIn, SubstitutePlayer
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import GameReseated, ReseatingDeclined
from services.gameplay.domain.game.reseating import DeclineReseating, ReseatGame
from services.gameplay.domain.game.state import Scheduled
from services.gameplay.publications import publication
from shared.contracts.gameplay import SeatingNotChanged
from tests.scenario import scenario
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    DRAW,
    GAME,
    JUDGE,
    PLAYERS,
    STRANGER,
    running,
    schedule,
    scheduled,
    start,
)

CHANGE = UUID(int=0xC0)
NEWCOMER, LATER, ANOTHER = UUID(int=0xAA1), UUID(int=0xAA2), UUID(int=0xAA3)
CHANGED = (NEWCOMER, *PLAYERS[1:])


def reseat(**changes: Any) -> ReseatGame:
    """Let the newcomer sit at seat 1 as a substitute."""
    given: dict[str, Any] = {
        "change": CHANGE,
        "was_judge": JUDGE,
        "was_seats": PLAYERS,
        "judge": JUDGE,
        "seats": CHANGED,
        "substitutes": (NEWCOMER,),
        "at": AT,
    }
    return ReseatGame(**(given | changes))


def reseated(**changes: Any) -> GameReseated:
    """Return that he does."""
    given: dict[str, Any] = {
        "change": CHANGE,
        "judge": JUDGE,
        "seats": CHANGED,
        "substitutes": (NEWCOMER,),
        "reseated_at": AT,
    }
    return GameReseated(**(given | changes))


def setting_after(*events: Any) -> Any:
    """Return the setting of a scheduled game after events."""
    state = decider.fold([scheduled(), *events])
    assert isinstance(state, Scheduled)
    return state.setting


def test_a_change_is_taken_over_once() -> None:
    """The game has its new ten; the same change again changes nothing."""
    game = scenario(decider).given(scheduled())
    game.when(reseat()).then(reseated())
    game.given(reseated()).when(reseat()).then_nothing()


def test_substitutes_are_those_whom_the_change_names() -> None:
    """Who moved from another table sits for himself; who came for somebody who has played is marked."""
    seats = (NEWCOMER, LATER, *PLAYERS[2:])
    setting = setting_after(reseated(seats=seats))
    assert (setting.seats, setting.substitutes) == (seats, (1,))


def test_what_the_judge_arranges_afterwards_counts_on_top() -> None:
    """Seats that are corrected take the mark along; a substitute of the day is marked beside."""
    naming = SubstitutePlayer(
        seat=2, player=ANOTHER, reason="Ill", is_entered=True, by=JUDGE, is_official=False, at=AT
    )
    [named] = decider.decide(naming, decider.fold([scheduled(), reseated()]))
    assert setting_after(reseated(), named).substitutes == (1, 2)


def test_the_draw_heard_again_changes_nothing() -> None:
    """A game that was reseated is still the game of its draw, its judge replaced or not."""
    changed = reseated(judge=STRANGER)
    scenario(decider).given(scheduled(), changed).when(schedule()).then_nothing()


def test_the_new_judge_starts_the_game() -> None:
    """The change names who writes; the judge before him does not any more."""
    game = scenario(decider).given(scheduled(), reseated(judge=STRANGER))
    game.when(start()).then_refused(errors.NotTheTableJudge)
    assert game.when(start(by=STRANGER)).refusal is None


def test_what_has_started_or_sits_otherwise_is_not_reseated() -> None:
    """Started, or changed by its own judge, or with the chief judge among the ten, or never drawn."""
    stepping = StepIn(reason="Ill", by=NEWCOMER, is_chief_judge=True, at=AT)
    [stepped] = decider.decide(stepping, decider.fold([scheduled()]))
    for history in (running(), (scheduled(), reseated(change=LATER)), (scheduled(), stepped), ()):
        scenario(decider).given(*history).when(reseat()).then_refused(errors.ReseatingConflict)


def test_a_change_that_came_too_late_is_said_and_changes_nothing() -> None:
    """The conflict is recorded and public, even for a game of which nothing is known."""
    declining = DeclineReseating(
        championship=CHAMPIONSHIP,
        game=GAME,
        change=CHANGE,
        draw=DRAW,
        conflict="game_already_started",
        detail="Round 1, table 1 had started.",
        at=AT,
    )
    for history in (running(), ()):
        state = decider.fold(list(history))
        [declined] = decider.decide(declining, state)
        assert isinstance(declined, ReseatingDeclined)
        assert decider.evolve(state, declined) == state
        said = publication(declined, state)
        assert isinstance(said, SeatingNotChanged)
        assert said.conflict == "game_already_started"
