"""All that registration hears: stages and who goes on, protests at a cut, rulings on players, the tables."""

from services.registration.policies.when_ruling_published_then_bar_player import (
    when_ruling_published_then_bar_player,
)
from services.registration.policies.when_tables_answer_then_settle_change import (
    when_game_reseated_then_settle_change,
    when_seating_not_changed_then_take_change_back,
)
from services.registration.projections import (
    which_games_stand_fast,
    which_protests_hold_a_draw,
    who_qualified,
)
from shared.contracts.appeals import RulingPublished
from shared.contracts.gameplay import GameReseated, SeatingNotChanged
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("scoring", "appeals", "gameplay"),
    projections=(
        who_qualified.projection,
        which_protests_hold_a_draw.projection,
        which_games_stand_fast.projection,
    ),
    policies={
        RulingPublished: (when_ruling_published_then_bar_player,),
        GameReseated: (when_game_reseated_then_settle_change,),
        SeatingNotChanged: (when_seating_not_changed_then_take_change_back,),
    },
)
