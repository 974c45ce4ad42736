"""A judge at a table: plays a game up to where a rule matters, and asks what the rules say then."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from services.gameplay.domain.game import moves
from services.gameplay.domain.game.allowed import Allowed, allowed_now
from services.gameplay.domain.game.course import apply
from services.gameplay.domain.game.legality import check
from services.gameplay.domain.game.rules import TableRules, binding
from services.gameplay.domain.game.table import Table
from shared.contracts.primitives import Role
from shared.contracts.regulations import shipped
from shared.eventsourcing.refusal import Refusal
from tests.scenario import says_what_to_do
from tests.unit.gameplay.tables import CHNU, DIGEST, ONORE, ROLES

FIIM = binding(shipped()["fiim"], DIGEST)
FSM = binding(shipped()["fsm-2022"], DIGEST)
FOUR_DOCUMENTS = {"onore": ONORE, "chnu": CHNU, "fiim": FIIM, "fsm": FSM}


class Judge:
    """Records moves that are legal, and says what is refused.

    Seat 1 is the don, 2 and 3 are mafia, 4 is the sheriff, unless other cards are dealt.
    """

    def __init__(self, rules: TableRules = ONORE, roles: tuple[Role, ...] = ROLES) -> None:
        self.rules = rules
        self.table = Table()
        self.moves: list[moves.Move] = []
        self.play(moves.RolesDealt(roles=roles))

    def play(self, *played: moves.Move) -> "Judge":
        """Record moves; a refusal is raised."""
        for move in played:
            check(self.table, move, self.rules)
            self.table = apply(self.table, move, self.rules)
            self.moves.append(move)
        return self

    def refused(self, move: moves.Move, rule: type[Refusal], clause: str | None = None) -> Refusal:
        """Expect that a move is refused by a rule, and name its clause where one is given."""
        before = self.table
        with pytest.raises(Refusal) as caught:
            check(self.table, move, self.rules)
        refusal = caught.value
        assert type(refusal) is rule, f"expected {rule.__name__}, got {refusal!r}"
        if clause is not None:
            assert refusal.clause == clause, refusal.clause
        assert self.table == before
        says_what_to_do(refusal)
        begins_as_a_sentence(refusal, self.rules)
        assert None not in refusal.facts.values()
        return refusal

    def day(self) -> "Judge":
        """Begin a day."""
        return self.play(moves.DayBegan())

    def speeches(self, put_up: Mapping[int, int] | None = None, until: int | None = None) -> "Judge":
        """Let everybody speak, `put_up` by who puts up whom; up to, and without, seat `until`."""
        proposals = dict(put_up or {})
        while self.table.phase == "speeches" and self.table.queue[0] != until:
            seat = self.table.queue[0]
            if seat in proposals:
                self.play(moves.CandidatePutUp(by=seat, candidate=proposals.pop(seat)))
            self.speak()
        return self

    def speak(self) -> "Judge":
        """Let who has the word speak, or skip who is silent."""
        seat = self.table.queue[0]
        if self.table.is_silent(seat, self.rules):
            return self.play(moves.SpeechSkipped(seat=seat))
        return self.play(moves.SpeechGiven(seat=seat))

    def hear_out(self) -> "Judge":
        """Let everybody in the queue speak."""
        while self.table.queue:
            self.speak()
        return self

    def vote(self, *hands: Sequence[int]) -> "Judge":
        """Call every candidate of the round, in order, with the hands for each."""
        voting = self.table.voting
        assert voting is not None, self.table.phase
        for candidate, voters in zip(voting.ballot, hands, strict=True):
            self.play(moves.HandsCounted(candidate=candidate, voters=tuple(voters)))
        return self

    def night(self, target: int | None, *, shots: Sequence[moves.Shot] | None = None) -> "Judge":
        """Let night fall, all blacks shoot at `target` (None: nobody shoots), and morning come."""
        self.play(moves.NightFell())
        if shots is None:
            blacks = self.table.blacks() if target is not None else ()
            shots = [moves.Shot(by=seat, at=target) for seat in blacks]
        return self.play(moves.ShotsFired(shots=tuple(shots)), moves.MorningCame())

    def quiet_day(self) -> "Judge":
        """Play a day on which nobody is put up, to dusk."""
        return self.day().speeches()

    def fouls(self, seat: int, count: int) -> "Judge":
        """Give a player fouls."""
        return self.play(*(moves.FoulGiven(seat=seat, note="out of turn") for _ in range(count)))

    def allowed(self, move: str) -> Allowed:
        """Return the only way in which a kind of move is allowed now."""
        (found,) = [a for a in allowed_now(self.table, self.rules) if a.move == move]
        return found

    @property
    def out(self) -> list[int]:
        """Who has left, in order."""
        return [elimination.seat for elimination in self.table.gone]

    @property
    def phase(self) -> str:
        """What the table expects."""
        return self.table.phase

    @property
    def winner(self) -> Any:
        """Who has won; a game under way has no such thing."""
        assert self.table.finish is not None, self.table.phase
        return self.table.finish.winner


def begins_as_a_sentence(refusal: Refusal, rules: TableRules) -> None:
    """Expect a capital letter, or the name of a document or an offense; and no shouting."""
    first = refusal.message.partition(" ")[0]
    assert not first[0].islower() or first in {rules.document, *rules.sanctions.consequences}, refusal.message
    assert not refusal.message.isupper(), refusal.message


def at_day_two(rules: TableRules = ONORE, killed: int = 10, roles: tuple[Role, ...] = ROLES) -> Judge:
    """Return a table at the beginning of day 2: nobody left on day 1, one was killed."""
    return Judge(rules, roles).quiet_day().night(killed).hear_out().day()


def with_alive(rules: TableRules, alive: Sequence[int], *, roles: tuple[Role, ...] = ROLES) -> Judge:
    """Return a table at the beginning of a day with exactly these alive: the others were shot by night."""
    judge = Judge(rules, roles).day()
    for seat in sorted(set(range(1, 11)) - set(alive)):
        judge.speeches().night(seat).hear_out().day()
    assert judge.table.alive == tuple(sorted(alive)), judge.table.finish
    return judge
