"""All that appeals hears: championships, officials and entries; games; standings."""

from services.appeals.policies.when_draw_published_then_close_windows import (
    when_draw_published_then_close_windows,
)
from services.appeals.policies.when_game_changed_then_record_application import (
    when_game_changed_then_record_application,
)
from services.appeals.policies.when_game_changed_then_replace_conflicted import (
    when_game_changed_then_replace_conflicted,
)
from services.appeals.policies.when_protocol_signed_then_open_window import (
    when_championship_announced_then_open_windows,
    when_protocol_signed_then_open_window,
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
from shared.contracts.gameplay import GameAnnulled, ProtocolSigned, ResultAmended, RulingNotApplicable
from shared.contracts.registration import ChampionshipAnnounced, DrawPublished
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
        ChampionshipAnnounced: (when_championship_announced_then_open_windows,),
        DrawPublished: (when_draw_published_then_close_windows,),
        ProtocolSigned: (when_protocol_signed_then_open_window, when_game_changed_then_replace_conflicted),
        GameAnnulled: (when_game_changed_then_record_application,),
        ResultAmended: (
            when_game_changed_then_record_application,
            when_game_changed_then_replace_conflicted,
        ),
        RulingNotApplicable: (when_ruling_not_applicable_then_record_conflict,),
        StandingsChanged: (when_standings_changed_then_record_application,),
    },
)
