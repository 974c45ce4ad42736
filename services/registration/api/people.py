"""People: registration and what may be seen of them."""

from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration import personal_data
from services.registration.api.acting import actor_of
from services.registration.api.schemas import PersonalData, PersonBody, PersonView
from services.registration.domain.account.decider import RegisterPerson, account
from services.registration.domain.errors import AccountUnknown
from services.registration.domain.texts import printable
from services.registration.projections import who_is_known
from shared.eventsourcing.handling import Unit
from shared.web.auth import Principal, requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class PeopleController(Controller):
    """Register and read people."""

    path = "/v1/people"
    tags = ("people",)

    @post(guards=[requires("admin", "organizer")])
    async def register(
        self, data: JSONBody[PersonBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Make a person known. Real name and contacts stay out of every event."""
        real_name = None if data.real_name is None else printable(data.real_name, "The real name")
        contacts = {kind: printable(value, f"Contact {kind!r}") for kind, value in data.contacts.items()}

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
                ),
            )
            if real_name is not None or contacts:
                await personal_data.keep(unit.connection, person, real_name, contacts)
            return Accepted(id=person, version=handled.version)

        return await commands.run(work)

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
        view = PersonView(
            id=person,
            version=row.version,
            nick=row.nick,
            club=row.club,
            city=row.city,
            registered_at=row.registered_at,
            personal_data=None
            if seen is None
            else PersonalData(
                real_name=seen.real_name,
                contacts=msgspec.json.decode(seen.contacts, type=dict[str, str]),
            ),
        )
        return reads.answer(view)


async def _may_see(connection: AsyncConnection, principal: Principal, row: Row[Any]) -> bool:
    if "admin" in principal.scopes or principal.id in {row.person, row.registered_by}:
        return True
    return bool(await connection.scalar(personal_data.may_read(principal.id, row.person)))
