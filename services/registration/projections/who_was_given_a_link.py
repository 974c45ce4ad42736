"""Who was given a personal link, by whom and when? Links that are void too; no code, and no hash of one."""

from typing import Any
from uuid import UUID

from sqlalchemy import Boolean, Column, DateTime, Select, Table, Uuid, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.account.events import PersonalLinkIssued, PersonalLinkRevoked
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

link_issues = Table(
    "link_issues",
    METADATA,
    Column("link", Uuid, primary_key=True),
    Column("person", Uuid, nullable=False),
    Column("championship", Uuid, nullable=False),
    Column("issued_by", Uuid, nullable=False),
    Column("by_admin", Boolean, nullable=False),
    Column("issued_at", DateTime(timezone=True), nullable=False),
    Column("void_at", DateTime(timezone=True)),
)


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    event = recorded.event
    if not isinstance(event, PersonalLinkIssued | PersonalLinkRevoked):
        return
    at = event.issued_at if isinstance(event, PersonalLinkIssued) else event.revoked_at
    await connection.execute(
        link_issues.update()
        .where(
            link_issues.c.person == event.person,
            link_issues.c.championship == event.championship,
            link_issues.c.void_at.is_(None),
        )
        .values(void_at=at)
    )
    if isinstance(event, PersonalLinkIssued):
        await connection.execute(
            insert(link_issues).values(
                link=event.link,
                person=event.person,
                championship=event.championship,
                issued_by=event.by,
                by_admin=event.by_admin,
                issued_at=at,
            )
        )


projection = Projection("who was given a link", (link_issues,), _project)


def of_championship(championship: UUID, person: UUID | None) -> Select[Any]:
    """Select the links into a championship, or those of one person, in the order of their issue."""
    found = select(link_issues).where(link_issues.c.championship == championship)
    if person is not None:
        found = found.where(link_issues.c.person == person)
    return found.order_by(link_issues.c.issued_at, link_issues.c.link)


def issue_of(link: UUID) -> Select[Any]:
    """Select who issued a link."""
    return select(link_issues).where(link_issues.c.link == link)
