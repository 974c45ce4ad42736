"""Who takes part, and how far is each entry? Only rows with status accepted are public."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    DateTime,
    Index,
    Integer,
    Select,
    Table,
    Text,
    Uuid,
    and_,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.roster.events import (
    ApplicationReceived,
    AttributesConfirmed,
    EntryAccepted,
    EntryDisqualified,
    EntryPutIntoGroup,
    EntryWaitlisted,
    EntryWithdrawn,
    FeeRecorded,
    PlayerCheckedIn,
    RefundNoted,
)
from services.registration.domain.texts import comparable
from services.registration.projections import METADATA
from shared.eventsourcing.handling import Projection, Recorded

entries = Table(
    "entries",
    METADATA,
    Column("championship", Uuid, primary_key=True),
    Column("player", Uuid, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("nick", Text, nullable=False),
    Column("sort_key", Text, nullable=False),
    Column("club", Text),
    Column("city", Text),
    Column("attributes", Text, nullable=False),
    Column("applied_by", Uuid, nullable=False),
    Column("applied_at", DateTime(timezone=True), nullable=False),
    Column("receipt", Text),
    Column("fee_recorded_at", DateTime(timezone=True)),
    Column("accepted_at", DateTime(timezone=True)),
    Column("withdrawn_at", DateTime(timezone=True)),
    Column("preliminary", Boolean, nullable=False),
    Column("late_reason", Text),
    Column("looks_like", Uuid),
    Column("fee_method", Text),
    Column("waitlisted_at", DateTime(timezone=True)),
    Column("disqualified_at", DateTime(timezone=True)),
    Column("refund", Text),
    Column("confirmed", ARRAY(Text), nullable=False),
    Column("checked_in_at", DateTime(timezone=True)),
    Column("put_into", Text),
    Column("substitute", Boolean, nullable=False, server_default="false"),
    Index("entries_in_order", "championship", "sort_key", "player"),
    Index("entries_of_players", "player"),
)
STANDING = ("applied", "paid", "accepted", "waitlisted")


async def _project(connection: AsyncConnection, recorded: Recorded[Any]) -> None:
    if recorded.category != "roster":
        return
    event = recorded.event
    if isinstance(event, ApplicationReceived):
        row = _applied(event) | {"version": recorded.version}
        await connection.execute(
            insert(entries)
            .values(championship=event.championship, player=event.player, **row)
            .on_conflict_do_update(index_elements=["championship", "player"], set_=row)
        )
        return
    await connection.execute(
        entries.update()
        .where(entries.c.championship == event.championship, entries.c.player == event.player)
        .values(_changes(event) | {"version": recorded.version})
    )


def _applied(event: ApplicationReceived) -> dict[str, Any]:
    return {
        "status": "applied",
        "nick": event.nick,
        "sort_key": comparable(event.nick),
        "club": event.club,
        "city": event.city,
        "attributes": msgspec.json.encode(event.attributes, order="deterministic").decode(),
        "applied_by": event.by,
        "applied_at": event.received_at,
        "receipt": None,
        "fee_recorded_at": None,
        "accepted_at": None,
        "withdrawn_at": None,
        "preliminary": event.preliminary,
        "late_reason": event.late_reason,
        "looks_like": event.looks_like,
        "fee_method": None,
        "waitlisted_at": None,
        "disqualified_at": None,
        "refund": None,
        "confirmed": [],
        "checked_in_at": None,
        "put_into": None,
        "substitute": False,
    }


def _changes(event: Any) -> dict[str, Any]:  # noqa: PLR0911 - a table of contents
    match event:
        case FeeRecorded():
            return {
                "status": "paid",
                "receipt": event.receipt,
                "fee_method": event.method,
                "fee_recorded_at": event.recorded_at,
            }
        case EntryAccepted():
            return {
                "status": "accepted",
                "accepted_at": event.accepted_at,
                "substitute": event.substitute,
            }
        case EntryWaitlisted():
            return {"status": "waitlisted", "waitlisted_at": event.waitlisted_at}
        case EntryWithdrawn():
            return {"status": "withdrawn", "withdrawn_at": event.withdrawn_at}
        case EntryDisqualified():
            return {"status": "disqualified", "disqualified_at": event.disqualified_at}
        case RefundNoted():
            return {"refund": f"{event.amount} {event.currency}: {event.note}"}
        case AttributesConfirmed():
            return {"confirmed": entries.c.confirmed.op("||")(list(event.attributes))}
        case PlayerCheckedIn():
            return {"checked_in_at": event.checked_in_at}
        case EntryPutIntoGroup():
            return {"put_into": event.group}
        case _:
            return {}


projection = Projection("who takes part", (entries,), _project)


def one(championship: UUID, player: UUID) -> Select[Any]:
    """Select an entry."""
    return select(entries).where(entries.c.championship == championship, entries.c.player == player)


def nicks_of(championship: UUID, players: Collection[UUID]) -> Select[Any]:
    """Select under which nicks players entered a championship, whatever became of them since."""
    return select(entries.c.player, entries.c.nick).where(
        entries.c.championship == championship, entries.c.player.in_(players)
    )


def participants(championship: UUID) -> Select[Any]:
    """Select all who are on the public list, by nick; only what is public of them."""
    return (
        select(
            entries.c.player,
            entries.c.nick,
            entries.c.club,
            entries.c.city,
            entries.c.put_into,
            entries.c.substitute,
        )
        .where(entries.c.championship == championship, entries.c.status == "accepted")
        .order_by(entries.c.sort_key, entries.c.player)
    )


def cities(championship: UUID) -> Select[Any]:
    """Select the cities that a championship's entries name, as they were typed."""
    return select(entries.c.city).where(entries.c.championship == championship).distinct()


def in_group(group: str, named: Collection[str], others: Collection[str]) -> ColumnElement[bool]:
    """Return what tells a group's entries: put into it, or from a city of its own and put nowhere."""
    nowhere = or_(entries.c.put_into.is_(None), entries.c.put_into.not_in([group, *others]))
    return or_(entries.c.put_into == group, and_(nowhere, entries.c.city.in_(named)))


def of_championship(
    championship: UUID,
    *,
    status: str | None,
    after: UUID | None,
    limit: int,
    only: ColumnElement[bool] | None = None,
) -> Select[Any]:
    """Select a championship's entries by nick, from after a player on; `only` those of a group."""
    order = (entries.c.sort_key, entries.c.player)
    query = select(entries).where(entries.c.championship == championship)
    if status is not None:
        query = query.where(entries.c.status == status)
    if only is not None:
        query = query.where(only)
    if after is not None:
        last = select(*order).where(entries.c.championship == championship, entries.c.player == after)
        query = query.where(tuple_(*order) > last.scalar_subquery())
    return query.order_by(*order).limit(limit)


def accepted(championship: UUID) -> Select[Any]:
    """Select all who take part in a championship, with what tells their groups."""
    return (
        select(entries.c.player, entries.c.city, entries.c.put_into)
        .where(entries.c.championship == championship, entries.c.status == "accepted")
        .order_by(entries.c.sort_key, entries.c.player)
    )


def waiting(championship: UUID) -> Select[Any]:
    """Select the players who wait for a place."""
    return select(entries.c.player).where(
        entries.c.championship == championship, entries.c.status == "waitlisted"
    )


def doubled(one_id: UUID, other_id: UUID) -> Select[Any]:
    """Select the championships in which both people have an entry that stands."""
    mine, theirs = entries.alias("mine"), entries.alias("theirs")
    return select(mine.c.championship).where(
        mine.c.player == one_id,
        theirs.c.player == other_id,
        mine.c.championship == theirs.c.championship,
        mine.c.status.in_(STANDING),
        theirs.c.status.in_(STANDING),
    )
