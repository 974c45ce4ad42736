"""Out of one championship, or of all until a date; and what that does to entries."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

from services.registration.api.local_times import months_later
from services.registration.domain.actors import Actor
from services.registration.domain.errors import (
    EntryIsDisqualified,
    NotAnAdmin,
    NotAnOfficial,
    OffenseUnknown,
    PlayerIsSuspended,
    SuspensionEndsBeforeItBegins,
    SuspensionUnknown,
)
from services.registration.domain.roster.commands import CheckIn, DisqualifyEntry
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import EntryDisqualified
from services.registration.domain.suspension.decider import (
    LiftSuspension,
    SuspendFromChampionship,
    SuspendUntil,
    suspension,
)
from services.registration.domain.suspension.events import (
    SuspendedFromChampionship,
    SuspendedUntil,
    SuspensionLifted,
)
from services.registration.domain.suspension.state import bar_of
from tests.scenario import scenario
from tests.unit.registration.samples import (
    ADMIN,
    CHAMPIONSHIP,
    CHIEF,
    CLUB,
    FREE,
    NOW,
    ORGANIZER,
    accept,
    accepted,
    applied,
    apply,
    local,
    person,
    regulations,
    terms,
)

YEAR = months_later(NOW, 12, "Asia/Omsk")
OTHER = UUID("01900000-0000-7000-8000-000000000002")


def suspend(**changes: Any) -> SuspendFromChampionship:
    """Put the first person out of the championship."""
    given: dict[str, Any] = {
        "person": person(1),
        "suspension": person(901),
        "longer": person(902),
        "championship": CHAMPIONSHIP,
        "regulations": regulations(),
        "officials": {ORGANIZER.id, CHIEF.id},
        "capacity": "player",
        "offense": None,
        "until": None,
        "reason": "Insulted the judge in the hall",
        "ruling": None,
        "by": CHIEF,
        "at": NOW,
    }
    return SuspendFromChampionship(**(given | changes))


def out(**changes: Any) -> SuspendedFromChampionship:
    """Tell that the first person is out of the championship."""
    given: dict[str, Any] = {
        "person": person(1),
        "suspension": person(901),
        "championship": CHAMPIONSHIP,
        "capacity": "player",
        "offense": None,
        "reason": "Insulted the judge in the hall",
        "authority": "officials",
        "ruling": None,
        "clause": None,
        "by": CHIEF.id,
        "suspended_at": NOW,
    }
    return SuspendedFromChampionship(**(given | changes))


def barred(**changes: Any) -> SuspendedUntil:
    """Tell that the first person is barred for a year."""
    given: dict[str, Any] = {
        "person": person(1),
        "suspension": person(902),
        "championship": CHAMPIONSHIP,
        "until": YEAR,
        "offense": "deliberate-peeking",
        "reason": "Looked",
        "authority": "officials",
        "ruling": None,
        "clause": "O-SUSP-1",
        "by": CHIEF.id,
        "suspended_at": NOW,
    }
    return SuspendedUntil(**(given | changes))


def bars(*events: Any, championship: UUID = CHAMPIONSHIP, at: datetime = NOW) -> Any:
    """Return what bars after these events."""
    return bar_of([suspension.fold(events)], championship, at)


def test_an_offense_with_a_time_bars_from_this_championship_and_from_all_for_that_time() -> None:
    """Deliberate peeking: two suspensions, both with the clause; the same again changes nothing."""
    command = suspend(offense="deliberate-peeking", until=YEAR, reason="Looked")
    first = out(offense="deliberate-peeking", reason="Looked", clause="O-SUSP-1")
    scenario(suspension).when(command).then(first, barred())
    scenario(suspension).given(first, barred()).when(command).then_nothing()


def test_a_reason_without_an_offense_bars_from_this_championship_only() -> None:
    """Officials may put somebody out for what no list names; a ruling stays named."""
    scenario(suspension).when(suspend()).then(out())
    ruled = suspend(ruling=person(77))
    scenario(suspension).when(ruled).then(out(ruling=person(77), authority="ruling"))


def test_an_offense_that_the_regulations_do_not_name_is_refused() -> None:
    """A misspelt offense bars nobody by accident."""
    refusal = scenario(suspension).when(suspend(offense="peaking")).then_refused(OffenseUnknown)
    assert "deliberate-peeking" in refusal.message


@pytest.mark.parametrize("by", [CLUB, Actor(id=person(1)), Actor(id=person(2))])
def test_only_officials_put_somebody_out(by: Actor) -> None:
    """Neither a club nor a player does."""
    scenario(suspension).when(suspend(by=by)).then_refused(NotAnOfficial)


def test_the_federation_bars_until_a_date() -> None:
    """An admin does it for the federation; a date that has passed bars nobody."""
    command = SuspendUntil(
        person=person(1),
        suspension=person(902),
        until=YEAR,
        reason="Bribed a judge",
        ruling=None,
        by=ADMIN,
        at=NOW,
    )
    expected = barred(
        championship=None,
        offense=None,
        reason="Bribed a judge",
        authority="federation",
        clause=None,
        by=ADMIN.id,
    )
    scenario(suspension).when(command).then(expected)
    late = SuspendUntil(
        person=person(1),
        suspension=person(902),
        until=YEAR,
        reason="x",
        ruling=None,
        by=ADMIN,
        at=YEAR.instant,
    )
    scenario(suspension).when(late).then_refused(SuspensionEndsBeforeItBegins)
    by_club = SuspendUntil(
        person=person(1), suspension=person(902), until=YEAR, reason="x", ruling=None, by=ORGANIZER, at=NOW
    )
    scenario(suspension).when(by_club).then_refused(NotAnAdmin)


def test_a_suspension_is_lifted_by_who_could_give_it() -> None:
    """Officials lift what their championship gave, admins what bars from all; twice changes nothing."""
    lifted = SuspensionLifted(
        person=person(1), suspension=person(901), reason="It was another", by=CHIEF.id, lifted_at=NOW
    )
    command = LiftSuspension(
        suspension=person(901), reason="It was another", officials={CHIEF.id}, by=CHIEF, at=NOW
    )
    given = scenario(suspension).given(out(), barred())
    given.when(command).then(lifted)
    given.given(lifted).when(command).then_nothing()
    long = LiftSuspension(suspension=person(902), reason="x", officials={CHIEF.id}, by=CHIEF, at=NOW)
    given.when(long).then_refused(NotAnAdmin)
    unknown = LiftSuspension(suspension=person(999), reason="x", officials={CHIEF.id}, by=ADMIN, at=NOW)
    given.when(unknown).then_refused(SuspensionUnknown)
    assert bars(out(), lifted) is None


def test_what_bars_is_what_holds_here_and_now() -> None:
    """The end itself is free again; another championship does not bar; the longest bar is named."""
    assert bars(out()) == out()
    assert bars(out(), championship=OTHER) is None
    assert bars(barred(), championship=OTHER) == barred()
    assert bars(barred(), at=YEAR.instant - timedelta(seconds=1)) == barred()
    assert bars(barred(), at=YEAR.instant) is None
    assert bars(out(), barred()) == barred()


def test_a_year_ends_on_the_same_day_by_the_clock_of_the_venue() -> None:
    """A leap day becomes the last day of February; a skipped hour the next that is shown."""
    leap = months_later(datetime(2024, 2, 29, 10, 0, tzinfo=UTC), 12, "Europe/Kyiv")
    assert leap.local == datetime(2025, 2, 28, 12, 0)  # noqa: DTZ001 - a wall clock
    skipped = months_later(datetime(2025, 3, 29, 1, 30, tzinfo=UTC), 12, "Europe/Kyiv")
    assert skipped.local == datetime(2026, 3, 29, 4, 30)  # noqa: DTZ001 - a wall clock


def test_who_is_barred_enters_nowhere() -> None:
    """Application, acceptance and check-in are refused, with the end date and the clause."""
    refusal = scenario(roster).when(apply(1, bar=barred())).then_refused(PlayerIsSuspended, clause="O-SUSP-1")
    assert refusal.facts == {"until": YEAR}
    assert str(YEAR) in refusal.message
    given = scenario(roster).given(applied(1))
    given.when(accept(1, bar=out())).then_refused(PlayerIsSuspended)
    here = CheckIn(player=person(1), terms=terms(), by=ORGANIZER, at=NOW, bar=barred())
    given.given(accepted(1)).when(here).then_refused(PlayerIsSuspended)


def test_who_is_put_out_has_no_entry_and_may_apply_again_once_it_is_lifted() -> None:
    """An entry ends by the decision; nothing more happens to it; without the bar there may be a new one."""
    command = DisqualifyEntry(
        player=person(1), clause="C-LAW-34", reason="Insult", terms=FREE, by=ADMIN, at=NOW
    )
    event = EntryDisqualified(
        championship=CHAMPIONSHIP,
        player=person(1),
        clause="C-LAW-34",
        reason="Insult",
        by=ADMIN.id,
        disqualified_at=NOW,
    )
    given = scenario(roster).given(applied(1), accepted(1))
    given.when(command).then(event)
    scenario(roster).when(command).then_nothing()
    gone = given.given(event)
    gone.when(command).then_nothing()
    gone.when(accept(1)).then_refused(EntryIsDisqualified)
    gone.when(apply(1, bar=out())).then_refused(PlayerIsSuspended)
    gone.when(apply(1)).then(applied(1))


def test_a_deadline_sample_is_in_omsk() -> None:
    """The samples' clock is seven hours ahead."""
    assert local(10, 13).instant == NOW
