"""Files of applications as clubs have them: whatever Excel saved, read strictly, line by line."""

import csv
import io
from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec

from services.registration.domain.errors import ImportRefused
from services.registration.domain.texts import comparable

MOST_LINES = 1000
_COLUMNS = {
    "player": ("id", "player", "person", "id игрока", "id гравця"),
    "nick": ("nick", "nickname", "ник", "никнейм", "игрок", "нік", "нікнейм", "гравець"),
    "club": ("club", "team", "клуб", "команда"),
    "city": ("city", "город", "місто"),
    "real_name": ("name", "real name", "имя", "фио", "имя и фамилия", "ім'я", "піб"),
    "email": ("email", "e-mail", "почта", "пошта"),
    "phone": ("phone", "телефон"),
    "telegram": ("telegram", "телеграм"),
}
_OF_A_LIST = {"group": ("group", "группа", "група"), "substitute": ("substitute",)}
"""Columns of the list of participants that are not taken: both are for the organizer to say."""
_KNOWN = {name: column for column, names in (_COLUMNS | _OF_A_LIST).items() for name in names}
CONTACTS = ("email", "phone", "telegram")


class EntryLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a file; `number` counts as a text editor does."""

    number: int
    player: UUID | None
    nick: str
    club: str | None
    city: str | None
    real_name: str | None
    contacts: dict[str, str]
    attributes: dict[str, str]


def lines_of(body: bytes, asked: Collection[str]) -> tuple[list[EntryLine], list[dict[str, Any]]]:
    """Return the lines of a file, and what is wrong with those that cannot be read.

    `asked` are the attributes that the regulations ask for; each may be a column. Raises ImportRefused
    where the file as a whole cannot be read: an unknown or doubled column, no nick, no line at all.
    """
    text = _decoded(body)
    skipped = 0
    if text[:4].lower() == "sep=":
        first, _, text = text.partition("\n")
        delimiter, skipped = first.strip()[4:5] or ";", 1
    else:
        delimiter = _delimiter(text.partition("\n")[0])
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    found: list[EntryLine] = []
    wrong: list[dict[str, Any]] = []
    columns: list[str] | None = None
    try:
        for row in reader:
            number = reader.line_num + skipped
            cells = [_cell(cell) for cell in row]
            if not any(cells):
                continue
            if columns is None:
                columns = _columns(cells, asked)
                continue
            try:
                found.append(_line(number, columns, cells))
            except ValueError as error:
                wrong.append({"line": number, "code": "line_malformed", "message": str(error)})
    except csv.Error as error:
        number = reader.line_num + skipped
        raise _refused(number, f"The file cannot be read from line {number} on: {error}.") from error
    if not found and not wrong:
        raise _refused(1, "The file has no line of applications; its first line names the columns.")
    if len(found) + len(wrong) > MOST_LINES:
        raise _refused(MOST_LINES + 1, f"The file has more than {MOST_LINES} lines; split it.")
    return found, wrong


def _decoded(body: bytes) -> str:
    """Return the text: UTF-16 or UTF-8 by its mark, UTF-8 where it is, else Excel's Windows-1251."""
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if body.startswith(mark):
            return _strictly(body, encoding)
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return _strictly(body, "windows-1251")


def _strictly(body: bytes, encoding: str) -> str:
    try:
        return body.decode(encoding)
    except UnicodeDecodeError as error:
        raise _refused(1, f"The file is no text in {encoding}: {error.reason}; save it as UTF-8.") from error


def _delimiter(header: str) -> str:
    """Return what separates the columns of a header: what there is most of, semicolons first."""
    return max(";\t,", key=header.count)


def _cell(text: str) -> str:
    """Return a cell without white space, hard spaces, and Excel's ways to keep a text a text."""
    kept = text.replace("\u00a0", " ").strip()
    if kept.startswith('="') and kept.endswith('"'):
        return kept[2:-1].strip()
    return kept.removeprefix("'") if kept[:2] in {"'=", "'+", "'-", "'@"} else kept


def _columns(header: list[str], asked: Collection[str]) -> list[str]:
    columns = []
    while header and not header[-1]:
        header = header[:-1]
    for cell in header:
        name = comparable(cell).replace("_", " ").replace("\u2019", "'")
        slug = name.replace(" ", "-")
        column = _KNOWN.get(name) or (f"attribute {slug}" if slug in asked else None)
        if column is None:
            known = ", ".join([*_COLUMNS, *sorted(asked)])
            raise _refused(1, f"Column {cell!r} means nothing here; columns are {known}.")
        if column in columns:
            raise _refused(1, f"Two columns mean {column}; leave one of them.")
        columns.append(column)
    if "nick" not in columns:
        raise _refused(1, "The first line names the columns, and one of them must be the nick.")
    return columns


def _line(number: int, columns: list[str], cells: list[str]) -> EntryLine:
    if any(cells[len(columns) :]):
        raise ValueError(f"The line has {len(cells)} cells, the first line names {len(columns)}.")
    given = {column: cell for column, cell in zip(columns, cells, strict=False) if cell}
    if "nick" not in given:
        raise ValueError("The line has no nick.")
    try:
        player = UUID(given["player"]) if "player" in given else None
    except ValueError as error:
        raise ValueError(f"{given['player']!r} is no id of a person.") from error
    return EntryLine(
        number=number,
        player=player,
        nick=given["nick"],
        club=given.get("club"),
        city=given.get("city"),
        real_name=given.get("real_name"),
        contacts={kind: given[kind] for kind in CONTACTS if kind in given},
        attributes={
            column.removeprefix("attribute "): cell
            for column, cell in given.items()
            if column.startswith("attribute ")
        },
    )


def _refused(line: int, message: str) -> ImportRefused:
    return ImportRefused(message, lines=[{"line": line, "code": "file_unreadable", "message": message}])
