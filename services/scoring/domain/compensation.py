"""Compensation for being killed first (Ci): paid to a red whose team lost that game.

It depends on the player's other games of the same group of stages, so it is computed over all
games of a table at once, and a later game changes the lines of earlier ones.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from math import floor
from uuid import UUID

from services.scoring.domain.facts import Game
from services.scoring.domain.lines import Line, LineWriter
from services.scoring.domain.rulebook import Rulebook, points
from shared.contracts.gameplay import Result, SeatResult
from shared.contracts.primitives import TEAM_OF
from shared.contracts.regulations import Compensation, StageKind


def compensation_lines(rules: Rulebook, games: Iterable[Game]) -> Iterator[Line]:
    """Yield the lines of compensation over games that count."""
    rule = rules.scoring.compensation
    if rule is None:
        return
    by_group: dict[tuple[StageKind, ...], list[Game]] = {}
    for game in games:
        group = next((group for group in rule.groups if game.stage_kind in group), None)
        if group is not None:
            by_group.setdefault(group, []).append(game)
    for group_games in by_group.values():
        yield from _lines_of_group(rules, rule, group_games)


def amount(rule: Compensation, kills: int, games: int) -> Fraction:
    """Return what one lost game pays for K kills in N games; the cap where share * N rounds to 0."""
    divisor = floor(points(rule.share) * games + Fraction(1, 2))
    if divisor == 0:
        return points(rule.cap)
    return min(points(rule.cap), kills * points(rule.factor) / divisor)


def _lines_of_group(rules: Rulebook, rule: Compensation, games: Sequence[Game]) -> Iterator[Line]:
    kills: Counter[UUID] = Counter()
    played: Counter[UUID] = Counter()
    paid: list[tuple[Game, UUID]] = []
    for game in games:
        assert game.result is not None  # noqa: S101 - a game that counts
        played.update(seat.player for seat in game.result.seats)
        killed = _red_killed_first(game.result)
        if killed is None:
            continue
        kills[killed.player] += 1
        if game.result.winner == "black":
            paid.append((game, killed.player))
    for game, player in paid:
        assert game.event is not None  # noqa: S101 - a game that counts
        value = amount(rule, kills[player], played[player])
        yield LineWriter(rules, game, game.event).line(player, "compensation", "scoring.compensation", value)


def _red_killed_first(result: Result) -> SeatResult | None:
    for seat in result.seats:
        if seat.seat == result.first_killed and TEAM_OF[seat.role] == "red":
            return seat
    return None
