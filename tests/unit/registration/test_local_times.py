"""Wall clocks of venues and the instants they mean."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from services.registration.api.local_times import localized
from services.registration.domain.errors import (
    LocalTimeAmbiguous,
    LocalTimeOutOfRange,
    LocalTimeSkipped,
    TimeZoneUnknown,
)


@pytest.mark.parametrize(
    ("local", "zone", "instant"),
    [
        ("2014-05-23T16:00:00", "Asia/Omsk", "2014-05-23T09:00:00Z"),
        ("2026-05-23T16:00:00", "Asia/Omsk", "2026-05-23T10:00:00Z"),
        ("2016-10-29T12:00:00", "Europe/Kyiv", "2016-10-29T09:00:00Z"),
        ("2016-10-30T12:00:00", "Europe/Kyiv", "2016-10-30T10:00:00Z"),
        ("2016-03-27T02:59:59", "Europe/Kyiv", "2016-03-27T00:59:59Z"),
        ("2016-03-27T04:00:00", "Europe/Kyiv", "2016-03-27T01:00:00Z"),
        ("2024-02-29T23:59:59", "UTC", "2024-02-29T23:59:59Z"),
    ],
)
def test_a_wall_clock_is_an_instant(local: str, zone: str, instant: str) -> None:
    """The zone's offset of that very day holds: Omsk left UTC+7 in 2014, Kyiv changes twice a year."""
    found = localized(local, zone)
    assert found.instant == datetime.fromisoformat(instant)
    assert str(found) == f"{local.replace('T', ' ')} {zone}"


def test_a_time_that_never_is_is_refused() -> None:
    """The clocks of Kyiv jump from 03:00 to 04:00 in spring."""
    with pytest.raises(LocalTimeSkipped):
        localized("2016-03-27T03:30:00", "Europe/Kyiv")


def test_a_time_that_is_twice_is_refused() -> None:
    """The clocks of Kyiv show 03:30 twice in autumn; Omsk's showed 01:30 twice in 2014."""
    with pytest.raises(LocalTimeAmbiguous):
        localized("2016-10-30T03:30:00", "Europe/Kyiv")
    with pytest.raises(LocalTimeAmbiguous):
        localized("2014-10-26T01:30:00", "Asia/Omsk")


@pytest.mark.parametrize(
    "zone", ["", "Omsk", "Europe", "../../etc/passwd", "/etc/localtime", "UTC+7", "\x00"]
)
def test_an_unknown_zone_is_refused(zone: str) -> None:
    """Only names of the IANA database are zones."""
    with pytest.raises(TimeZoneUnknown):
        localized("2026-05-23T16:00:00", zone)


IMPOSSIBLE = [
    "0001-01-01T00:00:00",
    "1969-12-31T23:59:59",
    "9999-12-31T23:59:59",
    "2026-02-30T12:00:00",
    "2026-05-23T24:30:00",
    "2026-05-23T16:00:00Z",
    "tomorrow",
]


@pytest.mark.parametrize("local", IMPOSSIBLE)
def test_a_time_of_no_calendar_is_refused(local: str) -> None:
    """Days that no month has are refused, and years in which other zones would overflow."""
    with pytest.raises(LocalTimeOutOfRange):
        localized(local, "Asia/Omsk")


@pytest.mark.case(67)
@given(
    st.datetimes(min_value=datetime(1971, 1, 1), max_value=datetime(2199, 1, 1)),  # noqa: DTZ001
    st.sampled_from(["Asia/Omsk", "Europe/Kyiv", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_saving_a_time_again_never_shifts_it(local: datetime, zone: str) -> None:
    """What is shown on the venue's clock, sent back, is the same instant."""
    try:
        first = localized(local.isoformat(), zone)
    except (LocalTimeSkipped, LocalTimeAmbiguous):
        return
    assert localized(first.local.isoformat(), zone) == first
    assert first.instant.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == local
    assert abs(first.instant - local.replace(tzinfo=UTC)) <= timedelta(hours=15)
