"""Seatings that were made elsewhere, published in place of a draw."""

from uuid import UUID

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.draws import accredited_for, busy_elsewhere, players_in
from services.registration.api.schemas import SeatingBody
from services.registration.domain.actors import demand_organizer
from services.registration.domain.draw.decider import PublishSeating, draw
from services.registration.domain.draw.given import GivenTable
from services.registration.domain.draw.qualification import stage_of
from services.registration.domain.draw.state import draw_id
from services.registration.domain.grouping import part_of
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands


class SeatingController(Controller):
    """Publish a given seating; it is read where a draw is read."""

    path = "/v1/championships/{championship_id:uuid}/stages/{stage_key:str}/seating"
    tags = ("draws",)

    @post(guards=[requires(*WRITERS)])
    async def publish(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        data: JSONBody[SeatingBody],
        commands: NamedDependency[Commands],
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """Publish the seating of a stage, or of a group, that was made elsewhere: all of it or nothing."""
        actor = actor_of(commands.principal)
        identity = draw_id(championship_id, stage_key, group)
        tables = tuple(
            GivenTable(round=table.round, table=table.table, judge=table.judge, seats=tuple(table.seats))
            for table in data.tables
        )

        async def work(unit: Unit) -> Accepted:
            whole = await championship_of(unit, championship_id)
            demand_organizer(actor, whole.organizers, "publish a seating")
            stage = part_of(stage_of(whole.stages, stage_key)[1], group)
            command = PublishSeating(
                championship=championship_id,
                stage=stage,
                group=group,
                busy=await busy_elsewhere(unit, whole, stage_key, group),
                players=frozenset(await players_in(unit, whole, stage_key, group)),
                tables=tables,
                organizers=whole.organizers,
                appointed_judges=whole.holding("table_judge", "chief_judge"),
                accredited_judges=await accredited_for(unit, whole, stage, commands.now),
                accreditation_clause=whole.regulations.clause("registration.judges_accredited"),
                by=actor,
                at=commands.now,
            )
            handled = await unit.handle(draw, identity, command)
            return Accepted(id=identity, version=handled.version)

        return await commands.run(work)
