"""What appeals says in public: protests on their way, commissions, and published rulings.

Nothing of a ruling, and no vote, before `RulingPublished`.
"""

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.gameplay import Award, BestMove, Elimination
from shared.contracts.primitives import Points, PublicEvent, Role, SeatNumber, Team
from shared.contracts.scoring import Crossing, Medal, PlaceChange

Verdict: TypeAlias = Literal["uphold", "reject"]
ProtestOutcome: TypeAlias = Literal["declined", "withdrawn", "ruled"]
"""How a protest ended: not taken up by the game's judge, taken back by its filer, or decided."""

DepositOutcome: TypeAlias = Literal["returned", "kept"]
ChangeCause: TypeAlias = Literal["recusal", "objection", "conflict", "overdue", "vacancy"]
"""Why somebody left a commission, or joined one that had lost a member."""


class NoChange(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Nothing changes."""


class AnnulGame(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The game no longer counts."""


class AwardWin(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The win goes to that team."""

    team: Team


class AdjustPoints(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """Points are given to or taken from one player of the game."""

    player: UUID
    points: Points
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


Reason: TypeAlias = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class OrderReplay(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """The game no longer counts, and is played again by the same people at the same table."""


class SeatFacts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the protocol should say of one seat; None: what it says."""

    seat: SeatNumber
    role: Role | None = None
    fouls: Annotated[int, msgspec.Meta(ge=0, le=10)] | None = None


class CorrectResult(
    msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Facts of the protocol are put right; what is None stays as it is signed when the ruling is applied.

    `winner` "nobody": the game has no winner. `struck` are facts that the protocol should not have at all.
    """

    reason: Reason
    winner: Team | Literal["nobody"] | None = None
    seats: tuple[SeatFacts, ...] = ()
    eliminations: tuple[Elimination, ...] | None = None
    first_killed: SeatNumber | None = None
    best_move: BestMove | None = None
    best_players: tuple[Award, ...] | None = None
    extra_points: tuple[Award, ...] | None = None
    penalties: tuple[Award, ...] | None = None
    team_defeat: SeatNumber | None = None
    struck: tuple[Literal["first_killed", "best_move", "team_defeat"], ...] = ()


class SuspendPlayer(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player of the game enters no championship before a day, as the first venue's clock shows it.

    Where he takes part already he goes on; to end that too there is `RemovePlayer`.
    """

    player: UUID
    until: date
    reason: Reason


class RemovePlayer(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    """A player of the game is out of the championship; his games stand for the others."""

    player: UUID
    reason: Reason


Remedy: TypeAlias = (
    NoChange
    | AnnulGame
    | AwardWin
    | AdjustPoints
    | OrderReplay
    | CorrectResult
    | SuspendPlayer
    | RemovePlayer
)


class Grounds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The reasons of a ruling in their three parts."""

    facts: Annotated[str, msgspec.Meta(min_length=1, max_length=10_000)]
    rule: Annotated[str, msgspec.Meta(min_length=1, max_length=2_000)]
    conclusion: Annotated[str, msgspec.Meta(min_length=1, max_length=8_000)]


class MemberVote(msgspec.Struct, frozen=True, kw_only=True):
    """How one member voted, published with the ruling. `warn`: to warn the judge complained of."""

    member: UUID
    verdict: Verdict
    remedy: Remedy
    dissent: bool
    in_part: bool = False
    warn: bool = False


class ProtestFiled(PublicEvent, frozen=True, kw_only=True):
    """A protest awaits the table judge. The filer stays unnamed."""

    championship: UUID
    protest: UUID
    game: UUID
    rule: str | None
    filed_at: datetime


class ProtestAccepted(PublicEvent, frozen=True, kw_only=True):
    """The table judge passed the protest to the chief judge (O-PROT-2)."""

    championship: UUID
    protest: UUID
    game: UUID
    accepted_by: UUID
    accepted_at: datetime


class ProtestDeclined(PublicEvent, frozen=True, kw_only=True):
    """The table judge, or who stands in for him, declined the protest with a reason.

    Not `final`: the filer may take it to the chief judge.
    """

    championship: UUID
    protest: UUID
    game: UUID
    declined_by: UUID
    reason: str
    declined_at: datetime
    final: bool = True


class CommissionAppointed(PublicEvent, frozen=True, kw_only=True):
    """Three people review the protest (O-PROT-3)."""

    championship: UUID
    protest: UUID
    members: tuple[UUID, ...]
    appointed_by: UUID
    appointed_at: datetime
    reserves: tuple[UUID, ...] = ()


class CommissionChanged(PublicEvent, frozen=True, kw_only=True):
    """Somebody left the commission or joined it. Fewer than three members do not vote."""

    championship: UUID
    protest: UUID
    members: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    cause: ChangeCause
    changed_at: datetime


class RulingPublished(PublicEvent, frozen=True, kw_only=True):
    """The commission's ruling, final (O-PROT-4), with named votes and dissents.

    `in_part`: less was granted than was asked for. `warned` is a judge who is warned by the ruling;
    `deposit` says what becomes of the filer's deposit, None where there was none.
    """

    championship: UUID
    protest: UUID
    game: UUID
    ruling: UUID
    verdict: Verdict
    remedy: Remedy
    reasons: str
    votes: tuple[MemberVote, ...]
    published_at: datetime
    in_part: bool = False
    grounds: Grounds | None = None
    warned: UUID | None = None
    deposit: DepositOutcome | None = None
    supersedes: UUID | None = None
    """The ruling in whose place a higher body put this one; then `votes` is empty."""
    superseded: Remedy | None = None
    """What that ruling granted, which is undone."""
    body: str | None = None
    """The higher body."""


class RulingApplied(PublicEvent, frozen=True, kw_only=True):
    """Everyone concerned has answered to the ruling; `changes` is what it did to the overall standings.

    `cuts` and `medals` are what it did to who is on which side of a cut, and to the best three.
    `revision` is that of the standings, None where there was nothing to apply; `conflict` is the
    code of gameplay's or registration's reason why something could not be carried out. `withheld`: the public
    table is frozen, and `changes` is empty until RulingEffectReleased says it.
    """

    championship: UUID
    protest: UUID
    ruling: UUID
    revision: int | None
    changes: tuple[PlaceChange, ...]
    conflict: str | None
    applied_at: datetime
    withheld: bool = False
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class RulingEffectReleased(PublicEvent, frozen=True, kw_only=True):
    """What a ruling did to the overall standings, said after the freeze that withheld it."""

    championship: UUID
    protest: UUID
    ruling: UUID
    revision: int
    changes: tuple[PlaceChange, ...]
    released_at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class ProtestClosed(PublicEvent, frozen=True, kw_only=True):
    """Nothing more can happen to the protest."""

    championship: UUID
    protest: UUID
    outcome: ProtestOutcome = "ruled"
    closed_at: datetime
    deposit: DepositOutcome | None = None


AppealsEvent: TypeAlias = (
    ProtestFiled
    | ProtestAccepted
    | ProtestDeclined
    | CommissionAppointed
    | CommissionChanged
    | RulingPublished
    | RulingApplied
    | RulingEffectReleased
    | ProtestClosed
)
