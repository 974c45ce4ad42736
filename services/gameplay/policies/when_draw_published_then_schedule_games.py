"""When a draw is published, then its games are scheduled: all of them, in one transaction."""

from typing import Any

from services.gameplay.domain.game.decider import ScheduleGame, decider
from services.gameplay.projections.which_rules_bind_a_championship import table_rules
from shared.contracts.registration import DrawPublished
from shared.eventsourcing.handling import Unit
from shared.messaging.subscription import Heard


async def when_draw_published_then_schedule_games(unit: Unit, heard: Heard[Any]) -> None:
    """Schedule every table of a draw, each on its own stream, bound to the championship's rules.

    Streams are taken in the order of their ids, as every unit of work takes them. A draw that breaks
    a rule of the table is a fault of its publisher: the refusal goes on and halts the consumer.
    """
    draw: DrawPublished = heard.event
    rules = await table_rules(unit.connection, draw.championship)
    for drawn in sorted(draw.tables, key=lambda table: table.game):
        await unit.handle(
            decider,
            drawn.game,
            ScheduleGame(
                game=drawn.game,
                championship=draw.championship,
                draw=draw.draw,
                stage=draw.stage,
                stage_kind=draw.stage_kind,
                round=drawn.round,
                table=drawn.table,
                judge=drawn.judge,
                seats=drawn.seats,
                rules=rules,
                at=unit.context.at,
                group=draw.group,
            ),
        )
