"""Championships: announcement, the public list and view."""

from collections.abc import Iterable
from typing import Annotated, Any
from uuid import UUID

from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from services.registration.api.acting import actor_of
from services.registration.api.local_times import check_zone, localized
from services.registration.api.regulations import given
from services.registration.api.schemas import (
    AnnounceBody,
    BlockBody,
    ChampionshipListed,
    ChampionshipsPage,
    ChampionshipView,
    DeadlineBody,
    StageBody,
)
from services.registration.domain.championship.commands import AnnounceChampionship
from services.registration.domain.championship.decider import championship
from services.registration.domain.errors import ChampionshipUnknown, VenueUnknown
from services.registration.projections import which_championships_are_there, who_officiates
from shared.contracts.registration import Block, Group, LocalTime, StagePlan, Venue
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands
from shared.web.reads import Reads

PAGE = 100


class ChampionshipController(Controller):
    """Announce and read."""

    path = "/v1/championships"
    tags = ("championships",)

    @post(guards=[requires("admin", "organizer")], opt={"makes": {"championship": "id"}})
    async def announce(
        self, data: JSONBody[AnnounceBody], commands: NamedDependency[Commands]
    ) -> Response[Accepted]:
        """Announce a championship; who announces it organizes it."""
        promise = promised(data)

        async def work(unit: Unit) -> Accepted:
            identity = data.id or commands.new_id()
            handled = await unit.handle(
                championship,
                identity,
                AnnounceChampionship(
                    championship=identity,
                    **promise,
                    opens=data.registration == "open",
                    by=actor_of(commands.principal),
                    at=commands.now,
                ),
            )
            return Accepted(id=identity, version=handled.version)

        return await commands.run(work)

    @get(opt={"public": True})
    async def listed(
        self,
        reads: NamedDependency[Reads],
        after: FromQuery[UUID | None] = None,
        limit: Annotated[int, QueryParameter(ge=1, le=PAGE)] = PAGE,
    ) -> Response[ChampionshipsPage]:
        """List championships, the newest first."""
        rows = await reads.all(which_championships_are_there.listed(after, limit + 1))
        more = rows[limit - 1].championship if len(rows) > limit else None
        page = ChampionshipsPage(
            championships=[
                ChampionshipListed(
                    id=row.championship,
                    title=row.title,
                    host_club=row.host_club,
                    regulations=row.regulations,
                    announced_at=row.announced_at,
                    phase=row.phase,
                )
                for row in rows[:limit]
            ],
            next=more,
        )
        return reads.answer(page, headers=next_page(more, limit))

    @get("/{championship_id:uuid}", opt={"public": True})
    async def read(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[ChampionshipView]:
        """Show a championship with its regulations, plan and officials."""
        async with reads.connection() as connection:
            row = (await connection.execute(which_championships_are_there.one(championship_id))).one_or_none()
            if row is None:
                raise ChampionshipUnknown(f"There is no championship {championship_id}.")
            officials = (await connection.execute(who_officiates.of_championship(championship_id))).all()
        promise = which_championships_are_there.announcement_of(row.announcement)
        view = ChampionshipView.of(promise, row.version, row.phase, officials)
        return reads.answer(view, version=row.version)


def next_page(after: UUID | None, limit: int, *, group: str | None = None) -> dict[str, str] | None:
    """Return the Link header to the page after an id, if there is one."""
    of_group = "" if group is None else f"&group={group}"
    return {"Link": f'<?after={after}&limit={limit}{of_group}>; rel="next"'} if after is not None else None


def promised(data: AnnounceBody) -> dict[str, Any]:
    """Return what a body promises, with its local times as instants, by the names that commands use."""
    zones = zones_of(data.venues)
    return {
        "title": data.title,
        "host_club": data.host_club,
        "regulations": given(data.regulations),
        "venues": tuple(data.venues),
        "stages": tuple(planned(stage, zones) for stage in data.stages),
        "preliminary_deadline": deadline(data.preliminary_deadline, zones),
        "final_deadline": deadline(data.final_deadline, zones),
        "capacity": data.capacity,
        "waitlist": data.waitlist,
        "partner_clubs": tuple(data.partner_clubs),
        "fee": data.fee,
    }


def zones_of(venues: Iterable[Venue]) -> dict[str, str]:
    """Return the zones of venues by key. Raises TimeZoneUnknown."""
    zones = {venue.key: venue.zone for venue in venues}
    for zone in zones.values():
        check_zone(zone)
    return zones


def deadline(body: DeadlineBody | None, zones: dict[str, str]) -> LocalTime | None:
    """Return a deadline with its instant. Raises VenueUnknown."""
    if body is None:
        return None
    if body.venue not in zones:
        raise VenueUnknown(f"A deadline is at venue {body.venue!r}; the venues are {', '.join(zones)}.")
    return localized(body.local, zones[body.venue])


def planned(body: StageBody, zones: dict[str, str]) -> StagePlan:
    """Return a stage with its blocks, and those of its groups, as instants. Raises VenueUnknown."""
    return StagePlan(
        key=body.key,
        title=body.title,
        kind=body.kind,
        games=body.games,
        players=body.players,
        advance=body.advance,
        venue=body.venue,
        tables=body.tables,
        blocks=_blocks(body.blocks, body.venue, zones, f"Stage {body.key!r}"),
        groups=tuple(
            Group(
                key=group.key,
                title=group.title,
                players=group.players,
                venue=group.venue,
                cities=tuple(group.cities),
                advance=group.advance,
                tables=group.tables,
                blocks=_blocks(group.blocks, group.venue, zones, f"Group {group.key!r}"),
            )
            for group in body.groups
        ),
    )


def _blocks(bodies: Iterable[BlockBody], venue: str, zones: dict[str, str], whose: str) -> tuple[Block, ...]:
    zone = zones.get(venue)
    if zone is None:
        raise VenueUnknown(f"{whose} is at venue {venue!r}; the venues are {', '.join(zones)}.")
    return tuple(
        Block(
            title=block.title,
            kind=block.kind,
            start=localized(block.start, zone),
            end=localized(block.end, zone),
        )
        for block in bodies
    )
