"""Exports and nominations over HTTP and PostgreSQL."""

import csv
import io
from collections.abc import Awaitable, Callable

import pytest
from msgspec.structs import replace
from openpyxl import load_workbook
from pypdf import PdfReader

from shared.contracts.regulations import shipped
from tests.running import RunningService
from tests.unit.scoring.games import CHAMPIONSHIP, announced, entered, player, result, signed

BASE = f"/v1/championships/{CHAMPIONSHIP}"
Start = Callable[..., Awaitable[RunningService]]


@pytest.fixture
async def scoring(service: Start) -> RunningService:
    """Give a scoring service with a game in which a substitute and a would-be formula took part."""
    running = await service("scoring")
    what = result("black", first_killed=5, best_move=(5, (1, 2, 9)), extra={5: "0.5"})
    seats = [replace(seat, substitute=seat.seat == 7) for seat in what.seats]
    await running.hear(
        announced(), entered(5, "=HYPERLINK(1)"), entered(6), signed(replace(what, seats=tuple(seats)))
    )
    return running


async def rows(running: RunningService, sheet: str) -> list[dict[str, str]]:
    """Return a CSV by its header."""
    answer = await running.get(f"{BASE}/exports/{sheet}", format="csv")
    assert answer.status_code == 200, answer.text
    assert answer.headers["Content-Type"].startswith("text/csv")
    return list(csv.DictReader(io.StringIO(answer.text)))


@pytest.mark.case(58)
async def test_standings_lines_and_protocols_are_exported(scoring: RunningService) -> None:
    """Exact and shown points, every line, every seat; substitutes are marked."""
    table = {row["player"]: row for row in await rows(scoring, "standings")}
    own = table[str(player(5))]
    assert (own["points"], own["points_exact"], own["component_best_move"]) == ("1.00", "1", "0.5")
    assert table[str(player(7))]["games_as_substitute"] == "1"
    lines = [row for row in await rows(scoring, "lines") if row["player"] == str(player(5))]
    assert {row["component"]: row["worth"] for row in lines} == {
        "loss": "0",
        "best_move": "0.5",
        "extra_points": "0.5",
    }
    seats = await rows(scoring, "protocols")
    assert len(seats) == 10
    assert [row["seat"] for row in seats if row["substitute"] == "true"] == ["7"]
    assert [row["best_move"] for row in seats if row["first_killed"] == "true"] == ["1 2 9"]


async def test_no_nick_is_a_formula(scoring: RunningService) -> None:
    """In every sheet that has nicks; negative numbers stay numbers."""
    for sheet in ("standings", "lines", "protocols"):
        nicks = {row["nick"] for row in await rows(scoring, sheet)}
        assert "'=HYPERLINK(1)" in nicks
        assert not any(nick.startswith("=") for nick in nicks)


async def test_no_clause_of_a_document_is_a_formula(service: Start) -> None:
    """An organizer's own document names its clauses as it likes."""
    running = await service("scoring")
    document = replace(shipped()["onore-2014"], clauses={"scoring.extra_points": "=HYPERLINK(1)"})
    await running.hear(announced(document), entered(5), signed(result("black", extra={5: "0.5"})))
    clauses = {row["clause"] for row in await rows(running, "lines")}
    assert clauses == {"", "'=HYPERLINK(1)"}


async def test_json_says_the_same_as_csv_and_an_unchanged_export_costs_nothing(
    scoring: RunningService,
) -> None:
    """The same columns in the same order."""
    answer = await scoring.get(f"{BASE}/exports/standings")
    assert answer.json()["columns"] == list((await rows(scoring, "standings"))[0])
    held = {"If-None-Match": answer.headers["ETag"]}
    again = await scoring.client.get(f"{BASE}/exports/standings", headers=held)
    assert again.status_code == 304
    assert (await scoring.get(f"{BASE}/exports/secrets")).json()["code"] == "sheet_unknown"


async def test_nominations_are_read_by_everybody(scoring: RunningService) -> None:
    """The best civilian with an entry; who has none is in no nomination."""
    answer = await scoring.get(f"{BASE}/nominations")
    found = {one["key"]: one for one in answer.json()["nominations"]}
    assert [one["player"] for one in found["best-civilian"]["awarded"]] == [str(player(5))]
    assert found["best-don"]["awarded"] == found["best-don"]["tied"] == []


async def test_a_workbook_says_the_same_and_holds_no_formula(scoring: RunningService) -> None:
    """Numbers are numbers, fractions and nicks are texts, and the same table gives the same bytes."""
    for sheet in ("standings", "lines", "protocols"):
        answer = await scoring.get(f"{BASE}/exports/{sheet}", format="xlsx")
        assert answer.status_code == 200, answer.text
        page = load_workbook(io.BytesIO(answer.content))[sheet]
        header, *cells = page.iter_rows()
        plain = await rows(scoring, sheet)
        assert [cell.value for cell in header] == list(plain[0])
        assert len(cells) == len(plain)
        assert all(cell.data_type != "f" for row in cells for cell in row)
        again = await scoring.get(f"{BASE}/exports/{sheet}", format="xlsx")
        assert again.content == answer.content
    page = load_workbook(io.BytesIO((await scoring.get(f"{BASE}/exports/standings", format="xlsx")).content))
    heads, *cells = page["standings"].values
    points = {row[heads.index("player")]: row[heads.index("points")] for row in cells}
    assert points[str(player(5))] == 1


async def test_standings_are_a_page_for_the_wall(scoring: RunningService) -> None:
    """Title, places, nicks as they are, substitutes marked; other sheets are not printed."""
    answer = await scoring.get(f"{BASE}/exports/standings", format="pdf")
    assert answer.headers["Content-Type"] == "application/pdf"
    text = PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
    assert "=HYPERLINK(1)" in text
    assert "played games in place of somebody else" in text
    refused = await scoring.get(f"{BASE}/exports/lines", format="pdf")
    assert (refused.status_code, refused.json()["code"]) == (422, "no_page_of_it")


async def test_a_nick_of_digits_is_no_number(service: Start) -> None:
    """A player called 007 is called so in the workbook too."""
    running = await service("scoring")
    await running.hear(announced(), entered(5, "007"), signed(result("black")))
    answer = await running.get(f"{BASE}/exports/standings", format="xlsx")
    heads, *cells = load_workbook(io.BytesIO(answer.content))["standings"].values
    assert "007" in {row[heads.index("nick")] for row in cells}


async def test_the_page_is_a4_or_a3_in_three_languages_and_no_column_stands_twice(service: Start) -> None:
    """A document that orders by games has them once; what is no whole number is rounded."""
    running = await service("scoring")
    document = shipped()["onore-2014"]
    ties = replace(document.ties, order=("points", "games", "wins", "average_points"))
    await running.hear(
        announced(replace(document, ties=ties)),
        *(entered(number) for number in range(1, 11)),
        signed(result("black"), table=1),
        signed(result("red", extra={5: "0.5"}), round_number=2),
        signed(result("red"), round_number=3),
    )
    heads = {
        "en": ["Player", "Points", "Games", "Wins", "Average points"],
        "ru": ["Игрок", "Баллы", "Игры", "Победы", "Средний балл"],
        "uk": ["Гравець", "Бали", "Ігри", "Перемоги", "Середній бал"],
    }
    for language, expected in heads.items():
        answer = await running.get(f"{BASE}/exports/standings", format="pdf", language=language, paper="a3")
        page = PdfReader(io.BytesIO(answer.content)).pages[0]
        assert sorted(map(round, (page.mediabox.width, page.mediabox.height))) == [842, 1191]
        text = " ".join(page.extract_text().split())
        assert all(text.count(head) == 1 for head in expected), text
        assert "/" not in text.partition(expected[-1])[2].partition("1 / 1")[0]
    small = await running.get(f"{BASE}/exports/standings", format="pdf")
    again = await running.get(f"{BASE}/exports/standings", format="pdf")
    assert small.content == again.content
    assert len({small.headers["ETag"], answer.headers["ETag"]}) == 2


async def test_excel_opens_a_sheet_as_clubs_have_it_set(scoring: RunningService) -> None:
    """Semicolons and a mark on demand."""
    answer = await scoring.get(f"{BASE}/exports/standings", format="csv", separator="semicolon", bom="true")
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert answer.content.startswith(b"\xef\xbb\xbfplace;shared;player;nick;")
    assert [row["nick"] for row in await rows(scoring, "standings") if row["nick"].startswith("'")]
