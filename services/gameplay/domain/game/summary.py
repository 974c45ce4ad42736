"""The summary protocol: a whole result at once, checked against the rules of its table."""

from collections.abc import Collection
from uuid import UUID

import msgspec

from services.gameplay.domain.game.awards import check_awards
from services.gameplay.domain.game.best_move import check_best_move, first_killed_of
from services.gameplay.domain.game.best_player import best_players_of
from services.gameplay.domain.game.composition import check_roles, check_seats
from services.gameplay.domain.game.eliminations import check_eliminations, check_features
from services.gameplay.domain.game.endings import ending_of
from services.gameplay.domain.game.fouls import check_fouls
from services.gameplay.domain.game.state import Setting
from shared.contracts.gameplay import Result


def checked(result: Result, setting: Setting, entrants: Collection[UUID]) -> Result:
    """Return the result as it is recorded: what follows from what was entered is filled in.

    Derived are the ending and the first killed (from the eliminations, where they tell) and the
    best player (from the votes, where votes decide); who was named a substitute before the start is marked
    as one. Raises the refusal of the first rule broken.
    """
    rules = setting.rules
    check_features(result)
    result = _marked(result, setting)
    check_seats(result, setting.judge, setting.seats, rules, entrants)
    check_roles(result, rules)
    check_eliminations(result, rules)
    ending = ending_of(result, rules)
    check_fouls(result, rules)
    first_killed = first_killed_of(result, rules)
    check_best_move(result, first_killed, rules)
    settled = msgspec.structs.replace(
        result, ending=ending, first_killed=first_killed, best_players=best_players_of(result, rules)
    )
    check_awards(settled, rules)
    return settled


def _marked(result: Result, setting: Setting) -> Result:
    """Return the result with those marked who play for others, though its judge did not say it."""
    seats = tuple(
        msgspec.structs.replace(seat, substitute=True)
        if seat.seat in setting.substitutes and seat.player == setting.seats[seat.seat - 1]
        else seat
        for seat in result.seats
    )
    return msgspec.structs.replace(result, seats=seats)
