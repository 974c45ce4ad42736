"""Scoring's API."""

from litestar import Litestar

from services.scoring.api.archive import ArchiveController
from services.scoring.api.exports import ExportController
from services.scoring.api.moments import MomentController
from services.scoring.api.nominations import NominationController
from services.scoring.api.publishing import PublishingController
from services.scoring.api.ready import ready_answers
from services.scoring.api.remedies import WhatIfController
from services.scoring.api.series import SeriesController
from services.scoring.api.stages import StageController
from services.scoring.api.standings import StandingsController
from services.scoring.composition import DEFINITION
from shared.clock import Clock, utc_now
from shared.settings import Settings
from shared.web.app import build_app


def create_app(*, settings: Settings | None = None, clock: Clock = utc_now) -> Litestar:
    """Return the application; settings come from the environment unless given."""
    controllers = [
        StandingsController,
        MomentController,
        WhatIfController,
        PublishingController,
        NominationController,
        ExportController,
        ArchiveController,
        StageController,
        SeriesController,
    ]
    return build_app(
        DEFINITION, controllers=controllers, settings=settings, clock=clock, lifespan=[ready_answers]
    )
