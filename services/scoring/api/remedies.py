"""What if: a dry run of remedies, for those who decide."""

from uuid import UUID

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.scoring import moments
from services.scoring.api.schemas import WhatIfBody, WhatIfView
from services.scoring.api.stages import ACTING
from services.scoring.domain.errors import ChampionshipUnknown, OnlyWhoDecidesMayAsk
from services.scoring.domain.facts import Facts
from services.scoring.domain.remedies import what_if
from services.scoring.recomputation import facts_of
from shared.web.reads import Reads


class WhatIfController(Controller):
    """Try remedies; change nothing."""

    path = "/v1/championships/{championship:uuid}/standings/what-if"
    tags = ("standings",)

    @post(guards=ACTING, status_code=200)
    async def ask(
        self, championship: FromPath[UUID], data: JSONBody[WhatIfBody], reads: NamedDependency[Reads]
    ) -> Response[WhatIfView]:
        """Show what remedies, taken together, would change in points, places, cuts and medals."""
        async with reads.connection() as connection:
            facts = await facts_of(connection, championship)
            moment = await moments.now(connection, championship)
        if facts.contest is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        _may_ask(facts, reads)
        found = what_if(facts, facts.contest, data.remedies)
        view = WhatIfView(
            championship=championship,
            positions=moment,
            changes=found.changes,
            cuts=found.cuts,
            medals=found.medals,
        )
        return reads.answer(view)


def _may_ask(facts: Facts, reads: Reads) -> None:
    asking = reads.principal.id if reads.principal is not None else None
    if asking not in facts.organizers | facts.commission:
        raise OnlyWhoDecidesMayAsk(
            "What a remedy would change is told to the organizer, the chief judge and members of the"
            " championship's commissions."
        )
