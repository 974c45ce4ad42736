"""Who plays a stage: the entrants, those of the stage before, or those who qualified."""

from collections.abc import Collection, Sequence
from uuid import UUID

import msgspec

from services.registration.domain.errors import (
    CutDisputed,
    PreviousStageNotDrawn,
    QualifiersNotNamed,
    ReservesTied,
    StageUnknown,
)
from shared.contracts.registration import StagePlan
from shared.contracts.scoring import TieAtCut


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of the players that one stage sends to the next; None: not named yet."""

    closed: bool = False
    qualifiers: tuple[UUID, ...] | None = None
    reserves: tuple[UUID, ...] = ()
    tied_reserves: tuple[tuple[UUID, ...], ...] = ()
    """Reserves between whom nobody has decided."""
    ties: tuple[TieAtCut, ...] = ()
    """Those that stand across the lines of the stage while it is not closed."""


def stage_of(stages: Sequence[StagePlan], key: str) -> tuple[StagePlan | None, StagePlan]:
    """Return the stage before, if any, and the stage. Raises StageUnknown."""
    for place, stage in enumerate(stages):
        if stage.key == key:
            return (stages[place - 1] if place else None), stage
    raise StageUnknown(
        f"The championship has no stage {key!r}; it has {', '.join(stage.key for stage in stages)}."
    )


def players_of(
    previous: StagePlan | None,
    stage: StagePlan,
    *,
    entrants: Collection[UUID],
    drawn_before: Sequence[UUID] | None,
    named: Named,
    protests: Sequence[UUID] = (),
    undrawn: Sequence[str] = (),
) -> tuple[UUID, ...]:
    """Return who plays `stage`.

    `entrants` are the accepted entries of now, `drawn_before` the players of the previous stage's draw,
    `protests` the open ones that can change the cut after it, `undrawn` its groups that are not drawn.
    Who has withdrawn is left out; reserves step in, in their order, where the stage before had a cut.
    Raises PreviousStageNotDrawn, QualifiersNotNamed, CutDisputed or ReservesTied, saying what is missing.
    """
    if previous is None:
        return tuple(entrants)
    if drawn_before is None:
        groups = f" in {', '.join(undrawn)}" if undrawn else ""
        raise PreviousStageNotDrawn(
            f"Stage {stage.key!r} follows {previous.key!r}, which is not drawn yet{groups}; draw that first.",
            missing=previous.key,
            groups=list(undrawn),
        )
    if previous.advance is None:
        return tuple(player for player in drawn_before if player in entrants)
    if named.qualifiers is None:
        missing = "the qualifiers are not named" if named.closed else "that stage is not closed"
        raise QualifiersNotNamed(
            f"Stage {stage.key!r} is for the {previous.advance} best after {previous.key!r}, but {missing}"
            f" yet; {_to_do(named)}",
            missing=previous.key,
            closed=named.closed,
            ties=[{"group": tie.group, "players": [str(one) for one in tie.players]} for tie in named.ties],
        )
    if protests:
        raise CutDisputed(
            f"Who goes on from {previous.key!r} to {stage.key!r} can still change by open protests:"
            f" {', '.join(map(str, protests))}; draw when they are ruled on, declined or withdrawn.",
            stage=previous.key,
            protests=[str(protest) for protest in protests],
        )
    able = [player for player in (*named.qualifiers, *named.reserves) if player in entrants]
    places = previous.advance
    for tie in named.tied_reserves:
        if len(able) > places > 0 and able[places - 1] in tie and able[places] in tie:
            raise ReservesTied(
                f"{len(tie)} reserves of {previous.key!r} are equal, and not all of them step in: let their"
                " order be decided in the standings, as a tie across the cut is.",
                stage=previous.key,
                players=[str(player) for player in tie],
            )
    return tuple(able[:places])


def _to_do(named: Named) -> str:
    if not named.ties:
        return "close it in the standings, deciding any tie across the cut."
    ties = "; ".join(
        f"{', '.join(map(str, tie.players))} across the line of {tie.group or 'the table over all'}"
        for tie in named.ties
    )
    return f"these are equal, and their order is to be decided in the standings before it is closed: {ties}."
