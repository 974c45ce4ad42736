"""Materiality: what any remedy that a commission may grant on a game could change, and whose.

Annulling the game, giving the win to another team, and points for or against one of its players are
tried. Points are tried at the most that one game can swing: whoever a smaller number moves, that one
moves too.
"""

from collections.abc import Iterator
from fractions import Fraction
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.facts import Contest, Facts
from services.scoring.domain.ranking import rank
from services.scoring.domain.remedies import (
    Difference,
    GameAnnulled,
    PointsAdjusted,
    Remedy,
    WinAwarded,
    difference,
    tried,
)
from services.scoring.domain.rulebook import points, rulebook_of
from services.scoring.domain.tables import OVERALL, Standings, Table, standings_of, through_scope
from shared.contracts.primitives import points_text
from shared.contracts.regulations import Regulations
from shared.contracts.scoring import CutAtStake, Materiality


class Stake(msgspec.Struct, frozen=True, kw_only=True):
    """What is at stake in a protest."""

    materiality: Materiality
    points: tuple[UUID, ...]
    places: tuple[UUID, ...]
    cuts: tuple[CutAtStake, ...]
    medals: tuple[UUID, ...]


def stake_of(facts: Facts, contest: Contest, game: UUID) -> Stake | None:
    """Return what is at stake in a protest about a game; None while the game has no result that counts."""
    counted = facts.games.get(game)
    if counted is None or not counted.counts:
        return None
    before = standings_of(facts)
    found = [
        difference(contest, before, _outcome(facts, contest, before, remedy))
        for remedy in _allowed(facts, contest, game)
    ]
    return _joined(contest, found)


def can_change(facts: Facts, contest: Contest, game: UUID) -> bool:
    """Tell whether a ruling on a protest about a game can change any number or place of the standings.

    A removal always can; an annulled game gives nothing to change, nor does one without a result.
    """
    if "RemovePlayer" in contest.regulations.protests.remedies:
        return True
    stake = stake_of(facts, contest, game)
    return stake is not None and stake.materiality != "nothing"


def _outcome(facts: Facts, contest: Contest, before: Standings, remedy: Remedy) -> Standings:
    """Return the standings after a remedy; points alone move one row, so nothing else is computed anew."""
    if not isinstance(remedy, PointsAdjusted):
        return standings_of(tried(facts, [remedy]))
    return shifted(facts, contest, before, remedy)


def shifted(facts: Facts, contest: Contest, before: Standings, remedy: PointsAdjusted) -> Standings:
    """Return the cumulative tables as an adjustment of points would leave them, without its lines."""
    game = facts.games[remedy.game]
    worth = points(remedy.points) * rulebook_of(contest.regulations).coefficient(
        game.stage_kind, "adjustment"
    )
    keys = [stage.key for stage in contest.stages]
    known = keys[keys.index(game.stage) :] if game.stage in keys else []
    scopes = {through_scope(key): key for key in known} | {OVERALL: keys[-1] if keys else ""}
    for stage in contest.stages:
        group = facts.groups.get(stage.key, {}).get(remedy.player)
        if stage.key in known and through_scope(stage.key, group) in before.tables:
            scopes[through_scope(stage.key, group)] = stage.key
    tables = dict(before.tables)
    for scope, last in scopes.items():
        earlier = game.stage in keys and keys.index(game.stage) < keys.index(last)
        tables[scope] = _moved(facts, contest, tables[scope], remedy.player, worth, last, earlier=earlier)
    return Standings(tables=tables)


def _moved(
    facts: Facts,
    contest: Contest,
    table: Table,
    player: UUID,
    worth: Fraction,
    stage: str,
    *,
    earlier: bool,
) -> Table:
    rows = {row.player: row for row in table.rows}
    row = rows[player]
    total = row.total + worth
    games = max(1, row.games)
    metrics = row.metrics | {
        "points": total,
        "additional_points": row.metrics["additional_points"] + worth,
        "points_in_earlier_stages": row.metrics["points_in_earlier_stages"] + (worth if earlier else 0),
        "average_points": total / games,
        "rating_squared": total * abs(total) / games,
    }
    rows[player] = replace(row, total=total, metrics=metrics)
    placed = rank(
        {name: one.metrics for name, one in rows.items() if one.place is not None},
        table.order,
        [decision for decision in facts.decisions if decision.stage == stage],
        {entrant.player: entrant.nick for entrant in facts.entrants.values()},
        contest.regulations.ties.fewer_first,
    )
    listed = [replace(rows.pop(one.player), place=one.place, shared=one.shared) for one in placed]
    return Table(order=table.order, rows=(*listed, *rows.values()))


def swing(document: Regulations) -> Fraction:
    """Return the most that one game can give one player or take from him, compensation aside."""
    rules, scoring = rulebook_of(document), document.scoring
    outcomes = [
        points(getattr(by, role)) for by in (scoring.win, scoring.loss, scoring.draw) for role in _ROLES
    ]
    tables = [scoring.best_move, *scoring.best_move_by_role.values()]
    best_moves = [points(value) for table in tables for value in table.values()]
    extra = scoring.extra_points
    limits = [points(value) for value in (extra.allowed or (extra.minimum, extra.maximum))] if extra else []
    best_player = [points(value) for value in scoring.best_player.points] if scoring.best_player else []
    named = [points(one.points) for one in scoring.penalties.values()]
    given = max(outcomes) - min(outcomes) + rules.full_team_win + abs(rules.automatic)
    taken = max([abs(rules.removal), abs(rules.team_defeat), *map(abs, named)])
    return (
        given
        + taken
        + sum(
            (max(map(abs, one), default=Fraction(0)) for one in (best_moves, limits, best_player)),
            Fraction(0),
        )
    )


_ROLES = ("civilian", "sheriff", "mafia", "don")


def _allowed(facts: Facts, contest: Contest, name: UUID) -> Iterator[Remedy]:
    result = facts.games[name].result
    assert result is not None  # noqa: S101 - a game that counts
    granted = set(contest.regulations.protests.remedies)
    if granted & {"AnnulGame", "OrderReplay"}:
        yield GameAnnulled(game=name)
    if result.winner != "red" and granted & {"AwardWin", "CorrectResult"}:
        yield WinAwarded(game=name, team="red")
    if result.winner != "black" and granted & {"AwardWin", "CorrectResult"}:
        yield WinAwarded(game=name, team="black")
    if not granted & {"AdjustPoints", "CorrectResult"}:
        return
    most = swing(contest.regulations)
    for seat in result.seats:
        for value in (most, -most):
            yield PointsAdjusted(game=name, player=seat.player, points=points_text(value))


def _joined(contest: Contest, found: list[Difference]) -> Stake:
    places: set[UUID] = set()
    moved: set[UUID] = set()
    medals: set[UUID] = set()
    cuts: dict[str, set[UUID]] = {}
    for one in found:
        moved |= {change.player for change in one.changes}
        places |= {change.player for change in one.changes if change.place_before != change.place_after}
        medals |= {medal.player for medal in one.medals}
        for crossing in one.cuts:
            cuts.setdefault(crossing.stage, set()).update(crossing.enter, crossing.leave, crossing.tied)
    materiality: Materiality = "decimals" if moved else "nothing"
    if places:
        materiality = "place"
    if medals:
        materiality = "medal"
    if cuts:
        materiality = "cut"
    return Stake(
        materiality=materiality,
        points=tuple(sorted(moved)),
        places=tuple(sorted(places)),
        cuts=tuple(
            CutAtStake(stage=stage.key, players=tuple(sorted(cuts[stage.key])))
            for stage in contest.stages
            if stage.key in cuts
        ),
        medals=tuple(sorted(medals)),
    )
