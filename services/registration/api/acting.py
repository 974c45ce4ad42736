"""Who asks, and the facts a command needs of other streams: looked up in the command's own transaction."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row

from services.registration.domain.actors import Actor
from services.registration.domain.championship.decider import announced, championship
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import AccountUnknown
from services.registration.domain.roster.terms import EntryTerms, terms_of
from services.registration.projections import who_is_known, who_may_come_in
from shared.eventsourcing.handling import Unit
from shared.web.auth import Principal

WRITERS = ("admin", "organizer", "participant")
"""Scopes that may change something; the deciders say what."""


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
    """Return a person's row. Raises AccountUnknown."""
    row: Row[Any] | None = (await unit.connection.execute(who_is_known.one(identity))).one_or_none()
    if row is None:
        raise AccountUnknown(f"Nobody is registered under {identity}; register the person first.")
    return row


async def demand_account(unit: Unit, identity: UUID) -> None:
    """Raise AccountUnknown unless the id is a person's or an open client's."""
    if (await unit.connection.execute(who_may_come_in.client(identity))).one_or_none() is None:
        await known_person(unit, identity)
