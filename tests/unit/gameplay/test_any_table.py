"""Any moves, legal and not, under every document and any switches: what must hold of a table always."""

from typing import Any, get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from deploy.local.championship.table import played_game
from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import Allowed, allowed_now, allowed_of, fits
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.decider import decider
from services.gameplay.domain.game.events import GameEvent, MoveCorrected, SummaryEntered
from services.gameplay.domain.game.judges_view import judges_view
from services.gameplay.domain.game.legality import check
from services.gameplay.domain.game.live import CloseProtocol, CorrectMove, EnterLog, Logged, RecordMove
from services.gameplay.domain.game.play import doubts_of
from services.gameplay.domain.game.protocol import Awards
from services.gameplay.domain.game.rules import TableRules
from services.gameplay.domain.game.state import Ended, Game, Running
from services.gameplay.domain.game.table import Table
from services.gameplay.publications import publication
from shared.contracts.gameplay import TableProgressed
from shared.contracts.regulations import PlayRules
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.refusal import Refusal
from tests.unit.gameplay.playing import FOUR_DOCUMENTS
from tests.unit.gameplay.tables import AT, JUDGE, ROLES, chance, running

SEAT = st.integers(1, 10)
SEATS = st.lists(SEAT, max_size=5).map(tuple)
NOTE = st.none() | st.just("seen by the judge")
OFFENSE = st.sampled_from([None, None, "oath", "insult", "out-of-turn", "hint-after-leaving"])
SHOTS = st.lists(
    st.builds(
        moves.Shot, by=SEAT, at=st.none() | SEAT, fault=st.sampled_from([None, None, "twice", "no_shot"])
    ),
    max_size=3,
).map(tuple)
BLAMED = {"seat": SEAT, "offense": OFFENSE, "note": NOTE}
BY_KIND: dict[type, st.SearchStrategy[Any]] = {
    moves.RolesDealt: st.builds(moves.RolesDealt, roles=st.permutations(ROLES).map(tuple)),
    moves.ShootingOrdered: st.builds(moves.ShootingOrdered, order=SEATS),
    moves.DayBegan: st.builds(moves.DayBegan),
    moves.CandidatePutUp: st.builds(moves.CandidatePutUp, by=SEAT, candidate=SEAT),
    moves.CandidateWithdrawn: st.builds(moves.CandidateWithdrawn, by=SEAT),
    moves.SpeechGiven: st.builds(moves.SpeechGiven, seat=SEAT),
    moves.SpeechSkipped: st.builds(moves.SpeechSkipped, seat=SEAT),
    moves.HandsCounted: st.builds(moves.HandsCounted, candidate=SEAT, voters=SEATS, late=SEATS),
    moves.CastVotesSettled: st.builds(
        moves.CastVotesSettled,
        treatment=st.sampled_from(["may_vote_again", "restart_round"]),
        note=st.just("decided"),
    ),
    moves.AllLeaveVoted: st.builds(moves.AllLeaveVoted, voters=SEATS),
    moves.DrawVoted: st.builds(moves.DrawVoted, voters=SEATS),
    moves.NightFell: st.builds(moves.NightFell),
    moves.ShotsFired: st.builds(moves.ShotsFired, shots=SHOTS),
    moves.DonChecked: st.builds(moves.DonChecked, target=SEAT),
    moves.SheriffChecked: st.builds(moves.SheriffChecked, target=SEAT, asks_don=st.booleans()),
    moves.MorningCame: st.builds(moves.MorningCame),
    moves.BestMoveMade: st.builds(moves.BestMoveMade, by=SEAT, named=SEATS),
    moves.FoulGiven: st.builds(moves.FoulGiven, **BLAMED),
    moves.TechnicalFoulGiven: st.builds(moves.TechnicalFoulGiven, **BLAMED),
    moves.PlayerRemoved: st.builds(moves.PlayerRemoved, **BLAMED),
    moves.TeamDefeatCalled: st.builds(moves.TeamDefeatCalled, **BLAMED),
    moves.ProtestRaised: st.builds(moves.ProtestRaised, seat=SEAT),
    moves.ConductNoted: st.builds(moves.ConductNoted, note=st.just("sang")),
    moves.SpectatorSentOut: st.builds(moves.SpectatorSentOut, note=st.just("prompted")),
    moves.GameStopped: st.builds(moves.GameStopped, note=st.just("no light")),
    moves.WinnerDeclared: st.builds(moves.WinnerDeclared, team=st.just("red"), note=st.just("seen")),
}
ENDINGS = (moves.TeamDefeatCalled, moves.GameStopped, moves.WinnerDeclared)
ANY_MOVE = st.one_of(*(moved for kind, moved in BY_KIND.items() if kind not in ENDINGS))


def _any_switches() -> st.SearchStrategy[PlayRules]:
    """Return any setting of the table's switches."""
    fields = {
        field.name: st.from_type(field.type)
        for field in msgspec.structs.fields(PlayRules)
        if field.name.endswith("seconds") is False
    }
    choices: dict[str, st.SearchStrategy[Any]] = {}
    for name in fields:
        info = next(f for f in msgspec.inspect.type_info(PlayRules).fields if f.name == name).type  # type: ignore[attr-defined]
        choices[name] = _values(info)
    return st.fixed_dictionaries({}, optional=choices).map(lambda chosen: PlayRules(**chosen))


def _values(info: Any) -> st.SearchStrategy[Any]:
    match info:
        case msgspec.inspect.LiteralType(values=values):
            return st.sampled_from(values)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.IntType(ge=ge, le=le):
            return st.integers(ge, le)
        case msgspec.inspect.UnionType(types=types):
            return st.one_of(*map(_values, types))
        case _:
            return st.none()


ANY_RULES = st.one_of(
    st.sampled_from(list(FOUR_DOCUMENTS.values())),
    st.builds(
        lambda base, play: msgspec.structs.replace(base, play=play),
        st.sampled_from(list(FOUR_DOCUMENTS.values())),
        _any_switches(),
    ),
)
CODEC: EventCodec[GameEvent] = EventCodec(GameEvent)


def chosen_from(draw: Any, allowed: Allowed) -> moves.Move:
    """Return a move that keeps to what is allowed."""
    kind = next(kind for kind in get_args(moves.Move) if kind.__name__ == allowed.move)
    if kind is moves.RolesDealt:
        return draw(BY_KIND[moves.RolesDealt])  # type: ignore[no-any-return]
    values: dict[str, Any] = {}
    free = {name: list(choices) for name, choices in allowed.choices.items()}
    hands = set(free.get("voters", ()))
    for name, choices in free.items():
        if name == "shots":
            target = draw(SEAT)
            values[name] = tuple(moves.Shot(by=seat, at=target) for seat in choices)
        elif name in {"order", "named", "voters", "late", "withdrawn"}:
            left = sorted(hands) if name in {"voters", "late", "withdrawn"} else choices
            most = min(allowed.at_most, len(left)) if name not in {"late", "withdrawn"} else 0
            picked = (
                draw(st.lists(st.sampled_from(left), min_size=0, max_size=most, unique=True)) if left else []
            )
            if name == "order":
                picked = draw(st.permutations(choices))[: allowed.at_least]
            hands -= set(picked)
            values[name] = tuple(picked)
        else:
            values[name] = draw(st.sampled_from(choices))
    if "note" in kind.__struct_fields__:
        values["note"] = "seen by the judge"
    return kind(**values)  # type: ignore[no-any-return]


class AnyTable(RuleBasedStateMachine):
    """One game, played by a judge who errs, overrules and corrects."""

    events: list[GameEvent]
    state: Game
    table_rules: TableRules

    @initialize(table_rules=ANY_RULES)
    def begin(self, table_rules: TableRules) -> None:
        """Start a game under any rules."""
        self.events = list(running(table_rules))
        self.state = decider.fold(self.events)
        self.table_rules = table_rules

    @property
    def table(self) -> Table:
        """The table as it stands."""
        assert isinstance(self.state, Running | Ended)
        return self.state.play.table

    def send(self, command: Any) -> list[GameEvent] | None:
        """Decide a command; None where it is refused."""
        before = self.state
        alive, tallies, gone = self.table.alive, self.table.tallies, self.table.gone
        try:
            new = decider.decide(command, self.state)
        except Refusal:
            assert self.state == before
            return None
        self.state = decider.fold(new, self.state)
        self.events += new
        if isinstance(command, RecordMove):
            removed = {e.seat for e in self.table.gone[len(gone) :] if e.cause == "removal"}
            for tally in self.table.tallies[len(tallies) :]:
                voters = {seat for seat, vote in enumerate(tally.votes, start=1) if vote}
                assert voters == set(alive) - removed
        return new

    @rule(data=st.data())
    def do_something_allowed(self, data: st.DataObject) -> None:
        """Record what is allowed: it is taken."""
        offered = [
            a
            for a in allowed_now(self.table, self.table_rules)
            if a.move not in {e.__name__ for e in ENDINGS}
        ]
        move = chosen_from(data.draw, data.draw(st.sampled_from(offered)))
        assert self.send(RecordMove(move=move, by=JUDGE, at=AT)) is not None

    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        """Record what brings the game on."""
        dull = {"FoulGiven", "TechnicalFoulGiven", "ConductNoted", "SpectatorSentOut", "PlayerRemoved"}
        dull |= {"ProtestRaised", *(e.__name__ for e in ENDINGS)}
        for _ in range(8):
            offered = [a for a in allowed_now(self.table, self.table_rules) if a.move not in dull]
            if not offered:
                return
            move = chosen_from(data.draw, data.draw(st.sampled_from(offered)))
            assert self.send(RecordMove(move=move, by=JUDGE, at=AT)) is not None

    @rule(move=ANY_MOVE)
    def do_anything(self, move: moves.Move) -> None:
        """Record anything: it is taken exactly where what is allowed fits it."""
        offered = any(
            a.move == type(move).__name__ and fits(a, move) for a in allowed_now(self.table, self.table_rules)
        )
        assert (self.send(RecordMove(move=move, by=JUDGE, at=AT)) is not None) == offered

    @precondition(lambda self: len(self.events) > 6)
    @rule(move=ANY_MOVE)
    def overrule(self, move: moves.Move) -> None:
        """Overrule whatever rule a move breaks: it is taken, and no rule of arithmetic breaks."""
        new = self.send(RecordMove(move=move, by=JUDGE, at=AT, override="I saw it."))
        assert new is not None

    @rule(number=st.integers(1, 40), replacement=st.lists(ANY_MOVE, max_size=2).map(tuple))
    def correct(self, number: int, replacement: tuple[moves.Move, ...]) -> None:
        """Correct an entry: every doubt about another is told."""
        new = self.send(CorrectMove(number=number, moves=replacement, reason="A slip.", by=JUDGE, at=AT))
        if new is None:
            return
        event = next(e for e in new if isinstance(e, MoveCorrected))
        assert isinstance(self.state, Running | Ended)
        assert event.doubts == self.state.play.doubts == doubts_of(self.state.play.entries, self.table_rules)

    @rule()
    def close(self) -> None:
        """Close the game where it is over."""
        over = self.table.finish is not None
        new = self.send(CloseProtocol(awards=Awards(), by=JUDGE, at=AT))
        assert new is None or over
        for event in new or ():
            if isinstance(event, SummaryEntered):
                assert len({seat.player for seat in event.result.seats}) == 10

    @invariant()
    def nobody_is_there_twice(self) -> None:
        """Ten players: each alive or out, never both, never an eleventh."""
        gone = [e.seat for e in self.table.gone]
        assert sorted([*self.table.alive, *gone]) == list(range(1, 11))

    @invariant()
    def every_vote_is_somebodys(self) -> None:
        """Tallied votes are for candidates, and the leaders have the most of them."""
        for tally in self.table.tallies:
            votes = [vote for vote in tally.votes if vote]
            assert set(votes) <= set(tally.ballot)
            counts = {seat: votes.count(seat) for seat in tally.ballot}
            assert set(tally.leaders) == {s for s, count in counts.items() if count == max(counts.values())}

    @invariant()
    def replay_equals_state(self) -> None:
        """Lead to the same situation by what was stored, at every step."""
        stored = [CODEC.decode(*CODEC.encode(event)) for event in self.events]
        assert stored == self.events
        assert decider.fold(stored) == self.state

    @invariant()
    def the_view_is_there(self) -> None:
        """Show the judge where he is, and that something can be done."""
        view = judges_view(self.state)
        assert view is not None
        assert view.allowed or self.table.finish is not None or isinstance(self.state, Ended)


TestAnyTable = AnyTable.TestCase
TestAnyTable.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)


@settings(max_examples=40, deadline=None)
@given(table_rules=ANY_RULES, seed=st.integers(0, 10**6))
def test_a_game_played_by_the_rules_ends(table_rules: TableRules, seed: int) -> None:
    """Whole games are legal move by move under any switches, end, and make a result that is taken."""
    game = played_game(chance(seed), table_rules)
    table = Table()
    for move in game.moves:
        check(table, move, table_rules)
        table = apply(table, move, table_rules)
    assert table == game.table
    assert table.finish is not None
    log = EnterLog(log=tuple(Logged(move=move) for move in game.moves), by=JUDGE, at=AT)
    events = [*running(table_rules), *decider.decide(log, decider.fold(running(table_rules)))]
    close = CloseProtocol(awards=Awards(), by=JUDGE, at=AT)
    closed = decider.decide(close, decider.fold(events))[-1]
    assert isinstance(closed, SummaryEntered)
    assert closed.result.winner == table.finish.winner


def test_what_is_allowed_is_named_after_its_move() -> None:
    """Whatever is offered for a kind of move says that kind, so that a client can send it back."""
    seen = set()
    for seed, table_rules in enumerate(FOUR_DOCUMENTS.values()):
        table = Table()
        for move in played_game(chance(seed), table_rules).moves:
            for kind in get_args(moves.Move):
                labels = {allowed.move for allowed in allowed_of(kind, table, table_rules)}
                assert labels <= {kind.__name__}
                seen |= labels
            table = apply(table, move, table_rules)
    assert len(seen) > 18


def test_the_hall_hears_of_days_nights_and_mornings() -> None:
    """A quiet night is news as well: evening, morning and the day are told, a speech is not."""
    table_rules = FOUR_DOCUMENTS["onore"]
    table, told = Table(), []
    quiet = (moves.RolesDealt(roles=ROLES), moves.DayBegan(), moves.NightFell(), moves.ShotsFired())
    for move in (*quiet, moves.MorningCame(), moves.ConductNoted(note="sang"), moves.DayBegan()):
        table = apply(table, move, table_rules)
        told.append(table.news)
    assert told == [False, True, True, False, True, False, True]


@pytest.mark.parametrize("name", FOUR_DOCUMENTS)
def test_nothing_public_tells_a_secret_before_the_end(name: str) -> None:
    """Whole games are played and everything said in public is searched for roles, shots and checks."""
    table_rules = FOUR_DOCUMENTS[name]
    words = (
        "don",
        "mafia",
        "sheriff",
        "civilian",
        "black",
        'red"',
        "shot",
        "check",
        "target",
        "reason",
        "winner",
    )
    rng = chance(5)
    for _ in range(25):
        state = decider.fold(running(table_rules))
        said = 0
        for move in played_game(rng, table_rules).moves:
            for event in decider.decide(RecordMove(move=move, by=JUDGE, at=AT), state):
                state = decider.evolve(state, event)
                spoken = publication(event, state)
                if spoken is None:
                    continue
                said += 1
                assert isinstance(spoken, TableProgressed)
                text = msgspec.json.encode(spoken).decode().lower()
                assert not [word for word in words if word in text], text
        assert said > 4
