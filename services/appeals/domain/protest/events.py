"""Stored facts of a protest. Names here are the storage format; change only by adding a version.

Private: `publications.py` says which of them become public, and what of them.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.appeals import (
    ChangeCause,
    DepositOutcome,
    Grounds,
    MemberVote,
    ProtestOutcome,
    Remedy,
    Verdict,
)
from shared.contracts.gameplay import DayTime
from shared.contracts.regulations import Fee, ProtestRules
from shared.contracts.scoring import Crossing, Medal, PlaceChange

Ground: TypeAlias = Literal["rule", "judgement"]
Deadline: TypeAlias = Literal["acceptance", "review", "appointment", "vote"]
Party: TypeAlias = Literal["filer", "accused", "judge"]
"""Who is heard: who filed, who is complained of, and the game's judge where that is somebody else."""


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
    rules: ProtestRules = ProtestRules()
    links: tuple[str, ...] = ()
    deposit: Fee | None = None
    lodged_by: UUID | None = None
    """The organizer who filed it for the player."""


class DeadlineSet(Event, frozen=True, kw_only=True):
    """An answer is due. A deadline set again replaces the one before."""

    deadline: Deadline
    due_at: datetime


class DeadlinePassed(Event, frozen=True, kw_only=True):
    """The answer was not given in time."""

    deadline: Deadline
    due_at: datetime
    passed_at: datetime


class ProtestWithdrawn(Event, frozen=True, kw_only=True):
    """The filer took the protest back."""

    withdrawn_at: datetime


class ProtestAccepted(Event, frozen=True, kw_only=True):
    """The game's judge passed the protest to the chief judge (O-PROT-2)."""

    accepted_by: UUID
    accepted_at: datetime


class ProtestDeclined(Event, frozen=True, kw_only=True):
    """The game's judge, or who answers for him, did not take the protest up; `final`: for good."""

    declined_by: UUID
    reason: str
    declined_at: datetime
    final: bool = True


class DeclineContested(Event, frozen=True, kw_only=True):
    """The filer took the decline to the chief judge."""

    reason: str
    contested_at: datetime


class CommissionAppointed(Event, frozen=True, kw_only=True):
    """Three people review the protest; the first of them chairs (O-PROT-3).

    `soft` are members and reserves who share club or city with a party: they need both parties' consent.
    """

    members: tuple[UUID, ...]
    appointed_by: UUID
    appointed_at: datetime
    reserves: tuple[UUID, ...] = ()
    soft: tuple[UUID, ...] = ()
    standing: bool = False
    """Whether the championship's standing commission was taken."""


class ConsentGiven(Event, frozen=True, kw_only=True):
    """A party has nothing against a member who shares club or city with one of them."""

    party: UUID
    member: UUID
    given_at: datetime


class ObjectionRaised(Event, frozen=True, kw_only=True):
    """A party objects to a member or a reserve."""

    party: UUID
    member: UUID
    reason: str
    raised_at: datetime


class ObjectionDecided(Event, frozen=True, kw_only=True):
    """Who appoints decided the objections to a member; upheld, the member leaves."""

    member: UUID
    upheld: bool
    reason: str
    decided_by: UUID
    decided_at: datetime


class MemberRecused(Event, frozen=True, kw_only=True):
    """A member or a reserve stood down."""

    member: UUID
    reason: str
    recused_at: datetime


class MemberReplaced(Event, frozen=True, kw_only=True):
    """The commission changed; `members`, `reserves` and `soft` are those after it.

    `member` None: an empty seat was filled. `successor` None: the seat stays empty. A vote of who left
    is gone with him. `replaced_by` None: it follows from the rules.
    """

    member: UUID | None
    successor: UUID | None
    cause: ChangeCause
    reason: str
    members: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    soft: tuple[UUID, ...]
    replaced_by: UUID | None
    replaced_at: datetime


class StatementMade(Event, frozen=True, kw_only=True):
    """A party stated its case, in turn."""

    party: Party
    by: UUID
    text: str
    made_at: datetime


class QuestionAsked(Event, frozen=True, kw_only=True):
    """A member asks a party; `question` counts from 1."""

    question: int
    by: UUID
    to: Party
    text: str
    asked_at: datetime


class QuestionAnswered(Event, frozen=True, kw_only=True):
    """Who was asked answered."""

    question: int
    party: Party
    by: UUID
    text: str
    answered_at: datetime


class EvidenceFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that was brought: its content is kept apart, and never changes without its hash."""

    file: UUID
    name: str
    media_type: str
    size: int
    sha256: str


class EvidenceAdded(Event, frozen=True, kw_only=True):
    """Somebody heard brought evidence; a member did where `party` is None."""

    party: Party | None
    by: UUID
    text: str
    links: tuple[str, ...]
    added_at: datetime
    file: EvidenceFile | None = None


class VoteCast(Event, frozen=True, kw_only=True):
    """One member's vote. Sealed: nothing may show it, or that it exists, before RulingPublished."""

    member: UUID
    verdict: Verdict
    remedy: Remedy
    cast_at: datetime
    in_part: bool = False
    warn: bool = False


class VotesTallied(Event, frozen=True, kw_only=True):
    """The last vote came in and the majority stands. Not published."""

    verdict: Verdict
    remedy: Remedy
    tallied_at: datetime
    in_part: bool = False
    warn: bool = False


class ReasonsWritten(Event, frozen=True, kw_only=True):
    """The chairman wrote, or rewrote, the reasons of the ruling. A draft."""

    reasons: str
    written_by: UUID
    written_at: datetime
    grounds: Grounds | None = None


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
    in_part: bool = False
    grounds: Grounds | None = None
    warned: UUID | None = None
    deposit: DepositOutcome | None = None


class HigherRulingMade(Event, frozen=True, kw_only=True):
    """A higher body ruled on what a commission had ruled on; this one is in the place of that one.

    It begins a stream of its own: the protest that it is about stays closed. `original` is that protest,
    `superseded` what its ruling granted.
    """

    protest: UUID
    original: UUID
    championship: UUID
    game: UUID
    judge: UUID
    players: tuple[UUID, ...]
    filer: UUID
    act: Act
    rule: str | None
    clauses: dict[str, str]
    rules: ProtestRules
    body: str
    ruling: UUID
    supersedes: UUID
    superseded: Remedy
    verdict: Verdict
    remedy: Remedy
    reasons: str
    made_by: UUID
    made_at: datetime
    in_part: bool = False
    grounds: Grounds | None = None


class AppliedToGame(Event, frozen=True, kw_only=True):
    """Gameplay changed the game as the ruling says."""

    applied_at: datetime


class AppliedToRoster(Event, frozen=True, kw_only=True):
    """Registration put the player out, or suspended him, as the ruling says."""

    applied_at: datetime


class AppliedToStandings(Event, frozen=True, kw_only=True):
    """Scoring recomputed with the ruling; `changes` is what it did to the overall standings."""

    revision: int
    changes: tuple[PlaceChange, ...]
    applied_at: datetime
    withheld: bool = False
    """The public table is frozen: `changes` is empty, and an EffectReleased follows."""
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class EffectReleased(Event, frozen=True, kw_only=True):
    """What the ruling did to the overall standings is known, after a freeze."""

    revision: int
    changes: tuple[PlaceChange, ...]
    released_at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class ConflictFound(Event, frozen=True, kw_only=True):
    """Gameplay, or registration, could not carry the ruling out; `conflict` is its code of the reason."""

    conflict: str
    detail: str
    found_at: datetime
    found_in: Literal["game", "roster"] = "game"


class RulingApplied(Event, frozen=True, kw_only=True):
    """Everyone concerned has answered to the ruling."""

    ruling: UUID
    revision: int | None
    changes: tuple[PlaceChange, ...]
    conflict: str | None
    applied_at: datetime
    withheld: bool = False
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class ProtestClosed(Event, frozen=True, kw_only=True):
    """Nothing more can happen to the protest."""

    outcome: ProtestOutcome
    closed_at: datetime
    deposit: DepositOutcome | None = None


ProtestEvent: TypeAlias = (
    ProtestFiled
    | DeadlineSet
    | DeadlinePassed
    | ProtestWithdrawn
    | ProtestAccepted
    | ProtestDeclined
    | DeclineContested
    | CommissionAppointed
    | ConsentGiven
    | ObjectionRaised
    | ObjectionDecided
    | MemberRecused
    | MemberReplaced
    | StatementMade
    | QuestionAsked
    | QuestionAnswered
    | EvidenceAdded
    | VoteCast
    | VotesTallied
    | ReasonsWritten
    | RulingPublished
    | HigherRulingMade
    | AppliedToGame
    | AppliedToRoster
    | AppliedToStandings
    | EffectReleased
    | ConflictFound
    | RulingApplied
    | ProtestClosed
)
