"""Standings and the lines behind them, for everybody."""

from typing import Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring.api.schemas import PlayerView, StandingsView
from services.scoring.domain.canonical import read_lines, read_rows
from services.scoring.domain.errors import (
    ChampionshipUnknown,
    MoreThanOneTable,
    PlayerUnknown,
    StageUnknown,
)
from services.scoring.domain.tables import OVERALL, stage_scope, through_scope
from services.scoring.inbox import frozen
from services.scoring.moments import of_revision
from services.scoring.projections import how_do_players_stand
from shared.contracts.regulations import Slug
from shared.web.reads import Reads

PUBLIC = {"public": True}
NOT_MODIFIED = 304


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
    ) -> Response[StandingsView]:
        """Show the overall table, or that of one `stage` alone, or of all stages `through` one."""
        scope = scope_of(stage, through)
        async with reads.connection() as connection:
            halted = await frozen(connection)
            head = await _revision(connection, how_do_players_stand.head(championship), championship)
            held: Response[Any] = reads.answer(None, etag=_etag(head, halted))
            if held.status_code == NOT_MODIFIED:
                return held
            row = await _revision(connection, how_do_players_stand.of(championship, scope), championship)
            positions = await of_revision(connection, championship, row.revision)
        if row.rows is None:
            raise StageUnknown(f"The plan of championship {championship} has no stage {stage or through}.")
        view = StandingsView(
            **_head(row, positions, halted),
            scope=scope,
            order=tuple(row.ordered_by_in_a_stage if stage is not None else row.ordered_by),
            checksum=row.rows_checksum,
            rows=read_rows(row.rows),
        )
        return reads.answer(view, etag=_etag(row, halted))

    @get("/players/{player:uuid}", opt=PUBLIC)
    async def player(
        self, championship: FromPath[UUID], player: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[PlayerView]:
        """Show a player's overall row with every line that it is the sum of."""
        query = how_do_players_stand.of_player(championship, player, OVERALL)
        async with reads.connection() as connection:
            row = await _revision(connection, query, championship)
            halted = await frozen(connection)
            positions = await of_revision(connection, championship, row.revision)
        own = next((one for one in read_rows(row.rows) if one.player == player), None)
        if own is None:
            raise PlayerUnknown(f"Player {player} has no counted game in championship {championship}.")
        view = PlayerView(
            **_head(row, positions, halted),
            player=player,
            nick=own.nick,
            place=own.place,
            shared=own.shared,
            total=own.total,
            shown=own.shown,
            components=own.components,
            above=own.above,
            below=own.below,
            lines=read_lines(row.lines),
        )
        return reads.answer(view, etag=_etag(row, halted))


def scope_of(stage: str | None, through: str | None) -> str:
    """Return which table is asked for. Raises MoreThanOneTable."""
    if stage is not None and through is not None:
        raise MoreThanOneTable("Ask for `stage` or for `through`, not for both.")
    if stage is not None:
        return stage_scope(stage)
    return through_scope(through) if through is not None else OVERALL


async def _revision(connection: AsyncConnection, query: Any, championship: UUID) -> Row[Any]:
    row: Row[Any] | None = (await connection.execute(query)).one_or_none()
    if row is None:
        raise ChampionshipUnknown(f"No championship {championship} was announced.")
    return row


def _head(row: Row[Any], positions: dict[str, int], halted: dict[str, int]) -> dict[str, Any]:
    return {
        "championship": row.championship,
        "revision": row.revision,
        "inputs": row.inputs,
        "positions": positions,
        "regulations": row.document,
        "regulations_version": row.document_version,
        "changed_at": row.changed_at,
        "frozen_at": halted,
    }


def _etag(row: Row[Any], halted: dict[str, int]) -> str:
    """Change with the revision, and with hearing that halts or goes on."""
    return "-".join([f"v{row.revision}", *(f"{source}.{seq}" for source, seq in sorted(halted.items()))])
