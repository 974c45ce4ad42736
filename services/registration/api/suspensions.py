"""Suspensions: out of a championship, or out of all until a date."""

from typing import Any
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from sqlalchemy import Row

from services.registration.api.acting import (
    WRITERS,
    actor_of,
    barred_waiting,
    championship_of,
    demand_sees_all,
    known_person,
)
from services.registration.api.local_times import localized, months_later
from services.registration.api.schemas_of_changes import BarBody, LiftBody, SuspendBody, SuspensionView
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import AccountUnknown, ChampionshipUnknown, NotAnOfficial
from services.registration.domain.roster.commands import DisqualifyEntry
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.terms import terms_of
from services.registration.domain.suspension.decider import (
    LiftSuspension,
    SuspendFromChampionship,
    SuspendUntil,
    suspension,
)
from services.registration.domain.suspension.events import SuspendedFromChampionship
from services.registration.projections import (
    which_championships_are_there,
    who_is_known,
    who_is_suspended,
    who_officiates,
)
from shared.contracts.registration import LocalTime
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class SuspensionController(Controller):
    """Suspend, lift, list."""

    tags = ("suspensions",)

    @post("/v1/championships/{championship_id:uuid}/suspensions", guards=[requires(*WRITERS)])
    async def suspend(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[SuspendBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Put a person out of a championship, and for the offense's time out of all; his entry ends."""

        async def work(unit: Unit) -> Accepted:
            one, longer = commands.new_id(), commands.new_id()
            whole = await championship_of(unit, championship_id)
            await known_person(unit, data.person)
            actor = actor_of(commands.principal)
            handled = await unit.handle(
                suspension,
                data.person,
                SuspendFromChampionship(
                    person=data.person,
                    suspension=one,
                    longer=longer,
                    championship=championship_id,
                    regulations=whole.regulations,
                    officials=whole.holding("organizer", "chief_judge"),
                    capacity=data.capacity,
                    offense=data.offense,
                    until=_end(whole, data.offense, commands),
                    reason=data.reason,
                    ruling=data.ruling,
                    by=actor,
                    at=commands.now,
                ),
            )
            out = [event for event in handled.events if isinstance(event, SuspendedFromChampionship)]
            if out:
                await unit.handle(
                    roster,
                    championship_id,
                    DisqualifyEntry(
                        player=data.person,
                        clause=out[0].clause,
                        reason=data.reason,
                        terms=terms_of(whole),
                        by=actor,
                        at=commands.now,
                        barred=await barred_waiting(unit, championship_id, commands.now),
                    ),
                )
            return Accepted(id=one, version=handled.version)

        return await commands.run(work)

    @post("/v1/suspensions", guards=[requires("admin")])
    async def bar(self, data: JSONBody[BarBody], commands: NamedDependency[Commands]) -> Response[Accepted]:
        """Bar a person from all championships until a date, for the federation or by a ruling."""
        until = localized(data.until, data.zone)

        async def work(unit: Unit) -> Accepted:
            identity = commands.new_id()
            await known_person(unit, data.person)
            handled = await unit.handle(
                suspension,
                data.person,
                SuspendUntil(
                    person=data.person,
                    suspension=identity,
                    until=until,
                    reason=data.reason,
                    ruling=data.ruling,
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return Accepted(id=identity, version=handled.version)

        return await commands.run(work)

    @post(
        "/v1/people/{person:uuid}/suspensions/{suspension_id:uuid}/lifting",
        guards=[requires(*WRITERS)],
        status_code=200,
    )
    async def lift(
        self,
        person: FromPath[UUID],
        suspension_id: FromPath[UUID],
        data: JSONBody[LiftBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """End a suspension before its time; who was out may apply anew."""

        async def work(unit: Unit) -> Accepted:
            handled = await unit.handle(
                suspension,
                person,
                LiftSuspension(
                    suspension=suspension_id,
                    reason=data.reason,
                    officials=await _officials(unit, person, suspension_id),
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return Accepted(id=suspension_id, version=handled.version)

        return await commands.run(work, status=200)

    @get("/v1/championships/{championship_id:uuid}/suspensions", opt={"public": True})
    async def of_championship(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[list[SuspensionView]]:
        """List a championship's suspensions: to all where the regulations publish them, else to officials."""
        row = await reads.one(which_championships_are_there.one(championship_id))
        if row is None:
            raise ChampionshipUnknown(f"There is no championship {championship_id}.")
        promise = which_championships_are_there.announcement_of(row.announcement)
        if not promise.regulations.registration.suspensions_published:
            await demand_sees_all(
                reads, championship_id, "suspensions; these regulations do not publish them"
            )
        return reads.answer(_views(await reads.all(who_is_suspended.of_championship(championship_id))))

    @get("/v1/people/{person:uuid}/suspensions")
    async def of_person(
        self, person: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[list[SuspensionView]]:
        """List a person's suspensions: to himself, to admins, organizers and the federation."""
        principal = reads.principal
        if principal is None or not (
            principal.id == person or principal.scopes & {"admin", "organizer", "federation"}
        ):
            raise NotAnOfficial("A person's suspensions are shown to himself, organizers and the federation.")
        if await reads.one(who_is_known.one(person)) is None:
            raise AccountUnknown(f"Nobody is registered under {person}.")
        merged = await reads.all(who_is_known.second_records([person]))
        records = [person, *(row.person for row in merged)]
        return reads.answer(_views(await reads.all(who_is_suspended.of_people(records))))


def _end(whole: Announced, offense: str | None, commands: Commands) -> LocalTime | None:
    """Return when the time of an offense ends, by the clock of the championship's first venue."""
    rule = whole.regulations.registration.suspensions.get(offense or "")
    if rule is None or rule.months is None:
        return None
    return months_later(commands.now, rule.months, whole.venues[0].zone)


async def _officials(unit: Unit, person: UUID, suspension_id: UUID) -> frozenset[UUID]:
    """Return the organizers and the chief judge of the championship that a suspension is from."""
    _, state = await unit.state(suspension, person)
    one = state.standing.get(suspension_id)
    if not isinstance(one, SuspendedFromChampionship):
        return frozenset()
    rows = await unit.connection.execute(who_officiates.of_championship(one.championship))
    return frozenset(row.person for row in rows.all() if row.role in {"organizer", "chief_judge"})


def _views(rows: Any) -> list[SuspensionView]:
    return [_view(row) for row in rows]


def _view(row: Row[Any]) -> SuspensionView:
    return SuspensionView(**row._mapping)  # noqa: SLF001 - SQLAlchemy's public name for it
