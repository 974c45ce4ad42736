"""All that appeals hears: championships, officials and entries; games; standings."""

from services.appeals.policies.when_game_changed_then_record_application import (
    when_game_changed_then_record_application,
)
from services.appeals.policies.when_ruling_not_applicable_then_record_conflict import (
    when_ruling_not_applicable_then_record_conflict,
)
from services.appeals.policies.when_standings_changed_then_record_application import (
    when_standings_changed_then_record_application,
)
from services.appeals.projections import (
    which_games_were_played,
    which_rules_hold,
    who_officiates,
    who_takes_part,
)
from shared.contracts.gameplay import GameAnnulled, ResultAmended, RulingNotApplicable
from shared.contracts.scoring import StandingsChanged
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("registration", "gameplay", "scoring"),
    projections=(
        which_rules_hold.projection,
        who_officiates.projection,
        who_takes_part.projection,
        which_games_were_played.projection,
    ),
    policies={
        GameAnnulled: (when_game_changed_then_record_application,),
        ResultAmended: (when_game_changed_then_record_application,),
        RulingNotApplicable: (when_ruling_not_applicable_then_record_conflict,),
        StandingsChanged: (when_standings_changed_then_record_application,),
    },
)
