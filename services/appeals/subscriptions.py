"""All that appeals hears: championships, officials, entries and suspensions; games; standings."""

from services.appeals.policies.when_draw_published_then_close_windows import (
    when_draw_published_then_close_windows,
)
from services.appeals.policies.when_game_changed_then_record_application import (
    when_game_changed_then_record_application,
    when_game_reinstated_then_record_application,
)
from services.appeals.policies.when_game_changed_then_replace_conflicted import (
    when_game_changed_then_replace_conflicted,
)
from services.appeals.policies.when_protocol_signed_then_open_window import (
    when_championship_announced_then_open_windows,
    when_protocol_signed_then_open_window,
)
from services.appeals.policies.when_roster_changed_then_record_application import (
    when_roster_changed_then_record_application,
    when_ruling_not_carried_out_then_record_conflict,
)
from services.appeals.policies.when_ruling_not_applicable_then_record_conflict import (
    when_ruling_not_applicable_then_record_conflict,
)
from services.appeals.policies.when_stake_changed_then_replace_conflicted import (
    when_player_suspended_then_replace_conflicted,
    when_players_merged_then_replace_conflicted,
    when_protest_assessed_then_replace_conflicted,
)
from services.appeals.policies.when_standings_changed_then_record_application import (
    when_changes_released_then_record_effect,
    when_standings_changed_then_record_application,
)
from services.appeals.projections import (
    what_is_at_stake,
    which_games_were_played,
    which_rules_hold,
    who_is_suspended,
    who_is_who,
    who_officiates,
    who_takes_part,
)
from shared.contracts.gameplay import (
    GameAnnulled,
    GameReinstated,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
)
from shared.contracts.registration import (
    ChampionshipAnnounced,
    DrawPublished,
    PlayerDisqualified,
    PlayersMerged,
    PlayerSuspended,
    PlayerSuspensionLifted,
    RulingNotCarriedOut,
)
from shared.contracts.scoring import ChangesReleased, ProtestAssessed, StandingsChanged
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("registration", "gameplay", "scoring"),
    projections=(
        which_rules_hold.projection,
        who_officiates.projection,
        who_takes_part.projection,
        which_games_were_played.projection,
        who_is_suspended.projection,
        who_is_who.projection,
        what_is_at_stake.projection,
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
        GameReinstated: (when_game_reinstated_then_record_application,),
        PlayerSuspensionLifted: (when_roster_changed_then_record_application,),
        PlayersMerged: (when_players_merged_then_replace_conflicted,),
        PlayerDisqualified: (when_roster_changed_then_record_application,),
        PlayerSuspended: (
            when_roster_changed_then_record_application,
            when_player_suspended_then_replace_conflicted,
        ),
        RulingNotCarriedOut: (when_ruling_not_carried_out_then_record_conflict,),
        ProtestAssessed: (when_protest_assessed_then_replace_conflicted,),
        RulingNotApplicable: (when_ruling_not_applicable_then_record_conflict,),
        StandingsChanged: (when_standings_changed_then_record_application,),
        ChangesReleased: (when_changes_released_then_record_effect,),
    },
)
