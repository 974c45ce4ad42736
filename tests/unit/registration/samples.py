"""A championship of forty in Omsk, and the commands and facts that tests speak of it with."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

import msgspec

from services.registration.domain.actors import Actor
from services.registration.domain.championship.commands import AnnounceChampionship
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.events import ChampionshipEvent
from services.registration.domain.championship.state import Announced
from services.registration.domain.roster.commands import AcceptEntry, ApplyForEntry, RecordFee, WithdrawEntry
from services.registration.domain.roster.events import (
    ApplicationReceived,
    EntryAccepted,
    EntryWithdrawn,
    FeeRecorded,
)
from services.registration.domain.roster.terms import EntryTerms, terms_of
from shared.contracts.registration import Block, LocalTime, StagePlan, Venue
from shared.contracts.regulations import Fee, Quota, RegistrationRules, Regulations, shipped

CHAMPIONSHIP = UUID("01900000-0000-7000-8000-000000000001")
NOW = datetime(2014, 5, 10, 6, 0, tzinfo=UTC)
DEADLINE = LocalTime(
    local=datetime(2014, 5, 23, 16, 0),  # noqa: DTZ001 - a wall clock
    zone="Asia/Omsk",
    instant=datetime(2014, 5, 23, 9, 0, tzinfo=UTC),
)
OMSK = Venue(key="onore", name="ONORE club", city="Omsk", address="Krasny Put 11a", zone="Asia/Omsk")
FEE = Fee(amount="500", currency="RUB")


def person(number: int) -> UUID:
    """Return the id of the n-th person."""
    return uuid5(CHAMPIONSHIP, f"person {number}")


ORGANIZER = Actor(id=person(-1), organizer=True)
ADMIN = Actor(id=person(-2), admin=True)
CLUB = Actor(id=person(-3), organizer=True)
CHIEF = Actor(id=person(-4))


def regulations(**changes: Any) -> Regulations:
    """Return ONORE's document, with parts replaced."""
    return msgspec.structs.replace(shipped()["onore-2014"], **changes)


def stage(key: str, players: int, games: int, advance: int | None = None, **changes: Any) -> StagePlan:
    """Return one stage at the club."""
    given: dict[str, Any] = {"title": key, "kind": "qualification", "venue": "onore"}
    return StagePlan(key=key, players=players, games=games, advance=advance, **(given | changes))


STAGES = (
    stage("tour-1", 40, 3),
    stage("tour-2", 40, 2, 20),
    stage("semifinal", 20, 3, 10, kind="semifinal"),
    stage("final", 10, 3, kind="final"),
)


def announce(**changes: Any) -> AnnounceChampionship:
    """Announce the championship of forty, with changes."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "title": "ONORE Spring Cup",
        "host_club": "ONORE",
        "regulations": regulations(),
        "venues": (OMSK,),
        "stages": STAGES,
        "preliminary_deadline": None,
        "final_deadline": DEADLINE,
        "by": ORGANIZER,
        "at": NOW,
    }
    return AnnounceChampionship(**(given | changes))


def announcement(**changes: Any) -> list[ChampionshipEvent]:
    """Return the events of an announcement."""
    return championship.decide(announce(**changes), championship.initial())


def terms(
    *,
    fee: Fee | None = None,
    places: int = 40,
    quotas: tuple[Quota, ...] = (),
    required: tuple[str, ...] = (),
    allowed: dict[str, tuple[str, ...]] | None = None,
    deadline: LocalTime | None = DEADLINE,
) -> EntryTerms:
    """Return the terms of an entry, with nothing asked that is not given."""
    state = championship.fold(announcement())
    assert isinstance(state, Announced)
    rules = RegistrationRules(
        fee=fee, quotas=quotas, required_attributes=required, allowed_values=allowed or {}
    )
    clauses = shipped()["chnu-2016"].clauses | shipped()["onore-2014"].clauses
    return msgspec.structs.replace(
        terms_of(state), rules=rules, places=places, deadline=deadline, clauses=clauses
    )


FREE = terms()
PAID = terms(fee=FEE)


def apply(number: int, **changes: Any) -> ApplyForEntry:
    """Let the n-th person apply for himself."""
    given: dict[str, Any] = {
        "player": person(number),
        "nick": f"Nick {number}",
        "club": None,
        "city": None,
        "attributes": {},
        "terms": FREE,
        "by": Actor(id=person(number)),
        "at": NOW,
    }
    return ApplyForEntry(**(given | changes))


def applied(number: int, **changes: Any) -> ApplicationReceived:
    """Tell that the n-th person applied for himself."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "player": person(number),
        "nick": f"Nick {number}",
        "club": None,
        "city": None,
        "attributes": {},
        "by": person(number),
        "received_at": NOW,
    }
    return ApplicationReceived(**(given | changes))


def record_fee(number: int, **changes: Any) -> RecordFee:
    """Record the n-th person's fee."""
    given: dict[str, Any] = {
        "player": person(number),
        "amount": "500",
        "currency": "RUB",
        "receipt": f"R-{number}",
        "terms": PAID,
        "by": ORGANIZER,
        "at": NOW,
    }
    return RecordFee(**(given | changes))


def fee_recorded(number: int) -> FeeRecorded:
    """Tell that the n-th person's fee was recorded."""
    return FeeRecorded(
        championship=CHAMPIONSHIP,
        player=person(number),
        amount="500",
        currency="RUB",
        receipt=f"R-{number}",
        by=ORGANIZER.id,
        recorded_at=NOW,
    )


def accept(number: int, **changes: Any) -> AcceptEntry:
    """Accept the n-th person's entry."""
    given: dict[str, Any] = {"player": person(number), "terms": FREE, "by": ORGANIZER, "at": NOW}
    return AcceptEntry(**(given | changes))


def accepted(number: int) -> EntryAccepted:
    """Tell that the n-th person's entry was accepted."""
    return EntryAccepted(championship=CHAMPIONSHIP, player=person(number), by=ORGANIZER.id, accepted_at=NOW)


def withdraw(number: int, **changes: Any) -> WithdrawEntry:
    """Let the n-th person withdraw."""
    by = Actor(id=person(number))
    given: dict[str, Any] = {"player": person(number), "terms": FREE, "by": by, "at": NOW}
    return WithdrawEntry(**(given | changes))


def withdrawn(number: int, by: UUID | None = None) -> EntryWithdrawn:
    """Tell that the n-th person withdrew."""
    return EntryWithdrawn(
        championship=CHAMPIONSHIP, player=person(number), by=by or person(number), withdrawn_at=NOW
    )


def local(day: int, hour: int, minute: int = 0) -> LocalTime:
    """Return a time in Omsk in May 2014 (UTC+7)."""
    wall = datetime(2014, 5, day, hour, minute)  # noqa: DTZ001 - a wall clock
    return LocalTime(local=wall, zone="Asia/Omsk", instant=(wall - timedelta(hours=7)).replace(tzinfo=UTC))


def block(title: str, start: LocalTime, end: LocalTime) -> Block:
    """Return a block of games."""
    return Block(title=title, kind="games", start=start, end=end)
