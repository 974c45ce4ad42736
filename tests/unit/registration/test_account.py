"""People, clients, and by what they come in."""

from typing import Any

import msgspec
import pytest

from services.registration.domain.account.commands import (
    CloseClient,
    IssuePersonalLink,
    OpenClient,
    RegisterPerson,
    ReplaceClientSecret,
    RevokePersonalLink,
)
from services.registration.domain.account.decider import account
from services.registration.domain.account.events import (
    ClientClosed,
    ClientOpened,
    ClientSecretReplaced,
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonRegistered,
)
from services.registration.domain.errors import (
    AccountAlreadyOpened,
    AccountUnknown,
    LinkNotForCommission,
    LinkUnknown,
    NotAnAdmin,
    NotAnOrganizer,
    ScopeUnknown,
    TextUnacceptable,
)
from tests.scenario import scenario
from tests.unit.registration.samples import ADMIN, CHAMPIONSHIP, CHIEF, CLUB, NOW, ORGANIZER, person

HASH = "$argon2id$1"
OTHER_HASH = "$argon2id$2"
REGISTERED = PersonRegistered(
    person=person(1), nick="Лис", club="ONORE", city=None, by=ORGANIZER.id, registered_at=NOW
)
ISSUED = PersonalLinkIssued(
    person=person(1),
    championship=CHAMPIONSHIP,
    link=person(501),
    code_hash="hash",
    by=ORGANIZER.id,
    issued_at=NOW,
)
REVOKED = PersonalLinkRevoked(
    person=person(1), championship=CHAMPIONSHIP, link=person(501), by=ORGANIZER.id, revoked_at=NOW
)
OPENED = ClientOpened(
    client=person(9),
    name="Club",
    scopes=("federation", "organizer"),
    secret_hash=HASH,
    by=ADMIN.id,
    opened_at=NOW,
)


def register(**changes: Any) -> RegisterPerson:
    """Register the first person."""
    given: dict[str, Any] = {
        "person": person(1),
        "nick": "Лис",
        "club": "ONORE",
        "city": None,
        "by": ORGANIZER,
        "at": NOW,
    }
    return RegisterPerson(**(given | changes))


def issue(**changes: Any) -> IssuePersonalLink:
    """Issue a link."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "link": person(501),
        "code_hash": "hash",
        "organizers": {ORGANIZER.id},
        "by": ORGANIZER,
        "at": NOW,
    }
    return IssuePersonalLink(**(given | changes))


def revoke(**changes: Any) -> RevokePersonalLink:
    """Revoke the link."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "organizers": {ORGANIZER.id},
        "by": ORGANIZER,
        "at": NOW,
    }
    return RevokePersonalLink(**(given | changes))


def open_client(**changes: Any) -> OpenClient:
    """Open a client."""
    given: dict[str, Any] = {
        "client": person(9),
        "name": "Club",
        "scopes": frozenset({"organizer", "federation"}),
        "secret_hash": HASH,
        "by": ADMIN,
        "at": NOW,
    }
    return OpenClient(**(given | changes))


def test_an_organizer_registers_a_person() -> None:
    """A person is an id and a nick; nothing else goes into the event."""
    scenario(account).when(register()).then(REGISTERED)


def test_a_player_registers_nobody() -> None:
    """Registering people needs an organizer's account."""
    scenario(account).when(register(by=CHIEF)).then_refused(NotAnOrganizer)


def test_an_id_belongs_to_one_account() -> None:
    """Neither a person nor a client takes an id that is in use."""
    scenario(account).given(REGISTERED).when(register()).then_refused(AccountAlreadyOpened)
    scenario(account).given(OPENED).when(open_client()).then_refused(AccountAlreadyOpened)


def test_a_person_needs_a_nick_that_can_be_read() -> None:
    """A nick of control characters is refused."""
    scenario(account).when(register(nick="\x00")).then_refused(TextUnacceptable)


def test_a_link_is_issued_by_the_championships_organizer() -> None:
    """A person gets a link; another organizer gives none."""
    scenario(account).given(REGISTERED).when(issue()).then(ISSUED)
    scenario(account).given(REGISTERED).when(issue(by=CLUB)).then_refused(NotAnOrganizer)


def test_a_commission_members_link_is_an_admins_to_issue() -> None:
    """Whoever issues it could decide in that name; it says that an admin did."""
    sits = {person(1)}
    given = scenario(account).given(REGISTERED)
    given.when(issue(commission=sits)).then_refused(LinkNotForCommission)
    given.when(issue(commission={person(2)})).then(ISSUED)
    by_admin = msgspec.structs.replace(ISSUED, by=ADMIN.id, by_admin=True)
    given.when(issue(commission=sits, by=ADMIN)).then(by_admin)


def test_a_new_link_takes_the_place_of_the_old_one() -> None:
    """A person has one link to a championship: revoking voids the newest."""
    second = PersonalLinkIssued(
        person=person(1),
        championship=CHAMPIONSHIP,
        link=person(502),
        code_hash="other",
        by=ORGANIZER.id,
        issued_at=NOW,
    )
    given = scenario(account).given(REGISTERED, ISSUED)
    given.when(issue(link=person(502), code_hash="other")).then(second)
    outcome = given.given(second).when(revoke())
    assert outcome.events[0].link == person(502)


def test_a_link_is_revoked_once() -> None:
    """What is revoked cannot be revoked again, nor by somebody else."""
    given = scenario(account).given(REGISTERED, ISSUED)
    given.when(revoke()).then(REVOKED)
    given.given(REVOKED).when(revoke()).then_refused(LinkUnknown)
    given.when(revoke(by=CLUB)).then_refused(NotAnOrganizer)


@pytest.mark.parametrize("history", [(), (OPENED,)])
def test_only_people_have_links(history: tuple[Any, ...]) -> None:
    """Neither nobody nor a client gets a personal link."""
    scenario(account).given(*history).when(issue()).then_refused(AccountUnknown)


def test_an_admin_opens_a_client() -> None:
    """A client has a name, scopes and the hash of a secret."""
    scenario(account).when(open_client()).then(OPENED)
    scenario(account).when(open_client(by=ORGANIZER)).then_refused(NotAnAdmin)


@pytest.mark.parametrize("scopes", [frozenset(), frozenset({"participant"}), frozenset({"organizer", "x"})])
def test_a_client_has_known_scopes(scopes: frozenset[str]) -> None:
    """A client has one scope or more, and never that of people."""
    scenario(account).when(open_client(scopes=scopes)).then_refused(ScopeUnknown)


def test_a_secret_is_replaced_by_an_admin() -> None:
    """A client's secret may be replaced while it is open."""
    replace = ReplaceClientSecret(secret_hash=OTHER_HASH, by=ADMIN, at=NOW)
    replaced = ClientSecretReplaced(client=person(9), secret_hash=OTHER_HASH, by=ADMIN.id, replaced_at=NOW)
    given = scenario(account).given(OPENED)
    given.when(replace).then(replaced)
    given.when(ReplaceClientSecret(secret_hash=OTHER_HASH, by=ORGANIZER, at=NOW)).then_refused(NotAnAdmin)
    scenario(account).given(REGISTERED).when(replace).then_refused(AccountUnknown)


def test_a_client_is_closed_for_good() -> None:
    """A closed client stays closed; closing again changes nothing."""
    close = CloseClient(by=ADMIN, at=NOW)
    closed = ClientClosed(client=person(9), by=ADMIN.id, closed_at=NOW)
    given = scenario(account).given(OPENED)
    given.when(close).then(closed)
    given.given(closed).when(close).then_nothing()
    given.given(closed).when(ReplaceClientSecret(secret_hash=OTHER_HASH, by=ADMIN, at=NOW)).then_refused(
        AccountUnknown
    )
    given.when(CloseClient(by=ORGANIZER, at=NOW)).then_refused(NotAnAdmin)
    scenario(account).given(REGISTERED).when(close).then_refused(AccountUnknown)
