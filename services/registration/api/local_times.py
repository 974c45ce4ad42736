"""Local times become instants here, once, at the edge: the domain gets facts."""

import calendar
import functools
import zoneinfo
from datetime import UTC, datetime

from services.registration.domain.errors import (
    LocalTimeAmbiguous,
    LocalTimeOutOfRange,
    LocalTimeSkipped,
    TimeZoneUnknown,
)
from shared.contracts.registration import LocalTime

YEARS = range(1970, 2200)


@functools.cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def check_zone(zone: str) -> None:
    """Raise TimeZoneUnknown unless the IANA database has the zone."""
    if zone not in _zones():
        raise TimeZoneUnknown(f"There is no time zone {zone!r}; use an IANA name as 'Asia/Omsk'.")


def localized(text: str, zone: str) -> LocalTime:
    """Return a wall-clock time of a zone, as "2014-05-23T16:00:00", with the instant that it is.

    Raises TimeZoneUnknown; LocalTimeSkipped and LocalTimeAmbiguous where the clocks are put forward over
    the time or put back over it; LocalTimeOutOfRange for what is in no calendar, or in a year that no
    championship is in.
    """
    check_zone(zone)
    local = wall_clock(text)
    wall = local.replace(tzinfo=zoneinfo.ZoneInfo(zone), fold=0)
    instant = wall.astimezone(UTC)
    if instant.astimezone(wall.tzinfo).replace(tzinfo=None) != local.replace(fold=0):
        raise LocalTimeSkipped(
            f"The clocks of {zone} are put forward over {local.isoformat()}: choose another time."
        )
    if wall.utcoffset() != wall.replace(fold=1).utcoffset():
        raise LocalTimeAmbiguous(
            f"The clocks of {zone} show {local.isoformat()} twice; choose a time outside that hour."
        )
    return LocalTime(local=local, zone=zone, instant=instant)


def wall_clock(text: str) -> datetime:
    """Return a time without offset. Raises LocalTimeOutOfRange."""
    try:
        local = datetime.fromisoformat(text)
    except ValueError as error:
        raise LocalTimeOutOfRange(f"{text} is no time of any day: {error}.") from error
    if local.tzinfo is not None or local.year not in YEARS:
        raise LocalTimeOutOfRange(f"{text} is no local time of the years {YEARS[0]} to {YEARS[-1]}.")
    return local


def months_later(now: datetime, months: int, zone: str) -> LocalTime:
    """Return the same day and time so many months later on the clocks of a zone.

    A day that the month does not have becomes its last; a time that the clocks skip, the next they show.
    """
    clock = zoneinfo.ZoneInfo(zone)
    local = now.astimezone(clock).replace(tzinfo=None, microsecond=0)
    years, month = divmod(local.month - 1 + months, 12)
    year = local.year + years
    day = min(local.day, calendar.monthrange(year, month + 1)[1])
    wall = local.replace(year=year, month=month + 1, day=day, fold=0).replace(tzinfo=clock)
    instant = wall.astimezone(UTC)
    return LocalTime(local=instant.astimezone(clock).replace(tzinfo=None, fold=0), zone=zone, instant=instant)
