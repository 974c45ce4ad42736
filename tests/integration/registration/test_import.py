"""Files of applications as clubs have them, over the real API."""

# ruff: noqa: RUF001 - clubs write Cyrillic

from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from services.registration.api.entry_files import lines_of
from services.registration.domain.errors import ImportRefused
from tests.integration.registration.setting_up import ORGANIZER, announced, problem, registered
from tests.running import RunningService

TABLE = "Ник;Клуб;Город;ФИО;Email\r\nЛис;ОНОРЕ;Омск;Иван Лисов;fox@example.org\r\nСова;;Томск;;\r\n"


async def sent(
    service: RunningService, championship: UUID, body: bytes, *, by: UUID = ORGANIZER, key: str | None = None
) -> httpx.Response:
    """Send a file as the organizer."""
    headers = service.bearer(by, "participant") | {
        "Idempotency-Key": key or str(uuid4()),
        "Content-Type": "text/csv",
    }
    path = f"/v1/championships/{championship}/entries/import"
    return await service.client.post(path, content=body, headers=headers)


async def nicks(service: RunningService, championship: UUID) -> list[str]:
    """Return the nicks of all entries, as the organizer sees them."""
    response = await service.get(f"/v1/championships/{championship}/entries", by=ORGANIZER)
    return [line["nick"] for line in response.json()["entries"]]


async def test_a_file_of_a_club_is_taken_once(registration: RunningService) -> None:
    """Two people are registered and have applied, real names apart; a retry does nothing more."""
    championship = await announced(registration)
    response = await sent(registration, championship, b"\xef\xbb\xbf" + TABLE.encode(), key="file")
    assert response.status_code == 201, response.text
    again = await sent(registration, championship, b"\xef\xbb\xbf" + TABLE.encode(), key="file")
    assert again.json() == response.json()
    assert await nicks(registration, championship) == ["Лис", "Сова"]
    fox = response.json()["lines"][0]
    assert fox["line"] == 2
    person = (await registration.get(f"/v1/people/{fox['player']}", by=ORGANIZER)).json()
    assert person["personal_data"] == {
        "real_name": "Иван Лисов",
        "contacts": {"email": "fox@example.org"},
    }
    stored = await registration.store.read(0, 100)
    assert not any("Лисов" in event.data for event in stored)


async def test_a_file_with_bad_lines_changes_nothing(registration: RunningService) -> None:
    """Every bad line is named with its number and reason; nobody is registered, nothing is stored."""
    championship = await announced(registration)
    known = await registered(registration, "Known")
    text = f"id,nick,city\n{known},Fox,Omsk\n,FOX,Omsk\n{uuid4()},Owl,Omsk\nx,Elk,Omsk\n,,Omsk\n,Bear,Omsk\n"
    before = len(await registration.store.read(0, 1000))
    response = await sent(registration, championship, text.encode())
    assert problem(response) == (422, "import_refused")
    found = [(one["line"], one["code"]) for one in response.json()["facts"]["lines"]]
    assert found == [
        (3, "nick_taken"),
        (4, "account_unknown"),
        (5, "line_malformed"),
        (6, "line_malformed"),
    ]
    assert len(await registration.store.read(0, 1000)) == before
    stranger = await sent(registration, championship, b"nick\nFox\n", by=known)
    assert problem(stranger) == (403, "not_an_organizer")


@pytest.mark.parametrize(
    "body",
    [
        TABLE.encode(),
        b"\xef\xbb\xbf" + TABLE.encode(),
        TABLE.encode("windows-1251"),
        TABLE.replace(";", "\t").encode("utf-16"),
        ("sep=;\r\n" + TABLE).encode(),
        TABLE.replace(";", ",").encode(),
        TABLE.replace("Лис;", '="Лис";').replace("Клуб", "\u00a0клуб ").encode(),
        (TABLE + ";;;;\r\n\r\n").encode(),
    ],
)
def test_whatever_excel_saved_is_read(body: bytes) -> None:
    """Marks, code pages, separators, hard spaces, formulas around texts and empty lines do not matter."""
    lines, wrong = lines_of(body, ())
    assert wrong == []
    assert [(line.nick, line.club, line.city) for line in lines] == [
        ("Лис", "ОНОРЕ", "Омск"),
        ("Сова", None, "Томск"),
    ]
    assert lines[0].contacts == {"email": "fox@example.org"}


@pytest.mark.parametrize(
    "body",
    [b"", b"nick\n", b"nick,shoe\nFox,43\n", b"nick,NICK\nFox,Fox\n", b"city\nOmsk\n", b'nick\n"Fox\n'],
)
def test_a_file_that_cannot_be_read_is_refused_whole(body: bytes) -> None:
    """Nothing in it, unknown or doubled columns, no nick, a quotation that never ends."""
    with pytest.raises(ImportRefused) as refused:
        lines_of(body, ())
    lines: Any = refused.value.facts["lines"]
    assert lines[0]["code"] == "file_unreadable"


def test_attributes_are_columns_where_they_are_asked_for() -> None:
    """The column of an asked attribute fills it."""
    lines, _ = lines_of("Ник;Faculty;Union member\nЛис;Law;yes\n".encode(), {"faculty", "union-member"})
    assert lines[0].attributes == {"faculty": "Law", "union-member": "yes"}
