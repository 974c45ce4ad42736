"""Protests: filing, every step to a commission, and what of it each reader may see."""

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter
from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncConnection

from services.appeals.api.championships import PAGE, demand_championship
from services.appeals.api.schemas import (
    CaseView,
    DeclineBody,
    DraftView,
    DueView,
    FilingBody,
    ProtestListed,
    ProtestsPage,
    ProtestView,
    ReasonBody,
    RulingView,
    StakeView,
)
from services.appeals.api.steps import (
    APPOINTER,
    PARTICIPANT,
    PER_READER,
    PUBLIC,
    Given,
    change,
    concerned,
    filer_hidden_from,
    game_of,
    stake_shown_to,
)
from services.appeals.domain.errors import RegulationsNotHeard, UnknownProtest
from services.appeals.domain.protest.commands import (
    AcceptProtest,
    ContestDecline,
    DeclineProtest,
    FileProtest,
    ProtestCommand,
    WithdrawProtest,
)
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import Act, Moment
from services.appeals.domain.protest.filing import facts_key
from services.appeals.domain.protest.state import Case, shown_version
from services.appeals.projections import what_is_contested, what_is_due, what_the_draft_says, what_was_ruled
from services.appeals.projections.what_is_at_stake import stake_of
from services.appeals.projections.what_is_contested import Status, on_the_same_facts
from services.appeals.projections.which_rules_hold import rules_of
from services.appeals.projections.who_may_sit import people_of
from services.appeals.projections.who_officiates import officials_of
from services.appeals.projections.who_takes_part import nicks_of
from shared.contracts.regulations import ProtestRules
from shared.eventsourcing.handling import Unit
from shared.web.auth import Principal
from shared.web.commands import Accepted
from shared.web.reads import Reads


class ProtestController(Controller):
    """File, withdraw, accept, decline, contest; list and read."""

    path = "/v1"
    tags = ("protests",)

    @post("/games/{game:uuid}/protests", guards=[APPOINTER], opt={"makes": {"protest": "id"}})
    async def file(
        self, game: FromPath[UUID], data: JSONBody[FilingBody], commands: Given
    ) -> Response[Accepted]:
        """File a protest, as a player of the game or as the organizer for one, after it was signed."""

        async def work(unit: Unit) -> Accepted:
            protest, asking = commands.new_id(), commands.principal.id
            filer = data.player or asking
            played = await game_of(unit.connection, game, alone=True)
            rules = await rules_of(unit.connection, played.championship, played.stage, played.group)
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
                links=tuple(data.links),
                deposit=data.deposit,
                lodged_by=None if filer == asking else asking,
            )
            handled = await unit.handle(decider, protest, command)
            return Accepted(id=protest, version=shown_version(handled.version, handled.state))

        return await commands.run(work)

    @post("/protests/{protest:uuid}/withdrawal", guards=[PARTICIPANT], status_code=200)
    async def withdraw(self, protest: FromPath[UUID], commands: Given) -> Response[Accepted]:
        """Take the protest back, as its filer, until the commission has voted."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [WithdrawProtest(by=commands.principal.id, at=commands.now)]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/acceptance", guards=[PARTICIPANT], status_code=200)
    async def accept(self, protest: FromPath[UUID], commands: Given) -> Response[Accepted]:
        """Pass the protest on, as the game's judge; as a chief judge, where he was silent or contested."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                AcceptProtest(
                    by=commands.principal.id,
                    at=commands.now,
                    officials=await officials_of(unit.connection, case.championship),
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/decline", guards=[PARTICIPANT], status_code=200)
    async def decline(
        self, protest: FromPath[UUID], data: JSONBody[DeclineBody], commands: Given
    ) -> Response[Accepted]:
        """Do not take the protest up, with a reason, as whoever may accept it."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                DeclineProtest(
                    by=commands.principal.id,
                    reason=data.reason,
                    at=commands.now,
                    officials=await officials_of(unit.connection, case.championship),
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/contest", guards=[PARTICIPANT], status_code=200)
    async def contest(
        self, protest: FromPath[UUID], data: JSONBody[ReasonBody], commands: Given
    ) -> Response[Accepted]:
        """Take a decline to the chief judge, as the filer, once, where the document allows it."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [ContestDecline(by=commands.principal.id, reason=data.reason, at=commands.now)]

        return await commands.run(change(protest, commands, command), status=200)

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
        return reads.answer(page, headers=reads.next_page(str(more)) if more else None)

    @get("/protests/{protest:uuid}", opt=PUBLIC)
    async def read(self, protest: FromPath[UUID], reads: NamedDependency[Reads]) -> Response[ProtestView]:
        """Show a protest: to everybody how far it is, to those concerned what it is about."""
        async with reads.connection() as connection:
            row = (await connection.execute(what_is_contested.one(protest))).one_or_none()
            if row is None:
                raise UnknownProtest(f"There is no protest {protest}.")
            case = await _case(connection, reads.principal, row)
            due = await _due(connection, row.protest)
            draft = await _draft(connection, reads.principal, row)
            ruling = await _ruling(connection, row)
            stake = await _stake(connection, reads.principal, row)
        view = ProtestView.of(row, case=case, due=due, draft=draft, published=ruling, stake=stake)
        if draft is not None or stake is not None:
            # Draft and stake change under one version: their readers are always answered in full.
            return reads.answer(view, headers={"ETag": f'"v{row.version}"', **PER_READER})
        return reads.answer(view, version=row.version, headers=PER_READER)


async def _case(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> CaseView | None:
    if reader is None or not await concerned(connection, reader, row):
        return None
    hides = msgspec.json.decode(row.rules, type=ProtestRules).filer_hidden
    return CaseView.of(row, filer_hidden=filer_hidden_from(row, reader.id, hides=hides))


async def _due(connection: AsyncConnection, protest: UUID) -> list[DueView]:
    rows = (await connection.execute(what_is_due.of_protests([protest]))).all()
    return [DueView(deadline=row.deadline, due_at=row.due_at) for row in rows]


async def _draft(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> DraftView | None:
    if reader is None or not row.members or row.members[0] != reader.id:
        return None
    draft = (await connection.execute(what_the_draft_says.one(row.protest))).one_or_none()
    return DraftView.of(draft) if draft is not None else None


async def _stake(connection: AsyncConnection, reader: Principal | None, row: Row[Any]) -> StakeView | None:
    if not await stake_shown_to(connection, reader, row):
        return None
    stake = await stake_of(connection, row.protest)
    return None if stake is None else StakeView(materiality=stake.materiality, places=stake.places)


async def _ruling(connection: AsyncConnection, row: Row[Any]) -> RulingView | None:
    ruling = (await connection.execute(what_was_ruled.on_protest(row.protest))).one_or_none()
    if ruling is None:
        return None
    return RulingView.of(ruling, await nicks_of(connection, row.championship))
