"""All that gameplay hears: championships and draws of registration, rulings of appeals."""

from services.gameplay.policies.when_draw_published_then_schedule_games import (
    when_draw_published_then_schedule_games,
)
from services.gameplay.policies.when_ruling_published_then_apply_ruling import (
    when_ruling_published_then_apply_ruling,
)
from services.gameplay.policies.when_seating_changed_then_reseat_games import (
    when_seating_changed_then_reseat_games,
)
from services.gameplay.projections import which_rules_bind_a_championship, who_officiates, who_takes_part
from shared.contracts.appeals import RulingPublished
from shared.contracts.registration import DrawPublished, SeatingChanged
from shared.messaging.subscription import Subscriptions

SUBSCRIPTIONS = Subscriptions(
    sources=("registration", "appeals"),
    projections=(
        which_rules_bind_a_championship.projection,
        who_officiates.projection,
        who_takes_part.projection,
    ),
    policies={
        DrawPublished: (when_draw_published_then_schedule_games,),
        SeatingChanged: (when_seating_changed_then_reseat_games,),
        RulingPublished: (when_ruling_published_then_apply_ruling,),
    },
)
