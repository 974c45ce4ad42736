"""Any sequence of commands, by anybody: what must hold of every protest.

Each course is played twice at once, the second time with the opposite votes. Until the ruling is published
the two must look the same from outside: that is what "votes are sealed" means.
"""

from datetime import date, timedelta
from typing import Any
from uuid import UUID

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from services.appeals.domain.protest.commands import CastVote, ProtestCommand
from services.appeals.domain.protest.conflicts import stake
from services.appeals.domain.protest.decider import decider
from services.appeals.domain.protest.events import (
    CommissionAppointed,
    ConflictFound,
    MemberReplaced,
    ProtestEvent,
    ReasonsWritten,
    RulingApplied,
    RulingPublished,
    VoteCast,
    VotesTallied,
)
from services.appeals.domain.protest.facts import Game
from services.appeals.domain.protest.state import (
    Accepted,
    Closed,
    Contested,
    Decided,
    Declined,
    Filed,
    Protest,
    Ruled,
    UnderReview,
    Unfiled,
    shown_version,
)
from services.appeals.publications import publication
from shared.contracts.appeals import (
    AdjustPoints,
    AnnulGame,
    AwardWin,
    CorrectResult,
    NoChange,
    Remedy,
    RemovePlayer,
    SuspendPlayer,
)
from shared.eventsourcing.refusal import Refusal
from tests.unit.appeals.protests import (
    AT,
    CHIEF,
    FILER,
    JUDGE,
    MEMBERS,
    ORGANIZER,
    OTHER,
    PLAYERS,
    RESERVES,
    RULING,
    STRANGER,
    accept,
    add_evidence,
    answer,
    appoint,
    ask,
    consent,
    contest,
    decide_objection,
    decline,
    file,
    game,
    make_statement,
    object_to,
    pass_deadline,
    publish,
    record_conflict,
    record_game,
    record_release,
    record_roster,
    record_standings,
    recuse,
    replace_conflicted,
    replace_member,
    rules,
    vote,
    withdraw,
    write_reasons,
)

PEOPLE = st.sampled_from([FILER, OTHER, JUDGE, CHIEF, ORGANIZER, STRANGER, *MEMBERS, *RESERVES])
POINTS = AdjustPoints(player=OTHER, points="-1", reason="He looked.")
REMEDIES = st.sampled_from(
    [
        NoChange(),
        AnnulGame(),
        AwardWin("red"),
        AwardWin("black"),
        POINTS,
        CorrectResult(reason="He won.", winner="black"),
        RemovePlayer(OTHER, "He looked."),
        SuspendPlayer(OTHER, date(2030, 1, 1), "He looked."),
    ]
)
GAMES = st.sampled_from(
    [game(), game(), game(), game(judge=MEMBERS[1]), game(players=(*PLAYERS[:9], MEMBERS[2]))]
)
TIMED = rules(acceptance_minutes=1, decline_review_minutes=1, appointment_minutes=1, vote_minutes=1)
DUE = AT + timedelta(minutes=1)
RULINGS = st.sampled_from([RULING, RULING, RULING, STRANGER])
ANYBODYS: st.SearchStrategy[ProtestCommand] = st.one_of(
    st.builds(lambda by: file(by=by), PEOPLE),
    st.builds(accept, PEOPLE),
    st.builds(decline, PEOPLE.filter(lambda by: by != JUDGE)),
    st.builds(lambda by, members: appoint(*members, by=by), PEOPLE, st.lists(PEOPLE, min_size=2, max_size=4)),
    st.builds(lambda on: appoint(on=on), GAMES),
    st.builds(lambda by, remedy, on: vote(by, "uphold", remedy, on), PEOPLE, REMEDIES, GAMES),
    st.builds(lambda by, on: vote(by, "reject", None, on), PEOPLE, GAMES),
    st.builds(write_reasons, PEOPLE),
    st.builds(publish, PEOPLE),
    st.builds(withdraw, PEOPLE.filter(lambda by: by != FILER)),
    st.builds(record_game, RULINGS),
    st.builds(record_standings, RULINGS),
    st.builds(lambda ruling: replace(record_standings(ruling, ()), withheld=True), RULINGS),
    st.builds(record_release, RULINGS),
    st.builds(record_roster, RULINGS),
    st.builds(record_conflict, RULINGS, st.sampled_from(["game", "roster"])),
    st.builds(consent, PEOPLE, PEOPLE),
    st.builds(object_to, PEOPLE, PEOPLE),
    st.builds(
        lambda by, member, upheld: decide_objection(by, member, upheld=upheld), PEOPLE, PEOPLE, st.booleans()
    ),
    st.builds(recuse, st.sampled_from([OTHER, MEMBERS[2], RESERVES[0]])),
    st.builds(replace_member, PEOPLE, st.none() | PEOPLE, st.none() | PEOPLE, GAMES),
    st.builds(replace_conflicted, GAMES),
    st.builds(make_statement, PEOPLE),
    st.builds(ask, PEOPLE),
    st.builds(answer, PEOPLE),
    st.builds(add_evidence, PEOPLE),
    st.builds(contest, PEOPLE),
    st.builds(pass_deadline, st.sampled_from(["acceptance", "review", "appointment", "vote"]), st.just(DUE)),
)
WAYS_OUT: st.SearchStrategy[ProtestCommand] = st.sampled_from([decline(), withdraw()])
WILD = st.integers(0, 29).flatmap(lambda n: WAYS_OUT if n == 17 else ANYBODYS)
SEALED = (VoteCast, VotesTallied, ReasonsWritten)


def opposite(command: ProtestCommand) -> ProtestCommand:
    """Return the same command; a vote, the other way round."""
    if not isinstance(command, CastVote):
        return command
    if command.verdict == "reject" and isinstance(command.remedy, NoChange):
        return vote(command.by, "uphold", AnnulGame(), command.game)
    return vote(command.by, "reject", NoChange(), command.game)


def next_of(review: UnderReview, remedy: Remedy) -> ProtestCommand:
    """Return what brings a review on: an open objection first, then an empty seat, then the next vote."""
    voted = {cast.member for cast in review.votes}
    if review.undecided:
        return decide_objection(member=min(review.undecided), upheld=False)
    waiting = [member for member in review.members if member not in voted]
    if len(review.members) < 3 or not waiting:
        free = [p for p in (*MEMBERS, *RESERVES, STRANGER) if p not in {*review.members, *review.left}]
        return replace_member(member=None, successor=free[0] if free else None)
    return vote(waiting[0], "uphold", remedy)


class Course:
    """One protest as it goes: its events, its public events, its last refusal."""

    def __init__(self) -> None:
        self.events: list[ProtestEvent] = []
        self.state: Protest = decider.initial()
        self.public: list[Any] = []
        self.refused: tuple[str, str | None, str] | None = None

    def do(self, command: ProtestCommand) -> None:
        """Decide a command and follow its events."""
        self.refused = None
        try:
            events = decider.decide(command, self.state)
        except Refusal as refusal:
            self.refused = (refusal.code, refusal.clause, refusal.message)
            return
        for event in events:
            self.state = decider.evolve(self.state, event)
            self.events.append(event)
            spoken = publication(event, self.state)
            if spoken is not None:
                self.public.append(spoken)

    def seen(self) -> tuple[Any, ...]:
        """Return all that can be known from outside."""
        return self.refused, shown_version(len(self.events), self.state), msgspec.json.encode(self.public)

    def of(self, kind: type) -> list[Any]:
        """Return the events of a kind."""
        return [event for event in self.events if isinstance(event, kind)]


class AnyCourse(RuleBasedStateMachine):
    """Everybody tries everything."""

    def __init__(self) -> None:
        super().__init__()
        self.course, self.twin = Course(), Course()
        self.games: dict[UUID, Game] = {}
        """The game as it was at each member's vote."""

    def do(self, command: ProtestCommand) -> None:
        """Do it in both courses; before a ruling they must look alike."""
        sealed = not self.course.of(RulingPublished)
        ended = isinstance(self.course.state, Closed)
        before = len(self.course.events)
        self.course.do(command)
        if sealed and not self.course.of(RulingPublished):
            self.twin.do(opposite(command))
            assert self.course.seen() == self.twin.seen()
        if ended:
            assert isinstance(self.course.state, Closed)
            assert all(isinstance(event, ConflictFound) for event in self.course.events[before:])

    @initialize()
    def begin(self) -> None:
        """Most courses need a protest."""
        self.do(file(rules=TIMED))

    @rule(command=WILD)
    def anybody_tries_anything(self, command: ProtestCommand) -> None:
        """Most of these are refused."""
        cast = len(self.course.of(VoteCast))
        self.do(command)
        if isinstance(command, CastVote) and len(self.course.of(VoteCast)) > cast:
            self.games[command.by] = command.game

    @rule(remedy=REMEDIES, conflict=st.booleans())
    def it_goes_its_way(self, remedy: Remedy, conflict: bool) -> None:
        """Take the next step, by who may."""
        match self.course.state:
            case Filed():
                self.do(accept())
            case Accepted():
                self.do(appoint())
            case Declined():
                self.do(contest())
            case Contested():
                self.do(accept(CHIEF))
            case UnderReview() as review:
                self.anybody_tries_anything(next_of(review, remedy))
            case Decided(members=members, reasons=None):
                self.do(write_reasons(members[0]))
            case Decided(members=members):
                self.do(publish(members[0]))
            case Ruled(awaiting=awaiting) if "standings" in awaiting:
                self.do(record_standings())
            case Ruled():
                self.do(record_conflict() if conflict else record_game())
            case _:
                pass

    @invariant()
    def never_four_votes(self) -> None:
        """Nobody but members votes, nobody twice, never more than three, and never after a tally."""
        voters = [event.member for event in self.course.of(VoteCast)]
        members = {member for event in self.course.of(CommissionAppointed) for member in event.members}
        changes = self.course.of(MemberReplaced)
        members |= {event.successor for event in changes}
        counted = set(voters) - {event.member for event in changes}
        assert len(voters) == len(set(voters))
        assert set(voters) <= members
        assert len(counted) <= 3
        assert len(self.course.of(VotesTallied)) == (len(counted) == 3)

    @invariant()
    def never_more_than_three_sit(self) -> None:
        """Seats are for three different people, and none of them waits in reserve too."""
        if isinstance(self.course.state, UnderReview):
            review = self.course.state
            on_it = (*review.members, *review.reserves)
            assert len(review.members) <= 3
            assert len(set(on_it)) == len(on_it)
            assert not review.left & set(on_it)

    @invariant()
    def no_conflicted_member_in_a_tally(self) -> None:
        """Whoever voted had no stake at the vote."""
        if isinstance(self.course.state, Unfiled):
            return
        for event in self.course.of(VoteCast):
            assert stake(event.member, self.course.state.case, self.games[event.member]) is None

    @invariant()
    def at_most_one_ruling_applied_once(self) -> None:
        """There is one ruling at most; it is applied once at most, and then the protest is closed."""
        assert len(self.course.of(RulingPublished)) <= 1
        assert len(self.course.of(RulingApplied)) <= len(self.course.of(RulingPublished))
        ended = isinstance(self.course.state, Closed) and isinstance(self.course.state.ending, Ruled)
        assert bool(self.course.of(RulingApplied)) == ended

    @invariant()
    def replay_equals_live(self) -> None:
        """Replay gives the same state, and the version people see counts no sealed event."""
        assert decider.fold(self.course.events) == self.course.state
        shown = [event for event in self.course.events if not isinstance(event, SEALED)]
        assert shown_version(len(self.course.events), self.course.state) == len(shown)


AnyCourse.TestCase.settings = settings(max_examples=150, stateful_step_count=40, deadline=None)
TestAnyCourse = AnyCourse.TestCase
