"""Published draws as schedules: of everybody, or of one person who plays or judges."""

from collections.abc import Collection
from uuid import UUID

from services.registration.api.schemas_of_schedules import Part, ScheduledGame, ScheduleView
from services.registration.api.seated import Seated, Seating, on_the_clock
from shared.contracts.registration import DrawnTable


def schedule_of(seated: Seated, person: UUID | None = None, records: Collection[UUID] = ()) -> ScheduleView:
    """Return every drawn game, or those of a person, under whichever of his `records` he sits."""
    games = tuple(
        _game(seated, seating, table, part)
        for seating in seated.seatings
        for table in seating.tables
        for part in (_parts(table, records) if person is not None else [None])
    )
    timeless = {game.stage: None for game in games if game.starts is None}
    known = [record for record in records if record in seated.nicks]
    return ScheduleView(
        championship=seated.championship,
        title=seated.title,
        person=person,
        nick=seated.nicks[known[0]] if known else None,
        revision=seated.revision,
        games=tuple(
            sorted(games, key=lambda game: (game.starts is None, game.starts and game.starts.instant))
        ),
        without_times=tuple(timeless),
    )


def _parts(table: DrawnTable, records: Collection[UUID]) -> list[tuple[Part, int | None]]:
    """Return what a person is at a table: its judge, or a player in a seat, or nothing."""
    found: list[tuple[Part, int | None]] = [("judge", None)] if table.judge in records else []
    return found + [("player", seat) for seat, player in enumerate(table.seats, start=1) if player in records]


def _game(
    seated: Seated, seating: Seating, table: DrawnTable, part: tuple[Part, int | None] | None
) -> ScheduledGame:
    slot = seating.slot(table.round)
    zone = seating.venue.zone
    return ScheduledGame(
        game=table.game,
        draw=seating.draw,
        stage=seating.stage.key,
        stage_title=seating.stage.title,
        group=seating.group,
        round=table.round,
        table=table.table,
        part=part[0] if part is not None else None,
        seat=part[1] if part is not None else None,
        judge=table.judge,
        judge_nick=seated.nick(table.judge),
        venue=seating.venue,
        starts=on_the_clock(slot.start, zone) if slot is not None else None,
        ends=on_the_clock(slot.end, zone) if slot is not None else None,
    )
