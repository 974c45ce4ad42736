"""Nominations, for everybody; while the public table is frozen, as they stood then."""

from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.scoring import moments
from services.scoring.api.ready import NOT_MODIFIED
from services.scoring.api.schemas import NominationsView
from services.scoring.api.seeing import seen_by
from services.scoring.api.standings import PUBLIC
from services.scoring.domain.errors import ChampionshipUnknown
from services.scoring.domain.nominations import nominations_of
from services.scoring.domain.tables import standings_of
from shared.web.reads import Reads


class NominationController(Controller):
    """Read nominations."""

    path = "/v1/championships/{championship:uuid}/nominations"
    tags = ("standings",)

    @get(opt=PUBLIC)
    async def read(
        self, championship: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[NominationsView]:
        """Show who is best in each role, who the most valuable player, and the document's own awards."""
        async with reads.connection() as connection:
            limit = (await seen_by(connection, championship, reads)).limit
            moment = dict(limit) if limit is not None else await moments.now(connection, championship)
            etag = moments.name_of(moment, championship, "nominations")
            held: Response[NominationsView] = reads.answer(None, etag=etag)
            if held.status_code == NOT_MODIFIED:
                return held
            facts = await moments.facts_at(connection, championship, moment)
        if facts.contest is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        view = NominationsView(
            championship=championship,
            positions=moment,
            nominations=nominations_of(facts, facts.contest, standings_of(facts)),
        )
        return reads.answer(view, etag=etag)
