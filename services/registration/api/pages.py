"""Draws on paper: cards for the tables, and the draw for the wall, by table or by player."""

from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec
from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter

from services.registration.api import printed
from services.registration.api.files import filed
from services.registration.api.printed import Paper, Sheet
from services.registration.api.seated import seated_in_stage
from services.registration.api.wording import Language
from shared import typesetting
from shared.contracts.regulations import Slug
from shared.web.reads import Reads

Cards = Annotated[
    Literal["game", "table"],
    QueryParameter(name="per", description="A page for each game, or one for each table with all its games."),
]
By = Annotated[
    Literal["table", "player"],
    QueryParameter(name="by", description="Who sits at each table, or where each player sits."),
]


class PageController(Controller):
    """Print a published draw. What is not published is as unknown here as where a draw is read."""

    path = "/v1/championships/{championship_id:uuid}/stages/{stage_key:str}/draw"
    tags = ("draws",)

    @get("/cards.pdf", opt={"public": True}, media_type=typesetting.MEDIA_TYPE)
    async def cards(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        per: Cards = "game",
        language: FromQuery[Language] = "en",
        paper: FromQuery[Paper] = "a4",
        group: FromQuery[Slug | None] = None,
    ) -> Response[bytes]:
        """Give cards for the tables: judge, seats with nicks, round and time."""
        async with reads.connection() as connection:
            seated, seating = await seated_in_stage(connection, championship_id, stage_key, group)
        name = stage_key if group is None else f"{stage_key}-{group}"
        if per == "game":
            sheet = printed.cards_of(seated, seating, language=language, paper=paper)
            return await _page(reads, printed.CARDS, sheet, f"cards-{name}")
        sheet = printed.table_sheets_of(seated, seating, language=language, paper=paper)
        return await _page(reads, printed.TABLE_SHEETS, sheet, f"tables-{name}")

    @get("/wall.pdf", opt={"public": True}, media_type=typesetting.MEDIA_TYPE)
    async def wall(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        by: By = "table",
        language: FromQuery[Language] = "en",
        paper: FromQuery[Paper] = "a4",
        group: FromQuery[Slug | None] = None,
    ) -> Response[bytes]:
        """Give the draw for the wall: round by round who sits at which table, or by nick where each sits."""
        async with reads.connection() as connection:
            seated, seating = await seated_in_stage(connection, championship_id, stage_key, group)
        name = stage_key if group is None else f"{stage_key}-{group}"
        if by == "table":
            sheet = printed.tables_of(seated, seating, language=language, paper=paper)
            return await _page(reads, printed.TABLES, sheet, f"draw-{name}")
        sheet = printed.players_of(seated, seating, language=language, paper=paper)
        return await _page(reads, printed.PLAYERS, sheet, f"players-{name}")


async def _page(reads: Reads, template: Path, sheet: Sheet, name: str) -> Response[Any]:
    return await filed(
        reads,
        template.name.encode() + msgspec.json.encode(sheet),
        lambda: typesetting.pdf(template, sheet),
        media_type=typesetting.MEDIA_TYPE,
        name=f"{name}-{sheet.language}-{sheet.paper}.pdf",
        language=sheet.language,
    )
