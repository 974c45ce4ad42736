"""Searches for draws: begun, watched, stopped with the best so far, cancelled."""

from datetime import datetime
from secrets import token_hex
from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody
from sqlalchemy import Row

from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.draws import Ask, command_for
from services.registration.api.schemas_of_draws import DrawBody
from services.registration.domain.actors import Actor
from services.registration.domain.draw.annealing import Part
from services.registration.domain.draw.decider import demand_drawer
from services.registration.domain.draw.even import demand_drawable
from services.registration.domain.draw.qualification import stage_of
from services.registration.domain.draw.state import draw_id
from services.registration.domain.errors import NotYourDraw, SearchIsOver, SearchUnknown
from services.registration.projections import who_officiates
from services.registration.searches import ledger
from services.registration.searches.desk import Desk
from shared.contracts.registration import OfficialRole
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

DRAWERS: tuple[OfficialRole, ...] = ("organizer", "chief_judge")
LOOK_AGAIN = {"Retry-After": "1"}
"""Seconds between two looks at a search; it says something new twice in one."""


class SearchView(msgspec.Struct, kw_only=True):
    """How far a search is: never what it found, which is nobody's to choose from before it is published."""

    search: UUID
    number: int
    """The how manieth for this draw."""
    draw: UUID
    championship: UUID
    stage: Slug
    group: Slug | None
    state: ledger.State
    stop_asked: bool
    """It ends as soon as nobody meets in the best so far who must not."""
    part: Part | None
    """None: it waits for its turn."""
    done: int
    moves: int
    percent: int
    """Of the moves; it ends earlier where the bound is met."""
    c2: int | None
    """Of the best so far: the sum over all pairs of m(m-1)/2, m being how often the two meet."""
    bound: int | None
    """Less than that no seating has; -1 where none is proved."""
    forbidden_meetings: int | None
    fields: int
    """How many lists of players were searched for: more than 1 where somebody came or went meanwhile."""
    begun_by: UUID
    begun_at: datetime
    heard_at: datetime
    ended_at: datetime | None
    code: str | None
    """Why nothing was published."""
    detail: str | None

    @classmethod
    def of(cls, row: Row[Any]) -> "SearchView":
        """Return the view of a row."""
        state = ledger.state_of(row)
        lost = state != row.state
        return cls(
            search=row.search,
            number=row.number,
            draw=row.draw,
            championship=row.championship,
            stage=row.stage,
            group=row.group,
            state=state,
            stop_asked=row.stop_asked,
            part=row.part,
            done=row.done,
            moves=row.moves,
            percent=100 * row.done // row.moves if row.moves else 0,
            c2=row.c2,
            bound=row.bound,
            forbidden_meetings=row.forbidden,
            fields=row.fields,
            begun_by=row.begun_by,
            begun_at=row.begun_at,
            heard_at=row.heard_at,
            ended_at=row.ended_at,
            code="search_lost" if lost else row.code,
            detail="Nothing is heard of it any more; begin it again." if lost else row.detail,
        )


class SearchController(Controller):
    """Search for a draw in the background; what is found is published."""

    path = "/v1/championships/{championship_id:uuid}/stages/{stage_key:str}/draw/search"
    tags = ("draws",)

    @post(guards=[requires(*WRITERS)], status_code=202)
    async def begin(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        data: JSONBody[DrawBody],
        commands: NamedDependency[Commands],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """Begin to search for a draw, as organizer or chief judge; asked again, it is the one that runs."""
        actor = actor_of(commands.principal)
        asked = msgspec.json.encode(data, order="deterministic").decode()
        draw = draw_id(championship_id, stage_key, group)
        begun: list[Ask] = []

        async def work(unit: Unit) -> Accepted:
            begun.clear()
            ask = Ask(
                championship=championship_id,
                stage=stage_key,
                group=group,
                body=data,
                made=token_hex(16),
                by=actor,
            )
            demand_drawable((await command_for(unit, ask, commands.now, state.get("issuer")))[1].inputs)
            last = await ledger.locked(unit.connection, draw)
            if last is not None:
                if ledger.state_of(last) == "searching":
                    if last.ask != asked:
                        raise ledger.underway(last)
                    return Accepted(id=last.search, version=last.number)
                ask = msgspec.structs.replace(ask, made=last.made)
            search = commands.new_id()
            number = 1 if last is None else last.number + 1
            await ledger.begin(
                unit.connection,
                draw=draw,
                search=search,
                number=number,
                championship=championship_id,
                stage=stage_key,
                group=group,
                ask=asked,
                made=ask.made,
                begun_by=actor.id,
                begun_at=commands.now,
            )
            begun.append(ask)
            return Accepted(id=search, version=number)

        response = await commands.run(work, status=202)
        for ask in begun:
            desk_of(state).begin(_id_in(response), ask, commands.context())
        response.headers |= LOOK_AGAIN | {"Location": "search" if group is None else f"search?group={group}"}
        return response

    @get(guards=[requires(*WRITERS)])
    async def read(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[SearchView]:
        """Show how far the last search for the draw is, to organizers and the chief judge."""
        asker = reads.principal
        if asker is None:
            raise NotYourDraw("The draw is held by an organizer or the chief judge of this championship.")
        roles = await reads.all(who_officiates.holds(championship_id, asker.id, DRAWERS))
        demand_drawer(actor_of(asker), {asker.id} if roles else (), None)
        row = await reads.one(ledger.of_draw(draw_id(championship_id, stage_key, group)))
        if row is None:
            raise _unknown(stage_key)
        view = SearchView.of(row)
        headers = LOOK_AGAIN if view.state == "searching" else {}
        return reads.answer(view, etag=f"{row.search}.{row.beats}.{view.state}", headers=headers)

    @post("/stop", guards=[requires(*WRITERS)], status_code=202)
    async def stop(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        commands: NamedDependency[Commands],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """End a search, and publish the best so far."""
        actor = actor_of(commands.principal)

        async def work(unit: Unit) -> Accepted:
            row = await _of(unit, championship_id, stage_key, group, actor)
            if ledger.state_of(row) != "searching":
                raise _over(row)
            await ledger.ask_to_stop(unit.connection, row.search)
            return Accepted(id=row.search, version=row.number)

        response = await commands.run(work, status=202)
        desk_of(state).heed(_id_in(response), cancelled=False)
        return response

    @delete(guards=[requires(*WRITERS)], status_code=200)
    async def cancel(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        commands: NamedDependency[Commands],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """End a search, and publish nothing."""
        actor = actor_of(commands.principal)

        async def work(unit: Unit) -> Accepted:
            row = await _of(unit, championship_id, stage_key, group, actor)
            if row.state != "cancelled" and not await ledger.end(unit.connection, row.search, "cancelled"):
                raise _over(row)
            return Accepted(id=row.search, version=row.number)

        response = await commands.run(work, status=200)
        desk_of(state).heed(_id_in(response), cancelled=True)
        return response


def desk_of(state: State) -> Desk:
    """Return where this process searches."""
    desk: Desk = state.desk
    return desk


async def _of(unit: Unit, championship_id: UUID, stage_key: str, group: str | None, actor: Actor) -> Row[Any]:
    """Return the last search for a draw, locked, to who may hold the draw."""
    whole = await championship_of(unit, championship_id)
    demand_drawer(actor, whole.holding(*DRAWERS), whole.regulations.clause("plan.draw"))
    stage_of(whole.stages, stage_key)
    row = await ledger.locked(unit.connection, draw_id(championship_id, stage_key, group))
    if row is None:
        raise _unknown(stage_key)
    return row


def _id_in(response: Response[Any]) -> UUID:
    return msgspec.convert(msgspec.to_builtins(response.content), type=Accepted).id


def _unknown(stage_key: str) -> SearchUnknown:
    return SearchUnknown(f"No draw of stage {stage_key!r} was searched for; begin a search.")


def _over(row: Row[Any]) -> SearchIsOver:
    state = ledger.state_of(row)
    return SearchIsOver(f"Search {row.search} is over: {state}.", search=str(row.search), state=state)
