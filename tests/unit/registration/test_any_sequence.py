"""Whatever commands come, in whatever order: no crash, the promises hold, and replay equals state."""

from collections import Counter
from datetime import timedelta
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from services.registration.domain.account.commands import (
    CloseClient,
    IssuePersonalLink,
    OpenClient,
    RegisterPerson,
    ReplaceClientSecret,
    RevokePersonalLink,
)
from services.registration.domain.account.decider import account
from services.registration.domain.account.events import AccountEvent
from services.registration.domain.actors import Actor
from services.registration.domain.championship.commands import AppointOfficial, DismissOfficial
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.events import ChampionshipEvent
from services.registration.domain.championship.state import Announced
from services.registration.domain.draw.decider import PublishDraw, PublishSeating, draw
from services.registration.domain.draw.events import DrawEvent
from services.registration.domain.draw.given import GivenTable
from services.registration.domain.roster.commands import DisqualifyEntry, NoteRefund, PromoteWaiting
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import (
    ApplicationReceived,
    EntryAccepted,
    EntryDisqualified,
    EntryWaitlisted,
    EntryWithdrawn,
    FeeRecorded,
    RefundNoted,
    RosterEvent,
)
from services.registration.domain.roster.state import Disqualified, Waitlisted, Withdrawn, fee_of
from services.registration.domain.texts import comparable
from shared.contracts.regulations import Quota
from shared.eventsourcing.codec import EventCodec
from shared.eventsourcing.decider import Decider
from shared.eventsourcing.refusal import Refusal
from tests.unit.registration.samples import (
    ADMIN,
    CHAMPIONSHIP,
    CLUB,
    DEADLINE,
    FEE,
    NOW,
    ORGANIZER,
    accept,
    announce,
    apply,
    person,
    record_fee,
    stage,
    terms,
    withdraw,
)

HASH = "$argon2id$1"
MANY = settings(max_examples=40, stateful_step_count=40, deadline=None)
ACTORS = st.sampled_from([ORGANIZER, CLUB, ADMIN, Actor(id=person(1)), Actor(id=person(2))])
PEOPLE = st.integers(1, 7)


class Machine(RuleBasedStateMachine):
    """Runs commands through a decider and keeps what happened."""

    decider: Decider[Any, Any, Any]
    union: Any

    def __init__(self) -> None:
        super().__init__()
        self.history: list[Any] = []
        self.state = self.decider.initial()

    def command(self, command: Any) -> list[Any]:
        """Decide a command; a refusal changes nothing."""
        try:
            events = self.decider.decide(command, self.state)
        except Refusal:
            return []
        self.state = self.decider.fold(events, self.state)
        self.history += events
        return events

    @invariant()
    def replay_equals_state(self) -> None:
        """Fold the stored text of the events: it gives the same state."""
        codec: EventCodec[Any] = EventCodec(self.union)
        replayed = [codec.decode(*codec.encode(event)) for event in self.history]
        assert replayed == self.history
        assert self.decider.fold(replayed) == self.state


class AnyRoster(Machine):
    """Entries under a fee, four places, and quotas of two by club."""

    decider = roster
    union = RosterEvent
    entry_terms = msgspec.structs.replace(
        terms(fee=FEE, places=4, quotas=(Quota(attribute="faculty", limit=2),)),
        waitlist=2,
        officials={ORGANIZER.id},
    )

    @rule(
        number=PEOPLE,
        nick=st.sampled_from(["Fox", "fox", "FOX ", "Owl", "\x07", "Elk", "Bear", "Лис"]),
        faculty=st.sampled_from(["Law", "law", "Physics", ""]),
        by=ACTORS,
        late=st.booleans(),
    )
    def somebody_applies(self, number: int, nick: str, faculty: str, by: Actor, late: bool) -> None:
        """Apply, sometimes late or with a bad nick."""
        at = DEADLINE.instant + timedelta(seconds=1) if late else NOW
        attributes = {"faculty": faculty}
        self.command(apply(number, nick=nick, attributes=attributes, by=by, at=at, terms=self.entry_terms))

    @rule(number=PEOPLE, amount=st.sampled_from(["500", "500.0", "5"]), by=ACTORS)
    def a_fee_comes(self, number: int, amount: str, by: Actor) -> None:
        """Record a fee, sometimes a wrong one."""
        self.command(record_fee(number, amount=amount, by=by, terms=self.entry_terms))

    @rule(number=PEOPLE, by=ACTORS)
    def an_entry_is_accepted(self, number: int, by: Actor) -> None:
        """Accept, and again without effect."""
        if self.command(accept(number, by=by, terms=self.entry_terms)):
            assert self.command(accept(number, by=by, terms=self.entry_terms)) == []

    @rule(number=PEOPLE, by=ACTORS)
    def an_entry_is_withdrawn(self, number: int, by: Actor) -> None:
        """Withdraw, and again without effect."""
        if self.command(withdraw(number, by=by, terms=self.entry_terms)):
            assert self.command(withdraw(number, by=by, terms=self.entry_terms)) == []

    @rule(number=PEOPLE, by=ACTORS)
    def a_player_is_put_out(self, number: int, by: Actor) -> None:
        """Disqualify, and again without effect."""
        command = DisqualifyEntry(
            player=person(number), clause=None, reason="Insult", terms=self.entry_terms, by=by, at=NOW
        )
        if self.command(command):
            assert self.command(command) == []

    @rule(by=ACTORS, barred=st.sets(PEOPLE, max_size=2))
    def those_who_wait_are_promoted(self, by: Actor, barred: set[int]) -> None:
        """Promote, and again without effect."""
        command = PromoteWaiting(
            terms=self.entry_terms, by=by, at=NOW, barred={person(number) for number in barred}
        )
        promoted = {event.player for event in self.command(command)}
        assert not promoted & set(command.barred)
        assert not promoted or self.command(command) == []

    @rule(number=PEOPLE, amount=st.sampled_from(["1", "500", "501"]), by=ACTORS)
    def a_refund_is_noted(self, number: int, amount: str, by: Actor) -> None:
        """Note a refund, sometimes too much."""
        self.command(
            NoteRefund(
                player=person(number),
                amount=amount,
                currency="RUB",
                note="By transfer",
                terms=self.entry_terms,
                by=by,
                at=NOW,
            )
        )

    @invariant()
    def the_line_is_kept(self) -> None:
        """Who waits is in the line once, all of them paid, and no longer line than there may be."""
        waiting = [p for p, entry in self.state.entries.items() if isinstance(entry, Waitlisted)]
        assert sorted(self.state.waiting) == sorted(waiting)
        assert len(waiting) <= 2
        assert all(fee_of(self.state.entries[player]) is not None for player in waiting)

    @invariant()
    def the_terms_are_kept(self) -> None:
        """Places, quotas, nicks and fees hold at every moment."""
        accepted = self.state.accepted()
        assert len(accepted) <= 4
        faculties = Counter(comparable(entry.application.attributes["faculty"]) for entry in accepted)
        assert all(count <= 2 for count in faculties.values())
        assert all(entry.fee is not None for entry in accepted)
        standing = [
            comparable(entry.application.nick)
            for entry in self.state.entries.values()
            if not isinstance(entry, Withdrawn | Disqualified)
        ]
        assert len(set(standing)) == len(standing)
        assert set(standing) == set(self.state.nicks)

    @invariant()
    def each_entry_went_its_way(self) -> None:
        """Of each player's events, each follows what must come before it."""
        ends: set[Any] = {EntryWithdrawn, EntryDisqualified}
        allowed: dict[Any, set[Any]] = {
            None: {ApplicationReceived},
            ApplicationReceived: {FeeRecorded, *ends},
            FeeRecorded: {EntryAccepted, EntryWaitlisted, *ends},
            EntryWaitlisted: {EntryAccepted, *ends},
            EntryAccepted: ends,
            EntryWithdrawn: {ApplicationReceived, RefundNoted},
            EntryDisqualified: {ApplicationReceived, RefundNoted},
            RefundNoted: {ApplicationReceived},
        }
        last: dict[Any, Any] = {}
        for event in self.history:
            assert type(event) in allowed[last.get(event.player)]
            last[event.player] = type(event)


class AnyChampionship(Machine):
    """One championship and its officials."""

    decider = championship
    union = ChampionshipEvent

    @rule(by=ACTORS, players=st.sampled_from([40, 30, 9]))
    def it_is_announced(self, by: Actor, players: int) -> None:
        """Announce, sometimes what cannot work."""
        self.command(announce(by=by, stages=(stage("tour", players, 3),)))

    @rule(number=PEOPLE, role=st.sampled_from(["organizer", "chief_judge", "table_judge"]), by=ACTORS)
    def somebody_is_appointed(self, number: int, role: Any, by: Actor) -> None:
        """Appoint, and again without effect."""
        command = AppointOfficial(person=person(number), role=role, by=by, at=NOW)
        if self.command(command):
            assert self.command(command) == []

    @rule(
        number=PEOPLE | st.just(-1),
        role=st.sampled_from(["organizer", "chief_judge", "table_judge"]),
        by=ACTORS,
    )
    def somebody_is_dismissed(self, number: int, role: Any, by: Actor) -> None:
        """Dismiss."""
        self.command(DismissOfficial(person=person(number), role=role, by=by, at=NOW))

    @invariant()
    def it_can_be_run(self) -> None:
        """There is always an organizer, and at most one chief judge."""
        if isinstance(self.state, Announced):
            assert self.state.organizers
            assert len(self.state.holding("chief_judge")) <= 1


class AnyDraw(Machine):
    """One stage's draw."""

    decider = draw
    union = DrawEvent

    @rule(
        players=st.sampled_from([9, 10, 15, 20, 30]),
        judges=st.integers(0, 3),
        seed=st.sampled_from(["a", "b", "\x00"]),
        by=ACTORS,
    )
    def it_is_drawn(self, players: int, judges: int, seed: str, by: Actor) -> None:
        """Draw, sometimes the impossible."""
        named = tuple(person(number) for number in range(100, 100 + judges))
        self.command(
            PublishDraw(
                championship=CHAMPIONSHIP,
                stage=stage("tour", 20, 2),
                players=tuple(person(number) for number in range(players)),
                judges=named,
                seed=seed,
                drawers={ORGANIZER.id},
                appointed_judges=named,
                by=by,
                at=NOW,
            )
        )

    @rule(
        places=st.lists(st.tuples(st.integers(1, 2), st.integers(1, 2), st.integers(0, 2)), max_size=3),
        by=ACTORS,
    )
    def it_is_seated(self, places: list[tuple[int, int, int]], by: Actor) -> None:
        """Give a seating, sometimes with somebody in two places, or with a game that is missing."""
        self.command(
            PublishSeating(
                championship=CHAMPIONSHIP,
                stage=stage("tour", 20, 2),
                players=frozenset(person(number) for number in range(20)),
                tables=tuple(
                    GivenTable(
                        round=number,
                        table=table,
                        judge=person(100 + shift),
                        seats=tuple(person(seat + 5 * shift) for seat in range(10)),
                    )
                    for number, table, shift in places
                ),
                organizers={ORGANIZER.id},
                appointed_judges={person(100), person(101)},
                by=by,
                at=NOW,
            )
        )

    @invariant()
    def it_is_published_once(self) -> None:
        """Nothing changes a published draw."""
        assert len(self.history) <= 1


class AnyAccount(Machine):
    """One account id, for a person or a client."""

    decider = account
    union = AccountEvent

    @rule(by=ACTORS)
    def a_person_is_registered(self, by: Actor) -> None:
        """Register."""
        self.command(RegisterPerson(person=person(1), nick="Fox", club=None, city=None, by=by, at=NOW))

    @rule(by=ACTORS, scopes=st.sets(st.sampled_from(["admin", "organizer", "participant"])))
    def a_client_is_opened(self, by: Actor, scopes: set[str]) -> None:
        """Open a client."""
        self.command(
            OpenClient(
                client=person(1), name="Club", scopes=frozenset(scopes), secret_hash=HASH, by=by, at=NOW
            )
        )

    @rule(by=ACTORS, link=st.integers(500, 503))
    def a_link_is_issued(self, by: Actor, link: int) -> None:
        """Issue a link."""
        self.command(
            IssuePersonalLink(
                championship=CHAMPIONSHIP,
                link=person(link),
                code_hash="h",
                organizers={ORGANIZER.id},
                by=by,
                at=NOW,
            )
        )

    @rule(by=ACTORS)
    def a_link_is_revoked(self, by: Actor) -> None:
        """Revoke the link."""
        self.command(RevokePersonalLink(championship=CHAMPIONSHIP, organizers={ORGANIZER.id}, by=by, at=NOW))

    @precondition(lambda self: self.history)
    @rule(by=ACTORS, close=st.booleans())
    def a_secret_is_replaced_or_the_client_closed(self, by: Actor, close: bool) -> None:
        """Replace the secret or close."""
        self.command(
            CloseClient(by=by, at=NOW) if close else ReplaceClientSecret(secret_hash=HASH, by=by, at=NOW)
        )

    @invariant()
    def it_is_one_thing(self) -> None:
        """Stay a person or a client, never both, and never give a client the scope of people."""
        kinds = {type(event).__name__.startswith("Client") for event in self.history}
        assert len(kinds) <= 1
        assert b'"participant"' not in msgspec.json.encode(self.history)


TestAnyRoster = AnyRoster.TestCase
TestAnyChampionship = AnyChampionship.TestCase
TestAnyDraw = AnyDraw.TestCase
TestAnyAccount = AnyAccount.TestCase
for _case in (TestAnyRoster, TestAnyChampionship, TestAnyDraw, TestAnyAccount):
    _case.settings = MANY
