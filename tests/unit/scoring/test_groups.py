"""Groups of a stage: who belongs to which, their tables, and compensation that knows them."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from services.scoring.domain.canonical import write
from services.scoring.domain.hearing import gather
from services.scoring.domain.tables import cut_of, stage_scope, standings_of, through_scope, ties_of_cut
from shared.contracts.gameplay import GameScheduled, Result
from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import Compensation
from tests.unit.scoring.games import (
    TEN,
    announced,
    decided,
    document,
    drawn,
    entered,
    facts,
    heard,
    in_groups,
    merged,
    numbers,
    player,
    result,
    results,
    scheduled,
    signed,
)

ELEVEN = tuple(range(11, 21))
OPENING = in_groups(announced(tour_1=5), "tour-1", omsk=2, tomsk=1)
OMSK = drawn("tour-1", (1, 1), group="omsk", seats=TEN)
TOMSK = drawn("tour-1", (1, 2), group="tomsk", seats=ELEVEN)
EVENTS = (
    OPENING,
    *map(entered, range(1, 23)),
    OMSK,
    TOMSK,
    signed(result("black", extra={1: "0.5"})),
    signed(result("red", ELEVEN, extra={5: "1"}), table=2),
)


def places(scope: str, *events: PublicEvent) -> dict[int, int | None]:
    """Return the place of each player in a table."""
    table = standings_of(facts(*events)).tables[scope]
    return {numbers([row.player])[0]: row.place for row in table.rows}


def test_who_is_seated_in_a_group_belongs_to_it() -> None:
    """By the draw; games of both are open until they are signed."""
    known = facts(OPENING, OMSK, TOMSK)
    groups = known.groups["tour-1"]
    assert {group for one, group in groups.items() if one in map(player, TEN)} == {"omsk"}
    assert groups[player(11)] == "tomsk"
    assert len(known.open_games("tour-1")) == 2


def test_a_substitute_belongs_to_the_group_in_whose_game_he_sat() -> None:
    """A stranger joins; a player of another group stays where he is; a new draw forgets who left."""
    sitting_in = signed(result("red", (21, 11, *TEN[2:])))
    groups = facts(OPENING, OMSK, TOMSK, sitting_in).groups["tour-1"]
    assert (groups[player(21)], groups[player(11)]) == ("omsk", "tomsk")
    again = facts(OPENING, OMSK, drawn("tour-1", (1, 1), group="omsk", seats=(22, *TEN[1:])))
    assert player(1) not in again.groups["tour-1"]
    assert again.groups["tour-1"][player(22)] == "omsk"


def test_a_game_that_gameplay_schedules_for_a_group_is_the_groups() -> None:
    """Whether the draw was heard first, or not at all."""
    said: GameScheduled = replace(scheduled(), group="omsk")
    known = facts(OPENING, said, signed())
    assert [game.group for game in known.games.values()] == ["omsk"]
    assert known.groups["tour-1"][player(1)] == "omsk"


def test_a_merged_record_is_in_the_group_of_the_person() -> None:
    """What is said of the own record counts before what is said of the second one."""
    groups = facts(OPENING, OMSK, TOMSK, merged(11, 22), merged(12, 1)).groups["tour-1"]
    assert player(11) not in groups
    assert (groups[player(22)], groups[player(1)]) == ("tomsk", "omsk")


def test_each_group_has_a_table_alone_and_one_through_the_stage() -> None:
    """Places are those among its players."""
    assert places(stage_scope("tour-1", "omsk"), *EVENTS)[1] == 1
    tomsk = places(through_scope("tour-1", "tomsk"), *EVENTS)
    assert sorted(tomsk) == list(ELEVEN)
    assert tomsk[15] == 1
    assert places(through_scope("tour-1"), *EVENTS)[15] == 4


def test_the_cut_takes_the_best_of_each_group_and_then_of_all() -> None:
    """Tied across the line of a group until a decision about the players of that group."""
    known = facts(*EVENTS)
    tables = standings_of(known).tables
    stage = OPENING.stages[0]
    tied = cut_of(tables, stage)
    assert [(tie.group, numbers(tie.players)) for tie in tied.ties] == [("omsk", [2, 3])]
    assert {player(2), player(3)} in map(set, ties_of_cut(tables, stage))
    settled = standings_of(replace(known, decisions=(decided("tour-1", 3, 2),))).tables
    line = cut_of(settled, stage)
    by_group = {numbers([way.player])[0]: (way.group, way.place) for way in line.ways}
    assert by_group[1] == ("omsk", 1)
    assert by_group[3] == ("omsk", 2)
    assert by_group[15] == ("tomsk", 1)
    assert by_group[2][0] is None


def test_compensation_may_know_each_group_apart() -> None:
    """The number of the game among all that were played is that among the games of the group."""
    rule = Compensation(
        factor="0.4",
        share="0.5",
        groups=(("qualification",),),
        games="running",
        rounding="down",
        cap="0.4",
    )
    games = [
        signed(result("black", first_killed=5)),
        signed(result("black", ELEVEN), table=2),
        signed(result("black", ELEVEN), round_number=2, table=2),
        signed(result("black", ELEVEN, first_killed=5), round_number=3, table=2),
    ]
    draws = [OMSK, drawn("tour-1", (1, 2), (2, 2), (3, 2), group="tomsk", seats=ELEVEN)]
    paid = {}
    for apart in (False, True):
        rules = document("onore-2014", compensation=replace(rule, by_group=apart))
        opening = in_groups(announced(rules), "tour-1", omsk=1, tomsk=1)
        rows = standings_of(facts(opening, *draws, *games)).tables[stage_scope("tour-1")].rows
        paid[apart] = {numbers([row.player])[0]: row.components.get("compensation") for row in rows}
    assert (paid[False][15], paid[True][15]) == (Fraction(1, 5), Fraction(2, 5))
    assert paid[False][5] == paid[True][5] == Fraction(2, 5)


@given(st.lists(results(14), min_size=1, max_size=4), st.randoms(use_true_random=False))
@settings(max_examples=25, deadline=None)
def test_groups_come_out_the_same_in_any_order(played: list[Result], shuffled: Random) -> None:
    """Sources interleaved anyhow, everything heard twice: the same groups and the same tables."""
    events: list[PublicEvent] = [*EVENTS[:-2]]
    events += [signed(one, round_number=number) for number, one in enumerate(played, start=1)]
    events[2:2] = [drawn("tour-1", *((n, 1) for n in range(1, len(played) + 1)), group="omsk")]
    given_events = heard(*events)
    mixed = [*given_events, *given_events]
    shuffled.shuffle(mixed)
    assert gather(mixed) == gather(given_events)
    assert write(standings_of(gather(mixed))) == write(standings_of(gather(given_events)))


@pytest.mark.clause("O-CUT-1")
def test_tables_of_groups_hold_every_row_of_the_stage_once() -> None:
    """Each player of the stage is in the table of one group, with the points of the table over all."""
    tables = standings_of(facts(*EVENTS)).tables
    over_all = {row.player: row.total for row in tables[through_scope("tour-1")].rows}
    apart = [row for key in ("omsk", "tomsk") for row in tables[through_scope("tour-1", key)].rows]
    assert {row.player: row.total for row in apart} == over_all
    assert len(apart) == len(over_all)
