"""What may be asked of a protest. Times, ids and what was heard of others come in on the command."""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from services.appeals.domain.protest.events import Act, Deadline, EvidenceFile, Ground, Party
from services.appeals.domain.protest.facts import Game, Officials, People, Rules
from services.appeals.domain.protest.state import Protest
from shared.contracts.appeals import Grounds, Remedy, Verdict
from shared.contracts.regulations import Fee
from shared.contracts.scoring import Crossing, Medal, PlaceChange


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
    links: tuple[str, ...] = ()
    deposit: Fee | None = None
    lodged_by: UUID | None = None
    """The organizer, where he files for the player."""


class WithdrawProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The filer takes the protest back."""

    by: UUID
    at: datetime


class AcceptProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The game's judge passes the protest to the chief judge (O-PROT-2).

    A chief judge does, where the judge was silent too long or his decline was contested.
    """

    by: UUID
    at: datetime
    officials: Officials = Officials()
    game: Game | None = None
    people: People = People()


class DeclineProtest(msgspec.Struct, frozen=True, kw_only=True):
    """The game's judge, or the chief judge in his stead, does not take the protest up, and says why."""

    by: UUID
    reason: str
    at: datetime
    officials: Officials = Officials()
    game: Game | None = None
    people: People = People()


class ContestDecline(msgspec.Struct, frozen=True, kw_only=True):
    """The filer takes a decline to the chief judge, once."""

    by: UUID
    reason: str
    at: datetime


class PassDeadline(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline is over by the clock."""

    deadline: Deadline
    due_at: datetime
    at: datetime


class AppointCommission(msgspec.Struct, frozen=True, kw_only=True):
    """Name the three people who review the protest, the chairman first (O-PROT-3), and reserves.

    `standing`: they are the championship's standing commission, whose reserves move up for who has a stake.
    """

    by: UUID
    members: tuple[UUID, ...]
    officials: Officials
    game: Game
    at: datetime
    reserves: tuple[UUID, ...] = ()
    people: People = People()
    standing: bool = False


class GiveConsent(msgspec.Struct, frozen=True, kw_only=True):
    """A party consents to a member who shares club or city with one of them."""

    by: UUID
    member: UUID
    at: datetime


class ObjectToMember(msgspec.Struct, frozen=True, kw_only=True):
    """A party objects to a member or a reserve."""

    by: UUID
    member: UUID
    reason: str
    at: datetime


class DecideObjection(msgspec.Struct, frozen=True, kw_only=True):
    """Who appoints decides the objections to a member."""

    by: UUID
    member: UUID
    upheld: bool
    reason: str
    officials: Officials
    game: Game
    people: People
    at: datetime


class RecuseMember(msgspec.Struct, frozen=True, kw_only=True):
    """A member or a reserve stands down."""

    by: UUID
    reason: str
    game: Game
    people: People
    at: datetime


class ReplaceMember(msgspec.Struct, frozen=True, kw_only=True):
    """Who appoints replaces a member for a cause, or fills an empty seat (`member` None).

    `successor` None: the first reserve without a stake.
    """

    by: UUID
    member: UUID | None
    successor: UUID | None
    reason: str
    officials: Officials
    game: Game
    people: People
    at: datetime


class ReplaceConflicted(msgspec.Struct, frozen=True, kw_only=True):
    """The game is not as it was: members who have a stake by now make room."""

    game: Game
    people: People
    at: datetime


class MakeStatement(msgspec.Struct, frozen=True, kw_only=True):
    """A party states its case."""

    by: UUID
    text: str
    at: datetime


class AskQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """A member asks somebody who is heard."""

    by: UUID
    to: Party
    text: str
    at: datetime


class AnswerQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """Who was asked answers."""

    by: UUID
    question: int
    text: str
    at: datetime


class AddEvidence(msgspec.Struct, frozen=True, kw_only=True):
    """Who is heard, or a member, brings evidence."""

    by: UUID
    text: str
    links: tuple[str, ...]
    at: datetime
    file: EvidenceFile | None = None


class CastVote(msgspec.Struct, frozen=True, kw_only=True):
    """A member votes, once."""

    by: UUID
    verdict: Verdict
    remedy: Remedy
    game: Game
    at: datetime
    in_part: bool = False
    warn: bool = False
    people: People = People()


class WriteReasons(msgspec.Struct, frozen=True, kw_only=True):
    """The chairman drafts the reasons of the ruling, in one text or in their three parts."""

    by: UUID
    reasons: str
    at: datetime
    grounds: Grounds | None = None


class PublishRuling(msgspec.Struct, frozen=True, kw_only=True):
    """The chairman makes the ruling public."""

    by: UUID
    ruling: UUID
    at: datetime


class SupersedeRuling(msgspec.Struct, frozen=True, kw_only=True):
    """For the higher body that the document names, rule in the place of a commission, or of itself.

    `protest` is the id of the new stream, `before` the protest whose ruling is superseded.
    """

    protest: UUID
    before: Protest
    ruling: UUID
    verdict: Verdict
    remedy: Remedy
    reasons: str
    by: UUID
    at: datetime
    in_part: bool = False
    grounds: Grounds | None = None
    people: People = People()


class RecordGameChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Gameplay has changed the game by a ruling."""

    ruling: UUID
    at: datetime


class RecordRosterChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Registration has put a player out, or suspended him, by a ruling."""

    ruling: UUID
    at: datetime


class RecordStandingsChanged(msgspec.Struct, frozen=True, kw_only=True):
    """Scoring has recomputed the standings by a ruling."""

    ruling: UUID
    revision: int
    changes: tuple[PlaceChange, ...]
    at: datetime
    withheld: bool = False
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class RecordEffectReleased(msgspec.Struct, frozen=True, kw_only=True):
    """Scoring has said what a ruling did to the standings, after the freeze that withheld it."""

    ruling: UUID
    revision: int
    changes: tuple[PlaceChange, ...]
    at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class RecordConflict(msgspec.Struct, frozen=True, kw_only=True):
    """Gameplay, or registration, could not carry a ruling out."""

    ruling: UUID
    conflict: str
    detail: str
    at: datetime
    found_in: Literal["game", "roster"] = "game"


ProtestCommand: TypeAlias = (
    FileProtest
    | WithdrawProtest
    | AcceptProtest
    | DeclineProtest
    | ContestDecline
    | PassDeadline
    | AppointCommission
    | GiveConsent
    | ObjectToMember
    | DecideObjection
    | RecuseMember
    | ReplaceMember
    | ReplaceConflicted
    | MakeStatement
    | AskQuestion
    | AnswerQuestion
    | AddEvidence
    | CastVote
    | WriteReasons
    | PublishRuling
    | SupersedeRuling
    | RecordGameChanged
    | RecordRosterChanged
    | RecordStandingsChanged
    | RecordEffectReleased
    | RecordConflict
)
