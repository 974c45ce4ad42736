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


@functools.cache
def _zones() -> frozenset[str]:
    return frozenset(zoneinfo.available_timezones())


def check_zone(zone: str) -> None:
    """Raise TimeZoneUnknown unless the IANA database has the zone."""
    if zone not in _zones():
        raise TimeZoneUnknown(f"There is no time zone {zone!r}; use an IANA name as 'Asia/Omsk'.")


def localized(local: datetime, zone: str) -> LocalTime:
    """Return a wall-clock time of a zone with the instant that it is.

    Raises TimeZoneUnknown; LocalTimeSkipped and LocalTimeAmbiguous where the clocks are put forward over
    the time or put back over it; LocalTimeOutOfRange for years that no championship is in.
    """
    check_zone(zone)
    if not 1970 <= local.year <= 2200:  # noqa: PLR2004 - said in the message
        raise LocalTimeOutOfRange(f"{local.isoformat()} is not between the years 1970 and 2200.")
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
