"""The stage: closes when its games are played, names who goes on, keeps what people decided.

Standings, officials and open games come in on the commands, as scoring knows them at that moment.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID, uuid5

import msgspec
from msgspec.structs import replace

from services.scoring.domain.cascade import Outcome
from services.scoring.domain.cut import Cut
from services.scoring.domain.errors import (
    CutUnchanged,
    EarlierStageOpen,
    LotsNotForeseen,
    NotTied,
    OnlyOrganizerOrChiefJudge,
    StageAlreadyClosed,
    StageHasOpenGames,
    StageNotNamed,
    StageNotPlayed,
    TieAcrossTheCut,
)
from services.scoring.domain.lots import drawn_by_lot
from services.scoring.domain.stage.events import (
    QualifiersNamed,
    QualifiersRenamed,
    StageClosed,
    StageEvent,
    TieDecided,
)
from services.scoring.domain.stage.state import Closed, StageState, evolve, initial
from shared.contracts.primitives import Points
from shared.contracts.regulations import Slug
from shared.contracts.scoring import TieAtCut
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
    across: frozenset[UUID] = frozenset()
    """Who shares the place across a line now: what a decision is still about once qualifiers are named."""
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
    across: frozenset[UUID] = frozenset()
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
    unplayed_groups: tuple[Slug, ...] = ()
    """Groups of the plan in which no game counts."""
    totals: dict[str, Points] = {}
    """The points of everybody at the cut."""
    clause: str | None = None


class RenameQualifiers(msgspec.Struct, frozen=True, kw_only=True):
    """Name anew who goes on, as the regulations let a changed cut do."""

    championship: UUID
    stage: Slug
    reason: str
    by: UUID
    at: datetime
    authorities: frozenset[UUID]
    open_games: tuple[UUID, ...]
    outcome: Outcome | None
    """None: the cut of now is the one that was named."""
    totals: dict[str, Points]
    clause: str | None = None


StageCommand: TypeAlias = DecideTie | DrawLots | CloseStage | RenameQualifiers


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
        case RenameQualifiers():
            return _rename(command, state)


def _by_authority(command: StageCommand) -> None:
    if command.by not in command.authorities:
        raise OnlyOrganizerOrChiefJudge(
            f"{command.by} is neither organizer nor chief judge of championship {command.championship};"
            " one of them has to do this."
        )


def _decide_tie(command: DecideTie, state: StageState) -> list[StageEvent]:
    about = set(command.order)
    named = state.named if isinstance(state, Closed) else None
    reserves = named is not None and any(about >= set(tie) for tie in named.tied_reserves)
    if named is not None and not about <= command.across and not reserves:
        raise StageAlreadyClosed(
            f"Stage {command.stage} is closed and its qualifiers are named; of its ties, only those of"
            " reserves and those that a ruling brought across the line are still decided."
        )
    exact = (group for group in command.ties if set(group) == about)
    tie = next(exact, next((group for group in command.ties if set(group) & about), ()))
    if len(set(command.order)) != len(command.order) or set(command.order) != set(tie):
        raise NotTied(
            f"A decision names each player of one tie of stage {command.stage} once: "
            + (f"here {', '.join(map(str, tie))}." if tie else "these players are not equal."),
            clause=command.clause,
            tie=list(tie),
        )
    if command.order == state.last_order:
        return []
    decided = TieDecided(
        championship=command.championship,
        stage=command.stage,
        order=command.order,
        decided_by=command.by,
        reason=command.reason,
        decided_at=command.at,
    )
    return [decided, *_put_in_order(command, named)] if named is not None and reserves else [decided]


def _put_in_order(command: DecideTie, named: QualifiersNamed | QualifiersRenamed) -> list[StageEvent]:
    """Put tied reserves in the order that was decided; everybody else stays where he is."""
    settled = [tie for tie in named.tied_reserves if set(tie) <= set(command.order)]
    reserves = list(named.reserves)
    for tie in settled:
        first = min(reserves.index(player) for player in tie)
        reserves[first : first + len(tie)] = [player for player in command.order if player in tie]
    return [
        QualifiersRenamed(
            championship=command.championship,
            stage=command.stage,
            next_stage=named.next_stage,
            qualifiers=named.qualifiers,
            reserves=tuple(reserves),
            left=(),
            entered=(),
            ways=named.ways,
            tied_reserves=tuple(tie for tie in named.tied_reserves if tie not in settled),
            totals=named.totals,
            reason=command.reason,
            renamed_by=command.by,
            renamed_at=command.at,
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
        across=command.across,
        clause=command.clause,
    )
    decided = _decide_tie(decision, state)
    return [
        replace(event, seed=command.seed) if isinstance(event, TieDecided) else event for event in decided
    ]


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
    if command.unplayed_groups:
        raise StageNotPlayed(
            f"No game of group {', '.join(command.unplayed_groups)} of stage {command.stage} counts:"
            " every group plays before the stage is closed.",
            groups=list(command.unplayed_groups),
        )
    if command.next_stage is not None:
        _be_without_ties(command.stage, command.cut.ties, command.clause)
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
        ways=command.cut.ways,
        tied_reserves=command.cut.tied_reserves,
        totals=command.totals,
    )
    return [closed, named]


def _be_without_ties(stage: str, ties: tuple[TieAtCut, ...], clause: str | None) -> None:
    if not ties:
        return
    tied = tuple(dict.fromkeys(player for tie in ties for player in tie.players))
    where = ", ".join(f"of group {tie.group}" if tie.group else f"of stage {stage}" for tie in ties)
    raise TieAcrossTheCut(
        f"{len(tied)} players share the place across the cut {where}:"
        " record a decision about their order first.",
        clause=clause,
        players=list(tied),
        ties=[{"group": tie.group, "players": list(tie.players)} for tie in ties],
    )


def _rename(command: RenameQualifiers, state: StageState) -> list[StageEvent]:
    named = state.named if isinstance(state, Closed) else None
    if named is None:
        raise StageNotNamed(
            f"The qualifiers of stage {command.stage} are not named yet; close it, and they are."
        )
    if command.open_games:
        raise StageHasOpenGames(
            f"{len(command.open_games)} games of stage {command.stage} are neither signed nor annulled.",
            games=list(command.open_games),
        )
    outcome = command.outcome
    if outcome is not None and outcome.tied:
        _be_without_ties(command.stage, (TieAtCut(group=None, players=outcome.tied),), command.clause)
    if outcome is None or not (outcome.left or outcome.entered):
        raise CutUnchanged(
            f"Who goes on from stage {command.stage} stays as it was named: "
            + ("the cut is the same." if outcome is None else _kept(outcome)),
            clause=command.clause,
            stay=[one.player for one in outcome.departures] if outcome is not None else [],
        )
    return [
        QualifiersRenamed(
            championship=command.championship,
            stage=command.stage,
            next_stage=named.next_stage,
            qualifiers=outcome.qualifiers,
            reserves=outcome.reserves,
            left=outcome.left,
            entered=outcome.entered,
            ways=outcome.ways,
            tied_reserves=outcome.tied_reserves,
            totals=command.totals,
            reason=command.reason,
            renamed_by=command.by,
            renamed_at=command.at,
        )
    ]


def _kept(outcome: Outcome) -> str:
    rules = sorted({f"cascade.{one.because}: {one.rule}" for one in outcome.departures})
    return f"the next stage is {outcome.next_stage_is}, and the regulations say {'; '.join(rules)}."


STAGE: Decider[StageCommand, StageState, StageEvent] = Decider("stage", initial, decide, evolve)
