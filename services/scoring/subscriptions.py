"""All that scoring hears. The consumer keeps each event whole; these are the ones that move standings.

Officials, draws and scheduled games are read from what was kept when a stage is closed.
"""

from services.scoring.policies.when_facts_change_then_recompute_standings import (
    when_facts_change_then_recompute_standings,
)
from services.scoring.policies.when_players_merge_then_recompute_standings import (
    when_players_merge_then_recompute_standings,
)
from services.scoring.policies.when_protest_opens_then_assess_it import when_protest_opens_then_assess_it
from shared.contracts.appeals import ProtestAccepted, ProtestFiled, RulingPublished
from shared.contracts.gameplay import (
    GameAnnulled,
    GameReinstated,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
)
from shared.contracts.primitives import PublicEvent
from shared.contracts.registration import (
    ChampionshipAnnounced,
    EntryAccepted,
    EntryWithdrawn,
    PlanChanged,
    PlayerDisqualified,
    PlayersMerged,
    PlayersUnmerged,
    RegulationsRebound,
    RulingNotCarriedOut,
)
from shared.messaging.subscription import Subscriptions

FACTS: tuple[type[PublicEvent], ...] = (
    ChampionshipAnnounced,
    EntryAccepted,
    EntryWithdrawn,
    ProtocolSigned,
    ResultAmended,
    GameAnnulled,
    GameReinstated,
    RulingNotApplicable,
    RulingPublished,
    PlanChanged,
    RegulationsRebound,
    PlayerDisqualified,
    RulingNotCarriedOut,
)
OF_A_GAME = (ProtocolSigned, ResultAmended, GameAnnulled, GameReinstated)
OF_PEOPLE: tuple[type[PublicEvent], ...] = (PlayersMerged, PlayersUnmerged)
_recompute = (when_facts_change_then_recompute_standings,)
_assess = (when_protest_opens_then_assess_it,)
SUBSCRIPTIONS = Subscriptions(
    sources=("registration", "gameplay", "appeals"),
    policies=dict.fromkeys(FACTS, _recompute)
    | dict.fromkeys(OF_A_GAME, _recompute + _assess)
    | dict.fromkeys(OF_PEOPLE, (when_players_merge_then_recompute_standings,))
    | dict.fromkeys((ProtestFiled, ProtestAccepted), _assess),
)
