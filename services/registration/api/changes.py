"""What happens to a championship's promise: drafts before it, changes after it, and how far it is."""

from typing import Any
from uuid import UUID

import msgspec
from litestar import Controller, Response, get, post, put
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from services.registration.api.acting import WRITERS, actor_of, championship_of
from services.registration.api.championships import deadline, planned, promised, zones_of
from services.registration.api.regulations import given
from services.registration.api.schemas import AnnounceBody
from services.registration.api.schemas_of_changes import (
    ChangeView,
    DraftedBody,
    PhaseBody,
    PlanBody,
    RebindBody,
)
from services.registration.domain.championship.commands import (
    AnnounceDraft,
    ChampionshipCommand,
    ChangePlan,
    DraftChampionship,
    EnterPhase,
    RebindRegulations,
)
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.events import ChampionshipDrafted
from services.registration.domain.championship.state import Announced
from services.registration.domain.errors import ChampionshipUnknown
from services.registration.domain.roster.decider import roster
from services.registration.projections import (
    how_is_a_stage_drawn,
    what_changed,
    what_is_drafted,
    which_championships_are_there,
)
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads


class ChangeController(Controller):
    """Draft, announce the draft, change the plan, rebind the regulations, enter a phase."""

    path = "/v1/championships"
    tags = ("championships",)

    @post("/drafts", guards=[requires("admin", "organizer")], opt={"makes": {"championship": "id"}})
    async def draft(
        self, data: JSONBody[AnnounceBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Keep what may be announced; nobody else sees it, and it need not work yet."""
        promise = promised(data)

        async def work(unit: Unit) -> Accepted:
            return await _draft(unit, data.id or commands.new_id(), promise, commands)

        return await commands.run(work)

    @put("/{championship_id:uuid}/draft", guards=[requires("admin", "organizer")])
    async def redraft(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[AnnounceBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Keep this in place of the draft."""
        promise = promised(data)

        async def work(unit: Unit) -> Accepted:
            return await _draft(unit, championship_id, promise, commands)

        return await commands.run(work, status=200)

    @get("/{championship_id:uuid}/draft")
    async def read_draft(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[ChampionshipDrafted]:
        """Show a draft to its author."""
        row = await reads.one(what_is_drafted.one(championship_id))
        principal = reads.principal
        seen = (
            principal is not None
            and row is not None
            and ("admin" in principal.scopes or principal.id == row.organizer)
        )
        if row is None or not seen:
            raise ChampionshipUnknown(f"There is no draft {championship_id}.")
        return reads.answer(what_is_drafted.draft_of(row.draft), version=row.version)

    @post("/{championship_id:uuid}/announcement", guards=[requires("admin", "organizer")])
    async def announce_draft(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[DraftedBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Announce what was drafted."""
        opens = data.registration == "open"
        command = AnnounceDraft(opens=opens, by=actor_of(commands.principal), at=commands.now)
        return await _run(championship_id, command, commands, status=201)

    @post("/{championship_id:uuid}/plan", guards=[requires(*WRITERS)], status_code=200)
    async def change_plan(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[PlanBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Promise something else, with a reason that everybody sees."""

        async def work(unit: Unit) -> Accepted:
            whole = await championship_of(unit, championship_id)
            _, entries = await unit.state(roster, championship_id)
            command = ChangePlan(
                **_plan(data, whole),
                reason=data.reason,
                drawn=await _drawn(unit, whole),
                entrants=len(entries.accepted()),
                places_of=[
                    (entries.entries[player].application.city, entries.put_into.get(player))
                    for player in entries.with_places()
                ],
                by=actor_of(commands.principal),
                at=commands.now,
            )
            return await _handle(unit, championship_id, command, commands)

        return await commands.run(work, status=200)

    @post("/{championship_id:uuid}/regulations", guards=[requires(*WRITERS)], status_code=200)
    async def rebind(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[RebindBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Let another document, or a new version of it, hold; once it runs, a newer version only."""
        regulations = given(data.regulations)
        command = RebindRegulations(
            regulations=regulations,
            reason=data.reason,
            by=actor_of(commands.principal),
            at=commands.now,
        )
        return await _run(championship_id, command, commands)

    @post("/{championship_id:uuid}/phase", guards=[requires(*WRITERS)], status_code=200)
    async def enter_phase(
        self,
        championship_id: FromPath[UUID],
        data: JSONBody[PhaseBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Say how far the championship is."""
        command = EnterPhase(
            phase=data.phase, reason=data.reason, by=actor_of(commands.principal), at=commands.now
        )
        return await _run(championship_id, command, commands)

    @get("/{championship_id:uuid}/changes", opt={"public": True})
    async def changes(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[list[ChangeView]]:
        """List what changed after the announcement, with the reasons."""
        if await reads.one(which_championships_are_there.one(championship_id)) is None:
            raise ChampionshipUnknown(f"There is no championship {championship_id}.")
        rows = await reads.all(what_changed.of_championship(championship_id))
        return reads.answer(
            [
                ChangeView(
                    version=row.version,
                    kind=row.kind,
                    changed=row.changed,
                    reason=row.reason,
                    changed_by=row.changed_by,
                    changed_at=row.changed_at,
                )
                for row in rows
            ]
        )


async def _run(
    identity: UUID, command: ChampionshipCommand, commands: Commands, *, status: int = 200
) -> Response[Accepted]:
    async def work(unit: Unit) -> Accepted:
        return await _handle(unit, identity, command, commands)

    return await commands.run(work, status=status)


async def _handle(unit: Unit, identity: UUID, command: ChampionshipCommand, commands: Commands) -> Accepted:
    handled = await unit.handle(championship, identity, command, expected_version=commands.expected_version)
    return Accepted(id=identity, version=handled.version)


async def _draft(unit: Unit, identity: UUID, promise: dict[str, Any], commands: Commands) -> Accepted:
    command = DraftChampionship(
        championship=identity, **promise, by=actor_of(commands.principal), at=commands.now
    )
    return await _handle(unit, identity, command, commands)


def _plan(data: PlanBody, whole: Announced) -> dict[str, Any]:
    """Return the whole plan: what the body gives, and what holds of the rest."""
    venues = whole.venues if data.venues is msgspec.UNSET else tuple(data.venues)
    zones = zones_of(venues)
    plan: dict[str, Any] = {"venues": venues}
    for name in ("title", "host_club", "capacity", "waitlist", "fee"):
        given = getattr(data, name)
        plan[name] = getattr(whole, name) if given is msgspec.UNSET else given
    for name in ("preliminary_deadline", "final_deadline"):
        given = getattr(data, name)
        plan[name] = getattr(whole, name) if given is msgspec.UNSET else deadline(given, zones)
    clubs = data.partner_clubs
    plan["partner_clubs"] = whole.partner_clubs if clubs is msgspec.UNSET else tuple(clubs)
    stages = data.stages
    plan["stages"] = (
        whole.stages if stages is msgspec.UNSET else tuple(planned(stage, zones) for stage in stages)
    )
    return plan


async def _drawn(unit: Unit, whole: Announced) -> frozenset[str]:
    """Return the stages whose draw is public."""
    return frozenset((await unit.connection.execute(how_is_a_stage_drawn.drawn_stages(whole.id))).scalars())
