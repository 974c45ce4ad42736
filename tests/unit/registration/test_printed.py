"""Pages of a large championship: every player is on them, whatever he is called."""

import io
from datetime import UTC, datetime
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace
from pypdf import PdfReader

from services.registration.api import printed
from services.registration.api.lettering import alphabetical, drawable
from services.registration.api.printed import Sheet
from services.registration.api.schemas_of_schedules import ParticipantsView, ParticipantView
from services.registration.api.seated import Seated, Seating
from shared.contracts.registration import DrawnTable, StagePlan, Venue
from shared.typesetting import pdf

ODD = {
    0: "*bold* #panic() $x$ \\n [a]",
    1: "Ёжик 😎",
    2: "Щ" * 200,
    3: "ЇҐЄ",
    4: "007",
    5: "Two words",
}
PLAYERS = tuple(UUID(int=number + 1) for number in range(120))
JUDGES = tuple(UUID(int=1000 + number) for number in range(12))


def seated(rounds: int = 6) -> tuple[Seated, Seating]:
    """Return 120 players at twelve tables, who move on by a seat each round."""
    tables = tuple(
        DrawnTable(
            game=UUID(int=10_000 + 100 * number + table),
            round=number,
            table=table,
            judge=JUDGES[table - 1],
            seats=tuple(PLAYERS[(number + 10 * (table - 1) + seat) % 120] for seat in range(10)),
        )
        for number in range(1, rounds + 1)
        for table in range(1, 13)
    )
    seating = Seating(
        draw=UUID(int=1),
        stage=StagePlan(
            key="tour", title="Отбор", kind="qualification", games=rounds, players=120, venue="club"
        ),
        venue=Venue(key="club", name="Club", city="Omsk", address="Red Way 11a", zone="Asia/Omsk"),
        tables=tables,
        slots=(),
        version=1,
        published_at=datetime(2026, 5, 1, tzinfo=UTC),
    )
    nicks = {player: ODD.get(number, f"Player {number}.") for number, player in enumerate(PLAYERS)}
    nicks |= {judge: f"Judge {number}." for number, judge in enumerate(JUDGES)}
    whole = Seated(
        championship=UUID(int=2),
        title="Кубок",
        host_club="Club",
        phase="running",
        version=1,
        seatings=(seating,),
        nicks=nicks,
    )
    return whole, seating


async def text_of(template: Path, sheet: Sheet) -> tuple[int, str]:
    """Return how many pages there are, and their text."""
    pages = PdfReader(io.BytesIO(await pdf(template, sheet))).pages
    return len(pages), "\n".join(page.extract_text() for page in pages)


@pytest.mark.parametrize(
    ("kind", "pages"), [("cards_of", 72), ("table_sheets_of", 24), ("tables_of", 9), ("players_of", 4)]
)
async def test_120_players_are_all_on_the_pages(kind: str, pages: int) -> None:
    """No nick is read as markup, emoji are left out, and what is too long is cut off and says so."""
    template = {
        "cards_of": printed.CARDS,
        "table_sheets_of": printed.TABLE_SHEETS,
        "tables_of": printed.TABLES,
        "players_of": printed.PLAYERS,
    }[kind]
    sheet = getattr(printed, kind)(*seated(), language="ru", paper="a4")
    count, text = await text_of(template, sheet)
    assert count == pages
    assert all(f"Player {number}." in text for number in range(6, 120))
    assert "Ёжик" in text
    assert "😎" not in text
    assert "ЩЩЩ" in text
    assert "…" in text
    assert "007" in text


async def test_the_list_of_nobody_says_so() -> None:
    """An empty page would look like a fault."""
    nobody = ParticipantsView(championship=UUID(int=1), title="Cup", participants=())
    sheet = printed.participants_of(nobody, {}, language="en", paper="a4")
    assert "Nobody is on the list yet." in (await text_of(printed.PARTICIPANTS, sheet))[1]


async def test_the_list_names_the_groups_where_there_are_any() -> None:
    """By the titles that people know; without groups there is no such column."""
    fox = ParticipantView(
        player=UUID(int=1), nick="Fox", club="A club", city="Omsk", group="omsk", substitute=False
    )
    stray = replace(fox, player=UUID(int=2), nick="Stray", city=None, group=None, substitute=True)
    listed = ParticipantsView(championship=UUID(int=1), title="Cup", participants=(fox, stray))
    sheet = printed.participants_of(listed, {"omsk": "Group of Omsk"}, language="ru", paper="a3")
    text = (await text_of(printed.PARTICIPANTS, sheet))[1]
    assert "Группа" in text
    assert "Group of Omsk" in text
    alone = printed.participants_of(listed, {}, language="ru", paper="a3")
    assert "Группа" not in (await text_of(printed.PARTICIPANTS, alone))[1]


def test_who_rests_has_an_empty_cell() -> None:
    """A player who does not play a round is looked up in vain otherwise."""
    whole, seating = seated(2)
    without = tuple(table for table in seating.tables if (table.round, table.table) != (1, 1))
    sheet = printed.players_of(whole, replace(seating, tables=without), language="en", paper="a4")
    assert {row.games[0] for row in sheet.body.players if row.nick in {"Two words", "007"}} == {""}


def test_nicks_stand_by_the_alphabet_of_their_readers() -> None:
    """Latin before Cyrillic; letters that stand apart in the code stand where people look for them."""
    nicks = ["Яр", "їжак", "Ёж", "Zoë", "іва", "ива", "Ґава", "Гора", "Дым", "єнот", "Ель"]
    assert sorted(nicks, key=alphabetical) == [
        *("Zoë", "Гора", "Ґава", "Дым", "Ёж", "Ель", "єнот", "ива", "іва", "їжак", "Яр")
    ]


@pytest.mark.parametrize(
    ("nick", "shown"),
    [("Fox 🦊", "Fox"), ("🦊", "🦊"), ("A👨‍👩‍👧B", "AB"), ("Лис ♠", "Лис ♠"), ("👍🏽 ok", "ok")],
    ids=["after", "nothing else", "joined", "a sign that fonts have", "with a tone"],
)
def test_emoji_are_left_out_where_something_remains(nick: str, shown: str) -> None:
    """Paper has no ink for them: a box would stand there."""
    assert drawable(nick) == shown
