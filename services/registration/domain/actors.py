"""Who acts, as far as every decider here needs to know."""

from collections.abc import Collection
from uuid import UUID

import msgspec

from services.registration.domain.errors import NotAnAdmin, NotAnOrganizer


class Actor(msgspec.Struct, frozen=True, kw_only=True):
    """A principal with its global rights. `organizer`: may announce championships and enter players."""

    id: UUID
    admin: bool = False
    organizer: bool = False


def demand_host(actor: Actor, deed: str) -> None:
    """Raise NotAnOrganizer unless the actor may announce championships at all."""
    if not (actor.admin or actor.organizer):
        raise NotAnOrganizer(f"Only an organizer may {deed}; ask one, or get an organizer's account.")


def demand_organizer(actor: Actor, organizers: Collection[UUID], deed: str) -> None:
    """Raise NotAnOrganizer unless the actor organizes this championship, or is an admin."""
    if not (actor.admin or actor.id in organizers):
        raise NotAnOrganizer(f"Only an organizer of this championship may {deed}; {actor.id} is none.")


def demand_admin(actor: Actor, deed: str) -> None:
    """Raise NotAnAdmin unless the actor is an admin."""
    if not actor.admin:
        raise NotAnAdmin(f"Only an admin may {deed}.")
