"""A seating that is given and not drawn, 'imported': the same hard rules, and whole or not at all.

A refusal names the table that breaks a rule by its `line`: its place in what was given, from 1.
"""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID, uuid5

import msgspec

from services.registration.domain.draw.rounds import SEATS
from services.registration.domain.errors import (
    JudgeNotAppointed,
    JudgeRepeated,
    PlayerNotInStage,
    PlayerRepeated,
    PlayersGamesUneven,
    SeatsNotTen,
    TableRepeated,
)
from shared.contracts.registration import DrawnTable, StagePlan

IMPORTED = "imported"
"""Stands where a draw names its algorithm; there is no seed, and nothing to draw again."""


class GivenTable(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One game: `seats[0]` sits at seat 1. Rounds and tables keep the numbers they are given."""

    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]


def seated(
    tables: Sequence[GivenTable],
    *,
    draw: UUID,
    stage: StagePlan,
    players: Collection[UUID],
    judges: Collection[UUID],
) -> tuple[DrawnTable, ...]:
    """Return the games of a given seating, by round and table. Raises the first rule that is broken.

    `players` may play the stage. Each who is seated plays exactly the games of the plan, so that a
    missing game is found; `judges` are those appointed.
    """
    busy: dict[int, dict[UUID, int]] = {}
    places: dict[tuple[int, int], int] = {}
    for line, table in enumerate(tables, start=1):
        _check_place(line, table, places)
        _check_people(line, table, stage, players, judges)
        _check_free(line, table, busy.setdefault(table.round, {}))
    _check_games(tables, stage)
    return tuple(
        DrawnTable(
            game=uuid5(draw, f"{table.round}/{table.table}"),
            round=table.round,
            table=table.table,
            judge=table.judge,
            seats=table.seats,
        )
        for table in sorted(tables, key=lambda given: (given.round, given.table))
    )


def _where(line: int, table: GivenTable) -> str:
    return f"Line {line} (round {table.round}, table {table.table})"


def _check_place(line: int, table: GivenTable, places: dict[tuple[int, int], int]) -> None:
    before = places.setdefault((table.round, table.table), line)
    if before != line:
        raise TableRepeated(
            f"{_where(line, table)}: line {before} gave that table already; give each game once.", line=line
        )


def _check_people(
    line: int, table: GivenTable, stage: StagePlan, players: Collection[UUID], judges: Collection[UUID]
) -> None:
    where = _where(line, table)
    if len(table.seats) != SEATS:
        raise SeatsNotTen(f"{where} has {len(table.seats)} seats; a table seats ten.", line=line)
    for seat, player in enumerate(table.seats, start=1):
        if player not in players:
            raise PlayerNotInStage(
                f"{where}: {player} at seat {seat} is none of those who play stage {stage.key!r}.",
                line=line,
                seat=seat,
            )
    if table.judge not in judges:
        raise JudgeNotAppointed(
            f"{where}: {table.judge} is not a table judge of this championship; appoint first.", line=line
        )


def _check_free(line: int, table: GivenTable, busy: dict[UUID, int]) -> None:
    """Refuse whoever is somewhere in the round already, and take note of those at this table."""
    where = _where(line, table)
    for seat, player in enumerate(table.seats, start=1):
        if player in busy:
            elsewhere = "at that table" if busy[player] == line else f"in line {busy[player]}"
            raise PlayerRepeated(
                f"{where}: {player} at seat {seat} is {elsewhere} already; nobody is twice in a round.",
                line=line,
                seat=seat,
            )
        busy[player] = line
    if table.judge in busy:
        raise JudgeRepeated(
            f"{where}: the judge {table.judge} plays or judges in that round, in line {busy[table.judge]};"
            " each table of a round has its own judge, who does not play in it.",
            line=line,
        )
    busy[table.judge] = line


def _check_games(tables: Sequence[GivenTable], stage: StagePlan) -> None:
    games: dict[UUID, int] = {}
    last: dict[UUID, int] = {}
    for line, table in enumerate(tables, start=1):
        games |= {player: games.get(player, 0) + 1 for player in table.seats}
        last |= dict.fromkeys(table.seats, line)
    uneven: Mapping[UUID, int] = {player: n for player, n in games.items() if n != stage.games}
    if uneven:
        first = min(uneven, key=lambda player: (last[player], str(player)))
        raise PlayersGamesUneven(
            f"{first} plays {games[first]} games of stage {stage.key!r}, last in line {last[first]}; everyone"
            f" plays {stage.games} ({len(uneven)} players do not). Give every game, and each game once.",
            line=last[first],
            players=sorted(map(str, uneven)),
        )
