"""Drafts, what changes after the announcement, how far it is; accreditation and relations."""

from datetime import timedelta
from typing import Any

import msgspec
import pytest

from services.registration.domain.account.accreditation import Accreditation
from services.registration.domain.actors import Actor
from services.registration.domain.championship.commands import (
    AnnounceDraft,
    AppointOfficial,
    ChangePlan,
    DeclareRelation,
    DraftChampionship,
    EnterPhase,
    RebindRegulations,
    RetractRelation,
)
from services.registration.domain.championship.decider import championship
from services.registration.domain.championship.events import (
    ChampionshipDrafted,
    OfficialAppointed,
    PhaseEntered,
    PlanChanged,
    RegulationsRebound,
    RelationDeclared,
    RelationRetracted,
)
from services.registration.domain.championship.lifecycle import FOLLOWS, following
from services.registration.domain.championship.pinning import digest_of
from services.registration.domain.errors import (
    AccreditationMissing,
    AccreditationOutOfDate,
    ChampionshipAlreadyAnnounced,
    ChampionshipIsOver,
    ChampionshipUnknown,
    DeadlineCannotWork,
    NotAnOfficial,
    NotAnOrganizer,
    PhaseOutOfOrder,
    PlacesBelowEntries,
    PlanBreaksRegulations,
    PlanCannotWork,
    ReasonMissing,
    RegulationsAreBound,
    RelationToOneself,
    RelationUnknown,
    RightMissing,
    StageAlreadyDrawn,
)
from shared.contracts.registration import Phase
from shared.contracts.regulations import shipped
from tests.scenario import scenario
from tests.unit.registration.samples import (
    ADMIN,
    CHAMPIONSHIP,
    CHIEF,
    CLUB,
    DEADLINE,
    NOW,
    OMSK,
    ORGANIZER,
    STAGES,
    announce,
    announcement,
    block,
    local,
    person,
    regulations,
    stage,
)

PROMISE: dict[str, Any] = {
    "title": "ONORE Spring Cup",
    "host_club": "ONORE",
    "venues": (OMSK,),
    "stages": STAGES,
    "preliminary_deadline": None,
    "final_deadline": DEADLINE,
    "capacity": None,
    "waitlist": 0,
}
GIVEN = scenario(championship).given(*announcement())


def draft(**changes: Any) -> DraftChampionship:
    """Draft the championship of forty."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "regulations": regulations(),
        "by": ORGANIZER,
        "at": NOW,
    }
    return DraftChampionship(**(PROMISE | given | changes))


def drafted(**changes: Any) -> ChampionshipDrafted:
    """Tell that it was drafted."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "regulations": regulations(),
        "organizer": ORGANIZER.id,
        "drafted_at": NOW,
    }
    return ChampionshipDrafted(**(PROMISE | given | changes))


def change(**changes: Any) -> ChangePlan:
    """Change the plan, with a reason."""
    given: dict[str, Any] = {
        "reason": "The hall is smaller",
        "drawn": (),
        "entrants": 0,
        "by": ORGANIZER,
        "at": NOW,
    }
    return ChangePlan(**(PROMISE | given | changes))


def changed(*names: str, **changes: Any) -> PlanChanged:
    """Tell that the plan changed."""
    given: dict[str, Any] = {
        "championship": CHAMPIONSHIP,
        "changed": names,
        "reason": "The hall is smaller",
        "by": ORGANIZER.id,
        "changed_at": NOW,
    }
    return PlanChanged(**(PROMISE | given | changes))


def enter(phase: Phase, reason: str | None = None, **changes: Any) -> EnterPhase:
    """Say how far it is."""
    given: dict[str, Any] = {"phase": phase, "reason": reason, "by": ORGANIZER, "at": NOW}
    return EnterPhase(**(given | changes))


def entered(phase: Phase, reason: str | None = None) -> PhaseEntered:
    """Tell how far it is."""
    return PhaseEntered(
        championship=CHAMPIONSHIP, phase=phase, reason=reason, by=ORGANIZER.id, entered_at=NOW
    )


# ------------------------------------------------------------------ drafts


def test_a_draft_need_not_work_and_is_its_authors() -> None:
    """Nine players are drafted; nobody else touches it, and announcing it is refused until it works."""
    bad = draft(stages=(stage("tour", 9, 1),))
    kept = drafted(stages=(stage("tour", 9, 1),))
    scenario(championship).when(bad).then(kept)
    given = scenario(championship).given(kept)
    given.when(draft(by=CLUB)).then_refused(ChampionshipUnknown)
    given.when(AnnounceDraft(by=CLUB, at=NOW)).then_refused(ChampionshipUnknown)
    assert given.when(AnnounceDraft(by=ORGANIZER, at=NOW)).refusal is not None
    given.when(draft()).then(drafted())
    given.when(draft(by=ADMIN)).then(drafted())


def test_an_announced_draft_is_an_announcement() -> None:
    """What was drafted is promised, by who drafted it; once."""
    given = scenario(championship).given(drafted())
    given.when(AnnounceDraft(by=ORGANIZER, at=NOW)).then(*announcement())
    closed = given.when(AnnounceDraft(opens=False, by=ORGANIZER, at=NOW))
    assert closed.events[0].phase == "announced"
    GIVEN.when(AnnounceDraft(by=ORGANIZER, at=NOW)).then_refused(ChampionshipAlreadyAnnounced)
    GIVEN.when(draft()).then_refused(ChampionshipAlreadyAnnounced)
    scenario(championship).when(AnnounceDraft(by=ORGANIZER, at=NOW)).then_refused(ChampionshipUnknown)
    scenario(championship).when(draft(by=Actor(id=person(1)))).then_refused(NotAnOrganizer)


# ------------------------------------------------------------------ the plan


def test_a_promise_changes_with_a_reason_that_names_what_changed() -> None:
    """A new title needs none; nothing changed is nothing."""
    GIVEN.when(change()).then_nothing()
    GIVEN.when(change(capacity=30)).then(changed("capacity", capacity=30))
    GIVEN.when(change(capacity=30, reason=None)).then_refused(ReasonMissing)
    renamed = changed("title", title="Spring", reason=None)
    GIVEN.when(change(title="Spring", reason=None)).then(renamed)
    GIVEN.when(change(title="Spring", by=CLUB)).then_refused(NotAnOrganizer)


def test_a_changed_plan_must_work_like_an_announced_one() -> None:
    """Stages, capacity, deadlines and places are checked again."""
    GIVEN.when(change(stages=(stage("tour", 40, 3, 20),))).then_refused(PlanCannotWork)
    GIVEN.when(change(capacity=41)).then_refused(PlanCannotWork)
    GIVEN.when(change(final_deadline=local(9, 12))).then_refused(DeadlineCannotWork)
    GIVEN.when(change(capacity=10, entrants=11)).then_refused(PlacesBelowEntries)


def test_a_deadline_that_has_passed_does_not_hinder_another_change() -> None:
    """Only a new deadline must lie ahead."""
    late = DEADLINE.instant + timedelta(hours=1)
    GIVEN.when(change(title="Spring", at=late)).then(changed("title", title="Spring", changed_at=late))


def test_a_drawn_stage_stays_and_its_times_may_move() -> None:
    """Players, games and tables of a drawn stage are held; blocks are not; other stages may change."""
    fewer = (stage("tour-1", 30, 3), *STAGES[1:])
    GIVEN.when(change(stages=fewer, drawn={"tour-1"})).then_refused(StageAlreadyDrawn)
    gone = (stage("other", 40, 3), *STAGES[1:])
    GIVEN.when(change(stages=gone, drawn={"tour-1"})).then_refused(StageAlreadyDrawn)
    moved = (stage("tour-1", 40, 3, blocks=(block("Day", local(24, 12), local(24, 18)),)), *STAGES[1:])
    GIVEN.when(change(stages=moved, drawn={"tour-1"})).then(changed("stages", stages=moved))
    final = (*STAGES[:-1], stage("final", 10, 4, kind="final"))
    GIVEN.when(change(stages=final, drawn={"tour-1"})).then(changed("stages", stages=final))


# ------------------------------------------------------------------ the regulations


def rebind(**changes: Any) -> RebindRegulations:
    """Bind a second version of ONORE's document."""
    given: dict[str, Any] = {
        "regulations": regulations(version=2),
        "reason": "An error",
        "by": ORGANIZER,
        "at": NOW,
    }
    return RebindRegulations(**(given | changes))


@pytest.mark.case(82)
def test_regulations_are_rebound_with_both_digests() -> None:
    """The event holds the new document whole, and pins both; the same document again is nothing."""
    event = RegulationsRebound(
        championship=CHAMPIONSHIP,
        regulations=regulations(version=2),
        digest=digest_of(regulations(version=2)),
        previous_digest=digest_of(regulations()),
        reason="An error",
        by=ORGANIZER.id,
        rebound_at=NOW,
    )
    GIVEN.when(rebind()).then(event)
    GIVEN.given(event).when(rebind()).then_nothing()
    GIVEN.when(rebind(by=CLUB)).then_refused(NotAnOrganizer)


def test_once_it_runs_only_a_newer_version_may_take_the_place() -> None:
    """Before that any document that the plan keeps may."""
    other = shipped()["chnu-2016"]
    assert GIVEN.when(rebind(regulations=other)).refusal is not None
    GIVEN.when(rebind(regulations=shipped()["mafgame-2026"]))
    running = GIVEN.given(entered("list_final"), entered("running"))
    running.when(rebind(regulations=shipped()["mafgame-2026"])).then_refused(RegulationsAreBound)
    assert running.when(rebind()).refusal is None
    running.when(rebind(regulations=regulations(title="Same version"))).then_refused(RegulationsAreBound)


def test_a_binding_document_holds_the_plan() -> None:
    """A document that binds other games than are planned is refused."""
    bound = scenario(championship).given(*announcement(stages=(stage("qualification", 10, 2),)))
    bound.when(rebind(regulations=shipped()["chnu-2016"])).then_refused(PlanBreaksRegulations)


# ------------------------------------------------------------------ phases


def test_it_goes_from_phase_to_phase() -> None:
    """In order, each once; a step back and a cancellation give a reason."""
    given = GIVEN
    for phase in ("registration_closed", "list_final", "running", "finished"):
        given.when(enter(phase)).then(entered(phase))
        given = given.given(entered(phase))
        given.when(enter(phase)).then_nothing()
    given.when(enter("cancelled", "Rain")).then_refused(PhaseOutOfOrder)
    given.when(change(title="Spring")).then_refused(ChampionshipIsOver)
    final = GIVEN.given(entered("list_final"))
    final.when(enter("registration_closed")).then_refused(ReasonMissing)
    final.when(enter("registration_closed", "Two more")).then(entered("registration_closed", "Two more"))
    GIVEN.when(enter("cancelled")).then_refused(ReasonMissing)
    GIVEN.when(enter("cancelled", "Rain")).then(entered("cancelled", "Rain"))
    GIVEN.when(enter("running")).then_refused(PhaseOutOfOrder)
    GIVEN.when(enter("list_final", by=CHIEF)).then_refused(NotAnOrganizer)


def test_everything_but_the_end_may_be_cancelled() -> None:
    """Nothing follows the two ends."""
    for phase in FOLLOWS:
        ends = phase in {"finished", "cancelled"}
        assert ("cancelled" in following(phase)) is not ends
        assert bool(following(phase)) is not ends


# ------------------------------------------------------------------ officials

STRICT = scenario(championship).given(
    *announcement(
        regulations=regulations(
            registration=msgspec.structs.replace(regulations().registration, judges_accredited=True)
        ),
        stages=(stage("tour", 40, 3, blocks=(block("Day", local(24, 12), local(24, 18)),)),),
    )
)
HELD = Accreditation(category="2", rights=("table",), valid_from=NOW, valid_until=NOW + timedelta(days=365))


def appoint(role: Any, held: Accreditation | None) -> AppointOfficial:
    """Appoint the fifth person, with what he is accredited for."""
    return AppointOfficial(person=person(5), role=role, by=ORGANIZER, at=NOW, accreditation=held)


def test_judges_are_appointed_by_their_category() -> None:
    """Unaccredited, without the right, or only until the day before: refused; else it is on record."""
    STRICT.when(appoint("table_judge", None)).then_refused(AccreditationMissing)
    STRICT.when(appoint("chief_judge", HELD)).then_refused(RightMissing)
    ends = msgspec.structs.replace(HELD, valid_until=local(24, 17).instant)
    STRICT.when(appoint("table_judge", ends)).then_refused(AccreditationOutOfDate)
    STRICT.when(appoint("table_judge", HELD)).then(
        OfficialAppointed(
            championship=CHAMPIONSHIP,
            person=person(5),
            role="table_judge",
            by=ORGANIZER.id,
            appointed_at=NOW,
            category="2",
            rights=("table",),
        )
    )
    assert STRICT.when(appoint("secretary", None)).refusal is None
    assert GIVEN.when(appoint("table_judge", None)).refusal is None


def test_relations_are_declared_by_either_and_taken_back_by_officials() -> None:
    """A judge says whom he does not judge; twice is once; others do not speak for him."""
    declared = RelationDeclared(
        championship=CHAMPIONSHIP,
        judge=person(5),
        player=person(6),
        kind="family",
        by=person(5),
        declared_at=NOW,
    )
    command = DeclareRelation(
        judge=person(5), player=person(6), kind="family", by=Actor(id=person(5)), at=NOW
    )
    GIVEN.when(command).then(declared)
    GIVEN.given(declared).when(command).then_nothing()
    stranger = msgspec.structs.replace(command, by=Actor(id=person(7)))
    GIVEN.when(stranger).then_refused(NotAnOfficial)
    oneself = msgspec.structs.replace(command, player=person(5))
    GIVEN.when(oneself).then_refused(RelationToOneself)
    back = RetractRelation(judge=person(5), player=person(6), by=ORGANIZER, at=NOW)
    GIVEN.when(back).then_refused(RelationUnknown)
    GIVEN.given(declared).when(back).then(
        RelationRetracted(
            championship=CHAMPIONSHIP,
            judge=person(5),
            player=person(6),
            by=ORGANIZER.id,
            retracted_at=NOW,
        )
    )
    himself = RetractRelation(judge=person(5), player=person(6), by=Actor(id=person(5)), at=NOW)
    GIVEN.given(declared).when(himself).then_refused(NotAnOfficial)


def test_announcing_twice_is_refused_with_a_draft_too() -> None:
    """A draft becomes an announcement by its own command, or by a whole announcement of its author."""
    given = scenario(championship).given(drafted())
    given.when(announce()).then(*announcement())
    given.when(announce(by=CLUB)).then_refused(ChampionshipUnknown)
