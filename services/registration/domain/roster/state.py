"""What a roster is at a moment: each entry in its situation."""

from typing import TypeAlias
from uuid import UUID

import msgspec

from services.registration.domain.roster.events import (
    ApplicationReceived,
    EntryAccepted,
    EntryWithdrawn,
    FeeRecorded,
    RosterEvent,
)
from services.registration.domain.texts import comparable


class Applied(msgspec.Struct, frozen=True):
    """The application waits for the fee, or for acceptance where there is no fee."""

    application: ApplicationReceived


class Paid(msgspec.Struct, frozen=True):
    """The fee is recorded; the application waits for acceptance."""

    application: ApplicationReceived
    fee: FeeRecorded


class Accepted(msgspec.Struct, frozen=True):
    """The player takes part."""

    application: ApplicationReceived
    fee: FeeRecorded | None


class Withdrawn(msgspec.Struct, frozen=True):
    """The player does not take part; he may apply anew."""

    application: ApplicationReceived
    was_accepted: bool


Entry: TypeAlias = Applied | Paid | Accepted | Withdrawn


class Roster(msgspec.Struct, frozen=True):
    """All entries of one championship."""

    entries: dict[UUID, Entry]
    nicks: dict[str, UUID]
    """Who bears a nick, in its comparable form, among entries that are not withdrawn."""

    def accepted(self) -> list[Accepted]:
        """Return the accepted entries."""
        return [entry for entry in self.entries.values() if isinstance(entry, Accepted)]

    def entrants(self) -> list[UUID]:
        """Return the players who take part."""
        return [player for player, entry in self.entries.items() if isinstance(entry, Accepted)]


def initial() -> Roster:
    """Return the state before the first event."""
    return Roster(entries={}, nicks={})


def evolve(state: Roster, event: RosterEvent) -> Roster:
    """Return the state after an event."""
    match event:
        case ApplicationReceived():
            nicks = state.nicks | {comparable(event.nick): event.player}
            return Roster(entries=state.entries | {event.player: Applied(event)}, nicks=nicks)
        case FeeRecorded():
            return _moved(state, event.player, Paid(state.entries[event.player].application, event))
        case EntryAccepted():
            entry = state.entries[event.player]
            fee = entry.fee if isinstance(entry, Paid) else None
            return _moved(state, event.player, Accepted(entry.application, fee))
        case EntryWithdrawn():
            entry = state.entries[event.player]
            key = comparable(entry.application.nick)
            left = Withdrawn(entry.application, isinstance(entry, Accepted))
            return Roster(
                entries=state.entries | {event.player: left},
                nicks={nick: player for nick, player in state.nicks.items() if nick != key},
            )


def _moved(state: Roster, player: UUID, entry: Entry) -> Roster:
    return Roster(entries=state.entries | {player: entry}, nicks=state.nicks)
