"""Fouls as the summary shows them: how many, and the one that removes (O-FOUL-3, C-LAW-22)."""

from services.gameplay.domain.errors import RemovalMissing, TooManyFouls
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result


def check_fouls(result: Result, rules: TableRules) -> None:
    """Refuse fouls after the removing one, and a player who stays in the game with it.

    A player who was voted out or killed may get that foul in his last word; it changes nothing then.
    """
    limit = rules.play.fouls_to_removal
    out = {elimination.seat for elimination in result.eliminations}
    for seat in result.seats:
        if seat.fouls > limit:
            raise TooManyFouls(
                f"Seat {seat.seat} has {seat.fouls} fouls; foul {limit} removes, so there are no more.",
                clause=rules.clause("play.fouls_to_removal"),
                seat=seat.seat,
            )
        if seat.fouls == limit and seat.seat not in out:
            raise RemovalMissing(
                f"Seat {seat.seat} has {limit} fouls but stays in the game; enter the removal.",
                clause=rules.clause("play.fouls_to_removal"),
                seat=seat.seat,
            )
