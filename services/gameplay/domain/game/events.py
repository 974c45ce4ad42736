"""What happens to a game. Names here are the storage format; change only by adding a version.

These events are private: they hold roles from the moment the judge enters them.
"""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.gameplay.domain.game.moves import Move
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
    group: Slug | None = None
    """The group of the stage that plays it; None: all play together."""


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


class MoveRecorded(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Something happened at the table, as its protocol's entry of that number."""

    number: int
    move: Move
    by: UUID
    recorded_at: datetime


class RuleOverridden(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The judge let an entry stand against a rule (C-LAW-36). Number 0: the result as a whole."""

    number: int
    rule: str
    clause: str | None
    detail: str
    reason: str
    by: UUID
    overridden_at: datetime


class Doubt(msgspec.Struct, frozen=True, kw_only=True):
    """An entry that no longer holds after a correction, and by which rule."""

    number: int
    rule: str
    clause: str | None
    detail: str


class MoveCorrected(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """An entry was wrong: these moves stand in its place, none where nothing happened.

    `doubts` are the entries that no longer hold, of the whole protocol.
    """

    number: int
    moves: tuple[Move, ...]
    reason: str
    doubts: tuple[Doubt, ...]
    by: UUID
    corrected_at: datetime


class ChiefJudgeSteppedIn(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The chief judge judges the table from now on."""

    by: UUID
    reason: str
    stepped_in_at: datetime


class JudgeReturned(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The chief judge gave the table back to its judge."""

    by: UUID
    returned_at: datetime


class PlayerSubstituted(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """Somebody else plays at a seat of a game that has not started."""

    seat: int
    player: UUID
    reason: str
    by: UUID
    substituted_at: datetime


class SeatsCorrected(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The ten players sit in another order than was noted; `seats[0]` sits at seat 1."""

    seats: tuple[UUID, ...]
    reason: str
    by: UUID
    corrected_at: datetime


class CorrectionProposed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The table's judge or the chief judge found a clerical error in a signed result."""

    result: Result
    reason: str
    by: UUID
    proposed_at: datetime


class ReplayOrdered(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The annulled game is played again, as another game of the same table."""

    replay: UUID
    reason: str
    by: UUID
    ordered_at: datetime


class GameReseated(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A change of the published seating holds here. `substitutes`: those of the ten who play for others."""

    change: UUID
    judge: UUID
    seats: tuple[UUID, ...]
    substitutes: tuple[UUID, ...]
    reseated_at: datetime


class ReseatingDeclined(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """A change of the published seating came too late for this game. `conflict` is the code of the reason."""

    championship: UUID
    game: UUID
    change: UUID
    draw: UUID
    conflict: str
    detail: str
    declined_at: datetime


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
    | MoveRecorded
    | RuleOverridden
    | MoveCorrected
    | ChiefJudgeSteppedIn
    | JudgeReturned
    | PlayerSubstituted
    | SeatsCorrected
    | CorrectionProposed
    | ReplayOrdered
    | GameReseated
    | ReseatingDeclined
)
