"""A sheet as a workbook (XLSX). Texts are written as texts: nothing in them is ever a formula."""

import io
import re
from datetime import datetime

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from services.scoring.domain.sheets import Cell, Sheet

MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MADE = datetime(1980, 1, 1)  # noqa: DTZ001 - a fixed date: the same sheet gives the same bytes
_NUMBER = re.compile(r"-?\d{1,9}(\.\d{1,6})?")
"""Texts that a spreadsheet's numbers hold exactly enough; other exact values, as 1/3, stay texts."""
_TEXTS = frozenset({"nick", "stage", "key", "clause"})
"""Columns of names: a player called 007 is not the number 7."""


def as_xlsx(sheet: Sheet) -> bytes:
    """Write a sheet: a header that stays in sight and filters, numbers as numbers."""
    file = io.BytesIO()
    with Workbook(file, {"in_memory": True}) as book:
        book.set_properties({"created": _MADE})
        page = book.add_worksheet(sheet.name)
        bold = book.add_format({"bold": True, "bottom": 1})
        for column, name in enumerate(sheet.columns):
            page.write_string(0, column, name, bold)
        for row, cells in enumerate(sheet.rows, start=1):
            for column, cell in enumerate(cells):
                _write(page, row, column, cell, name=sheet.columns[column] in _TEXTS)
        page.freeze_panes(1, 0)
        page.autofilter(0, 0, len(sheet.rows), len(sheet.columns) - 1)
        page.autofit()
    return file.getvalue()


def _write(page: Worksheet, row: int, column: int, cell: Cell, *, name: bool) -> None:
    match cell:
        case None:
            return
        case bool():
            page.write_boolean(row, column, cell)
        case int():
            page.write_number(row, column, cell)
        case str() if not name and _NUMBER.fullmatch(cell):
            page.write_number(row, column, float(cell))
        case _:
            page.write_string(row, column, str(cell))
