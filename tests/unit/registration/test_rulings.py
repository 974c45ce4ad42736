"""Rulings on players: carried out once, never refused, and undone by no official."""

from typing import Any

from services.registration.domain.errors import NotAnAdmin
from services.registration.domain.roster.commands import DisqualifyEntry, NoteNotCarriedOut, RemoveByRuling
from services.registration.domain.roster.decider import roster
from services.registration.domain.roster.events import (
    EntryDisqualified,
    EntryWithdrawn,
    RulingNotCarriedOut,
)
from services.registration.domain.suspension.decider import (
    LiftByRuling,
    LiftSuspension,
    SuspendByRuling,
    suspension,
)
from services.registration.domain.suspension.events import (
    SuspendedFromChampionship,
    SuspendedUntil,
    SuspensionLifted,
)
from tests.scenario import scenario
from tests.unit.registration.samples import (
    ADMIN,
    CHAMPIONSHIP,
    CHIEF,
    FREE,
    NOW,
    accept,
    accepted,
    applied,
    local,
    person,
)

RULING = person(77)
CHAIRMAN = ADMIN.id
REASON = "Insulted the judge"
WITHDRAWN = EntryWithdrawn(championship=CHAMPIONSHIP, player=person(1), by=person(1), withdrawn_at=NOW)
OUT = SuspendedFromChampionship(
    person=person(1),
    suspension=RULING,
    championship=CHAMPIONSHIP,
    capacity="player",
    offense=None,
    reason=REASON,
    authority="ruling",
    ruling=RULING,
    clause=None,
    by=CHAIRMAN,
    suspended_at=NOW,
)


def remove(**changes: Any) -> RemoveByRuling:
    """Remove the first person."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "records": (person(1),),
        "ruling": RULING,
        "reason": REASON,
        "terms": FREE,
        "by": ADMIN,
        "at": NOW,
    }
    return RemoveByRuling(**given | changes)


def removed(**changes: Any) -> EntryDisqualified:
    """Say that the first person was removed."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "player": person(1),
        "clause": None,
        "reason": REASON,
        "by": CHAIRMAN,
        "disqualified_at": NOW,
        "ruling": RULING,
    }
    return EntryDisqualified(**given | changes)


def conflict(code: str, detail: str) -> RulingNotCarriedOut:
    """Say that it could not be done."""
    return RulingNotCarriedOut(
        championship=CHAMPIONSHIP,
        player=person(1),
        ruling=RULING,
        conflict=code,
        detail=detail,
        found_at=NOW,
    )


def test_a_ruling_puts_a_player_out_once() -> None:
    """The entry ends by the ruling; the same ruling again changes nothing, even after a new entry."""
    given = scenario(roster).given(applied(1), accepted(1))
    given.when(remove()).then(removed())
    given.given(removed()).when(remove()).then_nothing()
    given.given(removed(), applied(1), accepted(1)).when(remove()).then_nothing()


def test_a_merged_record_is_put_out_under_the_id_that_has_the_entry() -> None:
    """Whoever the ruling names, the entry that ends is the one that stands."""
    given = scenario(roster).given(applied(1), accepted(1))
    given.when(remove(records=(person(5), person(1)))).then(removed())


def test_who_has_no_entry_to_lose_is_a_conflict_with_a_name() -> None:
    """A stranger, one who withdrew, one who was out before, and a championship that nobody announced."""
    nobody = conflict("no_entry", f"{person(1)} has no accepted entry; he gets none now.")
    scenario(roster).when(remove()).then(nobody)
    scenario(roster).given(nobody).when(remove()).then_nothing()
    scenario(roster).given(applied(1)).when(remove()).then(nobody)
    unknown = conflict("championship_unknown", "No such championship was announced.")
    scenario(roster).when(remove(terms=None)).then(unknown)
    entered = scenario(roster).given(applied(1), accepted(1))
    entered.given(WITHDRAWN).when(remove()).then(
        conflict("player_withdrawn", f"{person(1)} has withdrawn; he does not come back.")
    )
    entered.given(removed(ruling=person(78))).when(remove()).then(
        conflict("player_disqualified", f"{person(1)} is out of the championship already.")
    )


def test_what_officials_do_meanwhile_is_not_lost() -> None:
    """Officials who put out the same player before or after a ruling change nothing of it."""
    command = DisqualifyEntry(player=person(1), clause=None, reason="Late", terms=FREE, by=ADMIN, at=NOW)
    given = scenario(roster).given(applied(1), accepted(1), removed())
    given.when(command).then_nothing()
    given.given(applied(1)).when(accept(1)).then(accepted(1))


def test_a_ruling_suspends_once_under_its_own_id() -> None:
    """Out of the championship, or of all until a day; the same ruling again suspends nobody twice."""
    command = SuspendByRuling(
        person=person(1),
        ruling=RULING,
        championship=CHAMPIONSHIP,
        until=None,
        reason=REASON,
        by=CHAIRMAN,
        at=NOW,
    )
    scenario(suspension).when(command).then(OUT)
    scenario(suspension).given(OUT).when(command).then_nothing()
    until = local(10, 20)
    long = SuspendByRuling(
        person=person(1),
        ruling=RULING,
        championship=CHAMPIONSHIP,
        until=until,
        reason=REASON,
        by=CHAIRMAN,
        at=NOW,
    )
    scenario(suspension).when(long).then(
        SuspendedUntil(
            person=person(1),
            suspension=RULING,
            championship=CHAMPIONSHIP,
            until=until,
            offense=None,
            reason=REASON,
            authority="ruling",
            ruling=RULING,
            clause=None,
            by=CHAIRMAN,
            suspended_at=NOW,
        )
    )


def test_no_official_lifts_what_a_commission_ruled() -> None:
    """Nothing reopens a ruling (O-PROT-4): the chief judge is refused, an admin may, once and for all."""
    lifting = LiftSuspension(suspension=RULING, reason="Mercy", officials={CHIEF.id}, by=CHIEF, at=NOW)
    scenario(suspension).given(OUT).when(lifting).then_refused(NotAnAdmin)


def test_a_ruling_of_a_higher_body_lifts_once_what_stands() -> None:
    """Whatever was lifted before is not lifted again."""
    lift = LiftByRuling(suspension=RULING, ruling=person(78), reason="Mercy", by=CHAIRMAN, at=NOW)
    lifted = SuspensionLifted(
        person=person(1),
        suspension=RULING,
        reason="Mercy",
        by=CHAIRMAN,
        lifted_at=NOW,
        ruling=person(78),
    )
    scenario(suspension).given(OUT).when(lift).then(lifted)
    scenario(suspension).given(OUT, lifted).when(lift).then_nothing()


def test_what_is_left_to_people_is_noted_once() -> None:
    """A lost entry does not come back by itself, and that is said under the ruling."""
    note = NoteNotCarriedOut(
        championship=CHAMPIONSHIP,
        player=person(1),
        ruling=RULING,
        conflict="player_may_enter_again",
        detail="So.",
        at=NOW,
    )
    said = conflict("player_may_enter_again", "So.")
    scenario(roster).when(note).then(said)
    scenario(roster).given(said).when(note).then_nothing()
