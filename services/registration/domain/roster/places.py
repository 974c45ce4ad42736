"""Decisions about places: who has one, who waits for one, in which group it is."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from services.registration.domain.actors import Actor, demand_organizer
from services.registration.domain.errors import (
    ChampionshipFull,
    FeeNotRecorded,
    NotNextInLine,
    QuotaFull,
    WaitlistFull,
)
from services.registration.domain.grouping import EntryGroup
from services.registration.domain.roster.attributes import check_confirmed, check_quotas, counted
from services.registration.domain.roster.commands import AcceptEntry, PromoteWaiting, PutIntoGroup
from services.registration.domain.roster.demands import demand_free, demand_not_over, standing
from services.registration.domain.roster.events import EntryAccepted, EntryWaitlisted, RosterEvent
from services.registration.domain.roster.groups import full, own_group, put_into_group, taken_in, with_room
from services.registration.domain.roster.state import Accepted, Applied, Roster, Standing, Waitlisted, evolve
from services.registration.domain.roster.terms import EntryTerms


def accept(command: AcceptEntry, state: Roster) -> list[RosterEvent]:
    """Give a place, or let wait where none is free."""
    terms = command.terms
    demand_organizer(command.by, terms.organizers, "accept entries")
    entry = standing(command.player, state)
    if isinstance(entry, Accepted):
        return []
    demand_not_over(terms)
    demand_free(command.player, command.bar, terms)
    fee = terms.rules.fee
    if fee is not None and isinstance(entry, Applied):
        raise FeeNotRecorded(
            f"The fee of {fee.amount} {fee.currency} is not recorded for {command.player}; record it first.",
            clause=terms.clause("registration.fee"),
        )
    if terms.rules.attributes_confirmed == "before_acceptance":
        check_confirmed(entry.application, state.confirmed.get(command.player, frozenset()), terms)
    if command.substitute:
        return [_as_substitute(command)]
    own = own_group(command.player, state, terms)
    accepted = state.accepted()
    before = [player for player in _next(state, terms, command.barred) if player != command.player]
    if isinstance(entry, Waitlisted):
        before = before[: _place_in_line(command.player, before, state)]
    free = terms.places - len(accepted)
    if free <= len(before):
        return _wait(command, entry, state, free)
    if own is not None:
        left = own.places - taken_in(own, state.with_places(), state, terms)
        if left <= taken_in(own, before, state, terms):
            return _wait(command, entry, state, left, own)
    check_quotas(counted(entry.application), (counted(other.application) for other in accepted), terms)
    return [_accepted(command.player, terms, command.by, command.at, waited=isinstance(entry, Waitlisted))]


def _as_substitute(command: AcceptEntry) -> EntryAccepted:
    """Let a player take part in somebody's place: no place, no quota and no group is asked for."""
    return EntryAccepted(
        championship=command.terms.championship,
        player=command.player,
        by=command.by.id,
        accepted_at=command.at,
        substitute=True,
    )


def _place_in_line(player: UUID, line: list[UUID], state: Roster) -> int:
    """Return how many of a line waited longer than a player."""
    place = state.waiting.index(player)
    return sum(1 for other in line if state.waiting.index(other) < place)


def _wait(
    command: AcceptEntry, entry: Standing, state: Roster, free: int, group: EntryGroup | None = None
) -> list[RosterEvent]:
    """Let the player wait, where there is a waitlist with room: for a place, or for one in his group."""
    terms = command.terms
    if isinstance(entry, Waitlisted):
        if free > 0:
            raise NotNextInLine(f"{command.player} waits, but others wait longer for the free places.")
        return []
    if terms.waitlist == 0 and group is not None:
        raise full(group)
    if terms.waitlist == 0:
        raise ChampionshipFull(f"All {terms.places} places are taken.", places=terms.places)
    if len(state.waiting) >= terms.waitlist:
        raise WaitlistFull(
            f"All {terms.places} places are taken and {len(state.waiting)} wait for one; no more than"
            f" {terms.waitlist} may.",
            places=terms.places,
            waitlist=terms.waitlist,
        )
    return [
        EntryWaitlisted(
            championship=terms.championship, player=command.player, by=command.by.id, waitlisted_at=command.at
        )
    ]


def _next(state: Roster, terms: EntryTerms, barred: Collection[UUID]) -> list[UUID]:
    """Return who of those who wait may have a place, the longest first: quotas are counted again."""
    taken = [counted(entry.application) for entry in state.accepted()]
    able = []
    for player in state.waiting:
        attributes = counted(state.entries[player].application)
        try:
            check_quotas(attributes, taken, terms)
        except QuotaFull:
            continue
        if player not in barred:
            able.append(player)
            taken.append(attributes)
    return with_room(able, state, terms)


def promoted(
    state: Roster, terms: EntryTerms, barred: Collection[UUID], by: Actor, at: datetime
) -> list[RosterEvent]:
    """Return who of those who wait gets a place now."""
    free = max(terms.places - len(state.accepted()), 0)
    return [_accepted(player, terms, by, at, waited=True) for player in _next(state, terms, barred)[:free]]


def promote_waiting(command: PromoteWaiting, state: Roster) -> list[RosterEvent]:
    """Give the free places to those who wait."""
    demand_organizer(command.by, command.terms.organizers, "give free places to those who wait")
    demand_not_over(command.terms)
    return promoted(state, command.terms, command.barred, command.by, command.at)


def change_group(command: PutIntoGroup, state: Roster) -> list[RosterEvent]:
    """Put an entry into a group; who waits gets the place it leaves, while the list is not final."""
    standing(command.player, state)
    demand_not_over(command.terms)
    put = put_into_group(command, state)
    if not put or command.terms.list_is_final:
        return [*put]
    after = evolve(state, put[0])
    return [*put, *promoted(after, command.terms, command.barred, command.by, command.at)]


def _accepted(player: UUID, terms: EntryTerms, by: Actor, at: datetime, *, waited: bool) -> EntryAccepted:
    return EntryAccepted(
        championship=terms.championship, player=player, by=by.id, accepted_at=at, from_waitlist=waited
    )
