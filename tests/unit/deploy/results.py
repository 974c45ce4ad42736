"""A small championship and the file of its results: twenty play a game at two tables, ten of them a final."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from deploy.local.importing.championship import Championship
from deploy.local.importing.checking import Import, checked_import
from deploy.local.importing.games import games_of
from deploy.local.importing.identities import digest_of
from deploy.local.importing.reading import OPTIONAL, REQUIRED, rows_of
from deploy.local.importing.seats import seats_of
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Regulations, shipped

NOW = datetime(2026, 5, 1, tzinfo=UTC)
ROLES = ("civilian",) * 6 + ("sheriff", "mafia", "mafia", "don")
HEADER = (*REQUIRED, *OPTIONAL)
STAGES = (
    StagePlan(key="main", title="Main", kind="qualification", games=1, players=20, advance=10, venue="hall"),
    StagePlan(key="final", title="The Final", kind="final", games=1, players=10, venue="hall"),
)
Rows = list[dict[str, str]]


def regulations(**changes: Any) -> Regulations:
    """Return the document of the official tables, with a part replaced."""
    document: Regulations = shipped()["mafgame-2026"]
    return document if not changes else type(document)(**(_fields(document) | changes))


def _fields(document: Regulations) -> dict[str, Any]:
    return {name: getattr(document, name) for name in document.__struct_fields__}


def championship(**changes: Any) -> Championship:
    """Return the championship, announced and nothing more."""
    given: dict[str, Any] = {
        "id": UUID("01900000-0000-7000-8000-000000000001"),
        "title": "Cup",
        "regulations": regulations(),
        "stages": STAGES,
        "places": 20,
        "deadline": None,
        "organizers": frozenset(),
        "judges": {},
        "entries": {},
        "draws": {},
        "games": {},
    }
    return Championship(**(given | changes))


def rows() -> Rows:
    """Return the rows of the file. Everyone at table 1 has extra points and so is in the final."""
    found: Rows = []
    for table in (1, 2):
        found += [
            seat("main", table, number, f"P{10 * table + number - 10}", extra="0.1" if table == 1 else "")
            for number in range(1, 11)
        ]
    found += [seat("The Final", 1, number, f"P{number}", round="2") for number in range(1, 11)]
    return found


def seat(stage: str, table: int, number: int, player: str, **more: str) -> dict[str, str]:
    """Return one row. The reds won everywhere but at table 2."""
    return {
        "stage": stage,
        "round": "1",
        "table": str(table),
        "seat": str(number),
        "player": player,
        "role": ROLES[number - 1],
        "winner": "none",
    } | more


def line_of(index: int) -> int:
    """Return the line at which a row stands: the header is line 1."""
    return index + 2


def text(of: Rows, delimiter: str = ";", header: tuple[str, ...] = HEADER) -> str:
    """Write rows without any quotes."""
    lines = [delimiter.join(header)]
    lines += [delimiter.join(row.get(name, "") for name in header) for row in of]
    return "\n".join(lines) + "\n"


def changed(changes: Mapping[int, Mapping[str, str]]) -> Rows:
    """Return the rows with cells changed, by index of the row."""
    return [row | dict(changes.get(index, {})) for index, row in enumerate(rows())]


def imported(of: Rows, into: Championship | None = None, header: tuple[str, ...] = HEADER) -> Import:
    """Check rows from the file's bytes on. Raises FileRefused."""
    content = text(of, header=header).encode()
    games = games_of(seats_of(rows_of(content)))
    return checked_import(games, into or championship(), digest_of(content), NOW)
