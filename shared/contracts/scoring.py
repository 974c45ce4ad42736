"""What scoring says in public: that standings changed, who goes on, how ties were decided."""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.primitives import Points, PublicEvent
from shared.contracts.regulations import Slug
from shared.contracts.series import SeriesRules

Materiality: TypeAlias = Literal["nothing", "decimals", "place", "medal", "cut"]
"""The most that any remedy can change: points only, a place, a medal, or who goes on to a later stage."""


class PlaceChange(msgspec.Struct, frozen=True, kw_only=True):
    """One player's row before and after; None where there was or is no row."""

    player: UUID
    points_before: Points | None
    points_after: Points | None
    place_before: int | None
    place_after: int | None


class Crossing(msgspec.Struct, frozen=True, kw_only=True):
    """A cut that comes out otherwise. `tied`: who then shares the place across the line."""

    stage: Slug
    enter: tuple[UUID, ...]
    leave: tuple[UUID, ...]
    tied: tuple[UUID, ...]


class Medal(msgspec.Struct, frozen=True, kw_only=True):
    """A player whose medal (1 to 3) is another one, or none, than before."""

    player: UUID
    before: int | None
    after: int | None


class StandingsChanged(PublicEvent, frozen=True, kw_only=True):
    """A new revision of a championship's overall standings.

    `ruling` names the ruling that caused it, where one did; then `changes`, `cuts` and `medals` are what it
    changed. `cuts` is who is on which side of a line by the table; who goes on after the line was drawn
    follows from the regulations and is said by `QualifiersRenamed`.
    `withheld`: the public table is frozen; `changes`, `cuts`, `medals` and `checksum` are empty, and
    ChangesReleased says them later.
    """

    championship: UUID
    revision: int
    checksum: str
    inputs: dict[str, int]
    """The positions of the streams that the revision stands on, by service."""
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime
    withheld: bool = False
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class ChangesReleased(PublicEvent, frozen=True, kw_only=True):
    """What a revision changed that was recorded while the public table was frozen; said at the release."""

    championship: UUID
    revision: int
    checksum: str
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime
    released_at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class StageClosed(PublicEvent, frozen=True, kw_only=True):
    """A stage's games are all signed and its cut is made."""

    championship: UUID
    stage: Slug
    closed_by: UUID
    closed_at: datetime


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """The way in which a player goes on: by the place in a group, or in the table over all groups."""

    player: UUID
    group: Slug | None
    """None: by the table over all."""
    place: int


class TieAtCut(msgspec.Struct, frozen=True, kw_only=True):
    """Players who share the place across a line, so that who of them goes on is not decided."""

    group: Slug | None
    """Whose line; None: that of the table over all."""
    players: tuple[UUID, ...]


class QualifiersNamed(PublicEvent, frozen=True, kw_only=True):
    """Who goes on to the next stage, best first, and who would be next."""

    championship: UUID
    stage: Slug
    next_stage: Slug
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    named_at: datetime
    ways: tuple[Way, ...] = ()
    """Of each qualifier; empty in events of before there were groups."""
    tied_reserves: tuple[tuple[UUID, ...], ...] = ()
    """Reserves next to one another between whom nobody has decided."""


class QualifiersRenamed(PublicEvent, frozen=True, kw_only=True):
    """Who goes on was named anew, because a ruling changed the cut or a tie of reserves was decided.

    These lists hold instead of those that were said before. `left` and `entered`: who no longer goes on, and
    who does now.
    """

    championship: UUID
    stage: Slug
    next_stage: Slug
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    left: tuple[UUID, ...]
    entered: tuple[UUID, ...]
    ways: tuple[Way, ...]
    tied_reserves: tuple[tuple[UUID, ...], ...]
    reason: str
    renamed_by: UUID
    renamed_at: datetime


class CutTied(PublicEvent, frozen=True, kw_only=True):
    """All games of an open stage are in, and these ties stand across its lines; none: no more."""

    championship: UUID
    stage: Slug
    ties: tuple[TieAtCut, ...]
    found_at: datetime


class TieDecided(PublicEvent, frozen=True, kw_only=True):
    """A tie that no metric breaks, decided by people or by a lot: `order` is best first (O-SCORE-6, O-CUT-1).

    `seed`: of a lot, in which players stand in the order of the SHA-256 of "<seed>:<player>".
    """

    championship: UUID
    stage: Slug
    order: tuple[UUID, ...]
    decided_by: UUID
    reason: str
    decided_at: datetime
    seed: str | None = None


class CutAtStake(msgspec.Struct, frozen=True, kw_only=True):
    """A cut that a remedy can change, and who can come or go by it."""

    stage: Slug
    players: tuple[UUID, ...]


class ProtestAssessed(PublicEvent, frozen=True, kw_only=True):
    """What any remedy that may be granted on the game could change in an open protest, and whose.

    Said again when something else is at stake. `places` are the players whose own place a ruling could
    change: they have an interest in it. `points`: those whose points it could change.
    """

    championship: UUID
    protest: UUID
    game: UUID
    materiality: Materiality
    points: tuple[UUID, ...]
    places: tuple[UUID, ...]
    cuts: tuple[CutAtStake, ...]
    medals: tuple[UUID, ...]
    inputs: dict[str, int]
    assessed_at: datetime


class StandingsFrozen(PublicEvent, frozen=True, kw_only=True):
    """The public table stands still at a revision, which stands on `positions`, until it is released."""

    championship: UUID
    revision: int
    positions: dict[str, int]
    reason: str
    frozen_by: UUID
    frozen_at: datetime


class StandingsReleased(PublicEvent, frozen=True, kw_only=True):
    """The public table shows everything again."""

    championship: UUID
    released_by: UUID
    released_at: datetime


class StandingsFinalized(PublicEvent, frozen=True, kw_only=True):
    """A revision of the standings is the result. `edition` counts how often that was said."""

    championship: UUID
    edition: int
    revision: int
    checksum: str
    finalized_by: UUID
    finalized_at: datetime


class StandingsRevised(PublicEvent, frozen=True, kw_only=True):
    """What was final has changed, by a ruling where one is named; it is to be said final again.

    While the public table is frozen `checksum` is empty.
    """

    championship: UUID
    edition: int
    revision: int
    checksum: str
    ruling: UUID | None
    revised_at: datetime


class SeriesOpened(PublicEvent, frozen=True, kw_only=True):
    """A series of championships was opened, with the rules of its table."""

    series: UUID
    title: str
    rules: SeriesRules
    opened_by: UUID
    opened_at: datetime


class SeriesRulesChanged(PublicEvent, frozen=True, kw_only=True):
    """Other rules hold from now on, for every championship of the series."""

    series: UUID
    rules: SeriesRules
    reason: str
    changed_by: UUID
    changed_at: datetime


class SeriesChampionshipAdded(PublicEvent, frozen=True, kw_only=True):
    """A championship is one of the series."""

    series: UUID
    championship: UUID
    added_by: UUID
    added_at: datetime


class SeriesChampionshipRemoved(PublicEvent, frozen=True, kw_only=True):
    """A championship is no longer one of the series."""

    series: UUID
    championship: UUID
    reason: str
    removed_by: UUID
    removed_at: datetime


ScoringEvent: TypeAlias = (
    StandingsChanged
    | StageClosed
    | QualifiersNamed
    | QualifiersRenamed
    | CutTied
    | TieDecided
    | ProtestAssessed
    | StandingsFrozen
    | StandingsReleased
    | ChangesReleased
    | StandingsFinalized
    | StandingsRevised
    | SeriesOpened
    | SeriesRulesChanged
    | SeriesChampionshipAdded
    | SeriesChampionshipRemoved
)
