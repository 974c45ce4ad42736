"""What may be asked of a protest. Times, ids and what was heard of others come in on the command."""

from datetime import datetime
from typing import TypeAlias
from uuid import UUID

import msgspec

from services.appeals.domain.protest.events import Act, Ground
from services.appeals.domain.protest.facts import Game, Officials, Rules
from shared.contracts.appeals import Remedy, Verdict
from shared.contracts.scoring import PlaceChange


class FileProtest(msgspec.Struct, frozen=True, kw_only=True):
    """`by` contests a signed game. `earlier` is an earlier protest of the same person on the same facts."""

    protest: UUID
    game: Game
    rules: Rules
    officials: Officials
    earlier: UUID | None
    by: UUID
    act: Act
    ground: Ground
    rule: str | None
    remedy: Remedy
    evidence: str
    at: datetime


class WithdrawProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The filer takes the protest back."""

    by: UUID
    at: datetime


class AcceptProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The game's judge passes the protest to the chief judge (O-PROT-2)."""

    by: UUID
    at: datetime


class DeclineProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The game's judge does not take the protest up, and says why."""

    by: UUID
    reason: str
    at: datetime


class AppointCommission(msgspec.Struct, frozen=True, kw_only=True):
    """Name the three people who review the protest, the chairman first (O-PROT-3)."""

    by: UUID
    members: tuple[UUID, ...]
    officials: Officials
    game: Game
    at: datetime


class CastVote(msgspec.Struct, frozen=True, kw_only=True):
    """A member votes, once."""

    by: UUID
    verdict: Verdict
    remedy: Remedy
    game: Game
    at: datetime


class WriteReasons(msgspec.Struct, frozen=True, kw_only=True):
    """The chairman drafts the reasons of the ruling."""

    by: UUID
    reasons: str
    at: datetime


class PublishRuling(msgspec.Struct, frozen=True, kw_only=True):
    """The chairman makes the ruling public."""

    by: UUID
    ruling: UUID
    at: datetime


class RecordGameChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Gameplay has changed the game by a ruling."""

    ruling: UUID
    at: datetime


class RecordStandingsChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Scoring has recomputed the standings by a ruling."""

    ruling: UUID
    revision: int
    changes: tuple[PlaceChange, ...]
    at: datetime


class RecordConflict(msgspec.Struct, frozen=True, kw_only=True):
    """Gameplay could not carry a ruling out."""

    ruling: UUID
    conflict: str
    detail: str
    at: datetime


ProtestCommand: TypeAlias = (
    FileProtest
    | WithdrawProtest
    | AcceptProtest
    | DeclineProtest
    | AppointCommission
    | CastVote
    | WriteReasons
    | PublishRuling
    | RecordGameChanged
    | RecordStandingsChanged
    | RecordConflict
)
