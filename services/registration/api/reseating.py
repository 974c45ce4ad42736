"""Changes of a published seating: previewed with their cost, made as they were seen, told to everybody."""

import asyncio
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.draws import accredited_for, busy_elsewhere, standing_in
from services.registration.api.schemas_of_changed_seatings import (
    ChangeBody,
    ChangeView,
    Preview,
    PreviewBody,
)
from services.registration.domain.actors import Actor
from services.registration.domain.championship.state import Announced
from services.registration.domain.draw.changing import (
    ChangeSeating,
    Redrawing,
    demand_changer,
    planned,
    redrawing_for,
)
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.qualification import stage_of
from services.registration.domain.draw.state import DrawState, draw_id
from services.registration.domain.draw.wishes import (
    AddPlayer,
    Meanwhile,
    RedrawRounds,
    ReplacePlayer,
    Wish,
)
from services.registration.domain.errors import ChampionshipIsOver
from services.registration.domain.grouping import part_of
from services.registration.domain.roster.decider import roster
from services.registration.projections import (
    how_is_a_stage_drawn,
    which_games_stand_fast,
    who_is_suspended,
    who_qualified,
)
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class _NotRedrawnYet(Exception):  # noqa: N818
    """Drawing anew takes seconds: nothing is held locked meanwhile, then it is decided anew."""

    def __init__(self, redrawing: Redrawing) -> None:
        super().__init__()
        self.redrawing = redrawing


class ReseatingController(Controller):
    """Preview, make and read changes of a published seating."""

    path = "/v1/championships/{championship_id:uuid}/stages/{stage_key:str}/draw/changes"
    tags = ("draws",)

    @post("/preview", guards=[requires(*WRITERS)], status_code=200)
    async def preview(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        data: JSONBody[PreviewBody],
        commands: NamedDependency[Commands],
        group: FromQuery[Slug | None] = None,
    ) -> Response[Preview]:
        """Show what a change would do and cost, as organizer or chief judge; nothing is done."""
        ask = _Ask(championship_id, stage_key, group, data.wish, actor_of(commands.principal))
        identity = draw_id(championship_id, stage_key, group)
        redrawn: list[Redrawing] = []

        async def work(unit: Unit) -> Preview:
            _, meanwhile = await _facts(unit, ask, commands.now)
            version, state = await unit.state(draw, identity)
            _demand_redrawn(data.wish, state, meanwhile, redrawn)
            plan = planned(data.wish, state, meanwhile)
            return Preview(
                id=identity,
                version=version,
                digest=plan.digest(identity),
                number=plan.number,
                operation=plan.operation,
                was=plan.was,
                tables=plan.tables,
                substitutes=plan.substitutes,
                cost_before=plan.cost_before,
                cost_after=plan.cost_after,
            )

        while True:
            try:
                return await commands.run(work, status=200)
            except _NotRedrawnYet as waiting:
                await asyncio.to_thread(waiting.redrawing.tables)
                redrawn.append(waiting.redrawing)

    @post(guards=[requires(*WRITERS)])
    async def change(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        data: JSONBody[ChangeBody],
        commands: NamedDependency[Commands],
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """Change the seating as the preview showed it, as organizer or chief judge.

        `id` is the change: it holds when the tables have taken it over, which `GET` of the changes tells.
        """
        ask = _Ask(championship_id, stage_key, group, data.wish, actor_of(commands.principal))
        identity = draw_id(championship_id, stage_key, group)
        redrawn: list[Redrawing] = []

        async def work(unit: Unit) -> Accepted:
            whole, meanwhile = await _facts(unit, ask, commands.now)
            _, state = await unit.state(draw, identity)
            _demand_redrawn(data.wish, state, meanwhile, redrawn)
            change = commands.new_id()
            command = ChangeSeating(
                change=change,
                wish=data.wish,
                meanwhile=meanwhile,
                reason=data.reason,
                seen=data.digest,
                drawers=whole.holding("organizer", "chief_judge"),
                clause=whole.regulations.clause("plan.draw"),
                by=ask.by,
                at=commands.now,
            )
            handled = await unit.handle(draw, identity, command)
            return Accepted(id=change, version=handled.version)

        while True:
            try:
                return await commands.run(work)
            except _NotRedrawnYet as waiting:
                await asyncio.to_thread(waiting.redrawing.tables)
                redrawn.append(waiting.redrawing)

    @get(opt={"public": True})
    async def read(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[list[ChangeView]]:
        """Show every change of the seating since it was published, in order: who, why, and how it went."""
        version, standing = await standing_in(reads, championship_id, stage_key, group)
        return reads.answer([ChangeView.of(change) for change in standing.changes], version=version)


def _demand_redrawn(wish: Wish, state: DrawState, meanwhile: Meanwhile, redrawn: list[Redrawing]) -> None:
    """Leave the transaction where a search is to be done first, which is remembered then."""
    if isinstance(wish, RedrawRounds):
        redrawing = redrawing_for(wish, state, meanwhile)
        if redrawing not in redrawn:
            raise _NotRedrawnYet(redrawing)


class _Ask(NamedTuple):
    championship: UUID
    stage: str
    group: str | None
    wish: Wish
    by: Actor


async def _facts(unit: Unit, ask: _Ask, at: datetime) -> tuple[Announced, Meanwhile]:
    """Return what a change depends on beside the draw. Raises NotYourDraw before anything else."""
    whole = await championship_of(unit, ask.championship)
    demand_changer(ask.by, whole.holding("organizer", "chief_judge"), whole.regulations.clause("plan.draw"))
    if whole.phase in {"finished", "cancelled"}:
        raise ChampionshipIsOver(f"The championship is {whole.phase}; its seatings do not change any more.")
    previous, stage = stage_of(whole.stages, ask.stage)
    _, entries = await unit.state(roster, whole.id)
    started, seats = await which_games_stand_fast.of_championship(unit.connection, whole.id)
    reserves: tuple[UUID, ...] = ()
    tied: tuple[tuple[UUID, ...], ...] = ()
    if previous is not None:
        named = await who_qualified.named(unit.connection, whole.id, previous.key)
        reserves, tied = (*(named.qualifiers or ()), *named.reserves), named.tied_reserves
    return whole, Meanwhile(
        started=started,
        seats=seats,
        entrants=frozenset(entries.entrants()) - await _barred(unit, whole.id, ask.wish, reserves, at),
        elsewhere=await _elsewhere(unit, ask),
        reserves=reserves,
        tied_reserves=tied,
        judges=whole.holding("table_judge", "chief_judge"),
        relations=whole.relations,
        busy=await busy_elsewhere(unit, whole, ask.stage, ask.group),
        accredited=await accredited_for(unit, whole, part_of(stage, ask.group), at),
        accreditation_clause=whole.regulations.clause("registration.judges_accredited"),
    )


async def _elsewhere(unit: Unit, ask: _Ask) -> frozenset[UUID]:
    """Return who plays in other groups of the stage."""
    rows = await unit.connection.execute(how_is_a_stage_drawn.of_championship(ask.championship))
    return frozenset(
        player
        for row in rows.all()
        if row.stage == ask.stage and row.group != ask.group
        for player in how_is_a_stage_drawn.standing_of(row).players
    )


async def _barred(
    unit: Unit, championship_id: UUID, wish: Wish, reserves: tuple[UUID, ...], at: datetime
) -> frozenset[UUID]:
    """Return which of those who may come in by a wish are suspended."""
    match wish:
        case ReplacePlayer(into=None):
            people = set(reserves)
        case ReplacePlayer(into=UUID() as player) | AddPlayer(player=player):
            people = {player}
        case _:
            return frozenset()
    query = who_is_suspended.barred(championship_id, people, at)
    return frozenset((await unit.connection.execute(query)).scalars())
