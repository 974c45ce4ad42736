"""Lines of points: what each seat of a game brings, one line for each reason.

Every number of a total is a line, and a line names the game, the key of the document, the clause
of its source text and the event behind it. Compensation needs more than one game: `compensation.py`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from uuid import UUID

import msgspec
from msgspec.structs import replace

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


GAMES_REMEMBERED = 4096


def lines_of_game(rules: Rulebook, game: Game) -> tuple[Line, ...]:
    """Return the lines of a game that counts, without compensation.

    Each seat has one line for the outcome, be it 0; other lines are there where something happened.
    Where a removal or a team defeat counts instead of all else, its line is the seat's only one.

    They are worked out once for a result, and again where anything they are made of is another.
    """
    held = rules.worked_out.get(game.id)
    if held is not None and _makes_the_same(held[0], game):
        return held[1]
    if len(rules.worked_out) >= GAMES_REMEMBERED:
        rules.worked_out.clear()
    lines = tuple(_lines_of_game(rules, game))
    rules.worked_out[game.id] = game, lines
    return lines


def _makes_the_same(one: Game, other: Game) -> bool:
    """Tell whether two states of a game have the same lines: the very same result, said by the same event."""
    return (
        one.result is other.result
        and one.event == other.event
        and (one.stage, one.stage_kind, one.round, one.table)
        == (other.stage, other.stage_kind, other.round, other.table)
    )


def _lines_of_game(rules: Rulebook, game: Game) -> Iterator[Line]:
    assert game.result is not None and game.event is not None  # noqa: S101, PT018 - a game that counts
    result = game.result
    write = LineWriter(rules, game, game.event)
    alone = stand_alone(rules, result)
    players = {seat.player: seat.seat for seat in result.seats}
    for line in _earned(rules, result, write):
        if players[line.player] not in alone:
            yield line
    yield from _punished(rules, result, write)


def _earned(rules: Rulebook, result: Result, write: "LineWriter") -> Iterator[Line]:
    """Yield what the game and the judge gave and took."""
    at_seat = {seat.seat: seat for seat in result.seats}
    for seat in result.seats:
        outcome = _outcome(result, seat)
        yield write.line(
            seat.player, outcome, f"scoring.{outcome}.{seat.role}", rules.outcome(outcome, seat.role)
        )
        if _in_full_team(rules, result, seat):
            yield write.line(seat.player, "full_team_win", "scoring.full_team_win", rules.full_team_win)
        if _has_automatic(rules, result, seat, outcome):
            yield write.line(seat.player, "automatic", "scoring.automatic", rules.automatic)
    if result.best_move is not None and rules.has_best_move:
        maker, blacks = at_seat[result.best_move.seat], blacks_named(result)
        key, worth = rules.best_move(blacks, maker.role)
        yield write.line(maker.player, "best_move", key, worth)
    for award in result.best_players:
        yield write.line(
            at_seat[award.seat].player, "best_player", "scoring.best_player", points(award.points)
        )
    for award in result.extra_points:
        yield write.line(
            at_seat[award.seat].player, "extra_points", "scoring.extra_points", points(award.points)
        )
    for award in result.penalties:
        named = rules.scoring.penalties.get(award.reason or "")
        key = f"scoring.penalties.{award.reason}" if named else "scoring.penalties"
        value = points(named.points) if named else points(award.points)
        yield write.line(at_seat[award.seat].player, "penalty", key, value)


def _punished(rules: Rulebook, result: Result, write: "LineWriter") -> Iterator[Line]:
    """Yield what the document itself takes, for a removal and for the offense of a team defeat."""
    at_seat = {seat.seat: seat for seat in result.seats}
    instead = rules.scoring.team_defeat_counts != "beside"
    for elimination in result.eliminations:
        replaced = instead and elimination.seat == result.team_defeat
        if elimination.cause == "removal" and rules.removal and not replaced:
            yield write.line(at_seat[elimination.seat].player, "removal", "scoring.removal", rules.removal)
    if result.team_defeat is not None and rules.team_defeat:
        offender = at_seat[result.team_defeat].player
        yield write.line(offender, "team_defeat", "scoring.team_defeat", rules.team_defeat)


def stand_alone(rules: Rulebook, result: Result) -> frozenset[int]:
    """Return the seats that have nothing of the game but their removal or team defeat."""
    seats = set()
    if rules.scoring.removal_counts == "instead":
        seats |= {one.seat for one in result.eliminations if one.cause == "removal"}
    if rules.scoring.team_defeat_counts == "instead" and result.team_defeat is not None:
        seats.add(result.team_defeat)
    return frozenset(seats)


def blacks_named(result: Result) -> int:
    """Return how many blacks the best move named; 0 without one."""
    if result.best_move is None:
        return 0
    named = set(result.best_move.named)
    return sum(seat.seat in named and TEAM_OF[seat.role] == "black" for seat in result.seats)


def escalated(rules: Rulebook, lines: Iterable[Line]) -> list[Line]:
    """Return lines, in playing order, with each repeated penalty of a name that escalates grown.

    A player's second one counts twice, the third three times: over all games that count, so that an
    annulled game makes the later ones lighter.
    """
    growing = {f"scoring.penalties.{name}" for name, one in rules.scoring.penalties.items() if one.escalates}
    seen: Counter[tuple[UUID, str]] = Counter()
    grown = []
    for line in lines:
        if line.key in growing:
            seen[line.player, line.key] += 1
            ordinal = seen[line.player, line.key]
            grown.append(replace(line, points=line.points * ordinal, worth=line.worth * ordinal))
        else:
            grown.append(line)
    return grown


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


def _has_automatic(rules: Rulebook, result: Result, seat: SeatResult, outcome: Outcome) -> bool:
    rule = rules.scoring.automatic
    if (
        rule is None
        or (rule.to == "winners" and outcome != "win")
        or (rule.to == "losers" and outcome != "loss")
    ):
        return False
    marks = {one.reason for one in result.penalties if one.seat == seat.seat}
    return rule.unless is None or rule.unless not in marks
