"""Who asks, and the facts a command needs of other streams: looked up in the command's own transaction."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row

from services.registration.domain.account.people import merged
from services.registration.domain.actors import Actor
from services.registration.domain.championship.decider import announced, championship
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import AccountUnknown, NotAnOfficial
from services.registration.domain.roster.terms import EntryTerms, terms_of
from services.registration.domain.suspension.decider import suspension
from services.registration.domain.suspension.state import Suspension, bar_of
from services.registration.projections import (
    who_is_known,
    who_is_suspended,
    who_may_come_in,
    who_officiates,
)
from shared.contracts.registration import OfficialRole
from shared.eventsourcing.handling import Unit
from shared.web.auth import Principal
from shared.web.reads import Reads

WRITERS = ("admin", "organizer", "participant")
"""Scopes that may change something; the deciders say what."""

SEES_ALL: tuple[OfficialRole, ...] = ("organizer", "secretary", "chief_judge")
"""Officials who see every entry, relation and suspension of their championship."""


def actor_of(principal: Principal) -> Actor:
    """Return the actor behind a token."""
    return Actor(
        id=principal.id,
        admin="admin" in principal.scopes,
        organizer="organizer" in principal.scopes,
    )


async def championship_of(unit: Unit, identity: UUID) -> Announced:
    """Return a championship, locked until commit. Raises ChampionshipUnknown."""
    _, state = await unit.state(championship, identity)
    return announced(state)


async def terms_in(unit: Unit, identity: UUID) -> EntryTerms:
    """Return the terms of a championship, locked until commit. Raises ChampionshipUnknown."""
    return terms_of(await championship_of(unit, identity))


async def known_person(unit: Unit, identity: UUID) -> Row[Any]:
    """Return a person's row. Raises AccountUnknown, or PersonIsMerged for a second record."""
    row: Row[Any] | None = (await unit.connection.execute(who_is_known.one(identity))).one_or_none()
    if row is None:
        raise AccountUnknown(f"Nobody is registered under {identity}; register the person first.")
    if row.merged_into is not None:
        raise merged(identity, row.merged_into)
    return row


async def demand_account(unit: Unit, identity: UUID) -> None:
    """Raise AccountUnknown unless the id is a person's, an open client's or an organizer's."""
    for known in (who_may_come_in.client, who_may_come_in.organizer):
        if (await unit.connection.execute(known(identity))).one_or_none() is not None:
            return
    await known_person(unit, identity)


async def bar_in(unit: Unit, championship_id: UUID, person: UUID, at: datetime) -> Suspension | None:
    """Return what suspends a person under any of his records, locked until commit."""
    merged_rows = (await unit.connection.execute(who_is_known.second_records([person]))).all()
    records = sorted([person, *(row.person for row in merged_rows)])
    states = [(await unit.state(suspension, record))[1] for record in records]
    return bar_of(states, championship_id, at)


async def barred_waiting(unit: Unit, championship_id: UUID, at: datetime) -> frozenset[UUID]:
    """Return which of those who wait for a place are suspended."""
    return await who_is_suspended.barred_waiting(unit.connection, championship_id, at)


async def sees_all(reads: Reads, championship_id: UUID) -> bool:
    """Tell whether who asks may see what only officials see of a championship."""
    principal = reads.principal
    if principal is None:
        return False
    if "admin" in principal.scopes:
        return True
    return bool(await reads.all(who_officiates.holds(championship_id, principal.id, SEES_ALL)))


async def demand_sees_all(reads: Reads, championship_id: UUID, what: str) -> None:
    """Raise NotAnOfficial for who may not see what only officials see."""
    if not await sees_all(reads, championship_id):
        raise NotAnOfficial(f"Only organizers, secretaries and the chief judge see {what}.")
