"""What happens to a game. Names here are the storage format; change only by adding a version.

These events are private: they hold roles from the moment the judge enters them.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.game.rules import TableRules
from shared.contracts.gameplay import Result
from shared.contracts.regulations import Slug, StageKind


class GameScheduled(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A published draw holds the game. `seats[0]` sits at seat 1. The rules bind it from now on."""

    game: UUID
    championship: UUID
    draw: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]
    rules: TableRules
    scheduled_at: datetime


class GameStarted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The judge opened the game."""

    by: UUID
    started_at: datetime


class GameEnded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The game is over; its protocol may still change until it is signed."""

    by: UUID
    ended_at: datetime


class SummaryEntered(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """What the judge entered as the result, checked; it takes the place of one entered before."""

    result: Result
    by: UUID
    entered_at: datetime


class ProtocolSigned(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The judge stands by the result, and it becomes public."""

    by: UUID
    signed_at: datetime


class ResultAmended(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A signed result was changed: the whole result from now on, by whose ruling and why."""

    result: Result
    ruling: UUID | None
    reason: str
    amended_at: datetime


class GameAnnulled(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The game no longer counts; its result is kept."""

    ruling: UUID | None
    reason: str
    annulled_at: datetime


class GameReinstated(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An annulled game counts again, with the result that it had."""

    ruling: UUID | None
    reason: str
    by: UUID
    reinstated_at: datetime


class RulingNotApplicable(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A ruling could not be carried out; `conflict` is a stable code. Also of a game nobody knows."""

    game: UUID
    championship: UUID
    ruling: UUID
    conflict: str
    detail: str
    found_at: datetime


GameEvent: TypeAlias = (
    GameScheduled
    | GameStarted
    | GameEnded
    | SummaryEntered
    | ProtocolSigned
    | ResultAmended
    | GameAnnulled
    | GameReinstated
    | RulingNotApplicable
)
