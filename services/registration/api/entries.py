"""Entries: applications, fees, acceptance, withdrawal, and the list of participants."""

from collections.abc import Awaitable, Callable
from typing import Annotated
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.registration.api.acting import (
    WRITERS,
    actor_of,
    bar_in,
    barred_waiting,
    known_person,
    sees_all,
    terms_in,
)
from services.registration.api.championships import next_page
from services.registration.api.groups import groups_in, only_of
from services.registration.api.schemas import (
    ApplicationBody,
    ConfirmationBody,
    EntriesPage,
    EntryView,
    FeeBody,
    RefundBody,
)
from services.registration.domain.errors import ApplicationUnknown
from services.registration.domain.roster.commands import (
    AcceptEntry,
    ApplyForEntry,
    CheckIn,
    ConfirmAttributes,
    NoteRefund,
    PromoteWaiting,
    RecordFee,
    RosterCommand,
    WithdrawEntry,
)
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.terms import EntryTerms
from services.registration.projections import who_takes_part
from shared.contracts.regulations import Slug
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PAGE = 200


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
                late_reason=data.late_reason,
                bar=await bar_in(unit, championship_id, player, commands.now),
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
                method=data.method,
            )

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/acceptance", guards=[requires(*WRITERS)], status_code=200)
    async def accept(
        self,
        championship_id: FromPath[UUID],
        player: FromPath[UUID],
        commands: NamedDependency[Commands],
        substitute: FromQuery[bool] = False,
    ) -> Response[Accepted]:
        """Accept an entry: the player is on the public list from now on, or on the waitlist if it is full.

        A `substitute` takes no place: he is in no draw, and plays only in somebody else's place.
        """

        async def command(unit: Unit, terms: EntryTerms) -> RosterCommand:
            return AcceptEntry(
                player=player,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
                bar=await bar_in(unit, championship_id, player, commands.now),
                barred=await barred_waiting(unit, championship_id, commands.now),
                substitute=substitute,
            )

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/withdrawal", guards=[requires(*WRITERS)], status_code=200)
    async def withdraw(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Withdraw an entry; while the list is not final, the first of the waitlist takes the place."""

        async def command(unit: Unit, terms: EntryTerms) -> RosterCommand:
            return WithdrawEntry(
                player=player,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
                barred=await barred_waiting(unit, championship_id, commands.now),
            )

        return await _handle(championship_id, player, commands, command)

    @post("/promotion", guards=[requires(*WRITERS)], status_code=200)
    async def promote(
        self, championship_id: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Give free places to those who wait, the longest first; quotas are counted again."""

        async def command(unit: Unit, terms: EntryTerms) -> RosterCommand:
            return PromoteWaiting(
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
                barred=await barred_waiting(unit, championship_id, commands.now),
            )

        return await _handle(championship_id, championship_id, commands, command)

    @post("/{player:uuid}/refund", guards=[requires(*WRITERS)], status_code=200)
    async def refund(
        self,
        championship_id: FromPath[UUID],
        player: FromPath[UUID],
        data: JSONBody[RefundBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Note what was given back of the fee of who left."""

        async def command(_: Unit, terms: EntryTerms) -> RosterCommand:
            return NoteRefund(
                player=player,
                amount=data.amount,
                currency=data.currency,
                note=data.note,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
            )

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/confirmation", guards=[requires(*WRITERS)], status_code=200)
    async def confirm(
        self,
        championship_id: FromPath[UUID],
        player: FromPath[UUID],
        data: JSONBody[ConfirmationBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Confirm declared attributes, having seen their proof."""

        async def command(_: Unit, terms: EntryTerms) -> RosterCommand:
            return ConfirmAttributes(
                player=player,
                attributes=tuple(data.attributes),
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
            )

        return await _handle(championship_id, player, commands, command)

    @post("/{player:uuid}/check-in", guards=[requires(*WRITERS)], status_code=200)
    async def check_in(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Note that a player is here on the day."""

        async def command(unit: Unit, terms: EntryTerms) -> RosterCommand:
            return CheckIn(
                player=player,
                terms=terms,
                by=actor_of(commands.principal),
                at=commands.now,
                bar=await bar_in(unit, championship_id, player, commands.now),
            )

        return await _handle(championship_id, player, commands, command)

    @get(opt={"public": True})
    async def listed(
        self,
        championship_id: FromPath[UUID],
        reads: NamedDependency[Reads],
        after: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
        group: FromQuery[Slug | None] = None,
    ) -> Response[EntriesPage]:
        """List the participants, or those of a group, by nick; to organizers, every entry with details."""
        groups = await groups_in(reads, championship_id)
        only = None if group is None else await only_of(reads, championship_id, group, groups)
        detailed = await sees_all(reads, championship_id)
        rows = await reads.all(
            who_takes_part.of_championship(
                championship_id,
                status=None if detailed else "accepted",
                after=after,
                limit=limit + 1,
                only=only,
            )
        )
        more = rows[limit - 1].player if len(rows) > limit else None
        page = EntriesPage(
            entries=[EntryView.of(row, detailed=detailed, groups=groups) for row in rows[:limit]], next=more
        )
        return reads.answer(page, headers=next_page(more, limit, group=group))

    @get("/{player:uuid}", opt={"public": True})
    async def read(
        self, championship_id: FromPath[UUID], player: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[EntryView]:
        """Show one entry: to anybody once it is accepted, to the player and organizers always."""
        row = await reads.one(who_takes_part.one(championship_id, player))
        own = reads.principal is not None and reads.principal.id == player
        detailed = own or await sees_all(reads, championship_id)
        if row is None or not (detailed or row.status == "accepted"):
            raise ApplicationUnknown(f"{player} is not on the list of championship {championship_id}.")
        groups = await groups_in(reads, championship_id)
        return reads.answer(EntryView.of(row, detailed=detailed, groups=groups))


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
