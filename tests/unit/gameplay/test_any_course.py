"""Whatever is done with a game, in whatever order: no crash, replay equals state, rulings alone change it."""

from typing import Any, get_args
from uuid import UUID

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from deploy.local.championship.games import plausible_game
from services.gameplay.domain.game.decider import GameCommand, decider
from services.gameplay.domain.game.events import (
    GameEvent,
    ProtocolSigned,
    ResultAmended,
    RulingNotApplicable,
    SummaryEntered,
)
from services.gameplay.domain.game.replaying import OrderReplay
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.rulings import ApplyRuling, GameRemedy
from services.gameplay.domain.game.state import Annulled, Game, Signed
from services.gameplay.publications import publication
from shared.contracts import appeals
from shared.contracts.appeals import AnnulGame, AwardWin, CorrectResult, SeatFacts
from shared.contracts.gameplay import (
    Award,
    BestMove,
    BestPlayerVote,
    BestPlayerVotes,
    Elimination,
    Ending,
    EndingKind,
    HostDecision,
    Result,
    SeatResult,
)
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.refusal import Refusal
from tests.unit.gameplay.tables import (
    AT,
    CHAMPIONSHIP,
    CHNU,
    DOCUMENTS,
    GAME,
    JUDGE,
    MAFGAME,
    ONORE,
    PLAYERS,
    STRANGER,
    chance,
    enter,
    schedule,
    sign,
    start,
)

PEOPLE = st.sampled_from([JUDGE, JUDGE, JUDGE, STRANGER])
RULINGS = st.sampled_from([UUID(int=n) for n in range(5)])
REMEDIES: st.SearchStrategy[GameRemedy] = st.sampled_from(
    [
        AnnulGame(),
        AwardWin(team="red"),
        AwardWin(team="black"),
        appeals.OrderReplay(),
        CorrectResult(reason="A foul was not noted.", seats=(SeatFacts(seat=1, fouls=2),)),
        CorrectResult(reason="The last vote was lost.", winner="red", struck=("best_move",)),
    ]
)
ONE_SEAT = st.integers(1, 10)
AWARDS = st.builds(Award, seat=ONE_SEAT, points=st.sampled_from(["0.5", "1", "-0.5", "3", "1/3"]))
ELIMINATIONS = st.builds(
    Elimination,
    seat=ONE_SEAT,
    cause=st.sampled_from(["vote", "kill", "removal"]),
    time=st.sampled_from(["day", "night"]),
    number=st.integers(0, 4),
)
ENDINGS = st.builds(
    Ending,
    kind=st.sampled_from(get_args(EndingKind)),
    reason=st.none() | st.just("seen by the judge"),
    offense=st.sampled_from([None, "oath", "hint-after-leaving"]),
)
VOTES = st.builds(
    BestPlayerVotes,
    seats=st.lists(st.builds(BestPlayerVote, voter=ONE_SEAT, choice=st.integers(1, 2)), max_size=10).map(
        tuple
    ),
    host=st.none() | ONE_SEAT,
    decision=st.none() | st.builds(HostDecision, choice=st.integers(1, 2), reason=st.just("best")),
)
CHANGES: dict[str, st.SearchStrategy[Any]] = {
    "winner": st.sampled_from(["red", "black", None]),
    "eliminations": st.lists(ELIMINATIONS, max_size=8).map(tuple),
    "first_killed": st.none() | ONE_SEAT,
    "best_move": st.none()
    | st.builds(BestMove, seat=ONE_SEAT, named=st.lists(ONE_SEAT, max_size=4).map(tuple)),
    "best_players": st.lists(AWARDS, max_size=4).map(tuple),
    "extra_points": st.lists(AWARDS, max_size=4).map(tuple),
    "penalties": st.lists(AWARDS, max_size=2).map(tuple),
    "team_defeat": st.none() | ONE_SEAT,
    "ending": st.none() | ENDINGS,
    "best_player_votes": st.none() | VOTES,
    "features": st.sampled_from([(), ("eliminations",)]),
    "seats": st.lists(
        st.builds(
            SeatResult,
            seat=ONE_SEAT,
            player=st.sampled_from(PLAYERS),
            role=st.sampled_from(["civilian", "sheriff", "mafia", "don"]),
        ),
        max_size=10,
    ).map(tuple),
}
SPOILED = st.fixed_dictionaries({}, optional=CHANGES)
CODEC: EventCodec[GameEvent] = EventCodec(GameEvent)


class AnyCourse(RuleBasedStateMachine):
    """One game, and everything that can be asked of it."""

    events: list[GameEvent]
    state: Game
    table_rules: TableRules

    @initialize(table_rules=st.sampled_from([ONORE, CHNU, MAFGAME]))
    def begin(self, table_rules: TableRules) -> None:
        """Choose the document."""
        self.events, self.state, self.table_rules = [], decider.initial(), table_rules

    def send(self, command: GameCommand) -> list[GameEvent] | None:
        """Decide a command; None where it is refused."""
        before = self.state
        try:
            new = decider.decide(command, self.state)
        except Refusal:
            assert self.state == before
            return None
        self.state = decider.fold(new, self.state)
        self.events += new
        return new

    @rule()
    def draw(self) -> None:
        """Draw the game."""
        self.send(schedule(self.table_rules))

    @rule(by=PEOPLE)
    def open(self, by: UUID) -> None:
        """Start the game."""
        self.send(start(by))

    @rule(by=PEOPLE, seed=st.integers(0, 1000))
    def enter_plausible(self, by: UUID, seed: int) -> None:
        """Enter a result that no rule refuses."""
        document = DOCUMENTS[self.table_rules.document]
        self.send(enter(plausible_game(chance(seed), PLAYERS, document), by))

    @rule(seed=st.integers(0, 1000), spoiled=SPOILED)
    def enter_spoiled(self, seed: int, spoiled: dict[str, Any]) -> None:
        """Enter a result with anything wrong in it; what is taken holds the ten players."""
        document = DOCUMENTS[self.table_rules.document]
        result: Result = msgspec.structs.replace(plausible_game(chance(seed), PLAYERS, document), **spoiled)
        taken = self.send(enter(result))
        for event in taken or ():
            if isinstance(event, SummaryEntered):
                assert tuple(sorted(seat.player for seat in event.result.seats)) == PLAYERS
                assert event.result.winner == result.winner

    @rule(by=PEOPLE)
    def put_name(self, by: UUID) -> None:
        """Sign."""
        self.send(sign(by))

    @rule(ruling=RULINGS, remedy=REMEDIES)
    def rule_on_it(self, ruling: UUID, remedy: GameRemedy) -> None:
        """Apply a ruling, which is never refused and never applied twice."""
        command = ApplyRuling(
            game=GAME, championship=CHAMPIONSHIP, ruling=ruling, remedy=remedy, reason="So ruled.", at=AT
        )
        heeded = ruling in self.state.heeded
        new = self.send(command)
        assert new is not None
        assert len(new) in ((0,) if heeded else (1, 2))

    @rule(replay=RULINGS)
    def play_it_again(self, replay: UUID) -> None:
        """Order a replay."""
        self.send(OrderReplay(replay=replay, reason="Annulled.", by=JUDGE, is_official=True, at=AT))

    @invariant()
    def replay_equals_state(self) -> None:
        """Lead to the same situation by what was stored."""
        stored = [CODEC.decode(*CODEC.encode(event)) for event in self.events]
        assert stored == self.events
        assert decider.fold(stored) == self.state

    @invariant()
    def the_signed_result_changes_by_ruling_only(self) -> None:
        """After the signature the result is the signed one, or what the last amendment made of it."""
        current = self.state.before if isinstance(self.state, Annulled) else self.state
        if not isinstance(current, Signed):
            return
        signature = next(n for n, event in enumerate(self.events) if isinstance(event, ProtocolSigned))
        entered = [event.result for event in self.events[:signature] if isinstance(event, SummaryEntered)]
        amended = [event for event in self.events[signature:] if isinstance(event, ResultAmended)]
        assert not any(isinstance(event, SummaryEntered) for event in self.events[signature:])
        assert all(event.ruling is not None for event in amended)
        assert current.result == (amended[-1].result if amended else entered[-1])
        assert len({*self.state.heeded}) == len(self.state.heeded)

    @invariant()
    def nothing_public_is_a_secret_before_the_signature(self) -> None:
        """Say nothing with a field of a result before ProtocolSigned."""
        state = decider.initial()
        for event in self.events:
            if isinstance(event, ProtocolSigned):
                return
            state = decider.evolve(state, event)
            spoken = publication(event, state)
            if spoken is None or isinstance(event, RulingNotApplicable):
                continue
            assert not {"result", "winner", "roles"} & set(spoken.__struct_fields__)


TestAnyCourse = AnyCourse.TestCase
TestAnyCourse.settings = settings(max_examples=60, stateful_step_count=25, deadline=None)
