"""Passes the deadlines that are due: the clock of appeals, which holds nothing of its own.

What is due is a read model of events, and passing a deadline is a command that is refused by nothing and
does something once: a worker that is killed anywhere, or runs twice, leads to the same events.
"""

import asyncio
import contextlib
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy import Row

from services.appeals.domain.protest.commands import PassDeadline
from services.appeals.domain.protest.decider import decider as protest_decider
from services.appeals.domain.window.decider import CloseWindow
from services.appeals.domain.window.decider import decider as window_decider
from services.appeals.projections.what_is_due import due_before
from shared.clock import Clock
from shared.eventsourcing.handling import CommandLoop, Context, Unit

log = structlog.get_logger(__name__)
ACTOR = "deadlines"
POLL_SECONDS = 1.0


async def run_due(loop: CommandLoop, now: datetime) -> int:
    """Pass every deadline that is due by `now`, each in a transaction of its own; return how many passed."""
    async with loop.store.engine.connect() as connection:
        due = (await connection.execute(due_before(now))).all()
    passed = 0
    for row in due:
        passed += await _pass(loop, row, now)
    return passed


async def run(loop: CommandLoop, clock: Clock, stop: asyncio.Event) -> None:
    """Look for what is due until told to stop."""
    while not stop.is_set():
        await run_due(loop, clock())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(stop.wait(), POLL_SECONDS)


async def _pass(loop: CommandLoop, row: Row[Any], now: datetime) -> int:
    async def work(unit: Unit) -> int:
        if row.deadline == "window":
            closed = await unit.handle(window_decider, row.subject, CloseWindow(cause="time", at=now))
            return len(closed.events)
        command = PassDeadline(deadline=row.deadline, due_at=row.due_at, at=now)
        handled = await unit.handle(protest_decider, row.subject, command)
        return len(handled.events)

    done, _ = await loop.run(Context(actor=ACTOR, at=now), work)
    if done:
        log.info("deadline passed", subject=str(row.subject), deadline=row.deadline, due_at=str(row.due_at))
    return int(done > 0)
