"""Registration's API."""

from litestar import Litestar

from services.registration.access.issuing import Issuer
from services.registration.api.access import AccessController
from services.registration.api.championships import ChampionshipController
from services.registration.api.changes import ChangeController
from services.registration.api.draws import DrawController
from services.registration.api.entries import EntryController
from services.registration.api.importing import ImportController
from services.registration.api.officials import OfficialController
from services.registration.api.organizers import OrganizerController
from services.registration.api.people import PeopleController
from services.registration.api.regulations import RegulationsController
from services.registration.api.seatings import SeatingController
from services.registration.api.suspensions import SuspensionController
from services.registration.composition import DEFINITION
from shared.clock import Clock, utc_now
from shared.settings import Settings, from_environment
from shared.web.app import build_app


def create_app(*, settings: Settings | None = None, clock: Clock = utc_now) -> Litestar:
    """Return the application; settings come from the environment unless given."""
    configured = settings or from_environment()
    app = build_app(
        DEFINITION,
        controllers=[
            ChampionshipController,
            ChangeController,
            OfficialController,
            SuspensionController,
            RegulationsController,
            EntryController,
            ImportController,
            DrawController,
            SeatingController,
            PeopleController,
            AccessController,
            OrganizerController,
        ],
        settings=configured,
        clock=clock,
    )
    if configured.signing_key is not None:
        app.state.issuer = Issuer.from_files(configured.signing_key, configured.jwks)
    return app
