"""What scoring is made of: its aggregates, what it says, what it hears, its read models."""

from services.scoring.domain.assessment.events import AssessmentEvent
from services.scoring.domain.publishing.events import PublishingEvent
from services.scoring.domain.series.events import SeriesEvent
from services.scoring.domain.stage.events import StageEvent
from services.scoring.domain.standings.events import StandingsEvent
from services.scoring.domain.ties.events import TiesEvent
from services.scoring.projections import (
    METADATA,
    how_are_standings_published,
    how_do_players_stand,
    how_do_stages_stand,
    which_championships_make_a_series,
    which_ties_stand_at_cuts,
)
from services.scoring.publications import publication
from services.scoring.subscriptions import SUBSCRIPTIONS
from shared.contracts.envelope import seal
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.handling import Kernel
from shared.service import ServiceDefinition

KERNEL = Kernel(
    service="scoring",
    codecs={
        "stage": EventCodec(StageEvent),
        "ties": EventCodec(TiesEvent),
        "series": EventCodec(SeriesEvent),
        "standings": EventCodec(StandingsEvent),
        "assessment": EventCodec(AssessmentEvent),
        "publishing": EventCodec(PublishingEvent),
    },
    publish=publication,
    seal=seal,
    projections=(
        how_do_stages_stand.projection,
        how_do_players_stand.projection,
        how_are_standings_published.projection,
        which_ties_stand_at_cuts.projection,
        which_championships_make_a_series.projection,
    ),
)
DEFINITION = ServiceDefinition(
    kernel=KERNEL,
    subscriptions=SUBSCRIPTIONS,
    metadata=METADATA,
    title="Scoring",
    description="What the games are worth: standings, lines, cuts, decisions of ties.",
)
