"""The cut: who goes on, who would be next, and a tie across the line."""

from uuid import UUID

import msgspec

from services.scoring.domain.cut import Cut, cut, tied_groups
from tests.unit.scoring.games import player


class Row(msgspec.Struct, frozen=True):
    """What a cut reads of a row."""

    player: UUID
    place: int | None
    withdrawn: bool = False


def rows(*places: int | None) -> list[Row]:
    """Return rows of players 1, 2… with these places."""
    return [Row(player(number), place) for number, place in enumerate(places, start=1)]


def players(*wanted: int) -> tuple[UUID, ...]:
    """Return players by number."""
    return tuple(map(player, wanted))


def test_the_best_go_on_and_the_next_are_reserves() -> None:
    """Qualifiers and reserves are in the order of the table."""
    assert cut(rows(1, 2, 3, 4), 2) == Cut(qualifiers=players(1, 2), reserves=players(3, 4))


def test_without_a_number_everyone_goes_on() -> None:
    """A stage without a cut passes all its players on."""
    assert cut(rows(1, 2, 2), None) == Cut(qualifiers=players(1, 2, 3), reserves=())


def test_a_tie_across_the_line_names_all_who_share_the_place() -> None:
    """Second and third share a place: two of the three are in question."""
    assert cut(rows(1, 2, 2, 2), 3).tied == players(2, 3, 4)


def test_a_tie_on_one_side_of_the_line_is_no_matter() -> None:
    """Equal players who all go on, or all do not, block nothing."""
    assert cut(rows(1, 1, 3, 3), 2).tied == ()


def test_who_withdrew_or_has_no_place_is_passed_over() -> None:
    """The next ones move up."""
    table = [*rows(1, 2, 3), Row(player(4), None)]
    table[1] = Row(player(2), 2, withdrawn=True)
    assert cut(table, 2) == Cut(qualifiers=players(1, 3), reserves=())


def test_fewer_players_than_places_all_go_on() -> None:
    """A short table is cut nowhere."""
    assert cut(rows(1, 1), 10) == Cut(qualifiers=players(1, 2), reserves=())
    assert cut([], 10) == Cut(qualifiers=(), reserves=())


def test_tied_groups_are_those_of_more_than_one() -> None:
    """Every group that shares a place, best first."""
    assert tied_groups(rows(1, 2, 2, 4, 5, 5, None)) == (players(2, 3), players(5, 6))
