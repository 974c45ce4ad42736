"""Standings as they were at any moment, for everybody."""

import re
from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring import moments
from services.scoring.api.ready import NOT_MODIFIED
from services.scoring.api.schemas import MomentView
from services.scoring.api.seeing import seen_by
from services.scoring.api.standings import PUBLIC, scope_of, unknown_table
from services.scoring.domain.canonical import read_lines, read_rows, write
from services.scoring.domain.errors import (
    ChampionshipUnknown,
    OneMomentAtATime,
    PlayerUnknown,
)
from services.scoring.domain.tables import standings_of
from shared.contracts.regulations import Slug
from shared.web.reads import Reads, positions

GAME = re.compile(r"([a-z0-9-]{1,60})/(?:([a-z0-9-]{1,60})/)?([0-9]{1,4})/([0-9]{1,4})")


class MomentController(Controller):
    """Read standings of the past."""

    path = "/v1/championships/{championship:uuid}/standings/as-of"
    tags = ("standings",)

    @get(opt=PUBLIC)
    async def read(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        at: Annotated[
            str | None, QueryParameter(description="Positions, as gameplay:12,registration:40.")
        ] = None,
        time: Annotated[datetime | None, QueryParameter(description="All that was said up to then.")] = None,
        before: Annotated[
            str | None,
            QueryParameter(
                description="A game, as tour-1/2/3: stage, round, table; with groups tour-1/omsk/2/3."
            ),
        ] = None,
        revision: Annotated[int | None, QueryParameter(ge=1, description="As it was published.")] = None,
        stage: FromQuery[Slug | None] = None,
        through: FromQuery[Slug | None] = None,
        group: FromQuery[Slug | None] = None,
        player: FromQuery[UUID | None] = None,
    ) -> Response[MomentView]:
        """Show a table as it was at a moment, named by one of `at`, `time`, `before`, `revision`.

        Without any of them it is the moment of now. With `player`, that player's lines come along.
        """
        named = {"at": at, "time": time, "before": before, "revision": revision}
        scope = scope_of(stage, through, group)
        async with reads.connection() as connection:
            moment = await _moment(connection, championship, named)
            limit = (await seen_by(connection, championship, reads)).limit
            if limit is not None:
                moment = {source: min(seq, limit.get(source, 0)) for source, seq in moment.items()}
            etag = moments.name_of(moment, championship, scope, player)
            held: Response[Any] = reads.answer(None, etag=etag)
            if held.status_code == NOT_MODIFIED:
                return held
            facts = await moments.facts_at(connection, championship, moment)
        if facts.contest is None:
            raise ChampionshipUnknown(f"Championship {championship} was not announced at that moment.")
        computed = standings_of(facts)
        if scope not in computed.tables:
            raise unknown_table(championship, stage or through, group)
        written = write(computed)
        if player is not None and player not in written.lines:
            raise PlayerUnknown(f"Player {player} had no counted game at that moment.")
        document = facts.contest.regulations
        view = MomentView(
            championship=championship,
            positions=moment,
            regulations=document.id,
            regulations_version=document.version,
            scope=scope,
            order=computed.tables[scope].order,
            checksum=written.tables[scope].checksum,
            rows=read_rows(written.tables[scope].text),
            player=player,
            lines=read_lines(written.lines[player].text) if player is not None else None,
        )
        return reads.answer(view, etag=etag)


async def _moment(connection: AsyncConnection, championship: UUID, named: dict[str, Any]) -> moments.Moment:
    given = {name: value for name, value in named.items() if value is not None}
    if len(given) > 1:
        raise OneMomentAtATime(f"Name the moment by one of {', '.join(named)}, not by {', '.join(given)}.")
    match given:
        case {"at": text}:
            return await moments.at_positions(connection, championship, positions(text))
        case {"time": time}:
            return await moments.at_time(connection, championship, time)
        case {"before": game}:
            found = GAME.fullmatch(game)
            if found is None:
                raise OneMomentAtATime(
                    "A game is named as tour-1/2/3 (stage, round, table) or tour-1/omsk/2/3 (with its group),"
                    f" not {game!r}."
                )
            stage, group, number, table = found.groups()
            return await moments.before_game(connection, championship, stage, group, int(number), int(table))
        case {"revision": number}:
            return await moments.of_revision(connection, championship, number)
        case _:
            return await moments.now(connection, championship)
