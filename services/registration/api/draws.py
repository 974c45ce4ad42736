"""Draws: publication, the public seating, why it is fair, and its verification by anyone."""

import asyncio
import secrets
from datetime import datetime
from functools import partial
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody

from services.registration.access.issuing import Issuer
from services.registration.access.sealing import opened, secret_of
from services.registration.api.access import issuer_of
from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.matrix_picture import matrix_svg
from services.registration.api.schemas_of_draws import CommitmentView, DrawBody, DrawView, ExplanationView
from services.registration.domain.actors import Actor
from services.registration.domain.championship.state import Announced
from services.registration.domain.draw.decider import (
    CommitSeed,
    Drawing,
    PublishDraw,
    demand_drawer,
    draw,
    drawing_of,
)
from services.registration.domain.draw.explanation import Matrix, explained, matrix_of
from services.registration.domain.draw.measures import quality_of
from services.registration.domain.draw.qualification import players_of, stage_of
from services.registration.domain.draw.state import Committed, Published, draw_id
from services.registration.domain.draw.verification import Verification, verify
from services.registration.domain.errors import CommitmentUnknown, DrawUnknown, PlayerNotInStage
from services.registration.domain.grouping import at_once, entry_groups, group_of, members_of, part_of
from services.registration.domain.roster.decider import roster
from services.registration.projections import (
    how_is_a_stage_drawn,
    which_protests_hold_a_draw,
    who_is_accredited,
    who_is_known,
    who_qualified,
    who_takes_part,
)
from services.registration.searches import ledger
from services.registration.searches.verifying import Verifying
from shared.contracts.registration import Phase, StagePlan
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

KNOWN_IN: frozenset[Phase] = frozenset({"list_final", "running", "finished", "cancelled"})
"""Phases in which it is certain who plays the first stage."""


class _NotSearchedYet(Exception):  # noqa: N818
    """Searching takes seconds: nothing is held locked and nobody waits meanwhile, then it is decided anew.

    Where the field changed in that time, the new one is searched.
    """

    def __init__(self, drawing: Drawing) -> None:
        super().__init__()
        self.drawing = drawing


class DrawController(Controller):
    """Draw a stage, read and verify the draw."""

    path = "/v1/championships/{championship_id:uuid}/stages/{stage_key:str}/draw"
    tags = ("draws",)

    @post(guards=[requires(*WRITERS)])
    async def publish(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        data: JSONBody[DrawBody],
        commands: NamedDependency[Commands],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """Draw a stage, or one of its groups, and publish the seating, as organizer or chief judge."""
        identity = draw_id(championship_id, stage_key, group)
        ask = Ask(
            championship=championship_id,
            stage=stage_key,
            group=group,
            body=data,
            made=secrets.token_hex(16),
            by=actor_of(commands.principal),
        )
        searched: list[Drawing] = []

        async def work(unit: Unit) -> Accepted:
            command, drawing = await command_for(unit, ask, commands.now, state.get("issuer"))
            await ledger.demand_none(unit.connection, identity)
            if drawing not in searched:
                raise _NotSearchedYet(drawing)
            handled = await unit.handle(draw, identity, command)
            return Accepted(id=identity, version=handled.version)

        while True:
            try:
                return await commands.run(work)
            except _NotSearchedYet as waiting:
                await asyncio.to_thread(waiting.drawing.tables)
                searched.append(waiting.drawing)

    @post("/commitment", guards=[requires(*WRITERS)])
    async def commit(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        commands: NamedDependency[Commands],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Accepted]:
        """Fix the seed of the draw to come, before it is known who plays; only its SHA-256 is told."""
        actor = actor_of(commands.principal)
        issuer = issuer_of(state)
        identity = draw_id(championship_id, stage_key, group)

        async def work(unit: Unit) -> Accepted:
            nonce = commands.new_id()
            whole = await championship_of(unit, championship_id)
            previous, stage = stage_of(whole.stages, stage_key)
            if previous is None:
                known = whole.phase in KNOWN_IN
            else:
                known = (await who_qualified.named(unit.connection, whole.id, previous.key)).closed
            command = CommitSeed(
                championship=championship_id,
                stage=part_of(stage, group),
                group=group,
                nonce=nonce,
                secret=secret_of(issuer, nonce),
                field_known=known,
                drawers=whole.holding("organizer", "chief_judge"),
                clause=whole.regulations.clause("plan.draw"),
                by=actor,
                at=commands.now,
            )
            handled = await unit.handle(draw, identity, command)
            return Accepted(id=identity, version=handled.version)

        return await commands.run(work)

    @get("/commitment", opt={"public": True})
    async def commitment(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[CommitmentView]:
        """Show the SHA-256 that was published of the seed before the draw."""
        row = await reads.one(how_is_a_stage_drawn.commitment_of(championship_id, stage_key, group))
        if row is None:
            raise CommitmentUnknown(
                f"No seed of {_named(stage_key, group)} of championship {championship_id} is committed to."
            )
        view = CommitmentView(
            championship=row.championship,
            stage=row.stage,
            commitment=row.commitment,
            committed_at=row.committed_at,
            group=row.group,
        )
        return reads.answer(view, version=row.version)

    @get(opt={"public": True})
    async def read(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[DrawView]:
        """Show the seating as it is now, how it was drawn with seed and inputs, and its changes since."""
        version, standing = await standing_in(reads, championship_id, stage_key, group)
        return reads.answer(DrawView.of(standing), version=version)

    @get("/verification", opt={"public": True})
    async def verification(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        state: State,
        group: FromQuery[Slug | None] = None,
    ) -> Response[Verification]:
        """Draw again from seed and inputs, make the changes again, and compare it with what is public."""
        version, standing = await standing_in(reads, championship_id, stage_key, group)
        verifying: Verifying = state.verifying
        found = await verifying.of(
            draw_id(championship_id, stage_key, group),
            version,
            partial(verify, standing.drawn, standing.in_force),
        )
        return reads.answer(found, version=version)

    @get("/explanation", opt={"public": True})
    async def explanation(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        player: FromQuery[UUID | None] = None,
        group: FromQuery[Slug | None] = None,
    ) -> Response[ExplanationView]:
        """Tell how even the draw is, and of each player, or one, whom he meets, where and when he plays."""
        version, standing = await standing_in(reads, championship_id, stage_key, group)
        players, tables = standing.seated, standing.tables
        if player is not None and player not in players:
            raise PlayerNotInStage(f"{player} does not play stage {stage_key!r}.")
        about = players if player is None else (player,)
        view = ExplanationView(
            draw=standing.drawn.inputs.draw,
            stage=standing.drawn.inputs.stage,
            algorithm=standing.drawn.algorithm,
            quality=quality_of(tables, players),
            players=explained(tables, players, about),
        )
        return reads.answer(view, version=version)

    @get("/matrix", opt={"public": True})
    async def matrix(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[Matrix]:
        """Show how often each player meets each."""
        version, standing = await standing_in(reads, championship_id, stage_key, group)
        return reads.answer(matrix_of(standing.tables, standing.seated), version=version)

    @get("/matrix.svg", opt={"public": True}, media_type="image/svg+xml")
    async def matrix_picture(
        self,
        championship_id: FromPath[UUID],
        stage_key: FromPath[Slug],
        reads: NamedDependency[Reads],
        group: FromQuery[Slug | None] = None,
    ) -> Response[str]:
        """Draw how often each player meets each, by nick."""
        _, standing = await standing_in(reads, championship_id, stage_key, group)
        entrants = await reads.all(
            who_takes_part.of_championship(championship_id, status="accepted", after=None, limit=1000)
        )
        picture = matrix_svg(
            matrix_of(standing.tables, standing.seated),
            {row.player: row.nick for row in entrants},
            f"Who meets whom in stage {stage_key}{f', group {group}' if group else ''}",
        )
        return Response(picture, media_type="image/svg+xml")


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody's wish to have a stage, or a group of it, drawn. `made` is its seed where none is given."""

    championship: UUID
    stage: str
    group: str | None = None
    body: DrawBody
    made: str
    by: Actor


async def command_for(
    unit: Unit, ask: Ask, at: datetime, issuer: Issuer | None
) -> tuple[PublishDraw, Drawing]:
    """Return what draws the stage for who plays and judges now, and what is to be searched for it.

    Raises what `drawing_of` raises.
    """
    whole = await championship_of(unit, ask.championship)
    clause = whole.regulations.clause("plan.draw")
    drawers = whole.holding("organizer", "chief_judge")
    demand_drawer(ask.by, drawers, clause)
    appointed = whole.holding("table_judge")
    stage = part_of(stage_of(whole.stages, ask.stage)[1], ask.group)
    accredited = await accredited_for(unit, whole, stage, at)
    able = appointed if accredited is None else appointed & accredited
    _, before = await unit.state(draw, draw_id(ask.championship, ask.stage, ask.group))
    body = ask.body
    command = PublishDraw(
        championship=ask.championship,
        stage=stage,
        group=ask.group,
        busy=await busy_elsewhere(unit, whole, ask.stage, ask.group),
        players=await players_in(unit, whole, ask.stage, ask.group),
        judges=tuple(
            await judges_in(unit, whole, ask.stage, ask.group, able) if body.judges is None else body.judges
        ),
        seed=ask.made if body.seed is None and not isinstance(before, Committed) else body.seed,
        secret=opened(before.committed, issuer) if isinstance(before, Committed) else None,
        public_value=body.public_value,
        public_value_source=body.public_value_source,
        drawers=drawers,
        appointed_judges=appointed | whole.holding("chief_judge"),
        accredited_judges=accredited,
        accreditation_clause=whole.regulations.clause("registration.judges_accredited"),
        algorithm=body.algorithm,
        separations=body.separations,
        teams=body.teams,
        relations=tuple(sorted(whole.relations)),
        effort=body.effort,
        clause=clause,
        by=ask.by,
        at=at,
    )
    return command, drawing_of(command, before)


async def accredited_for(
    unit: Unit, whole: Announced, stage: StagePlan, at: datetime
) -> frozenset[UUID] | None:
    """Return who has the right to judge a final; None where the stage or the regulations need none."""
    if stage.kind != "final" or not whole.regulations.registration.judges_accredited:
        return None
    return frozenset((await unit.connection.execute(who_is_accredited.holding("final", at))).scalars())


async def players_in(
    unit: Unit, whole: Announced, stage_key: str, group: str | None = None
) -> tuple[UUID, ...]:
    """Return who plays a stage, or one of its groups, as far as this service knows now."""
    previous, stage = stage_of(whole.stages, stage_key)
    _, entries = await unit.state(roster, whole.id)
    drawn_before: tuple[UUID, ...] | None = None
    undrawn: tuple[str, ...] = ()
    disputed: tuple[UUID, ...] = ()
    if previous is not None:
        drawn_before, undrawn = await _seated_in(unit, whole.id, previous)
        disputed = await which_protests_hold_a_draw.at_cut(unit.connection, whole.id, previous.key)
    players = players_of(
        previous,
        stage,
        entrants=tuple(entries.entrants() if previous else entries.with_places()),
        drawn_before=drawn_before,
        named=await who_qualified.named(unit.connection, whole.id, previous.key if previous else stage.key),
        protests=disputed,
        undrawn=undrawn,
    )
    if group is None:
        return players
    groups = entry_groups(stage, whole.venues)
    return members_of(players, group, entries.placed(groups), entries.bearers())


async def judges_in(
    unit: Unit, whole: Announced, stage_key: str, group: str | None, able: frozenset[UUID]
) -> frozenset[UUID]:
    """Return who leads tables where nobody is named: in a group, those who are known to be of its cities."""
    if group is None:
        return able
    groups = entry_groups(stage_of(whole.stages, stage_key)[1], whole.venues)
    people = await unit.connection.execute(who_is_known.among(able))
    return frozenset(
        row.person
        for row in people
        if (own := group_of(row.city, None, groups)) is not None and own.key == group
    )


async def busy_elsewhere(unit: Unit, whole: Announced, stage_key: str, group: str | None) -> dict[UUID, str]:
    """Return who leads tables of another group that plays at the same time, and of which."""
    stage = stage_of(whole.stages, stage_key)[1]
    found: dict[UUID, str] = {}
    for other in stage.groups if group is not None else ():
        if other.key != group and at_once(stage.part(group), stage.part(other.key)):
            _, drawn = await unit.state(draw, draw_id(whole.id, stage_key, other.key))
            if isinstance(drawn, Published):
                found |= {table.judge: other.key for table in drawn.tables}
    return found


async def _seated_in(
    unit: Unit, championship: UUID, stage: StagePlan
) -> tuple[tuple[UUID, ...] | None, tuple[str, ...]]:
    """Return who is seated in a drawn stage, in all its groups; else None, and the groups not drawn yet."""
    parts: list[str | None] = [group.key for group in stage.groups] or [None]
    seated: list[UUID] = []
    undrawn: set[str | None] = set()
    for part in sorted(parts, key=lambda part: draw_id(championship, stage.key, part)):
        _, before = await unit.state(draw, draw_id(championship, stage.key, part))
        if isinstance(before, Published):
            seated += before.players
        else:
            undrawn.add(part)
    return (None if undrawn else tuple(seated)), tuple(part for part in parts if part in undrawn and part)


async def standing_in(
    reads: Reads, championship_id: UUID, stage_key: str, group: str | None
) -> tuple[int, Published]:
    """Return version and seating of a published draw with its changes. Raises DrawUnknown."""
    row = await reads.one(how_is_a_stage_drawn.of_stage(championship_id, stage_key, group))
    if row is None:
        raise DrawUnknown(
            f"No draw of {_named(stage_key, group)} of championship {championship_id} is public."
            " A stage with groups has a draw for each `group`."
        )
    return row.version, how_is_a_stage_drawn.standing_of(row)


def _named(stage_key: str, group: str | None) -> str:
    return f"stage {stage_key!r}" if group is None else f"group {group!r} of stage {stage_key!r}"
