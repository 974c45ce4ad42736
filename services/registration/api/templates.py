"""Templates: a championship in minutes, laid out from one of the shipped regulations documents."""

from datetime import date, datetime, time, timedelta
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from services.registration.api.acting import actor_of
from services.registration.api.championships import promised
from services.registration.api.local_times import wall_clock
from services.registration.api.regulations import document, documents
from services.registration.api.schemas import (
    AnnounceBody,
    BlockBody,
    Body,
    DeadlineBody,
    GroupBody,
    OwnId,
    StageBody,
    Text,
    WallClock,
)
from services.registration.domain.championship.commands import AnnounceChampionship, DraftChampionship
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.template import (
    MOST_DAYS,
    Days,
    LaidOut,
    Sitting,
    laid_out,
    sittings,
)
from shared.contracts.registration import Venue
from shared.contracts.regulations import Fee, Quota, Slug, StageTemplate
from shared.eventsourcing.handling import Unit
from shared.web.auth import requires
from shared.web.commands import Accepted, Commands

CLOCK = Meta(pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", examples=["11:00"])
CLOSES_ON_THE_EVE = time(20)
"""When applications end unless it is said: on the eve of the first day."""


class TemplateGroupBody(Body, frozen=True, kw_only=True):
    """Who plays in a city of his own up to the first cut: so many, at that venue."""

    venue: Slug
    players: Annotated[int, Meta(ge=10, le=1000)]


class TemplateBody(Body, frozen=True, kw_only=True):
    """The little that a template does not know. Times are on the clock of the venue."""

    id: OwnId | None = None
    title: Text
    host_club: Text
    partner_clubs: Annotated[tuple[Text, ...], Meta(max_length=50)] = ()
    venues: Annotated[list[Venue], Meta(min_length=1, max_length=50)]
    """All stages are at the first one, until the plan says otherwise."""
    players: Annotated[int, Meta(ge=10, le=1000)]
    first_day: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$", examples=["2026-05-23"])]
    days: Annotated[int, Meta(ge=1, le=MOST_DAYS)] = MOST_DAYS
    """How many days there are at most."""
    tables: Annotated[int, Meta(ge=1, le=100)] | None = None
    """How many play at once; without it as many as the players fill."""
    opens: Annotated[str, CLOCK] = "11:00"
    closes: Annotated[str, CLOCK] = "22:00"
    game_minutes: Annotated[int, Meta(ge=20, le=180)] = 60
    final_deadline: WallClock | None = None
    """Until when applications are taken; without it 20:00 on the eve of the first day."""
    fee: Fee | None = None
    """Without it what the document says."""
    waitlist: Annotated[int, Meta(ge=0, le=1000)] = 0
    groups: Annotated[tuple[TemplateGroupBody, ...], Meta(max_length=50)] = ()
    """A group for each city, `players` together; without any all play at the first venue."""
    announce: bool = False
    """At once, with registration open; otherwise it is a draft."""


class TemplateView(msgspec.Struct, kw_only=True):
    """What a template lays out, and what it asks of those who enter."""

    id: Slug
    version: int
    title: str
    stages: tuple[StageTemplate, ...]
    fee: Fee | None
    quotas: tuple[Quota, ...]
    required_attributes: tuple[Slug, ...]
    judges_accredited: bool


class TemplateController(Controller):
    """List templates, set a championship up from one."""

    path = "/v1/templates"
    tags = ("championships",)

    @get(opt={"public": True})
    async def listed(self) -> list[TemplateView]:
        """List the templates: one of each shipped document."""
        return [
            TemplateView(
                id=found.id,
                version=found.version,
                title=found.title,
                stages=found.plan.stages,
                fee=found.registration.fee,
                quotas=found.registration.quotas,
                required_attributes=found.registration.required_attributes,
                judges_accredited=found.registration.judges_accredited,
            )
            for found in documents().values()
        ]

    @post(
        "/{regulations_id:str}/championships",
        guards=[requires("admin", "organizer")],
        opt={"makes": {"championship": "id"}},
    )
    async def set_up(
        self,
        regulations_id: FromPath[Slug],
        data: JSONBody[TemplateBody],
        commands: NamedDependency[Commands],
    ) -> Response[Accepted]:
        """Lay a championship out: stages, tables, rounds over days, breaks; as a draft, or announced."""
        promise = promised(_filled(regulations_id, data))

        async def work(unit: Unit) -> Accepted:
            identity = data.id or commands.new_id()
            kind: Any = AnnounceChampionship if data.announce else DraftChampionship
            command = kind(championship=identity, **promise, by=actor_of(commands.principal), at=commands.now)
            handled = await unit.handle(championship, identity, command)
            return Accepted(id=identity, version=handled.version)

        return await commands.run(work)


def _filled(regulations_id: str, data: TemplateBody) -> AnnounceBody:
    """Return the announcement that a template makes of what it is given."""
    regulations = document(regulations_id)
    stages = laid_out(regulations, data.players, data.tables, tuple(group.players for group in data.groups))
    first = _day(data.first_day)
    days = Days(
        first=first,
        opens=time.fromisoformat(data.opens),
        closes=time.fromisoformat(data.closes),
        game=timedelta(minutes=data.game_minutes),
        most=data.days,
    )
    played = sittings(stages, days, regulations.clause("plan.schedule"))
    place = data.venues[0].key
    eve = datetime.combine(first - timedelta(days=1), CLOSES_ON_THE_EVE)
    return AnnounceBody(
        title=data.title,
        host_club=data.host_club,
        partner_clubs=list(data.partner_clubs),
        regulations=regulations_id,
        venues=data.venues,
        stages=[_stage(stage, place, played, data) for stage in stages],
        final_deadline=DeadlineBody(local=data.final_deadline or _clock(eve), venue=place),
        capacity=data.players,
        waitlist=data.waitlist,
        fee=data.fee,
    )


def _stage(stage: LaidOut, place: Slug, played: tuple[Sitting, ...], data: TemplateBody) -> StageBody:
    blocks = [
        BlockBody(
            title=sitting.title,
            kind="break" if sitting.pause else "games",
            start=_clock(sitting.start),
            end=_clock(sitting.end),
        )
        for sitting in played
        if sitting.stage == stage.key
    ]
    apart = data.groups if stage.groups else ()
    return StageBody(
        key=stage.key,
        title=stage.title,
        kind=stage.kind,
        games=stage.games,
        players=stage.players,
        advance=stage.advance,
        venue=place,
        tables=None if stage.groups else stage.tables,
        blocks=[] if stage.groups else blocks,
        groups=[_group(stage, number, group, blocks, data) for number, group in enumerate(apart)],
    )


def _group(
    stage: LaidOut, number: int, group: TemplateGroupBody, blocks: list[BlockBody], data: TemplateBody
) -> GroupBody:
    """Return a group that plays when the others do, each on the clock of its own venue."""
    city = next((venue.city for venue in data.venues if venue.key == group.venue), group.venue)
    return GroupBody(
        key=group.venue,
        title=city,
        players=group.players,
        venue=group.venue,
        advance=stage.advance_of(number),
        tables=min(stage.tables, group.players // 10),
        blocks=blocks,
    )


def _day(text: str) -> date:
    """Return a day of the calendar. Raises LocalTimeOutOfRange."""
    return wall_clock(f"{text}T00:00").date()


def _clock(moment: datetime) -> str:
    return moment.isoformat(timespec="minutes")
