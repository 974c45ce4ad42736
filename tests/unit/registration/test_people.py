"""Records of people: edits, merges, erasure, accreditation; organizers and their passwords."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.registration.access.guessing import LONGEST_WAIT, wait_after
from services.registration.domain.account.access import check_password
from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.account.commands import (
    AccreditJudge,
    CloseOrganizer,
    EditPerson,
    ErasePersonalData,
    IssuePasswordReset,
    IssuePersonalLink,
    MergePerson,
    OpenOrganizer,
    RevokeAccreditation,
    SetPassword,
    UnmergePerson,
)
from services.registration.domain.account.decider import account
from services.registration.domain.account.events import (
    AccreditationRevoked,
    JudgeAccredited,
    OrganizerClosed,
    OrganizerOpened,
    PasswordResetIssued,
    PasswordSet,
    PersonalDataErased,
    PersonEdited,
    PersonMerged,
    PersonRegistered,
    PersonUnmerged,
)
from services.registration.domain.actors import Actor
from services.registration.domain.errors import (
    AccountUnknown,
    AccreditationCannotWork,
    LoginTaken,
    LoginUnacceptable,
    MergeInChain,
    MergeIntoOneself,
    MergeWouldDouble,
    NotAnAdmin,
    NotYourRecord,
    PasswordTooWeak,
    PersonIsMerged,
    PersonNotMerged,
    ResetCodeInvalid,
)
from tests.scenario import scenario
from tests.unit.registration.samples import ADMIN, CHAMPIONSHIP, CLUB, NOW, ORGANIZER, person

HIMSELF = Actor(id=person(1))
KNOWN = scenario(account).given(
    PersonRegistered(
        person=person(1), nick="Fox", club="ONORE", city="Omsk", by=ORGANIZER.id, registered_at=NOW
    )
)
MERGED = PersonMerged(person=person(1), into=person(2), reason="Same face", by=ADMIN.id, merged_at=NOW)


def edit(**changes: Any) -> EditPerson:
    """Call the first person an owl."""
    given: dict[str, Any] = {
        "nick": "Owl",
        "club": "ONORE",
        "city": "Omsk",
        "language": "uk",
        "by": HIMSELF,
        "at": NOW,
    }
    return EditPerson(**(given | changes))


def merge(**changes: Any) -> MergePerson:
    """Merge the first person into the second."""
    given: dict[str, Any] = {
        "into": person(2),
        "into_is_merged": False,
        "has_merged": False,
        "doubled": (),
        "reason": "Same face",
        "by": ADMIN,
        "at": NOW,
    }
    return MergePerson(**(given | changes))


@pytest.mark.parametrize("by", [HIMSELF, ORGANIZER, ADMIN])
def test_a_record_is_edited_by_whose_it_is(by: Actor) -> None:
    """By the person, who registered him, and admins; the same again is nothing."""
    edited = PersonEdited(
        person=person(1), nick="Owl", club="ONORE", city="Omsk", language="uk", by=by.id, edited_at=NOW
    )
    KNOWN.when(edit(by=by)).then(edited)
    KNOWN.given(edited).when(edit(by=by)).then_nothing()
    KNOWN.when(edit(by=CLUB)).then_refused(NotYourRecord)


@pytest.mark.case(64)
def test_two_records_are_merged_and_unmerged_by_events() -> None:
    """The second record says whose it is, once; taken back, it is a person again, as he was."""
    KNOWN.when(merge()).then(MERGED)
    given = KNOWN.given(MERGED)
    given.when(merge()).then_nothing()
    given.when(merge(into=person(3))).then_refused(PersonIsMerged)
    refusal = given.when(edit()).then_refused(PersonIsMerged)
    assert refusal.facts == {"into": person(2)}
    unmerged = PersonUnmerged(person=person(1), into=person(2), reason="Twins", by=ADMIN.id, unmerged_at=NOW)
    command = UnmergePerson(reason="Twins", by=ADMIN, at=NOW)
    given.when(command).then(unmerged)
    given.given(unmerged).when(command).then_refused(PersonNotMerged)
    given.given(unmerged).when(merge()).then(MERGED)


def test_a_merge_that_would_not_be_one_person_is_refused() -> None:
    """Into himself, in a chain, with two entries in one championship, or by who is no admin."""
    KNOWN.when(merge(into=person(1))).then_refused(MergeIntoOneself)
    KNOWN.when(merge(into_is_merged=True)).then_refused(MergeInChain)
    KNOWN.when(merge(has_merged=True)).then_refused(MergeInChain)
    refusal = KNOWN.when(merge(doubled=(CHAMPIONSHIP,))).then_refused(MergeWouldDouble)
    assert refusal.facts == {"championships": [CHAMPIONSHIP]}
    KNOWN.when(merge(by=ORGANIZER)).then_refused(NotAnAdmin)
    scenario(account).when(merge()).then_refused(AccountUnknown)


def test_a_second_record_gets_no_new_link() -> None:
    """The link belongs to the record that stays."""
    command = IssuePersonalLink(
        championship=CHAMPIONSHIP,
        link=person(9),
        code_hash="h",
        organizers={ORGANIZER.id},
        by=ORGANIZER,
        at=NOW,
    )
    KNOWN.given(MERGED).when(command).then_refused(PersonIsMerged)


def test_an_erasure_says_that_it_happened_and_not_of_what() -> None:
    """The person asks, also of a second record."""
    erased = PersonalDataErased(person=person(1), by=person(1), erased_at=NOW)
    KNOWN.when(ErasePersonalData(by=HIMSELF, at=NOW)).then(erased)
    KNOWN.given(MERGED).when(ErasePersonalData(by=HIMSELF, at=NOW)).then(erased)
    KNOWN.when(ErasePersonalData(by=CLUB, at=NOW)).then_refused(NotYourRecord)


HELD = Accreditation(
    category="1", rights=("chief", "table"), valid_from=NOW, valid_until=NOW + timedelta(days=365)
)


def test_an_admin_accredits_judges() -> None:
    """With a right and an end after the beginning; a later one replaces it, a revocation ends it."""
    event = JudgeAccredited(
        person=person(1),
        category="1",
        rights=("chief", "table"),
        valid_from=NOW,
        valid_until=NOW + timedelta(days=365),
        by=ADMIN.id,
        accredited_at=NOW,
    )
    command = AccreditJudge(accreditation=HELD, by=ADMIN, at=NOW)
    KNOWN.when(command).then(event)
    KNOWN.when(AccreditJudge(accreditation=HELD, by=ORGANIZER, at=NOW)).then_refused(NotAnAdmin)
    wrongs: tuple[dict[str, Any], ...] = ({"rights": ()}, {"valid_until": NOW})
    for wrong in wrongs:
        bad = msgspec.structs.replace(HELD, **wrong)
        KNOWN.when(AccreditJudge(accreditation=bad, by=ADMIN, at=NOW)).then_refused(AccreditationCannotWork)
    revoked = AccreditationRevoked(person=person(1), reason="Asked", by=ADMIN.id, revoked_at=NOW)
    revoke = RevokeAccreditation(reason="Asked", by=ADMIN, at=NOW)
    KNOWN.when(revoke).then_nothing()
    KNOWN.given(event).when(revoke).then(revoked)
    KNOWN.given(event, revoked).when(revoke).then_nothing()


# ------------------------------------------------------------------ organizers

OPENED = OrganizerOpened(organizer=person(30), login="onore", name="ONORE", by=ADMIN.id, opened_at=NOW)
RESET = PasswordResetIssued(
    organizer=person(30),
    reset=person(31),
    code_hash="h1",
    expires_at=NOW + timedelta(hours=24),
    by=ADMIN.id,
    issued_at=NOW,
)
HASH = "$argon2id$1"
SET = PasswordSet(organizer=person(30), password_hash=HASH, set_at=NOW)


def open_organizer(**changes: Any) -> OpenOrganizer:
    """Open the club's account."""
    given: dict[str, Any] = {
        "organizer": person(30),
        "login": "onore",
        "login_taken": False,
        "name": "ONORE",
        "by": ADMIN,
        "at": NOW,
    }
    return OpenOrganizer(**(given | changes))


def set_password(**changes: Any) -> SetPassword:
    """Set the password with the first code."""
    given: dict[str, Any] = {"code_hash": "h1", "password_hash": HASH, "at": NOW}
    return SetPassword(**(given | changes))


def test_an_organizer_sets_his_password_by_a_code_once() -> None:
    """A used, replaced, old or wrong code sets nothing."""
    scenario(account).when(open_organizer()).then(OPENED)
    given = scenario(account).given(OPENED)
    given.when(set_password()).then_refused(ResetCodeInvalid)
    coded = given.given(RESET)
    coded.when(set_password()).then(SET)
    coded.given(SET).when(set_password()).then_refused(ResetCodeInvalid)
    coded.when(set_password(code_hash="h2")).then_refused(ResetCodeInvalid)
    coded.when(set_password(at=NOW + timedelta(hours=24, seconds=1))).then_refused(ResetCodeInvalid)
    again = IssuePasswordReset(
        reset=person(32), code_hash="h2", expires_at=NOW + timedelta(hours=24), by=ADMIN, at=NOW
    )
    replaced = msgspec.structs.replace(RESET, reset=person(32), code_hash="h2")
    coded.when(again).then(replaced)
    coded.given(replaced).when(set_password()).then_refused(ResetCodeInvalid)


def test_a_closed_organizer_comes_in_no_more() -> None:
    """Closing is an admin's, and final."""
    closed = OrganizerClosed(organizer=person(30), by=ADMIN.id, closed_at=NOW)
    given = scenario(account).given(OPENED, RESET)
    given.when(CloseOrganizer(by=ORGANIZER, at=NOW)).then_refused(NotAnAdmin)
    given.when(CloseOrganizer(by=ADMIN, at=NOW)).then(closed)
    given.given(closed).when(CloseOrganizer(by=ADMIN, at=NOW)).then_nothing()
    given.given(closed).when(set_password()).then_refused(ResetCodeInvalid)


def test_a_login_is_plain_and_its_own() -> None:
    """Taken ones, capitals, other alphabets and two letters are refused."""
    scenario(account).when(open_organizer(login_taken=True)).then_refused(LoginTaken)
    for login in ("Onore", "\u043enore", "ab", "-onore", "a" * 41):
        scenario(account).when(open_organizer(login=login)).then_refused(LoginUnacceptable)


@pytest.mark.parametrize("password", ["short", "aaaaaaaaaaaa", "my ONORE password", "x" * 201])
def test_a_password_that_is_guessed_soon_is_refused(password: str) -> None:
    """Short, repeated, or with the login in it."""
    with pytest.raises(PasswordTooWeak):
        check_password(password, "onore")


def test_guessing_gets_slower() -> None:
    """Three are free, then the wait doubles, up to a quarter of an hour."""
    assert [wait_after(n).total_seconds() for n in range(6)] == [0, 0, 0, 1, 2, 4]
    assert wait_after(40) == LONGEST_WAIT
    assert all(wait_after(n) <= wait_after(n + 1) for n in range(40))
    check_password("correct horse battery", "onore")
