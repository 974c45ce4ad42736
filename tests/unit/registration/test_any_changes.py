"""Whatever changes are made of a seating, in whatever order, while games start: what must hold, holds."""

from collections import Counter
from uuid import UUID

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from services.registration.domain.draw.changing import TakeBackChange
from services.registration.domain.draw.decider import draw
from services.registration.domain.draw.events import DrawEvent, DrawPublished, SeatingChanged
from services.registration.domain.draw.verification import verify_change
from services.registration.domain.draw.wishes import (
    AddPlayer,
    Meanwhile,
    RedrawRounds,
    ReplaceJudge,
    ReplacePlayer,
    SwapSeats,
    Wish,
)
from shared.contracts.registration import (
    DrawnTable,
    JudgeReplaced,
    PlayerAdded,
    PlayerReplaced,
    RoundsRedrawn,
    SeatingOperation,
    SeatsSwapped,
)
from shared.eventsourcing.refusal import Refusal
from tests.scenario import says_what_to_do
from tests.unit.registration.drawing import FORTY, published
from tests.unit.registration.reseating import SPARE, carried_out, change, standing
from tests.unit.registration.samples import NOW, person, stage

JUDGES = tuple(person(number) for number in range(101, 106))
KINDS: tuple[tuple[int, int, int], ...] = ((20, 3, 2), (25, 4, 2), (29, 10, 2), (40, 2, 4))
"""Players, games of each, tables."""
PEOPLE = st.integers(0, 45).map(lambda number: (*FORTY, *SPARE)[number])
ROUNDS = st.lists(st.integers(1, 5), max_size=3, unique=True).map(tuple)
JUDGE = st.sampled_from(JUDGES)
WISHES: st.SearchStrategy[Wish] = st.one_of(
    st.builds(ReplacePlayer, out=PEOPLE, into=st.sampled_from(SPARE) | st.none()),
    st.builds(SwapSeats, one=PEOPLE, other=PEOPLE, rounds=ROUNDS),
    st.builds(ReplaceJudge, out=JUDGE, into=JUDGE, rounds=ROUNDS),
    st.builds(AddPlayer, player=st.sampled_from(SPARE)),
    st.builds(RedrawRounds, rounds=ROUNDS),
)


def drawn_for(players: int, games: int, tables: int) -> DrawPublished:
    """Draw a stage in which two never meet and a judge never sits with somebody."""
    return published(
        stage=stage("tour-1", players, games, tables=tables),
        players=FORTY[:players],
        judges=JUDGES,
        appointed_judges=set(JUDGES),
        algorithm="even-1",
        separations=((FORTY[0], FORTY[1]),),
        relations=((JUDGES[0], FORTY[2]),),
    )


DRAWS: dict[tuple[int, int, int], DrawPublished] = {}


class AnyChanges(RuleBasedStateMachine):
    """A draw, changes of it, and games that start."""

    @initialize(kind=st.sampled_from(KINDS))
    def publish(self, kind: tuple[int, int, int]) -> None:
        """Begin with a draw."""
        if kind not in DRAWS:
            DRAWS[kind] = drawn_for(*kind)
        self.history: list[DrawEvent] = [DRAWS[kind]]
        self.started: dict[UUID, DrawnTable] = {}
        self.added = 0

    @rule(place=st.integers(0, 60))
    def start(self, place: int) -> None:
        """Let one of the games of the first rounds start, as it is then."""
        tables = standing(*self.history).tables
        table = tables[place % len(tables)]
        if table.round <= 2:
            self.started.setdefault(table.game, table)

    @rule(wish=WISHES, too_late=st.integers(0, 5))
    def wish(self, wish: Wish, too_late: int) -> None:
        """Wish for a change; now and then it reaches the tables too late."""
        facts = Meanwhile(
            started=frozenset(self.started),
            entrants=frozenset((*FORTY, *SPARE)),
            reserves=SPARE,
            judges=frozenset(JUDGES),
            relations=((JUDGES[0], FORTY[2]),),
        )
        before = standing(*self.history)
        try:
            [event] = draw.decide(change(wish, *self.history, facts=facts), before)
        except Refusal as refusal:
            says_what_to_do(refusal)
            return
        assert isinstance(event, SeatingChanged)
        assert not {table.game for table in (*event.was, *event.tables)} & self.started.keys()
        assert_smallest(event.operation, before.tables, standing(*self.history, event).tables)
        assert verify_change(before.drawn, event).reproduced
        if too_late == 0:
            command = TakeBackChange(change=event.change, conflict="late", detail="Late.", at=NOW)
            self.history += [event, *draw.decide(command, standing(*self.history, event))]
            assert standing(*self.history).tables == before.tables
        else:
            self.history += [event, carried_out(event)]
            self.added += isinstance(event.operation, PlayerAdded)

    @invariant()
    def what_has_started_is_as_it_was(self) -> None:
        """No change ever touches a game that has started."""
        if not hasattr(self, "history"):
            return
        now = {table.game: table for table in standing(*self.history).tables}
        assert all(now[game] == table for game, table in self.started.items())

    @invariant()
    def every_hard_rule_holds(self) -> None:
        """Ten at a table, nobody in two places, everybody's places full, those apart who must be."""
        if not hasattr(self, "history"):
            return
        state = standing(*self.history)
        here: Counter[tuple[int, UUID]] = Counter()
        for table in state.tables:
            assert len(set(table.seats)) == len(table.seats) == 10
            here.update((table.round, person) for person in (*table.seats, table.judge))
            assert not {FORTY[0], FORTY[1]} <= set(table.seats)
            assert not (table.judge == JUDGES[0] and FORTY[2] in table.seats)
        assert set(here.values()) == {1}
        first = state.drawn
        assert len(state.tables) == len(first.tables) + self.added
        assert len(state.players) == len(first.inputs.players) + self.added


def assert_smallest(
    operation: SeatingOperation, before: tuple[DrawnTable, ...], after: tuple[DrawnTable, ...]
) -> None:
    """Expect that only what the change names differs: its people's seats, or its rounds."""
    was = {table.game: table for table in before}
    for table in after:
        if table.game not in was:
            assert isinstance(operation, PlayerAdded)
            continue
        old = was[table.game]
        seats = {frozenset(pair) for pair in zip(old.seats, table.seats, strict=True) if pair[0] != pair[1]}
        judges = {frozenset((old.judge, table.judge))} if old.judge != table.judge else set()
        match operation:
            case PlayerReplaced(out=out, into=into):
                assert seats <= {frozenset((out, into))}
                assert not judges
            case SeatsSwapped(one=one, other=other, rounds=rounds):
                assert seats <= {frozenset((one, other))}
                assert not judges
                assert not seats or table.round in rounds
            case JudgeReplaced(out=out, into=into, rounds=rounds):
                assert judges <= {frozenset((out, into))}
                assert not seats
                assert not judges or table.round in rounds
            case PlayerAdded(player=player):
                assert not judges
                assert all(player in pair for pair in seats)
                assert len(seats) <= 1
            case RoundsRedrawn(rounds=rounds):
                assert (not seats and not judges) or table.round in rounds
                resting = set(old.seats) - {p for t in after if t.round == table.round for p in t.seats}
                assert not resting
    assert all(any(table.game == game for table in after) for game in was)


TestAnyChanges = AnyChanges.TestCase
TestAnyChanges.settings = settings(max_examples=15, stateful_step_count=12, deadline=None)
