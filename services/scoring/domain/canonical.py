"""The written form of standings: what is stored, checksummed and answered, byte for byte the same.

Exact numbers are `Points` texts. Checksums are SHA-256, in hex, over canonical JSON: UTF-8, keys
sorted, no space; whoever holds the rows of an answer can compute them.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import Annotated, TypeVar
from uuid import UUID

import msgspec

from services.scoring.domain.lines import Line
from services.scoring.domain.ranking import Decided, Decisive
from services.scoring.domain.tables import Row, Scope, Standings, Table
from shared.contracts.primitives import Points, points_text
from shared.contracts.regulations import Component, Metric, Slug

PLAYERS_REMEMBERED = 2048
Name = TypeVar("Name")
Shown = Annotated[str, msgspec.Meta(pattern=r"^-?[0-9]+\.[0-9]{2}$", examples=["9.05"])]
"""A number rounded to hundredths, half away from zero: for reading, never for arithmetic."""

_encoder = msgspec.json.Encoder(order="sorted")


class WrittenDecision(msgspec.Struct, frozen=True, kw_only=True):
    """What set a row apart from its neighbor: a metric with both values, or people ("panel")."""

    by: Decisive
    neighbor: UUID
    own: Points
    theirs: Points
    decision: UUID | None


class WrittenRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table. `place` null: outside the ranking.

    `above`, `below`: what set the row apart from each neighbor; null: nothing did (they share the
    place), or there is none. `decided_by`: the same in one field, of the row above, or for the first
    row of the one below.
    """

    place: int | None
    shared: bool
    player: UUID
    nick: str | None
    withdrawn: bool
    games: int
    total: Points
    shown: Shown
    metrics: dict[Metric, Points]
    components: dict[Component, Points]
    decided_by: WrittenDecision | None
    above: WrittenDecision | None = None
    below: WrittenDecision | None = None
    substituted: int = 0
    """Games in which the player sat in for somebody else."""


class WrittenLine(msgspec.Struct, frozen=True, kw_only=True):
    """A line of points: `worth` is `points` times `coefficient`."""

    game: UUID
    stage: Slug
    round: int
    table: int
    component: Component
    key: str
    clause: str | None
    points: Points
    coefficient: Points
    worth: Points
    event: UUID


_rows = msgspec.json.Decoder(tuple[WrittenRow, ...])
_lines = msgspec.json.Decoder(tuple[WrittenLine, ...])


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """JSON text with its checksum."""

    text: str
    checksum: str


class WrittenStandings(msgspec.Struct, frozen=True, kw_only=True):
    """All tables and lines of a championship in writing. `digest` changes when anything of them does."""

    tables: dict[Scope, Written]
    lines: dict[UUID, Written]
    digest: str


def write(standings: Standings) -> WrittenStandings:
    """Write standings down."""
    texts = {id(table): _written(_table(table)) for table in _different(standings.tables.values())}
    tables = {scope: texts[id(table)] for scope, table in sorted(standings.tables.items())}
    lines = {player: _written_lines(player, own) for player, own in standings.lines.items()}
    parts = [f"{name} {part.checksum}" for name, part in [*tables.items(), *sorted(lines.items())]]
    return WrittenStandings(tables=tables, lines=lines, digest=_sha256("\n".join(parts).encode()))


def read_rows(text: str) -> tuple[WrittenRow, ...]:
    """Return the rows of a written table."""
    return _rows.decode(text)


def read_lines(text: str) -> tuple[WrittenLine, ...]:
    """Return a player's written lines."""
    return _lines.decode(text)


def shown(value: Fraction) -> str:
    """Round to hundredths, half away from zero.

    >>> shown(Fraction(13, 40)), shown(Fraction(-1, 200))
    ('0.33', '-0.01')
    """
    hundredths = floor(abs(value) * 100 + Fraction(1, 2))
    sign = "-" if value < 0 and hundredths else ""
    return f"{sign}{hundredths // 100}.{hundredths % 100:02}"


def _different(tables: Iterable[Table]) -> list[Table]:
    """Return each table once: the overall one is that through the last stage."""
    return list({id(table): table for table in tables}.values())


def _table(table: Table) -> list[WrittenRow]:
    return [_row(row) for row in table.rows]


def _row(row: Row) -> WrittenRow:
    return WrittenRow(
        place=row.place,
        shared=row.shared,
        player=row.player,
        nick=row.nick,
        withdrawn=row.withdrawn,
        games=row.games,
        total=_text(row.total),
        shown=shown(row.total),
        metrics=_texts(row.metrics),
        components=_texts(row.components),
        decided_by=_decided(row.decided) if row.decided else None,
        above=_decided(row.above) if row.above else None,
        below=_decided(row.below) if row.below else None,
        substituted=row.substituted,
    )


def _decided(decided: Decided) -> WrittenDecision:
    return WrittenDecision(
        by=decided.by,
        neighbor=decided.neighbor,
        own=_text(decided.own),
        theirs=_text(decided.theirs),
        decision=decided.decision,
    )


_lines_written: dict[UUID, tuple[tuple[Line, ...], Written]] = {}


def _written_lines(player: UUID, lines: tuple[Line, ...]) -> Written:
    """Write a player's lines down, once for as long as they are the same."""
    held = _lines_written.get(player)
    if held is not None and held[0] == lines:
        return held[1]
    if len(_lines_written) >= PLAYERS_REMEMBERED:
        _lines_written.clear()
    written = _written([_line(line) for line in lines])
    _lines_written[player] = lines, written
    return written


def _line(line: Line) -> WrittenLine:
    return WrittenLine(
        game=line.game,
        stage=line.stage,
        round=line.round,
        table=line.table,
        component=line.component,
        key=line.key,
        clause=line.clause,
        points=_text(line.points),
        coefficient=_text(line.coefficient),
        worth=_text(line.worth),
        event=line.event,
    )


def _text(value: Fraction) -> Points:
    return _remembered(value.numerator, value.denominator)


@lru_cache(maxsize=4096)
def _remembered(numerator: int, denominator: int) -> Points:
    """Write a number down once: standings say few different ones, very often."""
    return points_text(Fraction(numerator, denominator))


def _texts(values: Mapping[Name, Fraction]) -> dict[Name, str]:
    return {name: _text(value) for name, value in values.items()}


def _written(content: Sequence[WrittenRow] | Sequence[WrittenLine]) -> Written:
    encoded = _encoder.encode(content)
    return Written(text=encoded.decode(), checksum=_sha256(encoded))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
