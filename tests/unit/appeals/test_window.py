"""The window of a game: it opens once, and closes once, by time or by the next draw."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.appeals.domain.protest.filing import window_closes_at
from services.appeals.domain.window.decider import CloseWindow, OpenWindow, WindowCommand, decider
from services.appeals.domain.window.events import WindowClosed, WindowOpened
from tests.scenario import scenario
from tests.unit.appeals.protests import CHAMPIONSHIP, GAME, SIGNED, rules

CLOSES = SIGNED.replace(microsecond=0) + timedelta(minutes=30)
OPEN = OpenWindow(championship=CHAMPIONSHIP, game=GAME, signed_at=SIGNED, closes_at=CLOSES)
OPENED = WindowOpened(championship=CHAMPIONSHIP, game=GAME, signed_at=SIGNED, closes_at=CLOSES)
NEXT_SECOND = CLOSES + timedelta(seconds=1)


def test_a_window_opens_once() -> None:
    """The same signature again opens nothing."""
    scenario(decider).when(OPEN).then(OPENED)
    scenario(decider).given(OPENED).when(OPEN).then_nothing()


def test_a_window_closes_with_the_second_after_its_last_one() -> None:
    """In its last second it is open still; what was signed long ago closes whenever somebody looks."""
    opened = scenario(decider).given(OPENED)
    opened.when(CloseWindow(cause="time", at=CLOSES)).then_nothing()
    closed = WindowClosed(game=GAME, cause="time", closed_at=NEXT_SECOND)
    opened.when(CloseWindow(cause="time", at=NEXT_SECOND)).then(closed)
    opened.given(closed).when(CloseWindow(cause="time", at=NEXT_SECOND)).then_nothing()


def test_the_next_draw_closes_it_at_once() -> None:
    """The draw of the next stage does not wait for the minutes."""
    command = CloseWindow(cause="next_draw", at=SIGNED)
    scenario(decider).given(OPENED).when(command).then(
        WindowClosed(game=GAME, cause="next_draw", closed_at=SIGNED)
    )
    scenario(decider).when(command).then_nothing()


def test_whichever_comes_first_closes_it() -> None:
    """Minutes and the next draw: the earlier one counts; a document without the draw ignores it."""
    both = rules(window_minutes=30, window_until_next_draw=True).protests
    early, late = SIGNED + timedelta(minutes=5), SIGNED + timedelta(hours=5)
    assert window_closes_at(both, SIGNED, early) == early.replace(microsecond=0)
    assert window_closes_at(both, SIGNED, late) == CLOSES
    assert window_closes_at(rules(window_minutes=30).protests, SIGNED, early) == CLOSES
    assert window_closes_at(rules(window_until_next_draw=True).protests, SIGNED, None) is None


COMMANDS: st.SearchStrategy[WindowCommand] = st.one_of(
    st.just(OPEN),
    st.builds(
        CloseWindow,
        cause=st.sampled_from(["time", "next_draw"]),
        at=st.sampled_from([SIGNED, CLOSES, NEXT_SECOND]),
    ),
)


@given(st.lists(COMMANDS, max_size=8))
def test_any_course_of_a_window(commands: list[WindowCommand]) -> None:
    """Whatever comes, in any order and twice: one opening, one closing after it, replay equals live."""
    state, events = decider.initial(), []
    for command in commands:
        for event in decider.decide(command, state):
            state = decider.evolve(state, event)
            events.append(event)
    assert [type(event) for event in events] in ([], [WindowOpened], [WindowOpened, WindowClosed])
    assert decider.fold(events) == state
