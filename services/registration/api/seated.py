"""Who sits where and when, as it is published now: the one place from which schedules and pages read it.

What is not published is not here, so nothing that is made of it can give it away.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from services.registration.domain.championship.timetable import Slot, slots_of
from services.registration.domain.errors import ChampionshipUnknown, DrawUnknown
from services.registration.projections import (
    how_is_a_stage_drawn,
    which_championships_are_there,
    who_is_known,
    who_takes_part,
)
from shared.contracts.registration import Block, DrawnTable, LocalTime, Phase, StagePlan, Venue


class Seating(msgspec.Struct, frozen=True, kw_only=True):
    """One published draw with what the plan says of it. `version` rises with every change of the draw."""

    draw: UUID
    stage: StagePlan
    """What is drawn: the stage, or the part of it that a group plays."""
    venue: Venue
    tables: tuple[DrawnTable, ...]
    """By round and table."""
    slots: tuple[Slot, ...]
    """When each round is played; empty where the plan does not say."""
    version: int
    published_at: datetime
    group: str | None = None

    def slot(self, number: int) -> Slot | None:
        """Return when a round is played, if the plan says so."""
        return self.slots[number - 1] if self.slots else None


class Seated(msgspec.Struct, frozen=True, kw_only=True):
    """A championship with its published draws, in playing order, and everybody's nick in them."""

    championship: UUID
    title: str
    host_club: str
    phase: Phase
    version: int
    seatings: tuple[Seating, ...]
    nicks: Mapping[UUID, str]

    def nick(self, person: UUID) -> str:
        """Return the nick that a person plays or judges under; where he has none, how his id begins."""
        return self.nicks.get(person, str(person)[:8])

    @property
    def revision(self) -> int:
        """Return a number that rises whenever a draw or the plan changes, and never falls."""
        return self.version + sum(seating.version for seating in self.seatings)


async def seated_in(connection: AsyncConnection, championship: UUID) -> Seated:
    """Return the published draws of a championship, maybe none. Raises ChampionshipUnknown."""
    row = (await connection.execute(which_championships_are_there.one(championship))).one_or_none()
    if row is None:
        raise ChampionshipUnknown(f"There is no championship {championship}.")
    promise = which_championships_are_there.announcement_of(row.announcement)
    stages = {stage.key: (place, stage) for place, stage in enumerate(promise.stages)}
    venues = {venue.key: venue for venue in promise.venues}
    found: list[tuple[int, Seating]] = []
    for drawn in (await connection.execute(how_is_a_stage_drawn.of_championship(championship))).all():
        place, whole = stages[drawn.stage]
        standing = how_is_a_stage_drawn.standing_of(drawn)
        stage = whole.part(standing.drawn.group)
        found.append(
            (
                place,
                Seating(
                    draw=drawn.draw,
                    stage=stage,
                    group=standing.drawn.group,
                    venue=venues[stage.venue],
                    tables=standing.tables,
                    slots=_slots(stage.blocks, standing.tables),
                    version=drawn.version,
                    published_at=standing.drawn.published_at,
                ),
            )
        )
    seatings = tuple(seating for _, seating in sorted(found, key=lambda one: (one[0], one[1].group or "")))
    return Seated(
        championship=championship,
        title=promise.title,
        host_club=promise.host_club,
        phase=row.phase,
        version=row.version,
        seatings=seatings,
        nicks=await _nicks(connection, championship, [t for seating in seatings for t in seating.tables]),
    )


async def seated_in_stage(
    connection: AsyncConnection, championship: UUID, stage: str, group: str | None = None
) -> tuple[Seated, Seating]:
    """Return the published draw of a stage, or of its group. Raises DrawUnknown, whatever the reason."""
    try:
        seated = await seated_in(connection, championship)
    except ChampionshipUnknown:
        raise no_draw(championship, stage) from None
    for seating in seated.seatings:
        if (seating.stage.key, seating.group) == (stage, group):
            return seated, seating
    raise no_draw(championship, stage)


def no_draw(championship: UUID, stage: str) -> DrawUnknown:
    """Return the refusal to show what is not public: the same whether it is there or not."""
    return DrawUnknown(f"No draw of stage {stage!r} of championship {championship} is public.")


def on_the_clock(instant: datetime, zone: str) -> LocalTime:
    """Return an instant as the clocks of a zone show it."""
    utc = instant.astimezone(UTC)
    return LocalTime(local=utc.astimezone(ZoneInfo(zone)).replace(tzinfo=None), zone=zone, instant=utc)


def _slots(blocks: Sequence[Block], tables: Iterable[DrawnTable]) -> tuple[Slot, ...]:
    return slots_of(blocks, max((table.round for table in tables), default=0))


async def _nicks(
    connection: AsyncConnection, championship: UUID, tables: Iterable[DrawnTable]
) -> dict[UUID, str]:
    """Return nicks: of players as they entered, of judges as they are known."""
    judges: set[UUID] = set()
    players: set[UUID] = set()
    for table in tables:
        judges.add(table.judge)
        players.update(table.seats)
    known = (await connection.execute(who_is_known.nicks_of(judges))).all()
    entered = (await connection.execute(who_takes_part.nicks_of(championship, players))).all()
    return {row.person: row.nick for row in known} | {row.player: row.nick for row in entered}
