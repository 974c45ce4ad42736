"""All that registration hears: which stages scoring closed, and who goes on."""

from services.registration.projections import who_qualified
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(sources=("scoring",), projections=(who_qualified.projection,))
