"""How even draws come out: against the proven bound, the best tools in use, and seatings of real events."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

from rich.console import Console
from rich.table import Table

from services.registration.domain.draw.annealing import free_task
from services.registration.domain.draw.bounds import c2_bound
from services.registration.domain.draw.even import even, who_with_whom
from services.registration.domain.draw.inputs import inputs_of
from services.registration.domain.draw.measures import Quality, quality_of
from services.registration.domain.draw.randomness import Randomness
from services.registration.domain.draw.rounds import SEATS, rounds_of
from shared.contracts.registration import DrawnTable

REAL = Path(__file__).parents[2] / "shared" / "data" / "seatings"
SHORT, LONG = 7, 60
"""Efforts: 21 and 180 million moves, which take some 2 and 15 seconds."""

# Players, games; the best of the tools in use; to reach in 3 seconds (within 3 %) and in 90 (within 2 %).
AIMS = (
    (20, 10, 1800, 1800, 1800),
    (30, 10, 1620, 1620, 1620),
    (30, 15, 3843, 3827, 3810),
    (40, 12, 2164, 2139, 2132),
    (40, 16, 4115, 4082, 4065),
    (50, 10, 1302, 1125, 1125),
    (60, 12, 1807, 1748, 1731),
    (80, 12, 1499, 1420, 1192),
    (100, 10, 723, 420, 389),
    (120, 10, 562, 372, 261),
    (250, 8, 3, 0, 0),
)


def evenness(console: Console) -> None:
    """Print the table of bounds and what is reached, and the real seatings beside ours."""
    for one in (20, 30):  # whoever compiles or loads the compiled loop, does it before the clock runs
        _timed(one, 4, 1)
    table = Table("players x games", "bound", "tools in use", "short", "aim", "s", "long", "aim", "s", "")
    table.title = "Sum of m(m-1)/2 over all pairs; the fewer, the evener"
    for players, games, others, soon, best in AIMS:
        bound = c2_bound(players, games, rounds_of(players, games, None, stage="bench"))
        short, seconds = _timed(players, games, SHORT)
        long, longer = (short, 0.0) if short == bound else _timed(players, games, LONG)
        table.add_row(
            f"{players} x {games}", str(bound), str(others), str(short), f"{soon}", f"{seconds:.1f}",
            str(long), f"{best}", f"{longer:.1f}" if longer else "",
            _verdict(bound, (short, soon, 103), (long, best, 102)),
        )  # fmt: skip
    console.print(table)
    real = sorted(REAL.glob("*.json")) if REAL.is_dir() else []
    if not real:
        console.print(f"No seatings of real events in {REAL}: not compared.")
        return
    table = Table("real seating", "measure", "theirs", "ours", "bound", "")
    for file in real:
        _compare(table, file)
    console.print(table)


def _timed(players: int, games: int, effort: int) -> tuple[int, float]:
    """Return c2 and the seconds it took."""
    task = free_task(players, games, rounds_of(players, games, None, stage="bench"))
    started = time.perf_counter()
    found = who_with_whom(task, Randomness(f"bench {players} x {games}"), effort=effort)
    return found.c2, time.perf_counter() - started


def _verdict(bound: int, *reached: tuple[int, int, int]) -> str:
    if reached[-1][0] == bound:
        return "proved best"
    missed = [c2 for c2, aim, percent in reached if c2 * 100 > aim * percent]
    return "within the aims" if not missed else "missed: " + ", ".join(map(str, missed))


def _compare(table: Table, file: Path) -> None:
    theirs, players, games, tables = seating_of(file)
    mine = even(
        inputs_of(
            draw=UUID(int=1),
            stage=file.stem,
            players=players,
            judges=[UUID(int=1000 + number) for number in range(tables)],
            games=games,
            tables=tables,
        ),
        "bench",
    )
    measured, ours = quality_of(theirs, players), quality_of(mine, players)
    for name, one, other, bound in rows_of(measured, ours):
        table.add_row(
            file.stem,
            name,
            str(one),
            str(other),
            str(bound),
            "evener" if other < one else "as even" if other == one else "LESS EVEN",
        )


def rows_of(theirs: Quality, ours: Quality) -> list[tuple[str, int, int, int]]:
    """Return each measure of two seatings with its bound; the fewer, the evener."""
    return [
        ("meetings, c2", theirs.meetings.c2, ours.meetings.c2, ours.meetings.bound),
        (
            "meetings, most - least",
            theirs.meetings.most - theirs.meetings.least,
            ours.meetings.most - ours.meetings.least,
            0,
        ),
        ("pairs that never meet", theirs.meetings.never, ours.meetings.never, 0),
        ("seats, squares", theirs.seats.squares, ours.seats.squares, ours.seats.bound),
        ("seats, repeated within ten", theirs.seats.repeats, ours.seats.repeats, 0),
        ("seats, halves", theirs.seats.halves, ours.seats.halves, 0),
        ("neighbors, squares", theirs.neighbors, ours.neighbors, ours.neighbors_bound),
        ("tables, squares", theirs.tables, ours.tables, ours.tables_bound),
        ("byes, most - least", theirs.byes.most - theirs.byes.least, ours.byes.most - ours.byes.least, 0),
        ("byes, back to back", theirs.byes.back_to_back, ours.byes.back_to_back, 0),
    ]  # fmt: skip


def seating_of(file: Path) -> tuple[tuple[DrawnTable, ...], Sequence[UUID], int, int]:
    """Return a real seating: its games, players, games each, and tables at once."""
    read = json.loads(file.read_text(encoding="utf-8"))
    games = {game["id"]: game["players"] for game in read["games"]}
    players = [UUID(int=number) for number in range(read["configuration"]["numPlayers"])]
    seating = tuple(
        DrawnTable(
            game=UUID(int=game),
            round=number,
            table=table,
            judge=UUID(int=1000 + table),
            seats=tuple(UUID(int=player) for player in games[game]),
        )
        for number, of_round in enumerate(read["rounds"], start=1)
        for table, game in enumerate(of_round["gameIds"], start=1)
    )
    return seating, players, len(seating) * SEATS // len(players), read["configuration"]["numTables"]


if __name__ == "__main__":
    evenness(Console(width=120))
