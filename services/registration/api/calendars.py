"""A schedule as a calendar (iCalendar, RFC 5545) to subscribe to or to take along.

A game keeps its UID whatever changes, and its SEQUENCE rises with every change of a draw or of the plan, so
that a calendar that has it already moves it. Times are those of the venue's clock, with its zone. A game for
which the plan has no time is in no calendar: an entry for a whole day would name a day that nobody has
promised. The same schedule gives the same bytes.
"""

from datetime import UTC, date, datetime, timedelta
from uuid import UUID, uuid5
from zoneinfo import ZoneInfo

from icalendar import Calendar, Event

from services.registration.api.schemas_of_schedules import ScheduledGame, ScheduleView
from services.registration.api.wording import WORDS, Language
from shared.contracts.registration import LocalTime, Phase

MEDIA_TYPE = "text/calendar"
ASK_AGAIN = timedelta(minutes=15)
"""How often a calendar that is subscribed to should look again."""


def calendar_of(view: ScheduleView, phase: Phase, as_of: datetime, language: Language) -> bytes:
    """Return a schedule as a calendar; every game of a cancelled championship is cancelled there."""
    words = WORDS[language]
    calendar = Calendar()
    calendar.add("VERSION", "2.0")
    calendar.add("PRODID", "-//Consigliere//Schedule//EN")
    calendar.add("CALSCALE", "GREGORIAN")
    calendar.add("METHOD", "PUBLISH")
    name = view.title if view.nick is None else f"{view.title}: {words['schedule_of']} {view.nick}"
    for key in ("NAME", "X-WR-CALNAME"):
        calendar.add(key, name)
    missing = {game.stage: game.stage_title for game in view.games if game.starts is None}
    if missing:
        about = f"{words['left_out']} {', '.join(missing.values())}."
        for key in ("DESCRIPTION", "X-WR-CALDESC"):
            calendar.add(key, about)
    calendar.add("REFRESH-INTERVAL", ASK_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", "PT15M")
    timed = [game for game in view.games if game.starts is not None]
    for game in timed:
        calendar.add_component(_event(game, view, phase, as_of, language))
    if timed:
        years = [time.local.year for game in timed if (time := game.starts) is not None]
        calendar.add_missing_timezones(date(min(years), 1, 1), date(max(years) + 1, 12, 31))
    written: bytes = calendar.to_ical()
    return written


def uid_of(game: UUID, person: UUID | None) -> UUID:
    """Return the UID of a game in a person's calendar, or in that of the championship.

    Not the same in both: a reader who has both would see one entry change from one into the other.
    """
    return game if person is None else uuid5(game, str(person))


def _event(
    game: ScheduledGame, view: ScheduleView, phase: Phase, as_of: datetime, language: Language
) -> Event:
    assert game.starts is not None  # noqa: S101 - the caller has only those
    assert game.ends is not None  # noqa: S101
    words = WORDS[language]
    place = f"{words['table'].lower()} {game.table}"
    if game.part == "player":
        place += f", {words['seat'].lower()} {game.seat}"
    if game.part == "judge":
        place += f", {words['judge'].lower()}"
    event = Event()
    event.add("UID", str(uid_of(game.game, view.person)))
    event.add("SEQUENCE", view.revision)
    event.add("DTSTAMP", as_of.astimezone(UTC).replace(microsecond=0))
    event.add("DTSTART", _at(game.starts))
    event.add("DTEND", _at(game.ends))
    event.add("SUMMARY", f"{game.stage_title}, {words['round'].lower()} {game.round}: {place}")
    event.add("LOCATION", f"{game.venue.name}, {game.venue.address}, {game.venue.city}")
    event.add("DESCRIPTION", f"{view.title}\n{words['judge']}: {game.judge_nick}")
    event.add("STATUS", "CANCELLED" if phase == "cancelled" else "CONFIRMED")
    return event


def _at(time: LocalTime) -> datetime:
    """Return a time with its zone; in UTC where it is the second of two that the clock shows alike."""
    there = time.instant.astimezone(ZoneInfo(time.zone))
    return time.instant.astimezone(UTC) if there.fold else there
