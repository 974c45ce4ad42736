"""Rulings of a higher body in the place of a commission's."""

from uuid import UUID

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from services.appeals.api.schemas import RulingAccepted, SupersedingBody
from services.appeals.api.steps import Given
from services.appeals.domain.protest.commands import SupersedeRuling
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.standing import case_of
from services.appeals.domain.protest.superseding import place_of
from services.appeals.projections.what_was_ruled import protest_of
from services.appeals.projections.who_may_sit import people_of
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires


class SupersedingController(Controller):
    """Rule instead."""

    path = "/v1/rulings/{ruling:uuid}"
    tags = ("rulings",)

    @post("/superseding", guards=[requires("admin")])
    async def supersede(
        self, ruling: FromPath[UUID], data: JSONBody[SupersedingBody], commands: Given
    ) -> Response[RulingAccepted]:
        """Rule in the place of an applied ruling, for the higher body that the regulations name."""

        async def work(unit: Unit) -> RulingAccepted:
            new, place = commands.new_id(), place_of(ruling)
            _, before = await unit.state(decider, await protest_of(unit.connection, ruling))
            case = case_of(before)
            command = SupersedeRuling(
                protest=place,
                before=before,
                ruling=new,
                verdict=data.verdict,
                remedy=data.remedy,
                reasons=data.reasons or "",
                by=commands.principal.id,
                at=commands.now,
                in_part=data.in_part,
                grounds=data.grounds,
                people=await people_of(unit.connection, case.championship, commands.now, case.protest),
            )
            handled = await unit.handle(decider, place, command)
            return RulingAccepted(id=place, version=handled.version, ruling=new)

        return await commands.run(work)
