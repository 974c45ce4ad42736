"""Decisions about people: their records, links, accreditation."""

from uuid import UUID

from services.registration.domain.account.commands import (
    AccreditJudge,
    EditPerson,
    ErasePersonalData,
    IssuePersonalLink,
    MergePerson,
    PersonCommand,
    RegisterPerson,
    RevokeAccreditation,
    RevokePersonalLink,
    UnmergePerson,
)
from services.registration.domain.account.events import (
    AccountEvent,
    AccreditationRevoked,
    JudgeAccredited,
    PersonalDataErased,
    PersonalLinkIssued,
    PersonalLinkRevoked,
    PersonEdited,
    PersonMerged,
    PersonRegistered,
    PersonUnmerged,
)
from services.registration.domain.account.state import AccountState, MergedPerson, Person, Unopened
from services.registration.domain.actors import Actor, demand_admin, demand_host, demand_organizer
from services.registration.domain.errors import (
    AccountAlreadyOpened,
    AccountUnknown,
    AccreditationCannotWork,
    LinkNotForCommission,
    LinkUnknown,
    MergeInChain,
    MergeIntoOneself,
    MergeWouldDouble,
    NotYourRecord,
    PersonIsMerged,
    PersonNotMerged,
)
from services.registration.domain.roster.applying import NICK_LENGTH
from services.registration.domain.texts import printable


def decide_person(command: PersonCommand, state: AccountState) -> list[AccountEvent]:  # noqa: PLR0911
    """Return what a command about a person leads to, or raise the rule that it breaks."""
    match command:
        case RegisterPerson():
            return _register(command, state)
        case EditPerson():
            return _edit(command, _person(state))
        case MergePerson():
            return _merge(command, state)
        case UnmergePerson():
            return _unmerge(command, state)
        case ErasePersonalData():
            return _erase(command, state)
        case AccreditJudge():
            return _accredit(command, _person(state))
        case RevokeAccreditation():
            return _revoke_accreditation(command, _person(state))
        case IssuePersonalLink():
            return _issue(command, _person(state))
        case RevokePersonalLink():
            return _revoke(command, _record(state))


def _register(command: RegisterPerson, state: AccountState) -> list[AccountEvent]:
    demand_host(command.by, "register people")
    if not isinstance(state, Unopened):
        raise AccountAlreadyOpened(f"The id {command.person} belongs to an account already.")
    return [
        PersonRegistered(
            person=command.person,
            nick=printable(command.nick, "The nick", limit=NICK_LENGTH),
            club=_optional(command.club, "The club"),
            city=_optional(command.city, "The city"),
            by=command.by.id,
            registered_at=command.at,
            language=command.language,
        )
    ]


def _edit(command: EditPerson, state: Person) -> list[AccountEvent]:
    _demand_own(command.by, state, "edit")
    edited = PersonEdited(
        person=state.id,
        nick=printable(command.nick, "The nick", limit=NICK_LENGTH),
        club=_optional(command.club, "The club"),
        city=_optional(command.city, "The city"),
        language=command.language,
        by=command.by.id,
        edited_at=command.at,
    )
    same = (edited.nick, edited.club, edited.city, edited.language) == (
        state.nick,
        state.club,
        state.city,
        state.language,
    )
    return [] if same else [edited]


def _merge(command: MergePerson, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "merge records of people")
    record = _record(state)
    if command.into == record.id:
        raise MergeIntoOneself(f"{record.id} cannot be merged into itself.")
    if isinstance(state, MergedPerson):
        if state.into == command.into:
            return []
        raise PersonIsMerged(f"{record.id} is merged into {state.into} already.", into=state.into)
    if command.into_is_merged or command.has_merged:
        raise MergeInChain(
            f"{command.into} is merged into somebody, or others are merged into {record.id}: merge each of"
            " them into the one record that stays."
        )
    if command.doubled:
        listed = ", ".join(sorted(map(str, command.doubled)))
        raise MergeWouldDouble(
            f"Both records have an entry in {listed}; withdraw one of the two first.",
            championships=sorted(command.doubled),
        )
    return [
        PersonMerged(
            person=record.id,
            into=command.into,
            reason=printable(command.reason, "The reason", limit=500),
            by=command.by.id,
            merged_at=command.at,
        )
    ]


def _unmerge(command: UnmergePerson, state: AccountState) -> list[AccountEvent]:
    demand_admin(command.by, "unmerge records of people")
    record = _record(state)
    if not isinstance(state, MergedPerson):
        raise PersonNotMerged(f"{record.id} is merged into nobody.")
    return [
        PersonUnmerged(
            person=record.id,
            into=state.into,
            reason=printable(command.reason, "The reason", limit=500),
            by=command.by.id,
            unmerged_at=command.at,
        )
    ]


def _erase(command: ErasePersonalData, state: AccountState) -> list[AccountEvent]:
    record = _record(state)
    _demand_own(command.by, record, "erase the data of")
    return [PersonalDataErased(person=record.id, by=command.by.id, erased_at=command.at)]


def _accredit(command: AccreditJudge, state: Person) -> list[AccountEvent]:
    demand_admin(command.by, "accredit judges")
    given = command.accreditation
    if not given.rights or given.valid_until <= given.valid_from:
        raise AccreditationCannotWork("An accreditation has at least one right, and ends after it begins.")
    return [
        JudgeAccredited(
            person=state.id,
            category=printable(given.category, "The category", limit=50),
            rights=tuple(sorted(set(given.rights))),
            valid_from=given.valid_from,
            valid_until=given.valid_until,
            by=command.by.id,
            accredited_at=command.at,
        )
    ]


def _revoke_accreditation(command: RevokeAccreditation, state: Person) -> list[AccountEvent]:
    demand_admin(command.by, "revoke accreditations")
    if state.accreditation is None:
        return []
    return [
        AccreditationRevoked(
            person=state.id,
            reason=printable(command.reason, "The reason", limit=500),
            by=command.by.id,
            revoked_at=command.at,
        )
    ]


def _issue(command: IssuePersonalLink, state: Person) -> list[AccountEvent]:
    demand_organizer(command.by, command.organizers, "issue personal links")
    if state.id in command.commission and not command.by.admin:
        raise LinkNotForCommission(
            f"{state.id} sits on the commission of this championship: whoever has the link decides in that"
            " name, so that an admin issues it and no organizer."
        )
    return [
        PersonalLinkIssued(
            person=state.id,
            championship=command.championship,
            link=command.link,
            code_hash=command.code_hash,
            by=command.by.id,
            issued_at=command.at,
            by_admin=command.by.admin,
        )
    ]


def _revoke(command: RevokePersonalLink, state: Person) -> list[AccountEvent]:
    demand_organizer(command.by, command.organizers, "revoke personal links")
    link = state.links.get(command.championship)
    if link is None:
        raise LinkUnknown(f"{state.id} has no valid personal link to championship {command.championship}.")
    return [
        PersonalLinkRevoked(
            person=state.id,
            championship=command.championship,
            link=link,
            by=command.by.id,
            revoked_at=command.at,
        )
    ]


def _record(state: AccountState) -> Person:
    """Return a person's record, merged or not. Raises AccountUnknown."""
    match state:
        case Person():
            return state
        case MergedPerson():
            return state.person
        case _:
            raise AccountUnknown("There is no such person.")


def _person(state: AccountState) -> Person:
    """Return a person's own record. Raises PersonIsMerged for a second one."""
    if isinstance(state, MergedPerson):
        raise merged(state.person.id, state.into)
    return _record(state)


def merged(person: UUID, into: UUID) -> PersonIsMerged:
    """Return the refusal of a second record that says which to use."""
    return PersonIsMerged(f"{person} is a second record of {into}; use that one.", into=into)


def _demand_own(actor: Actor, state: Person, deed: str) -> None:
    if not (actor.admin or actor.id in {state.id, state.registered_by}):
        raise NotYourRecord(f"Only the person, who registered him, or an admin may {deed} {state.id}.")


def _optional(text: str | None, name: str) -> str | None:
    return None if text is None else printable(text, name, limit=100)
