"""The picture of who meets whom: a square for each pair, the darker the more often."""

from collections.abc import Mapping
from html import escape
from uuid import UUID

from services.registration.domain.draw.explanation import Matrix

_CELL = 12
_LABELS = 120
_LIGHTEST, _DARKEST = 96, 28


def matrix_svg(matrix: Matrix, names: Mapping[UUID, str], title: str) -> str:
    """Return an SVG document. Where a player has no name, his id's first digits stand."""
    size = len(matrix.players)
    most = max((times for row in matrix.rows for times in row), default=0)
    cells: dict[int, list[str]] = {}
    for line, row in enumerate(matrix.rows):
        for column, times in enumerate(row):
            if line != column:
                cells.setdefault(times, []).append(f"M{column} {line}h1v1h-1z")
    width = _LABELS + size * _CELL + _CELL
    height = width + 2 * _CELL
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif"'
        f' font-size="{_CELL - 2}"><title>{escape(title)}</title>'
        f'<g transform="translate({_LABELS} {_LABELS}) scale({_CELL})">'
    )
    parts = [head]
    parts += [f'<path fill="{_shade(times, most)}" d="{"".join(cells[times])}"/>' for times in sorted(cells)]
    parts.append("</g>")
    for place, player in enumerate(matrix.players):
        name = escape(names.get(player, str(player)[:8]))
        middle = _LABELS + place * _CELL + _CELL - 3
        parts.append(f'<text x="{_LABELS - 4}" y="{middle}" text-anchor="end">{name}</text>')
        parts.append(f'<text transform="translate({middle} {_LABELS - 4}) rotate(-90)">{name}</text>')
    for place, times in enumerate(sorted(cells)):
        left = _LABELS + place * 4 * _CELL
        top = _LABELS + size * _CELL + _CELL
        parts.append(
            f'<rect x="{left}" y="{top}" width="{_CELL}" height="{_CELL}" fill="{_shade(times, most)}"/>'
        )
        parts.append(f'<text x="{left + _CELL + 3}" y="{top + _CELL - 3}">{times}</text>')
    return "".join([*parts, "</svg>"])


def _shade(times: int, most: int) -> str:
    light = _LIGHTEST - (_LIGHTEST - _DARKEST) * times // max(most, 1)
    return f"hsl(215 60% {light}%)"
