"""Who was killed first, and the best move that is his (O-NIGHT-5)."""

from services.gameplay.domain.errors import (
    BestMoveLost,
    BestMoveNamesItself,
    BestMoveNotEntitled,
    BestMoveNotInRegulations,
    BestMoveRepeatsNumber,
    BestMoveTooLong,
    FirstKilledContradictsEliminations,
)
from services.gameplay.domain.game.eliminations import FIRST_DAY, FIRST_NIGHT, known_whole, moment
from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import BestMove, Result
from shared.contracts.primitives import SeatNumber


def first_killed_of(result: Result, rules: TableRules) -> SeatNumber | None:
    """Return whom the first night of shooting killed, taken from the eliminations where they tell.

    Raises FirstKilledContradictsEliminations where the result names somebody else; who was removed
    on that night was not killed.
    """
    shot = [e.seat for e in result.eliminations if e.cause == "kill" and moment(e) == FIRST_NIGHT]
    elsewhere = {e.seat for e in result.eliminations} - set(shot)
    named = result.first_killed
    if not shot and not known_whole(result) and named not in elsewhere:
        return named
    told = shot[0] if shot else None
    if named not in {None, told}:
        raise FirstKilledContradictsEliminations(
            f"Seat {named} is entered as killed first; by the eliminations it is {told or 'nobody'}"
            " (a removal is no kill).",
            clause=rules.clause("play.best_move"),
            seat=named,
        )
    return told


def check_best_move(result: Result, first_killed: SeatNumber | None, rules: TableRules) -> None:
    """Refuse a best move by somebody who has none, or with numbers that make none."""
    move = result.best_move
    if move is None:
        return
    _check_entitled(result, move, first_killed, rules)
    clause = rules.clause("play.best_move")
    if len(move.named) > rules.play.best_move_names:
        raise BestMoveTooLong(
            f"The best move names {len(move.named)} players; at most {rules.play.best_move_names}.",
            clause=clause,
        )
    if len(set(move.named)) != len(move.named):
        raise BestMoveRepeatsNumber(f"The best move {list(move.named)} names a number twice.", clause=clause)
    if move.seat in move.named:
        raise BestMoveNamesItself(f"Seat {move.seat} names itself in its best move.", clause=clause)


def _check_entitled(
    result: Result, move: BestMove, first_killed: SeatNumber | None, rules: TableRules
) -> None:
    clause = rules.clause("play.best_move")
    if rules.play.best_move == "none":
        raise BestMoveNotInRegulations(f"{rules.document} knows no best move; leave it out.")
    entitled = first_killed
    if rules.play.best_move == "first_kill" and entitled is None:
        kills = [e for e in result.eliminations if e.cause == "kill"]
        entitled = min(kills, key=moment).seat if kills else None
    if move.seat != entitled:
        raise BestMoveNotEntitled(
            f"Seat {move.seat} made a best move; it belongs to who was killed first: {entitled or 'nobody'}.",
            clause=clause,
            seat=move.seat,
            entitled=entitled,
        )
    lost_with = rules.play.best_move_lost_with
    left_first_day = sum(moment(e) <= FIRST_DAY for e in result.eliminations)
    if lost_with is not None and left_first_day >= lost_with:
        raise BestMoveLost(
            f"{left_first_day} players left by the end of day 1; with {lost_with} nobody has the best move.",
            clause=clause,
        )
