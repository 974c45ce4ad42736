"""The waitlist, late applications, refunds, confirmations, check-in."""

from typing import Any
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from services.registration.domain.actors import Actor
from services.registration.domain.errors import (
    ApplicationsClosed,
    AttributeMissing,
    AttributeNotDeclared,
    AttributesNotConfirmed,
    ChampionshipFull,
    ChampionshipIsOver,
    EntryNotAccepted,
    ImportRefused,
    NotAnOfficial,
    NotAnOrganizer,
    NothingToRefund,
    NotNextInLine,
    QuotaFull,
    RefundExceedsFee,
    RegistrationNotOpen,
    WaitlistFull,
)
from services.registration.domain.roster.commands import (
    CheckIn,
    ConfirmAttributes,
    ImportApplications,
    NoteRefund,
    PromoteWaiting,
)
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import (
    AttributesConfirmed,
    EntryAccepted,
    EntryWaitlisted,
    PlayerCheckedIn,
    RefundNoted,
)
from services.registration.domain.roster.terms import EntryTerms
from shared.contracts.regulations import Quota, RegistrationRules
from tests.scenario import scenario
from tests.unit.registration.samples import (
    CHAMPIONSHIP,
    DEADLINE,
    FEE,
    FREE,
    NOW,
    ORGANIZER,
    accept,
    accepted,
    applied,
    apply,
    fee_recorded,
    local,
    person,
    terms,
    withdraw,
    withdrawn,
)

OFFICIAL = Actor(id=person(50))


def with_list(places: int = 1, waitlist: int = 2, **changes: Any) -> EntryTerms:
    """Return terms with few places and a waitlist."""
    given = terms(places=places, **{k: v for k, v in changes.items() if k in {"fee", "quotas"}})
    more = {k: v for k, v in changes.items() if k not in {"fee", "quotas"}}
    return msgspec.structs.replace(given, waitlist=waitlist, officials={OFFICIAL.id, ORGANIZER.id}, **more)


def waits(number: int) -> EntryWaitlisted:
    """Tell that the n-th person waits."""
    return EntryWaitlisted(
        championship=CHAMPIONSHIP, player=person(number), by=ORGANIZER.id, waitlisted_at=NOW
    )


def promoted(number: int, by: UUID = ORGANIZER.id) -> EntryAccepted:
    """Tell that the n-th person got a place."""
    return EntryAccepted(
        championship=CHAMPIONSHIP, player=person(number), by=by, accepted_at=NOW, from_waitlist=True
    )


FULL = scenario(roster).given(applied(1), accepted(1), applied(2), applied(3), applied(4))


def test_who_finds_no_place_waits_up_to_the_cap() -> None:
    """The second waits, the third too, the fourth is refused; without a waitlist the second is."""
    listed = with_list()
    FULL.when(accept(2, terms=listed)).then(waits(2))
    FULL.given(waits(2)).when(accept(3, terms=listed)).then(waits(3))
    FULL.given(waits(2), waits(3)).when(accept(4, terms=listed)).then_refused(WaitlistFull)
    FULL.given(waits(2)).when(accept(2, terms=listed)).then_nothing()
    FULL.when(accept(2, terms=with_list(waitlist=0))).then_refused(ChampionshipFull)


def test_a_substitute_needs_no_place() -> None:
    """Where all places are taken he is accepted all the same, takes none, and gives none when he goes."""
    listed = with_list()
    substitute = replace(accepted(2), substitute=True)
    FULL.when(accept(2, terms=listed, substitute=True)).then(substitute)
    FULL.given(waits(2)).when(accept(2, terms=listed, substitute=True)).then(substitute)
    with_him = FULL.given(substitute)
    with_him.when(accept(3, terms=listed)).then(waits(3))
    with_him.given(waits(3)).when(withdraw(2, terms=listed)).then(withdrawn(2))
    with_him.given(waits(3)).when(withdraw(1, terms=listed)).then(withdrawn(1), promoted(3, by=person(1)))


def test_a_withdrawal_gives_the_place_to_who_waits_longest() -> None:
    """Promotion follows the order of events, not of applications; barred people are passed over."""
    listed = with_list()
    given = FULL.given(waits(3), waits(2))
    given.when(withdraw(1, terms=listed)).then(withdrawn(1), promoted(3, by=person(1)))
    passed = given.when(withdraw(1, terms=listed, barred={person(3)}))
    passed.then(withdrawn(1), promoted(2, by=person(1)))


def test_after_the_list_is_final_nobody_moves_up_by_himself() -> None:
    """The organizer promotes then, as long as it is not over."""
    final = with_list(phase="list_final")
    gone = FULL.given(waits(2))
    gone.when(withdraw(1, terms=final)).then(withdrawn(1))
    free = gone.given(withdrawn(1))
    free.when(PromoteWaiting(terms=final, by=ORGANIZER, at=NOW)).then(promoted(2))
    by_player = PromoteWaiting(terms=final, by=Actor(id=person(2)), at=NOW)
    free.when(by_player).then_refused(NotAnOrganizer)
    over = with_list(phase="finished")
    free.when(PromoteWaiting(terms=over, by=ORGANIZER, at=NOW)).then_refused(ChampionshipIsOver)


def test_limits_are_counted_again_at_promotion() -> None:
    """Whose faculty is full by now is passed over, and keeps his place in the line."""
    listed = with_list(places=2, quotas=(Quota(attribute="club", limit=1),))
    history = (
        applied(1, club="A"),
        accepted(1),
        applied(2, club="B"),
        accepted(2),
        applied(3, club="B"),
        waits(3),
        applied(4, club="C"),
        waits(4),
    )
    given = scenario(roster).given(*history)
    given.when(withdraw(1, terms=listed)).then(withdrawn(1), promoted(4, by=person(1)))
    later = given.given(withdrawn(1), promoted(4, by=person(1)))
    later.when(withdraw(2, terms=listed)).then(withdrawn(2), promoted(3, by=person(2)))


def test_nobody_jumps_the_line() -> None:
    """With free places, those who wait come before who was never on the list, and each in his turn."""
    listed = with_list(places=2)
    given = FULL.given(waits(2), waits(3))
    given.when(accept(3, terms=listed)).then_refused(NotNextInLine)
    given.when(accept(2, terms=listed)).then(promoted(2))
    given.when(accept(4, terms=with_list(places=2, waitlist=3))).then(waits(4))


def test_quotas_count_by_club_and_city_too() -> None:
    """The entry's own club is what the quota counts, and leaving it out does not evade it."""
    counted = terms(quotas=(Quota(attribute="club", limit=1), Quota(attribute="city", limit=2)))
    given = scenario(roster).given(applied(1, club="ONORE", city="Omsk"), accepted(1))
    given.when(apply(2, terms=counted, city="Omsk")).then_refused(AttributeMissing, clause="C-REG-2")
    second = given.given(applied(2, club="onore", city="Omsk"))
    second.when(accept(2, terms=counted)).then_refused(QuotaFull, clause="C-REG-2")


def test_who_comes_back_goes_to_the_end_of_the_line() -> None:
    """Withdrawn and applied again: a new place, by the order of events, under the same person."""
    listed = with_list()
    given = FULL.given(waits(2), waits(3), withdrawn(2), applied(2), waits(2))
    given.when(withdraw(1, terms=listed)).then(withdrawn(1), promoted(3, by=person(1)))


def test_an_organizer_takes_a_late_application_with_a_reason() -> None:
    """The reason is kept; a player's own reason opens nothing; in time none is kept."""
    late = local(23, 17)
    given = {"at": late.instant, "by": ORGANIZER, "late_reason": "The train was late"}
    expected = applied(1, by=ORGANIZER.id, received_at=late.instant, late_reason="The train was late")
    scenario(roster).when(apply(1, **given)).then(expected)
    own = apply(1, at=late.instant, late_reason="I overslept")
    scenario(roster).when(own).then_refused(ApplicationsClosed, clause="O-REG-2")
    in_time = apply(1, by=ORGANIZER, late_reason="None needed")
    scenario(roster).when(in_time).then(applied(1, by=ORGANIZER.id))


def test_the_phase_closes_the_door_too() -> None:
    """Before it is opened and after it was closed nobody applies, whatever the deadline says."""
    soon, closed = with_list(phase="announced"), with_list(phase="registration_closed")
    scenario(roster).when(apply(1, terms=soon)).then_refused(RegistrationNotOpen)
    scenario(roster).when(apply(1, terms=closed)).then_refused(ApplicationsClosed)
    over = with_list(phase="cancelled")
    late = apply(1, terms=over, by=ORGANIZER, late_reason="x")
    scenario(roster).when(late).then_refused(ChampionshipIsOver)


def test_an_application_before_the_preliminary_deadline_is_preliminary() -> None:
    """It binds nobody, and is kept with the entry."""
    both = msgspec.structs.replace(FREE, preliminary_deadline=local(12, 12), deadline=DEADLINE)
    scenario(roster).when(apply(1, terms=both)).then(applied(1, preliminary=True))
    after = local(12, 13).instant
    scenario(roster).when(apply(1, terms=both, at=after)).then(applied(1, received_at=after))


def refund(**changes: Any) -> NoteRefund:
    """Note that the first person got half of the fee back."""
    given: dict[str, Any] = {
        "player": person(1),
        "amount": "250",
        "currency": "RUB",
        "note": "Half, by transfer",
        "terms": terms(fee=FEE),
        "by": ORGANIZER,
        "at": NOW,
    }
    return NoteRefund(**(given | changes))


def test_a_refund_is_noted_once_to_who_left() -> None:
    """Not more than was paid, in its currency, and only after the entry ended."""
    noted = RefundNoted(
        championship=CHAMPIONSHIP,
        player=person(1),
        amount="250",
        currency="RUB",
        note="Half, by transfer",
        by=ORGANIZER.id,
        noted_at=NOW,
    )
    stays = scenario(roster).given(applied(1), fee_recorded(1))
    stays.when(refund()).then_refused(NothingToRefund)
    left = stays.given(withdrawn(1))
    left.when(refund()).then(noted)
    left.when(refund(amount="500.01")).then_refused(RefundExceedsFee)
    left.when(refund(currency="UAH")).then_refused(RefundExceedsFee)
    left.given(noted).when(refund(amount="250.0")).then_nothing()
    left.given(noted).when(refund(amount="500")).then_refused(NothingToRefund)
    scenario(roster).given(applied(1), withdrawn(1)).when(refund()).then_refused(NothingToRefund)


def confirming(when: str) -> EntryTerms:
    """Return terms under which membership is confirmed by then."""
    rules = RegistrationRules(required_attributes=("union-member",), attributes_confirmed=when)  # type: ignore[arg-type]
    return with_list(places=9, rules=rules)


MEMBER = {"union-member": "yes"}


def test_an_official_confirms_what_was_declared() -> None:
    """Each attribute once; what was not declared cannot be; a player confirms nothing."""
    rules = confirming("before_acceptance")
    given = scenario(roster).given(applied(1, attributes=MEMBER))
    command = ConfirmAttributes(
        player=person(1), attributes=("union-member",), terms=rules, by=OFFICIAL, at=NOW
    )
    confirmed = AttributesConfirmed(
        championship=CHAMPIONSHIP,
        player=person(1),
        attributes=("union-member",),
        by=OFFICIAL.id,
        confirmed_at=NOW,
    )
    given.when(accept(1, terms=rules)).then_refused(AttributesNotConfirmed, clause="C-REG-1")
    given.when(command).then(confirmed)
    given.given(confirmed).when(command).then_nothing()
    given.given(confirmed).when(accept(1, terms=rules)).then(accepted(1))
    other = msgspec.structs.replace(command, attributes=("shoe-size",))
    given.when(other).then_refused(AttributeNotDeclared)
    himself = msgspec.structs.replace(command, by=Actor(id=person(1)))
    given.when(himself).then_refused(NotAnOfficial)
    anew = given.given(confirmed, withdrawn(1), applied(1, attributes=MEMBER))
    anew.when(accept(1, terms=rules)).then_refused(AttributesNotConfirmed)


def test_players_check_in_once_with_all_confirmed() -> None:
    """Only who takes part does; an official notes it."""
    rules = confirming("before_check_in")
    given = scenario(roster).given(applied(1, attributes=MEMBER))
    command = CheckIn(player=person(1), terms=rules, by=OFFICIAL, at=NOW)
    given.when(command).then_refused(EntryNotAccepted)
    inside = given.given(accepted(1))
    inside.when(command).then_refused(AttributesNotConfirmed)
    confirmed = AttributesConfirmed(
        championship=CHAMPIONSHIP,
        player=person(1),
        attributes=("union-member",),
        by=OFFICIAL.id,
        confirmed_at=NOW,
    )
    here = PlayerCheckedIn(championship=CHAMPIONSHIP, player=person(1), by=OFFICIAL.id, checked_in_at=NOW)
    inside.given(confirmed).when(command).then(here)
    inside.given(confirmed, here).when(command).then_nothing()
    himself = msgspec.structs.replace(command, by=Actor(id=person(1)))
    inside.when(himself).then_refused(NotAnOfficial)


def test_a_file_is_taken_whole_or_not_at_all() -> None:
    """Every line that cannot be taken is named, also one that repeats another line's nick."""
    lines = tuple(
        (line, apply(number, nick=nick, by=ORGANIZER))
        for line, number, nick in ((2, 1, "Fox"), (3, 2, "FOX"), (4, 3, ""), (5, 1, "Elk"), (6, 4, "Owl"))
    )
    command = ImportApplications(lines=lines, terms=FREE, by=ORGANIZER)
    refusal = scenario(roster).when(command).then_refused(ImportRefused)
    found = refusal.facts["lines"]
    assert isinstance(found, list)
    assert [(one["line"], one["code"]) for one in found] == [
        (3, "nick_taken"),
        (4, "text_unacceptable"),
        (5, "already_applied"),
    ]
    good = ImportApplications(lines=(lines[0], lines[4]), terms=FREE, by=ORGANIZER)
    scenario(roster).when(good).then(
        applied(1, nick="Fox", by=ORGANIZER.id), applied(4, nick="Owl", by=ORGANIZER.id)
    )
    stranger = ImportApplications(lines=lines[:1], terms=FREE, by=Actor(id=person(9), organizer=True))
    scenario(roster).when(stranger).then_refused(NotAnOrganizer)


@pytest.mark.parametrize("number", [1, 2])
def test_who_waits_may_withdraw(number: int) -> None:
    """A withdrawal from the line frees no place."""
    given = FULL.given(waits(2), waits(3))
    outcome = given.when(withdraw(number, terms=with_list()))
    expected = [withdrawn(number)] + ([promoted(2, by=person(1))] if number == 1 else [])
    outcome.then(*expected)
