"""The situations of a protest, and how events lead from one to the next.

Unfiled, Filed, Accepted, UnderReview, Decided, Ruled, Closed; Declined and Withdrawn are the ways out
before a commission has voted, and Contested leads back from Declined where the document allows. Closed
remembers the situation it was closed in, and nothing leaves it.
"""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec
from msgspec.structs import replace

from services.appeals.domain.protest.events import (
    Act,
    AppliedToGame,
    AppliedToRoster,
    AppliedToStandings,
    CommissionAppointed,
    ConflictFound,
    ConsentGiven,
    Deadline,
    DeadlinePassed,
    DeadlineSet,
    DeclineContested,
    EffectReleased,
    EvidenceAdded,
    EvidenceFile,
    HigherRulingMade,
    MemberReplaced,
    ObjectionDecided,
    ObjectionRaised,
    ProtestAccepted,
    ProtestClosed,
    ProtestDeclined,
    ProtestEvent,
    ProtestFiled,
    ProtestWithdrawn,
    QuestionAnswered,
    QuestionAsked,
    ReasonsWritten,
    RulingPublished,
    StatementMade,
    VoteCast,
    VotesTallied,
)
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    Grounds,
    NoChange,
    OrderReplay,
    Remedy,
    RemovePlayer,
    SuspendPlayer,
    Verdict,
)
from shared.contracts.regulations import Fee, ProtestRules
from shared.contracts.scoring import Crossing, Medal, PlaceChange

Applier: TypeAlias = Literal["game", "standings", "roster"]
"""Who carries out a part of a ruling: gameplay, scoring, registration."""


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
    rules: ProtestRules = ProtestRules()
    deposit: Fee | None = None
    sealed: int = 0
    """Events so far that nobody may count: votes, the tally, drafts of the ruling."""
    due: tuple[tuple[Deadline, datetime], ...] = ()
    overdue: frozenset[Deadline] = frozenset()

    @property
    def parties(self) -> tuple[UUID, UUID]:
        """Who filed, and who is complained of."""
        return self.filer, self.act.by

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
    """It was not taken up; `final`: nobody else is asked."""

    case: Case
    final: bool = True


class Contested(msgspec.Struct, frozen=True):
    """Declined by the game's judge, it waits for the chief judge."""

    case: Case


class Withdrawn(msgspec.Struct, frozen=True):
    """The filer took it back; votes cast until then stay sealed for good."""

    case: Case


class UnderReview(msgspec.Struct, frozen=True):
    """The commission hears and votes. `members` are fewer than three while a seat is empty."""

    case: Case
    members: tuple[UUID, ...]
    votes: tuple[VoteCast, ...] = ()
    reserves: tuple[UUID, ...] = ()
    consents: frozenset[tuple[UUID, UUID]] = frozenset()
    """Party and member."""
    objections: tuple[ObjectionRaised, ...] = ()
    """All that were raised."""
    undecided: frozenset[UUID] = frozenset()
    """Members and reserves to whom an objection is open."""
    left: frozenset[UUID] = frozenset()
    """Who was on it and does not come back."""
    speaker: UUID | None = None
    """The party who spoke last."""
    asked: int = 0
    questions: tuple[QuestionAsked, ...] = ()
    """Those without an answer."""
    files: int = 0
    """How many were brought."""


class Decided(msgspec.Struct, frozen=True):
    """The votes are tallied; the ruling is a draft until it is published."""

    case: Case
    members: tuple[UUID, ...]
    votes: tuple[VoteCast, ...]
    verdict: Verdict
    remedy: Remedy
    in_part: bool = False
    warn: bool = False
    reasons: str | None = None
    grounds: Grounds | None = None


class Ruled(msgspec.Struct, frozen=True):
    """The ruling is published; `awaiting` says who has not answered to it yet."""

    case: Case
    ruling: RulingPublished
    awaiting: frozenset[Applier]
    revision: int | None = None
    changes: tuple[PlaceChange, ...] = ()
    conflict: str | None = None
    withheld: bool = False
    """What it changed is not known yet: the public table is frozen."""
    cuts: tuple[Crossing, ...] = ()
    medals: tuple[Medal, ...] = ()


class Closed(msgspec.Struct, frozen=True):
    """Nothing more can happen."""

    case: Case
    ending: Declined | Withdrawn | Ruled


Protest: TypeAlias = (
    Unfiled | Filed | Accepted | Declined | Contested | Withdrawn | UnderReview | Decided | Ruled | Closed
)


def initial() -> Protest:
    """Return the situation before the filing."""
    return Unfiled()


def appliers(remedy: Remedy) -> frozenset[Applier]:
    """Return who must answer to a ruling with this remedy before it counts as applied."""
    match remedy:
        case NoChange():
            return frozenset()
        case AnnulGame() | AwardWin() | OrderReplay() | CorrectResult():
            return frozenset[Applier](("game", "standings"))
        case RemovePlayer():
            return frozenset[Applier](("roster", "standings"))
        case SuspendPlayer():
            return frozenset[Applier](("roster",))
        case AdjustPoints():
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
        case HigherRulingMade(), Unfiled():
            return _instead(event)
        case (
            (DeadlineSet() | DeadlinePassed()),
            (Filed() | Accepted() | Declined() | UnderReview() | Decided()),
        ):
            return replace(state, case=_timed(state.case, event))
        case ProtestAccepted(), Filed(case=case) | Contested(case=case):
            return Accepted(case)
        case ProtestDeclined(final=final), Filed(case=case) | Contested(case=case):
            return Declined(case, final)
        case DeclineContested(), Declined(case=case, final=False):
            return Contested(case)
        case ProtestWithdrawn(), Filed(case=case) | Contested(case=case) | Accepted(case=case) | UnderReview(
            case=case
        ):
            return Withdrawn(case)
        case CommissionAppointed(members=members, reserves=reserves), Accepted(case=case):
            return UnderReview(case, members, reserves=reserves)
        case ((ConsentGiven() | ObjectionRaised() | ObjectionDecided() | MemberReplaced()), UnderReview()):
            return _recomposed(state, event)
        case EvidenceAdded(file=EvidenceFile()), UnderReview(files=files):
            return replace(state, files=files + 1)
        case ((StatementMade() | QuestionAsked() | QuestionAnswered()), UnderReview()):
            return _heard(state, event)
        case VoteCast(), UnderReview(case=case, votes=votes):
            return replace(state, case=_sealed(case), votes=(*votes, event))
        case VotesTallied(), UnderReview(case=case, members=members, votes=votes):
            return Decided(
                _sealed(case), members, votes, event.verdict, event.remedy, event.in_part, event.warn
            )
        case ReasonsWritten(reasons=reasons, grounds=grounds), Decided(case=case):
            return replace(state, case=_sealed(case), reasons=reasons, grounds=grounds)
        case RulingPublished(remedy=remedy), Decided(case=case):
            return Ruled(case, event, appliers(remedy))
        case (
            (AppliedToGame() | AppliedToRoster() | AppliedToStandings() | ConflictFound() | EffectReleased()),
            Ruled(),
        ):
            return _answered(state, event)
        case ((ConflictFound() | EffectReleased()), Closed(case=case, ending=Ruled() as ruled)):
            return Closed(case, _answered(ruled, event))
        case ProtestClosed(), (Declined(case=case) | Withdrawn(case=case) | Ruled(case=case)) as ending:
            return Closed(case, ending)
        case _:
            return state


def _timed(case: Case, event: DeadlineSet | DeadlinePassed) -> Case:
    others = tuple(one for one in case.due if one[0] != event.deadline)
    if isinstance(event, DeadlinePassed):
        return replace(case, due=others, overdue=case.overdue | {event.deadline})
    return replace(
        case, due=(*others, (event.deadline, event.due_at)), overdue=case.overdue - {event.deadline}
    )


def _recomposed(
    state: UnderReview, event: ConsentGiven | ObjectionRaised | ObjectionDecided | MemberReplaced
) -> UnderReview:
    match event:
        case ConsentGiven(party=party, member=member):
            return replace(state, consents=state.consents | {(party, member)})
        case ObjectionRaised(member=member):
            return replace(state, objections=(*state.objections, event), undecided=state.undecided | {member})
        case ObjectionDecided(member=member):
            return replace(state, undecided=state.undecided - {member})
        case MemberReplaced(member=member, members=members, reserves=reserves):
            return replace(
                state,
                members=members,
                reserves=reserves,
                left=state.left | ({member} if member is not None else frozenset()),
                votes=tuple(vote for vote in state.votes if vote.member in members),
                undecided=state.undecided & {*members, *reserves},
            )


def _heard(state: UnderReview, event: StatementMade | QuestionAsked | QuestionAnswered) -> UnderReview:
    match event:
        case StatementMade(by=by):
            return replace(state, speaker=by)
        case QuestionAsked(question=question):
            return replace(state, asked=question, questions=(*state.questions, event))
        case QuestionAnswered(question=question):
            open_ = tuple(one for one in state.questions if one.question != question)
            return replace(state, questions=open_)


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
        rules=event.rules,
        deposit=event.deposit,
    )


def _instead(event: HigherRulingMade) -> Ruled:
    """Return the ruling of a higher body: it awaits whoever carries it out, or undid what it supersedes."""
    case = Case(
        protest=event.protest,
        championship=event.championship,
        game=event.game,
        judge=event.judge,
        players=event.players,
        filer=event.filer,
        act=event.act,
        rule=event.rule,
        clauses=event.clauses,
        rules=event.rules,
    )
    ruling = RulingPublished(
        ruling=event.ruling,
        championship=event.championship,
        game=event.game,
        rule=event.rule,
        verdict=event.verdict,
        remedy=event.remedy,
        reasons=event.reasons,
        votes=(),
        published_by=event.made_by,
        published_at=event.made_at,
        in_part=event.in_part,
        grounds=event.grounds,
    )
    return Ruled(case, ruling, appliers(event.remedy) | appliers(event.superseded))


def _sealed(case: Case) -> Case:
    return replace(case, sealed=case.sealed + 1)


def _answered(
    ruled: Ruled,
    event: AppliedToGame | AppliedToRoster | AppliedToStandings | ConflictFound | EffectReleased,
) -> Ruled:
    match event:
        case AppliedToRoster():
            return replace(ruled, awaiting=ruled.awaiting - {"roster"})
        case AppliedToGame():
            return replace(ruled, awaiting=ruled.awaiting - {"game"})
        case AppliedToStandings():
            return replace(
                ruled,
                awaiting=ruled.awaiting - {"standings"},
                revision=event.revision,
                changes=event.changes,
                cuts=event.cuts,
                medals=event.medals,
                withheld=event.withheld,
            )
        case EffectReleased():
            return replace(ruled, changes=event.changes, cuts=event.cuts, medals=event.medals, withheld=False)
        case ConflictFound(conflict=conflict, found_in=found_in):
            return replace(ruled, awaiting=ruled.awaiting - {found_in}, conflict=conflict)
