"""Applications, fees, acceptance and withdrawal."""

from datetime import timedelta
from typing import Any

import pytest

from services.registration.domain.actors import Actor
from services.registration.domain.errors import (
    AlreadyApplied,
    ApplicationsClosed,
    ApplicationUnknown,
    AttributeMissing,
    AttributeNotAllowed,
    AttributeNotAsked,
    ChampionshipFull,
    EntryIsWithdrawn,
    FeeAlreadyRecorded,
    FeeMismatch,
    FeeNotDue,
    FeeNotRecorded,
    NickTaken,
    NotAnOrganizer,
    NotYourEntry,
    QuotaFull,
    TextUnacceptable,
)
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import ApplicationReceived
from shared.contracts.regulations import Quota
from tests.scenario import scenario
from tests.unit.registration.samples import (
    ADMIN,
    CLUB,
    DEADLINE,
    FREE,
    ORGANIZER,
    PAID,
    accept,
    accepted,
    applied,
    apply,
    fee_recorded,
    person,
    record_fee,
    terms,
    withdraw,
    withdrawn,
)

# ------------------------------------------------------------------ applications


def test_a_player_applies_for_himself() -> None:
    """An application is kept as it was made, without the white space around it."""
    scenario(roster).when(apply(1, nick=" Лис ", club="ONORE")).then(applied(1, nick="Лис", club="ONORE"))


@pytest.mark.parametrize("by", [ORGANIZER, CLUB, ADMIN])
def test_an_organizer_or_a_club_applies_for_a_player(by: Actor) -> None:
    """Somebody else may apply for a player, and stays named."""
    scenario(roster).when(apply(1, by=by)).then(applied(1, by=by.id))


def test_a_player_does_not_apply_for_another_one() -> None:
    """A player applies for himself only."""
    scenario(roster).when(apply(1, by=Actor(id=person(2)))).then_refused(NotYourEntry)


def test_a_second_application_of_one_player_is_refused() -> None:
    """One person has one entry, whatever its nick."""
    given = scenario(roster).given(applied(1))
    given.when(apply(1)).then_refused(AlreadyApplied)
    given.when(apply(1, nick="Another")).then_refused(AlreadyApplied)


@pytest.mark.parametrize(("seconds", "taken"), [(-1, True), (0, True), (1, False)])
def test_applications_are_taken_up_to_the_deadline(seconds: int, taken: bool) -> None:
    """The deadline itself still counts; a second later does not, and the answer names it as in Omsk."""
    outcome = scenario(roster).when(apply(1, at=DEADLINE.instant + timedelta(seconds=seconds)))
    if taken:
        assert outcome.refusal is None
    else:
        refusal = outcome.then_refused(ApplicationsClosed, clause="O-REG-2")
        assert "2014-05-23 16:00:00 Asia/Omsk" in refusal.message
        assert refusal.facts == {"deadline": DEADLINE}


def test_without_a_deadline_applications_are_always_taken() -> None:
    """A championship may take applications without limit."""
    late = DEADLINE.instant + timedelta(days=1)
    assert scenario(roster).when(apply(1, terms=terms(deadline=None), at=late)).refusal is None


@pytest.mark.parametrize("nick", ["fox", "FOX", "\uff26\uff4f\uff58", "  Fox", "F\u200dox", "Fo\ufe0fx"])
def test_a_nick_is_taken_however_it_is_written(nick: str) -> None:
    """Case, width, spaces and invisible joiners make no other nick."""
    given = scenario(roster).given(applied(1, nick="Fox"))
    given.when(apply(2, nick=nick)).then_refused(NickTaken)


@pytest.mark.case(84)
@pytest.mark.parametrize("nick", ["Лис", "O'Neil", "Dr. Who.", "🦊", "👩‍🚒 Fire"])
def test_nicks_of_all_kinds_are_kept_as_they_are(nick: str) -> None:
    """Emoji, apostrophes and trailing dots are kept as they were typed."""
    given = scenario(roster).given(applied(1, nick="Fox"))
    given.when(apply(2, nick=nick)).then(applied(2, nick=nick))


@pytest.mark.case(84)
@pytest.mark.parametrize("nick", ["F\u043ex", "F0x", "\u0424ox"])
def test_look_alikes_are_taken_and_flagged(nick: str) -> None:
    """A nick that a reader may take for another one is a nick of its own, and officials are told."""
    given = scenario(roster).given(applied(1, nick="Fox"))
    alike = None if nick == "\u0424ox" else person(1)
    given.when(apply(2, nick=nick)).then(applied(2, nick=nick, looks_like=alike))


@pytest.mark.parametrize(
    "nick", ["", "\t", "Fox\x07", "a\nb", "\u202exof", "\u200d", "\u3164", "\u2028", "x" * 41]
)
def test_a_nick_that_cannot_be_read_is_refused(nick: str) -> None:
    """Control characters, line breaks, turned writing and invisible nicks are refused."""
    scenario(roster).when(apply(1, nick=nick)).then_refused(TextUnacceptable)


def test_a_free_nick_may_be_taken_after_a_withdrawal() -> None:
    """Who withdraws gives the nick back."""
    given = scenario(roster).given(applied(1, nick="Fox"), withdrawn(1))
    given.when(apply(2, nick="Fox")).then(applied(2, nick="Fox"))


def test_who_withdrew_may_apply_again_and_pays_again() -> None:
    """An application after a withdrawal is a new one."""
    given = scenario(roster).given(applied(1), fee_recorded(1), accepted(1), withdrawn(1), applied(1))
    given.when(accept(1, terms=PAID)).then_refused(FeeNotRecorded)


ASKED = terms(required=("faculty",), allowed={"union-member": ("yes",)})


def test_attributes_that_are_asked_for_must_be_declared() -> None:
    """The regulations' attributes are demanded with their clause."""
    outcome = scenario(roster).when(apply(1, terms=ASKED, attributes={"faculty": "Physics"}))
    outcome.then_refused(AttributeMissing, clause="C-REG-1")
    outcome = scenario(roster).when(apply(1, terms=ASKED, attributes={"union-member": "yes"}))
    outcome.then_refused(AttributeMissing, clause="C-REG-1")


def test_an_attribute_with_which_one_may_not_enter_is_refused() -> None:
    """Who is no member may not enter."""
    attributes = {"faculty": "Physics", "union-member": "no"}
    outcome = scenario(roster).when(apply(1, terms=ASKED, attributes=attributes))
    outcome.then_refused(AttributeNotAllowed, clause="C-REG-1")


def test_an_attribute_that_nobody_asks_for_is_refused() -> None:
    """What the regulations do not need is not kept."""
    attributes = {"faculty": "Physics", "union-member": "Yes", "shoe-size": "43"}
    outcome = scenario(roster).when(apply(1, terms=ASKED, attributes=attributes))
    outcome.then_refused(AttributeNotAsked)


def test_declared_attributes_are_kept() -> None:
    """The application keeps what was declared."""
    attributes = {"faculty": "Physics", "union-member": "Yes"}
    outcome = scenario(roster).when(apply(1, terms=ASKED, attributes=attributes))
    outcome.then(applied(1, attributes=attributes))


def test_what_a_quota_counts_by_must_be_declared() -> None:
    """Leaving out the department does not evade its quota."""
    counted = terms(
        quotas=(Quota(attribute="department", limit=2, within={"faculty": "IFTKN"}),), required=("faculty",)
    )
    outcome = scenario(roster).when(apply(1, terms=counted, attributes={"faculty": "iftkn"}))
    outcome.then_refused(AttributeMissing, clause="C-REG-2")
    assert scenario(roster).when(apply(1, terms=counted, attributes={"faculty": "Law"})).refusal is None


# ------------------------------------------------------------------ fees


def test_a_fee_is_recorded_once() -> None:
    """The same receipt again changes nothing; another receipt is refused."""
    given = scenario(roster).given(applied(1))
    given.when(record_fee(1)).then(fee_recorded(1))
    for history in ((fee_recorded(1),), (fee_recorded(1), accepted(1))):
        paid = given.given(*history)
        paid.when(record_fee(1)).then_nothing()
        paid.when(record_fee(1, receipt="R-other")).then_refused(FeeAlreadyRecorded)


def test_the_same_amount_written_otherwise_is_the_fee() -> None:
    """Amounts are compared as numbers."""
    scenario(roster).given(applied(1)).when(record_fee(1, amount="500.00")).then(fee_recorded(1))


@pytest.mark.parametrize("changes", [{"amount": "499.99"}, {"amount": "501"}, {"currency": "UAH"}])
def test_another_amount_or_currency_is_refused(changes: dict[str, Any]) -> None:
    """The fee is what the regulations say."""
    outcome = scenario(roster).given(applied(1)).when(record_fee(1, **changes))
    assert "500 RUB" in outcome.then_refused(FeeMismatch, clause="O-REG-3").message


def test_a_fee_that_is_not_due_is_refused() -> None:
    """Without a fee in the regulations none is recorded."""
    scenario(roster).given(applied(1)).when(record_fee(1, terms=FREE)).then_refused(FeeNotDue)


def test_only_the_organizer_records_fees() -> None:
    """Neither a player nor another organizer records a fee."""
    given = scenario(roster).given(applied(1))
    given.when(record_fee(1, by=Actor(id=person(1)))).then_refused(NotAnOrganizer)
    given.when(record_fee(1, by=CLUB)).then_refused(NotAnOrganizer)


def test_a_fee_needs_an_application() -> None:
    """Nobody pays who has not applied, or has withdrawn."""
    scenario(roster).when(record_fee(1)).then_refused(ApplicationUnknown)
    scenario(roster).given(applied(1), withdrawn(1)).when(record_fee(1)).then_refused(EntryIsWithdrawn)


# ------------------------------------------------------------------ acceptance


def test_an_entry_is_accepted_after_its_fee() -> None:
    """An unpaid application is not accepted; a paid one is, once."""
    given = scenario(roster).given(applied(1))
    given.when(accept(1, terms=PAID)).then_refused(FeeNotRecorded, clause="O-REG-3")
    paid = given.given(fee_recorded(1))
    paid.when(accept(1, terms=PAID)).then(accepted(1))
    paid.given(accepted(1)).when(accept(1, terms=PAID)).then_nothing()


def test_an_entry_without_a_fee_is_accepted_at_once() -> None:
    """Where no fee is due, an application is enough."""
    scenario(roster).given(applied(1)).when(accept(1)).then(accepted(1))


def test_only_the_organizer_accepts() -> None:
    """Nobody accepts himself."""
    scenario(roster).given(applied(1)).when(accept(1, by=Actor(id=person(1)))).then_refused(NotAnOrganizer)
    scenario(roster).given(applied(1)).when(accept(1, by=CLUB)).then_refused(NotAnOrganizer)


def test_a_full_championship_accepts_nobody() -> None:
    """The places are those of the first stage, and a withdrawal frees one."""
    small = terms(places=1)
    full = scenario(roster).given(applied(1), accepted(1), applied(2))
    full.when(accept(2, terms=small)).then_refused(ChampionshipFull)
    full.given(withdrawn(1)).when(accept(2, terms=small)).then(accepted(2))


FACULTIES = terms(
    quotas=(
        Quota(attribute="faculty", limit=3),
        Quota(attribute="department", limit=2, within={"faculty": "IFTKN"}),
    )
)


def student(number: int, faculty: str, department: str) -> list[Any]:
    """Tell that a student of a faculty and department was accepted."""
    attributes = {"faculty": faculty, "department": department}
    return [applied(number, attributes=attributes), accepted(number)]


def test_the_fourth_of_a_faculty_is_refused() -> None:
    """A faculty enters at most three, however its name is written."""
    given = scenario(roster).given(
        *student(1, "Law", "a"), *student(2, "law", "b"), *student(3, "LAW ", "c"), student(4, "Law", "d")[0]
    )
    refusal = given.when(accept(4, terms=FACULTIES)).then_refused(QuotaFull, clause="C-REG-2")
    assert refusal.facts["limit"] == 3


def test_a_quota_within_an_institute_counts_nobody_else() -> None:
    """Departments of one institute are limited to two; the same department elsewhere is not."""
    given = scenario(roster).given(
        *student(1, "IFTKN", "Optics"), *student(2, "IFTKN", "Optics"), *student(3, "Law", "Optics")
    )
    third = given.given(student(4, "IFTKN", "Optics")[0])
    third.when(accept(4, terms=FACULTIES)).then_refused(QuotaFull, clause="C-REG-2")
    given.given(student(4, "IFTKN", "Physics")[0]).when(accept(4, terms=FACULTIES)).then(accepted(4))
    given.given(student(4, "Law", "Optics")[0]).when(accept(4, terms=FACULTIES)).then(accepted(4))


@pytest.mark.parametrize("attribute", ["faculty", "club", "city"])
def test_a_quota_is_not_passed_by_another_alphabet(attribute: str) -> None:
    """Letters that look alike are one: nobody enters as of another faculty, club or city by spelling it."""
    strict = terms(quotas=(Quota(attribute=attribute, limit=1),))

    def entrant(number: int, name: str) -> ApplicationReceived:
        if attribute == "faculty":
            return applied(number, attributes={"faculty": name})
        return applied(number, **{attribute: name})

    given = scenario(roster).given(entrant(1, "Omck"), accepted(1))
    for other in ("\u041emck", "O\u041c\u0421\u041a", "\u03bfmck", "O m-c.k", "0mck"):
        given.given(entrant(2, other)).when(accept(2, terms=strict)).then_refused(QuotaFull)
    for other in ("Tomck", "Omsk", "Om"):
        given.given(entrant(2, other)).when(accept(2, terms=strict)).then(accepted(2))


def test_a_quota_within_an_institute_is_not_left_by_another_alphabet() -> None:
    """Who spells his institute in look-alike letters is still counted within it."""
    given = scenario(roster).given(*student(1, "IFTKN", "Optics"), *student(2, "IFTKN", "Optics"))
    third = given.given(student(3, "IF\u0422KN", "O\u0440tics")[0])
    third.when(accept(3, terms=FACULTIES)).then_refused(QuotaFull, clause="C-REG-2")


def test_who_withdrew_counts_for_no_quota() -> None:
    """A withdrawal frees a place of the quota."""
    given = scenario(roster).given(
        *student(1, "Law", "a"),
        *student(2, "Law", "b"),
        *student(3, "Law", "c"),
        withdrawn(2),
        student(4, "Law", "d")[0],
    )
    given.when(accept(4, terms=FACULTIES)).then(accepted(4))


# ------------------------------------------------------------------ withdrawal


@pytest.mark.parametrize("by", [Actor(id=person(1)), ORGANIZER, ADMIN])
def test_an_entry_is_withdrawn(by: Actor) -> None:
    """The player or an organizer withdraws; again changes nothing."""
    given = scenario(roster).given(applied(1), accepted(1))
    given.when(withdraw(1, by=by)).then(withdrawn(1, by.id))
    given.given(withdrawn(1)).when(withdraw(1, by=by)).then_nothing()


def test_who_applied_for_a_player_may_withdraw_him() -> None:
    """A club takes its own application back, and nobody else's."""
    scenario(roster).given(applied(1, by=CLUB.id)).when(withdraw(1, by=CLUB)).then(withdrawn(1, CLUB.id))
    scenario(roster).given(applied(1)).when(withdraw(1, by=CLUB)).then_refused(NotYourEntry)


def test_a_stranger_learns_nothing_by_withdrawing() -> None:
    """Whether somebody has applied is not told to those who may not withdraw him."""
    scenario(roster).when(withdraw(1, by=Actor(id=person(2)))).then_refused(NotYourEntry)
    scenario(roster).when(withdraw(1)).then_refused(ApplicationUnknown)
