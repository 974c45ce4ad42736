"""What a change of a published seating does to it: pure, and the smallest that does what is asked.

`applied` knows no rules: anybody derives with it the tables that a change leads to from those before it and
the games that had started. What must hold afterwards stands in `keeping.py`.
"""

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias
from uuid import UUID

from msgspec.structs import replace

from shared.contracts.registration import DrawnTable, JudgeReplaced, PlayerReplaced, SeatsSwapped

Simple: TypeAlias = PlayerReplaced | SeatsSwapped | JudgeReplaced
"""Changes that name people: nobody else's seat differs after them."""


def applied(
    operation: Simple, tables: Sequence[DrawnTable], fixed: Collection[UUID]
) -> tuple[DrawnTable, ...]:
    """Return every table as it is after a change; `fixed` are the games that have started."""
    match operation:
        case PlayerReplaced():
            change = _replacing({operation.out: operation.into}, ())
        case SeatsSwapped(one=one, other=other):
            change = _replacing({one: other, other: one}, operation.rounds)
        case JudgeReplaced():
            change = _judging(operation)
    return tuple(table if table.game in fixed else change(table) for table in tables)


def differing(before: Sequence[DrawnTable], after: Sequence[DrawnTable]) -> tuple[UUID, ...]:
    """Return the games that are not the same, or not there, before and after; by their ids."""
    was = {table.game: table for table in before}
    now = {table.game: table for table in after}
    return tuple(sorted(game for game in was.keys() | now.keys() if was.get(game) != now.get(game)))


def _replacing(people: dict[UUID, UUID], rounds: Sequence[int]) -> Callable[[DrawnTable], DrawnTable]:
    def change(table: DrawnTable) -> DrawnTable:
        if rounds and table.round not in rounds:
            return table
        return replace(table, seats=tuple(people.get(player, player) for player in table.seats))

    return change


def _judging(operation: JudgeReplaced) -> Callable[[DrawnTable], DrawnTable]:
    def change(table: DrawnTable) -> DrawnTable:
        if table.judge != operation.out or (operation.rounds and table.round not in operation.rounds):
            return table
        return replace(table, judge=operation.into)

    return change
