"""A search that somebody ends: what it had found by then is drawn again by anybody, byte for byte."""

import msgspec
import pytest
from msgspec.structs import replace

from services.registration.domain.draw.algorithms import watched
from services.registration.domain.draw.annealing import Progress
from services.registration.domain.draw.decider import Searched, draw, drawing_of
from services.registration.domain.draw.even import even, even_ended
from services.registration.domain.draw.events import DrawPublished
from services.registration.domain.draw.measures import quality_of
from services.registration.domain.draw.verification import verify
from tests.unit.registration.drawing import FORTY, publish, published
from tests.unit.registration.test_even_draw import asked, broken_rules

SIZES = [(60, 12, None, ()), (24, 5, 2, ()), (70, 9, None, ((0, 1), (2, 3)))]
"""Many games; few, with byes and a first short try; and people who must not meet."""


@pytest.mark.parametrize(("players", "games", "tables", "apart"), SIZES)
@pytest.mark.parametrize("stretch", [2, 5])
def test_an_ended_search_is_drawn_again_from_its_number_of_moves(
    players: int, games: int, tables: int | None, apart: tuple[tuple[int, int], ...], stretch: int
) -> None:
    """Whoever knows after how many moves it was ended gets the same seating, which keeps the hard rules."""
    inputs = asked(players, games, tables, separations=apart)
    heard: list[Progress] = []

    def watch(progress: Progress) -> bool:
        heard.append(progress)
        return len(heard) < stretch or progress.forbidden > 0

    found = even(inputs, "seed", watch)
    last = [told for told in heard if told.part == "meetings"][-1]
    assert [told.part for told in heard[-3:]] == ["tables", "seats", "judges"]
    assert last.done < last.moves
    ended = replace(inputs, moves=last.done)
    assert even_ended(ended, "seed") == found
    assert broken_rules(ended, found) == []
    assert quality_of(found, inputs.players).meetings.c2 == last.c2


def test_progress_counts_the_moves_of_all_stretches() -> None:
    """A first short try and the search after it are one course, and the best only gets better."""
    heard: list[Progress] = []

    def watch(progress: Progress) -> bool:
        heard.append(progress)
        return progress.done < 60_000

    even(asked(24, 10, 2), "seed", watch)
    moves = [told.done for told in heard if told.part == "meetings"]
    assert moves == sorted(moves)
    assert moves[-1] > 20_000
    assert {told.moves for told in heard} == {3_020_000}
    assert all(told.c2 >= told.bound for told in heard)


def test_what_was_searched_is_published_as_it_was_found() -> None:
    """An ended search names its algorithm and its moves among the inputs, and is verified by them."""
    command = publish(players=FORTY, effort=2)
    drawing = drawing_of(command, draw.initial())
    tables = watched(drawing.algorithm, drawing.inputs, drawing.seed, lambda told: told.done < 40_000)
    searched = Searched(drawing=drawing, moves=49_152, tables=tables)
    event = published(effort=2, searched=searched)
    assert (event.algorithm, event.inputs.moves, event.inputs.effort) == ("even-2", 49_152, 2)
    assert event.tables == tables
    assert event.inputs_digest == event.inputs.digest("even-2")
    assert verify(event).reproduced
    assert not verify(replace(event, inputs=replace(event.inputs, moves=65_536))).reproduced
    told = msgspec.json.decode(msgspec.json.encode(event), type=DrawPublished)
    assert told == event


def test_what_was_searched_for_another_field_is_not_published() -> None:
    """Where somebody left meanwhile the found seating is none of theirs: it is drawn for who plays."""
    command = publish(players=FORTY[:20])
    drawing = drawing_of(command, draw.initial())
    searched = Searched(drawing=drawing, moves=None, tables=drawing.tables())
    event = published(players=FORTY[10:30], searched=searched)
    assert event.algorithm == "even-1"
    assert set(event.inputs.players) == set(FORTY[10:30])
