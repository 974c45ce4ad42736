"""All that registration hears: which stages scoring closed, and who goes on; rulings on players."""

from services.registration.policies.when_ruling_published_then_bar_player import (
    when_ruling_published_then_bar_player,
)
from services.registration.projections import who_qualified
from shared.contracts.appeals import RulingPublished
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("scoring", "appeals"),
    projections=(who_qualified.projection,),
    policies={RulingPublished: (when_ruling_published_then_bar_player,)},
)
