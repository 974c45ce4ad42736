"""What several decisions about entries demand, each with its refusal."""

from uuid import UUID

from services.registration.domain.actors import Actor
from services.registration.domain.errors import (
    ApplicationUnknown,
    ChampionshipIsOver,
    EntryIsDisqualified,
    EntryIsWithdrawn,
    NotAnOfficial,
    PlayerIsSuspended,
)
from services.registration.domain.roster.state import Disqualified, Entry, Roster, Standing, Withdrawn
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.suspension.events import SuspendedUntil
from services.registration.domain.suspension.state import Suspension


def acts_for(actor: Actor, player: UUID, terms: EntryTerms) -> bool:
    """Tell whether the actor may act for a player: as himself, or as his championship's organizer."""
    return actor.admin or actor.id == player or actor.id in terms.organizers


def demand_official(actor: Actor, terms: EntryTerms, deed: str) -> None:
    """Raise NotAnOfficial unless the actor runs the championship."""
    if not (actor.admin or actor.id in terms.officials):
        raise NotAnOfficial(
            f"Only an organizer, the chief judge or a secretary may {deed}; {actor.id} is none here."
        )


def demand_not_over(terms: EntryTerms) -> None:
    """Raise ChampionshipIsOver in a championship whose entries stay as they are."""
    if terms.phase in {"finished", "cancelled"}:
        raise ChampionshipIsOver(f"The championship is {terms.phase}: its entries stay as they are.")


def demand_free(player: UUID, bar: Suspension | None, terms: EntryTerms) -> None:
    """Raise PlayerIsSuspended for who is barred, with the end where there is one."""
    if bar is None:
        return
    clause = bar.clause or terms.clause("registration.suspensions")
    if isinstance(bar, SuspendedUntil):
        raise PlayerIsSuspended(
            f"{player} is suspended until {bar.until}; the entry can be taken from then on.",
            clause=clause,
            until=bar.until,
        )
    raise PlayerIsSuspended(f"{player} is suspended from this championship.", clause=clause)


def standing(player: UUID, state: Roster) -> Standing:
    """Return an entry that stands. Raises ApplicationUnknown, EntryIsWithdrawn or EntryIsDisqualified."""
    entry: Entry | None = state.entries.get(player)
    if entry is None:
        raise unknown_entry(player)
    if isinstance(entry, Withdrawn):
        raise EntryIsWithdrawn(f"The entry of {player} was withdrawn; the player may apply again.")
    if isinstance(entry, Disqualified):
        raise EntryIsDisqualified(f"{player} is out of this championship.")
    return entry


def unknown_entry(player: UUID) -> ApplicationUnknown:
    """Return the refusal for who has not applied."""
    return ApplicationUnknown(f"{player} has not applied to this championship.")
