"""What registration says in public: championships, officials, entries, draws.

No personal data: a person is an id and a nick.
"""

from datetime import datetime
from typing import Annotated, Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import PublicEvent
from shared.contracts.regulations import Fee, Regulations, Slug, StageKind

OfficialRole: TypeAlias = Literal[
    "organizer", "chief_judge", "table_judge", "commission_member", "secretary", "assistant_judge"
]
Phase: TypeAlias = Literal[
    "announced",
    "registration_open",
    "registration_closed",
    "list_final",
    "running",
    "finished",
    "cancelled",
]
"""How far a championship is, as its organizers say."""

SuspendedAs: TypeAlias = Literal["player", "spectator"]


class Venue(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A place where tables stand, with its IANA time zone ("Asia/Omsk")."""

    key: Slug
    name: str
    city: str
    address: str
    zone: str


class LocalTime(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A moment as the clock of a venue shows it, with the instant that it is.

    `local` has no offset, `zone` is an IANA name, `instant` is in UTC.
    """

    local: datetime
    zone: str
    instant: datetime

    def __str__(self) -> str:
        return f"{self.local:%Y-%m-%d %H:%M:%S} {self.zone}"


class Block(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a game day: games, or a break for lunch or for processing results (O-PLAN-2)."""

    title: str
    kind: Literal["games", "break"]
    start: LocalTime
    end: LocalTime


class Group(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A part of a stage that plays apart: the players of some cities, at a venue of theirs.

    Each group has its own draw, and rounds and tables of its own numbers: a game of a stage with groups is
    known by group, round and table. Who plays in which, its DrawPublished says.
    """

    key: Slug
    title: str
    players: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    venue: Slug
    cities: tuple[str, ...] = ()
    """Whose players: those from these cities; empty: from the city of the venue."""
    advance: Annotated[int, msgspec.Meta(ge=0, le=1000)] | None = None
    """How many of the group's best go on for certain; None is as 0: all by the table over all groups.

    With a cut the sum over the groups is at most the stage's `advance`; the places that it leaves go to the
    best of all the others, by the table over all groups. Reserves are in the order of that table too.
    """
    tables: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """Tables that play at once; None: as many as the players fill."""
    blocks: tuple[Block, ...] = ()


class StagePlan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One stage: a tour, the semi-final or the final, in playing order.

    What is announced can work: at least ten players and a game. A draft may hold less.
    """

    key: Slug
    title: str
    kind: StageKind
    games: Annotated[int, msgspec.Meta(ge=0, le=50, description="Games each player plays in the stage.")]
    players: Annotated[int, msgspec.Meta(ge=0, le=1000)]
    advance: Annotated[int, msgspec.Meta(ge=1, le=1000)] | None = None
    """How many go on to the next stage, by the standings of all stages up to this one; None: everyone."""
    venue: Slug
    tables: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    """Tables that play at once; None: as many as the players fill."""
    blocks: tuple[Block, ...] = ()
    groups: tuple[Group, ...] = ()
    """Groups that are drawn and play apart; empty: all play together.

    With groups, `players` is their sum and `advance` all that go on: the best of each group as it says, then
    the best of all the others by the table over all groups. `tables` and `blocks` are the groups' to say.
    A stage without groups follows, in which those meet who went on."""

    def part(self, group: Slug | None) -> "StagePlan":
        """Return the stage as one of its groups plays it; itself for None. Raises KeyError."""
        if group is None:
            return self
        own = {one.key: one for one in self.groups}[group]
        return msgspec.structs.replace(
            self,
            title=f"{self.title}: {own.title}",
            players=own.players,
            advance=own.advance or None,
            venue=own.venue,
            tables=own.tables,
            blocks=own.blocks,
            groups=(),
        )


class ChampionshipAnnounced(PublicEvent, frozen=True, kw_only=True):
    """A championship with everything it promised: regulations, venues, plan."""

    championship: UUID
    title: str
    host_club: str
    regulations: Regulations
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    organizer: UUID
    announced_at: datetime
    preliminary_deadline: LocalTime | None = None
    final_deadline: LocalTime | None = None
    """The last moment at which an application is taken (O-REG-2); None: no limit."""
    capacity: int | None = None
    """How many may take part; None: as many as the first stage has places."""
    waitlist: int = 0
    """How many more may wait for a place."""
    phase: Phase = "registration_open"
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None
    """What an entry costs here (O-REG-3); None: what the regulations say."""


class PlanChanged(PublicEvent, frozen=True, kw_only=True):
    """What was promised changed: this holds from now on. `changed` names the fields that differ."""

    championship: UUID
    title: str
    host_club: str
    venues: tuple[Venue, ...]
    stages: tuple[StagePlan, ...]
    preliminary_deadline: LocalTime | None
    final_deadline: LocalTime | None
    capacity: int | None
    waitlist: int
    changed: tuple[str, ...]
    reason: str | None
    changed_at: datetime
    partner_clubs: tuple[str, ...] = ()
    fee: Fee | None = None


class RegulationsRebound(PublicEvent, frozen=True, kw_only=True):
    """Another version of the regulations holds from now on, for everything that was and will be played."""

    championship: UUID
    regulations: Regulations
    digest: str
    reason: str
    rebound_at: datetime


class PhaseEntered(PublicEvent, frozen=True, kw_only=True):
    """The championship is this far now; `reason` where it was cancelled or taken back."""

    championship: UUID
    phase: Phase
    reason: str | None
    entered_at: datetime


class OfficialAppointed(PublicEvent, frozen=True, kw_only=True):
    """A person may act for a championship in a role."""

    championship: UUID
    person: UUID
    role: OfficialRole
    appointed_at: datetime


class OfficialDismissed(PublicEvent, frozen=True, kw_only=True):
    """A person no longer acts in that role."""

    championship: UUID
    person: UUID
    role: OfficialRole
    dismissed_at: datetime


class EntryAccepted(PublicEvent, frozen=True, kw_only=True):
    """A player takes part: fee recorded, deadline and quotas kept."""

    championship: UUID
    player: UUID
    nick: str
    club: str | None
    city: str | None
    accepted_at: datetime
    substitute: bool = False
    """He has no place of his own, and plays only in somebody else's."""


class EntryWithdrawn(PublicEvent, frozen=True, kw_only=True):
    """A player no longer takes part."""

    championship: UUID
    player: UUID
    withdrawn_at: datetime


class PlayerDisqualified(PublicEvent, frozen=True, kw_only=True):
    """A player who took part is out of the championship: like a withdrawal, but not by his own will."""

    championship: UUID
    player: UUID
    clause: str | None
    disqualified_at: datetime
    ruling: UUID | None = None
    """The ruling of a commission that it follows from, if one does."""


class PlayerSuspended(PublicEvent, frozen=True, kw_only=True):
    """A person may not take part: in the championship `only_in`, or in any before `until`.

    Why is not said here: whether it is public is the regulations' to say.
    """

    player: UUID
    suspension: UUID
    capacity: SuspendedAs
    only_in: UUID | None
    until: LocalTime | None
    suspended_at: datetime
    ruling: UUID | None = None
    """The ruling of a commission that it follows from, if one does."""


class RulingNotCarriedOut(PublicEvent, frozen=True, kw_only=True):
    """A ruling on a player could not be carried out; `conflict` is the code of the reason."""

    championship: UUID
    player: UUID
    ruling: UUID
    conflict: str
    detail: str
    found_at: datetime


class PlayerSuspensionLifted(PublicEvent, frozen=True, kw_only=True):
    """A suspension has no effect any more."""

    player: UUID
    suspension: UUID
    lifted_at: datetime
    ruling: UUID | None = None
    """The ruling of a higher body that it follows from, if one does."""


class PlayersMerged(PublicEvent, frozen=True, kw_only=True):
    """`player` was a second record of `into`: all it did counts for `into` from now on."""

    player: UUID
    into: UUID
    merged_at: datetime


class PlayersUnmerged(PublicEvent, frozen=True, kw_only=True):
    """`player` is a person of its own after all: what it did counts for itself again."""

    player: UUID
    into: UUID
    unmerged_at: datetime


class DrawnTable(msgspec.Struct, frozen=True, kw_only=True):
    """One game of a draw: `seats[0]` sits at seat 1."""

    game: UUID
    round: int
    table: int
    judge: UUID
    seats: tuple[UUID, ...]


class SeedCommitted(PublicEvent, frozen=True, kw_only=True):
    """The seed of a draw to come is fixed: `commitment` is the SHA-256 of a secret that the draw reveals."""

    championship: UUID
    stage: Slug
    commitment: str
    committed_at: datetime
    group: Slug | None = None
    """The group of the stage whose draw it is; None: the whole stage."""


class SeedRevealed(msgspec.Struct, frozen=True, kw_only=True):
    r"""What a committed seed was made of: the SHA-256 of "<secret>\n<public_value>".

    `source` says where the public value comes from, which nobody knew at the commitment.
    """

    commitment: str
    secret: str
    public_value: str
    source: str


class DrawPublished(PublicEvent, frozen=True, kw_only=True):
    """The seating of one stage, or of one of its groups, with what reproduces it."""

    championship: UUID
    draw: UUID
    stage: Slug
    stage_kind: StageKind
    algorithm: str
    seed: str
    tables: tuple[DrawnTable, ...]
    published_at: datetime
    inputs_digest: str | None = None
    revealed: SeedRevealed | None = None
    """None where no seed was committed to."""
    group: Slug | None = None
    """The group of the stage that it seats; None: the whole stage."""


class SeatingCost(msgspec.Struct, frozen=True, kw_only=True):
    """How uneven a seating is, as it is played: the less, the evener. Of everybody who sits in it."""

    c2: int
    """Over pairs of players, m(m-1)/2 of the games m in which they meet."""
    seats: int
    """Sum of squares of (player, seat) counts; so are the next ones, of theirs."""
    repeats: int
    """Times somebody sits in a seat again before he was in all ten."""
    neighbors: int
    tables: int
    judges: int


class PlayerReplaced(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """`into` sits where `out` sat, in every game that has not started."""

    out: UUID
    into: UUID
    as_substitute: bool = False
    """`into` plays for `out`, who has played before him; otherwise he has the whole place."""


class SeatsSwapped(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Two players change seats, and byes, in these rounds; none named: in every one not started."""

    one: UUID
    other: UUID
    rounds: tuple[int, ...] = ()


class JudgeReplaced(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """`into` judges in place of `out` in these rounds; none named: in every one not started."""

    out: UUID
    into: UUID
    rounds: tuple[int, ...] = ()


class PlayerAdded(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """One player more: at a new table with nine who rest, and in one game of each of those nine."""

    player: UUID


class RoundsRedrawn(msgspec.Struct, frozen=True, kw_only=True, tag=True, forbid_unknown_fields=True):
    """Rounds of which nothing has started are drawn anew, around all that stays as it is."""

    rounds: tuple[int, ...]
    algorithm: str
    seed: str
    effort: int = 1


SeatingOperation: TypeAlias = PlayerReplaced | SeatsSwapped | JudgeReplaced | PlayerAdded | RoundsRedrawn


class SeatingChanged(PublicEvent, frozen=True, kw_only=True):
    """A published seating is another one from now on, in games that have not started.

    `was` and `tables` are the games that differ, whole; a game that is new is in `tables` alone. It is done
    when gameplay says GameReseated of them; where one has started in the meantime, it says
    SeatingNotChanged, and all of the change is taken back.
    """

    championship: UUID
    draw: UUID
    stage: Slug
    stage_kind: StageKind
    change: UUID
    number: int
    """The first change of a draw is 1."""
    operation: SeatingOperation
    was: tuple[DrawnTable, ...]
    tables: tuple[DrawnTable, ...]
    substitutes: tuple[UUID, ...]
    """Who of those in `tables` plays for somebody who has played before him."""
    reason: str
    by: UUID
    cost_before: SeatingCost
    cost_after: SeatingCost
    changed_at: datetime
    inputs_digest: str | None = None
    """Of what rounds were drawn anew from."""
    group: Slug | None = None


class SeatingRestored(PublicEvent, frozen=True, kw_only=True):
    """A change came too late and is taken back whole; `tables` are again as they were before it."""

    championship: UUID
    draw: UUID
    stage: Slug
    change: UUID
    conflict: str
    detail: str
    tables: tuple[DrawnTable, ...]
    restored_at: datetime
    group: Slug | None = None


RegistrationEvent: TypeAlias = (
    ChampionshipAnnounced
    | PlanChanged
    | RegulationsRebound
    | PhaseEntered
    | OfficialAppointed
    | OfficialDismissed
    | EntryAccepted
    | EntryWithdrawn
    | PlayerDisqualified
    | PlayerSuspended
    | PlayerSuspensionLifted
    | RulingNotCarriedOut
    | PlayersMerged
    | PlayersUnmerged
    | SeedCommitted
    | DrawPublished
    | SeatingChanged
    | SeatingRestored
)
