"""The ties of a stage: says which stand across its lines, whenever facts change them.

A stream of its own, so that facts do not change the version of a stage on which people act.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.ties.events import CutTied, TiesEvent
from services.scoring.domain.ties.state import TiesState, evolve, initial
from shared.contracts.regulations import Slug
from shared.contracts.scoring import TieAtCut
from shared.eventsourcing.decider import Decider


class NoteTies(msgspec.Struct, frozen=True, kw_only=True):
    """Facts say which ties stand across the lines of a stage whose games are all in."""

    championship: UUID
    stage: Slug
    ties: tuple[TieAtCut, ...]
    at: datetime


TiesCommand: TypeAlias = NoteTies


def decide(command: TiesCommand, state: TiesState) -> list[TiesEvent]:
    """Say it where it is another than was said last."""
    if command.ties == state:
        return []
    return [
        CutTied(
            championship=command.championship, stage=command.stage, ties=command.ties, found_at=command.at
        )
    ]


TIES: Decider[TiesCommand, TiesState, TiesEvent] = Decider("ties", initial, decide, evolve)
