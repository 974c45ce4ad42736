"""Schedules: who plays or judges when and where, of everybody or of one person, as JSON and as a calendar."""

from datetime import datetime
from uuid import UUID

from litestar import Controller, Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery

from services.registration.api.calendars import MEDIA_TYPE, calendar_of
from services.registration.api.files import filed
from services.registration.api.scheduling import schedule_of
from services.registration.api.schemas_of_schedules import ScheduleView
from services.registration.api.seated import Seated, seated_in
from services.registration.api.wording import Language
from services.registration.domain.errors import ChampionshipUnknown, DrawUnknown
from services.registration.projections.who_is_known import records_of
from shared.web.reads import Reads

NOT_MODIFIED = 304


class ScheduleController(Controller):
    """Read schedules.

    Until a draw of the championship is published there is none, of anybody. From then on anybody's is there,
    maybe without a game: who asks for a person learns nothing but what the published draws say of him.
    """

    path = "/v1/championships/{championship_id:uuid}"
    tags = ("schedules",)

    @get("/schedule", opt={"public": True})
    async def whole(
        self, championship_id: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[ScheduleView]:
        """Show every drawn game with its time and place."""
        return await _shown(reads, championship_id, None)

    @get("/schedule.ics", opt={"public": True}, media_type=MEDIA_TYPE)
    async def whole_calendar(
        self,
        championship_id: FromPath[UUID],
        reads: NamedDependency[Reads],
        language: FromQuery[Language] = "en",
    ) -> Response[bytes]:
        """Give every drawn game as a calendar in English, Russian or Ukrainian."""
        return await _calendar(reads, championship_id, None, language)

    @get("/people/{person:uuid}/schedule", opt={"public": True})
    async def own(
        self, championship_id: FromPath[UUID], person: FromPath[UUID], reads: NamedDependency[Reads]
    ) -> Response[ScheduleView]:
        """Show when and where a person plays and judges."""
        return await _shown(reads, championship_id, person)

    @get("/people/{person:uuid}/schedule.ics", opt={"public": True}, media_type=MEDIA_TYPE)
    async def own_calendar(
        self,
        championship_id: FromPath[UUID],
        person: FromPath[UUID],
        reads: NamedDependency[Reads],
        language: FromQuery[Language] = "en",
    ) -> Response[bytes]:
        """Give a person's games as a calendar in English, Russian or Ukrainian, to subscribe to."""
        return await _calendar(reads, championship_id, person, language)


async def _shown(reads: Reads, championship_id: UUID, person: UUID | None) -> Response[ScheduleView]:
    _, view = await _read(reads, championship_id, person)
    return reads.answer(view)


async def _calendar(
    reads: Reads, championship_id: UUID, person: UUID | None, language: Language
) -> Response[bytes]:
    seated, view = await _read(reads, championship_id, person)
    content = calendar_of(view, seated.phase, _as_of(seated), language)

    return await filed(
        reads,
        content,
        content,
        media_type=MEDIA_TYPE,
        name=f"schedule-{championship_id if person is None else person}.ics",
        language=language,
    )


async def _read(reads: Reads, championship_id: UUID, person: UUID | None) -> tuple[Seated, ScheduleView]:
    """Return a schedule. Raises DrawUnknown where nothing is published."""
    async with reads.connection() as connection:
        try:
            seated = await seated_in(connection, championship_id)
        except ChampionshipUnknown:
            seated = None
        if seated is None or not seated.seatings:
            raise DrawUnknown(f"No draw of championship {championship_id} is public.")
        records = await records_of(connection, person) if person is not None else ()
    return seated, schedule_of(seated, person, records)


def _as_of(seated: Seated) -> datetime:
    return max(seating.published_at for seating in seated.seatings)
