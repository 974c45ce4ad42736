"""Revisions of standings: what changed, and one for every ruling."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.standings.decider import STANDINGS, RecordStandings, Step
from services.scoring.domain.standings.events import StandingsChanged
from services.scoring.domain.standings.state import Position
from shared.contracts.scoring import PlaceChange
from tests.scenario import scenario
from tests.unit.scoring.games import CHAMPIONSHIP, NOW, player, ruling_id

Places = dict[int, tuple[str, int | None]]
INPUTS = {"gameplay": 3}


def record(places: Places, *settled: int, digest: str = "") -> RecordStandings:
    """Record an overall table of points and places; the digest follows from it unless given."""
    return RecordStandings(
        championship=CHAMPIONSHIP,
        checksum=f"checksum {places}",
        digest=digest or f"digest {places}",
        inputs=INPUTS,
        decisions=(),
        positions={player(n): Position(points, place) for n, (points, place) in places.items()},
        settled=tuple(map(ruling_id, settled)),
        at=NOW,
    )


def changed(
    revision: int, places: Places, *changes: PlaceChange, ruling: int | None = None, digest: str = ""
) -> StandingsChanged:
    """Return a revision."""
    return StandingsChanged(
        championship=CHAMPIONSHIP,
        revision=revision,
        checksum=f"checksum {places}",
        digest=digest or f"digest {places}",
        inputs=INPUTS,
        decisions=(),
        ruling=ruling_id(ruling) if ruling is not None else None,
        changes=changes,
        changed_at=NOW,
    )


def change(
    number: int, before: tuple[str, int | None] | None, after: tuple[str, int | None] | None
) -> PlaceChange:
    """Return a player's row before and after."""
    return PlaceChange(
        player=player(number),
        points_before=before[0] if before else None,
        points_after=after[0] if after else None,
        place_before=before[1] if before else None,
        place_after=after[1] if after else None,
    )


ONE: Places = {1: ("3", 1), 2: ("0", 2)}
FIRST = changed(1, ONE, change(1, None, ("3", 1)), change(2, None, ("0", 2)))


def test_the_first_revision_has_every_row_as_new() -> None:
    """Nobody had points or a place before."""
    scenario(STANDINGS).when(record(ONE)).then(FIRST)


def test_the_same_standings_are_no_revision() -> None:
    """Nothing changed, nothing is said."""
    scenario(STANDINGS).given(FIRST).when(record(ONE)).then_nothing()


def test_a_revision_names_the_rows_that_differ() -> None:
    """Points, places, rows that came and rows that went; in the order of the new table."""
    new: Places = {3: ("4", 1), 1: ("3", 2)}
    scenario(STANDINGS).given(FIRST).when(record(new)).then(
        changed(
            2,
            new,
            change(3, None, ("4", 1)),
            change(1, ("3", 1), ("3", 2)),
            change(2, ("0", 2), None),
        )
    )


def test_a_line_that_changes_no_row_is_a_revision_without_changes() -> None:
    """The digest covers every table and line."""
    scenario(STANDINGS).given(FIRST).when(record(ONE, digest="other")).then(changed(2, ONE, digest="other"))


def test_a_ruling_is_answered_with_what_it_changed() -> None:
    """The revision that it caused names it."""
    new: Places = {1: ("2", 1), 2: ("0", 2)}
    scenario(STANDINGS).given(FIRST).when(record(new, 1)).then(
        changed(2, new, change(1, ("3", 1), ("2", 1)), ruling=1)
    )


def test_a_ruling_that_changes_nothing_is_answered_too() -> None:
    """Appeals waits for a revision of every ruling."""
    scenario(STANDINGS).given(FIRST).when(record(ONE, 1)).then(changed(2, ONE, ruling=1))


def test_a_ruling_is_answered_once() -> None:
    """Later revisions do not name it again."""
    answered = changed(2, ONE, ruling=1)
    scenario(STANDINGS).given(FIRST, answered).when(record(ONE, 1)).then_nothing()
    scenario(STANDINGS).given(FIRST, answered).when(record(ONE, 1, 2)).then(changed(3, ONE, ruling=2))


def test_several_rulings_at_once_have_a_revision_each() -> None:
    """Where their changes cannot be told apart the first of them has all."""
    new: Places = {1: ("2", 1), 2: ("0", 2)}
    scenario(STANDINGS).given(FIRST).when(record(new, 1, 2)).then(
        changed(2, new, change(1, ("3", 1), ("2", 1)), ruling=1), changed(3, new, ruling=2)
    )


def test_rulings_that_came_before_their_game_have_their_own_changes() -> None:
    """What the game brought is no ruling's; each ruling then moves what it moves, to one table together."""
    game: Places = {1: ("3", 1), 2: ("1", 2)}
    first: Places = {1: ("2", 1), 2: ("1", 2)}
    both: Places = {2: ("3", 1), 1: ("2", 2)}
    steps = tuple(
        Step(ruling=ruling_id(ruling) if ruling else None, positions=record(places).positions)
        for ruling, places in ((None, game), (1, first), (2, both))
    )
    told = replace(record(both, 1, 2), steps=steps)
    scenario(STANDINGS).given(FIRST).when(told).then(
        changed(2, both, change(2, ("0", 2), ("1", 2))),
        changed(3, both, change(1, ("3", 1), ("2", 1)), ruling=1),
        changed(4, both, change(2, ("1", 2), ("3", 1)), change(1, ("2", 1), ("2", 2)), ruling=2),
    )
    scenario(STANDINGS).given(FIRST, changed(2, ONE, ruling=1)).when(told).then(
        changed(3, both, change(2, ("0", 2), ("3", 1)), change(1, ("3", 1), ("2", 2)), ruling=2)
    )


def test_under_a_freeze_a_revision_is_withheld_until_one_is_not() -> None:
    """The state knows those of the last freeze, oldest first; each says of itself that it is withheld."""
    new: Places = {1: ("2", 1), 2: ("0", 2)}
    held = replace(changed(2, new, change(1, ("3", 1), ("2", 1))), withheld=True)
    scenario(STANDINGS).given(FIRST).when(replace(record(new), withheld=True)).then(held)
    answered = replace(changed(3, new, ruling=1), withheld=True)
    assert STANDINGS.fold([FIRST, held, answered]).withheld == (held, answered)
    assert STANDINGS.fold([FIRST, held, answered, changed(4, ONE)]).withheld == ()


PLACES = st.dictionaries(
    st.integers(1, 4),
    st.tuples(st.sampled_from(["0", "3", "1/3"]), st.none() | st.integers(1, 4)),
    max_size=4,
)


@given(st.lists(st.tuples(PLACES, st.lists(st.integers(1, 4), max_size=4)), max_size=10))
def test_any_course_of_revisions_adds_up(course: list[tuple[Places, list[int]]]) -> None:
    """Revisions are dense, each ruling has exactly one, and the changes replayed give the last table."""
    history: list[StandingsChanged] = []
    seen: list[int] = []
    for places, rulings in course:
        seen = list(dict.fromkeys([*seen, *rulings]))
        history += STANDINGS.decide(record(places, *seen), STANDINGS.fold(history))
    assert [event.revision for event in history] == list(range(1, len(history) + 1))
    answered = [event.ruling for event in history if event.ruling]
    assert answered == [ruling_id(number) for number in seen]
    rows: dict[UUID, tuple[str, int | None]] = {}
    for event in history:
        for one in event.changes:
            rows.pop(one.player, None)
            if one.points_after is not None:
                rows[one.player] = (one.points_after, one.place_after)
    last = course[-1][0] if course else {}
    assert rows == {player(number): place for number, place in last.items()}
