"""The list of participants to take along: data, a sheet, a page for the wall. Nothing personal is in it."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy import Row

from services.registration.api import printed, sheets
from services.registration.api.files import filed
from services.registration.api.printed import Paper
from services.registration.api.schemas_of_schedules import ParticipantsView, ParticipantView
from services.registration.api.sheets import Separator
from services.registration.api.wording import Language
from services.registration.domain.errors import ChampionshipUnknown
from services.registration.domain.grouping import EntryGroup, entry_groups, group_of
from services.registration.projections import which_championships_are_there, who_takes_part
from shared import typesetting
from shared.web.reads import Reads

Format = Annotated[
    Literal["json", "csv", "pdf"],
    QueryParameter(name="format", description="JSON, CSV with a header, or a page for the wall."),
]


class ParticipantController(Controller):
    """Take the list along."""

    path = "/v1/championships/{championship_id:uuid}/participants"
    tags = ("entries",)

    @get(opt={"public": True, "files": (sheets.MEDIA_TYPE, typesetting.MEDIA_TYPE)})
    async def read(
        self,
        championship_id: FromPath[UUID],
        reads: NamedDependency[Reads],
        written_as: Format = "json",
        separator: FromQuery[Separator] = "comma",
        bom: FromQuery[bool] = False,
        language: FromQuery[Language] = "en",
        paper: FromQuery[Paper] = "a4",
    ) -> Response[ParticipantsView]:
        """Give all participants by nick.

        `separator` and `bom` are of the CSV: Excel set to Russian or Ukrainian wants `semicolon` and a mark.
        `language` and `paper` are of the page.
        """
        async with reads.connection() as connection:
            row = (await connection.execute(which_championships_are_there.one(championship_id))).one_or_none()
            if row is None:
                raise ChampionshipUnknown(f"There is no championship {championship_id}.")
            people = (await connection.execute(who_takes_part.participants(championship_id))).all()
        promise = which_championships_are_there.announcement_of(row.announcement)
        groups = entry_groups(promise.stages[0], promise.venues)
        view = ParticipantsView(
            championship=championship_id,
            title=row.title,
            participants=tuple(_seen(one, groups) for one in people),
        )
        if written_as == "json":
            return reads.answer(view)
        if written_as == "csv":
            content = sheets.participants_csv(view.participants, separator=separator, bom=bom)
            return await filed(
                reads,
                content,
                content,
                media_type=sheets.MEDIA_TYPE,
                name=f"participants-{championship_id}.csv",
            )
        titles = {group.key: group.title for group in groups}
        sheet = printed.participants_of(view, titles, language=language, paper=paper)
        return await filed(
            reads,
            msgspec.json.encode(sheet),
            lambda: typesetting.pdf(printed.PARTICIPANTS, sheet),
            media_type=typesetting.MEDIA_TYPE,
            name=f"participants-{championship_id}-{language}-{paper}.pdf",
            language=language,
        )


def _seen(entry: Row[Any], groups: Sequence[EntryGroup]) -> ParticipantView:
    own = group_of(entry.city, entry.put_into, groups)
    return ParticipantView(
        player=entry.player,
        nick=entry.nick,
        club=entry.club,
        city=entry.city,
        group=None if own is None else own.key,
        substitute=entry.substitute,
    )
