"""Standings, lines and protocols to take along; while the public table is frozen, as of the freeze."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.scoring import moments
from services.scoring.api.ready import NOT_MODIFIED
from services.scoring.api.seeing import seen_by
from services.scoring.api.spreadsheets import MEDIA_TYPE as XLSX
from services.scoring.api.spreadsheets import as_xlsx
from services.scoring.api.standings import PUBLIC, scope_of, unknown_table
from services.scoring.api.wall import Paper, wall_page
from services.scoring.api.wording import Language
from services.scoring.domain.canonical import WrittenStandings, read_lines, read_rows, write
from services.scoring.domain.errors import ChampionshipUnknown, NoPageOfIt, SheetUnknown
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.sheets import (
    CSV,
    Separator,
    Sheet,
    as_csv,
    lines_sheet,
    protocols_sheet,
    standings_sheet,
)
from services.scoring.domain.tables import standings_of
from shared.contracts.regulations import Metric, Slug
from shared.typesetting import MEDIA_TYPE as PDF
from shared.web.reads import Reads

Format = Annotated[
    Literal["json", "csv", "xlsx", "pdf"],
    QueryParameter(name="format", description="JSON, CSV with a header, a workbook, or a page for the wall."),
]


class ExportController(Controller):
    """Export a championship."""

    path = "/v1/championships/{championship:uuid}/exports/{sheet:str}"
    tags = ("standings",)

    @get(opt={**PUBLIC, "files": (CSV, XLSX, PDF)})
    async def read(
        self,
        championship: FromPath[UUID],
        sheet: FromPath[str],
        reads: NamedDependency[Reads],
        written_as: Format = "json",
        stage: FromQuery[Slug | None] = None,
        through: FromQuery[Slug | None] = None,
        group: FromQuery[Slug | None] = None,
        separator: FromQuery[Separator] = "comma",
        bom: FromQuery[bool] = False,
        language: FromQuery[Language] = "en",
        paper: FromQuery[Paper] = "a4",
    ) -> Response[Any]:
        """Give `standings` (of one table), `lines` or `protocols`, with column names that stay.

        `separator` and `bom` are of the CSV: Excel set to Russian or Ukrainian wants `semicolon` and a mark.
        `language` and `paper` are of the page.
        """
        if sheet not in {"standings", "lines", "protocols"}:
            raise SheetUnknown(f"There is no export {sheet!r}: standings, lines, protocols.")
        if written_as == "pdf" and sheet != "standings":
            raise NoPageOfIt(f"Only standings are printed; take {sheet} as json, csv or xlsx.")
        scope = scope_of(stage, through, group)
        async with reads.connection() as connection:
            limit = (await seen_by(connection, championship, reads)).limit
            moment = dict(limit) if limit is not None else await moments.now(connection, championship)
            etag = moments.name_of(
                moment, championship, sheet, scope, written_as, separator, bom, language, paper
            )
            held: Response[Any] = reads.answer(None, etag=etag)
            if held.status_code == NOT_MODIFIED:
                return held
            facts = await moments.facts_at(connection, championship, moment)
        if facts.contest is None:
            raise ChampionshipUnknown(f"No championship {championship} was announced.")
        written = write(standings_of(facts))
        if scope not in written.tables:
            raise unknown_table(championship, stage or through, group)
        table = written.tables[scope]
        if written_as == "pdf":
            order = _order(facts.contest, stage)
            page = await wall_page(
                facts.contest,
                scope,
                read_rows(table.text),
                order,
                table.checksum,
                language=language,
                paper=paper,
            )
            return file(page, PDF, f"standings-{championship}-{language}-{paper}.pdf", etag)
        found = _sheet(sheet, facts, written, scope)
        if written_as == "json":
            return reads.answer(found, etag=etag)
        name = f"{sheet}-{championship}.{written_as}"
        if written_as == "xlsx":
            return file(as_xlsx(found), XLSX, name, etag)
        content = as_csv(found, separator).encode("utf-8-sig" if bom else "utf-8")
        return file(content, CSV, name, etag)


def _sheet(sheet: str, facts: Facts, written: WrittenStandings, scope: str) -> Sheet:
    match sheet:
        case "standings":
            return standings_sheet(read_rows(written.tables[scope].text))
        case "lines":
            nicks = {entrant.player: entrant.nick for entrant in facts.entrants.values()}
            return lines_sheet({who: read_lines(own.text) for who, own in written.lines.items()}, nicks)
        case _:
            return protocols_sheet(facts)


def file(content: bytes, media_type: str, name: str, etag: str) -> Response[Any]:
    """Answer with a file to keep."""
    return Response(
        content,
        media_type=media_type,
        headers={"ETag": f'"{etag}"', "Content-Disposition": f'attachment; filename="{name}"'},
    )


def _order(contest: Contest, stage: str | None) -> Sequence[Metric]:
    ties = contest.regulations.ties
    return (ties.stage_order or ties.order) if stage is not None else ties.order
