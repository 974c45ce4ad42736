"""Entries: applications, fees, acceptance, withdrawal, and the list of participants."""

from collections.abc import Awaitable, Callable
from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.registration.api.acting import WRITERS, actor_of, known_person, terms_in
from services.registration.api.championships import next_page
from services.registration.api.schemas import ApplicationBody, EntriesPage, EntryView, FeeBody
from services.registration.domain.errors import ApplicationUnknown, ChampionshipUnknown
from services.registration.domain.roster.decider import (
    AcceptEntry,
    ApplyForEntry,
    RecordFee,
    RosterCommand,
    WithdrawEntry,
    roster,
)
from services.registration.domain.roster.terms import EntryTerms
from services.registration.projections import which_championships_are_there, who_officiates, who_takes_part
from shared.contracts.registration import OfficialRole
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PAGE = 200
SEES_ALL: tuple[OfficialRole, ...] = ("organizer", "secretary", "chief_judge")


class EntryController(Controller):
    """Apply, pay, accept, withdraw, list."""

    path = "/v1/championships/{championship_id:uuid}/entries"
    tags = ("entries",)

    @post(guards=[requires(*WRITERS)])
    async def apply(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[ApplicationBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Apply for oneself or, as a club or an organizer, for another person."""
        player = commands.principal.id if data.player is None else data.player

        async def command(unit: Unit, terms: EntryTerms) -> RosterCommand:
            person = await known_person(unit, player)
            return ApplyForEntry(
                player=player,
                nick=person.nick if data.nick is None else data.nick,
                club=person.club if data.club is None else data.club,
                city=person.city if data.city is None else data.city,
                attributes=data.attributes,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
            )

        return await _handle(championship_id, player, commands, command, status=201)

    @post("/{player:uuid}/fee", guards=[requires(*WRITERS)], status_code=200)
    async def record_fee(
        self,
        championship_id: FromPath[UUID],
        player: FromPath[UUID],
        data: JSONBody[FeeBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Record that the entry fee was paid."""

        async def command(_: Unit, terms: EntryTerms) -> RosterCommand:
            return RecordFee(
                player=player,
                amount=data.amount,
                currency=data.currency,
                receipt=data.receipt,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
            )

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/acceptance", guards=[requires(*WRITERS)], status_code=200)
    async def accept(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Accept an entry: the player is on the public list from now on."""

        async def command(_: Unit, terms: EntryTerms) -> RosterCommand:
            return AcceptEntry(player=player, terms=terms, by=actor_of(commands.principal), at=commands.now)

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/withdrawal", guards=[requires(*WRITERS)], status_code=200)
    async def withdraw(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Withdraw an entry."""

        async def command(_: Unit, terms: EntryTerms) -> RosterCommand:
            return WithdrawEntry(player=player, terms=terms, by=actor_of(commands.principal), at=commands.now)

        return await _handle(championship_id, player, commands, command)

    @get(opt={"public": True})
    async def listed(
        self,
        championship_id: FromPath[UUID],
        reads: NamedDependency[Reads],
        after: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[EntriesPage]:
        """List the participants by nick; to organizers, every entry with its details."""
        if await reads.one(which_championships_are_there.one(championship_id)) is None:
            raise ChampionshipUnknown(f"There is no championship {championship_id}.")
        detailed = await _sees_all(reads, championship_id)
        rows = await reads.all(
            who_takes_part.of_championship(
                championship_id, status=None if detailed else "accepted", after=after, limit=limit + 1
            )
        )
        more = rows[limit - 1].player if len(rows) > limit else None
        page = EntriesPage(entries=[EntryView.of(row, detailed=detailed) for row in rows[:limit]], next=more)
        return reads.answer(page, headers=next_page(more, limit))

    @get("/{player:uuid}", opt={"public": True})
    async def read(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[EntryView]:
        """Show one entry: to anybody once it is accepted, to the player and organizers always."""
        row = await reads.one(who_takes_part.one(championship_id, player))
        own = reads.principal is not None and reads.principal.id == player
        detailed = own or await _sees_all(reads, championship_id)
        if row is None or not (detailed or row.status == "accepted"):
            raise ApplicationUnknown(f"{player} is not on the list of championship {championship_id}.")
        return reads.answer(EntryView.of(row, detailed=detailed))


async def _handle(
    championship_id: UUID,
    player: UUID,
    commands: Commands,
    command: Callable[[Unit, EntryTerms], Awaitable[RosterCommand]],
    *,
    status: int = 200,
) -> Response[Accepted]:
    """Decide a command on the roster, under the championship's terms of the same moment."""

    async def work(unit: Unit) -> Accepted:
        terms = await terms_in(unit, championship_id)
        handled = await unit.handle(roster, championship_id, await command(unit, terms))
        return Accepted(id=player, version=handled.version)

    return await commands.run(work, status=status)


async def _sees_all(reads: Reads, championship_id: UUID) -> bool:
    principal = reads.principal
    if principal is None:
        return False
    if "admin" in principal.scopes:
        return True
    return bool(await reads.all(who_officiates.holds(championship_id, principal.id, SEES_ALL)))
