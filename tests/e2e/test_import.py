"""Real tournaments go into the running stack as CSV files; their official tables come out of it."""

import csv
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import pytest_asyncio
from rich.console import Console
from uuid_utils.compat import uuid7

from deploy.local.championship.front import Front, Unanswered
from deploy.local.importing.command import import_results, target
from deploy.local.importing.wrong import FileRefused
from deploy.local.program import ProgramFailed
from deploy.local.stack import Stack
from shared.contracts.primitives import points_text
from tests.official_results import FOLDER, TOLERANCE, OfficialGame, OfficialSeat, OfficialTournament, load

pytestmark = [
    pytest.mark.asyncio(loop_scope="session"),
    pytest.mark.skipif(
        not FOLDER.is_dir(), reason=f"the official results lie outside the repository, in {FOLDER}"
    ),
]
HEADER = (
    "stage", "round", "table", "seat", "player", "role", "winner", "first_killed", "best_move",
    "blacks_named", "extra", "penalty", "substitute_for",
)  # fmt: skip
TABLES = {"qualification": {"stage": "main"}, "final": {"stage": "final"}, "total": {}}
PLANS: Mapping[int, Mapping[str, Any]] = {
    702: {"main": {"games": 12, "players": 40, "advance": 10}, "final": {"games": 4, "players": 10}},
    826: {"main": {"games": 15, "players": 40}},
}


def csv_of(tournament: OfficialTournament) -> str:
    """Write a tournament as the import takes it: rounds as they are numbered, blacks named as a count."""
    absent = _replaced(tournament)
    file = StringIO()
    writer = csv.writer(file, delimiter=";")
    writer.writerow(HEADER)
    for game in tournament.games:
        for seat in game.seats:
            writer.writerow(
                (
                    game.stage,
                    game.round,
                    game.table,
                    seat.seat,
                    seat.player,
                    seat.role,
                    game.winner or "none",
                    "yes" if game.first_killed == seat.seat else "",
                    "",
                    seat.blacks_named or "",
                    _decimal_comma(seat.extra),
                    _decimal_comma(seat.penalty),
                    absent if seat.substitute else "",
                )
            )
    return file.getvalue()


def written(file: Path, tournament: OfficialTournament) -> None:
    """Write a tournament into a file, with the mark that spreadsheets put before UTF-8."""
    file.write_text(csv_of(tournament), encoding="utf-8-sig")


def _decimal_comma(points: Fraction) -> str:
    return points_text(points).replace(".", ",") if points else ""


def _replaced(tournament: OfficialTournament) -> str:
    """Return who played a game less than the others, because somebody sat in for him."""
    games: dict[str, int] = {}
    for seat in (seat for game in tournament.games if game.stage == "main" for seat in game.seats):
        games[seat.player] = games.get(seat.player, 0) + 1
    return min((player for player in games if games[player] > 1), key=lambda player: games[player])


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def front(stack: Stack) -> AsyncIterator[Front]:
    """Give a front door of this module's own."""
    front = Front(stack.base_url, keyed="imports")
    yield front
    await front.close()


async def announced(front: Front, stack: Stack, number: int) -> UUID:
    """Announce the championship that a tournament was."""
    admin = await front.sign_in(client_id=str(stack.keys.admin.id), client_secret=stack.keys.admin.secret)
    championship = uuid7()
    hall = {"key": "hall", "name": "Hall", "city": "Omsk", "address": "Lenina 1", "zone": "Asia/Omsk"}
    kinds = {"main": "qualification", "final": "final"}
    body: dict[str, Any] = {
        "id": str(championship),
        "title": f"Tournament {number}",
        "host_club": "Consigliere",
        "regulations": "mafgame-2026",
        "venues": [hall],
        "stages": [
            {"key": key, "title": key.title(), "kind": kinds[key], "venue": "hall", **plan}
            for key, plan in PLANS[number].items()
        ],
    }
    await admin.command("/registration/v1/championships", body, key=str(championship))
    return UUID(str(championship))


def differences(name: str, tournament: OfficialTournament, rows: list[dict[str, Any]]) -> list[Any]:
    """Return where a table differs from the official one of that name."""
    ours = {row["nick"]: row for row in rows}
    official = tournament.tables[name]
    found: list[Any] = [] if len(ours) == len(official) else [(name, "rows", len(official), len(ours))]
    for row in official:
        own = ours[row.player]
        if str(own["place"]) != row.place:
            found.append((name, row.player, "place", row.place, own["place"]))
        if abs(Fraction(own["total"]) - row.values["sigma"]) > TOLERANCE:
            found.append((name, row.player, "points", float(row.values["sigma"]), own["total"]))
        if "games" in row.values and own["games"] != row.values["games"]:
            found.append((name, row.player, "games", float(row.values["games"]), own["games"]))
    return found


class Breaking(Front):
    """A front door that falls shut in the middle of the games."""

    async def command(self, *path: Any, **more: Any) -> Any:
        """Send a command, up to the 150th."""
        if self.commands >= 150:
            raise Unanswered("the line is dead.")
        return await super().command(*path, **more)


@pytest.mark.parametrize("number", [826, 702])
@pytest.mark.case(41)
@pytest.mark.case(42)
@pytest.mark.case(43)
async def test_the_official_tables_of_an_imported_tournament_are_met(
    number: int, front: Front, stack: Stack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row of every table: place, points to a hundredth, games.

    The first import breaks off and the second goes on; the third changes nothing; another file is refused.
    """
    tournament = load(number)
    championship = await announced(front, stack, number)
    file = tmp_path / "results.csv"
    written(file, tournament)
    where = target(stack.folder, None, None, None)
    quiet = Console(quiet=True)
    with monkeypatch.context() as broken:
        broken.setattr("deploy.local.importing.command.Front", Breaking)
        with pytest.raises(ProgramFailed, match=r"[0-9]+ commands were sent: import again"):
            await import_results(file, championship, where, quiet)
    await import_results(file, championship, where, quiet)
    await settled(front)
    path = f"/scoring/v1/championships/{championship}/standings"
    found = [
        difference
        for name in tournament.tables
        for difference in differences(name, tournament, (await front.get(path, **TABLES[name]))["rows"])
    ]
    assert found == []
    before = (await front.get(path))["revision"]
    await import_results(file, championship, where, quiet)
    await settled(front)
    assert (await front.get(path))["revision"] == before
    await other_results_are_refused(tournament, championship, stack, file)


async def settled(front: Front) -> None:
    """Take in what registration and gameplay have said, so that reads wait for it."""
    for service in ("registration", "gameplay"):
        front.positions[service] = (await front.get(f"/{service}/v1/events", limit=1))["head"]


async def other_results_are_refused(
    tournament: OfficialTournament, championship: UUID, stack: Stack, file: Path
) -> None:
    """Import the same seating with another winner, and another seating: both are refused with their lines."""
    first, *others = tournament.games
    loser = replace(first, winner="black" if first.winner == "red" else "red")
    where = target(stack.folder, None, None, None)
    for changed, reason in ((loser, "with another result"), (swapped(first), "with other tables")):
        written(file, replace(tournament, games=(changed, *others)))
        with pytest.raises(FileRefused, match=rf"Line 2: .* {reason}"):
            await import_results(file, championship, where, Console(quiet=True))


def swapped(game: OfficialGame) -> OfficialGame:
    """Return a game in which two citizens of no note changed seats."""
    plain = [s for s in game.seats if s.role == "civilian" and s.seat != game.first_killed][:2]
    seats: list[OfficialSeat] = [
        replace(seat, player=plain[1 - plain.index(seat)].player) if seat in plain else seat
        for seat in game.seats
    ]
    return replace(game, seats=tuple(seats))
