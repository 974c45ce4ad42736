"""Standings as a page for the wall: who stands where, and by what, in letters that read from afar."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from services.scoring.api.wording import Language, head, word
from services.scoring.domain.canonical import WrittenRow, shown
from services.scoring.domain.facts import Contest
from shared.contracts.regulations import Metric
from shared.typesetting import pdf

TEMPLATE = Path(__file__).with_name("wall.typ")
SHOWN = 6
"""So many metrics have a column; the order of a tie seldom goes further."""


ALWAYS: frozenset[Metric] = frozenset({"points", "games"})
"""Metrics that have a column in any case."""
Paper: TypeAlias = Literal["a4", "a3"]


class Page(msgspec.Struct, frozen=True, kw_only=True):
    """What the template prints."""

    language: Language
    paper: Paper
    title: str
    about: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    nobody: str
    """Said where there is no row."""
    substitutes: str | None
    """What a star means; None: no row has one."""
    note: str


async def wall_page(
    contest: Contest,
    scope: str,
    rows: Sequence[WrittenRow],
    order: Sequence[Metric],
    checksum: str,
    *,
    language: Language,
    paper: Paper,
) -> bytes:
    """Return standings as PDF, across."""
    metrics = [metric for metric in dict.fromkeys(order) if metric not in ALWAYS][:SHOWN]
    page = Page(
        language=language,
        paper=paper,
        title=contest.title,
        about=_about(contest, scope, language),
        heads=(
            "",
            word("player", language),
            *(head(metric, language) for metric in ("points", "games", *metrics)),
        ),
        rows=tuple(_row(row, metrics, language) for row in rows),
        nobody=word("nobody", language),
        substitutes=word("substitute", language) if any(row.substituted for row in rows) else None,
        note=f"{contest.regulations.title}. {word('checksum', language)} {checksum[:16]}.",
    )
    return await pdf(TEMPLATE, page)


def _about(contest: Contest, scope: str, language: Language) -> str:
    kind, _, key = scope.partition(":")
    titles = {stage.key: stage.title for stage in contest.stages}
    for stage in contest.stages:
        titles |= {f"{stage.key}:{group.key}": f"{stage.title}, {group.title}" for group in stage.groups}
    if kind == "overall":
        return word("standings", language)
    title = titles.get(key, key)
    return title if kind == "stage" else f"{word('after', language)} {title}"


def _row(row: WrittenRow, metrics: Iterable[Metric], language: Language) -> tuple[str, ...]:
    place = "" if row.place is None else f"{row.place}{'=' if row.shared else ''}"
    mark = " *" if row.substituted else ""
    out = f" ({word('withdrawn', language)})" if row.withdrawn else ""
    return (
        place,
        f"{row.nick or row.player}{mark}{out}",
        row.shown,
        str(row.games),
        *(_number(row.metrics[metric]) for metric in metrics),
    )


def _number(exact: str) -> str:
    """Return a metric as it reads on a wall: whole, or rounded to hundredths."""
    value = Fraction(exact)
    return str(value.numerator) if value.denominator == 1 else shown(value)
