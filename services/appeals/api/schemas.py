"""What the API of appeals takes and gives."""

from datetime import datetime
from typing import Annotated, Any, Literal, Self, TypeAlias
from uuid import UUID

import msgspec
from sqlalchemy import Row

from services.appeals.domain.protest.events import Act, Deadline, EvidenceFile, Ground, Party
from services.appeals.projections.what_is_contested import Status
from shared.contracts import regulations
from shared.contracts.appeals import (
    DepositOutcome,
    Grounds,
    MemberVote,
    NoChange,
    ProtestOutcome,
    Remedy,
    Verdict,
)
from shared.contracts.gameplay import DayTime
from shared.contracts.primitives import Points
from shared.contracts.regulations import Fee, Slug
from shared.contracts.scoring import Materiality, Medal, PlaceChange
from shared.web.commands import Accepted

Line: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]
Words: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=5_000)]
LongText: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=20_000)]
Link: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^https?://\S+$", max_length=1_000)]
Links: TypeAlias = Annotated[list[Link], msgspec.Meta(max_length=20)]
People: TypeAlias = Annotated[list[UUID], msgspec.Meta(max_length=10)]
RemedyKind: TypeAlias = Literal["NoChange"] | regulations.RemedyKind
Awaited: TypeAlias = Literal[
    "acceptance",
    "contest",
    "commission",
    "consent",
    "objection",
    "replacement",
    "answer",
    "vote",
    "ruling",
    "conflict",
]

# ------------------------------------------------------------------------------ bodies


class MomentBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A day or a night of the game, counted as in the protocol."""

    time: DayTime
    number: Annotated[int, msgspec.Meta(ge=0, le=30)]


class FilingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A protest: what was done, by whom, against which rule, and what should follow.

    `against` is whose act it was, the game's judge where it is left out. Person, moment and rule
    together are the facts; the same facts of a game are heard once from one player.
    """

    act: Words
    against: UUID | None = None
    moment: MomentBody | None = None
    ground: Ground = "rule"
    rule: Line | None = None
    remedy: Remedy
    evidence: Annotated[str, msgspec.Meta(max_length=20_000)] = ""
    links: Links = []
    deposit: Fee | None = None
    """What was left with the protest, where the regulations want it."""
    player: UUID | None = None
    """For whom an organizer files."""


class DeclineBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why the protest is not taken up; public."""

    reason: Words


class ReasonBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why."""

    reason: Words


class CommissionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Three people, the first of whom chairs, and reserves; without members the standing commission."""

    members: Annotated[list[UUID], msgspec.Meta(min_length=1, max_length=10)] | None = None
    reserves: People = []


class StandingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who reviews every protest of a championship."""

    members: People
    reserves: People = []


class InterestBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the person who says so belongs, and to whom he is close."""

    club: Line | None = None
    city: Line | None = None
    related: Annotated[list[UUID], msgspec.Meta(max_length=50)] = []


class BarringBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who is suspended, for what, until when."""

    person: UUID
    reason: Words
    until: Annotated[datetime, msgspec.Meta(tz=True)] | None = None


class MemberBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A member or a reserve."""

    member: UUID


class ObjectionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What speaks against a member or a reserve."""

    member: UUID
    reason: Words


class DecisionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whether the objections to a member are upheld, and why."""

    member: UUID
    upheld: bool
    reason: Words


class ReplacementBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who leaves (none: a seat is empty), who comes in (none: the first reserve), and why."""

    member: UUID | None = None
    successor: UUID | None = None
    reason: Words


class TextBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A statement."""

    text: LongText


class QuestionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question, and who is asked."""

    to: Party
    text: Words


class AnswerBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The answer to a question, by its number."""

    question: Annotated[int, msgspec.Meta(ge=1)]
    text: LongText


class EvidenceBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the evidence shows, and where it is."""

    text: Words
    links: Links = []


class VoteBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One member's vote. Without a remedy nothing is to change; a vote to reject has none."""

    verdict: Verdict
    remedy: Remedy | None = None
    in_part: bool = False
    """Whether less is upheld than was asked for."""
    warn: bool = False
    """Whether the judge or official complained of is to be warned."""


class ReasonsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The reasons of the ruling, as a draft: one text, or facts, rule and conclusion apart."""

    reasons: LongText | None = None
    grounds: Grounds | None = None


class RulingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Publish the ruling, with these reasons or those drafted before."""

    reasons: LongText | None = None
    grounds: Grounds | None = None


class SupersedingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a higher body rules instead, and why."""

    verdict: Verdict
    remedy: Remedy = NoChange()
    in_part: bool = False
    reasons: LongText | None = None
    grounds: Grounds | None = None


class FileAccepted(Accepted, kw_only=True):
    """The file is kept under this id, with this hash."""

    file: UUID
    sha256: str


class RulingAccepted(Accepted, kw_only=True):
    """The ruling is public under this id."""

    ruling: UUID


# ------------------------------------------------------------------------------ views


class ProtestListed(msgspec.Struct, frozen=True, kw_only=True):
    """What everybody may know of a protest. `version` stands still while a commission votes."""

    protest: UUID
    championship: UUID
    game: UUID
    stage: Slug
    rule: str | None
    status: Status
    outcome: ProtestOutcome | None
    filed_at: datetime
    accepted_at: datetime | None
    declined_at: datetime | None
    decline_reason: str | None
    members: list[UUID] | None
    appointed_at: datetime | None
    ruling: UUID | None
    ruled_at: datetime | None
    closed_at: datetime | None
    reserves: list[UUID]
    overdue: list[Deadline]
    version: int

    @classmethod
    def of(cls, row: Row[Any], **more: Any) -> Self:
        """Read a row of the protests."""
        public = {name: getattr(row, name) for name in ProtestListed.__struct_fields__}
        return cls(**public, **more)


class CaseView(msgspec.Struct, frozen=True, kw_only=True):
    """What the filer said, for the parties, the commission and the officials. `zone` is the venue's."""

    filer: UUID | None
    """None for the commission, where the document hides it."""
    act: Act
    ground: Ground
    remedy: Remedy
    evidence: str
    links: list[str]
    deposit: Fee | None
    deposit_outcome: DepositOutcome | None
    consents_needed: list[UUID]
    """Members and reserves who share club or city with a party."""
    signed_at: datetime
    window_closes_at: datetime | None
    zone: str | None

    @classmethod
    def of(cls, row: Row[Any], *, filer_hidden: bool) -> Self:
        """Read a row of the protests."""
        return cls(
            filer=None if filer_hidden else row.filer,
            links=row.links,
            deposit=msgspec.json.decode(row.deposit, type=Fee) if row.deposit else None,
            deposit_outcome=row.deposit_outcome,
            consents_needed=row.soft,
            act=msgspec.json.decode(row.act, type=Act),
            ground=row.ground,
            remedy=msgspec.json.decode(row.remedy, type=Remedy),
            evidence=row.evidence,
            signed_at=row.signed_at,
            window_closes_at=row.window_closes_at,
            zone=row.zone,
        )


def grounds_of(row: Row[Any]) -> Grounds | None:
    """Return the three parts of the reasons in a row, where they were written apart."""
    return msgspec.json.decode(row.grounds, type=Grounds) if row.grounds else None


class StakeView(msgspec.Struct, frozen=True, kw_only=True):
    """What any remedy that may be granted can change, by scoring's assessment; its what-if tries one."""

    materiality: Materiality
    """The most: nothing, decimals, a place, a medal, who goes on."""
    places: list[UUID]
    """Whose own place."""


class DueView(msgspec.Struct, frozen=True, kw_only=True):
    """An answer that is due."""

    deadline: Deadline
    due_at: datetime


class HeardView(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was heard, or that befell the commission; fields that say nothing are null."""

    kind: str
    by: UUID | None
    party: Party | None
    to: Party | None
    question: int | None
    member: UUID | None
    successor: UUID | None
    outcome: str | None
    text: str | None
    links: list[str]
    at: datetime
    file: EvidenceFile | None = None

    @classmethod
    def of(cls, row: Row[Any], *, unnamed: UUID | None) -> Self:
        """Read a row of the hearing; `unnamed` is who must not be named to the reader."""
        seen = {name: getattr(row, name) for name in cls.__struct_fields__}
        if row.file is not None:
            seen["file"] = msgspec.json.decode(row.file, type=EvidenceFile)
        return cls(**seen | ({"by": None} if unnamed is not None and row.by == unnamed else {}))


class HearingView(msgspec.Struct, frozen=True, kw_only=True):
    """What was heard, in order."""

    entries: list[HeardView]


class StandingView(msgspec.Struct, frozen=True, kw_only=True):
    """Who reviews every protest of a championship."""

    members: list[UUID]
    reserves: list[UUID]
    named_at: datetime


class DraftView(msgspec.Struct, frozen=True, kw_only=True):
    """What the votes came to and the reasons so far, for the chairman who writes the ruling."""

    verdict: Verdict
    remedy: Remedy
    in_part: bool
    warn: bool
    reasons: str | None
    grounds: Grounds | None

    @classmethod
    def of(cls, row: Row[Any]) -> Self:
        """Read a row of the drafts."""
        remedy = msgspec.json.decode(row.remedy, type=Remedy)
        return cls(
            verdict=row.verdict,
            remedy=remedy,
            in_part=row.in_part,
            warn=row.warn,
            reasons=row.reasons,
            grounds=grounds_of(row),
        )


class ChangeView(msgspec.Struct, frozen=True, kw_only=True):
    """One player's points and place in the overall standings, before and after the ruling."""

    player: UUID
    nick: str | None
    points_before: Points | None
    points_after: Points | None
    place_before: int | None
    place_after: int | None


class CutView(msgspec.Struct, frozen=True, kw_only=True):
    """A cut that the ruling changed, by the table: who came in, who fell out, who shares the line then."""

    stage: Slug
    enter: list[UUID]
    leave: list[UUID]
    tied: list[UUID]


class MedalView(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose medal (1 to 3) is another one, or none, than before the ruling."""

    player: UUID
    nick: str | None
    before: int | None
    after: int | None


class ConflictView(msgspec.Struct, frozen=True, kw_only=True):
    """Why a ruling could not be carried out on its game."""

    code: str
    detail: str
    found_at: datetime


class RulingView(msgspec.Struct, frozen=True, kw_only=True):
    """A published ruling: reasons, votes by name with dissents, and what it changed once it is applied."""

    ruling: UUID
    protest: UUID
    championship: UUID
    game: UUID
    rule: str | None
    verdict: Verdict
    in_part: bool
    remedy: Remedy
    warned: UUID | None
    deposit: DepositOutcome | None
    reasons: str
    grounds: Grounds | None
    votes: list[MemberVote]
    published_at: datetime
    applied_at: datetime | None
    revision: int | None
    changes: list[ChangeView]
    changes_withheld: bool
    """The public table is frozen: what it changed is said at the release."""
    cuts: list[CutView]
    medals: list[MedalView]
    conflict: ConflictView | None
    supersedes: UUID | None
    """The ruling in whose place this one stands."""
    superseded_by: UUID | None
    """The ruling in the place of this one; None: this one is current."""
    body: str | None
    """The higher body whose ruling it is; None: a commission's."""

    @classmethod
    def of(cls, row: Row[Any], nicks: dict[UUID, str]) -> Self:
        """Read a row of the rulings."""
        conflict = None
        if row.conflict is not None:
            conflict = ConflictView(
                code=row.conflict, detail=row.conflict_detail, found_at=row.conflict_found_at
            )
        changes = msgspec.json.decode(row.changes, type=list[PlaceChange])
        return cls(
            ruling=row.ruling,
            protest=row.protest,
            championship=row.championship,
            game=row.game,
            rule=row.rule,
            verdict=row.verdict,
            in_part=row.in_part,
            remedy=msgspec.json.decode(row.remedy, type=Remedy),
            warned=row.warned,
            deposit=row.deposit,
            reasons=row.reasons,
            grounds=grounds_of(row),
            votes=msgspec.json.decode(row.votes, type=list[MemberVote]),
            published_at=row.published_at,
            supersedes=row.supersedes,
            superseded_by=row.superseded_by,
            body=row.body,
            applied_at=row.applied_at,
            revision=row.revision,
            changes=[
                ChangeView(nick=nicks.get(change.player), **msgspec.structs.asdict(change))
                for change in changes
            ],
            changes_withheld=row.withheld,
            cuts=msgspec.json.decode(row.cuts, type=list[CutView]),
            medals=[
                MedalView(nick=nicks.get(medal.player), **msgspec.structs.asdict(medal))
                for medal in msgspec.json.decode(row.medals, type=list[Medal])
            ],
            conflict=conflict,
        )


class ProtestView(ProtestListed, frozen=True, kw_only=True):
    """A protest as the reader may see it: parts that are not for him are null."""

    case: CaseView | None
    due: list[DueView]
    draft: DraftView | None
    published: RulingView | None
    stake: StakeView | None = None


class ProtestsPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of protests. `next` is the cursor of the page after it."""

    protests: list[ProtestListed]
    next: UUID | None


class RulingsPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of rulings. `next` is the cursor of the page after it."""

    rulings: list[RulingView]
    next: UUID | None


class InboxItem(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that awaits the reader's answer, since when."""

    awaits: Awaited
    protest: UUID
    championship: UUID
    game: UUID
    rule: str | None
    since: datetime
    due_at: datetime | None = None
    """Until when, where the regulations set a time; a deadline that has passed is none any more."""


class Inbox(msgspec.Struct, frozen=True, kw_only=True):
    """What awaits the reader, longest awaited first."""

    items: list[InboxItem]
