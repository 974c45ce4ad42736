"""The protocol move by move: its numbered entries, their corrections, and the table they lead to."""

from datetime import datetime
from uuid import UUID

import msgspec

from services.gameplay.domain.game.course import apply, replay
from services.gameplay.domain.game.events import Doubt, MoveCorrected, MoveRecorded, RuleOverridden
from services.gameplay.domain.game.legality import check
from services.gameplay.domain.game.moves import Move
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import Table
from shared.eventsourcing.refusal import Refusal


class Correction(msgspec.Struct, frozen=True, kw_only=True):
    """What stood in an entry before, and why it was wrong."""

    before: tuple[Move, ...]
    reason: str
    by: UUID
    at: datetime


class Overruled(msgspec.Struct, frozen=True, kw_only=True):
    """The rule that an entry breaks by the judge's decision."""

    rule: str
    clause: str | None
    reason: str


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of the protocol: one move, or what a correction put in its place."""

    number: int
    moves: tuple[Move, ...]
    by: UUID
    at: datetime
    overruled: tuple[Overruled, ...] = ()
    corrections: tuple[Correction, ...] = ()


class Play(msgspec.Struct, frozen=True, kw_only=True):
    """All entries and the table after them. `pending` overrides belong to the entry that comes next."""

    entries: tuple[Entry, ...] = ()
    table: Table = Table()
    doubts: tuple[Doubt, ...] = ()
    pending: tuple[Overruled, ...] = ()


def recorded(play: Play, event: MoveRecorded, rules: TableRules) -> Play:
    """Return the protocol with one entry more."""
    entry = Entry(
        number=event.number,
        moves=(event.move,),
        by=event.by,
        at=event.recorded_at,
        overruled=play.pending,
    )
    table = apply(play.table, event.move, rules)
    return msgspec.structs.replace(play, entries=(*play.entries, entry), table=table, pending=())


def overruled(play: Play, event: RuleOverridden) -> Play:
    """Return the protocol with a rule overruled for the entry that follows."""
    if event.number == 0:
        return play
    decision = Overruled(rule=event.rule, clause=event.clause, reason=event.reason)
    return msgspec.structs.replace(play, pending=(*play.pending, decision))


def corrected(play: Play, event: MoveCorrected, rules: TableRules) -> Play:
    """Return the protocol with other moves in an entry, played through again."""
    entries = replaced(play, event.number, event.moves, event.reason, event.by, event.corrected_at)
    table = replay(tuple(move for entry in entries for move in entry.moves), rules)
    table = msgspec.structs.replace(table, news=True)
    return Play(entries=entries, table=table, doubts=event.doubts)


def replaced(
    play: Play, number: int, moves: tuple[Move, ...], reason: str, by: UUID, at: datetime
) -> tuple[Entry, ...]:
    """Return the entries with other moves in one; what stood there stays visible."""
    old = play.entries[number - 1]
    correction = Correction(before=old.moves, reason=reason, by=by, at=at)
    new = msgspec.structs.replace(
        old, moves=moves, overruled=play.pending, corrections=(*old.corrections, correction)
    )
    return (*play.entries[: number - 1], new, *play.entries[number:])


def doubts_of(entries: tuple[Entry, ...], rules: TableRules) -> tuple[Doubt, ...]:
    """Check every entry again, and return those that do not hold; what was overruled holds."""
    doubts: list[Doubt] = []
    table = Table()
    for entry in entries:
        for move in entry.moves:
            if not entry.overruled:
                try:
                    check(table, move, rules)
                except Refusal as refusal:
                    doubts.append(doubt(entry.number, refusal))
            table = apply(table, move, rules)
    return tuple(doubts)


def doubt(number: int, refusal: Refusal) -> Doubt:
    """Return a refusal as a doubt about an entry."""
    return Doubt(number=number, rule=refusal.code, clause=refusal.clause, detail=refusal.message)
