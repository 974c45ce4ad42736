"""The inbox: what awaits the answer of whoever asks."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from litestar import Controller, Response, get
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException
from msgspec.structs import replace
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.api.schemas import Awaited, Inbox, InboxItem
from services.appeals.domain.protest.conflicts import appointers
from services.appeals.domain.protest.events import Deadline
from services.appeals.projections import (
    what_is_contested,
    what_is_due,
    what_was_heard,
    what_was_ruled,
    who_must_answer,
)
from services.appeals.projections.which_games_were_played import game_facts
from services.appeals.projections.who_may_sit import people_of
from services.appeals.projections.who_officiates import chief_judge_at, officials_of, officiates_at
from shared.web.auth import requires
from shared.web.reads import Reads

DEADLINE: dict[Awaited, Deadline] = {
    "acceptance": "acceptance",
    "contest": "review",
    "commission": "appointment",
    "consent": "vote",
    "objection": "vote",
    "replacement": "vote",
    "answer": "vote",
    "vote": "vote",
    "ruling": "vote",
}
"""By what is awaited, the deadline that it is due with."""


class InboxController(Controller):
    """Read one's own inbox."""

    path = "/v1/inbox"
    tags = ("inbox",)

    @get(guards=[requires("participant", "organizer")])
    async def read(self, reads: NamedDependency[Reads], state: State) -> Response[Inbox]:
        """Show what awaits the reader: protests to accept, commissions, votes, rulings, conflicts."""
        if reads.holder is None:
            raise NotAuthorizedException("This needs an access token.")
        person, bound = reads.holder.id, reads.holder.championship
        async with reads.connection() as connection:
            rows = (await connection.execute(who_must_answer.of_person(person))).all()
            items = [_item(row, row.answer.partition(":")[0], row.since) for row in rows]
            offices = await officiates_at(connection, person)
            items += await _of_office(connection, person, offices, state.clock())
            items += await _conflicts(connection, await chief_judge_at(connection, person))
            items = await _with_due_times(connection, items)
        items = [item for item in items if bound in {None, item.championship}]
        return reads.answer(Inbox(items=sorted(items, key=lambda item: (item.since, item.protest))))


async def _of_office(
    connection: AsyncConnection, person: UUID, championships: Collection[UUID], now: datetime
) -> list[InboxItem]:
    """Return the protests in which this person, by office and without a stake, answers, appoints, decides."""
    found: list[tuple[Row[Any], Awaited, datetime]] = [
        *[
            (row, "acceptance", row.filed_at)
            for row in await connection.execute(what_is_contested.awaiting_the_chief_judge(championships))
        ],
        *[
            (row, "commission", row.accepted_at)
            for row in await connection.execute(what_is_contested.awaiting_a_commission(championships))
        ],
        *[
            (row, "replacement", row.appointed_at)
            for row in await connection.execute(what_is_contested.with_a_broken_commission(championships))
        ],
        *[
            (row, "objection", row.raised_at)
            for row in await connection.execute(what_was_heard.open_objections(championships))
        ],
    ]
    return [
        _item(row, what, since) for row, what, since in found if await _appoints(connection, person, row, now)
    ]


async def _appoints(connection: AsyncConnection, person: UUID, row: Row[Any], now: datetime) -> bool:
    game = await game_facts(connection, row.game)
    officials = await officials_of(connection, row.championship)
    people = await people_of(connection, row.championship, now, row.protest)
    return person in appointers(officials, what_is_contested.case_of(row), game, people)


async def _conflicts(connection: AsyncConnection, championships: Collection[UUID]) -> list[InboxItem]:
    rows = (await connection.execute(what_was_ruled.in_conflict(championships))).all()
    return [_item(row, "conflict", row.conflict_found_at) for row in rows]


async def _with_due_times(connection: AsyncConnection, items: list[InboxItem]) -> list[InboxItem]:
    rows = await connection.execute(what_is_due.of_protests([item.protest for item in items]))
    due = {(row.subject, row.deadline): row.due_at for row in rows}
    return [replace(item, due_at=due.get((item.protest, DEADLINE.get(item.awaits)))) for item in items]


def _item(row: Row[Any], awaits: Awaited, since: datetime) -> InboxItem:
    return InboxItem(
        awaits=awaits,
        protest=row.protest,
        championship=row.championship,
        game=row.game,
        rule=row.rule,
        since=since,
    )
