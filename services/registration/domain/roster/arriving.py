"""Decisions about the day itself: what is declared is confirmed, who is there is checked in."""

from services.registration.domain.errors import EntryNotAccepted
from services.registration.domain.roster.attributes import check_confirmed, confirmable
from services.registration.domain.roster.commands import CheckIn, ConfirmAttributes
from services.registration.domain.roster.demands import (
    demand_free,
    demand_not_over,
    demand_official,
    standing,
)
from services.registration.domain.roster.events import AttributesConfirmed, PlayerCheckedIn, RosterEvent
from services.registration.domain.roster.state import Accepted, Roster


def confirm(command: ConfirmAttributes, state: Roster) -> list[RosterEvent]:
    """Confirm what was declared and is proved."""
    terms = command.terms
    demand_official(command.by, terms, "confirm attributes")
    entry = standing(command.player, state)
    names = confirmable(command.attributes, entry.application, terms)
    fresh = [name for name in names if name not in state.confirmed.get(command.player, frozenset())]
    if not fresh:
        return []
    return [
        AttributesConfirmed(
            championship=terms.championship,
            player=command.player,
            attributes=tuple(fresh),
            by=command.by.id,
            confirmed_at=command.at,
        )
    ]


def check_in(command: CheckIn, state: Roster) -> list[RosterEvent]:
    """Note that a player is here."""
    terms = command.terms
    demand_official(command.by, terms, "check players in")
    demand_not_over(terms)
    entry = standing(command.player, state)
    if not isinstance(entry, Accepted):
        raise EntryNotAccepted(f"The entry of {command.player} is not accepted; accept it first.")
    if entry.checked_in:
        return []
    demand_free(command.player, command.bar, terms)
    if terms.rules.attributes_confirmed != "never":
        check_confirmed(entry.application, state.confirmed.get(command.player, frozenset()), terms)
    return [
        PlayerCheckedIn(
            championship=terms.championship, player=command.player, by=command.by.id, checked_in_at=command.at
        )
    ]
