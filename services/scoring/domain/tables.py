"""Tables: the standings of one championship, computed whole from its facts.

Scopes: every stage alone, cumulative through every stage (what its cut uses), and overall; where a stage
plays in groups, both of each group too. A table through a stage knows nothing of later stages; so a cut can
be read again as it was.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.scoring.domain.compensation import compensation_lines
from services.scoring.domain.cut import Cut, cut_through, tied_groups
from services.scoring.domain.facts import Contest, Decision, Facts, Game
from services.scoring.domain.lines import Line, escalated, line_of_adjustment, lines_of_game
from services.scoring.domain.metrics import Tally, measure, tally_games
from services.scoring.domain.ranking import Decided, Placed, rank
from services.scoring.domain.rulebook import rulebook_of
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Component, Metric

Scope: TypeAlias = str
"""A key of `Standings.tables`: OVERALL, `stage_scope(key)` or `through_scope(key)`."""
OVERALL: Scope = "overall"


def stage_scope(stage: str, group: str | None = None) -> Scope:
    """Name the table of one stage alone, or of one of its groups."""
    return f"stage:{stage}" if group is None else f"stage:{stage}:{group}"


def through_scope(stage: str, group: str | None = None) -> Scope:
    """Name the cumulative table through a stage, of all or of the players of one of its groups."""
    return f"through:{stage}" if group is None else f"through:{stage}:{group}"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One player in a table. `place` None: outside the ranking by the document's flags."""

    player: UUID
    nick: str | None
    place: int | None
    shared: bool
    games: int
    total: Fraction
    metrics: dict[Metric, Fraction]
    components: dict[Component, Fraction]
    """Subtotals; they sum to the total."""
    decided: Decided | None
    above: Decided | None = None
    below: Decided | None = None
    withdrawn: bool = False
    substituted: int = 0
    """Games in which the player sat in for somebody else."""


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """The rows of one scope, best first; those without a place come last."""

    order: tuple[Metric, ...]
    rows: tuple[Row, ...]


class Standings(msgspec.Struct, frozen=True, kw_only=True):
    """All tables of one championship, and every line behind the overall one, by player."""

    tables: dict[Scope, Table] = {}
    lines: dict[UUID, tuple[Line, ...]] = {}


def standings_of(facts: Facts) -> Standings:
    """Compute every table. Without an announced championship there are none."""
    if facts.contest is None:
        return Standings()
    return _Computation(facts, facts.contest).standings()


def cut_of(tables: Mapping[Scope, Table], stage: StagePlan) -> Cut:
    """Return the cut of a stage by computed tables."""
    return cut_through({key: tables[scope].rows for key, scope in scopes_of_cut(stage).items()}, stage)


def scopes_of_cut(stage: StagePlan) -> dict[str | None, Scope]:
    """Return the tables that a stage's cut is made by: over all under None, and of each group."""
    groups: list[str | None] = [None, *(group.key for group in stage.groups)]
    return {group: through_scope(stage.key, group) for group in groups}


def ties_of_cut(tables: Mapping[Scope, Table], stage: StagePlan) -> tuple[tuple[UUID, ...], ...]:
    """Return every group of players who share a place in a table of a stage's cut."""
    return tuple(tie for scope in scopes_of_cut(stage).values() for tie in tied_groups(tables[scope].rows))


class _Computation:
    """One pass over the stages in playing order, each stage's own part counted once."""

    def __init__(self, facts: Facts, contest: Contest) -> None:
        self._facts = facts
        self._contest = contest
        self._rules = rulebook_of(contest.regulations)
        self._ranked = contest.regulations.scoring.ranked
        planned = [stage.key for stage in contest.stages]
        self._index = {key: index for index, key in enumerate(planned)}
        self._planned = planned
        self._groups = {stage.key: [group.key for group in stage.groups] for stage in contest.stages}
        self._distance = {stage.key: stage.games for stage in contest.stages}
        self._fewer = frozenset(contest.regulations.ties.fewer_first)
        self._games = sorted((game for game in facts.games.values() if game.counts), key=self._playing_order)
        self._names = {entrant.player: entrant.nick for entrant in facts.entrants.values()}

    def _playing_order(self, game: Game) -> tuple[int, int, int, UUID]:
        return self._index.get(game.stage, len(self._index)), game.round, game.table, game.id

    def standings(self) -> Standings:
        tables: dict[Scope, Table] = {}
        seen: list[Game] = []
        base = escalated(self._rules, self._lines(self._games))
        by_stage: dict[str, list[Line]] = {}
        for line in base:
            by_stage.setdefault(line.stage, []).append(line)
        below: dict[UUID, Tally] = {}
        before: dict[UUID, Tally] = {}
        earlier: dict[UUID, Fraction] = {}
        for stage in self._planned:
            games = [game for game in self._games if game.stage == stage]
            seen += games
            lines = by_stage.get(stage, [])
            paid = list(compensation_lines(self._rules, seen, self._distance))
            alone = tally_games(games)
            _count(alone, lines)
            cumulative = _joined(below, alone)
            _count(alone, (line for line in paid if line.stage == stage))
            through = _joined(cumulative, {})
            _count(through, paid)
            earlier = {player: tally.total for player, tally in before.items()}
            _remember(alone, earlier)
            _remember(through, earlier)
            order = self._rules.ties.stage_order or self._rules.ties.order
            tables[stage_scope(stage)] = self._table(alone, order, ())
            tables[through_scope(stage)] = self._table(through, self._rules.ties.order, self._decided(stage))
            tables |= self._of_groups(stage, games, [*lines, *paid], through, earlier)
            below, before = cumulative, through
        last = self._planned[-1] if self._planned else ""
        if all(game.stage in self._index for game in self._games) and last:
            tables[OVERALL] = tables[through_scope(last)]
            return Standings(tables=tables, lines=self._by_player([*base, *paid]))
        unplanned = [game for game in self._games if game.stage not in self._index]
        rest = tally_games(unplanned)
        _count(rest, (line for line in base if line.stage not in self._index))
        overall = _joined(below, rest)
        paid = list(compensation_lines(self._rules, self._games, self._distance))
        _count(overall, paid)
        _remember(overall, earlier)
        tables[OVERALL] = self._table(overall, self._rules.ties.order, self._decided(last))
        return Standings(tables=tables, lines=self._by_player([*base, *paid]))

    def _of_groups(
        self,
        stage: str,
        games: Sequence[Game],
        lines: Sequence[Line],
        through: Mapping[UUID, Tally],
        earlier: Mapping[UUID, Fraction],
    ) -> dict[Scope, Table]:
        """Return the two tables of each group: of its games alone, and of its players through the stage."""
        tables: dict[Scope, Table] = {}
        ties, of_player = self._rules.ties, self._facts.groups.get(stage, {})
        for group in self._groups.get(stage, ()):
            own = {game.id for game in games if game.group == group}
            alone = tally_games(game for game in games if game.id in own)
            _count(alone, (line for line in lines if line.game in own))
            _remember(alone, earlier)
            members = {player: tally for player, tally in through.items() if of_player.get(player) == group}
            tables[stage_scope(stage, group)] = self._table(alone, ties.stage_order or ties.order, ())
            tables[through_scope(stage, group)] = self._table(members, ties.order, self._decided(stage))
        return tables

    def _lines(self, games: Iterable[Game]) -> list[Line]:
        counted = {game.id: game for game in games}
        lines = [line for game in counted.values() for line in lines_of_game(self._rules, game)]
        lines += [
            line_of_adjustment(self._rules, counted[adjustment.game], adjustment)
            for adjustment in self._facts.adjustments
            if adjustment.game in counted
        ]
        return lines

    def _decided(self, stage: str) -> list[Decision]:
        return [decision for decision in self._facts.decisions if decision.stage == stage]

    def _table(
        self, tallies: Mapping[UUID, Tally], order: tuple[Metric, ...], decisions: Sequence[Decision]
    ) -> Table:
        measured = {player: measure(tally) for player, tally in tallies.items()}
        ranked = {player: own for player, own in measured.items() if self._is_ranked(player, tallies[player])}
        others = {player: own for player, own in measured.items() if player not in ranked}
        rows = [
            self._row(tallies[one.player], measured[one.player], one)
            for one in rank(ranked, order, decisions, self._names, self._fewer)
        ]
        rows += [
            self._row(
                tallies[one.player],
                measured[one.player],
                replace(one, place=None, shared=False, decided=None, above=None, below=None),
            )
            for one in rank(others, order, (), self._names, self._fewer)
        ]
        return Table(order=order, rows=tuple(rows))

    def _is_ranked(self, player: UUID, tally: Tally) -> bool:
        flags = self._ranked
        if tally.games < flags.minimum_games:
            return False
        if not flags.substitutes and tally.substituted == tally.games:
            return False
        return player in self._facts.entrants or not flags.entry_required

    def _row(self, tally: Tally, measured: dict[Metric, Fraction], placed: Placed) -> Row:
        entrant = self._facts.entrants.get(placed.player)
        return Row(
            player=placed.player,
            nick=entrant.nick if entrant else None,
            place=placed.place,
            shared=placed.shared,
            games=tally.games,
            total=measured["points"],
            metrics=measured,
            components=dict(sorted(tally.points.items())),
            decided=placed.decided,
            above=placed.above,
            below=placed.below,
            withdrawn=entrant.withdrawn if entrant else False,
            substituted=tally.substituted,
        )

    def _by_player(self, lines: Iterable[Line]) -> dict[UUID, tuple[Line, ...]]:
        position = {game.id: index for index, game in enumerate(self._games)}
        by_player: dict[UUID, list[Line]] = {}
        for line in sorted(lines, key=lambda line: position[line.game]):
            by_player.setdefault(line.player, []).append(line)
        return {player: tuple(own) for player, own in sorted(by_player.items())}


def _count(tallies: dict[UUID, Tally], lines: Iterable[Line]) -> None:
    for line in lines:
        _tally_of(tallies, line.player).add(line.component, line.worth)


def _tally_of(tallies: dict[UUID, Tally], player: UUID) -> Tally:
    tally = tallies.get(player)
    if tally is None:
        tally = tallies[player] = Tally()
    return tally


def _remember(tallies: Mapping[UUID, Tally], earlier: Mapping[UUID, Fraction]) -> None:
    """Keep the total of the stages before the last one of a table."""
    for player, tally in tallies.items():
        tally.earlier = earlier.get(player, Fraction(0))


def _joined(first: Mapping[UUID, Tally], second: Mapping[UUID, Tally]) -> dict[UUID, Tally]:
    joined: dict[UUID, Tally] = {}
    for tallies in (first, second):
        for player, tally in tallies.items():
            _tally_of(joined, player).join(tally)
    return joined
