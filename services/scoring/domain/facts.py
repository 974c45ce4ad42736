"""What standings are computed from, as frozen values. `hearing.py` makes them of events.

Numbers stay as the `Points` texts in which they were said; `lines.py` makes fractions of them.
"""

from uuid import UUID

import msgspec

from shared.contracts.gameplay import Result
from shared.contracts.primitives import Points
from shared.contracts.registration import StagePlan
from shared.contracts.regulations import Regulations, Slug, StageKind


class Contest(msgspec.Struct, frozen=True, kw_only=True):
    """A championship as it was announced: the rules that count it and the order of its stages."""

    championship: UUID
    title: str
    regulations: Regulations
    stages: tuple[StagePlan, ...]
    organizer: UUID


class Entrant(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose entry was accepted."""

    player: UUID
    nick: str
    withdrawn: bool = False


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game: `result` None until its protocol is signed; `event` is what last said the result."""

    id: UUID
    stage: Slug
    stage_kind: StageKind
    round: int
    table: int
    result: Result | None = None
    event: UUID | None = None
    annulled: bool = False
    group: Slug | None = None
    """The group of the stage that plays it, where the stage plays in groups."""

    @property
    def counts(self) -> bool:
        """Whether the game brings points."""
        return self.result is not None and not self.annulled

    @property
    def open(self) -> bool:
        """Whether the game is still to be finished, so that its stage cannot be closed."""
        return self.result is None and not self.annulled


class Adjustment(msgspec.Struct, frozen=True, kw_only=True):
    """Points that a ruling gave to or took from a player of a game; they count while the game does."""

    game: UUID
    player: UUID
    points: Points
    ruling: UUID
    event: UUID


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """A tie in the table through `stage` that people decided: `order` is best first.

    Stored in revisions of standings: its fields change only with a version of those.
    """

    stage: Slug
    order: tuple[UUID, ...]
    decided_by: UUID
    reason: str
    event: UUID
    seed: str | None = None
    """Of a lot."""


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """All that scoring knows of one championship."""

    contest: Contest | None = None
    """None: its games were heard of before it was."""
    organizers: frozenset[UUID] = frozenset()
    """Who may close stages and record decisions: organizer and chief judge."""
    entrants: dict[UUID, Entrant] = {}
    drawn: dict[Slug, tuple[UUID, ...]] = {}
    """By stage, the games of its published draws: gameplay may not have spoken of them yet."""
    groups: dict[Slug, dict[UUID, Slug]] = {}
    """By stage, the group that each player is seated in; empty where all play together."""
    game_groups: dict[UUID, Slug] = {}
    """The group of each game that a group plays, drawn or played."""
    games: dict[UUID, Game] = {}
    adjustments: tuple[Adjustment, ...] = ()
    settled: tuple[UUID, ...] = ()
    """Rulings whose effect on the games is in, in the order in which they were heard."""
    protests: dict[UUID, UUID] = {}
    """Open protests, and the game each is about."""
    commission: frozenset[UUID] = frozenset()
    """Who may be called to decide protests."""
    decisions: tuple[Decision, ...] = ()
    inputs: dict[str, int] = {}
    """How far each source was heard."""

    def open_games(self, stage: Slug) -> tuple[UUID, ...]:
        """Return the games of a stage that are drawn or scheduled and neither signed nor annulled."""
        scheduled = {game.id for game in self.games.values() if game.stage == stage and game.open}
        unheard = {game for game in self.drawn.get(stage, ()) if game not in self.games}
        return tuple(sorted(scheduled | unheard))
