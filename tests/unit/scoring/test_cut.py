"""The cut: who goes on and in which way, who would be next, and ties across the lines."""

from uuid import UUID

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from services.scoring.domain.cut import Cut, cut, cut_through, tied_groups
from shared.contracts.registration import Group, StagePlan
from shared.contracts.scoring import TieAtCut, Way
from tests.unit.scoring.games import numbers, player


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


def ends(line: Cut) -> tuple[list[int], list[int]]:
    """Return the numbers of qualifiers and reserves."""
    return numbers(line.qualifiers), numbers(line.reserves)


def test_the_best_go_on_and_the_next_are_reserves() -> None:
    """Qualifiers and reserves are in the order of the table."""
    line = cut(rows(1, 2, 3, 4), 2)
    assert ends(line) == ([1, 2], [3, 4])
    assert line.ways == tuple(Way(player=player(number), group=None, place=number) for number in (1, 2))


def test_without_a_number_everyone_goes_on() -> None:
    """A stage without a cut passes all its players on."""
    assert ends(cut(rows(1, 2, 2), None)) == ([1, 2, 3], [])


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
    assert ends(cut(table, 2)) == ([1, 3], [])


def test_fewer_players_than_places_all_go_on() -> None:
    """A short table is cut nowhere."""
    assert ends(cut(rows(1, 1), 10)) == ([1, 2], [])
    assert ends(cut([], 10)) == ([], [])


def test_tied_groups_are_those_of_more_than_one() -> None:
    """Every group that shares a place, best first."""
    assert tied_groups(rows(1, 2, 2, 4, 5, 5, None)) == (players(2, 3), players(5, 6))


def test_reserves_between_whom_nobody_has_decided_are_named() -> None:
    """Equal reserves block no cut, and are not put in an order silently."""
    assert cut(rows(1, 2, 3, 3, 5, 5, 7), 1).tied_reserves == (players(3, 4), players(5, 6))
    assert cut(rows(1, 2, 3), 1).tied_reserves == ()


def plan(advance: int | None, **groups: int | None) -> StagePlan:
    """Return a stage of groups with the places that each has for certain."""
    return StagePlan(
        key="tour-1",
        title="Tour",
        kind="qualification",
        games=3,
        players=20 * len(groups),
        advance=advance,
        venue="hall",
        groups=tuple(
            Group(key=key, title=key, players=20, venue="hall", advance=own) for key, own in groups.items()
        ),
    )


def of_group(table: list[Row], *wanted: int) -> list[Row]:
    """Return the rows of some players, placed among themselves."""
    own = [row for row in table if numbers([row.player])[0] in wanted]
    places: list[int | None] = [row.place for row in own]
    return [Row(row.player, places.index(row.place) + 1, row.withdrawn) for row in own]


def grouped(stage: StagePlan, table: list[Row], *members: tuple[int, ...]) -> Cut:
    """Cut a table over all, with the tables of the groups that follow from it."""
    tables: dict[str | None, list[Row]] = {None: table}
    tables |= {group.key: of_group(table, *own) for group, own in zip(stage.groups, members, strict=True)}
    return cut_through(tables, stage)


def test_the_best_of_each_group_go_on_and_then_the_best_of_all_others() -> None:
    """Two of each by their place in the group, one by the table over all; best first over all."""
    line = grouped(plan(5, omsk=2, tomsk=2), rows(1, 2, 3, 4, 5, 6, 7, 8), (1, 2, 3, 4, 5), (6, 7, 8))
    assert ends(line) == ([1, 2, 3, 6, 7], [4, 5, 8])
    assert [(way.group, way.place) for way in line.ways] == [
        ("omsk", 1),
        ("omsk", 2),
        (None, 3),
        ("tomsk", 1),
        ("tomsk", 2),
    ]


def test_a_tie_across_the_line_of_a_group_blocks_before_that_over_all() -> None:
    """Who is second in the group decides who is left for the table over all; so the group's comes first."""
    table = rows(1, 2, 2, 4, 5, 5, 7)
    line = grouped(plan(3, omsk=2, tomsk=0), table, (1, 2, 3), (4, 5, 6, 7))
    assert line.ties == (TieAtCut(group="omsk", players=players(2, 3)),)
    assert line.tied == players(2, 3)


def test_a_tie_across_the_line_over_all_names_everybody_of_that_place() -> None:
    """Those who are in by their group too: a decision orders all who are equal."""
    table = rows(1, 2, 2, 2, 5)
    line = grouped(plan(3, omsk=1, tomsk=1), table, (1, 3, 5), (2, 4))
    assert line.ties == (TieAtCut(group="tomsk", players=players(2, 4)),)
    line = grouped(plan(3, omsk=1, tomsk=1), table, (1, 3, 4, 5), (2,))
    assert line.ties == (TieAtCut(group=None, players=players(2, 3, 4)),)


def test_equal_players_of_two_groups_are_no_tie_where_both_are_in_by_their_group() -> None:
    """The lines are the groups' own."""
    assert grouped(plan(2, omsk=1, tomsk=1), rows(1, 1, 3, 4), (1, 3), (2, 4)).ties == ()


def test_a_place_that_a_group_cannot_fill_goes_to_the_table_over_all() -> None:
    """As many go on as the plan says."""
    assert ends(grouped(plan(4, omsk=3, tomsk=1), rows(1, 2, 3, 4, 5), (4,), (1, 2, 3, 5))) == (
        [1, 2, 3, 4],
        [5],
    )


def test_without_a_cut_groups_change_nothing() -> None:
    """Everyone goes on."""
    assert ends(grouped(plan(None, omsk=1, tomsk=1), rows(1, 2, 3), (1,), (2, 3))) == ([1, 2, 3], [])


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 3), st.booleans()), max_size=14),
    st.tuples(*[st.integers(0, 3)] * 3),
    st.integers(0, 4),
)
@settings(deadline=None)
def test_any_cut_of_groups_is_what_its_plan_promises(
    drawn: list[tuple[str, int, bool]], certain: tuple[int, int, int], more: int
) -> None:
    """Nobody twice, as many as the plan says, none of a group before a better one of it, nobody withdrawn."""
    scores = sorted((-score, index) for index, (_, score, _) in enumerate(drawn))
    table = [
        Row(player(index), 1 + sum(other < score for other, _ in scores), drawn[index][2])
        for score, index in scores
    ]
    members = [tuple(i for i, (group, _, _) in enumerate(drawn) if group == key) for key in "abc"]
    stage = plan(sum(certain) + more or 1, **dict(zip("abc", certain, strict=True)))
    line = grouped(stage, table, *members)
    able = {row.player for row in table if not row.withdrawn}
    assert len(set(line.qualifiers)) == len(line.qualifiers) == min(stage.advance or 0, len(able))
    assert {*line.qualifiers, *line.reserves} == able
    place = {row.player: row.place or 0 for row in table}
    for own, count in zip(members, certain, strict=True):
        best = sorted(place[one] for one in map(player, own) if one in able)
        gone = sorted(place[one] for one in map(player, own) if one in line.qualifiers)
        assert gone == best[: len(gone)]
        assert len(gone) >= min(count, len(best))
    if not line.ties and line.reserves:
        free = [way.player for way in line.ways if way.group is None]
        assert all(place[one] < place[line.reserves[0]] for one in free)
