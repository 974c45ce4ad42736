"""Protests: filing, every step after it, and what of it each reader may see."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypeAlias
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.api.championships import PAGE, demand_championship, link_to
from services.appeals.api.schemas import (
    CaseView,
    CommissionBody,
    DeclineBody,
    DraftView,
    FilingBody,
    ProtestListed,
    ProtestsPage,
    ProtestView,
    ReasonsBody,
    RulingAccepted,
    RulingBody,
    RulingView,
    VoteBody,
)
from services.appeals.domain.errors import (
    RegulationsNotHeard,
    UnknownGame,
    UnknownProtest,
)
from services.appeals.domain.protest.commands import (
    AcceptProtest,
    AppointCommission,
    CastVote,
    DeclineProtest,
    FileProtest,
    ProtestCommand,
    PublishRuling,
    WithdrawProtest,
    WriteReasons,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, Moment
from services.appeals.domain.protest.facts import Game
from services.appeals.domain.protest.filing import facts_key
from services.appeals.domain.protest.state import Case, Unfiled, shown_version
from services.appeals.projections import what_is_contested, what_the_draft_says, what_was_ruled
from services.appeals.projections.what_is_contested import Status, on_the_same_facts
from services.appeals.projections.which_games_were_played import game_facts
from services.appeals.projections.which_rules_hold import rules_of
from services.appeals.projections.who_officiates import officials_of
from services.appeals.projections.who_takes_part import nicks_of
from shared.contracts.appeals import NoChange
from shared.eventsourcing.handling import Unit
from shared.eventsourcing.refusal import ConcurrencyConflict
from shared.web.auth import Principal, requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PUBLIC = {"public": True}
PER_READER = {"Vary": "Authorization", "Cache-Control": "private, no-cache"}
PARTICIPANT = requires("participant")
APPOINTER = requires("participant", "organizer")

Given: TypeAlias = NamedDependency[Commands]
Commanded: TypeAlias = Callable[[Unit, Case], Awaitable[Sequence[ProtestCommand]]]


class ProtestController(Controller):
    """File, accept, decline, withdraw, appoint, vote, rule; list and read."""

    path = "/v1"
    tags = ("protests",)

    @post("/games/{game:uuid}/protests", guards=[PARTICIPANT])
    async def file(
        self, game: FromPath[UUID], data: JSONBody[FilingBody], commands: Given
    ) -> Response[Accepted]:
        """File a protest, as a player of the game, after it was signed."""

        async def work(unit: Unit) -> Accepted:
            protest, filer = commands.new_id(), commands.principal.id
            played = await _game(unit.connection, game, alone=True)
            rules = await rules_of(unit.connection, played.championship, played.stage)
            if rules is None:
                raise RegulationsNotHeard(
                    f"The regulations of championship {played.championship} have not arrived here; try again."
                )
            moment = Moment(time=data.moment.time, number=data.moment.number) if data.moment else None
            act = Act(by=data.against or played.judge, moment=moment, text=data.act)
            command = FileProtest(
                protest=protest,
                game=played,
                rules=rules,
                officials=await officials_of(unit.connection, played.championship),
                earlier=await on_the_same_facts(unit.connection, game, filer, facts_key(act, data.rule)),
                by=filer,
                act=act,
                ground=data.ground,
                rule=data.rule,
                remedy=data.remedy,
                evidence=data.evidence,
                at=commands.now,
            )
            handled = await unit.handle(decider, protest, command)
            return Accepted(id=protest, version=shown_version(handled.version, handled.state))

        return await commands.run(work)

    @post("/protests/{protest:uuid}/withdrawal", guards=[PARTICIPANT], status_code=200)
    async def withdraw(self, protest: FromPath[UUID], commands: Given) -> Response[Accepted]:
        """Take the protest back, as its filer, until the commission has voted."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [WithdrawProtest(by=commands.principal.id, at=commands.now)]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/acceptance", guards=[PARTICIPANT], status_code=200)
    async def accept(self, protest: FromPath[UUID], commands: Given) -> Response[Accepted]:
        """Pass the protest to the chief judge, as the game's judge."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [AcceptProtest(by=commands.principal.id, at=commands.now)]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/decline", guards=[PARTICIPANT], status_code=200)
    async def decline(
        self, protest: FromPath[UUID], data: JSONBody[DeclineBody], commands: Given
    ) -> Response[Accepted]:
        """Do not take the protest up, as the game's judge, with a reason."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [DeclineProtest(by=commands.principal.id, reason=data.reason, at=commands.now)]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/commission", guards=[APPOINTER], status_code=200)
    async def appoint(
        self, protest: FromPath[UUID], data: JSONBody[CommissionBody], commands: Given
    ) -> Response[Accepted]:
        """Name the three who review it, as the chief judge; as the organizer, where he has a stake."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                AppointCommission(
                    by=commands.principal.id,
                    members=tuple(data.members),
                    officials=await officials_of(unit.connection, case.championship),
                    game=await _game(unit.connection, case.game),
                    at=commands.now,
                )
            ]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/votes", guards=[PARTICIPANT], status_code=200)
    async def vote(
        self, protest: FromPath[UUID], data: JSONBody[VoteBody], commands: Given
    ) -> Response[Accepted]:
        """Vote, as a member, once. Nobody sees a vote, or that there is one, before the ruling."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                CastVote(
                    by=commands.principal.id,
                    verdict=data.verdict,
                    remedy=data.remedy or NoChange(),
                    game=await _game(unit.connection, case.game),
                    at=commands.now,
                )
            ]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/reasons", guards=[PARTICIPANT], status_code=200)
    async def write_reasons(
        self, protest: FromPath[UUID], data: JSONBody[ReasonsBody], commands: Given
    ) -> Response[Accepted]:
        """Draft the reasons, as the chairman, when all have voted."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [WriteReasons(by=commands.principal.id, reasons=data.reasons, at=commands.now)]

        return await commands.run(_change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/ruling", guards=[PARTICIPANT])
    async def publish(
        self, protest: FromPath[UUID], data: JSONBody[RulingBody], commands: Given
    ) -> Response[RulingAccepted]:
        """Publish the ruling, as the chairman, with its reasons. It is final."""

        async def work(unit: Unit) -> RulingAccepted:
            ruling, by = commands.new_id(), commands.principal.id

            async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
                published = PublishRuling(by=by, ruling=ruling, at=commands.now)
                if data.reasons is None:
                    return [published]
                return [WriteReasons(by=by, reasons=data.reasons, at=commands.now), published]

            accepted = await _change(protest, commands, command)(unit)
            return RulingAccepted(id=accepted.id, version=accepted.version, ruling=ruling)

        return await commands.run(work)

    @get("/championships/{championship:uuid}/protests", opt=PUBLIC)
    async def of_championship(
        self,
        championship: FromPath[UUID],
        reads: NamedDependency[Reads],
        game: FromQuery[UUID | None] = None,
        status: FromQuery[Status | None] = None,
        cursor: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[ProtestsPage]:
        """List a championship's protests, oldest first, without who filed them."""
        async with reads.connection() as connection:
            await demand_championship(connection, championship)
            query = what_is_contested.of_championship(
                championship, game=game, status=status, after=cursor, limit=limit + 1
            )
            rows = (await connection.execute(query)).all()
        more = rows[limit - 1].protest if len(rows) > limit else None
        page = ProtestsPage(protests=[ProtestListed.of(row) for row in rows[:limit]], next=more)
        return reads.answer(page, headers=link_to(more, limit))

    @get("/protests/{protest:uuid}", opt=PUBLIC)
    async def read(self, protest: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[ProtestView]:
        """Show a protest: to everybody how far it is, to those concerned what it is about."""
        async with reads.connection() as connection:
            row = (await connection.execute(what_is_contested.one(protest))).one_or_none()
            if row is None:
                raise UnknownProtest(f"There is no protest {protest}.")
            case = CaseView.of(row) if await _concerned(connection, reads.principal, row) else None
            draft = await _draft(connection, reads.principal, row)
            ruling = await _ruling(connection, row)
        view = ProtestView.of(row, case=case, draft=draft, published=ruling)
        if draft is not None:
            # A draft changes under one version: its reader is always answered in full.
            return reads.answer(view, headers={"ETag": f'"v{row.version}"', **PER_READER})
        return reads.answer(view, version=row.version, headers=PER_READER)


def _change(protest: UUID, commands: Commands, command: Commanded) -> Callable[[Unit], Awaitable[Accepted]]:
    """Return the work of changing a protest that is at the version in If-Match.

    Versions here are those that people see, which sealed votes do not move.
    """
    demanded = commands.demanded_version()

    async def work(unit: Unit) -> Accepted:
        version, state = await unit.state(decider, protest)
        if isinstance(state, Unfiled):
            raise UnknownProtest(f"There is no protest {protest}.")
        seen = shown_version(version, state)
        if seen != demanded:
            raise ConcurrencyConflict(f"protest-{protest}", demanded, seen)
        for each in await command(unit, state.case):
            handled = await unit.handle(decider, protest, each)
            seen = shown_version(handled.version, handled.state)
        return Accepted(id=protest, version=seen)

    return work


async def _game(connection: AsyncConnection, game: UUID, *, alone: bool = False) -> Game:
    played = await game_facts(connection, game, alone=alone)
    if played is None:
        raise UnknownGame(f"No game {game} was heard of.")
    return played


async def _concerned(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> bool:
    """Tell whether the reader may know who filed and what was said: parties, commission, officials."""
    if reader is None:
        return False
    if reader.id in {row.filer, row.accused, row.judge, *(row.members or ())}:
        return True
    officials = await officials_of(connection, row.championship)
    return reader.id in officials.chief_judges | officials.organizers


async def _draft(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> DraftView | None:
    if reader is None or not row.members or row.members[0] != reader.id:
        return None
    draft = (await connection.execute(what_the_draft_says.one(row.protest))).one_or_none()
    return DraftView.of(draft) if draft is not None else None


async def _ruling(connection: AsyncConnection, row: Row[Any]) -> RulingView | None:
    ruling = (await connection.execute(what_was_ruled.on_protest(row.protest))).one_or_none()
    if ruling is None:
        return None
    return RulingView.of(ruling, await nicks_of(connection, row.championship))
