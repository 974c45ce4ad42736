"""The stage: closes when its games are played, names who goes on, keeps what people decided.

Standings, officials and open games come in on the commands, as scoring knows them at that moment.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID, uuid5

import msgspec
from msgspec.structs import replace

from services.scoring.domain.cut import Cut
from services.scoring.domain.errors import (
    EarlierStageOpen,
    LotsNotForeseen,
    NotTied,
    OnlyOrganizerOrChiefJudge,
    StageAlreadyClosed,
    StageHasOpenGames,
    StageNotPlayed,
    TieAcrossTheCut,
)
from services.scoring.domain.lots import drawn_by_lot
from services.scoring.domain.stage.events import QualifiersNamed, StageClosed, StageEvent, TieDecided
from services.scoring.domain.stage.state import Closed, StageState, evolve, initial
from shared.contracts.regulations import Slug
from shared.eventsourcing.decider import Decider


class DecideTie(msgspec.Struct, frozen=True, kw_only=True):
    """Put players in order whom the metrics leave equal through the stage (O-SCORE-6, O-CUT-1)."""

    championship: UUID
    stage: Slug
    order: tuple[UUID, ...]
    reason: str
    by: UUID
    at: datetime
    authorities: frozenset[UUID]
    ties: tuple[tuple[UUID, ...], ...]
    """Every group that the metrics leave equal, decided before or not."""
    clause: str | None = None


class DrawLots(msgspec.Struct, frozen=True, kw_only=True):
    """Let a seed put players in order whom the metrics leave equal through the stage."""

    championship: UUID
    stage: Slug
    players: frozenset[UUID]
    seed: str
    reason: str
    by: UUID
    at: datetime
    authorities: frozenset[UUID]
    ties: tuple[tuple[UUID, ...], ...]
    foreseen: bool
    """Whether the document lets lots decide."""
    clause: str | None = None


class CloseStage(msgspec.Struct, frozen=True, kw_only=True):
    """Close a stage whose games are all signed or annulled, and make its cut."""

    championship: UUID
    stage: Slug
    next_stage: Slug | None
    by: UUID
    at: datetime
    authorities: frozenset[UUID]
    open_games: tuple[UUID, ...]
    open_earlier: tuple[Slug, ...]
    played: bool
    cut: Cut
    clause: str | None = None


StageCommand: TypeAlias = DecideTie | DrawLots | CloseStage


def stage_id(championship: UUID, stage: str) -> UUID:
    """Return the id of a stage's stream."""
    return uuid5(championship, f"stage:{stage}")


def decide(command: StageCommand, state: StageState) -> list[StageEvent]:
    """Decide a command about a stage."""
    _by_authority(command)
    match command:
        case DecideTie():
            return _decide_tie(command, state)
        case DrawLots():
            return _draw_lots(command, state)
        case CloseStage():
            return _close(command, state)


def _by_authority(command: StageCommand) -> None:
    if command.by not in command.authorities:
        raise OnlyOrganizerOrChiefJudge(
            f"{command.by} is neither organizer nor chief judge of championship {command.championship};"
            " one of them has to do this."
        )


def _decide_tie(command: DecideTie, state: StageState) -> list[StageEvent]:
    if isinstance(state, Closed) and state.cut:
        raise StageAlreadyClosed(
            f"Stage {command.stage} is closed and its qualifiers are named; its ties can be decided no more."
        )
    tie = next((group for group in command.ties if set(group) & set(command.order)), ())
    if len(set(command.order)) != len(command.order) or set(command.order) != set(tie):
        raise NotTied(
            f"A decision names each player of one tie of stage {command.stage} once: "
            + (f"here {', '.join(map(str, tie))}." if tie else "these players are not equal."),
            clause=command.clause,
            tie=list(tie),
        )
    if command.order == state.last_order:
        return []
    return [
        TieDecided(
            championship=command.championship,
            stage=command.stage,
            order=command.order,
            decided_by=command.by,
            reason=command.reason,
            decided_at=command.at,
        )
    ]


def _draw_lots(command: DrawLots, state: StageState) -> list[StageEvent]:
    if not command.foreseen:
        raise LotsNotForeseen(
            f"The regulations leave ties of stage {command.stage} to people: record their decision.",
            clause=command.clause,
        )
    decision = DecideTie(
        championship=command.championship,
        stage=command.stage,
        order=drawn_by_lot(command.players, command.seed),
        reason=command.reason,
        by=command.by,
        at=command.at,
        authorities=command.authorities,
        ties=command.ties,
        clause=command.clause,
    )
    decided = _decide_tie(decision, state)
    return [replace(event, seed=command.seed) for event in decided if isinstance(event, TieDecided)]


def _close(command: CloseStage, state: StageState) -> list[StageEvent]:
    if isinstance(state, Closed):
        return []
    if command.open_earlier:
        raise EarlierStageOpen(
            f"Stage {command.stage} comes after {', '.join(command.open_earlier)}: close those first.",
            stages=list(command.open_earlier),
        )
    if command.open_games:
        raise StageHasOpenGames(
            f"{len(command.open_games)} games of stage {command.stage} are neither signed nor annulled.",
            games=list(command.open_games),
        )
    if not command.played:
        raise StageNotPlayed(f"No game of stage {command.stage} counts: there is nothing to close.")
    if command.next_stage is not None and command.cut.tied:
        raise TieAcrossTheCut(
            f"{len(command.cut.tied)} players share the place across the cut of stage {command.stage}:"
            " record a decision about their order first.",
            clause=command.clause,
            players=list(command.cut.tied),
        )
    closed = StageClosed(
        championship=command.championship,
        stage=command.stage,
        closed_by=command.by,
        closed_at=command.at,
    )
    if command.next_stage is None:
        return [closed]
    named = QualifiersNamed(
        championship=command.championship,
        stage=command.stage,
        next_stage=command.next_stage,
        qualifiers=command.cut.qualifiers,
        reserves=command.cut.reserves,
        named_at=command.at,
    )
    return [closed, named]


STAGE: Decider[StageCommand, StageState, StageEvent] = Decider("stage", initial, decide, evolve)
