"""All that registration hears: closed stages and who goes on, protests at a cut, rulings on players."""

from services.registration.policies.when_ruling_published_then_bar_player import (
    when_ruling_published_then_bar_player,
)
from services.registration.projections import which_protests_hold_a_draw, who_qualified
from shared.contracts.appeals import RulingPublished
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("scoring", "appeals"),
    projections=(who_qualified.projection, which_protests_hold_a_draw.projection),
    policies={RulingPublished: (when_ruling_published_then_bar_player,)},
)
