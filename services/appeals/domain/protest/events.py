"""Stored facts of a protest. Names here are the storage format; change only by adding a version.

Private: `publications.py` says which of them become public, and what of them.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.appeals import MemberVote, ProtestOutcome, Remedy, Verdict
from shared.contracts.gameplay import DayTime
from shared.contracts.scoring import PlaceChange

Ground: TypeAlias = Literal["rule", "judgement"]


class Moment(msgspec.Struct, frozen=True, kw_only=True):
    """A day or a night of the game, from 1."""

    time: DayTime
    number: int


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """What is complained of: whose act, when in the game (None: no single moment), in the filer's words."""

    by: UUID
    moment: Moment | None
    text: str


class Event(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The base of this aggregate's events."""


class ProtestFiled(Event, frozen=True, kw_only=True):
    """A player contested a signed game. What later steps need of game and regulations is kept here."""

    protest: UUID
    championship: UUID
    game: UUID
    stage: str
    judge: UUID
    players: tuple[UUID, ...]
    filer: UUID
    act: Act
    ground: Ground
    rule: str | None
    remedy: Remedy
    evidence: str
    signed_at: datetime
    window_closes_at: datetime | None
    zone: str | None
    clauses: dict[str, str]
    filed_at: datetime


class ProtestWithdrawn(Event, frozen=True, kw_only=True):
    """The filer took the protest back."""

    withdrawn_at: datetime


class ProtestAccepted(Event, frozen=True, kw_only=True):
    """The game's judge passed the protest to the chief judge (O-PROT-2)."""

    accepted_by: UUID
    accepted_at: datetime


class ProtestDeclined(Event, frozen=True, kw_only=True):
    """The game's judge did not take the protest up."""

    declined_by: UUID
    reason: str
    declined_at: datetime


class CommissionAppointed(Event, frozen=True, kw_only=True):
    """Three people review the protest; the first of them chairs (O-PROT-3)."""

    members: tuple[UUID, ...]
    appointed_by: UUID
    appointed_at: datetime


class VoteCast(Event, frozen=True, kw_only=True):
    """One member's vote. Sealed: nothing may show it, or that it exists, before RulingPublished."""

    member: UUID
    verdict: Verdict
    remedy: Remedy
    cast_at: datetime


class VotesTallied(Event, frozen=True, kw_only=True):
    """The last vote came in and the majority stands. Not published."""

    verdict: Verdict
    remedy: Remedy
    tallied_at: datetime


class ReasonsWritten(Event, frozen=True, kw_only=True):
    """The chairman wrote, or rewrote, the reasons of the ruling. A draft."""

    reasons: str
    written_by: UUID
    written_at: datetime


class RulingPublished(Event, frozen=True, kw_only=True):
    """The ruling, whole and final (O-PROT-4)."""

    ruling: UUID
    championship: UUID
    game: UUID
    rule: str | None
    verdict: Verdict
    remedy: Remedy
    reasons: str
    votes: tuple[MemberVote, ...]
    published_by: UUID
    published_at: datetime


class AppliedToGame(Event, frozen=True, kw_only=True):
    """Gameplay changed the game as the ruling says."""

    applied_at: datetime


class AppliedToStandings(Event, frozen=True, kw_only=True):
    """Scoring recomputed with the ruling; `changes` is what it did to the overall standings."""

    revision: int
    changes: tuple[PlaceChange, ...]
    applied_at: datetime


class ConflictFound(Event, frozen=True, kw_only=True):
    """Gameplay could not carry the ruling out; `conflict` is its code of the reason."""

    conflict: str
    detail: str
    found_at: datetime


class RulingApplied(Event, frozen=True, kw_only=True):
    """Everyone concerned has answered to the ruling."""

    ruling: UUID
    revision: int | None
    changes: tuple[PlaceChange, ...]
    conflict: str | None
    applied_at: datetime


class ProtestClosed(Event, frozen=True, kw_only=True):
    """Nothing more can happen to the protest."""

    outcome: ProtestOutcome
    closed_at: datetime


ProtestEvent: TypeAlias = (
    ProtestFiled
    | ProtestWithdrawn
    | ProtestAccepted
    | ProtestDeclined
    | CommissionAppointed
    | VoteCast
    | VotesTallied
    | ReasonsWritten
    | RulingPublished
    | AppliedToGame
    | AppliedToStandings
    | ConflictFound
    | RulingApplied
    | ProtestClosed
)
