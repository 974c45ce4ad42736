"""Lines of points: what each seat of a game brings, one line for each reason.

Every number of a total is a line, and a line names the game, the key of the document, the clause
of its source text and the event behind it. Compensation needs more than one game: `compensation.py`.
"""

from collections.abc import Iterator
from fractions import Fraction
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Adjustment, Game
from shared.contracts.gameplay import Result, SeatResult
from shared.contracts.primitives import TEAM_OF, exact
from shared.contracts.regulations import Component, Regulations, ScoringRules, Slug


class Line(msgspec.Struct, frozen=True, kw_only=True):
    """One reason for points of one player in one game. `worth` is `points` times `coefficient`."""

    player: UUID
    game: UUID
    stage: Slug
    component: Component
    key: str
    """Where the regulations document says so, as "scoring.win.don"."""
    clause: str | None
    points: Fraction
    coefficient: Fraction
    event: UUID
    """The public event that said it: a signed or amended result, or a ruling."""

    @property
    def worth(self) -> Fraction:
        """What the line adds to the total."""
        return self.points * self.coefficient


def lines_of_game(regulations: Regulations, game: Game) -> Iterator[Line]:
    """Yield the lines of a game that counts, without compensation.

    Each seat has one line for the outcome, be it 0; other lines are there where something happened.
    """
    assert game.result is not None and game.event is not None  # noqa: S101, PT018 - a game that counts
    result, rules = game.result, regulations.scoring
    at_seat = {seat.seat: seat for seat in result.seats}
    write = _Writer(regulations, game, game.event)
    for seat in result.seats:
        component, key, points = _outcome(rules, result, seat)
        yield write.line(seat.player, component, key, points)
        if _in_full_team(rules, result, seat):
            yield write.line(seat.player, "full_team_win", "scoring.full_team_win", rules.full_team_win)
    if result.best_move is not None and rules.best_move:
        named = {number for number in result.best_move.named if number in at_seat}
        blacks = str(sum(TEAM_OF[at_seat[number].role] == "black" for number in named))
        player = at_seat[result.best_move.seat].player
        key = f"scoring.best_move.{blacks}"
        yield write.line(player, "best_move", key, rules.best_move.get(blacks, "0"))
    for award in result.best_players:
        yield write.line(at_seat[award.seat].player, "best_player", "scoring.best_player", award.points)
    for award in result.extra_points:
        yield write.line(at_seat[award.seat].player, "extra_points", "scoring.extra_points", award.points)
    for award in result.penalties:
        yield write.line(at_seat[award.seat].player, "penalty", "scoring.penalties", award.points)
    for elimination in result.eliminations:
        if elimination.cause == "removal" and exact(rules.removal):
            yield write.line(at_seat[elimination.seat].player, "removal", "scoring.removal", rules.removal)
    if result.team_defeat is not None and exact(rules.team_defeat):
        offender = at_seat[result.team_defeat].player
        yield write.line(offender, "team_defeat", "scoring.team_defeat", rules.team_defeat)


def line_of_adjustment(regulations: Regulations, game: Game, adjustment: Adjustment) -> Line:
    """Return the line of a ruling on points: as if the judge had given or taken them in the game."""
    write = _Writer(regulations, game, adjustment.event)
    return write.line(adjustment.player, "adjustment", "protests.final", adjustment.points)


def coefficient_of(rules: ScoringRules, game: Game, component: Component) -> Fraction:
    """Return what the points of a component count in a game (O-SCORE-7)."""
    if rules.coefficient_on is not None and component not in rules.coefficient_on:
        return Fraction(1)
    return exact(rules.coefficients.get(game.stage_kind, "1"))


def clause_behind(regulations: Regulations, key: str) -> str | None:
    """Return the clause of a key of the document, or of the nearest key that holds it."""
    while key:
        clause = regulations.clause(key)
        if clause is not None:
            return clause
        key = key.rpartition(".")[0]
    return None


def _outcome(rules: ScoringRules, result: Result, seat: SeatResult) -> tuple[Component, str, str]:
    """Return what the outcome brings a seat. The winner is what was recorded, never derived."""
    if result.winner is None:
        return "draw", f"scoring.draw.{seat.role}", rules.draw.of(seat.role)
    if result.winner == TEAM_OF[seat.role]:
        return "win", f"scoring.win.{seat.role}", rules.win.of(seat.role)
    return "loss", f"scoring.loss.{seat.role}", rules.loss.of(seat.role)


def _in_full_team(rules: ScoringRules, result: Result, seat: SeatResult) -> bool:
    """Tell whether the seat's team won and none of it is out (C-SCORE-3): not where that is unknown."""
    if not exact(rules.full_team_win) or result.winner != TEAM_OF[seat.role]:
        return False
    if "eliminations" not in result.features:
        return False
    team = {one.seat for one in result.seats if TEAM_OF[one.role] == result.winner}
    return team.isdisjoint(elimination.seat for elimination in result.eliminations)


class _Writer:
    """What the lines of one game have in common."""

    def __init__(self, regulations: Regulations, game: Game, event: UUID) -> None:
        self._regulations = regulations
        self._game = game
        self._event = event

    def line(self, player: UUID, component: Component, key: str, points: str) -> Line:
        return Line(
            player=player,
            game=self._game.id,
            stage=self._game.stage,
            component=component,
            key=key,
            clause=clause_behind(self._regulations, key),
            points=exact(points),
            coefficient=coefficient_of(self._regulations.scoring, self._game, component),
            event=self._event,
        )
