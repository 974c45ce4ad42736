"""The even draw: hard rules by separate code, the same bytes everywhere, bounds that are met."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.registration.domain.draw.annealing import Progress, anneal, first_rows, free_task, score
from services.registration.domain.draw.bounds import c2_bound, least_pairs, least_squares
from services.registration.domain.draw.constructions import template
from services.registration.domain.draw.even import even, who_with_whom
from services.registration.domain.draw.explanation import explained, matrix_of
from services.registration.domain.draw.fields import field, prime_power
from services.registration.domain.draw.inputs import DrawInputs, inputs_of
from services.registration.domain.draw.measures import quality_of
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import rounds_of
from services.registration.domain.draw.state import draw_id
from services.registration.domain.errors import (
    JudgesTooRelated,
    PlayerNotInStage,
    SeparationsCannotBeKept,
    TooFewJudges,
)
from shared.contracts.registration import DrawnTable
from tests.unit.registration.samples import CHAMPIONSHIP, person

REAL = Path(__file__).parents[4] / "shared" / "data" / "seatings"


def asked(
    players: int,
    games: int,
    tables: int | None = None,
    *,
    separations: tuple[tuple[int, int], ...] = (),
    teams: tuple[tuple[int, ...], ...] = (),
    relations: tuple[tuple[int, int], ...] = (),
    judges: int | None = None,
) -> DrawInputs:
    """Return inputs; players are numbered from 0, judges from 1000."""
    count = (players // 10 if tables is None else tables) + 1 if judges is None else judges
    return inputs_of(
        draw=draw_id(CHAMPIONSHIP, "tour"),
        stage="tour",
        players=[person(number) for number in range(players)],
        judges=[person(1000 + number) for number in range(count)],
        games=games,
        tables=tables,
        separations=[(person(one), person(other)) for one, other in separations],
        teams=[[person(one) for one in team] for team in teams],
        relations=[(person(1000 + judge), person(player)) for judge, player in relations],
    )


def text_of(tables: tuple[DrawnTable, ...]) -> str:
    """Write a seating, one game a line."""
    return "\n".join(f"{t.round} {t.table} {t.game} {t.judge} {' '.join(map(str, t.seats))}" for t in tables)


def broken_rules(inputs: DrawInputs, tables: tuple[DrawnTable, ...]) -> list[str]:  # noqa: C901 - a rule a branch
    """Check the hard rules with nothing of the product: return what is wrong."""
    wrong: list[str] = []
    apart = {frozenset(pair) for pair in inputs.separations}
    apart |= {frozenset(pair) for team in inputs.teams for pair in combinations(team, 2)}
    games: Counter[UUID] = Counter()
    taken: dict[UUID, list[int]] = {player: [] for player in inputs.players}
    for number in range(1, max(table.round for table in tables) + 1):
        of_round = [table for table in tables if table.round == number]
        people = [one for table in of_round for one in (*table.seats, table.judge)]
        if len(people) != len(set(people)):
            wrong.append(f"somebody is twice in round {number}")
        games.update(one for table in of_round for one in table.seats)
        if len({games[player] for player in inputs.players}) > 2:
            wrong.append(f"byes are uneven after round {number}")
    for table in tables:
        if len(table.seats) != 10 or not set(table.seats) <= set(inputs.players):
            wrong.append(f"table {table.game} is not ten players of the stage")
        if any(frozenset(pair) in apart for pair in combinations(table.seats, 2)):
            wrong.append(f"a forbidden pair meets at {table.game}")
        if any((table.judge, player) in inputs.relations for player in table.seats):
            wrong.append(f"a judge is related at {table.game}")
        for seat, player in enumerate(table.seats):
            taken[player].append(seat)
    if set(games.values()) != {inputs.games}:
        wrong.append("somebody plays more or fewer games")
    tens = [seats[start : start + 10] for seats in taken.values() for start in range(0, len(seats), 10)]
    if any(len(set(ten)) != len(ten) for ten in tens):
        wrong.append("somebody repeats a seat before he has been in all ten")
    return wrong


# ------------------------------------------------------------------ hard rules


@st.composite
def constrained(drawing: st.DrawFn) -> DrawInputs:
    """Draw sizes, byes, separations, teams and relations that leave some freedom."""
    players = drawing(st.integers(20, 45))
    games = drawing(st.sampled_from([n for n in range(1, 7) if players * n % 10 == 0] or [10]))
    tables = drawing(st.integers(2, players // 10))
    pairs = st.tuples(st.integers(0, 9), st.integers(10, 19))
    separations = drawing(st.lists(pairs, max_size=4, unique=True))
    team = drawing(st.lists(st.integers(0, players - 1), min_size=2, max_size=2, unique=True))
    relations = drawing(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), max_size=2, unique=True))
    return asked(
        players,
        games,
        tables,
        separations=tuple(separations),
        teams=(tuple(team),),
        relations=tuple(relations),
        judges=tables + 3,
    )


@settings(max_examples=15, deadline=None)
@given(constrained(), st.text(min_size=1, max_size=20))
def test_every_hard_rule_holds_in_every_draw(inputs: DrawInputs, seed: str) -> None:
    """Random sizes, byes, separations, teams and relations: whatever is drawn breaks none of them."""
    try:
        drawn = even(inputs, seed)
    except SeparationsCannotBeKept as refused:
        assert refused.message  # noqa: PT017 - some of these inputs cannot be seated
        return
    assert broken_rules(inputs, drawn) == []
    again = quality_of(drawn, inputs.players)
    assert again.meetings.c2 >= again.meetings.bound
    assert again.seats.squares == again.seats.bound
    assert even(inputs, f"{seed}, another") != drawn


@pytest.mark.parametrize("size", [(40, 3, None), (21, 10, None), (50, 5, None), (26, 5, 2)])
def test_another_process_draws_the_same_bytes(size: tuple[int, int, int | None]) -> None:
    """Inputs and seed are all that counts: another process, with another hash seed, draws the same."""
    program = (
        "from tests.unit.registration.test_even_draw import asked, text_of\n"
        "from services.registration.domain.draw.even import even\n"
        f"print(text_of(even(asked(*{size!r}), 'seed')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        check=True,
        text=True,
        cwd=Path(__file__).parents[3],
        env=os.environ | {"PYTHONHASHSEED": "17", "PYTHONPATH": "."},
    )
    assert done.stdout.strip() == text_of(even(asked(*size), "seed"))


@pytest.mark.parametrize(("players", "games"), [(30, 6), (26, 5)])
def test_compiled_and_plain_annealing_give_the_same_bytes(players: int, games: int) -> None:
    """The loop that numba compiles is the loop that Python runs, byes included."""
    task = free_task(players, games, rounds_of(players, games, None, stage="tour"))
    plain = anneal(task, first_rows(task), key=99, moves=12_000, plain=True)
    compiled = anneal(task, first_rows(task), key=99, moves=12_000, plain=False)
    assert plain == compiled
    assert score(task, plain.rows) == (plain.c2, 0)


def test_a_search_can_be_watched_and_stopped() -> None:
    """Whoever watches hears of the best so far, and ends the search by a word."""
    task = free_task(60, 12, rounds_of(60, 12, None, stage="tour"))
    heard: list[int] = []

    def watch(progress: Progress) -> bool:
        heard.append(progress.c2)
        return len(heard) < 3

    found = who_with_whom(task, Randomness("x"), watch=watch)
    assert len(heard) == 3
    assert found.moves < 3_000_000


# ------------------------------------------------------------------ what cannot be


@pytest.mark.parametrize(
    ("inputs", "reason"),
    [
        (asked(10, 2, separations=((0, 1),)), "may meet 8 others"),
        (asked(20, 2, teams=((0, 1, 2),)), "3 players who must not meet"),
        (asked(40, 3, separations=tuple((0, other) for other in range(1, 32))), "may meet 8 others"),
    ],
)
def test_separations_that_make_a_seating_impossible_are_refused_at_once(
    inputs: DrawInputs, reason: str
) -> None:
    """Counting comes before searching, and the refusal says what there is too much of."""
    with pytest.raises(SeparationsCannotBeKept, match=reason):
        even(inputs, "seed")


def test_judges_who_cannot_judge_are_refused_with_the_round() -> None:
    """The only judge is related to somebody at the only table; or there is one too few."""
    with pytest.raises(JudgesTooRelated, match="Round 1"):
        even(asked(10, 1, relations=((0, 3),), judges=1), "seed")
    with pytest.raises(TooFewJudges, match="appoint 1 more"):
        even(asked(20, 2, judges=1), "seed")


def test_constraints_name_players_of_the_stage() -> None:
    """A separation from a stranger, or from oneself, is refused."""
    with pytest.raises(PlayerNotInStage):
        asked(20, 2, separations=((0, 77),))
    with pytest.raises(SeparationsCannotBeKept):
        asked(20, 2, separations=((3, 3),))


# ------------------------------------------------------------------ bounds and constructions


def test_bounds_of_small_cases_are_those_of_the_hand() -> None:
    """Seven over three is 3+2+2; ten players in two games meet twice each."""
    assert (least_pairs(7, 3), least_squares(7, 3)) == (5, 17)
    assert c2_bound(10, 2, (1, 1)) == 45
    assert c2_bound(40, 3, (4, 4, 4)) == 96
    assert [c2_bound(n, g, (n // 10,) * g) for n, g in ((20, 10), (30, 10), (50, 10), (250, 8))] == [
        1800,
        1620,
        1125,
        0,
    ]


@pytest.mark.parametrize(("players", "games"), [(20, 10), (20, 19), (50, 10), (50, 11), (110, 11), (250, 8)])
def test_algebra_meets_the_bound(players: int, games: int) -> None:
    """These constructions are proved best, without a search."""
    made = template(players // 10, games)
    assert made is not None
    task = free_task(players, games, (players // 10,) * games)
    assert all(sorted(row) == list(range(players)) for row in made.rounds)
    assert score(task, made.rounds) == (c2_bound(players, games, task.tables), 0)


@pytest.mark.parametrize("tables", [8, 9, 10, 12, 14, 15, 18, 20, 21, 22, 24])
def test_what_is_nearly_a_construction_seats_everybody_once_a_round(tables: int) -> None:
    """Templates without a point, without a table, and turned ones are complete rounds of ten."""
    made = template(tables, 8)
    assert made is not None
    assert len(made.rounds) == 8
    assert all(sorted(row) == list(range(10 * tables)) for row in made.rounds)


@pytest.mark.parametrize("order", [2, 8, 9, 25, 27])
def test_fields_are_fields(order: int) -> None:
    """Every row and column of the tables holds each element once; products distribute over sums."""
    made = field(order)
    elements = set(range(order))
    assert all(set(row) == elements for row in made.add)
    assert all(set(row) == elements for row in made.multiply[1:])
    for a in range(order):
        for b in range(order):
            left = made.multiply[a][made.add[b][1]]
            assert left == made.add[made.multiply[a][b]][a]
    assert prime_power(12) is None


# ------------------------------------------------------------------ measures


def test_measures_are_those_of_the_hand() -> None:
    """Ten players twice at one table, in the same seats: all meet twice, and nothing is even."""
    players = [UUID(int=number) for number in range(10)]
    seating = [
        DrawnTable(game=UUID(int=r), round=r, table=1, judge=UUID(int=99), seats=tuple(players))
        for r in (1, 2)
    ]
    measured = quality_of(seating, players)
    assert (measured.meetings.c2, measured.meetings.bound, measured.meetings.proved_best) == (45, 45, True)
    assert (measured.meetings.mean, measured.meetings.variance) == ("2", "0")
    assert measured.meetings.pairs_by_times == {"2": 45}
    assert (measured.seats.squares, measured.seats.bound, measured.seats.repeats) == (40, 20, 10)
    assert measured.seats.halves == 40
    assert (measured.neighbors, measured.tables, measured.judges) == (40, 40, 40)


def test_a_draw_is_explained_with_zeros() -> None:
    """Each player is told of every other, those whom he never meets included; the matrix says the same."""
    inputs = asked(40, 2)
    drawn = even(inputs, "seed")
    matrix = matrix_of(drawn, inputs.players)
    one = inputs.players[7]
    [told] = explained(drawn, inputs.players, [one])
    assert len(told.meets) == 39
    assert sum(told.meets.values()) == 18
    assert min(told.meets.values()) == 0
    assert [told.meets.get(str(other), 0) for other in matrix.players] == list(matrix.rows[7])
    assert [(game.round, one in {t.game: t.seats for t in drawn}[game.game]) for game in told.games] == [
        (1, True),
        (2, True),
    ]


@pytest.mark.skipif(not REAL.is_dir(), reason="the seatings of real events are not beside this checkout")
@pytest.mark.parametrize("name", ["bf2021-20", "bf2021-22p", "vawaca2021"])
def test_real_seatings_are_met_or_beaten_in_every_measure(name: str) -> None:
    """For the same players, tables and rounds ours is at least as even, whatever is measured."""
    read = json.loads((REAL / f"seating_{name}.json").read_text(encoding="utf-8"))
    games = {game["id"]: game["players"] for game in read["games"]}
    count, tables = read["configuration"]["numPlayers"], read["configuration"]["numTables"]
    players = [UUID(int=number) for number in range(count)]
    theirs = quality_of(
        [
            DrawnTable(
                game=UUID(int=game),
                round=number,
                table=table,
                judge=UUID(int=table + 1000),
                seats=tuple(UUID(int=player) for player in games[game]),
            )
            for number, of_round in enumerate(read["rounds"], start=1)
            for table, game in enumerate(of_round["gameIds"], start=1)
        ],
        players,
    )
    inputs = asked(count, len(games) * 10 // count, tables)
    ours = quality_of(even(inputs, hashlib.sha256(name.encode()).hexdigest()), inputs.players)
    assert ours.meetings.c2 <= theirs.meetings.c2
    assert ours.meetings.never <= theirs.meetings.never
    assert ours.meetings.most - ours.meetings.least <= theirs.meetings.most - theirs.meetings.least
    assert ours.seats.squares <= theirs.seats.squares
    assert ours.seats.repeats <= theirs.seats.repeats
    assert ours.neighbors <= theirs.neighbors
    assert ours.tables <= theirs.tables
    assert ours.byes.most - ours.byes.least <= theirs.byes.most - theirs.byes.least
