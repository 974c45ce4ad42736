"""What appeals is made of: its aggregate, what it says, what it hears, its read models."""

from services.appeals.domain.protest.events import ProtestEvent
from services.appeals.projections import (
    METADATA,
    what_is_contested,
    what_the_draft_says,
    what_was_ruled,
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
    codecs={"protest": EventCodec(ProtestEvent)},
    publish=publication,
    seal=seal,
    projections=(
        what_is_contested.projection,
        what_the_draft_says.projection,
        what_was_ruled.projection,
        who_must_answer.projection,
    ),
)
DEFINITION = ServiceDefinition(
    kernel=KERNEL,
    subscriptions=SUBSCRIPTIONS,
    metadata=METADATA,
    title="Appeals",
    description="Protests against signed games, the commissions that review them, and their rulings.",
)
