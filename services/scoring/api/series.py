"""Series: opened and kept by a club or a federation (by a token that organizes), read by everybody."""

from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.scoring import moments
from services.scoring.api.exports import file
from services.scoring.api.ready import NOT_MODIFIED
from services.scoring.api.series_reading import SeriesNow, series_now
from services.scoring.api.series_schemas import (
    RemovalBody,
    SeriesBody,
    SeriesChampionshipBody,
    SeriesListView,
    SeriesQualificationView,
    SeriesRulesBody,
    SeriesStandingsView,
    SeriesView,
)
from services.scoring.api.standings import PUBLIC
from services.scoring.domain.series.decider import (
    SERIES,
    AddToSeries,
    ChangeSeriesRules,
    OpenSeries,
    RemoveFromSeries,
    SeriesCommand,
)
from services.scoring.domain.series_table import qualification, table_of
from services.scoring.domain.sheets import CSV, as_csv, series_sheet
from services.scoring.projections import how_do_players_stand
from services.scoring.projections import which_championships_make_a_series as kept
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

KEEPING = [requires("admin", "organizer")]
Provisional = Annotated[bool, QueryParameter(description="Count championships that are not final, too.")]


class SeriesController(Controller):
    """Open, keep and read series."""

    path = "/v1/series"
    tags = ("series",)

    @post(guards=KEEPING, opt={"makes": {"series": "id"}})
    async def open(
        self, data: JSONBody[SeriesBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Open a series; whoever opens it keeps it."""

        async def work(unit: Unit) -> Accepted:
            command = OpenSeries(
                series=commands.new_id(),
                title=data.title,
                rules=data.rules,
                by=commands.principal.id,
                at=commands.now,
            )
            return await _handle(unit, command, None)

        return await commands.run(work)

    @post("/{series:uuid}/rules", guards=KEEPING, status_code=200)
    async def change(
        self,
        series: FromPath[UUID],
        data: JSONBody[SeriesRulesBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Let other rules hold for every championship of the series."""

        async def work(unit: Unit) -> Accepted:
            command = ChangeSeriesRules(
                series=series,
                rules=data.rules,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                admin="admin" in commands.principal.scopes,
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work, status=200)

    @post("/{series:uuid}/championships", guards=KEEPING)
    async def add(
        self,
        series: FromPath[UUID],
        data: JSONBody[SeriesChampionshipBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Add a championship."""

        async def work(unit: Unit) -> Accepted:
            head = await unit.connection.execute(how_do_players_stand.head(data.championship))
            command = AddToSeries(
                series=series,
                championship=data.championship,
                announced=head.one_or_none() is not None,
                by=commands.principal.id,
                at=commands.now,
                admin="admin" in commands.principal.scopes,
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work)

    @post("/{series:uuid}/championships/{championship:uuid}/removal", guards=KEEPING, status_code=200)
    async def remove(
        self,
        series: FromPath[UUID],
        championship: FromPath[UUID],
        data: JSONBody[RemovalBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Remove a championship."""

        async def work(unit: Unit) -> Accepted:
            command = RemoveFromSeries(
                series=series,
                championship=championship,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                admin="admin" in commands.principal.scopes,
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work, status=200)

    @get(opt=PUBLIC)
    async def all(
        self,
        reads: NamedDependency[Reads],
        after: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=100)] = 50,
    ) -> Response[SeriesListView]:
        """List the series that were opened."""
        async with reads.connection() as connection:
            rows = (await connection.execute(kept.listed(after, limit))).all()
            views = [(await series_now(connection, row.series, provisional=True)).view() for row in rows]
        following = rows[-1].series if len(rows) == limit else None
        return reads.answer(SeriesListView(series=tuple(views), next=following))

    @get("/{series:uuid}", opt=PUBLIC)
    async def read(self, series: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[SeriesView]:
        """Show a series, its rules and its championships."""
        async with reads.connection() as connection:
            now = await series_now(connection, series, provisional=False)
        return reads.answer(now.view(), version=now.version)

    @get("/{series:uuid}/standings", opt={**PUBLIC, "files": (CSV,)})
    async def standings(
        self,
        series: FromPath[UUID],
        reads: NamedDependency[Reads],
        provisional: Provisional = False,
        written_as: Annotated[Literal["json", "csv"], QueryParameter(name="format")] = "json",
    ) -> Response[SeriesStandingsView]:
        """Show the table of a series, every total explained by its championships."""
        async with reads.connection() as connection:
            now = await series_now(connection, series, provisional=provisional)
        etag = _etag(now, "standings", provisional, written_as)
        held: Response[Any] = reads.answer(None, etag=etag)
        if held.status_code == NOT_MODIFIED:
            return held
        rows = table_of(now.rules, now.legs)
        if written_as == "csv":
            content = as_csv(series_sheet(rows, [leg.championship for leg in now.legs])).encode()
            return file(content, CSV, f"series-{series}.csv", etag)
        view = SeriesStandingsView(**now.head(), provisional=provisional, rows=rows)
        return reads.answer(view, etag=etag)

    @get("/{series:uuid}/qualification", opt=PUBLIC)
    async def qualified(
        self,
        series: FromPath[UUID],
        reads: NamedDependency[Reads],
        places: Annotated[int, QueryParameter(ge=1, le=1000, description="How many go to the final.")],
        provisional: Provisional = False,
    ) -> Response[SeriesQualificationView]:
        """Show who goes from a series to its final, who would be next, and a tie across the line."""
        async with reads.connection() as connection:
            now = await series_now(connection, series, provisional=provisional)
        rows = table_of(now.rules, now.legs)
        found = qualification(rows, places)
        view = SeriesQualificationView(
            series=series,
            version=now.version,
            places=places,
            provisional=provisional,
            complete=all(leg.left_out is None for leg in now.view().championships),
            qualifiers=found.qualifiers,
            reserves=found.reserves,
            tied=found.tied,
            tied_reserves=found.tied_reserves,
            nicks={row.player: row.nick for row in rows},
        )
        return reads.answer(view, etag=_etag(now, "qualification", places, provisional))


async def _handle(unit: Unit, command: SeriesCommand, version: int | None) -> Accepted:
    handled = await unit.handle(SERIES, command.series, command, expected_version=version)
    return Accepted(id=command.series, version=handled.version)


def _etag(now: SeriesNow, *of: Any) -> str:
    return moments.name_of(now.stands_on, *of)
