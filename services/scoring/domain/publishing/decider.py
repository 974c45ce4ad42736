"""Publishing: freezes and releases the public table, says when a result is final, and that it was revised.

What stands in the way of a final result comes in on the command, as scoring knows it at that moment.
"""

from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

import msgspec

from services.scoring.domain.errors import (
    NotReadyToBeFinal,
    OnlyOrganizerOrChiefJudge,
    ScorersDisagree,
    StandingsAlreadyFrozen,
    StandingsNotFrozen,
)
from services.scoring.domain.publishing.events import (
    ChangesReleased,
    PublishingEvent,
    StandingsFinalized,
    StandingsFrozen,
    StandingsReleased,
    StandingsRevised,
)
from services.scoring.domain.publishing.state import Final, PublishingState, evolve, initial
from shared.contracts.regulations import Slug
from shared.contracts.scoring import Crossing, Medal, PlaceChange
from shared.eventsourcing.decider import Decider

DISAGREEMENTS_SHOWN = 20


class FreezeStandings(msgspec.Struct, frozen=True, kw_only=True):
    """Let the public see nothing that comes after a revision, which stands on `positions`."""

    championship: UUID
    revision: int
    """The last one that the public sees."""
    positions: dict[str, int]
    reason: str
    by: UUID
    at: datetime
    authorities: frozenset[UUID]


class Withheld(msgspec.Struct, frozen=True, kw_only=True):
    """What a revision changed that was recorded under the freeze."""

    revision: int
    checksum: str
    ruling: UUID | None
    changes: tuple[PlaceChange, ...]
    changed_at: datetime
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class ReleaseStandings(msgspec.Struct, frozen=True, kw_only=True):
    """Let the public see everything again."""

    championship: UUID
    by: UUID
    at: datetime
    authorities: frozenset[UUID]
    withheld: tuple[Withheld, ...] = ()
    """Oldest first."""


class Obstacles(msgspec.Struct, frozen=True, kw_only=True):
    """What keeps a result from being final."""

    open_games: tuple[UUID, ...] = ()
    protests: tuple[UUID, ...] = ()
    """Undecided, or decided and not yet applied; only those that can change anything."""
    tied_cuts: tuple[Slug, ...] = ()
    open_stages: tuple[Slug, ...] = ()
    halted: tuple[str, ...] = ()
    """Services whose events are not heard at the moment."""

    @property
    def named(self) -> dict[str, Any]:
        """Return those that there are."""
        found = {name: [str(one) for one in getattr(self, name)] for name in self.__struct_fields__}
        return {name: ones for name, ones in found.items() if ones}


class Disagreement(msgspec.Struct, frozen=True, array_like=True):
    """Something that the second scorer finds otherwise than it is published.

    `where`: a table, or a part of the archive it counted; `player` where it is one's.
    """

    where: str
    player: str | None
    what: str
    published: str
    found: str


class FinalizeStandings(msgspec.Struct, frozen=True, kw_only=True):
    """Say that a revision is the result."""

    championship: UUID
    revision: int
    checksum: str
    obstacles: Obstacles
    disagreements: tuple[Disagreement, ...] = ()
    """What the second scorer finds otherwise."""
    by: UUID
    at: datetime
    authorities: frozenset[UUID]


class NoteRevision(msgspec.Struct, frozen=True, kw_only=True):
    """A revision was recorded, by facts."""

    championship: UUID
    revision: int
    checksum: str
    ruling: UUID | None
    at: datetime


PublishingCommand: TypeAlias = FreezeStandings | ReleaseStandings | FinalizeStandings | NoteRevision


def decide(command: PublishingCommand, state: PublishingState) -> list[PublishingEvent]:
    """Decide a command about the published table."""
    match command:
        case FreezeStandings():
            return _freeze(command, state)
        case ReleaseStandings():
            return _release(command, state)
        case FinalizeStandings():
            return _finalize(command, state)
        case NoteRevision():
            return _note(command, state)


def _by_authority(command: FreezeStandings | ReleaseStandings | FinalizeStandings) -> None:
    if command.by not in command.authorities:
        raise OnlyOrganizerOrChiefJudge(
            f"{command.by} is neither organizer nor chief judge of championship {command.championship};"
            " one of them has to do this."
        )


def _freeze(command: FreezeStandings, state: PublishingState) -> list[PublishingEvent]:
    _by_authority(command)
    if state.frozen:
        raise StandingsAlreadyFrozen(
            f"The standings of championship {command.championship} are frozen; release them first."
        )
    return [
        StandingsFrozen(
            championship=command.championship,
            revision=command.revision,
            positions=command.positions,
            reason=command.reason,
            frozen_by=command.by,
            frozen_at=command.at,
        )
    ]


def _release(command: ReleaseStandings, state: PublishingState) -> list[PublishingEvent]:
    _by_authority(command)
    if not state.frozen:
        raise StandingsNotFrozen(
            f"The standings of championship {command.championship} are not frozen; everything is seen."
        )
    told = [
        ChangesReleased(
            championship=command.championship,
            revision=one.revision,
            checksum=one.checksum,
            ruling=one.ruling,
            changes=one.changes,
            cuts=one.cuts,
            medals=one.medals,
            changed_at=one.changed_at,
            released_at=command.at,
        )
        for one in command.withheld
    ]
    return [
        StandingsReleased(championship=command.championship, released_by=command.by, released_at=command.at),
        *told,
    ]


def _finalize(command: FinalizeStandings, state: PublishingState) -> list[PublishingEvent]:
    _by_authority(command)
    if isinstance(state, Final) and state.checksum == command.checksum:
        return []
    named: dict[str, Any] = command.obstacles.named
    if named:
        raise NotReadyToBeFinal(
            "In the way of a final result stand "
            + "; ".join(f"{name.replace('_', ' ')}: {', '.join(ones)}" for name, ones in named.items())
            + ".",
            **named,
        )
    if command.disagreements:
        raise _disagreement(command)
    return [
        StandingsFinalized(
            championship=command.championship,
            edition=state.edition + 1,
            revision=command.revision,
            checksum=command.checksum,
            finalized_by=command.by,
            finalized_at=command.at,
        )
    ]


def _disagreement(command: FinalizeStandings) -> ScorersDisagree:
    first, number = command.disagreements[0], len(command.disagreements)
    whose = f" of player {first.player}" if first.player else ""
    return ScorersDisagree(
        f"The second scorer finds {number} numbers of revision {command.revision} otherwise. The first:"
        f" {first.what}{whose} ({first.where}) is published as {first.published} and comes to {first.found}."
        " Compare the archive of the championship with `consigliere verify archive`, and report both:"
        " one of the scorers is wrong.",
        number=number,
        disagreements=[
            {name: getattr(one, name) for name in one.__struct_fields__}
            for one in command.disagreements[:DISAGREEMENTS_SHOWN]
        ],
    )


def _note(command: NoteRevision, state: PublishingState) -> list[PublishingEvent]:
    if not isinstance(state, Final) or state.checksum == command.checksum:
        return []
    return [
        StandingsRevised(
            championship=command.championship,
            edition=state.edition,
            revision=command.revision,
            checksum=command.checksum,
            ruling=command.ruling,
            revised_at=command.at,
        )
    ]


PUBLISHING: Decider[PublishingCommand, PublishingState, PublishingEvent] = Decider(
    "publishing", initial, decide, evolve
)
