"""Registration's API."""

from litestar import Litestar
from litestar.openapi.spec import OpenAPIType, Schema

from services.registration.access.issuing import Issuer
from services.registration.api.access import AccessController
from services.registration.api.championships import ChampionshipController
from services.registration.api.changes import ChangeController
from services.registration.api.draws import DrawController, command_for
from services.registration.api.entries import EntryController
from services.registration.api.groups import GroupController
from services.registration.api.importing import ImportController
from services.registration.api.officials import OfficialController
from services.registration.api.organizers import OrganizerController
from services.registration.api.pages import PageController
from services.registration.api.participants import ParticipantController
from services.registration.api.people import PeopleController
from services.registration.api.regulations import RegulationsController
from services.registration.api.reseating import ReseatingController
from services.registration.api.schedules import ScheduleController
from services.registration.api.searches import SearchController
from services.registration.api.seatings import SeatingController
from services.registration.api.suspensions import SuspensionController
from services.registration.api.templates import TemplateController
from services.registration.composition import DEFINITION
from services.registration.searches.desk import Desk
from services.registration.searches.verifying import Verifying
from shared.clock import Clock, utc_now
from shared.settings import Settings, from_environment
from shared.web.app import build_app


def create_app(*, settings: Settings | None = None, clock: Clock = utc_now) -> Litestar:
    """Return the application; settings come from the environment unless given."""
    configured = settings or from_environment()
    desk = Desk(command_for, clock)
    app = build_app(
        DEFINITION,
        controllers=[
            ChampionshipController,
            ChangeController,
            OfficialController,
            SuspensionController,
            RegulationsController,
            TemplateController,
            EntryController,
            GroupController,
            ImportController,
            DrawController,
            SeatingController,
            SearchController,
            ReseatingController,
            ParticipantController,
            ScheduleController,
            PageController,
            PeopleController,
            AccessController,
            OrganizerController,
        ],
        settings=configured,
        clock=clock,
        lifespan=[desk.opened],
    )
    app.state.desk, app.state.verifying = desk, Verifying()
    _describe_local_times(app)
    if configured.signing_key is not None:
        app.state.issuer = Issuer.from_files(configured.signing_key, configured.jwks)
    return app


def _describe_local_times(app: Litestar) -> None:
    """Say that a local time has no offset: the format date-time, which litestar gives it, demands one."""
    local = Schema(
        type=OpenAPIType.STRING,
        pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}$",
        description="As the clock of the venue shows it.",
    )
    properties = app.openapi_schema.components.schemas["LocalTime"].properties or {}
    properties["local"] = local
