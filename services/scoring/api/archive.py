"""A championship's archive, for everybody; while the public table is frozen, as of the freeze."""

import asyncio
from typing import Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath

from services.scoring import moments
from services.scoring.api.ready import NOT_MODIFIED
from services.scoring.api.seeing import seen_by
from services.scoring.api.standings import PUBLIC
from services.scoring.archiving import archive_of, collected, collected_at
from services.scoring.domain.errors import ChampionshipUnknown
from services.scoring.projections import how_do_players_stand
from shared.web.reads import Reads


class ArchiveController(Controller):
    """Give archives."""

    path = "/v1/championships/{championship:uuid}/archive"
    tags = ("standings",)

    @get(opt=PUBLIC)
    async def read(self, championship: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[Any]:
        """Give everything that the standings stand on, and what they came to, to be counted again offline.

        `consigliere verify archive FILE` does that, or `python -m second_scorer FILE`.
        """
        async with reads.connection() as connection:
            row = (await connection.execute(how_do_players_stand.head(championship))).one_or_none()
            if row is None:
                raise ChampionshipUnknown(f"No championship {championship} was announced.")
            published = await seen_by(connection, championship, reads)
            revision = published.limit_revision or row.revision
            moment = published.limit or await moments.now(connection, championship)
            version = published.version if published.limit is None else "frozen"
            etag = moments.name_of(moment, championship, "archive", revision, version)
            held: Response[Any] = reads.answer(None, etag=etag)
            if held.status_code == NOT_MODIFIED:
                return held
            if published.limit is None:
                found = await collected(connection, championship)
            else:
                found = await collected_at(connection, championship, revision, published.limit)
        content = await asyncio.to_thread(archive_of, found)
        return Response(
            content,
            media_type="application/json",
            headers={
                "ETag": f'"{etag}"',
                "Content-Disposition": f'attachment; filename="archive-{championship}.json"',
            },
        )
