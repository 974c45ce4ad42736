"""Who may sit on a championship's commissions: the standing commission, interests, people barred."""

from collections.abc import Awaitable, Callable
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.appeals.api.championships import demand_championship
from services.appeals.api.schemas import BarringBody, InterestBody, StandingBody, StandingView
from services.appeals.api.steps import APPOINTER, PARTICIPANT, PUBLIC, Given
from services.appeals.domain.errors import NoStandingCommission
from services.appeals.domain.register.decider import (
    BarPerson,
    DeclareInterest,
    NameStandingCommission,
    RegisterCommand,
    decider,
)
from services.appeals.projections import who_may_sit
from services.appeals.projections.which_games_were_played import has_begun
from services.appeals.projections.who_officiates import officials_of
from shared.eventsourcing.handling import Unit
from shared.web.commands import Accepted
from shared.web.reads import Reads


class RegisterController(Controller):
    """Name, declare, bar."""

    path = "/v1/championships/{championship:uuid}"
    tags = ("commission",)

    @post("/commission", guards=[APPOINTER], status_code=200)
    async def name(
        self, championship: FromPath[UUID], data: JSONBody[StandingBody], commands: Given
    ) -> Response[Accepted]:
        """Name a standing commission, as chief judge or organizer, before the first game."""

        async def command(unit: Unit) -> RegisterCommand:
            return NameStandingCommission(
                championship=championship,
                by=commands.principal.id,
                members=tuple(data.members),
                reserves=tuple(data.reserves),
                officials=await officials_of(unit.connection, championship),
                begun=await has_begun(unit.connection, championship),
                at=commands.now,
            )

        return await commands.run(_entered(championship, command), status=200)

    @get("/commission", opt=PUBLIC)
    async def standing(
        self, championship: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[StandingView]:
        """Show the standing commission."""
        async with reads.connection() as connection:
            await demand_championship(connection, championship)
            row = (await connection.execute(who_may_sit.standing(championship))).one_or_none()
        if row is None:
            raise NoStandingCommission(f"Championship {championship} has no standing commission.")
        return reads.answer(StandingView(members=row.members, reserves=row.reserves, named_at=row.named_at))

    @post("/interests", guards=[PARTICIPANT], status_code=200)
    async def declare(
        self, championship: FromPath[UUID], data: JSONBody[InterestBody], commands: Given
    ) -> Response[Accepted]:
        """Declare one's own club, city and relations; the last declaration counts."""

        async def command(_unit: Unit) -> RegisterCommand:
            return DeclareInterest(
                championship=championship,
                by=commands.principal.id,
                club=data.club,
                city=data.city,
                related=tuple(data.related),
                at=commands.now,
            )

        return await commands.run(_entered(championship, command), status=200)

    @post("/barred", guards=[APPOINTER], status_code=200)
    async def bar(
        self, championship: FromPath[UUID], data: JSONBody[BarringBody], commands: Given
    ) -> Response[Accepted]:
        """Keep a suspended person off commissions, as chief judge or organizer."""

        async def command(unit: Unit) -> RegisterCommand:
            return BarPerson(
                championship=championship,
                by=commands.principal.id,
                person=data.person,
                reason=data.reason,
                until=data.until,
                officials=await officials_of(unit.connection, championship),
                at=commands.now,
            )

        return await commands.run(_entered(championship, command), status=200)


def _entered(
    championship: UUID, command: Callable[[Unit], Awaitable[RegisterCommand]]
) -> Callable[[Unit], Awaitable[Accepted]]:
    async def work(unit: Unit) -> Accepted:
        await demand_championship(unit.connection, championship)
        handled = await unit.handle(decider, championship, await command(unit))
        return Accepted(id=championship, version=handled.version)

    return work
