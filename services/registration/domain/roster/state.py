"""What a roster is at a moment: each entry in its situation."""

from collections.abc import Sequence
from typing import TypeAlias, TypeVar
from uuid import UUID

import msgspec

from services.registration.domain.grouping import EntryGroup, group_of
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
    RosterEvent,
    RulingNotCarriedOut,
)
from services.registration.domain.texts import comparable

T = TypeVar("T")


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
    checked_in: bool = False
    substitute: bool = False
    """He has no place of his own, and plays only in somebody else's."""


class Waitlisted(msgspec.Struct, frozen=True):
    """The player takes part as soon as there is a place for him."""

    application: ApplicationReceived
    fee: FeeRecorded | None


class Withdrawn(msgspec.Struct, frozen=True):
    """The player does not take part; he may apply anew."""

    application: ApplicationReceived
    was_accepted: bool
    fee: FeeRecorded | None = None
    refund: RefundNoted | None = None


class Disqualified(msgspec.Struct, frozen=True):
    """The player is out; he may apply anew if what put him out was lifted."""

    application: ApplicationReceived
    was_accepted: bool
    fee: FeeRecorded | None = None
    refund: RefundNoted | None = None


Standing: TypeAlias = Applied | Paid | Accepted | Waitlisted
Left: TypeAlias = Withdrawn | Disqualified
Entry: TypeAlias = Standing | Left


class Roster(msgspec.Struct, frozen=True):
    """All entries of one championship."""

    entries: dict[UUID, Entry]
    nicks: dict[str, UUID]
    """Who bears a nick, in its comparable form, among entries that stand."""
    waiting: tuple[UUID, ...] = ()
    """Who waits for a place, the longest first."""
    confirmed: dict[UUID, frozenset[str]] = {}
    """The confirmed attributes of entries that stand."""
    heeded: frozenset[UUID] = frozenset()
    """The rulings that were carried out, or found not to be possible."""
    put_into: dict[UUID, str] = {}
    """The groups into which organizers put entries that stand."""

    def accepted(self) -> list[Accepted]:
        """Return the accepted entries that have a place."""
        return [entry for _, entry in self._placed()]

    def with_places(self) -> list[UUID]:
        """Return the players who have a place: who takes part but for substitutes."""
        return [player for player, _ in self._placed()]

    def _placed(self) -> list[tuple[UUID, Accepted]]:
        return [
            (player, entry)
            for player, entry in self.entries.items()
            if isinstance(entry, Accepted) and not entry.substitute
        ]

    def entrants(self) -> list[UUID]:
        """Return the players who take part, substitutes too."""
        return [player for player, entry in self.entries.items() if isinstance(entry, Accepted)]

    def placed(self, groups: Sequence[EntryGroup]) -> dict[UUID, EntryGroup | None]:
        """Return the group of each entry, None for one from no city of any."""
        return {
            player: group_of(entry.application.city, self.put_into.get(player), groups)
            for player, entry in self.entries.items()
        }

    def bearers(self) -> dict[UUID, str]:
        """Return the nick of each entry, as it was typed."""
        return {player: entry.application.nick for player, entry in self.entries.items()}


def initial() -> Roster:
    """Return the state before the first event."""
    return Roster(entries={}, nicks={})


def fee_of(entry: Entry) -> FeeRecorded | None:
    """Return the fee that was paid for an entry."""
    return None if isinstance(entry, Applied) else entry.fee


def evolve(state: Roster, event: RosterEvent) -> Roster:  # noqa: C901, PLR0911 - a table of contents
    """Return the state after an event."""
    match event:
        case ApplicationReceived():
            return _applied(state, event)
        case FeeRecorded():
            return _moved(state, event.player, Paid(state.entries[event.player].application, event))
        case EntryAccepted():
            entry = state.entries[event.player]
            taking_part = Accepted(entry.application, fee_of(entry), substitute=event.substitute)
            return _moved(state, event.player, taking_part)
        case EntryWaitlisted():
            entry = state.entries[event.player]
            moved = _moved(state, event.player, Waitlisted(entry.application, fee_of(entry)))
            return msgspec.structs.replace(moved, waiting=(*moved.waiting, event.player))
        case EntryWithdrawn():
            entry = state.entries[event.player]
            return _left(
                state,
                event.player,
                Withdrawn(entry.application, isinstance(entry, Accepted), fee_of(entry)),
            )
        case EntryDisqualified():
            entry = state.entries[event.player]
            return _left(
                _heeding(state, event.ruling),
                event.player,
                Disqualified(entry.application, isinstance(entry, Accepted), fee_of(entry)),
            )
        case RulingNotCarriedOut():
            return _heeding(state, event.ruling)
        case RefundNoted():
            refunded = msgspec.structs.replace(state.entries[event.player], refund=event)
            return _moved(state, event.player, refunded)
        case AttributesConfirmed():
            known = state.confirmed.get(event.player, frozenset()) | set(event.attributes)
            return msgspec.structs.replace(state, confirmed=state.confirmed | {event.player: known})
        case PlayerCheckedIn():
            here = msgspec.structs.replace(state.entries[event.player], checked_in=True)
            return _moved(state, event.player, here)
        case EntryPutIntoGroup():
            others = _without(state.put_into, event.player)
            own = {} if event.group is None else {event.player: event.group}
            return msgspec.structs.replace(state, put_into=others | own)


def _applied(state: Roster, event: ApplicationReceived) -> Roster:
    return msgspec.structs.replace(
        state,
        entries=state.entries | {event.player: Applied(event)},
        nicks=state.nicks | {comparable(event.nick): event.player},
        confirmed=_without(state.confirmed, event.player),
        put_into=_without(state.put_into, event.player),
    )


def _left(state: Roster, player: UUID, entry: Left) -> Roster:
    key = comparable(entry.application.nick)
    moved = _moved(state, player, entry)
    return msgspec.structs.replace(
        moved,
        nicks={nick: bearer for nick, bearer in state.nicks.items() if nick != key},
        confirmed=_without(state.confirmed, player),
        put_into=_without(state.put_into, player),
    )


def _heeding(state: Roster, ruling: UUID | None) -> Roster:
    return state if ruling is None else msgspec.structs.replace(state, heeded=state.heeded | {ruling})


def _without(known: dict[UUID, T], player: UUID) -> dict[UUID, T]:
    return {key: what for key, what in known.items() if key != player}


def _moved(state: Roster, player: UUID, entry: Entry) -> Roster:
    waiting = tuple(one for one in state.waiting if one != player)
    return msgspec.structs.replace(state, entries=state.entries | {player: entry}, waiting=waiting)
