"""Lines of points: what each seat of a game brings, one line for each reason.

Every number of a total is a line, and a line names the game, the key of the document, the clause
of its source text and the event behind it. Compensation needs more than one game: `compensation.py`.
"""

from collections.abc import Iterator
from fractions import Fraction
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Adjustment, Game
from services.scoring.domain.rulebook import Outcome, Rulebook, points
from shared.contracts.gameplay import Result, SeatResult
from shared.contracts.primitives import TEAM_OF
from shared.contracts.regulations import Component, Slug


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for points of one player in one game."""

    player: UUID
    game: UUID
    stage: Slug
    round: int
    table: int
    component: Component
    key: str
    """Where the regulations document says so, as "scoring.win.don"."""
    clause: str | None
    points: Fraction
    """Before the coefficient."""
    coefficient: Fraction
    worth: Fraction
    """What the line adds to the total: points times coefficient."""
    event: UUID
    """The public event that said it: a signed or amended result, or a ruling."""


def lines_of_game(rules: Rulebook, game: Game) -> Iterator[Line]:
    """Yield the lines of a game that counts, without compensation.

    Each seat has one line for the outcome, be it 0; other lines are there where something happened.
    """
    assert game.result is not None and game.event is not None  # noqa: S101, PT018 - a game that counts
    result = game.result
    at_seat = {seat.seat: seat for seat in result.seats}
    write = LineWriter(rules, game, game.event)
    for seat in result.seats:
        outcome = _outcome(result, seat)
        yield write.line(
            seat.player, outcome, f"scoring.{outcome}.{seat.role}", rules.outcome(outcome, seat.role)
        )
        if _in_full_team(rules, result, seat):
            yield write.line(seat.player, "full_team_win", "scoring.full_team_win", rules.full_team_win)
    if result.best_move is not None and rules.scoring.best_move:
        named = {number for number in result.best_move.named if number in at_seat}
        blacks = sum(TEAM_OF[at_seat[number].role] == "black" for number in named)
        player = at_seat[result.best_move.seat].player
        yield write.line(player, "best_move", f"scoring.best_move.{blacks}", rules.best_move(blacks))
    for award in result.best_players:
        yield write.line(
            at_seat[award.seat].player, "best_player", "scoring.best_player", points(award.points)
        )
    for award in result.extra_points:
        yield write.line(
            at_seat[award.seat].player, "extra_points", "scoring.extra_points", points(award.points)
        )
    for award in result.penalties:
        yield write.line(at_seat[award.seat].player, "penalty", "scoring.penalties", points(award.points))
    for elimination in result.eliminations:
        if elimination.cause == "removal" and rules.removal:
            yield write.line(at_seat[elimination.seat].player, "removal", "scoring.removal", rules.removal)
    if result.team_defeat is not None and rules.team_defeat:
        offender = at_seat[result.team_defeat].player
        yield write.line(offender, "team_defeat", "scoring.team_defeat", rules.team_defeat)


def line_of_adjustment(rules: Rulebook, game: Game, adjustment: Adjustment) -> Line:
    """Return the line of a ruling on points: as if the judge had given or taken them in the game."""
    write = LineWriter(rules, game, adjustment.event)
    return write.line(adjustment.player, "adjustment", "protests.final", points(adjustment.points))


class LineWriter:
    """Writes lines of one game with what they have in common."""

    def __init__(self, rules: Rulebook, game: Game, event: UUID) -> None:
        self._rules = rules
        self._game = game
        self._event = event

    def line(self, player: UUID, component: Component, key: str, value: Fraction) -> Line:
        """Return one line; `value` is before the coefficient."""
        coefficient = self._rules.coefficient(self._game.stage_kind, component)
        return Line(
            player=player,
            game=self._game.id,
            stage=self._game.stage,
            round=self._game.round,
            table=self._game.table,
            component=component,
            key=key,
            clause=self._rules.clause(key),
            points=value,
            coefficient=coefficient,
            worth=value if coefficient == 1 else value * coefficient,
            event=self._event,
        )


def _outcome(result: Result, seat: SeatResult) -> Outcome:
    """Return how the game ended for a seat. The winner is what was recorded, never derived."""
    if result.winner is None:
        return "draw"
    return "win" if result.winner == TEAM_OF[seat.role] else "loss"


def _in_full_team(rules: Rulebook, result: Result, seat: SeatResult) -> bool:
    """Tell whether the seat's team won and none of it is out (C-SCORE-3): not where that is unknown."""
    if not rules.full_team_win or result.winner != TEAM_OF[seat.role]:
        return False
    if "eliminations" not in result.features:
        return False
    team = {one.seat for one in result.seats if TEAM_OF[one.role] == result.winner}
    return team.isdisjoint(elimination.seat for elimination in result.eliminations)
