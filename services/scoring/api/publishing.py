"""Publishing: the public table frozen, released and final."""

import asyncio
from uuid import UUID

from litestar import Controller, Response, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy.ext.asyncio import AsyncConnection

from services.scoring import moments
from services.scoring.api.schemas import FreezeBody
from services.scoring.api.stages import ACTING
from services.scoring.archiving import archive_of, collected
from services.scoring.domain.errors import ChampionshipUnknown
from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.materiality import can_change
from services.scoring.domain.publishing.decider import (
    PUBLISHING,
    Disagreement,
    FinalizeStandings,
    FreezeStandings,
    Obstacles,
    PublishingCommand,
    ReleaseStandings,
    Withheld,
)
from services.scoring.domain.standings.decider import STANDINGS
from services.scoring.domain.tables import cut_of, standings_of
from services.scoring.inbox import frozen
from services.scoring.projections import (
    how_are_standings_published,
    how_do_players_stand,
    how_do_stages_stand,
)
from services.scoring.recomputation import facts_of, locked_facts, recompute_standings
from services.scoring.second_opinion import second_opinion
from shared.eventsourcing.handling import Unit
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class PublishingController(Controller):
    """Freeze, release, finalize."""

    path = "/v1/championships/{championship:uuid}/standings"
    tags = ("standings",)

    @post("/freeze", guards=ACTING, status_code=200)
    async def freeze(
        self,
        championship: FromPath[UUID],
        data: JSONBody[FreezeBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Let the public see nothing of what comes from now on, as before a final."""

        async def work(unit: Unit) -> Accepted:
            facts, _ = await _known(unit, championship)
            row = (await unit.connection.execute(how_do_players_stand.head(championship))).one()
            command = FreezeStandings(
                championship=championship,
                revision=row.revision,
                positions=await moments.of_revision(unit.connection, championship, row.revision),
                reason=data.reason,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work, status=200)

    @post("/release", guards=ACTING, status_code=200)
    async def release(
        self, championship: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Let the public see everything again, and say all that was withheld under the freeze."""

        async def work(unit: Unit) -> Accepted:
            facts, _ = await _known(unit, championship)
            command = ReleaseStandings(
                championship=championship,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
                withheld=await _withheld(unit, championship),
            )
            accepted = await _handle(unit, command, commands.expected_version)
            await recompute_standings(unit, championship)
            return accepted

        return await commands.run(work, status=200)

    @post("/finalize", guards=ACTING, status_code=200)
    async def finalize(
        self,
        championship: FromPath[UUID],
        commands: NamedDependency[Commands],
        reads: NamedDependency[Reads],
    ) -> Response[Accepted]:
        """Say that the standings are the result; refused with everything that is in the way.

        Refused too where the second scorer comes to anything else than what is published.
        """
        opinions = _Opinions()
        async with reads.connection() as connection:
            known = await facts_of(connection, championship)
            if known.contest is not None and commands.principal.id in known.organizers:
                await opinions.of(connection, championship)

        async def work(unit: Unit) -> Accepted:
            facts, contest = await _known(unit, championship)
            row = (await unit.connection.execute(how_do_players_stand.head(championship))).one()
            decides = commands.principal.id in facts.organizers
            disagreements = await opinions.of(unit.connection, championship) if decides else ()
            command = FinalizeStandings(
                championship=championship,
                revision=row.revision,
                checksum=row.checksum,
                obstacles=await _obstacles(unit, facts, contest),
                disagreements=disagreements,
                by=commands.principal.id,
                at=commands.now,
                authorities=facts.organizers,
            )
            return await _handle(unit, command, commands.expected_version)

        return await commands.run(work, status=200)


class _Opinions:
    """What the second scorer says of each digest: asked before a lock is held; again if it changed."""

    def __init__(self) -> None:
        self._of: dict[str, tuple[Disagreement, ...]] = {}

    async def of(self, connection: AsyncConnection, championship: UUID) -> tuple[Disagreement, ...]:
        """Return what the second scorer finds otherwise than it is published now."""
        row = (await connection.execute(how_do_players_stand.head(championship))).one()
        if row.digest not in self._of:
            found = await collected(connection, championship)
            self._of[row.digest] = await second_opinion(await asyncio.to_thread(archive_of, found))
        return self._of[row.digest]


async def _known(unit: Unit, championship: UUID) -> tuple[Facts, Contest]:
    facts = await locked_facts(unit, championship)
    if facts.contest is None:
        raise ChampionshipUnknown(f"No championship {championship} was announced.")
    return facts, facts.contest


async def _withheld(unit: Unit, championship: UUID) -> tuple[Withheld, ...]:
    """Return what the revisions changed that were recorded under this freeze."""
    _, state = await unit.state(STANDINGS, championship)
    row = (await unit.connection.execute(how_are_standings_published.of(championship))).one_or_none()
    since = row.frozen_revision if row is not None else None
    return tuple(
        Withheld(
            revision=one.revision,
            checksum=one.checksum,
            ruling=one.ruling,
            changes=one.changes,
            cuts=one.cuts,
            medals=one.medals,
            changed_at=one.changed_at,
        )
        for one in state.withheld
        if since is not None and one.revision > since
    )


async def _obstacles(unit: Unit, facts: Facts, contest: Contest) -> Obstacles:
    tables = standings_of(facts).tables
    closed = await how_do_stages_stand.closed(unit.connection, contest.championship)
    lines = {stage.key: cut_of(tables, stage) for stage in contest.stages}
    return Obstacles(
        open_games=tuple(game for stage in contest.stages for game in facts.open_games(stage.key)),
        protests=tuple(
            protest for protest, game in facts.protests.items() if can_change(facts, contest, game)
        ),
        tied_cuts=tuple(
            stage.key for stage in contest.stages[:-1] if stage.key not in closed and lines[stage.key].tied
        ),
        open_stages=tuple(stage.key for stage in contest.stages if stage.key not in closed),
        halted=tuple(await frozen(unit.connection)),
    )


async def _handle(unit: Unit, command: PublishingCommand, version: int | None) -> Accepted:
    handled = await unit.handle(PUBLISHING, command.championship, command, expected_version=version)
    return Accepted(id=command.championship, version=handled.version)
