"""Gameplay's API."""

from litestar import Litestar

from services.gameplay.api.games import GameController
from services.gameplay.api.tables import TableController
from services.gameplay.composition import DEFINITION
from shared.clock import Clock, utc_now
from shared.settings import Settings
from shared.web.app import build_app


def create_app(*, settings: Settings | None = None, clock: Clock = utc_now) -> Litestar:
    """Return the application; settings come from the environment unless given."""
    return build_app(
        DEFINITION, controllers=[GameController, TableController], settings=settings, clock=clock
    )
