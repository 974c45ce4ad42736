"""Rulings: public, with reasons, named votes and dissents, what they changed; searched, and as documents."""

from pathlib import Path
from typing import Annotated, Any, Literal
from uuid import UUID

from litestar import Controller, MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, QueryParameter
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.api import documents
from services.appeals.api.championships import PAGE, demand_championship
from services.appeals.api.documents import RulingDocument
from services.appeals.api.naming import Names
from services.appeals.api.schemas import RemedyKind, RulingsPage, RulingView
from services.appeals.api.wording import Language
from services.appeals.domain.errors import UnknownRuling
from services.appeals.projections import what_is_contested, what_was_ruled
from services.appeals.projections.who_takes_part import nicks_of
from shared import typesetting
from shared.contracts.appeals import Verdict
from shared.web.reads import Reads

Shown = Literal["shown", "hidden"]
TEMPLATE = Path(__file__).with_name("ruling.typ")


class RulingController(Controller):
    """Read rulings."""

    path = "/v1"
    tags = ("rulings",)

    @get("/championships/{championship:uuid}/rulings", opt={"public": True})
    async def of_championship(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        cursor: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[RulingsPage]:
        """List a championship's rulings, oldest first."""
        async with reads.connection() as connection:
            await demand_championship(connection, championship)
            query = what_was_ruled.of_championship(championship, after=cursor, limit=limit + 1)
            rows = (await connection.execute(query)).all()
            nicks = await nicks_of(connection, championship)
        more = rows[limit - 1].ruling if len(rows) > limit else None
        page = RulingsPage(rulings=[RulingView.of(row, nicks) for row in rows[:limit]], next=more)
        return reads.answer(page, headers=reads.next_page(str(more)) if more else None)

    @get("/rulings", opt={"public": True})
    async def search(
        self,
        reads: NamedDependency[Reads],
        rule: FromQuery[str | None] = None,
        remedy: FromQuery[RemedyKind | None] = None,
        verdict: FromQuery[Verdict | None] = None,
        warned: FromQuery[bool | None] = None,
        cursor: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = 50,
    ) -> Response[RulingsPage]:
        """Find rulings of all championships by rule, remedy, verdict and warning, newest first."""
        query = what_was_ruled.search(
            rule=rule, remedy=remedy, verdict=verdict, warned=warned, before=cursor, limit=limit + 1
        )
        async with reads.connection() as connection:
            rows = (await connection.execute(query)).all()
            found = [RulingView.of(row, await nicks_of(connection, row.championship)) for row in rows[:limit]]
        more = rows[limit - 1].ruling if len(rows) > limit else None
        return reads.answer(
            RulingsPage(rulings=found, next=more), headers=reads.next_page(str(more)) if more else None
        )

    @get("/rulings/{ruling:uuid}", opt={"public": True})
    async def one(self, ruling: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[RulingView]:
        """Show a ruling."""
        async with reads.connection() as connection:
            row = await _demanded(connection, ruling)
            nicks = await nicks_of(connection, row.championship)
        return reads.answer(RulingView.of(row, nicks))

    @get("/rulings/{ruling:uuid}/document", opt={"public": True})
    async def document(
        self, ruling: FromPath[UUID], reads: NamedDependency[Reads], names: FromQuery[Shown] = "shown"
    ) -> Response[RulingDocument]:
        """Give a ruling as a document with its digest; with `names=hidden` players are seat numbers."""
        async with reads.connection() as connection:
            return reads.answer(await _document(connection, ruling, hidden=names == "hidden"))

    @get("/rulings/{ruling:uuid}/text", opt={"public": True}, media_type=MediaType.TEXT)
    async def text(
        self,
        ruling: FromPath[UUID],
        reads: NamedDependency[Reads],
        language: FromQuery[Language] = "en",
        names: FromQuery[Shown] = "shown",
    ) -> Response[str]:
        """Give the document as plain text in English, Russian or Ukrainian."""
        async with reads.connection() as connection:
            found = await _document(connection, ruling, hidden=names == "hidden")
        return Response(
            documents.text(documents.page(found, language)),
            media_type=MediaType.TEXT,
            headers={"Content-Language": language},
        )

    @get("/rulings/{ruling:uuid}/pdf", opt={"public": True}, media_type=typesetting.MEDIA_TYPE)
    async def pdf(
        self,
        ruling: FromPath[UUID],
        reads: NamedDependency[Reads],
        language: FromQuery[Language] = "en",
        names: FromQuery[Shown] = "shown",
    ) -> Response[bytes]:
        """Give the document as PDF in English, Russian or Ukrainian; the digest stands on every page."""
        async with reads.connection() as connection:
            found = await _document(connection, ruling, hidden=names == "hidden")
        return Response(
            await typesetting.pdf(TEMPLATE, documents.page(found, language)),
            media_type=typesetting.MEDIA_TYPE,
            headers={
                "Content-Language": language,
                "Content-Disposition": f'inline; filename="ruling-{ruling}-{language}.pdf"',
            },
        )


async def _demanded(connection: AsyncConnection, ruling: UUID) -> Row[Any]:
    row: Row[Any] | None = (await connection.execute(what_was_ruled.one(ruling))).one_or_none()
    if row is None:
        raise UnknownRuling(f"Ruling {ruling} was not published here.", ruling=ruling)
    return row


async def _document(connection: AsyncConnection, ruling: UUID, *, hidden: bool) -> RulingDocument:
    row = await _demanded(connection, ruling)
    protest = (await connection.execute(what_is_contested.one(row.protest))).one()
    nicks = await nicks_of(connection, row.championship)
    return documents.document(row, Names(nicks, protest, hidden=hidden), hidden=hidden)
