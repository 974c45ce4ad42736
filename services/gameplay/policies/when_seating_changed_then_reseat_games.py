"""When a published seating changes, then its games are reseated: all that it names, or none."""

from typing import Any
from uuid import UUID

from services.gameplay.domain.game.decider import ScheduleGame, decider
from services.gameplay.domain.game.reseating import DeclineReseating, ReseatGame, conflict_with
from services.gameplay.projections.which_rules_bind_a_championship import table_rules
from shared.contracts.registration import DrawnTable, SeatingChanged
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_seating_changed_then_reseat_games(unit: Unit, heard: Heard[Any]) -> None:
    """Reseat the games of a change, schedule those that are new, or say for which it came too late.

    Streams are taken in the order of their ids, and kept until all is decided.
    """
    changed: SeatingChanged = heard.event
    was = {table.game: table for table in changed.was}
    now = sorted(changed.tables, key=lambda table: table.game)
    conflicts: dict[UUID, tuple[str, str]] = {}
    for table in now:
        _, state = await unit.state(decider, table.game)
        if table.game in was:
            conflict = conflict_with(_command(changed, was[table.game], table, unit), state)
            if conflict is not None:
                conflicts[table.game] = conflict
    for game, (code, detail) in conflicts.items():
        declining = DeclineReseating(
            championship=changed.championship,
            game=game,
            change=changed.change,
            draw=changed.draw,
            conflict=code,
            detail=detail,
            at=unit.context.at,
        )
        await unit.handle(decider, game, declining)
    if not conflicts:
        await _take_over(unit, changed, was, now)


async def _take_over(
    unit: Unit, changed: SeatingChanged, was: dict[UUID, DrawnTable], now: list[DrawnTable]
) -> None:
    rules = await table_rules(unit.connection, changed.championship)
    for table in now:
        if table.game in was:
            await unit.handle(decider, table.game, _command(changed, was[table.game], table, unit))
        else:
            scheduling = ScheduleGame(
                game=table.game,
                championship=changed.championship,
                draw=changed.draw,
                stage=changed.stage,
                stage_kind=changed.stage_kind,
                round=table.round,
                table=table.table,
                judge=table.judge,
                seats=table.seats,
                rules=rules,
                at=unit.context.at,
            )
            await unit.handle(decider, table.game, scheduling)


def _command(changed: SeatingChanged, was: DrawnTable, table: DrawnTable, unit: Unit) -> ReseatGame:
    return ReseatGame(
        change=changed.change,
        was_judge=was.judge,
        was_seats=was.seats,
        judge=table.judge,
        seats=table.seats,
        substitutes=tuple(player for player in table.seats if player in changed.substitutes),
        at=unit.context.at,
    )
