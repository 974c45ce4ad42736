"""Standings as a page for the wall: who stands where, and by what, in letters that read from afar."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from services.scoring.domain.canonical import WrittenRow
from services.scoring.domain.facts import Contest
from shared.contracts.regulations import Metric
from shared.typesetting import pdf

TEMPLATE = Path(__file__).with_name("wall.typ")
SHOWN = 6
"""So many metrics have a column; the order of a tie seldom goes further."""


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What the template prints."""

    title: str
    about: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    substitutes: bool
    note: str


async def wall_page(
    contest: Contest, scope: str, rows: Sequence[WrittenRow], order: Sequence[Metric], checksum: str
) -> bytes:
    """Return standings as PDF, A4 across."""
    metrics = [metric for metric in order if metric != "points"][:SHOWN]
    page = Page(
        title=contest.title,
        about=_about(contest, scope),
        heads=("", "Player", "Points", "Games", *(metric.replace("_", " ") for metric in metrics)),
        rows=tuple(_row(row, metrics) for row in rows),
        substitutes=any(row.substituted for row in rows),
        note=f"{contest.regulations.title}. Checksum {checksum[:16]}.",
    )
    return await pdf(TEMPLATE, page)


def _about(contest: Contest, scope: str) -> str:
    kind, _, key = scope.partition(":")
    titles = {stage.key: stage.title for stage in contest.stages}
    for stage in contest.stages:
        titles |= {f"{stage.key}:{group.key}": f"{stage.title}, {group.title}" for group in stage.groups}
    if kind == "overall":
        return "Standings"
    return f"{titles.get(key, key)}" if kind == "stage" else f"Standings after {titles.get(key, key)}"


def _row(row: WrittenRow, metrics: Iterable[Metric]) -> tuple[str, ...]:
    place = "" if row.place is None else f"{row.place}{'=' if row.shared else ''}"
    mark = " *" if row.substituted else ""
    out = " (withdrawn)" if row.withdrawn else ""
    return (
        place,
        f"{row.nick or row.player}{mark}{out}",
        row.shown,
        str(row.games),
        *(row.metrics.get(metric, "") for metric in metrics),
    )
