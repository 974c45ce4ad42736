"""Rulings: public, with reasons, named votes and dissents, and what they changed."""

from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.appeals.api.championships import PAGE, demand_championship, link_to
from services.appeals.api.schemas import RulingsPage, RulingView
from services.appeals.projections import what_was_ruled
from services.appeals.projections.who_takes_part import nicks_of
from shared.web.reads import Reads


class RulingController(Controller):
    """Read rulings."""

    path = "/v1"
    tags = ("rulings",)

    @get("/championships/{championship:uuid}/rulings", opt={"public": True})
    async def of_championship(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        cursor: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[RulingsPage]:
        """List a championship's rulings, oldest first."""
        async with reads.connection() as connection:
            await demand_championship(connection, championship)
            query = what_was_ruled.of_championship(championship, after=cursor, limit=limit + 1)
            rows = (await connection.execute(query)).all()
            nicks = await nicks_of(connection, championship)
        more = rows[limit - 1].ruling if len(rows) > limit else None
        page = RulingsPage(rulings=[RulingView.of(row, nicks) for row in rows[:limit]], next=more)
        return reads.answer(page, headers=link_to(more, limit))
