"""People: their records, and what may be seen of them."""

from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration import personal_data
from services.registration.api.acting import WRITERS, actor_of
from services.registration.api.officials import accreditation_of
from services.registration.api.schemas import PersonalData, PersonBody, PersonView
from services.registration.api.schemas_of_people import (
    AccreditationBody,
    EditBody,
    MergeBody,
    PersonalDataBody,
    ReasonBody,
)
from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.account.commands import (
    AccountCommand,
    AccreditJudge,
    EditPerson,
    ErasePersonalData,
    MergePerson,
    RegisterPerson,
    RevokeAccreditation,
    UnmergePerson,
)
from services.registration.domain.account.decider import account
from services.registration.domain.errors import AccountUnknown, NotYourRecord
from services.registration.domain.texts import printable
from services.registration.projections import who_is_known, who_takes_part
from shared.eventsourcing.handling import Unit
from shared.web.auth import Principal, requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class PeopleController(Controller):
    """Register, edit, merge, erase, accredit, read."""

    path = "/v1/people"
    tags = ("people",)

    @post(guards=[requires("admin", "organizer")], opt={"makes": {"person": "id"}})
    async def register(
        self, data: JSONBody[PersonBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Make a person known. Real name and contacts stay out of every event."""
        real_name, contacts = _printable(data)

        async def work(unit: Unit) -> Accepted:
            person = data.id or commands.new_id()
            handled = await unit.handle(
                account,
                person,
                RegisterPerson(
                    person=person,
                    nick=data.nick,
                    club=data.club,
                    city=data.city,
                    by=actor_of(commands.principal),
                    at=commands.now,
                    language=data.language,
                ),
            )
            if real_name is not None or contacts:
                await personal_data.keep(unit.connection, person, real_name, contacts)
            return Accepted(id=person, version=handled.version)

        return await commands.run(work)

    @put("/{person:uuid}", guards=[requires(*WRITERS)])
    async def edit(
        self, person: FromPath[UUID], data: JSONBody[EditBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Let a person be known by another nick, club, city or language; entries keep what they have."""
        command = EditPerson(
            nick=data.nick,
            club=data.club,
            city=data.city,
            language=data.language,
            by=actor_of(commands.principal),
            at=commands.now,
        )
        return await _run(person, command, commands)

    @put("/{person:uuid}/personal-data", guards=[requires(*WRITERS)])
    async def keep_data(
        self,
        person: FromPath[UUID],
        data: JSONBody[PersonalDataBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Keep another real name and other contacts; no event says so."""
        real_name, contacts = _printable(data)

        async def work(unit: Unit) -> Accepted:
            version, _ = await unit.state(account, person)
            row = (await unit.connection.execute(who_is_known.one(person))).one_or_none()
            if row is None:
                raise AccountUnknown(f"Nobody is registered under {person}.")
            if not _is_own(commands.principal, row):
                raise NotYourRecord("Only the person, who registered him, or an admin may change these data.")
            await personal_data.keep(unit.connection, person, real_name, contacts)
            return Accepted(id=person, version=version)

        return await commands.run(work, status=200)

    @delete("/{person:uuid}/personal-data", guards=[requires(*WRITERS)], status_code=200)
    async def erase_data(
        self, person: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Erase real name and contacts; that it happened is an event, what they were is nowhere."""

        async def work(unit: Unit) -> Accepted:
            command = ErasePersonalData(by=actor_of(commands.principal), at=commands.now)
            handled = await unit.handle(account, person, command)
            await personal_data.erase(unit.connection, person)
            return Accepted(id=person, version=handled.version)

        return await commands.run(work, status=200)

    @post("/{person:uuid}/merger", guards=[requires("admin")], status_code=200)
    async def merge(
        self, person: FromPath[UUID], data: JSONBody[MergeBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Say that this record is a second one of another person; everything follows."""

        async def work(unit: Unit) -> Accepted:
            await unit.state(account, data.into)
            row = (await unit.connection.execute(who_is_known.one(data.into))).one_or_none()
            if row is None:
                raise AccountUnknown(f"Nobody is registered under {data.into}.")
            seconds = (await unit.connection.execute(who_is_known.second_records([person]))).all()
            doubled = (await unit.connection.execute(who_takes_part.doubled(person, data.into))).all()
            command = MergePerson(
                into=data.into,
                into_is_merged=row.merged_into is not None,
                has_merged=bool(seconds),
                doubled=tuple(found.championship for found in doubled),
                reason=data.reason,
                by=actor_of(commands.principal),
                at=commands.now,
            )
            handled = await unit.handle(account, person, command)
            return Accepted(id=person, version=handled.version)

        return await commands.run(work, status=200)

    @post("/{person:uuid}/separation", guards=[requires("admin")], status_code=200)
    async def unmerge(
        self, person: FromPath[UUID], data: JSONBody[ReasonBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Say that a merged record is a person of its own after all."""
        command = UnmergePerson(reason=data.reason, by=actor_of(commands.principal), at=commands.now)
        return await _run(person, command, commands)

    @put("/{person:uuid}/accreditation", guards=[requires("admin")])
    async def accredit(
        self,
        person: FromPath[UUID],
        data: JSONBody[AccreditationBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Let a person judge, by category and rights, for a time."""
        command = AccreditJudge(
            accreditation=Accreditation(
                category=data.category,
                rights=tuple(sorted(data.rights)),
                valid_from=data.valid_from,
                valid_until=data.valid_until,
            ),
            by=actor_of(commands.principal),
            at=commands.now,
        )
        return await _run(person, command, commands)

    @post("/{person:uuid}/accreditation/revocation", guards=[requires("admin")], status_code=200)
    async def revoke_accreditation(
        self, person: FromPath[UUID], data: JSONBody[ReasonBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Void a person's accreditation, from the next appointment on."""
        command = RevokeAccreditation(reason=data.reason, by=actor_of(commands.principal), at=commands.now)
        return await _run(person, command, commands)

    @get("/{person:uuid}")
    async def read(self, person: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[PersonView]:
        """Show a person; real name and contacts to officials of his championships, and to himself."""
        async with reads.connection() as connection:
            row = (await connection.execute(who_is_known.one(person))).one_or_none()
            if row is None:
                raise AccountUnknown(f"Nobody is registered under {person}.")
            seen = None
            if reads.principal is not None and await _may_see(connection, reads.principal, row):
                seen = (await connection.execute(personal_data.of(person))).one_or_none()
            accreditation = await accreditation_of(connection, person)
        view = PersonView(
            id=person,
            version=row.version,
            nick=row.nick,
            club=row.club,
            city=row.city,
            language=row.language,
            registered_at=row.registered_at,
            merged_into=row.merged_into,
            accreditation=accreditation,
            personal_data=None
            if seen is None
            else PersonalData(
                real_name=seen.real_name,
                contacts=msgspec.json.decode(seen.contacts, type=dict[str, str]),
            ),
        )
        return reads.answer(view)


async def _run(person: UUID, command: AccountCommand, commands: Commands) -> Response[Accepted]:
    async def work(unit: Unit) -> Accepted:
        handled = await unit.handle(account, person, command, expected_version=commands.expected_version)
        return Accepted(id=person, version=handled.version)

    return await commands.run(work, status=200)


def _printable(data: PersonBody | PersonalDataBody) -> tuple[str | None, dict[str, str]]:
    real_name = None if data.real_name is None else printable(data.real_name, "The real name")
    return real_name, {kind: printable(text, f"Contact {kind!r}") for kind, text in data.contacts.items()}


async def _may_see(connection: AsyncConnection, principal: Principal, row: Row[Any]) -> bool:
    if _is_own(principal, row):
        return True
    return bool(await connection.scalar(personal_data.may_read(principal.id, row.person, row.registered_by)))


def _is_own(principal: Principal, row: Row[Any]) -> bool:
    return "admin" in principal.scopes or principal.id in {row.person, row.registered_by}
