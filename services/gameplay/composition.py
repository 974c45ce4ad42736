"""What gameplay is made of: its aggregate, what it says, what it hears, its read models."""

from services.gameplay.domain.game.events import GameEvent
from services.gameplay.projections import (
    METADATA,
    how_does_a_table_stand,
    what_does_the_protocol_say,
    which_games_are_there,
)
from services.gameplay.publications import publication
from services.gameplay.subscriptions import SUBSCRIPTIONS
from shared.contracts.envelope import seal
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.handling import Kernel
from shared.service import ServiceDefinition

KERNEL = Kernel(
    service="gameplay",
    codecs={"game": EventCodec(GameEvent)},
    publish=publication,
    seal=seal,
    projections=(
        which_games_are_there.projection,
        what_does_the_protocol_say.projection,
        how_does_a_table_stand.projection,
    ),
)
DEFINITION = ServiceDefinition(
    kernel=KERNEL,
    subscriptions=SUBSCRIPTIONS,
    metadata=METADATA,
    places={"game": (which_games_are_there.games.c.game, which_games_are_there.games.c.championship)},
    title="Gameplay",
    description="What happened at a table: games, their protocols, what rulings made of them.",
)
