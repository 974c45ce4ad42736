"""Calendars: what a calendar program reads in them, with zones, clocks put back, and changes."""

# ruff: noqa: RUF001 - Russian and Ukrainian letters are meant

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from icalendar import Calendar
from msgspec.structs import replace

from services.registration.api.calendars import calendar_of
from services.registration.api.local_times import localized
from services.registration.api.schemas_of_schedules import ScheduledGame, ScheduleView
from services.registration.api.seated import on_the_clock
from services.registration.api.wording import Language
from shared.contracts.registration import LocalTime, Venue

VENUE = Venue(
    key="club", name="Клуб; «Кат»", city="Одеса", address="вул. Дерибасівська, 1", zone="Europe/Kyiv"
)
GAME, PLAYER, DRAW = UUID(int=1), UUID(int=2), UUID(int=3)
STAMP = datetime(2026, 10, 1, 12, 0, 0, 5, tzinfo=UTC)


def game(starts: LocalTime | None, ends: LocalTime | None = None, **more: Any) -> ScheduledGame:
    """Return a game of a player at table 3, seat 7."""
    return replace(
        ScheduledGame(
            game=GAME,
            draw=DRAW,
            stage="tour",
            stage_title="Тур",
            round=2,
            table=3,
            part="player",
            seat=7,
            judge=UUID(int=9),
            judge_nick="Кот",
            venue=VENUE,
            starts=starts,
            ends=ends or starts,
        ),
        **more,
    )


def view(*games: ScheduledGame, revision: int = 4, person: UUID | None = PLAYER) -> ScheduleView:
    """Return a schedule of those games."""
    return ScheduleView(
        championship=UUID(int=5),
        title="Кубок Одеси",
        person=person,
        nick=None if person is None else "Лис",
        revision=revision,
        games=games,
        without_times=(),
    )


def events(schedule: ScheduleView, language: Language = "en") -> list[Any]:
    """Return the entries that a calendar program reads."""
    return list(Calendar.from_ical(calendar_of(schedule, "running", STAMP, language)).events)


def at(text: str, zone: str = "Europe/Kyiv") -> LocalTime:
    """Return a time on the clock of a zone."""
    return localized(text, zone)


def test_a_game_says_where_when_and_in_which_seat() -> None:
    """Commas and semicolons of addresses are kept apart from the syntax."""
    [event] = events(view(game(at("2026-10-24T10:00"), at("2026-10-24T11:15"))))
    assert event["SUMMARY"] == "Тур, round 2: table 3, seat 7"
    assert event["LOCATION"] == "Клуб; «Кат», вул. Дерибасівська, 1, Одеса"
    assert event["DESCRIPTION"] == "Кубок Одеси\nJudge: Кот"
    assert event["DTSTART"].params["TZID"] == "Europe/Kyiv"
    assert event.start.astimezone(UTC) == datetime(2026, 10, 24, 7, 0, tzinfo=UTC)
    assert event.end.astimezone(UTC) == datetime(2026, 10, 24, 8, 15, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "summary"),
    [("ru", "Тур, игра 2: стол 3, место 7"), ("uk", "Тур, гра 2: стіл 3, місце 7")],
)
def test_it_speaks_russian_and_ukrainian(language: Language, summary: str) -> None:
    """The words around names and titles are those of the language."""
    [event] = events(view(game(at("2026-10-24T10:00"))), language)
    assert event["SUMMARY"] == summary


@pytest.mark.parametrize(
    "instant",
    [
        datetime(2026, 3, 29, 0, 30, tzinfo=UTC),
        datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 8, 0, tzinfo=UTC),
        datetime(2026, 7, 1, 8, 0, tzinfo=UTC),
    ],
    ids=lambda instant: f"{instant:%m-%d-%H%M}",
)
def test_the_zone_in_the_file_gives_the_instant_on_both_sides_of_a_change(instant: datetime) -> None:
    """Read with nothing but the VTIMEZONE in the file, also in the hour that the clocks show twice."""
    raw = calendar_of(
        view(game(on_the_clock(instant, "Europe/Kyiv")), game(at("2026-06-01T12:00"))), "running", STAMP, "en"
    )
    calendar: Any = Calendar.from_ical(raw.replace(b"Europe/Kyiv", b"Here"))
    [zone] = calendar.timezones
    start = calendar.events[0]["DTSTART"]
    wall = start.dt.replace(tzinfo=None)
    there = wall.replace(tzinfo=zone.to_tz(lookup_tzid=False)) if "TZID" in start.params else start.dt
    assert there.astimezone(UTC) == instant


def test_a_changed_draw_moves_the_entry_that_is_there_already() -> None:
    """The UID stays, the SEQUENCE rises; other people's entries of the game are others."""
    [before] = events(view(game(at("2026-10-24T10:00"))))
    [after] = events(view(game(at("2026-10-24T12:00")), revision=5))
    [whole] = events(view(game(at("2026-10-24T10:00"), part=None, seat=None), person=None))
    assert before["UID"] == after["UID"] != whole["UID"]
    assert (before["SEQUENCE"], after["SEQUENCE"]) == (4, 5)


def test_a_game_without_a_time_is_left_out_and_named() -> None:
    """An entry of a whole day would promise a day."""
    raw = calendar_of(view(game(None)), "running", STAMP, "en")
    calendar: Any = Calendar.from_ical(raw)
    assert calendar.events == []
    assert calendar["X-WR-CALDESC"] == "Not in this calendar, as the plan gives no times for them: Тур."


def test_a_cancelled_championship_cancels_its_games() -> None:
    """So that they vanish from calendars that have them."""
    raw = calendar_of(view(game(at("2026-10-24T10:00"))), "cancelled", STAMP, "en")
    assert Calendar.from_ical(raw).events[0]["STATUS"] == "CANCELLED"


def test_the_same_schedule_gives_the_same_bytes() -> None:
    """Nothing of the moment of the reading is in it."""
    schedule = view(game(at("2026-10-24T10:00")))
    assert calendar_of(schedule, "running", STAMP, "uk") == calendar_of(schedule, "running", STAMP, "uk")
