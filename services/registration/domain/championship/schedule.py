"""Whether the times of a championship can work: blocks, deadlines and their zones (O-PLAN-2, O-REG-2)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import pairwise

from services.registration.domain.errors import DeadlineCannotWork, ScheduleCannotWork
from shared.contracts.registration import Block, LocalTime, StagePlan, Venue
from shared.contracts.regulations import Regulations


def check_schedule(stages: Sequence[StagePlan], venues: Sequence[Venue], regulations: Regulations) -> None:
    """Raise ScheduleCannotWork for a block that ends before it starts, or two at one venue that overlap."""
    clause = regulations.clause("plan.schedule")
    zones = {venue.key: venue.zone for venue in venues}
    for venue in venues:
        blocks = sorted(
            (block for stage in stages for place, block in _placed(stage) if place == venue.key),
            key=lambda block: (block.start.instant, block.end.instant),
        )
        for block in blocks:
            if {block.start.zone, block.end.zone} != {zones[venue.key]}:
                raise ScheduleCannotWork(
                    f"Block {block.title!r} is at venue {venue.key!r} and must be in its zone {venue.zone}.",
                    clause=clause,
                )
            if block.end.instant <= block.start.instant:
                raise ScheduleCannotWork(
                    f"Block {block.title!r} ends at {block.end}, not after its start at {block.start}.",
                    clause=clause,
                )
        for earlier, later in pairwise(blocks):
            if later.start.instant < earlier.end.instant:
                raise ScheduleCannotWork(
                    f"Block {later.title!r} starts at {later.start}, before {earlier.title!r} ends at"
                    f" {earlier.end}; both are at venue {venue.key!r}.",
                    clause=clause,
                )


def _placed(stage: StagePlan) -> Iterator[tuple[str, Block]]:
    """Yield the blocks of a stage and of its groups, each with its venue."""
    yield from ((stage.venue, block) for block in stage.blocks)
    for group in stage.groups:
        yield from ((group.venue, block) for block in group.blocks)


def check_deadlines(
    preliminary: LocalTime | None,
    final: LocalTime | None,
    stages: Sequence[StagePlan],
    venues: Sequence[Venue],
    regulations: Regulations,
    now: datetime,
) -> None:
    """Raise DeadlineCannotWork for deadlines in a foreign zone, too late, too early or in disorder.

    The preliminary deadline may have passed: it binds nobody.
    """
    clause = regulations.clause("registration.deadline")
    zones = {venue.zone for venue in venues}
    for deadline in (preliminary, final):
        if deadline is not None and deadline.zone not in zones:
            raise DeadlineCannotWork(
                f"The deadline {deadline} is in no venue's zone; expected one of {', '.join(sorted(zones))}.",
                clause=clause,
            )
    if final is None:
        return
    if preliminary is not None and preliminary.instant > final.instant:
        raise DeadlineCannotWork(
            f"The preliminary deadline {preliminary} is after the final one, {final}.", clause=clause
        )
    if final.instant <= now:
        raise DeadlineCannotWork(
            f"The final deadline {final} has passed already: nobody could apply.", clause=clause
        )
    starts = [block.start for stage in stages for _, block in _placed(stage)]
    first = min(starts, key=lambda start: start.instant, default=None)
    if first is not None and final.instant > first.instant:
        raise DeadlineCannotWork(
            f"The final deadline {final} is after the first block begins, at {first}.", clause=clause
        )
