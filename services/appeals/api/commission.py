"""The commission of a protest: appointed, consented to, objected to, changed."""

from collections.abc import Sequence
from uuid import UUID

from litestar import Controller, Response, post
from litestar.params import FromPath, JSONBody

from services.appeals.api.schemas import (
    CommissionBody,
    DecisionBody,
    MemberBody,
    ObjectionBody,
    ReasonBody,
    ReplacementBody,
)
from services.appeals.api.steps import APPOINTER, PARTICIPANT, Given, change, game_of
from services.appeals.domain.errors import NoStandingCommission
from services.appeals.domain.protest.commands import (
    AppointCommission,
    DecideObjection,
    GiveConsent,
    ObjectToMember,
    ProtestCommand,
    RecuseMember,
    ReplaceMember,
)
from services.appeals.domain.protest.state import Case
from services.appeals.projections import who_may_sit
from services.appeals.projections.who_may_sit import people_of
from services.appeals.projections.who_officiates import officials_of
from shared.eventsourcing.handling import Unit
from shared.web.commands import Accepted


class CommissionController(Controller):
    """Appoint, consent, object, decide, stand down, replace."""

    path = "/v1/protests/{protest:uuid}"
    tags = ("commission",)

    @post("/commission", guards=[APPOINTER], status_code=200)
    async def appoint(
        self, protest: FromPath[UUID], data: JSONBody[CommissionBody], commands: Given
    ) -> Response[Accepted]:
        """Name the three who review it, as the chief judge; as the organizer, where he has a stake.

        Without `members` the championship's standing commission reviews it.
        """

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            members, reserves = data.members or [], data.reserves
            if data.members is None:
                query = who_may_sit.standing(case.championship)
                row = (await unit.connection.execute(query)).one_or_none()
                if row is None:
                    raise NoStandingCommission(
                        f"Championship {case.championship} has no standing commission; name three people."
                    )
                members, reserves = row.members, row.reserves
            return [
                AppointCommission(
                    by=commands.principal.id,
                    members=tuple(members),
                    reserves=tuple(reserves),
                    officials=await officials_of(unit.connection, case.championship),
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                    standing=data.members is None,
                    at=commands.now,
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/consents", guards=[PARTICIPANT], status_code=200)
    async def consent(
        self, protest: FromPath[UUID], data: JSONBody[MemberBody], commands: Given
    ) -> Response[Accepted]:
        """Consent, as a party, to a member who shares club or city with a party."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [GiveConsent(by=commands.principal.id, member=data.member, at=commands.now)]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/objections", guards=[PARTICIPANT], status_code=200)
    async def object_to(
        self, protest: FromPath[UUID], data: JSONBody[ObjectionBody], commands: Given
    ) -> Response[Accepted]:
        """Object, as a party, to a member or a reserve."""

        async def command(_unit: Unit, _case: Case) -> Sequence[ProtestCommand]:
            return [
                ObjectToMember(
                    by=commands.principal.id, member=data.member, reason=data.reason, at=commands.now
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/objections/decision", guards=[APPOINTER], status_code=200)
    async def decide(
        self, protest: FromPath[UUID], data: JSONBody[DecisionBody], commands: Given
    ) -> Response[Accepted]:
        """Decide the objections to a member, as whoever appoints; upheld, the member makes room."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                DecideObjection(
                    by=commands.principal.id,
                    member=data.member,
                    upheld=data.upheld,
                    reason=data.reason,
                    officials=await officials_of(unit.connection, case.championship),
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                    at=commands.now,
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/recusal", guards=[PARTICIPANT], status_code=200)
    async def recuse(
        self, protest: FromPath[UUID], data: JSONBody[ReasonBody], commands: Given
    ) -> Response[Accepted]:
        """Stand down, as a member or a reserve, before one's vote."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                RecuseMember(
                    by=commands.principal.id,
                    reason=data.reason,
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                    at=commands.now,
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)

    @post("/replacement", guards=[APPOINTER], status_code=200)
    async def replace(
        self, protest: FromPath[UUID], data: JSONBody[ReplacementBody], commands: Given
    ) -> Response[Accepted]:
        """Replace a member for a cause, or fill an empty seat, as whoever appoints."""

        async def command(unit: Unit, case: Case) -> Sequence[ProtestCommand]:
            return [
                ReplaceMember(
                    by=commands.principal.id,
                    member=data.member,
                    successor=data.successor,
                    reason=data.reason,
                    officials=await officials_of(unit.connection, case.championship),
                    game=await game_of(unit.connection, case.game),
                    people=await people_of(unit.connection, case.championship, commands.now, case.protest),
                    at=commands.now,
                )
            ]

        return await commands.run(change(protest, commands, command), status=200)
