"""All that scoring hears. The consumer keeps each event whole; these are the ones that move standings.

Officials, draws and scheduled games are read from what was kept when a stage is closed.
"""

from services.scoring.policies.when_facts_change_then_recompute_standings import (
    when_facts_change_then_recompute_standings,
)
from shared.contracts.appeals import RulingPublished
from shared.contracts.gameplay import (
    GameAnnulled,
    GameReinstated,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
)
from shared.contracts.registration import ChampionshipAnnounced, EntryAccepted, EntryWithdrawn
from shared.messaging.subscription import Subscriptions

FACTS = (
    ChampionshipAnnounced,
    EntryAccepted,
    EntryWithdrawn,
    ProtocolSigned,
    ResultAmended,
    GameAnnulled,
    GameReinstated,
    RulingNotApplicable,
    RulingPublished,
)
SUBSCRIPTIONS = Subscriptions(
    sources=("registration", "gameplay", "appeals"),
    policies=dict.fromkeys(FACTS, (when_facts_change_then_recompute_standings,)),
)
