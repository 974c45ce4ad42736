"""The situations of a protest, and how events lead from one to the next.

Unfiled, Filed, Accepted, UnderReview, Decided, Ruled, Closed; Declined and Withdrawn are the ways out
before a commission has voted. Closed remembers the situation it was closed in, and nothing leaves it.
"""

from typing import Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.appeals.domain.protest.events import (
    Act,
    AppliedToGame,
    AppliedToStandings,
    CommissionAppointed,
    ConflictFound,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestFiled,
    ProtestWithdrawn,
    ReasonsWritten,
    RulingApplied,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from shared.contracts.appeals import AnnulGame, AwardWin, NoChange, Remedy, Verdict
from shared.contracts.scoring import PlaceChange

Applier: TypeAlias = Literal["game", "standings"]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """What stays the same from the filing on."""

    protest: UUID
    championship: UUID
    game: UUID
    judge: UUID
    players: tuple[UUID, ...]
    filer: UUID
    act: Act
    rule: str | None
    clauses: dict[str, str]
    sealed: int = 0
    """Events so far that nobody may count: votes, the tally, drafts of the ruling."""

    def clause(self, key: str) -> str | None:
        """Return the clause of the championship's regulations behind "protests.<key>"."""
        return self.clauses.get(f"protests.{key}")


class Unfiled(msgspec.Struct, frozen=True):
    """There is no protest."""


class Filed(msgspec.Struct, frozen=True):
    """It waits for the game's judge."""

    case: Case


class Accepted(msgspec.Struct, frozen=True):
    """It waits for a commission."""

    case: Case


class Declined(msgspec.Struct, frozen=True):
    """The game's judge did not take it up."""

    case: Case


class Withdrawn(msgspec.Struct, frozen=True):
    """The filer took it back; votes cast until then stay sealed for good."""

    case: Case


class UnderReview(msgspec.Struct, frozen=True):
    """The commission votes."""

    case: Case
    members: tuple[UUID, ...]
    votes: tuple[VoteCast, ...] = ()


class Decided(msgspec.Struct, frozen=True):
    """The votes are tallied; the ruling is a draft until it is published."""

    case: Case
    members: tuple[UUID, ...]
    votes: tuple[VoteCast, ...]
    verdict: Verdict
    remedy: Remedy
    reasons: str | None = None


class Ruled(msgspec.Struct, frozen=True):
    """The ruling is published; `awaiting` says who has not answered to it yet."""

    case: Case
    ruling: RulingPublished
    awaiting: frozenset[Applier]
    revision: int | None = None
    changes: tuple[PlaceChange, ...] = ()
    conflict: str | None = None


class Closed(msgspec.Struct, frozen=True):
    """Nothing more can happen."""

    case: Case
    ending: Declined | Withdrawn | Ruled


Protest: TypeAlias = (
    Unfiled | Filed | Accepted | Declined | Withdrawn | UnderReview | Decided | Ruled | Closed
)


def initial() -> Protest:
    """Return the situation before the filing."""
    return Unfiled()


def appliers(remedy: Remedy) -> frozenset[Applier]:
    """Return who must answer to a ruling with this remedy before it counts as applied."""
    match remedy:
        case NoChange():
            return frozenset()
        case AnnulGame() | AwardWin():
            return frozenset[Applier](("game", "standings"))
        case _:
            return frozenset[Applier](("standings",))


def shown_version(version: int, state: Protest) -> int:
    """Return the version that people may see: that of the stream without its sealed events.

    A version that moved with every vote would tell how many members have voted.
    """
    return version if isinstance(state, Unfiled) else version - state.case.sealed


def evolve(state: Protest, event: ProtestEvent) -> Protest:  # noqa: C901, PLR0911, PLR0912 - the table
    """Return the situation after an event. An event out of place changes nothing."""
    match event, state:
        case ProtestFiled(), Unfiled():
            return Filed(_case(event))
        case ProtestAccepted(), Filed(case=case):
            return Accepted(case)
        case ProtestDeclined(), Filed(case=case):
            return Declined(case)
        case ProtestWithdrawn(), Filed(case=case) | Accepted(case=case) | UnderReview(case=case):
            return Withdrawn(case)
        case CommissionAppointed(members=members), Accepted(case=case):
            return UnderReview(case, members)
        case VoteCast(), UnderReview(case=case, members=members, votes=votes):
            return UnderReview(_sealed(case), members, (*votes, event))
        case VotesTallied(verdict=verdict, remedy=remedy), UnderReview(case, members, votes):
            return Decided(_sealed(case), members, votes, verdict, remedy)
        case ReasonsWritten(reasons=reasons), Decided(case=case):
            return replace(state, case=_sealed(case), reasons=reasons)
        case RulingPublished(remedy=remedy), Decided(case=case):
            return Ruled(case, event, appliers(remedy))
        case ((AppliedToGame() | AppliedToStandings() | ConflictFound()), Ruled()):
            return _answered(state, event)
        case ConflictFound(), Closed(case=case, ending=Ruled() as ruled):
            return Closed(case, _answered(ruled, event))
        case ProtestClosed(), (Declined(case=case) | Withdrawn(case=case) | Ruled(case=case)) as ending:
            return Closed(case, ending)
        case RulingApplied(), _:
            return state
        case _:
            return state


def _case(event: ProtestFiled) -> Case:
    return Case(
        protest=event.protest,
        championship=event.championship,
        game=event.game,
        judge=event.judge,
        players=event.players,
        filer=event.filer,
        act=event.act,
        rule=event.rule,
        clauses=event.clauses,
    )


def _sealed(case: Case) -> Case:
    return replace(case, sealed=case.sealed + 1)


def _answered(ruled: Ruled, event: AppliedToGame | AppliedToStandings | ConflictFound) -> Ruled:
    match event:
        case AppliedToGame():
            return replace(ruled, awaiting=ruled.awaiting - {"game"})
        case AppliedToStandings(revision=revision, changes=changes):
            return replace(ruled, awaiting=ruled.awaiting - {"standings"}, revision=revision, changes=changes)
        case ConflictFound(conflict=conflict):
            return replace(ruled, awaiting=ruled.awaiting - {"game"}, conflict=conflict)
