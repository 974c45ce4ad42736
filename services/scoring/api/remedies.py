"""What if: a dry run of remedies, for those who decide."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Row

from services.scoring import moments
from services.scoring.api.schemas import WhatIfBody, WhatIfView
from services.scoring.api.stages import ACTING
from services.scoring.domain.cascade import Outcome, cascade_of
from services.scoring.domain.errors import (
    ChampionshipUnknown,
    EffectHiddenFromCommission,
    OnlyWhoDecidesMayAsk,
)
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.remedies import Remedy, tried, what_if
from services.scoring.domain.tables import standings_of
from services.scoring.projections import how_do_stages_stand
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
            rows = (await connection.execute(how_do_stages_stand.all_of(championship))).all()
        if facts.contest is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        _may_ask(facts, facts.contest, reads)
        found = what_if(facts, facts.contest, data.remedies)
        view = WhatIfView(
            championship=championship,
            positions=moment,
            changes=found.changes,
            cuts=found.cuts,
            medals=found.medals,
            cascades=_cascades(facts, facts.contest, data.remedies, rows),
        )
        return reads.answer(view)


def _cascades(
    facts: Facts, contest: Contest, remedies: Iterable[Remedy], rows: Iterable[Row[Any]]
) -> dict[str, Outcome]:
    """Return what would become of the cuts that were made, where another one came out."""
    after = tried(facts, remedies)
    tables = standings_of(after).tables
    named = {row.stage: how_do_stages_stand.named_of(row) for row in rows}
    found = {
        stage.key: cascade_of(after, contest.regulations, tables, stage, said)
        for stage in contest.stages
        if (said := named.get(stage.key)) is not None
    }
    return {stage: outcome for stage, outcome in found.items() if outcome is not None}


def _may_ask(facts: Facts, contest: Contest, reads: Reads) -> None:
    asking = reads.principal.id if reads.principal is not None else None
    if asking not in facts.organizers | facts.commission:
        raise OnlyWhoDecidesMayAsk(
            "What a remedy would change is told to the organizer, the chief judge and members of the"
            " championship's commissions."
        )
    if contest.regulations.protests.effect_hidden and asking in facts.commission:
        raise EffectHiddenFromCommission(
            "Who decides on protests of this championship is not told what a remedy would change"
            " (protests.effect_hidden); each ruling says it when it was applied."
        )
