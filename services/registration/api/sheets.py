"""The list of participants as a sheet: what clubs open in Excel, and what an import of entries takes."""

import csv
import io
from collections.abc import Iterable
from typing import Literal, TypeAlias

from services.registration.api.schemas_of_schedules import ParticipantView

MEDIA_TYPE = "text/csv"
COLUMNS = ("nick", "club", "city", "player", "group", "substitute")
"""Their names stay; more are only ever added at the end."""
FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
Separator: TypeAlias = Literal["comma", "semicolon", "tab"]
_SIGNS: dict[Separator, str] = {"comma": ",", "semicolon": ";", "tab": "\t"}


def participants_csv(people: Iterable[ParticipantView], *, separator: Separator, bom: bool) -> bytes:
    """Return participants as CSV. With `bom` Excel reads it as UTF-8; no cell is ever a formula."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=_SIGNS[separator])
    writer.writerow(COLUMNS)
    writer.writerows(map(_row, people))
    return text.getvalue().encode("utf-8-sig" if bom else "utf-8")


def guarded(text: str | None) -> str:
    """Return a text that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded(None), guarded("Ann")
    ("'=1+1", '', 'Ann')
    """
    if text is None:
        return ""
    return f"'{text}" if text.startswith(FORMULA) else text


def _row(one: ParticipantView) -> list[str]:
    said = [guarded(one.nick), guarded(one.club), guarded(one.city)]
    return [*said, str(one.player), one.group or "", "yes" if one.substitute else ""]
