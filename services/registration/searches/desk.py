"""Where draws are searched for: in threads of this process, while its event loop serves others.

A search holds no lock and no connection. It says twice a second how far it is, and so hears whether it
is to stop or was cancelled. What it finds is published like any draw, in one transaction with the end of
the search; where the field changed meanwhile, it is searched anew for the new one.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from uuid import UUID

import msgspec
import structlog
from litestar import Litestar
from litestar.datastructures import State
from sqlalchemy.exc import DBAPIError

from services.registration.access.issuing import Issuer
from services.registration.api.draws import Ask
from services.registration.domain.draw.algorithms import watched
from services.registration.domain.draw.annealing import Progress
from services.registration.domain.draw.decider import Drawing, PublishDraw, Searched, draw
from services.registration.domain.draw.state import draw_id
from services.registration.searches import ledger
from shared.clock import Clock
from shared.eventsourcing.handling import Context, Unit
from shared.eventsourcing.postgres import DRIVER_ERRORS, unavailable
from shared.eventsourcing.refusal import Refusal

log = structlog.get_logger(__name__)
SEARCHERS = 2
"""Searches at a time in one process; others wait."""
BEAT = 0.5
AGAIN_AFTER = 1.0
"""Seconds between attempts while the database is not there."""
Prepare = Callable[[Unit, Ask, datetime, Issuer | None], Awaitable[tuple[PublishDraw, Drawing]]]


class Abandoned(Exception):  # noqa: N818
    """Nobody wants any more what is searched for."""


class _NotSearchedYet(Exception):  # noqa: N818
    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing


class _Search:
    """One search: what it tells, and what it is told. Its `watch` runs in the thread that searches."""

    def __init__(self, identity: UUID, ask: Ask, context: Context) -> None:
        self.identity, self.ask, self.context = identity, ask, context
        self.progress: Progress | None = None
        self.fields = 0
        self.stop = self.abandoned = False
        self.ended_after: int | None = None

    def begin(self) -> None:
        """Begin with a field: nothing is found for it yet, and nobody has seen it to stop it."""
        self.fields += 1
        self.ended_after = self.progress = None
        if self.fields > 1:
            self.stop = False

    def watch(self, progress: Progress) -> bool:
        """Hear how far the search is, and answer whether to go on: never to an end that breaks a rule."""
        if self.abandoned:
            raise Abandoned
        self.progress = progress
        if progress.part == "meetings" and self.stop and not progress.forbidden:
            self.ended_after = progress.done
            return False
        return True


class Desk:
    """All searches of this process."""

    def __init__(self, prepare: Prepare, clock: Clock) -> None:
        self._prepare, self._clock = prepare, clock
        self._state = State()
        self._searches: dict[UUID, _Search] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._threads: ThreadPoolExecutor

    @asynccontextmanager
    async def opened(self, app: Litestar) -> AsyncIterator[None]:
        """Search until the application ends; what is not found by then is lost, and said to be."""
        self._state = app.state
        self._threads = ThreadPoolExecutor(SEARCHERS, thread_name_prefix="draw")
        try:
            yield
        finally:
            for search in list(self._searches.values()):
                search.abandoned = True
                await self._end(search, "lost", "server_stopped", "The server was stopped; begin it again.")
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            self._threads.shutdown(wait=False, cancel_futures=True)

    def begin(self, identity: UUID, ask: Ask, context: Context) -> None:
        """Begin a search that is written down."""
        search = self._searches[identity] = _Search(identity, ask, context)
        task = asyncio.create_task(self._run(search))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def heed(self, identity: UUID, *, cancelled: bool) -> None:
        """Let a search hear at once what is written down for it, if it runs here."""
        search = self._searches.get(identity)
        if search is not None:
            search.stop, search.abandoned = True, cancelled

    async def _run(self, search: _Search) -> None:
        beating = asyncio.create_task(self._beat(search))
        try:
            await self._until_published(search)
        except Abandoned:
            log.info("search abandoned", search=str(search.identity))
        except Refusal as refusal:
            await self._end(search, "refused", refusal.code, refusal.message)
        except Exception:
            await self._end(search, "lost", "search_failed", "The search failed; begin it again.")
            log.exception("search failed", search=str(search.identity))
            raise
        finally:
            beating.cancel()
            del self._searches[search.identity]

    async def _until_published(self, search: _Search) -> None:
        loop = asyncio.get_running_loop()
        found: Searched | None = None
        while True:
            try:
                await self._publish(search, found)
            except _NotSearchedYet as waiting:
                drawing = waiting.drawing
                if search.fields:
                    async with self._state.engine.begin() as connection:
                        await ledger.begin_anew(connection, search.identity, search.fields + 1)
                search.begin()
                tables = await loop.run_in_executor(
                    self._threads, watched, drawing.algorithm, drawing.inputs, drawing.seed, search.watch
                )
                found = Searched(drawing=drawing, moves=search.ended_after, tables=tables)
            except (DBAPIError, *DRIVER_ERRORS) as error:
                if not unavailable(error):
                    raise
                await asyncio.sleep(AGAIN_AFTER)
            else:
                return

    async def _publish(self, search: _Search, found: Searched | None) -> None:
        """Publish what was found, once: not if the search was cancelled, lost, or begun again elsewhere."""
        now = self._clock()

        async def work(unit: Unit) -> None:
            command, drawing = await self._prepare(unit, search.ask, now, self._state.get("issuer"))
            if found is None or found.drawing != drawing:
                raise _NotSearchedYet(drawing)
            if not await ledger.end(unit.connection, search.identity, "published", progress=search.progress):
                raise Abandoned
            identity = draw_id(search.ask.championship, search.ask.stage, search.ask.group)
            await unit.handle(draw, identity, msgspec.structs.replace(command, searched=found))

        await self._state.loop.run(msgspec.structs.replace(search.context, at=now), work)
        nudge = self._state.get("nudge")
        if nudge is not None:
            nudge()

    async def _beat(self, search: _Search) -> None:
        while True:
            fields = search.fields
            try:
                async with self._state.engine.begin() as connection:
                    stop = await ledger.beat(connection, search.identity, search.progress, fields)
            except (DBAPIError, *DRIVER_ERRORS) as error:
                log.warning("search not heard", search=str(search.identity), error=type(error).__name__)
            else:
                search.abandoned = search.abandoned or stop is None
                if search.fields == fields:
                    search.stop = search.stop or bool(stop)
            await asyncio.sleep(BEAT)

    async def _end(self, search: _Search, state: ledger.State, code: str, detail: str) -> None:
        with contextlib.suppress(DBAPIError, *DRIVER_ERRORS):  # then it falls silent, which says the same
            async with self._state.engine.begin() as connection:
                await ledger.end(
                    connection, search.identity, state, progress=search.progress, code=code, detail=detail
                )
