"""What gameplay says in public: games, their signed results, and what rulings made of them.

No event before `ProtocolSigned` carries a role, a shot or a check.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import Points, PublicEvent, Role, SeatNumber, Team
from shared.contracts.regulations import Slug, StageKind

EliminationCause: TypeAlias = Literal["vote", "kill", "removal"]
DayTime: TypeAlias = Literal["day", "night"]
EndingKind: TypeAlias = Literal[
    "blacks_out", "parity", "no_kills", "team_defeat", "stopped", "judge_decision"
]
"""How a game came to its end: all blacks are out (O-END-1), as many blacks as reds are left (O-END-2),
nights without a kill (O-END-3), an offense that gives the win to the other team (O-WIN-1), a game
stopped without a winner, or a winner that the judge names against the record."""


class Elimination(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How and when a player left the table.

    Day 1 is the first day; night 1 follows it and is the first night of shooting. Night 0 is the
    first night, in which the blacks meet and nobody is shot (O-GAME-3).
    """

    seat: SeatNumber
    cause: EliminationCause
    time: DayTime
    number: Annotated[int, msgspec.Meta(ge=0, le=30)]
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class BestMove(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The numbers that the player killed first named as blacks."""

    seat: SeatNumber
    named: tuple[SeatNumber, ...]


class Award(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Points for one seat: as best player, extra points, or (negative) a penalty."""

    seat: SeatNumber
    points: Points
    reason: Annotated[str, msgspec.Meta(max_length=500)] | None = None


class Ending(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How the game ended. `offense` names what a team defeat was given for."""

    kind: EndingKind
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)] | None = None
    offense: Slug | None = None


class BestPlayerVote(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom a player of the game holds for its best player."""

    voter: SeatNumber
    choice: SeatNumber


class HostDecision(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Whom the host names where the votes and the regulations leave it open."""

    choice: SeatNumber
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class BestPlayerVotes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The vote on the best player by those who took part, and the host's (C-SCORE-5)."""

    seats: tuple[BestPlayerVote, ...] = ()
    host: SeatNumber | None = None
    decision: HostDecision | None = None


class SeatResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat of a played game."""

    seat: SeatNumber
    player: UUID
    role: Role
    fouls: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    substitute: bool = False


class Result(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The full result of a game, as signed. `winner` None: a game without a winner.

    `eliminations` stand in the order in which they happened.
    """

    winner: Team | None
    seats: tuple[SeatResult, ...]
    eliminations: tuple[Elimination, ...] = ()
    first_killed: SeatNumber | None = None
    """Who was killed on the first night of shooting."""
    best_move: BestMove | None = None
    best_players: tuple[Award, ...] = ()
    extra_points: tuple[Award, ...] = ()
    penalties: tuple[Award, ...] = ()
    team_defeat: SeatNumber | None = None
    """Whose offense gave the win to the other team."""
    ending: Ending | None = None
    best_player_votes: BestPlayerVotes | None = None
    features: tuple[Annotated[str, msgspec.Meta(max_length=40)], ...] = ()
    """Which facts beyond roles and winner are known whole, as "eliminations"; a summary may lack some."""


class GameScheduled(PublicEvent, frozen=True, kw_only=True):
    """A game of a published draw: `seats[0]` sits at seat 1."""

    championship: UUID
    game: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]
    scheduled_at: datetime
    group: Slug | None = None
    """The group of the stage that plays it; rounds and tables are numbered anew in each group."""


class GameStarted(PublicEvent, frozen=True, kw_only=True):
    """The judge opened the game."""

    championship: UUID
    game: UUID
    started_at: datetime


class GameEnded(PublicEvent, frozen=True, kw_only=True):
    """The game is over; its protocol awaits the signature."""

    championship: UUID
    game: UUID
    ended_at: datetime


class ProtocolSigned(PublicEvent, frozen=True, kw_only=True):
    """The result, public from now on."""

    championship: UUID
    game: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    judge: UUID
    result: Result
    signed_at: datetime


class ResultAmended(PublicEvent, frozen=True, kw_only=True):
    """A signed result was changed, by a ruling or by a recorded correction."""

    championship: UUID
    game: UUID
    result: Result
    reason: str
    ruling: UUID | None
    amended_at: datetime


class GameAnnulled(PublicEvent, frozen=True, kw_only=True):
    """A game no longer counts."""

    championship: UUID
    game: UUID
    reason: str
    ruling: UUID | None
    annulled_at: datetime


class GameReinstated(PublicEvent, frozen=True, kw_only=True):
    """An annulled game counts again."""

    championship: UUID
    game: UUID
    reason: str
    ruling: UUID | None
    reinstated_at: datetime


class RulingNotApplicable(PublicEvent, frozen=True, kw_only=True):
    """A ruling on a game could not be carried out; `conflict` is the code of the reason."""

    championship: UUID
    game: UUID
    ruling: UUID
    conflict: str
    detail: str
    found_at: datetime


class PlayerOut(msgspec.Struct, frozen=True, kw_only=True):
    """Who has left a table, as everybody in the hall saw it: no role and no reason."""

    seat: SeatNumber
    cause: EliminationCause
    time: DayTime
    number: int


class TableProgressed(PublicEvent, frozen=True, kw_only=True):
    """Where a game stands, for hall screens: day or night of that number, or over; and who is out.

    The whole state each time: a later one takes the place of an earlier one.
    """

    championship: UUID
    game: UUID
    phase: Literal["day", "night", "over"]
    number: int
    out: tuple[PlayerOut, ...]
    progressed_at: datetime


class SeatsCorrected(PublicEvent, frozen=True, kw_only=True):
    """Who really plays at which seat: a substitute before the start, or seats that were noted wrong."""

    championship: UUID
    game: UUID
    seats: tuple[UUID, ...]
    substitutes: tuple[SeatNumber, ...]
    reason: str
    corrected_at: datetime


class ReplayOrdered(PublicEvent, frozen=True, kw_only=True):
    """An annulled game is played again: as game `replay`, which is scheduled beside it."""

    championship: UUID
    game: UUID
    replay: UUID
    reason: str
    ordered_at: datetime


class GameReseated(PublicEvent, frozen=True, kw_only=True):
    """A change of a published seating is carried out: who plays and judges a game that has not started."""

    championship: UUID
    game: UUID
    draw: UUID
    change: UUID
    judge: UUID
    seats: tuple[UUID, ...]
    substitutes: tuple[SeatNumber, ...]
    reseated_at: datetime


class SeatingNotChanged(PublicEvent, frozen=True, kw_only=True):
    """A change of a published seating came too late for this game, and no game of it is changed.

    `conflict` is the code of the reason.
    """

    championship: UUID
    game: UUID
    draw: UUID
    change: UUID
    conflict: str
    detail: str
    found_at: datetime


GameplayEvent: TypeAlias = (
    GameScheduled
    | GameStarted
    | GameEnded
    | ProtocolSigned
    | ResultAmended
    | GameAnnulled
    | GameReinstated
    | RulingNotApplicable
    | TableProgressed
    | SeatsCorrected
    | ReplayOrdered
    | GameReseated
    | SeatingNotChanged
)
