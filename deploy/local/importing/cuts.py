"""Cuts between stages: who plays the next stage in a file must be who qualified by its own results."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Protocol
from uuid import UUID

from deploy.local.importing.championship import Championship
from deploy.local.importing.games import Game
from deploy.local.importing.identities import identity
from deploy.local.importing.wrong import Findings
from services.scoring.domain.facts import Contest, Entrant, Facts
from services.scoring.domain.facts import Game as Counted
from services.scoring.domain.tables import cut_of, standings_of
from shared.contracts.gameplay import Result
from shared.contracts.registration import DrawnTable, StagePlan


class Scored(Protocol):
    """A game with what it counts by."""

    @property
    def game(self) -> Game:
        """The game as the file has it."""

    @property
    def drawn(self) -> DrawnTable:
        """Its table."""

    @property
    def recorded(self) -> Result:
        """Its result, as it is recorded."""


def check_cuts(
    championship: Championship, stages: Sequence[tuple[StagePlan, Sequence[Scored]]], findings: Findings
) -> None:
    """Note who plays a stage although others qualified. A tie across a cut is the file's to decide."""
    for (plan, _), (following, games) in pairwise(stages):
        played = {player for game in games for player in game.drawn.seats}
        allowed, certain = _after(championship, plan, stages)
        for player in sorted(played - allowed, key=lambda one: _first(one, games)[0]):
            line, nick = _first(player, games)
            findings.note(
                line,
                f"{nick!r} plays stage {following.key!r}, but by the file did not qualify in {plan.key!r}.",
            )
        absent = certain - played
        if absent and played <= allowed:
            findings.note(
                min(game.game.line for game in games),
                f"{len(absent)} players who qualified in {plan.key!r} do not play stage {following.key!r}.",
            )


def _after(
    championship: Championship, plan: StagePlan, stages: Iterable[tuple[StagePlan, Sequence[Scored]]]
) -> tuple[set[UUID], set[UUID]]:
    """Return who may play after a stage, and who of them surely does."""
    games = [(one, game) for one, own in stages for game in own]
    players = {seat.player for _, game in games for seat in game.recorded.seats}
    before = {seat for one, game in games for seat in game.drawn.seats if one.key == plan.key}
    if plan.advance is None:
        return before, before
    facts = Facts(
        contest=Contest(
            championship=championship.id,
            title=championship.title,
            regulations=championship.regulations,
            stages=championship.stages,
            organizer=next(iter(championship.organizers), championship.id),
        ),
        entrants={player: Entrant(player=player, nick=str(player)) for player in players},
        games={
            game.drawn.game: Counted(
                id=game.drawn.game,
                stage=one.key,
                stage_kind=one.kind,
                round=game.drawn.round,
                table=game.drawn.table,
                result=game.recorded,
                event=identity(championship.id, "event", game.drawn.game),
            )
            for one, game in games
        },
    )
    line = cut_of(standings_of(facts).tables, plan)
    qualified, tied = set(line.qualifiers), set(line.tied)
    return qualified | tied, qualified - tied


def _first(player: UUID, games: Sequence[Scored]) -> tuple[int, str]:
    """Return the line and the nick by which a file first names a player of a stage."""
    return min(
        (seat.line, seat.drawn)
        for game in games
        for seat in game.game.seats
        if game.drawn.seats[seat.seat - 1] == player
    )
