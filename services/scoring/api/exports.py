"""Standings, lines and protocols to take along; while the public table is frozen, as of the freeze."""

from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.scoring import moments
from services.scoring.api.seeing import seen_by
from services.scoring.api.standings import NOT_MODIFIED, PUBLIC, scope_of
from services.scoring.domain.canonical import read_lines, read_rows, write
from services.scoring.domain.errors import ChampionshipUnknown, SheetUnknown, StageUnknown
from services.scoring.domain.sheets import Sheet, as_csv, lines_sheet, protocols_sheet, standings_sheet
from services.scoring.domain.tables import standings_of
from shared.contracts.regulations import Slug
from shared.web.reads import Reads

Format = Annotated[
    Literal["json", "csv"], QueryParameter(name="format", description="JSON, or CSV with a header.")
]


class ExportController(Controller):
    """Export a championship."""

    path = "/v1/championships/{championship:uuid}/exports/{sheet:str}"
    tags = ("standings",)

    @get(opt=PUBLIC)
    async def read(
        self,
        championship: FromPath[UUID],
        sheet: FromPath[str],
        reads: NamedDependency[Reads],
        written_as: Format = "json",
        stage: FromQuery[Slug | None] = None,
        through: FromQuery[Slug | None] = None,
    ) -> Response[Any]:
        """Give `standings` (of one table), `lines` or `protocols`, with column names that stay."""
        if sheet not in {"standings", "lines", "protocols"}:
            raise SheetUnknown(f"There is no export {sheet!r}: standings, lines, protocols.")
        scope = scope_of(stage, through)
        async with reads.connection() as connection:
            limit = (await seen_by(connection, championship, reads)).limit
            moment = dict(limit) if limit is not None else await moments.now(connection, championship)
            etag = moments.name_of(moment, championship, sheet, scope, written_as)
            held: Response[Any] = reads.answer(None, etag=etag)
            if held.status_code == NOT_MODIFIED:
                return held
            facts = await moments.facts_at(connection, championship, moment)
        if facts.contest is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        written = write(standings_of(facts))
        if scope not in written.tables:
            raise StageUnknown(f"The plan of championship {championship} has no stage {stage or through}.")
        found: Sheet = protocols_sheet(facts)
        if sheet == "standings":
            found = standings_sheet(read_rows(written.tables[scope].text))
        elif sheet == "lines":
            nicks = {entrant.player: entrant.nick for entrant in facts.entrants.values()}
            found = lines_sheet({who: read_lines(own.text) for who, own in written.lines.items()}, nicks)
        if written_as == "json":
            return reads.answer(found, etag=etag)
        name = f"{sheet}-{championship}.csv"
        return Response(
            as_csv(found),
            media_type="text/csv; charset=utf-8",
            headers={"ETag": f'"{etag}"', "Content-Disposition": f'attachment; filename="{name}"'},
        )
