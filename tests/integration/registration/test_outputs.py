"""What is taken along: the list of participants, schedules, cards for the tables, the draw for the wall."""

import csv
import io
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

from icalendar import Calendar
from pypdf import PdfReader

from tests.integration.registration.setting_up import (
    ORGANIZER,
    accepted,
    announced,
    applied,
    created,
    full,
    judges,
    problem,
    registered,
    stage,
)
from tests.running import RunningService

BLOCKS = [
    {"title": "Day", "kind": "games", "start": "2026-05-23T10:00:00", "end": "2026-05-23T12:30:00"},
    {"title": "Lunch", "kind": "break", "start": "2026-05-23T12:30:00", "end": "2026-05-23T14:00:00"},
]
PDFS = ("cards.pdf?per=game", "cards.pdf?per=table", "wall.pdf?by=table", "wall.pdf?by=player")


async def drawn(service: RunningService, *, blocks: bool = True) -> tuple[UUID, list[UUID], UUID]:
    """Publish the draw of a tour of two rounds; return championship, players and judge."""
    times = {"blocks": BLOCKS} if blocks else {}
    championship = await announced(service, stages=[stage("tour", 10, 2, **times)])
    players = await full(service, championship, 10)
    [judge] = await judges(service, championship, 1)
    path = f"/v1/championships/{championship}/stages/tour/draw"
    created(await service.post(path, {"seed": "4"}, by=ORGANIZER))
    return championship, players, judge


def printed(content: bytes) -> str:
    """Return the text of a PDF."""
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


async def test_the_list_is_given_as_data_sheet_and_page(registration: RunningService) -> None:
    """Of accepted players only, and of them no name, contact, receipt or attribute."""
    championship = await announced(registration)
    person = await registered(
        registration,
        "=HYPERLINK(1)",
        club="Клуб",
        real_name="Olga Real",
        contacts={"email": "o@real.example"},
    )
    base = f"/v1/championships/{championship}"
    created(await registration.post(f"{base}/entries", {}, by=person))
    created(await registration.post(f"{base}/entries/{person}/acceptance", by=ORGANIZER), 200)
    fox = await accepted(registration, championship, "Fox")
    await applied(registration, championship, "Waits")
    nowhere = {"city": None, "group": None, "substitute": False}
    plain = await registration.get(f"{base}/participants")
    assert plain.json()["participants"] == [
        {"player": str(person), "nick": "=HYPERLINK(1)", "club": "Клуб", **nowhere},
        {"player": str(fox), "nick": "Fox", "club": None, **nowhere},
    ]
    sheet = await registration.get(f"{base}/participants", format="csv", separator="semicolon", bom="true")
    assert sheet.headers["Content-Type"] == "text/csv; charset=utf-8"
    assert sheet.content.startswith(b"\xef\xbb\xbfnick;club;city;player;group;substitute\r\n")
    rows = list(csv.DictReader(io.StringIO(sheet.content.decode("utf-8-sig")), delimiter=";"))
    assert [row["nick"] for row in rows] == ["'=HYPERLINK(1)", "Fox"]
    page = await registration.get(f"{base}/participants", format="pdf", language="uk", paper="a3")
    assert page.headers["Content-Type"] == "application/pdf"
    assert "Учасники: 2" in printed(page.content)
    for answer in (plain.text, sheet.text, printed(page.content)):
        assert "Real" not in answer
        assert "real.example" not in answer
        assert "Waits" not in answer


async def test_a_list_that_was_taken_along_can_be_imported_into_another_championship(
    registration: RunningService,
) -> None:
    """A club that opened it in Excel sends it back as it is."""
    championship = await announced(registration)
    fox = await accepted(registration, championship, "Fox")
    formula = await accepted(registration, championship, "=1+1")
    path = f"/v1/championships/{championship}/participants"
    sheet = await registration.get(path, format="csv", separator="semicolon", bom="true")
    other = await announced(registration)
    token = registration.keys.token(ORGANIZER, "organizer")
    answer = await registration.client.post(
        f"/v1/championships/{other}/entries/import",
        content=sheet.content,
        headers={
            "Authorization": f"Bearer {token}",
            "Content-Type": "text/csv",
            "Idempotency-Key": str(uuid4()),
        },
    )
    assert answer.is_success, answer.text
    found = await registration.get(f"/v1/championships/{other}/entries", by=ORGANIZER, scope="organizer")
    assert {(entry["player"], entry["nick"]) for entry in found.json()["entries"]} == {
        (str(fox), "Fox"),
        (str(formula), "=1+1"),
    }


async def test_a_player_and_a_judge_have_their_own_schedule(registration: RunningService) -> None:
    """Where and when, on the clock of the venue; the rounds share the block of games; as a calendar too."""
    championship, players, judge = await drawn(registration)
    base = f"/v1/championships/{championship}"
    tables = (await registration.get(f"{base}/stages/tour/draw")).json()["tables"]
    own = (await registration.get(f"{base}/people/{players[3]}/schedule")).json()
    assert own["nick"] == "Player 3"
    assert [(g["round"], g["table"], g["part"], g["seat"]) for g in own["games"]] == [
        (table["round"], table["table"], "player", table["seats"].index(str(players[3])) + 1)
        for table in tables
    ]
    assert own["games"][0]["venue"]["address"] == "Red Way 11a"
    assert [(g["starts"]["local"], g["ends"]["local"]) for g in own["games"]] == [
        ("2026-05-23T10:00:00", "2026-05-23T11:15:00"),
        ("2026-05-23T11:15:00", "2026-05-23T12:30:00"),
    ]
    judged = (await registration.get(f"{base}/people/{judge}/schedule")).json()
    assert [(g["round"], g["part"], g["seat"]) for g in judged["games"]] == [
        (1, "judge", None),
        (2, "judge", None),
    ]
    whole = (await registration.get(f"{base}/schedule")).json()
    assert [g["game"] for g in whole["games"]] == [table["game"] for table in tables]
    await _a_calendar(registration, championship, players)


async def _a_calendar(registration: RunningService, championship: UUID, players: list[UUID]) -> None:
    """Read a stable entry for each game, whose sequence rises with the plan; unchanged it costs nothing."""
    path = f"/v1/championships/{championship}/people/{players[0]}/schedule.ics"
    answer = await registration.get(path, language="ru")
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    calendar: Any = Calendar.from_ical(answer.content)
    assert calendar["X-WR-CALNAME"] == "Omsk Cup: игры: Player 0"
    starts = [event["DTSTART"].dt.astimezone(UTC) for event in calendar.events]
    assert starts == [datetime(2026, 5, 23, 4, 0, tzinfo=UTC), datetime(2026, 5, 23, 5, 15, tzinfo=UTC)]
    held = await registration.client.get(
        f"{path}?language=ru", headers={"If-None-Match": answer.headers["ETag"]}
    )
    assert (held.status_code, held.content) == (304, b"")
    body = {"phase": "registration_closed"}
    closed = await registration.post(f"/v1/championships/{championship}/phase", body, by=ORGANIZER)
    assert closed.is_success, closed.text
    later: Any = Calendar.from_ical((await registration.get(path)).content)
    for before, after in zip(calendar.events, later.events, strict=True):
        assert before["UID"] == after["UID"]
        assert before["SEQUENCE"] < after["SEQUENCE"]
    await _a_changed_seat(registration, championship, players, later)


async def _a_changed_seat(
    registration: RunningService, championship: UUID, players: list[UUID], before: Any
) -> None:
    """Let two players change seats: the entries of both games say the new ones, under their old UIDs."""
    base = f"/v1/championships/{championship}"
    draw = f"{base}/stages/tour/draw"
    wish = {"type": "SwapSeats", "one": str(players[0]), "other": str(players[1])}
    other = (await registration.get(f"{base}/people/{players[1]}/schedule")).json()["games"]
    seen = await registration.post(f"{draw}/changes/preview", {"wish": wish}, by=ORGANIZER)
    body = {"wish": wish, "reason": "They asked", "digest": seen.json()["digest"]}
    created(await registration.post(f"{draw}/changes", body, by=ORGANIZER))
    path = f"{base}/people/{players[0]}/schedule.ics"
    calendar: Any = Calendar.from_ical((await registration.get(path)).content)
    for was, now, seat in zip(before.events, calendar.events, other, strict=True):
        assert was["UID"] == now["UID"]
        assert was["SEQUENCE"] < now["SEQUENCE"]
        assert now["SUMMARY"].endswith(f"seat {seat['seat']}")


async def test_a_plan_without_times_gives_games_without_times(registration: RunningService) -> None:
    """The schedule says so, and the calendar, which leaves them out, names the stage."""
    championship, players, _ = await drawn(registration, blocks=False)
    base = f"/v1/championships/{championship}"
    own = (await registration.get(f"{base}/people/{players[0]}/schedule")).json()
    assert [game["starts"] for game in own["games"]] == [None, None]
    assert own["without_times"] == ["tour"]
    calendar: Any = Calendar.from_ical((await registration.get(f"{base}/schedule.ics")).content)
    assert calendar.events == []
    assert "Tour" in calendar["DESCRIPTION"]
    page = await registration.get(f"{base}/stages/tour/draw/cards.pdf")
    assert "The plan gives no times for this stage yet." in printed(page.content)


async def test_a_draw_is_printed(registration: RunningService) -> None:
    """With every nick, the judge and the times, in the language asked for, the same bytes each time."""
    championship, _, _ = await drawn(registration)
    for what in PDFS:
        path = f"/v1/championships/{championship}/stages/tour/draw/{what}"
        first = await registration.client.get(f"{path}&language=uk")
        assert first.status_code == 200, first.text
        assert first.headers["Content-Type"] == "application/pdf"
        text = printed(first.content)
        assert all(f"Player {number}" in text for number in range(10))
        assert "23.05 10:00" in text
        assert "23.05 11:15" in text
        assert ("Суддя" in text) == ("by=player" not in what)
        assert (await registration.client.get(f"{path}&language=uk")).content == first.content
        held = {"If-None-Match": first.headers["ETag"]}
        assert (await registration.client.get(f"{path}&language=uk", headers=held)).status_code == 304
        large = PdfReader(io.BytesIO((await registration.client.get(f"{path}&paper=a3")).content)).pages[0]
        assert sorted(map(round, (large.mediabox.width, large.mediabox.height))) == [842, 1191]


async def test_nothing_tells_a_draw_that_is_not_published(registration: RunningService) -> None:
    """Whether it is prepared, whether the stage is planned, whether the championship exists: one answer."""
    championship = await announced(registration)
    player = await accepted(registration, championship, "Fox")
    [judge] = await judges(registration, championship, 1)
    commitment = f"/v1/championships/{championship}/stages/tour/draw/commitment"
    created(await registration.post(commitment, by=ORGANIZER))
    nowhere = uuid4()
    for what in (
        "stages/tour/draw",
        *(f"stages/tour/draw/{pdf}" for pdf in PDFS),
        *("schedule", "schedule.ics", "people/{person}/schedule", "people/{person}/schedule.ics"),
    ):
        found = set()
        for where, who, key in (
            (championship, player, "tour"),
            (championship, judge, "tour"),
            (championship, nowhere, "final"),
            (nowhere, player, "tour"),
        ):
            path = what.replace("{person}", str(who)).replace("tour", key)
            address = f"/v1/championships/{where}/{path}"
            for answer in (await registration.get(address), await registration.get(address, by=ORGANIZER)):
                assert problem(answer) == (404, "draw_unknown")
                told = answer.json()["detail"]
                found.add(told.replace(str(where), "it").replace(f"'{key}'", "stage"))
        assert len(found) == 1, what
