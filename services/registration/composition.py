"""What registration is made of: its aggregates, what it says, what it hears, its read models."""

from services.registration.domain.account.events import AccountEvent
from services.registration.domain.championship.events import ChampionshipEvent
from services.registration.domain.draw.events import DrawEvent
from services.registration.domain.roster.events import RosterEvent
from services.registration.domain.suspension.events import SuspensionEvent
from services.registration.projections import (
    METADATA,
    how_is_a_stage_drawn,
    what_changed,
    what_is_drafted,
    which_championships_are_there,
    who_is_accredited,
    who_is_known,
    who_is_related,
    who_is_suspended,
    who_may_come_in,
    who_officiates,
    who_takes_part,
    who_was_given_a_link,
)
from services.registration.publications import publication
from services.registration.subscriptions import SUBSCRIPTIONS
from shared.contracts.envelope import seal
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.handling import Kernel
from shared.service import ServiceDefinition

KERNEL = Kernel(
    service="registration",
    codecs={
        "championship": EventCodec(ChampionshipEvent),
        "roster": EventCodec(RosterEvent),
        "draw": EventCodec(DrawEvent),
        "account": EventCodec(AccountEvent),
        "suspension": EventCodec(SuspensionEvent),
    },
    publish=publication,
    seal=seal,
    projections=(
        which_championships_are_there.projection,
        who_officiates.projection,
        who_takes_part.projection,
        how_is_a_stage_drawn.projection,
        who_is_known.projection,
        who_may_come_in.projection,
        who_is_suspended.projection,
        what_changed.projection,
        what_is_drafted.projection,
        who_is_related.projection,
        who_is_accredited.projection,
        who_was_given_a_link.projection,
    ),
)
DEFINITION = ServiceDefinition(
    kernel=KERNEL,
    subscriptions=SUBSCRIPTIONS,
    metadata=METADATA,
    title="Registration",
    description="Who takes part, where and when: championships, people, entries, draws, access.",
)
