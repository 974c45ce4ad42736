"""Officials: appointment, dismissal, and the players whom a judge does not judge."""

from uuid import UUID

from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.api.acting import (
    WRITERS,
    actor_of,
    demand_account,
    demand_sees_all,
    known_person,
)
from services.registration.api.schemas import OfficialBody
from services.registration.api.schemas_of_changes import RelationBody, RelationView
from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.championship.commands import (
    AppointOfficial,
    ChampionshipCommand,
    DeclareRelation,
    DismissOfficial,
    RetractRelation,
)
from services.registration.domain.championship.decider import championship
from services.registration.projections import who_is_accredited, who_is_related
from shared.contracts.registration import OfficialRole
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class OfficialController(Controller):
    """Appoint, dismiss, declare relations."""

    path = "/v1/championships/{championship_id:uuid}"
    tags = ("officials",)

    @post("/officials", guards=[requires(*WRITERS)])
    async def appoint(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[OfficialBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Let a person act in a role."""

        async def work(unit: Unit) -> Accepted:
            await demand_account(unit, data.person)
            command = AppointOfficial(
                person=data.person,
                role=data.role,
                by=actor_of(commands.principal),
                at=commands.now,
                accreditation=await accreditation_of(unit.connection, data.person),
            )
            return await _handle(unit, championship_id, command, commands)

        return await commands.run(work)

    @delete("/officials/{role:str}/{person:uuid}", guards=[requires(*WRITERS)], status_code=200)
    async def dismiss(
        self,
        championship_id: FromPath[UUID],
        role: FromPath[OfficialRole],
        person: FromPath[UUID],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """End a person's role."""

        async def work(unit: Unit) -> Accepted:
            command = DismissOfficial(
                person=person, role=role, by=actor_of(commands.principal), at=commands.now
            )
            return await _handle(unit, championship_id, command, commands)

        return await commands.run(work, status=200)

    @post("/relations", guards=[requires(*WRITERS)])
    async def declare(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[RelationBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Declare that a judge and a player do not meet at a table."""

        async def work(unit: Unit) -> Accepted:
            await known_person(unit, data.judge)
            await known_person(unit, data.player)
            command = DeclareRelation(
                judge=data.judge,
                player=data.player,
                kind=data.kind,
                by=actor_of(commands.principal),
                at=commands.now,
            )
            return await _handle(unit, championship_id, command, commands)

        return await commands.run(work)

    @delete("/relations/{judge:uuid}/{player:uuid}", guards=[requires(*WRITERS)], status_code=200)
    async def retract(
        self,
        championship_id: FromPath[UUID],
        judge: FromPath[UUID],
        player: FromPath[UUID],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Take a declared relation back."""

        async def work(unit: Unit) -> Accepted:
            command = RetractRelation(
                judge=judge, player=player, by=actor_of(commands.principal), at=commands.now
            )
            return await _handle(unit, championship_id, command, commands)

        return await commands.run(work, status=200)

    @get("/relations")
    async def relations(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[list[RelationView]]:
        """List the declared relations, to officials."""
        await demand_sees_all(reads, championship_id, "relations")
        rows = await reads.all(who_is_related.of_championship(championship_id))
        return reads.answer(
            [
                RelationView(
                    judge=row.judge,
                    player=row.player,
                    kind=row.kind,
                    declared_by=row.declared_by,
                    declared_at=row.declared_at,
                )
                for row in rows
            ]
        )


async def _handle(unit: Unit, identity: UUID, command: ChampionshipCommand, commands: Commands) -> Accepted:
    handled = await unit.handle(championship, identity, command, expected_version=commands.expected_version)
    return Accepted(id=identity, version=handled.version)


async def accreditation_of(connection: AsyncConnection, person: UUID) -> Accreditation | None:
    """Return what a person is accredited for, if he is."""
    row = (await connection.execute(who_is_accredited.one(person))).one_or_none()
    if row is None:
        return None
    return Accreditation(
        category=row.category,
        rights=tuple(row.rights),
        valid_from=row.valid_from,
        valid_until=row.valid_until,
    )
