"""What scoring's API takes and gives."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from services.scoring.domain.canonical import Shown, WrittenDecision, WrittenLine, WrittenRow
from services.scoring.domain.cascade import Outcome
from services.scoring.domain.nominations import Nominated
from services.scoring.domain.remedies import Remedy
from shared.contracts.primitives import Points
from shared.contracts.regulations import Component, Metric, Slug, StageKind
from shared.contracts.scoring import Crossing, Medal, PlaceChange, TieAtCut, Way


class TieDecisionBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Equal players in the order that was decided, best first, and why."""

    order: Annotated[tuple[UUID, ...], msgspec.Meta(min_length=2, max_length=1000)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]


class LotsBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Equal players, why lots are drawn, and the seed; without one the server draws it."""

    players: Annotated[frozenset[UUID], msgspec.Meta(min_length=2, max_length=1000)]
    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    seed: Annotated[str, msgspec.Meta(min_length=1, max_length=200)] | None = None


class RenamingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why who goes on is named anew."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500, pattern=r"\S")]


class FreezeBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Why the public table stands still."""

    reason: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]


class WhatIfBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Remedies that are tried together, in this order."""

    remedies: Annotated[tuple[Remedy, ...], msgspec.Meta(min_length=1, max_length=20)]


class WhatIfView(msgspec.Struct, frozen=True, kw_only=True):
    """What remedies would change, by all that is known at `positions`. Nothing was changed by asking."""

    championship: UUID
    positions: dict[str, int]
    changes: tuple[PlaceChange, ...]
    cuts: tuple[Crossing, ...]
    medals: tuple[Medal, ...]
    cascades: dict[Slug, Outcome] = {}
    """By stage whose qualifiers are named and whose cut would be another: what the regulations say of it."""


class NominationsView(msgspec.Struct, frozen=True, kw_only=True):
    """Who is awarded what by all that is known at `positions`."""

    championship: UUID
    positions: dict[str, int]
    nominations: tuple[Nominated, ...]


class RevisionView(msgspec.Struct, frozen=True, kw_only=True):
    """Which revision an answer shows, and what it stands on.

    `inputs`: by service, the last event that was heard before the revision was computed; later ones
    changed nothing. `frozen_at`: by service, the event at which hearing stands still, if it does.
    """

    championship: UUID
    revision: int
    inputs: dict[str, int]
    positions: dict[str, int]
    """By service, the last event of the championship that the tables rest on; of scoring's own, the last
    decision of a tie."""
    regulations: Slug
    regulations_version: int
    changed_at: datetime
    frozen_at: dict[str, int]
    state: Literal["provisional", "final", "revised"]
    """Revised: something has changed since a revision was final."""
    edition: int
    """How often a revision was said to be final."""
    public_view_frozen: bool
    """Whether the organizers keep back what came later than `positions`."""


class StandingsView(RevisionView, frozen=True, kw_only=True):
    """One table, best first. `checksum` is the SHA-256 of the canonical JSON of `rows`."""

    scope: str
    """Which table: "overall", "stage:<key>" (one stage alone), "through:<key>" (all stages up to it)."""
    order: tuple[Metric, ...]
    checksum: str
    rows: tuple[WrittenRow, ...]


class MomentView(msgspec.Struct, frozen=True, kw_only=True):
    """One table as it was at a moment: the same moment, the same bytes.

    `positions`: by service, the last event of the championship that was known. `checksum` is the
    SHA-256 of the canonical JSON of `rows`.
    """

    championship: UUID
    positions: dict[str, int]
    regulations: Slug
    regulations_version: int
    scope: str
    order: tuple[Metric, ...]
    checksum: str
    rows: tuple[WrittenRow, ...]
    player: UUID | None
    lines: tuple[WrittenLine, ...] | None
    """Those of the player that was asked for; null where none was."""


class PlayerView(RevisionView, frozen=True, kw_only=True):
    """A player's overall row and every line behind it: `total` is the sum of their `worth`."""

    player: UUID
    nick: str | None
    place: int | None
    shared: bool
    total: Points
    shown: Shown
    components: dict[Component, Points]
    above: WrittenDecision | None
    below: WrittenDecision | None
    lines: tuple[WrittenLine, ...]


class TieDecisionView(msgspec.Struct, frozen=True, kw_only=True):
    """A decision about equal players, by people or by a lot."""

    order: tuple[UUID, ...]
    decided_by: UUID
    reason: str
    event: UUID
    seed: str | None
    """Of a lot: players stand in the order of the SHA-256 of "<seed>:<player>"."""


class GroupView(msgspec.Struct, frozen=True, kw_only=True):
    """A group of a stage: who belongs to it, and how many of it go on for certain."""

    group: Slug
    title: str
    advance: int
    open_games: tuple[UUID, ...]
    players: int


class StageView(msgspec.Struct, frozen=True, kw_only=True):
    """A stage and its cut.

    Until the stage is closed, qualifiers and reserves are `provisional`: who they would be now.
    `tied`: who shares the place across a line, so that somebody has to decide; `ties` by line. `ways`: by
    which place each qualifier goes on. `tied_reserves`: reserves between whom nobody has decided. `cascade`:
    where the cut of now is not the one that was named, what the regulations let become of it.
    """

    championship: UUID
    stage: Slug
    title: str
    kind: StageKind
    state: Literal["open", "closed"]
    version: int
    advance: int | None
    next_stage: Slug | None
    open_games: tuple[UUID, ...]
    tied: tuple[UUID, ...]
    provisional: bool
    qualifiers: tuple[UUID, ...]
    reserves: tuple[UUID, ...]
    decisions: tuple[TieDecisionView, ...]
    closed_by: UUID | None
    closed_at: datetime | None
    groups: tuple[GroupView, ...] = ()
    ties: tuple[TieAtCut, ...] = ()
    ways: tuple[Way, ...] = ()
    tied_reserves: tuple[tuple[UUID, ...], ...] = ()
    cascade: Outcome | None = None
