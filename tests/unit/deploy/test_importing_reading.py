"""A file of results as rows and cells: how spreadsheets write it, and what is wrong with it."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from deploy.local.importing.reading import OPTIONAL, REQUIRED, Row, rows_of
from deploy.local.importing.seats import Seat, seats_of
from deploy.local.importing.wrong import FileRefused
from tests.unit.deploy.results import rows, text

HEADER = ",".join(REQUIRED)
LINE = "main,1,1,1,Fox,civilian,red"


def refused(content: str | bytes) -> list[tuple[int, str]]:
    """Return the bad lines of a file."""
    with pytest.raises(FileRefused) as wrong:
        seats_of(rows_of(content if isinstance(content, bytes) else content.encode()))
    return [(bad.line, bad.reason) for bad in wrong.value.lines]


def one(**cells: str) -> Seat:
    """Return the seat of one row."""
    plain = dict(zip(REQUIRED, LINE.split(","), strict=True))
    [seat] = seats_of([Row(2, plain | cells)])
    return seat


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
@pytest.mark.parametrize("mark", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_file_reads_the_same_however_a_spreadsheet_wrote_it(
    delimiter: str, mark: str, newline: str
) -> None:
    """Delimiter, byte order mark and line ends do not count."""
    content = text(rows(), delimiter).replace("\n", newline).encode(mark)
    assert rows_of(content) == rows_of(text(rows()).encode())
    assert len(rows_of(content)) == 30


def test_what_spreadsheets_add_does_not_count() -> None:
    """A `sep=` line, empty lines, empty columns, other letters in the header and spaces are no content."""
    content = f"sep=;\n{HEADER.upper().replace(',', ' ; ')};;\n;;;;;;;;\n{LINE.replace(',', ' ; ')};;\n\n"
    assert rows_of(content.encode()) == [Row(4, dict(zip(REQUIRED, LINE.split(","), strict=True)))]


def test_quoted_cells_keep_delimiters_and_count_their_lines() -> None:
    """A nick may hold a comma; a line break within a cell is refused where the row begins."""
    content = f'{HEADER}\nmain,1,1,1,"Fox, the",civilian,red\nmain,1,1,2,"Fo\nx",don,red\n{LINE},\n'
    assert rows_of(content.encode())[0].cells["player"] == "Fox, the"
    assert [row.line for row in rows_of(content.encode())] == [2, 3, 5]
    assert [line for line, _ in refused(content)] == [3]


@pytest.mark.parametrize(
    "nick", ["=1+1", "@SUM(A1)", "+7", "-5", "=cmd|' /C calc'!A0", "Лис", "狐", "O'Hara"]
)
def test_a_nick_is_just_text(nick: str) -> None:
    """What a spreadsheet would take for a formula is a nick like any other."""
    assert one(player=nick).player == nick


@pytest.mark.parametrize("content", [b"", b"\xef\xbb\xbf", b"\n\n", b"sep=;\n"])
def test_an_empty_file_is_refused(content: bytes) -> None:
    """There is nothing to import."""
    assert refused(content) == [(0, "The file is empty.")]


def test_a_header_alone_is_refused() -> None:
    """There are no rows to import."""
    assert refused(HEADER) == [(0, "The file has a header and no rows.")]


def test_a_file_that_is_not_utf_8_says_where() -> None:
    """The first line that cannot be read is named, with what to do."""
    content = f"{HEADER}\n{LINE}\nmain,1,1,2,Лис,don,red\n".encode("cp1251")
    [(line, reason)] = refused(content)
    assert line == 3
    assert "UTF-8" in reason


def test_everything_wrong_with_a_header_is_told_at_once() -> None:
    """Unknown, repeated and missing columns are all named."""
    found = refused("stage,round,round,table,seat,player,rolle\nmain,1,1,1,1,Fox,don\n")
    assert [line for line, _ in found] == [1, 1, 1]
    reasons = " ".join(reason for _, reason in found)
    assert "'rolle'" in reasons
    assert "'round' stands twice" in reasons
    assert "lacks role, winner" in reasons


def test_a_cell_without_a_column_is_refused() -> None:
    """A value too many in a row would be lost."""
    [(line, reason)] = refused(f"{HEADER}\n{LINE},0.3\n")
    assert line == 2
    assert "'0.3'" in reason


def test_a_quote_that_is_never_closed_is_refused() -> None:
    """It is no CSV, and the line says so."""
    [(line, reason)] = refused(f'{HEADER}\nmain,1,1,1,"Fox,civilian,red\n')
    assert line == 2
    assert "no CSV" in reason


@pytest.mark.parametrize(
    ("column", "written", "field", "value"),
    [
        ("role", "Шериф", "role", "sheriff"),
        ("role", "citizen", "role", "civilian"),
        ("winner", "чёрные", "winner", "black"),
        ("winner", "NONE", "winner", None),
        ("first_killed", "да", "first_killed", True),
        ("first_killed", "0", "first_killed", False),
        ("best_move", "3, 5 10", "best_move", (3, 5, 10)),
        ("extra", "0,35", "extra", Fraction(7, 20)),
        ("penalty", "\N{MINUS SIGN}0.5", "penalty", Fraction(-1, 2)),
        ("penalty", "0.5", "penalty", Fraction(-1, 2)),
        ("removed", "Day 2", "removed", ("day", 2)),
        ("removed", "ночь 1", "removed", ("night", 1)),
        ("best_player", "yes", "best_player", "yes"),
        ("best_player", "0,5", "best_player", "0.5"),
        ("attribute:faculty", "Law", "attributes", {"faculty": "Law"}),
    ],
)
def test_a_cell_says_it_in_several_ways(column: str, written: str, field: str, value: Any) -> None:
    """Words are taken in both languages, numbers with a point or a comma."""
    assert getattr(one(**{column: written}), field) == value


@pytest.mark.parametrize(
    ("column", "written"),
    [
        ("round", "0"),
        ("round", "first"),
        ("table", "1.5"),
        ("seat", "11"),
        ("seat", "0"),
        ("seat", "-1"),
        ("player", "F\x00x"),
        ("player", "F" * 41),
        ("role", "doctor"),
        ("winner", "white"),
        ("first_killed", "perhaps"),
        ("best_move", "3 11"),
        ("best_move", "three"),
        ("blacks_named", "4"),
        ("extra", "=1+1"),
        ("extra", "1e3"),
        ("penalty", "half"),
        ("best_player", "best"),
        ("best_player_vote", "12"),
        ("host_vote", "x"),
        ("fouls", "11"),
        ("removed", "2"),
        ("removed", "noon 2"),
        ("removed", "day 99"),
        ("substitute_for", "\u202efox"),
    ],
)
def test_a_cell_that_cannot_be_is_refused_with_its_column(column: str, written: str) -> None:
    """The line, the column and what was written are named."""
    with pytest.raises(FileRefused, match=f"^Line 2: {column} ") as wrong:
        one(**{column: written})
    assert len(wrong.value.lines) == 1


def test_cells_that_exclude_one_another_are_refused() -> None:
    """Numbers and a count, or a substitute for himself, cannot both be meant."""
    with pytest.raises(FileRefused, match="give one"):
        one(best_move="1 2 3", blacks_named="2")
    with pytest.raises(FileRefused, match="himself"):
        one(substitute_for="Fox")


def test_every_bad_cell_of_every_line_is_told_at_once() -> None:
    """Five things in three lines are five findings, in the order of the lines."""
    bad = ["main,x,1,11,Fox,civilian,red", LINE, ",1,1,2,,don,red", "main,1,1,3,Owl,king,red"]
    found = refused("\n".join([HEADER, *bad]))
    assert [line for line, _ in found] == [2, 2, 4, 4, 5]


def test_every_column_is_documented() -> None:
    """The page on the import explains each column that is taken."""
    page = (Path(__file__).parents[3] / "docs" / "import.md").read_text(encoding="utf-8")
    for column in (*REQUIRED, *OPTIONAL):
        assert f"`{column}`" in page, column
