"""Local times become instants here, once, at the edge: the domain gets facts."""

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
    local = _wall_clock(text)
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


def _wall_clock(text: str) -> datetime:
    try:
        local = datetime.fromisoformat(text)
    except ValueError as error:
        raise LocalTimeOutOfRange(f"{text} is no time of any day: {error}.") from error
    if local.tzinfo is not None or local.year not in YEARS:
        raise LocalTimeOutOfRange(f"{text} is no local time of the years {YEARS[0]} to {YEARS[-1]}.")
    return local
