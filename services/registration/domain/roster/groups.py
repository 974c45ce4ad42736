"""Groups of the first stage: who belongs to which, whether there is a place in it, who is put elsewhere."""

from collections.abc import Collection, Iterable
from uuid import UUID

from services.registration.domain.actors import demand_organizer
from services.registration.domain.errors import (
    EntrantsWithoutGroup,
    GroupFull,
    GroupUnknown,
    PlayerAlreadyDrawn,
    StageHasNoGroups,
)
from services.registration.domain.grouping import EntryGroup, group_of
from services.registration.domain.roster.commands import PutIntoGroup
from services.registration.domain.roster.events import EntryPutIntoGroup
from services.registration.domain.roster.state import Accepted, Roster
from services.registration.domain.roster.terms import EntryTerms
from services.registration.domain.texts import printable


def own_group(player: UUID, state: Roster, terms: EntryTerms) -> EntryGroup | None:
    """Return the group that an entry is for; None where all play together. Raises EntrantsWithoutGroup."""
    if not terms.groups:
        return None
    own = state.placed(terms.groups)[player]
    if own is None:
        raise _nowhere(player, state.entries[player].application.city, terms)
    return own


def taken_in(group: EntryGroup, players: Iterable[UUID], state: Roster, terms: EntryTerms) -> int:
    """Return how many of these players a group has."""
    placed = state.placed(terms.groups)
    return sum(1 for player in players if (own := placed[player]) is not None and own.key == group.key)


def with_room(line: Iterable[UUID], state: Roster, terms: EntryTerms) -> list[UUID]:
    """Return who of a line has a place in his group, those before him counted."""
    if not terms.groups:
        return list(line)
    placed = state.placed(terms.groups)
    left = {
        group.key: group.places - taken_in(group, state.with_places(), state, terms) for group in terms.groups
    }
    able = []
    for player in line:
        own = placed[player]
        if own is not None and left[own.key] > 0:
            left[own.key] -= 1
            able.append(player)
    return able


def put_into_group(command: PutIntoGroup, state: Roster) -> list[EntryPutIntoGroup]:
    """Return what putting an entry that stands into a group leads to."""
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "put a player into a group")
    _demand_known(command.group, terms.groups)
    if command.drawn is not None and command.drawn != command.group:
        raise PlayerAlreadyDrawn(
            f"{command.player} is seated by the draw of group {command.drawn!r}; change that draw instead.",
            group=command.drawn,
        )
    if state.put_into.get(command.player) == command.group:
        return []
    event = EntryPutIntoGroup(
        championship=terms.championship,
        player=command.player,
        group=command.group,
        reason=printable(command.reason, "The reason", limit=500),
        by=command.by.id,
        put_at=command.at,
    )
    if isinstance(state.entries[command.player], Accepted):
        _demand_place(command, state)
    return [event]


def _demand_place(command: PutIntoGroup, state: Roster) -> None:
    """Raise EntrantsWithoutGroup or GroupFull: who takes part has a place in a group, before and after."""
    city = state.entries[command.player].application.city
    target = group_of(city, command.group, command.terms.groups)
    if target is None:
        raise _nowhere(command.player, city, command.terms)
    others = [player for player in state.with_places() if player != command.player]
    if taken_in(target, others, state, command.terms) >= target.places:
        raise full(target)


def _nowhere(player: UUID, city: str | None, terms: EntryTerms) -> EntrantsWithoutGroup:
    known = "; ".join(f"{one.key}: {', '.join(sorted(one.cities))}" for one in terms.groups)
    return EntrantsWithoutGroup(
        f"{player} is from {city or 'no city that he named'}, which is in no group ({known}). Put him into"
        " one first, with a reason (POST .../entries/{player}/group).",
        players=[str(player)],
    )


def full(group: EntryGroup) -> GroupFull:
    """Return the refusal of one player more than a group has places."""
    return GroupFull(
        f"All {group.places} places of group {group.key!r} ({group.title}) are taken.",
        group=group.key,
        places=group.places,
    )


def _demand_known(key: str | None, groups: Collection[EntryGroup]) -> None:
    if not groups:
        raise StageHasNoGroups("All play together in this championship: there is no group to be put into.")
    if key is not None and key not in {group.key for group in groups}:
        raise GroupUnknown(
            f"The championship has no group {key!r}; it has {', '.join(group.key for group in groups)}."
        )
