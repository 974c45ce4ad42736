"""Stages: their cut, their closing, and decisions of ties."""

from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec.structs import replace

from services.scoring import moments
from services.scoring.api.schemas import LotsBody, StageView, TieDecisionBody, TieDecisionView
from services.scoring.api.seeing import seen_by
from services.scoring.domain.canonical import read_rows
from services.scoring.domain.cut import cut, tied_groups
from services.scoring.domain.errors import ChampionshipUnknown, StageUnknown
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.stage.decider import (
    STAGE,
    CloseStage,
    DecideTie,
    DrawLots,
    StageCommand,
    stage_id,
)
from services.scoring.domain.tables import standings_of, through_scope
from services.scoring.projections import how_do_players_stand, how_do_stages_stand
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
            table = await connection.execute(how_do_players_stand.of(championship, through_scope(stage)))
        line = (
            cut(read_rows(table.one().rows), plan.advance)
            if limit is None
            else cut(standings_of(facts).tables[through_scope(stage)].rows, plan.advance)
        )
        closed = decided is not None and decided.closed_at is not None
        named = closed and decided.qualifiers is not None
        view = StageView(
            championship=championship,
            stage=stage,
            title=plan.title,
            kind=plan.kind,
            state="closed" if closed else "open",
            version=decided.version if decided else 0,
            advance=plan.advance,
            next_stage=_next(contest, stage),
            open_games=facts.open_games(stage),
            tied=() if named else line.tied,
            provisional=not closed,
            qualifiers=tuple(decided.qualifiers) if named else line.qualifiers,
            reserves=tuple(decided.reserves) if named else line.reserves,
            decisions=tuple(
                TieDecisionView(
                    order=one.order,
                    decided_by=one.decided_by,
                    reason=one.reason,
                    event=one.event,
                    seed=one.seed,
                )
                for one in facts.decisions
                if one.stage == stage
            ),
            closed_by=decided.closed_by if decided else None,
            closed_at=decided.closed_at if decided else None,
        )
        return reads.answer(view)

    @post("/close", guards=ACTING, status_code=200)
    async def close(
        self, championship: FromPath[UUID], stage: FromPath[Slug], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Close a stage whose games are signed or annulled, and name who goes on."""

        async def work(unit: Unit) -> Accepted:
            facts = await locked_facts(unit, championship)
            contest, plan = _planned(facts, championship, stage)
            closed = await how_do_stages_stand.closed(unit.connection, championship)
            earlier = contest.stages[: contest.stages.index(plan)]
            command = CloseStage(
                championship=championship,
                stage=stage,
                next_stage=_next(contest, stage),
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                open_games=facts.open_games(stage),
                open_earlier=tuple(one.key for one in earlier if one.key not in closed),
                played=any(game.stage == stage and game.counts for game in facts.games.values()),
                cut=cut(standings_of(facts).tables[through_scope(stage)].rows, plan.advance),
                clause=contest.regulations.clause("ties.across_the_cut"),
            )
            return await _handle(unit, command, commands.expected_version)

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
            contest, _ = _planned(facts, championship, stage)
            undecided = standings_of(replace(facts, decisions=())).tables[through_scope(stage)]
            command = DecideTie(
                championship=championship,
                stage=stage,
                order=data.order,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                ties=tied_groups(undecided.rows),
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
            contest, _ = _planned(facts, championship, stage)
            undecided = standings_of(replace(facts, decisions=())).tables[through_scope(stage)]
            command = DrawLots(
                championship=championship,
                stage=stage,
                players=data.players,
                seed=data.seed or commands.new_id().hex,
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                ties=tied_groups(undecided.rows),
                foreseen=contest.regulations.ties.across_the_cut == "lot",
                clause=contest.regulations.clause("ties.across_the_cut"),
            )
            accepted = await _handle(unit, command, commands.expected_version)
            await recompute_standings(unit, championship)
            return accepted

        return await commands.run(work)


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


def _next(contest: Contest, stage: str) -> Slug | None:
    keys = [one.key for one in contest.stages]
    after = keys[keys.index(stage) + 1 :]
    return after[0] if after else None
