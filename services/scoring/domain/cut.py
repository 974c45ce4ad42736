"""The cut of a stage: who goes on, who would be next, and which tie stands across the line."""

from collections.abc import Sequence
from typing import Protocol
from uuid import UUID

import msgspec


class Ranked(Protocol):
    """What a cut reads of a row, computed or written."""

    @property
    def player(self) -> UUID:
        """Whose row it is."""

    @property
    def place(self) -> int | None:
        """The place, shared or not; None: outside the ranking."""

    @property
    def withdrawn(self) -> bool:
        """Whether the player takes part no longer."""


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """Qualifiers and reserves, best first.

    `tied`: all who share the place across the line, so that who of them goes on is not decided;
    empty where the line is clean.
    """

    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    tied: tuple[UUID, ...] = ()


def cut(rows: Sequence[Ranked], advance: int | None) -> Cut:
    """Cut the rows of a cumulative table after the best `advance`; None: everyone goes on.

    Players without a place and players who withdrew go nowhere, and the next ones move up.
    """
    eligible = [row for row in rows if row.place is not None and not row.withdrawn]
    line = len(eligible) if advance is None else min(advance, len(eligible))
    tied: tuple[UUID, ...] = ()
    if line < len(eligible) and eligible[line - 1].place == eligible[line].place:
        tied = tuple(row.player for row in rows if row.place == eligible[line].place)
    return Cut(
        qualifiers=tuple(row.player for row in eligible[:line]),
        reserves=tuple(row.player for row in eligible[line:]),
        tied=tied,
    )


def tied_groups(rows: Sequence[Ranked]) -> tuple[tuple[UUID, ...], ...]:
    """Return every group of players who share a place, best first."""
    groups: dict[int, list[UUID]] = {}
    for row in rows:
        if row.place is not None:
            groups.setdefault(row.place, []).append(row.player)
    return tuple(tuple(group) for _, group in sorted(groups.items()) if len(group) > 1)
