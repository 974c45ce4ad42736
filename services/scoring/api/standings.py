"""Standings and the lines behind them, for everybody."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring import moments
from services.scoring.api.ready import NOT_MODIFIED, ReadyAnswers, etag_of
from services.scoring.api.schemas import PlayerView, StandingsView
from services.scoring.api.seeing import seen_by
from services.scoring.domain.canonical import Written, read_lines, read_rows
from services.scoring.domain.errors import (
    ChampionshipUnknown,
    GroupOfNoStage,
    MoreThanOneTable,
    PlayerUnknown,
    StageUnknown,
)
from services.scoring.domain.tables import OVERALL, stage_scope, through_scope
from services.scoring.inbox import frozen
from services.scoring.projections import how_do_players_stand
from services.scoring.projections.how_do_players_stand import Computed, compute
from shared.contracts.regulations import Metric, Slug
from shared.web.reads import Reads

PUBLIC = {"public": True}


class StandingsController(Controller):
    """Read standings."""

    path = "/v1/championships/{championship:uuid}"
    tags = ("standings",)

    @get("/standings", opt=PUBLIC)
    async def table(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        stage: FromQuery[Slug | None] = None,
        through: FromQuery[Slug | None] = None,
        group: FromQuery[Slug | None] = None,
    ) -> Response[StandingsView]:
        """Show the overall table, or that of one `stage` alone, or of all stages `through` one.

        With `group`, of one group of that stage.
        """
        scope = scope_of(stage, through, group)
        ready: ReadyAnswers = reads.app.ready
        at_once = await ready.answer(reads, championship, ("table", scope))
        if at_once is not None:
            return at_once
        async with reads.connection() as connection:
            shown = await _shown(connection, championship, reads)
            held: Response[Any] = reads.answer(None, etag=shown.etag)
            if held.status_code == NOT_MODIFIED:
                return held
            written = await shown.table(connection, scope)
        if written is None:
            raise unknown_table(championship, stage or through, group)
        view = StandingsView(
            **shown.head,
            scope=scope,
            order=tuple(shown.stage_order if stage is not None else shown.order),
            checksum=written.checksum,
            rows=read_rows(written.text),
        )
        return ready.keep(reads, championship, ("table", scope), shown.etag, view)

    @get("/players/{player:uuid}", opt=PUBLIC)
    async def player(
        self,
        championship: FromPath[UUID],
        player: FromPath[UUID],
        reads: NamedDependency[Reads],
    ) -> Response[PlayerView]:
        """Show a player's overall row with every line that it is the sum of."""
        ready: ReadyAnswers = reads.app.ready
        at_once = await ready.answer(reads, championship, ("player", str(player)))
        if at_once is not None:
            return at_once
        async with reads.connection() as connection:
            shown = await _shown(connection, championship, reads)
            held: Response[Any] = reads.answer(None, etag=shown.etag)
            if held.status_code == NOT_MODIFIED:
                return held
            written = await shown.table(connection, OVERALL)
            lines = await shown.lines(connection, player)
        rows = read_rows(written.text) if written is not None else ()
        own = next((one for one in rows if one.player == player), None)
        if own is None or lines is None:
            raise PlayerUnknown(f"Player {player} has no counted game in championship {championship}.")
        view = PlayerView(
            **shown.head,
            player=player,
            nick=own.nick,
            place=own.place,
            shared=own.shared,
            total=own.total,
            shown=own.shown,
            components=own.components,
            above=own.above,
            below=own.below,
            lines=read_lines(lines),
        )
        return ready.keep(reads, championship, ("player", str(player)), shown.etag, view)


def scope_of(stage: str | None, through: str | None, group: str | None = None) -> str:
    """Return which table is asked for. Raises MoreThanOneTable, GroupOfNoStage."""
    if stage is not None and through is not None:
        raise MoreThanOneTable("Ask for `stage` or for `through`, not for both.")
    if stage is not None:
        return stage_scope(stage, group)
    if through is not None:
        return through_scope(through, group)
    if group is not None:
        raise GroupOfNoStage("A group is one of a stage: name that with `stage` or `through`.")
    return OVERALL


def unknown_table(championship: UUID, stage: str | None, group: str | None) -> StageUnknown:
    """Return what to raise where there is no such table."""
    what = f"stage {stage}" if group is None else f"group {group} in a stage {stage}"
    return StageUnknown(f"The plan of championship {championship} has no {what}.")


class _Shown:
    """What who is asking sees: the last revision, or the one at which the public table was frozen."""

    def __init__(
        self, row: Row[Any], head: dict[str, Any], etag: str, computed: Computed | None = None
    ) -> None:
        self._row = row
        self._computed = computed
        self.head = head
        self.etag = etag
        ties = computed.contest.regulations.ties if computed else None
        self.order: Sequence[Metric] = ties.order if ties else row.ordered_by
        self.stage_order: Sequence[Metric] = (
            (ties.stage_order or ties.order) if ties else row.ordered_by_in_a_stage
        )

    async def table(self, connection: AsyncConnection, scope: str) -> Written | None:
        """Return a table in writing; None where there is no such table."""
        if self._computed is not None:
            return self._computed.written.tables.get(scope)
        row = (await connection.execute(how_do_players_stand.of(self._row.championship, scope))).one()
        return Written(text=row.rows, checksum=row.rows_checksum) if row.rows is not None else None

    async def lines(self, connection: AsyncConnection, player: UUID) -> str | None:
        """Return a player's lines in writing; None where there are none."""
        if self._computed is not None:
            written = self._computed.written.lines.get(player)
            return written.text if written else None
        query = how_do_players_stand.of_player(self._row.championship, player, OVERALL)
        lines: str | None = (await connection.execute(query)).one().lines
        return lines


async def _shown(connection: AsyncConnection, championship: UUID, reads: Reads) -> _Shown:
    row = (await connection.execute(how_do_players_stand.head(championship))).one_or_none()
    if row is None:
        raise ChampionshipUnknown(f"No championship {championship} was announced.")
    halted = await frozen(connection)
    published = await seen_by(connection, championship, reads)
    revision = published.limit_revision or row.revision
    head = {
        "championship": championship,
        "revision": revision,
        "inputs": row.inputs,
        "regulations": row.document,
        "regulations_version": row.document_version,
        "changed_at": row.changed_at,
        "frozen_at": halted,
        "state": published.state,
        "edition": published.edition,
        "public_view_frozen": published.frozen,
    }
    if published.limit is None:
        head["positions"] = await moments.of_revision(connection, championship, revision)
        return _Shown(row, head, etag_of(revision, published.version, halted))
    event, _ = await moments.published(connection, championship, revision)
    computed = compute(await moments.facts_at(connection, championship, published.limit))
    assert computed is not None  # noqa: S101 - a revision was published of it
    document = computed.contest.regulations
    head |= {
        "positions": published.limit,
        "inputs": event.inputs,
        "regulations": document.id,
        "regulations_version": document.version,
        "changed_at": event.changed_at,
        "frozen_at": {},
        "state": "provisional",
        "edition": 0,
    }
    return _Shown(row, head, etag_of(row.revision, published.version, halted, revision), computed)
