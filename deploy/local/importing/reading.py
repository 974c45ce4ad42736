"""Rows of a CSV file as spreadsheets write them: UTF-8 with or without a mark, commas, semicolons or tabs."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from io import StringIO

from deploy.local.importing.wrong import BadLine, FileRefused, Findings

REQUIRED = ("stage", "round", "table", "seat", "player", "role", "winner")
OPTIONAL = (
    "first_killed", "best_move", "blacks_named", "extra", "penalty", "best_player", "best_player_vote",
    "host_vote", "fouls", "removed", "team_defeat", "substitute_for", "judge", "club", "city",
)  # fmt: skip
ATTRIBUTE = "attribute:"
"""Begins the name of a column that holds what the regulations ask an applicant to declare."""
DELIMITERS = (";", ",", "\t")


@dataclass(frozen=True)
class Row:
    """One line of the file: its filled cells by column, without the space around them."""

    line: int
    cells: Mapping[str, str]


def rows_of(content: bytes) -> list[Row]:
    """Return the rows of a file, empty ones left out. Raises FileRefused with all that is wrong in form."""
    text = _decoded(content)
    delimiter, skipped = _delimiter(text)
    lines_of_text = StringIO(text, newline="")
    for _ in range(skipped):
        lines_of_text.readline()
    reader = csv.reader(lines_of_text, delimiter=delimiter, strict=True)
    lines: list[tuple[int, list[str]]] = []
    begins = skipped + 1
    try:
        for cells in reader:
            stripped = [cell.strip() for cell in cells]
            if any(stripped):
                lines.append((begins, stripped))
            begins = skipped + reader.line_num + 1
    except csv.Error as error:
        raise FileRefused([BadLine(begins, f"This is no CSV: {error}.")]) from error
    if not lines:
        raise FileRefused([BadLine(0, "The file is empty.")])
    (header_line, header), *rest = lines
    columns = _columns(header_line, header)
    return _rows(columns, rest)


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise FileRefused(
            [BadLine(line, "This is not UTF-8; save the file as 'CSV UTF-8' and import it again.")]
        ) from error


def _delimiter(text: str) -> tuple[str, int]:
    """Return the delimiter, and how many lines to skip: some spreadsheets write `sep=;` first."""
    first, _, rest = text.partition("\n")
    if first.strip().lower().startswith("sep=") and len(first.strip()) == len("sep=;"):
        return first.strip()[-1], 1
    header = first if first.strip() else rest.lstrip().partition("\n")[0]
    return max(DELIMITERS, key=header.count), 0


def _columns(line: int, header: list[str]) -> list[str]:
    """Return the names of the columns, '' for one without. Raises FileRefused for a header that is wrong."""
    columns = [name.casefold().replace(" ", "_") for name in header]
    findings = Findings()
    known = (*REQUIRED, *OPTIONAL)
    for name, written in zip(columns, header, strict=True):
        if name and name not in known and not (name.startswith(ATTRIBUTE) and name != ATTRIBUTE):
            findings.note(line, f"There is no column {written!r}; the columns are {', '.join(known)}.")
    for name in sorted({name for name in columns if name and columns.count(name) > 1}):
        findings.note(line, f"Column {name!r} stands twice.")
    missing = [name for name in REQUIRED if name not in columns]
    if missing:
        findings.note(line, f"The header lacks {', '.join(missing)}.")
    findings.demand_none()
    return columns


def _rows(columns: list[str], lines: list[tuple[int, list[str]]]) -> list[Row]:
    findings = Findings()
    rows: list[Row] = []
    for line, cells in lines:
        extra = [cell for cell in cells[len(columns) :] if cell]
        nameless = [cell for cell, name in zip(cells, columns, strict=False) if cell and not name]
        if extra or nameless:
            findings.note(
                line, f"{(extra + nameless)[0]!r} stands in a column that the header does not name."
            )
            continue
        rows.append(
            Row(line, {name: cell for name, cell in zip(columns, cells, strict=False) if name and cell})
        )
    if not rows and not findings.lines:
        findings.note(0, "The file has a header and no rows.")
    findings.demand_none()
    return rows
