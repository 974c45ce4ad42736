"""Sheets: standings, lines and protocols as rows under columns that keep their names.

Columns are only ever added, at the end. Numbers are exact; `points` is the one that is rounded for
reading. `guarded` keeps what people write (nicks, and the clauses of their documents) from being a formula
in whatever program opens the sheet.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias, get_args
from uuid import UUID

import msgspec

from services.scoring.domain.canonical import WrittenLine, WrittenRow
from services.scoring.domain.facts import Facts
from services.scoring.domain.series_table import SeriesRow
from shared.contracts.regulations import Component, Metric
from shared.contracts.series import SeriesMetric

Cell: TypeAlias = str | int | bool | UUID | None
CSV = "text/csv"
Separator: TypeAlias = Literal["comma", "semicolon", "tab"]
SIGNS: dict[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")


class Sheet(msgspec.Struct, frozen=True, kw_only=True):
    """One table of text."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def standings_sheet(rows: Iterable[WrittenRow]) -> Sheet:
    """Return a table of standings, best first."""
    metrics: tuple[Metric, ...] = get_args(Metric)
    components: tuple[Component, ...] = get_args(Component)
    return Sheet(
        name="standings",
        columns=(
            *("place", "shared", "player", "nick", "withdrawn", "games", "games_as_substitute"),
            *("points", "points_exact", "decided_by"),
            *(f"metric_{metric}" for metric in metrics),
            *(f"component_{component}" for component in components),
        ),
        rows=tuple(
            (
                *(row.place, row.shared, row.player, guarded(row.nick), row.withdrawn, row.games),
                *(row.substituted, row.shown, row.total, row.decided_by.by if row.decided_by else None),
                *(row.metrics[metric] for metric in metrics),
                *(row.components.get(component, "0") for component in components),
            )
            for row in rows
        ),
    )


def lines_sheet(lines: Mapping[UUID, Sequence[WrittenLine]], nicks: Mapping[UUID, str]) -> Sheet:
    """Return every line of every player."""
    return Sheet(
        name="lines",
        columns=(
            *("player", "nick", "stage", "round", "table", "game", "component", "key", "clause"),
            *("points", "coefficient", "worth", "event"),
        ),
        rows=tuple(
            (
                *(player, guarded(nicks.get(player)), line.stage, line.round, line.table, line.game),
                *(
                    line.component,
                    line.key,
                    guarded(line.clause),
                    line.points,
                    line.coefficient,
                    line.worth,
                    line.event,
                ),
            )
            for player, own in sorted(lines.items())
            for line in own
        ),
    )


def protocols_sheet(facts: Facts) -> Sheet:
    """Return every seat of every signed game; games that do not count say so."""
    games = sorted(facts.games.values(), key=lambda game: (game.stage, game.round, game.table, game.id))
    return Sheet(
        name="protocols",
        columns=(
            *("stage", "round", "table", "game", "counts", "winner", "seat", "player", "nick", "role"),
            *("substitute", "fouls", "first_killed", "best_move", "extra_points", "penalties", "event"),
        ),
        rows=tuple(
            (
                *(game.stage, game.round, game.table, game.id, game.counts, result.winner, seat.seat),
                *(seat.player, guarded(_nick(facts, seat.player)), seat.role, seat.substitute, seat.fouls),
                result.first_killed == seat.seat,
                _named(result.best_move.named)
                if result.best_move is not None and result.best_move.seat == seat.seat
                else None,
                _named(award.points for award in result.extra_points if award.seat == seat.seat),
                _named(award.points for award in result.penalties if award.seat == seat.seat),
                game.event,
            )
            for game in games
            if (result := game.result) is not None
            for seat in result.seats
        ),
    )


def series_sheet(rows: Iterable[SeriesRow], championships: Sequence[UUID]) -> Sheet:
    """Return the table of a series; each championship adds a column, the latest last."""
    metrics: tuple[SeriesMetric, ...] = get_args(SeriesMetric)
    return Sheet(
        name="series",
        columns=(
            *("place", "shared", "player", "nick", "points", "points_exact", "decided_by"),
            *(f"metric_{metric}" for metric in metrics),
            *(f"points_{championship}" for championship in championships),
        ),
        rows=tuple(
            (
                *(row.place, row.shared, row.player, guarded(row.nick), row.shown, row.total),
                row.above.by if row.above is not None else None,
                *(row.metrics[metric] for metric in metrics),
                *(
                    next((line.points for line in row.lines if line.championship == one), None)
                    for one in championships
                ),
            )
            for row in rows
        ),
    )


def as_csv(sheet: Sheet, separator: Separator = "comma") -> str:
    """Write a sheet as RFC 4180 has it; true and false in words, nothing for nothing."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=SIGNS[separator])
    writer.writerow(sheet.columns)
    writer.writerows([_written(cell) for cell in row] for row in sheet.rows)
    return text.getvalue()


def guarded(text: str | None) -> str | None:
    """Return a text that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("Ann")
    ("'=1+1", 'Ann')
    """
    return f"'{text}" if text is not None and text.startswith(FORMULA) else text


def _written(cell: Cell) -> str:
    if isinstance(cell, bool):
        return "true" if cell else "false"
    return "" if cell is None else str(cell)


def _nick(facts: Facts, player: UUID) -> str | None:
    return facts.entrants[player].nick if player in facts.entrants else None


def _named(values: Iterable[str | int]) -> str | None:
    return " ".join(map(str, values)) or None
