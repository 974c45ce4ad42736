"""The cut of a stage: who goes on and in which way, who would be next, and which ties stand across a line.

Where a stage plays in groups, the best of each go on as its plan says, then the best of all the others by
the table over all groups.
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Protocol
from uuid import UUID

import msgspec

from shared.contracts.registration import StagePlan
from shared.contracts.scoring import TieAtCut, Way


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
    """Qualifiers and reserves, best first by the table over all.

    `ties`: by line, all who share the place across it, so that who of them goes on is not decided. Those of
    the line over all are known once the groups' lines are clean. `tied_reserves`: reserves next to one
    another who share a place.
    """

    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    ties: tuple[TieAtCut, ...] = ()
    ways: tuple[Way, ...] = ()
    tied_reserves: tuple[tuple[UUID, ...], ...] = ()

    @property
    def tied(self) -> tuple[UUID, ...]:
        """All who share a place across a line."""
        return tuple(dict.fromkeys(player for tie in self.ties for player in tie.players))


def cut(rows: Sequence[Ranked], advance: int | None) -> Cut:
    """Cut the rows of a cumulative table after the best `advance`; None: everyone goes on.

    Players without a place and players who withdrew go nowhere, and the next ones move up.
    """
    return _cut(rows, advance, {}, [])


def cut_through(tables: Mapping[str | None, Sequence[Ranked]], stage: StagePlan) -> Cut:
    """Cut a stage by its cumulative tables: that over all under None, and that of each group by its key.

    A place that a group cannot fill goes to the table over all.
    """
    taken: dict[UUID, Way] = {}
    ties: list[TieAtCut] = []
    for group in stage.groups if stage.advance is not None else ():
        rows = tables.get(group.key, ())
        eligible = _eligible(rows)
        line = min(group.advance or 0, len(eligible))
        ties += _across(rows, eligible, line, group.key)
        taken |= {row.player: _way(row, group.key) for row in eligible[:line]}
    return _cut(tables[None], stage.advance, taken, ties)


def _cut(
    rows: Sequence[Ranked], advance: int | None, taken: Mapping[UUID, Way], ties: Sequence[TieAtCut]
) -> Cut:
    eligible = _eligible(rows)
    others = [row for row in eligible if row.player not in taken]
    line = len(others) if advance is None else min(max(0, advance - len(taken)), len(others))
    ways = dict(taken) | {row.player: _way(row, None) for row in others[:line]}
    qualifiers = tuple(row.player for row in eligible if row.player in ways)
    shared = [[row.player for row in own] for _, own in groupby(others[line:], lambda row: row.place)]
    return Cut(
        qualifiers=qualifiers,
        reserves=tuple(row.player for row in others[line:]),
        ties=tuple(ties or _across(rows, others, line, None)),
        ways=tuple(ways[player] for player in qualifiers),
        tied_reserves=tuple(tuple(own) for own in shared if len(own) > 1),
    )


def _eligible(rows: Sequence[Ranked]) -> list[Ranked]:
    return [row for row in rows if row.place is not None and not row.withdrawn]


def _across(
    rows: Sequence[Ranked], eligible: Sequence[Ranked], line: int, group: str | None
) -> list[TieAtCut]:
    if not 0 < line < len(eligible) or eligible[line - 1].place != eligible[line].place:
        return []
    place = eligible[line].place
    return [TieAtCut(group=group, players=tuple(row.player for row in rows if row.place == place))]


def _way(row: Ranked, group: str | None) -> Way:
    assert row.place is not None  # noqa: S101 - eligible
    return Way(player=row.player, group=group, place=row.place)


def tied_groups(rows: Sequence[Ranked]) -> tuple[tuple[UUID, ...], ...]:
    """Return every group of players who share a place, best first."""
    groups: dict[int, list[UUID]] = {}
    for row in rows:
        if row.place is not None:
            groups.setdefault(row.place, []).append(row.player)
    return tuple(tuple(group) for _, group in sorted(groups.items()) if len(group) > 1)
