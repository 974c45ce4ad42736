"""The vote and the ruling, by members and chairman."""

from collections.abc import Sequence
from uuid import UUID

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from services.appeals.api.schemas import ReasonsBody, RulingAccepted, RulingBody, VoteBody
from services.appeals.api.steps import PARTICIPANT, Given, change, game_of
from services.appeals.domain.protest.commands import CastVote, ProtestCommand, PublishRuling, WriteReasons
from services.appeals.domain.protest.state import Case
from services.appeals.projections.who_may_sit import people_of
from shared.contracts.appeals import NoChange
from shared.eventsourcing.handling import Unit
from shared.web.commands import Accepted


class ReviewController(Controller):
    """Vote, write the reasons, publish."""

    path = "/v1"
    tags = ("commission",)

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
                    game=await game_of(unit.connection, case.game),
                    at=commands.now,
                    in_part=data.in_part,
                    warn=data.warn,
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/reasons", guards=[PARTICIPANT], status_code=200)
    async def write_reasons(
        self, protest: FromPath[UUID], data: JSONBody[ReasonsBody], commands: Given
    ) -> Response[Accepted]:
        """Draft the reasons, as the chairman, when all have voted."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [
                WriteReasons(
                    by=commands.principal.id,
                    reasons=data.reasons or "",
                    at=commands.now,
                    grounds=data.grounds,
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/protests/{protest:uuid}/ruling", guards=[PARTICIPANT], opt={"makes": {"ruling": "ruling"}})
    async def publish(
        self, protest: FromPath[UUID], data: JSONBody[RulingBody], commands: Given
    ) -> Response[RulingAccepted]:
        """Publish the ruling, as the chairman, with its reasons. It is final."""

        async def work(unit: Unit) -> RulingAccepted:
            ruling, by = commands.new_id(), commands.principal.id

            async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
                published = PublishRuling(by=by, ruling=ruling, at=commands.now)
                if data.reasons is None and data.grounds is None:
                    return [published]
                written = WriteReasons(
                    by=by, reasons=data.reasons or "", at=commands.now, grounds=data.grounds
                )
                return [written, published]

            accepted = await change(protest, commands, command)(unit)
            return RulingAccepted(id=accepted.id, version=accepted.version, ruling=ruling)

        return await commands.run(work)
