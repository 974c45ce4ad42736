"""What appeals says in public: protests on their way, commissions, and published rulings.

Nothing of a ruling, and no vote, before `RulingPublished`.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import Points, PublicEvent, Team
from shared.contracts.scoring import PlaceChange

Verdict: TypeAlias = Literal["uphold", "reject"]
ProtestOutcome: TypeAlias = Literal["declined", "withdrawn", "ruled"]
"""How a protest ended: not taken up by the game's judge, taken back by its filer, or decided."""


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


Remedy: TypeAlias = NoChange | AnnulGame | AwardWin | AdjustPoints


class MemberVote(msgspec.Struct, frozen=True, kw_only=True):
    """How one member voted, published with the ruling."""

    member: UUID
    verdict: Verdict
    remedy: Remedy
    dissent: bool


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
    """The table judge declined the protest with a reason."""

    championship: UUID
    protest: UUID
    game: UUID
    declined_by: UUID
    reason: str
    declined_at: datetime


class CommissionAppointed(PublicEvent, frozen=True, kw_only=True):
    """Three people review the protest (O-PROT-3)."""

    championship: UUID
    protest: UUID
    members: tuple[UUID, ...]
    appointed_by: UUID
    appointed_at: datetime


class RulingPublished(PublicEvent, frozen=True, kw_only=True):
    """The commission's ruling, final (O-PROT-4), with named votes and dissents."""

    championship: UUID
    protest: UUID
    game: UUID
    ruling: UUID
    verdict: Verdict
    remedy: Remedy
    reasons: str
    votes: tuple[MemberVote, ...]
    published_at: datetime


class RulingApplied(PublicEvent, frozen=True, kw_only=True):
    """Everyone concerned has answered to the ruling; `changes` is what it did to the overall standings.

    `revision` is that of the standings, None where there was nothing to apply; `conflict` is gameplay's
    code of the reason why the game could not be changed.
    """

    championship: UUID
    protest: UUID
    ruling: UUID
    revision: int | None
    changes: tuple[PlaceChange, ...]
    conflict: str | None
    applied_at: datetime


class ProtestClosed(PublicEvent, frozen=True, kw_only=True):
    """Nothing more can happen to the protest."""

    championship: UUID
    protest: UUID
    outcome: ProtestOutcome = "ruled"
    closed_at: datetime


AppealsEvent: TypeAlias = (
    ProtestFiled
    | ProtestAccepted
    | ProtestDeclined
    | CommissionAppointed
    | RulingPublished
    | RulingApplied
    | ProtestClosed
)
