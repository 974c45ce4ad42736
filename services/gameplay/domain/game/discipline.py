"""Fouls, technical fouls and removals at the table, and what a removal does to the vote."""

import msgspec

from services.gameplay.domain.game.leaving import checked_end, leave
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.table import BY_DAY, UNDECIDED, Table
from services.gameplay.domain.game.votes import without
from shared.contracts.primitives import SeatNumber


def fouled(table: Table, seat: SeatNumber) -> Table:
    """Count a foul."""
    return msgspec.structs.replace(table, fouls=_one_more(table.fouls, seat))


def technically_fouled(table: Table, seat: SeatNumber) -> Table:
    """Count a technical foul, apart from the others."""
    return msgspec.structs.replace(table, technical_fouls=_one_more(table.technical_fouls, seat))


def _one_more(counts: tuple[int, ...], seat: SeatNumber) -> tuple[int, ...]:
    return tuple(count + (number == seat) for number, count in enumerate(counts, start=1))


def removed(table: Table, seat: SeatNumber, reason: str | None, rules: TableRules) -> Table:
    """Take a player from the table at once, without a last word."""
    decided_by_day = table.phase in BY_DAY - UNDECIDED
    undecided = table.phase in UNDECIDED
    table = leave(table, (seat,), "removal", reason)
    table = msgspec.structs.replace(table, queue=tuple(s for s in table.queue if s != seat))
    if not (undecided or decided_by_day):
        table = msgspec.structs.replace(table, removed_tonight=(*table.removed_tonight, seat))
    table = checked_end(table)
    if table.phase == "over":
        return table
    rule = rules.play.vote_after_removal
    if rule == "goes_on":
        return without(table, seat, rules)
    if undecided:
        table = msgspec.structs.replace(table, costs_vote=(*table.costs_vote, seat))
        if table.phase == "speeches":
            return table
        return msgspec.structs.replace(table, phase="dusk", queue=(), voting=None, tied=())
    if rule == "current_or_next" or not decided_by_day:
        return msgspec.structs.replace(table, costs_next_vote=(*table.costs_next_vote, seat))
    return table
