"""Compensation for being killed first (Ci): paid to a red, as a rule where the game was lost.

It depends on the player's other games of the same group of stages, so it is computed over all
games of a table at once, and a later game changes the lines of earlier ones.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, isqrt
from uuid import UUID

import msgspec

from services.scoring.domain.facts import Game
from services.scoring.domain.lines import Line, LineWriter, blacks_named, lines_of_game, stand_alone
from services.scoring.domain.rulebook import Rulebook, points
from shared.contracts.gameplay import Result, SeatResult
from shared.contracts.primitives import TEAM_OF
from shared.contracts.regulations import Compensation, Component, Slug, StageKind

HALF = Fraction(1, 2)
SHARES = {"nothing": Fraction(0), "half": HALF, "full": Fraction(1)}
ROUNDINGS: Mapping[str, Callable[[Fraction], int]] = {
    "half_up": lambda value: floor(value + HALF),
    "half_even": round,
    "down": floor,
    "up": ceil,
}


class _Case(msgspec.Struct, frozen=True):
    """A game that may pay, with what the player and the group had counted at it."""

    game: Game
    seat: SeatResult
    counted: bool
    """Whether this game raised K."""
    so_far: int
    number: int
    """The game's place among all games of the group, from 1."""


def compensation_lines(
    rules: Rulebook, games: Iterable[Game], planned: Mapping[Slug, int] | None = None
) -> Iterator[Line]:
    """Yield the lines of compensation over games that count, in playing order.

    `planned`: by stage, the games it gives each player, for rules that count those.
    """
    rule = rules.scoring.compensation
    if rule is None:
        return
    by_group: dict[tuple[tuple[StageKind, ...], str | None], list[Game]] = {}
    for game in games:
        group = next((group for group in rule.groups if game.stage_kind in group), None)
        if group is not None:
            by_group.setdefault((group, game.group if rule.by_group else None), []).append(game)
    for group_games in by_group.values():
        yield from _lines_of_group(rules, rule, group_games, planned or {})


def amount(rule: Compensation, kills: int, games: int, *, before: int | None = None) -> Fraction:
    """Return what one game pays in full for K kills in N games, by the document's formula.

    `before`: with steps, K before the game.
    """
    factor, share = points(rule.factor), points(rule.share)
    cap = points(rule.cap) if rule.cap is not None else None
    if rule.formula == "rate":
        value = _rate(rule, kills * factor, ROUNDINGS[rule.rounding](share * games), cap)
    elif rule.formula == "steps":
        earlier = kills - 1 if before is None else before
        return _steps(rule, kills, factor, cap) - _steps(rule, earlier, factor, cap)
    elif rule.formula == "triangular":
        over = max(0, kills - floor(share * games))
        value = factor * over * (over + 1) / 2
    else:
        rest = max(Fraction(0), kills - share * games)
        return _capped(_root(factor * rest * (rest + 1), games, rule.digits or 0), cap)
    return _capped(_rounded(value, rule.digits), cap)


def _rate(rule: Compensation, dividend: Fraction, rounded: int, cap: Fraction | None) -> Fraction:
    divisor = rule.divisor or rounded
    if divisor <= 0:
        return cap if cap is not None else dividend
    return dividend / divisor


def _steps(rule: Compensation, kills: int, factor: Fraction, cap: Fraction | None) -> Fraction:
    return _capped(factor * max(0, kills - rule.free), cap)


def _capped(value: Fraction, cap: Fraction | None) -> Fraction:
    return value if cap is None else min(cap, value)


def _rounded(value: Fraction, digits: int | None) -> Fraction:
    """Round half up."""
    return value if digits is None else Fraction(floor(value * 10**digits + HALF), 10**digits)


def _root(dividend: Fraction, games: int, digits: int) -> Fraction:
    """Return dividend / sqrt(games), rounded half up to digits, without ever leaving whole numbers."""
    square = dividend * dividend / games * 100**digits
    whole = isqrt(floor(square))
    return Fraction(whole + (square >= (whole + HALF) ** 2), 10**digits)


def _lines_of_group(
    rules: Rulebook, rule: Compensation, games: Sequence[Game], planned: Mapping[Slug, int]
) -> Iterator[Line]:
    counts: Counter[UUID] = Counter()
    played: Counter[UUID] = Counter()
    cases: list[_Case] = []
    for number, game in enumerate(games, start=1):
        result = _result(game)
        played.update(seat.player for seat in result.seats)
        seat = _candidate(rule, result)
        if seat is None:
            continue
        counted = rule.counts != "lost_first_kills" or _share(rule, result, seat) == 1
        counts[seat.player] += counted
        cases.append(_Case(game, seat, counted, counts[seat.player], number))
    distance = sum(planned.get(stage, 0) for stage in dict.fromkeys(game.stage for game in games))
    for case in cases:
        share = _paid_share(rules, rule, case)
        if not share:
            continue
        player, event = case.seat.player, case.game.event
        assert event is not None  # noqa: S101 - a game that counts
        kills = case.so_far if rule.so_far else counts[player]
        basis = {"own": played[player], "distance": distance, "running": case.number}[rule.games]
        value = share * amount(rule, kills, basis, before=case.so_far - 1 if rule.so_far else None)
        yield LineWriter(rules, case.game, event).line(player, "compensation", "scoring.compensation", value)


def _result(game: Game) -> Result:
    assert game.result is not None  # noqa: S101 - a game that counts
    return game.result


def _candidate(rule: Compensation, result: Result) -> SeatResult | None:
    """Return the seat that a game may compensate: a red killed first, or a best move with a black."""
    if rule.counts == "best_moves":
        move = result.best_move
        at_seat = {seat.seat: seat for seat in result.seats}
        return at_seat[move.seat] if move is not None and blacks_named(result) else None
    for seat in result.seats:
        if seat.seat == result.first_killed and TEAM_OF[seat.role] == "red":
            return seat
    return None


def _share(rule: Compensation, result: Result, seat: SeatResult) -> Fraction:
    """Return which part of the compensation the outcome leaves."""
    if result.winner is None:
        return SHARES[rule.on_draw]
    return SHARES[rule.on_win] if result.winner == TEAM_OF[seat.role] else Fraction(1)


def _paid_share(rules: Rulebook, rule: Compensation, case: _Case) -> Fraction:
    result = _result(case.game)
    won = result.winner == TEAM_OF[case.seat.role]
    named = blacks_named(result) if result.best_move and result.best_move.seat == case.seat.seat else 0
    needed = rule.needs_black_named == "always" or (rule.needs_black_named == "on_win" and won)
    if needed and not named:
        return Fraction(0)
    if not case.counted or case.seat.seat in stand_alone(rules, result):
        return Fraction(0)
    if rule.not_with and _has_points(rules, case, rule.not_with):
        return Fraction(0)
    return _share(rule, result, case.seat)


def _has_points(rules: Rulebook, case: _Case, components: tuple[Component, ...]) -> bool:
    return any(
        line.player == case.seat.player and line.component in components and line.points
        for line in lines_of_game(rules, case.game)
    )
