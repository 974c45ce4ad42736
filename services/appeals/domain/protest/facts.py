"""What a command carries of other services, as it was heard."""

from datetime import datetime
from typing import Literal, TypeAlias
from uuid import UUID

import msgspec

from shared.contracts.regulations import ProtestRules

GameStatus: TypeAlias = Literal["scheduled", "running", "ended", "signed", "annulled"]


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One game as gameplay told it. `players[0]` sits at seat 1."""

    championship: UUID
    game: UUID
    stage: str
    judge: UUID
    players: tuple[UUID, ...]
    status: GameStatus
    signed_at: datetime | None
    group: str | None = None
    """The group of the stage that played it."""


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The part of a championship's regulations that speaks of protests.

    `clauses` holds the document's keys that begin with "protests."; `zone` is that of the game's venue.
    """

    protests: ProtestRules
    clauses: dict[str, str]
    zone: str | None = None
    next_drawn_at: datetime | None = None
    """When the draw of the stage after the game's was published."""
    in_game: Literal["refused", "filer_leaves"] = "refused"
    """What the document says of a protest during the game; at the table it is gameplay's."""


class People(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of those who might sit: from entries, from their own declarations, from decisions."""

    clubs: dict[UUID, str] = {}
    cities: dict[UUID, str] = {}
    related: dict[UUID, frozenset[UUID]] = {}
    """By person, those to whom he declared a relation of his own."""
    barred: frozenset[UUID] = frozenset()
    """Who may not sit on any commission now: barred here, or suspended."""
    placed: frozenset[UUID] = frozenset()
    """Those whose own place a ruling on the protest can change."""
    known: frozenset[UUID] | None = None
    """Whom the championship knows: who plays, officiates or has declared something; None: not looked up."""
    records: dict[UUID, UUID] = {}
    """Second records of people, and the record each was merged into."""

    def one(self, person: UUID) -> UUID:
        """Return the record that a person is known by."""
        return self.records.get(person, person)

    def relations_of(self, person: UUID) -> frozenset[UUID]:
        """Return those to whom a person declared a relation, under whatever record."""
        me = self.one(person)
        named = (others for who, others in self.related.items() if self.one(who) == me)
        return self.all_as_one(*(other for others in named for other in others))

    def homes_of(self, person: UUID, what: Literal["club", "city"]) -> frozenset[str]:
        """Return the clubs or cities that a person's records name, as they compare."""
        me, known = self.one(person), self.clubs if what == "club" else self.cities
        named = (home.strip().casefold() for who, home in known.items() if self.one(who) == me)
        return frozenset(filter(None, named))

    def all_as_one(self, *people: UUID) -> frozenset[UUID]:
        """Return the records that these people are known by."""
        return frozenset(map(self.one, people))


class Officials(msgspec.Struct, frozen=True, kw_only=True):
    """Who acts for a championship; `others` are its judges, secretaries and standing members."""

    chief_judges: frozenset[UUID] = frozenset()
    organizers: frozenset[UUID] = frozenset()
    others: frozenset[UUID] = frozenset()

    def __contains__(self, person: UUID) -> bool:
        """Tell whether a person holds any office."""
        return person in self.chief_judges | self.organizers | self.others
