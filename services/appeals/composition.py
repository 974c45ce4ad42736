"""What appeals is made of: its aggregates, what it says, what it hears, its read models."""

from services.appeals import deadlines
from services.appeals.domain.protest.events import ProtestEvent
from services.appeals.domain.register.events import RegisterEvent
from services.appeals.domain.window.events import WindowEvent
from services.appeals.projections import (
    METADATA,
    what_is_contested,
    what_is_due,
    what_the_draft_says,
    what_was_heard,
    what_was_ruled,
    which_games_were_played,
    who_may_sit,
    who_must_answer,
)
from services.appeals.publications import publication
from services.appeals.subscriptions import SUBSCRIPTIONS
from shared.contracts.envelope import seal
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.handling import Kernel
from shared.service import ServiceDefinition

KERNEL = Kernel(
    service="appeals",
    codecs={
        "protest": EventCodec(ProtestEvent),
        "commission": EventCodec(RegisterEvent),
        "window": EventCodec(WindowEvent),
    },
    publish=publication,
    seal=seal,
    projections=(
        what_is_contested.projection,
        what_is_due.projection,
        what_was_heard.projection,
        who_may_sit.projection,
        what_the_draft_says.projection,
        what_was_ruled.projection,
        who_must_answer.projection,
    ),
)
DEFINITION = ServiceDefinition(
    kernel=KERNEL,
    subscriptions=SUBSCRIPTIONS,
    metadata=METADATA,
    timer=deadlines.run,
    places={
        "game": (which_games_were_played.games.c.game, which_games_were_played.games.c.championship),
        "protest": (what_is_contested.protests.c.protest, what_is_contested.protests.c.championship),
    },
    title="Appeals",
    description="Protests against signed games, the commissions that review them, and their rulings.",
)
