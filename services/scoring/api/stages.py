"""Stages: their cut, their closing, and decisions of ties."""

from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from services.scoring import moments
from services.scoring.api.schemas import LotsBody, RenamingBody, StageView, TieDecisionBody
from services.scoring.api.seeing import seen_by
from services.scoring.api.stage_now import StageNow, next_stage
from services.scoring.assessing import assess
from services.scoring.domain.cascade import cascade_of, totals_of
from services.scoring.domain.errors import ChampionshipUnknown, StageUnknown
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.stage.decider import (
    STAGE,
    CloseStage,
    DecideTie,
    DrawLots,
    RenameQualifiers,
    StageCommand,
    stage_id,
)
from services.scoring.domain.tables import cut_of, standings_of, ties_of_cut
from services.scoring.projections import how_are_standings_published, how_do_stages_stand
from services.scoring.recomputation import facts_of, locked_facts, recompute_standings
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

ACTING = [requires("organizer", "participant")]


class StageController(Controller):
    """Read a stage, decide its ties, close it."""

    path = "/v1/championships/{championship:uuid}/stages/{stage:str}"
    tags = ("stages",)

    @get(opt={"public": True})
    async def read(
        self, championship: FromPath[UUID], stage: FromPath[Slug], reads: NamedDependency[Reads]
    ) -> Response[StageView]:
        """Show whether a stage is closed, what keeps it open, and who goes on."""
        async with reads.connection() as connection:
            limit = (await seen_by(connection, championship, reads)).limit
            facts = await (
                facts_of(connection, championship)
                if limit is None
                else moments.facts_at(connection, championship, limit)
            )
            contest, plan = _planned(facts, championship, stage)
            decided = (await connection.execute(how_do_stages_stand.of(championship, stage))).one_or_none()
        now = StageNow(facts, contest, plan, decided, hidden=limit is not None)
        return reads.answer(now.view())

    @post("/close", guards=ACTING, status_code=200)
    async def close(
        self, championship: FromPath[UUID], stage: FromPath[Slug], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Close a stage whose games are signed or annulled, and name who goes on.

        What is at stake in each open protest is said again: it may have changed with every game since.
        """

        async def work(unit: Unit) -> Accepted:
            facts = await locked_facts(unit, championship)
            contest, plan = _planned(facts, championship, stage)
            closed = await how_do_stages_stand.closed(unit.connection, championship)
            earlier = contest.stages[: contest.stages.index(plan)]
            tables = standings_of(facts).tables
            played = {game.group for game in facts.games.values() if game.stage == stage and game.counts}
            command = CloseStage(
                championship=championship,
                stage=stage,
                next_stage=next_stage(contest, stage),
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                open_games=facts.open_games(stage),
                open_earlier=tuple(one.key for one in earlier if one.key not in closed),
                played=bool(played),
                unplayed_groups=tuple(one.key for one in plan.groups if one.key not in played),
                cut=cut_of(tables, plan),
                totals=totals_of(tables, plan),
                clause=contest.regulations.clause("ties.across_the_cut"),
            )
            accepted = await _handle(unit, command, commands.expected_version)
            if not await how_are_standings_published.is_frozen(unit.connection, championship):
                await assess(unit, facts, contest, sorted(facts.protests))
            return accepted

        return await commands.run(work, status=200)

    @post("/tie-decisions", guards=ACTING)
    async def decide_tie(
        self,
        championship: FromPath[UUID],
        stage: FromPath[Slug],
        data: JSONBody[TieDecisionBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Record how people decided between players whom the metrics leave equal through the stage."""

        async def work(unit: Unit) -> Accepted:
            facts = await locked_facts(unit, championship)
            contest, plan = _planned(facts, championship, stage)
            undecided = standings_of(replace(facts, decisions=())).tables
            command = DecideTie(
                championship=championship,
                stage=stage,
                order=data.order,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                ties=ties_of_cut(undecided, plan),
                across=frozenset(cut_of(standings_of(facts).tables, plan).tied),
                clause=contest.regulations.clause("ties.panel"),
            )
            accepted = await _handle(unit, command, commands.expected_version)
            await recompute_standings(unit, championship)
            return accepted

        return await commands.run(work)

    @post("/lots", guards=ACTING)
    async def draw_lots(
        self,
        championship: FromPath[UUID],
        stage: FromPath[Slug],
        data: JSONBody[LotsBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Draw lots between players whom the metrics leave equal, where the document says so."""

        async def work(unit: Unit) -> Accepted:
            facts = await locked_facts(unit, championship)
            contest, plan = _planned(facts, championship, stage)
            undecided = standings_of(replace(facts, decisions=())).tables
            command = DrawLots(
                championship=championship,
                stage=stage,
                players=data.players,
                seed=data.seed or commands.new_id().hex,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                ties=ties_of_cut(undecided, plan),
                across=frozenset(cut_of(standings_of(facts).tables, plan).tied),
                foreseen=contest.regulations.ties.across_the_cut == "lot",
                clause=contest.regulations.clause("ties.across_the_cut"),
            )
            accepted = await _handle(unit, command, commands.expected_version)
            await recompute_standings(unit, championship)
            return accepted

        return await commands.run(work)

    @post("/qualifiers", guards=ACTING, status_code=200)
    async def rename(
        self,
        championship: FromPath[UUID],
        stage: FromPath[Slug],
        data: JSONBody[RenamingBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Name anew who goes on, as the regulations' `cascade` says; what it is, the stage shows before."""

        async def work(unit: Unit) -> Accepted:
            facts = await locked_facts(unit, championship)
            contest, plan = _planned(facts, championship, stage)
            row = (await unit.connection.execute(how_do_stages_stand.of(championship, stage))).one_or_none()
            tables = standings_of(facts).tables
            named = how_do_stages_stand.named_of(row)
            command = RenameQualifiers(
                championship=championship,
                stage=stage,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                open_games=facts.open_games(stage),
                outcome=cascade_of(facts, contest.regulations, tables, plan, named) if named else None,
                totals=totals_of(tables, plan),
                clause=contest.regulations.clause("cascade"),
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work, status=200)


async def _handle(unit: Unit, command: StageCommand, version: int | None) -> Accepted:
    stream = stage_id(command.championship, command.stage)
    handled = await unit.handle(STAGE, stream, command, expected_version=version)
    return Accepted(id=stream, version=handled.version)


def _planned(facts: Facts, championship: UUID, stage: str) -> tuple[Contest, StagePlan]:
    if facts.contest is None:
        raise ChampionshipUnknown(f"No championship {championship} was announced.")
    plan = next((one for one in facts.contest.stages if one.key == stage), None)
    if plan is None:
        raise StageUnknown(f"The plan of championship {championship} has no stage {stage}.")
    return facts.contest, plan
