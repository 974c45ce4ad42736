"""Appeals' API."""

from litestar import Litestar

from services.appeals.api.commission import CommissionController
from services.appeals.api.files import FileController
from services.appeals.api.hearing import HearingController
from services.appeals.api.inbox import InboxController
from services.appeals.api.protests import ProtestController
from services.appeals.api.register import RegisterController
from services.appeals.api.review import ReviewController
from services.appeals.api.rulings import RulingController
from services.appeals.api.superseding import SupersedingController
from services.appeals.composition import DEFINITION
from shared.clock import Clock, utc_now
from shared.settings import Settings
from shared.web.app import build_app


def create_app(*, settings: Settings | None = None, clock: Clock = utc_now) -> Litestar:
    """Return the application; settings come from the environment unless given."""
    controllers = [
        ProtestController,
        CommissionController,
        HearingController,
        FileController,
        ReviewController,
        RulingController,
        SupersedingController,
        RegisterController,
        InboxController,
    ]
    return build_app(DEFINITION, controllers=controllers, settings=settings, clock=clock)
